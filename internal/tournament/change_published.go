package tournament

import (
	"context"
	"fmt"
	"time"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/phrase"
)

// UnpublishInput takes a round back.
type UnpublishInput struct {
	DraftInput
	Typed int // the round number as typed for confirmation
}

// publishedTx changes a round that is out already.
type publishedTx interface {
	Now() time.Time
	Book(ctx context.Context, sectionID int64) (*SectionBook, error)
	Publications(ctx context.Context, sectionID int64, round int) ([]Publication, error)
	RoundActivity(ctx context.Context, sectionID int64, round int, numbers []int) ([]TableActivity, error)
	AddPairings(ctx context.Context, sectionID int64, round int, pairings []Pairing) error
	RemovePairings(ctx context.Context, sectionID int64, round int, numbers []int) error
	SaveTableClocks(ctx context.Context, sectionID int64, round int, pairings []Pairing) error
	OpenPublication(ctx context.Context, sectionID int64, p Publication, account int64, startsAt *time.Time) error
	WithdrawPublication(ctx context.Context, sectionID int64, round int) error
}

// Unpublish makes a published round a draft again. It is possible only before
// the first result, incident or recorded move of the round; the version stays on
// record and the next one gets the next number. A reason is required.
func (s *RoundCommands) Unpublish(ctx context.Context, eventID int64, cmd journal.Command, in UnpublishInput) (journal.Receipt, error) {
	return s.published(ctx, eventID, cmd.With(in), func(tx publishedTx) (journal.Change, error) {
		book, round, err := loadPublished(ctx, tx, in.DraftInput)
		if err != nil {
			return journal.Change{}, err
		}
		var form fault.Form
		if in.Typed != in.RoundNo {
			form.Add("typed", "Type the number of the round, %d, to take it back.", in.RoundNo)
		}
		if cmd.Unexplained() {
			form.Add("reason", "Say why the round is taken back. Everybody sees that it was.")
		}
		if err := form.Err(); err != nil {
			return journal.Change{}, err
		}
		found, err := tx.RoundActivity(ctx, in.SectionID, in.RoundNo, nil)
		if err != nil {
			return journal.Change{}, err
		}
		if len(found) > 0 {
			return journal.Change{}, fault.New(fault.Conflict,
				"Round %d cannot be taken back: %s. Tables where nothing is recorded can still be changed one by one as a new version.", in.RoundNo, activityWords(found))
		}
		before := tablesOf(round.Pairings)
		if err := tx.RemovePairings(ctx, in.SectionID, in.RoundNo, nil); err != nil {
			return journal.Change{}, err
		}
		if err := tx.WithdrawPublication(ctx, in.SectionID, in.RoundNo); err != nil {
			return journal.Change{}, err
		}
		return journal.Change{
			Reach: journal.InSection(book.Section.SectionID), Action: "unpublish round", Subject: journal.Subject(book.Section.Slug, fmt.Sprintf("round %d", in.RoundNo)),
			Before: map[string]any{"version": round.Publication, "pairings": before},
		}, nil
	})
}

// SwapPublishedInput names two teams that change places in a published round.
type SwapPublishedInput struct {
	DraftInput
	TeamID, OtherID int64
}

// SwapPublished lets two teams change places in a published round, as version
// n+1; two that have no table meet at a new one. Both of their tables must be without result, incident or recorded move. A
// reason is required.
func (s *RoundCommands) SwapPublished(ctx context.Context, eventID int64, cmd journal.Command, in SwapPublishedInput) (journal.Receipt, error) {
	return s.published(ctx, eventID, cmd.With(in), func(tx publishedTx) (journal.Change, error) {
		book, round, err := loadPublished(ctx, tx, in.DraftInput)
		if err != nil {
			return journal.Change{}, err
		}
		one, other := round.PairingOf(in.TeamID), round.PairingOf(in.OtherID)
		switch {
		case cmd.Unexplained():
			var form fault.Form
			form.Add("reason", "Say why these tables change after publication.")
			return journal.Change{}, form.Err()
		case withoutTable(one) && withoutTable(other) && in.TeamID != in.OtherID && book.Section.System != Rotating && book.Team(in.TeamID).TeamID != 0 && book.Team(in.OtherID).TeamID != 0:
			return newTable(ctx, book, tx, cmd, round, in)
		case one == nil || other == nil || in.TeamID == in.OtherID:
			return journal.Change{}, fault.New(fault.Invalid, "Choose two different teams that are paired in round %d.", in.RoundNo)
		case one.Bye != nil && *one.Bye != ByePairing, other.Bye != nil && *other.Bye != ByePairing:
			return journal.Change{}, fault.New(fault.Conflict, "A team that asked for a bye cannot change places. Choose another one.")
		}
		numbers := []int{one.PairingNo, other.PairingNo}
		found, err := tx.RoundActivity(ctx, in.SectionID, in.RoundNo, numbers)
		if err != nil {
			return journal.Change{}, err
		}
		if len(found) > 0 {
			return journal.Change{}, pairingStays(found)
		}
		changed := swapped(book, round, one, other, in, cmd.Actor.Name)
		aside, err := setAside(book, in.RoundNo, changed)
		if err != nil {
			return journal.Change{}, err
		}
		version, err := replace(ctx, book, tx, cmd.Actor, round, numbers, changed)
		if err != nil {
			return journal.Change{}, err
		}
		return journal.Change{
			Reach: journal.InSection(book.Section.SectionID), Action: "change published tables", Subject: journal.Subject(book.Section.Slug, fmt.Sprintf("round %d", in.RoundNo)),
			Before: tablesOf([]Pairing{*one, *other}), After: map[string]any{"version": version, "pairings": tablesOf(changed), "set aside": inEnglish(aside)},
			Answer: saidTogether(phrase.Of("%s and %s changed places. Version %d is published.", book.Team(in.TeamID).Name, book.Team(in.OtherID).Name, version), aside...),
		}, nil
	})
}

