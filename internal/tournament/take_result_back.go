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

// TakeResultBack takes the result of a match back, or all values that contradict each other,
// whoever entered them, until the next round is published: what counted before counts again, and
// without that the match is open. The reports stay on record as taken back, and the reason, which
// is required, in the journal. What a ruling decided has ways of its own.
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
		out := Entered{MatchID: in.MatchID, Kind: ReportChanged, Said: rec.says(rec.storedWords())}
		done, err := withdrawAll(ctx, tx, &rec)
		out.State = rec.Match.State
		done.Action, done.Reason, done.Answer = "take back result", in.Reason, out
		return out, done, err
	})
}

// withdrawAll takes what counts back, or all sides of a conflict: the first of them took the
// place of what counted before.
func withdrawAll(ctx context.Context, tx recordTx, rec *Record) (journal.Change, error) {
	if rec.Match.State != MatchConflict {
		return withdraw(ctx, tx, rec)
	}
	var before []any
	for i, r := range rec.Match.Reports {
		before = append(before, r.brief(rec.Teams))
		if i == 0 {
			continue
		}
		if err := tx.SetReportState(ctx, r.ReportID, ReportWithdrawn, nil); err != nil {
			return journal.Change{}, err
		}
	}
	rec.Match.Result, rec.Match.Reports = &rec.Match.Reports[0], nil
	done, err := withdraw(ctx, tx, rec)
	done.Before = before
	return done, err
}

func (in TakeResultBack) check(rec Record) error {
	if err := rec.checkOpen(); err != nil {
		return err
	}
	stored := rec.Match.Result
	switch {
	case stored == nil && rec.Match.State != MatchConflict:
		return fault.New(fault.Conflict, "%s has no result that could be taken back.", rec.Place())
	case in.Revision != rec.Match.Revision:
		return fault.New(fault.Stale, "%s changed since this form was shown. It now has %s. Nothing was taken back; look at it again.", rec.Place(), rec.storedWords())
	case stored != nil && stored.Source == "ruling":
		return fault.New(fault.Conflict, "%s is decided by a ruling: %s. It changes by an appeal or a correction.", rec.Place(), stored.Outcome.Said(rec.Teams, stored.Forfeit, stored.EndsOf()))
	case strings.TrimSpace(in.Reason) == "":
		var form fault.Form
		form.Add("reason", "Say why the result is taken back.")
		return form.Err()
	}
	return nil
}
