package tournament

import (
	"context"
	"strings"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/limit"
)

// TakeResultBack takes away what is on record about a match, such as the slip of another table
// while this one is still playing.
type TakeResultBack struct {
	MatchID  int64  `json:"match"`
	Revision int    `json:"revision"`
	Reason   string `json:"reason"`
}

// TakeResultBack takes the result of a match back, whoever entered it, until the next round is
// published: what counted before it counts again, and without that the match is open. The
// report stays on record as taken back, and the reason, which is required, in the journal. What a ruling
// decided and two values that contradict each other have ways of their own.
func (s *ResultCommands) TakeResultBack(ctx context.Context, eventID int64, cmd journal.Command, in TakeResultBack) (Entered, error) {
	if err := limit.Check(in); err != nil {
		return Entered{}, err
	}
	return change(ctx, s.records, eventID, cmd.With(in), func(tx recordTx) (Entered, journal.Change, error) {
		rec, err := tx.Record(ctx, in.MatchID)
		if err != nil {
			return Entered{}, journal.Change{}, err
		}
		if err := in.check(rec); err != nil {
			return Entered{}, journal.Change{}, err
		}
		gone := *rec.Match.Result
		done, err := withdraw(ctx, tx, &rec)
		out := Entered{MatchID: in.MatchID, State: rec.Match.State, Kind: ReportChanged, Said: rec.says(gone.Outcome.Said(rec.Teams, gone.Forfeit, gone.EndsOf()))}
		done.Reason, done.Answer = in.Reason, out
		return out, done, err
	})
}

func (in TakeResultBack) check(rec Record) error {
	if err := rec.checkOpen(); err != nil {
		return err
	}
	stored := rec.Match.Result
	switch {
	case rec.Match.State == MatchConflict:
		return fault.New(fault.Conflict, "%s has two results that contradict each other. Decide between them first, then take that one back.", rec.Place())
	case stored == nil:
		return fault.New(fault.Conflict, "%s has no result that could be taken back.", rec.Place())
	case in.Revision != rec.Match.Revision:
		return fault.New(fault.Stale, "%s changed since this form was shown. It now has %s. Nothing was taken back; look at it again.", rec.Place(), rec.storedWords())
	case stored.Source == "ruling":
		return fault.New(fault.Conflict, "%s is decided by a ruling: %s. It changes by an appeal or a correction.", rec.Place(), stored.Outcome.Said(rec.Teams, stored.Forfeit, stored.EndsOf()))
	case strings.TrimSpace(in.Reason) == "":
		var form fault.Form
		form.Add("taken", "Say why the result is taken back.")
		return form.Err()
	}
	return nil
}
