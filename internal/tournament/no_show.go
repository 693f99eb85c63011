package tournament

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/livegame"
)

// NoShow says who did not come to a table: the outcome is that of every match of it that
// has no result.
type NoShow struct {
	SectionID int64
	Round     int
	Table     int
	Outcome   Outcome // of each match
	Reason    string
}

// ForfeitTable enters the forfeit of a team that did not come, or of both, for all matches
// of a table that nobody has reported, in one act and one journal entry. Matches with a
// report stay as they are; where moves are on record it is refused, for somebody came. The
// answer is a sentence.
func (s *ResultCommands) ForfeitTable(ctx context.Context, eventID int64, cmd journal.Command, in NoShow) (fault.Clause, error) {
	return change(ctx, s.results, eventID, cmd.With(in), func(tx resultTx) (fault.Clause, journal.Change, error) {
		none := func(err error) (fault.Clause, journal.Change, error) { return fault.Clause{}, journal.Change{}, err }
		book, err := tx.Book(ctx, in.SectionID)
		if err != nil {
			return none(err)
		}
		round := book.Round(in.Round)
		if round == nil || !round.Public() || round.AtTable(in.Table) == nil {
			return none(fault.New(fault.NotFound, "There is no table %d in round %d of %s.", in.Table, in.Round, book.Section.Name))
		}
		var told journal.Change
		var results []json.RawMessage
		var matches []string
		for _, m := range round.AtTable(in.Table).Matches { // one to nine
			if m.State != MatchOpen || len(m.Reports) > 0 {
				continue
			}
			moves, err := tx.LiveActs(ctx, m.MatchID)
			if err != nil {
				return none(err)
			}
			if len(moves) > 0 {
				return none(fault.New(fault.Conflict, "Moves of match %d at table %d are on record, so both teams came. Enter its result on the wall.", m.MatchNo, in.Table))
			}
			rec, err := tx.RecordAt(ctx, in.SectionID, in.Round, in.Table, m.MatchNo)
			if err != nil {
				return none(err)
			}
			one, err := in.forfeit(ctx, tx, cmd.Actor, rec)
			if err != nil {
				return none(err)
			}
			result, err := json.Marshal(one.After)
			if err != nil {
				return none(fmt.Errorf("encode the forfeit: %w", err))
			}
			told, results, matches = one, append(results, result), append(matches, fmt.Sprint(m.MatchNo))
		}
		if len(matches) == 0 {
			return none(fault.New(fault.Conflict, "Every match of table %d has a report already. Change a single one on the wall.", in.Table))
		}
		p := round.AtTable(in.Table)
		names := [2]string{book.SlotName(*p, 1), book.SlotName(*p, 2)}
		said := fault.Part("Table %d, matches %s: %s.", in.Table, fault.And(matches...), in.Outcome.Said(names, true, livegame.Ends{}))
		if len(matches) == 1 {
			said = fault.Part("Table %d, match %s: %s.", in.Table, matches[0], in.Outcome.Said(names, true, livegame.Ends{}))
		}
		told.Action, told.Before, told.After, told.Reason = "forfeit a table", nil, map[string]any{"matches": matches, "forfeit": true, "results": results}, in.Reason
		told.Subject = journal.Subject(book.Section.Slug, fmt.Sprintf("round %d", in.Round), fmt.Sprintf("table %d", in.Table))
		return said, told, nil
	})
}

// forfeit enters one match.
func (in NoShow) forfeit(ctx context.Context, tx resultTx, who journal.Actor, rec Record) (journal.Change, error) {
	if err := rec.checkOpen(); err != nil {
		return journal.Change{}, err
	}
	entry := TypedResult{
		SectionID: in.SectionID, Round: in.Round, Table: in.Table, Match: rec.Match.MatchNo, Revision: rec.Match.Revision, Source: "desk",
		Outcome: in.Outcome, Forfeit: true, Reason: in.Reason,
	}
	report, err := entry.report(rec, who)
	if err != nil {
		return journal.Change{}, err
	}
	var out Entered
	return enter(ctx, tx, &rec, entry, report, &out)
}
