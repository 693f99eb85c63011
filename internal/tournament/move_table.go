package tournament

import (
	"context"
	"fmt"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/phrase"
)

// MoveTableInput names a table of a published round and the number it gets.
type MoveTableInput struct {
	DraftInput
	Table, To int
}

// MoveTable gives a table of a published round another number, as version n+1: its clock broke, or
// somebody at it cannot reach it. Who sits there, and with which colours, stays. A table that has
// the number gets the other one's; neither may have a result, incident or recorded move. A reason
// is required.
func (s *RoundCommands) MoveTable(ctx context.Context, eventID int64, cmd journal.Command, in MoveTableInput) (journal.Receipt, error) {
	return s.published(ctx, eventID, cmd.With(in), func(tx publishedTx) (journal.Change, error) {
		book, round, err := loadPublished(ctx, tx, in.DraftInput)
		if err != nil {
			return journal.Change{}, err
		}
		moving := round.AtTable(in.Table)
		if err := in.check(cmd, moving != nil); err != nil {
			return journal.Change{}, err
		}
		before := []Pairing{*moving}
		after := []Pairing{atAnother(book, *moving, in.To)}
		if there := round.AtTable(in.To); there != nil {
			before, after = append(before, *there), append(after, atAnother(book, *there, in.Table))
		}
		var numbers []int
		for _, p := range before {
			numbers = append(numbers, p.PairingNo)
		}
		found, err := tx.RoundActivity(ctx, in.SectionID, in.RoundNo, numbers)
		if err != nil {
			return journal.Change{}, err
		}
		if len(found) > 0 {
			return journal.Change{}, pairingStays(found)
		}
		version, err := replace(ctx, book, tx, cmd.Actor, round, numbers, after)
		if err != nil {
			return journal.Change{}, err
		}
		// The time of a table goes with who plays there.
		if err := tx.SaveTableClocks(ctx, in.SectionID, in.RoundNo, before); err != nil {
			return journal.Change{}, err
		}
		said := phrase.Of("%s – %s play at table %d instead of %d. Version %d is published.", book.SlotName(*moving, 1), book.SlotName(*moving, 2), in.To, in.Table, version)
		if len(after) > 1 {
			said = phrase.Of("Tables %d and %d have changed their numbers. Version %d is published.", in.Table, in.To, version)
		}
		return journal.Change{
			Reach: journal.InSection(book.Section.SectionID), Action: "move table", Subject: journal.Subject(book.Section.Slug, fmt.Sprintf("round %d", in.RoundNo)),
			Before: tablesOf(before), After: map[string]any{"version": version, "pairings": tablesOf(after)}, Answer: said,
		}, nil
	})
}

func (in MoveTableInput) check(cmd journal.Command, known bool) error {
	var form fault.Form
	switch {
	case !known:
		form.Add("table", "Round %d has no table %d.", in.RoundNo, in.Table)
	case in.To < 1 || in.To > mostTables:
		form.Add("to", "Enter a table number from 1 to %d.", mostTables)
	case in.To == in.Table:
		form.Add("to", "It has the number %d already. Enter another one.", in.To)
	}
	if cmd.Unexplained() {
		form.Add("reason", "Say why these tables change after publication.")
	}
	return form.Err()
}

// atAnother is a published pairing at another table: with its reasons, and matches anew.
func atAnother(b *SectionBook, p Pairing, table int) Pairing {
	draft := p.asDraft(func(id int64) int64 { return id })
	draft.Table = table
	moved := pairingAt(b, p.RoundNo, p.PairingNo, draft)
	moved.Reason = p.Reason
	return moved
}
