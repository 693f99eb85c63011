package tournament

import (
	"context"
	"slices"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
)

// UndoResult takes back what the person said about a match last, within UndoTime:
// the own report (the value before it counts again) or the own side of a conflict.
// What somebody else has verified since stays. It is itself in the journal.
func (s *ResultCommands) UndoResult(ctx context.Context, eventID int64, cmd journal.Command, matchID int64) error {
	_, err := s.records(ctx, eventID, cmd, func(tx recordTx) (journal.Change, error) {
		me := cmd.Actor.AccountID
		done, err := takeReportBack(ctx, tx, matchID, func(r ResultReport) bool {
			return r.ByAccount != nil && *r.ByAccount == me && tx.Now().Sub(r.At) <= UndoTime
		}, me)
		if err != nil || done.Action != "" {
			return done, err
		}
		rec, err := tx.Record(ctx, matchID)
		if err != nil {
			return journal.Change{}, err
		}
		return journal.Change{}, fault.New(fault.Conflict, "There is nothing of yours to undo at %s: only the author can, within %d seconds. Enter a change instead.",
			rec.Place(), int(UndoTime.Seconds()))
	})
	return err
}

// withdraw takes the counting report back; what it took the place of counts again.
func withdraw(ctx context.Context, tx recordTx, rec *Record) (journal.Change, error) {
	gone := *rec.Match.Result
	if err := tx.SetReportState(ctx, gone.ReportID, ReportWithdrawn, nil); err != nil {
		return journal.Change{}, err
	}
	history, err := tx.History(ctx, rec.Match.MatchID)
	if err != nil {
		return journal.Change{}, err
	}
	err = restore(ctx, tx, rec, history, gone)
	return journal.Change{
		Reach: rec.reach(), Action: "undo result", Subject: rec.Subject(), Before: gone.brief(rec.Teams), After: rec.Match.Result.brief(rec.Teams),
	}, err
}

// restore lets the match stand as it did before gone, the report on top, which is
// withdrawn already: with the report that counted before, as the conflict that was
// decided, or open. Reports in between that were withdrawn themselves are passed over.
func restore(ctx context.Context, tx settleTx, rec *Record, history []ResultReport, gone ResultReport) error {
	old := before(history, gone)
	for old != nil && old.State == ReportWithdrawn {
		gone, old = *old, before(history, *old)
	}
	rec.Match.stands(old)
	if old == nil {
		open := slices.DeleteFunc(slices.Clone(history), func(r ResultReport) bool { return r.State != ReportOpen || r.ReportID == gone.ReportID })
		state := MatchOpen
		if rec.Match.Reports = Contradicting(open); len(rec.Match.Reports) > 0 {
			state = MatchConflict
		}
		return settleMatch(ctx, tx, rec, state)
	}
	if err := tx.SetReportState(ctx, old.ReportID, ReportConfirmed, old.VerifiedBy); err != nil {
		return err
	}
	return settleMatch(ctx, tx, rec, old.stateAfterUndo(gone))
}

// before is the report that r took the place of, nil for none.
func before(history []ResultReport, r ResultReport) *ResultReport {
	if i := slices.IndexFunc(history, r.follows); i >= 0 {
		return &history[i]
	}
	return nil
}

// withdrawOpen takes one side of a conflict back. A single report left counts
// again; without any, as after a rejection, the match stands as before the report.
func withdrawOpen(ctx context.Context, tx recordTx, rec *Record, gone ResultReport) (journal.Change, error) {
	left := slices.DeleteFunc(slices.Clone(rec.Match.Reports), func(r ResultReport) bool { return r.ReportID == gone.ReportID })
	if len(left) == 0 {
		rec.Match.Result, rec.Match.Reports = &gone, nil
		return withdraw(ctx, tx, rec)
	}
	if err := tx.SetReportState(ctx, gone.ReportID, ReportWithdrawn, nil); err != nil {
		return journal.Change{}, err
	}
	state := MatchConflict
	if len(left) == 1 {
		if err := tx.SetReportState(ctx, left[0].ReportID, ReportConfirmed, left[0].VerifiedBy); err != nil {
			return journal.Change{}, err
		}
		rec.Match.Result, state, left = &left[0], left[0].stateAfterUndo(gone), nil
	}
	rec.Match.Reports = left
	return journal.Change{Reach: rec.reach(), Action: "undo result", Subject: rec.Subject(), Before: gone.brief(rec.Teams), After: rec.Match.Result.brief(rec.Teams)},
		settleMatch(ctx, tx, rec, state)
}