// setAside lists the rules that changed tables break; the change has a reason, so
// they are told and kept, not refused. Refused are tables that a bracket or the groups do not
// have: no further round could be made from them.
func setAside(b *SectionBook, round int, changed []Pairing) ([]phrase.Sentence, error) {
	input, err := b.PairingInput(round)
	if err != nil {
		return nil, err
	}
	d := &Draft{RoundNo: round}
	for _, p := range changed {
		if p.Bye != nil {
			d.Byes = append(d.Byes, DraftBye{DraftSeat: DraftSeat{TeamID: p.TeamID(1)}, Kind: *p.Bye})
			continue
		}
		d.Tables = append(d.Tables, p.asDraft(func(id int64) int64 { return id }))
	}
	problems, err := check(b, input, d)
	if err != nil {
		return nil, err
	}
	var sentences []phrase.Sentence
	for _, p := range problems {
		if p.Severity == Blocks && (p.Rule == ruleBracket || p.Rule == ruleTable) {
			return nil, fault.New(fault.Conflict, "%s The tables stay as they are.", p.Said)
		}
		if p.Severity == Sign {
			sentences = append(sentences, p.Said)
		}
	}
	return sentences, nil
}

// swapped are the pairings of two teams after somebody let them change places.
func swapped(b *SectionBook, round *Round, one, other *Pairing, in SwapPublishedInput, by string) []Pairing {
	change := func(id int64) int64 {
		switch id {
		case in.TeamID:
			return in.OtherID
		case in.OtherID:
			return in.TeamID
		}
		return id
	}
	var changed []Pairing
	for _, p := range []*Pairing{one, other} {
		if len(changed) == 1 && one.PairingNo == other.PairingNo {
			break
		}
		if first := change(p.TeamID(1)); p.Bye != nil {
			changed = append(changed, Pairing{RoundNo: p.RoundNo, PairingNo: p.PairingNo, Bye: p.Bye, ByePoints: p.ByePoints, Reason: p.Reason, Team1: &first})
			continue
		}
		table := p.asDraft(change)
		table.By = by
		changed = append(changed, pairingAt(b, round.RoundNo, p.PairingNo, table))
	}
	return changed
}

// asDraft is a published table as a draft would have it, with every entry changed.
func (p Pairing) asDraft(change func(int64) int64) DraftTable {
	t := DraftTable{Table: p.Table()}
	for i, id := range []*int64{p.Team1, p.Team2, p.Partner1, p.Partner2} {
		if id != nil {
			t.seats()[i].TeamID = change(*id)
		}
	}
	return t
}

// loadPublished reads the section and makes sure the round is public, the last
// one, and as the form showed it.
func loadPublished(ctx context.Context, tx publishedTx, in DraftInput) (*SectionBook, *Round, error) {
	book, err := tx.Book(ctx, in.SectionID)
	if err != nil {
		return nil, nil, err
	}
	round, later := book.Round(in.RoundNo), book.Round(in.RoundNo+1)
	switch {
	case round == nil || !round.Public():
		return nil, nil, fault.New(fault.Conflict, "Round %d is not published.", in.RoundNo)
	case round.State == RoundLocked:
		return nil, nil, fault.New(fault.Conflict, "Round %d is locked.", in.RoundNo)
	case later != nil && later.Public(): // it was paired on this one, also where a match of this one is still open
		return nil, nil, fault.New(fault.Conflict, "Round %d is published already; round %d stays.", in.RoundNo+1, in.RoundNo)
	case round.Revision != in.Revision:
		return nil, nil, staleRound(ctx, book, tx, round)
	}
	return book, round, nil
}
