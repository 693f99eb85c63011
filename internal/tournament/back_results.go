package tournament

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
)

// ReportPlace is a report of a match.
type ReportPlace struct{ MatchID, ReportID int64 }

// TakeResultsBack takes the person's own reports back, of one match or of several that were
// entered at once, for as long as they count or stand against another. Somebody else who has
// verified one stands on it.
func (s *BackCommands) TakeResultsBack(ctx context.Context, eventID int64, cmd journal.Command, places []ReportPlace) error {
	_, err := s.results(ctx, eventID, cmd, func(tx recordTx) (journal.Change, error) {
		var all []journal.Change
		for _, p := range places {
			one, err := takeReportBack(ctx, tx, p.MatchID, func(r ResultReport) bool {
				return r.ReportID == p.ReportID && r.ByAccount != nil && *r.ByAccount == cmd.Actor.AccountID
			}, cmd.Actor.AccountID)
			if err != nil {
				return journal.Change{}, err
			}
			if one.Action == "" {
				return journal.Change{}, fault.New(fault.Conflict, "The result does not count any more, or somebody has verified it. A director changes it.")
			}
			all = append(all, one)
		}
		return together(all)
	})
	return err
}

// together tells several matches of one table as one entry of the journal.
func together(all []journal.Change) (journal.Change, error) {
	if len(all) == 0 {
		return journal.Change{}, fault.New(fault.Conflict, "There is no result to take back.")
	}
	told := all[0]
	if len(all) == 1 {
		return told, nil
	}
	var before []json.RawMessage
	for _, one := range all {
		text, err := json.Marshal(one.Before)
		if err != nil {
			return told, fmt.Errorf("encode a result: %w", err)
		}
		before = append(before, text)
	}
	told.Before, told.After = before, nil
	return told, nil
}

// TakeVerdictBack takes the person's own word about somebody else's result back: it waits for a
// second pair of eyes again. was is the report that was confirmed, or rejected.
func (s *BackCommands) TakeVerdictBack(ctx context.Context, eventID int64, cmd journal.Command, was ReportPlace) error {
	_, err := s.results(ctx, eventID, cmd, func(tx recordTx) (journal.Change, error) {
		rec, err := tx.Record(ctx, was.MatchID)
		if err != nil {
			return journal.Change{}, err
		}
		if err := rec.checkOpen(); err != nil {
			return journal.Change{}, err
		}
		change := journal.Change{Reach: rec.reach(), Action: "take back a verification", Subject: rec.Subject()}
		report, err := rec.judged(was.ReportID, cmd.Actor)
		if err != nil {
			return change, err
		}
		change.Before, change.After = rec.Match.State, report.brief(rec.Teams)
		if err := tx.SetReportState(ctx, report.ReportID, ReportConfirmed, nil); err != nil {
			return change, err
		}
		report.State, report.VerifiedBy = ReportConfirmed, nil
		rec.Match.Result, rec.Match.Reports = &report, nil
		return change, settleMatch(ctx, tx, &rec, report.stateAlone())
	})
	return err
}

// judged is the report that a person confirmed, while that stands, or rejected, while nobody has
// said anything since.
func (r Record) judged(reportID int64, by journal.Actor) (ResultReport, error) {
	stored := r.Match.Result
	switch {
	case r.Match.State == MatchVerified && stored != nil && stored.ReportID == reportID && stored.VerifiedBy != nil && *stored.VerifiedBy == by.AccountID:
		return *stored, nil
	case r.Match.State == MatchConflict && len(r.Match.Reports) == 1 && r.Match.Reports[0].ReportID == reportID:
		return r.Match.Reports[0], nil
	}
	return ResultReport{}, fault.New(fault.Conflict, "%s was changed since then, so the verification stays.", r.Place())
}

// takeReportBack takes the report back that mine finds among those of a match; the zero change
// where there is none that may go.
func takeReportBack(ctx context.Context, tx recordTx, matchID int64, mine func(ResultReport) bool, me int64) (journal.Change, error) {
	rec, err := tx.Record(ctx, matchID)
	if err != nil {
		return journal.Change{}, err
	}
	if err := rec.checkOpen(); err != nil {
		return journal.Change{}, err
	}
	stored := rec.Match.Result
	switch i := slices.IndexFunc(rec.Match.Reports, mine); {
	case i >= 0 && rec.Match.State == MatchConflict:
		return withdrawOpen(ctx, tx, &rec, rec.Match.Reports[i])
	case stored != nil && mine(*stored) && (rec.Match.State == MatchReported || stored.Forfeit && (stored.VerifiedBy == nil || *stored.VerifiedBy == me)):
		return withdraw(ctx, tx, &rec)
	}
	return journal.Change{}, nil
}
