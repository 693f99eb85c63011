package tournament

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
)

// Resolution ends a conflict: one of the open reports, or a new value.
type Resolution struct {
	MatchID  int64
	Revision int
	ReportID int64   // the report that is right, 0 for none of them
	Outcome  Outcome // when none is
	Reason   string
}

// ResolveConflict decides between different reports of one match. The reports
// that lost stay in the record.
func (s *ResultCommands) ResolveConflict(ctx context.Context, eventID int64, cmd journal.Command, in Resolution) error {
	_, err := s.records(ctx, eventID, cmd.With(in), func(tx recordTx) (journal.Change, error) {
		rec, err := tx.Record(ctx, in.MatchID)
		if err != nil {
			return journal.Change{}, err
		}
		if err := rec.checkOpen(); err != nil {
			return journal.Change{}, err
		}
		if rec.Match.State != MatchConflict {
			return journal.Change{}, fault.New(fault.Conflict, "%s has no conflict any more.", rec.Place())
		}
		if err := rec.checkRevision(in.Revision, fault.Part("your decision")); err != nil {
			return journal.Change{}, err
		}
		return resolve(ctx, tx, &rec, cmd.Actor, in)
	})
	return err
}

func resolve(ctx context.Context, tx recordTx, rec *Record, actor journal.Actor, in Resolution) (journal.Change, error) {
	var form fault.Form
	if strings.TrimSpace(in.Reason) == "" {
		form.Add("reason", "Say what decided it: both teams agreed, the slip was read again …")
	}
	i := slices.IndexFunc(rec.Match.Reports, func(r ResultReport) bool { return r.ReportID == in.ReportID })
	switch {
	case i >= 0:
	case in.ReportID != 0, in.Outcome == "":
		form.Add("report", "Choose one of the reports that stand against each other, or enter another result.")
	case !slices.Contains(Outcomes(), in.Outcome):
		form.Add("report", "“%s” is no result. Choose %s, %s, a draw or a loss of both.", string(in.Outcome), rec.Teams[0], rec.Teams[1])
	}
	if err := form.Err(); err != nil {
		return journal.Change{}, err
	}
	var before []any
	for _, r := range rec.Match.Reports {
		before = append(before, r.brief(rec.Teams))
		if r.ReportID == in.ReportID {
			continue
		}
		if err := tx.SetReportState(ctx, r.ReportID, ReportSuperseded, nil); err != nil {
			return journal.Change{}, err
		}
	}
	right := ResultReport{Source: "desk", ByAccount: &actor.AccountID, ByName: actor.Name, Outcome: in.Outcome, Reason: in.Reason, Ends: json.RawMessage("{}")}
	var err error
	if i >= 0 {
		right = rec.Match.Reports[i]
		right.State = ReportConfirmed
		if err = tx.SetReportState(ctx, right.ReportID, ReportConfirmed, &actor.AccountID); err == nil {
			rec.Match.Result = &right
			err = settleMatch(ctx, tx, rec, MatchVerified)
		}
	} else {
		right.Slot1Points, right.Slot2Points = right.Outcome.Points()
		right.VerifiedBy = &actor.AccountID
		_, err = confirm(ctx, tx, rec, right, MatchVerified)
	}
	return journal.Change{Reach: rec.reach(), Action: "resolve conflict", Subject: rec.Subject(), Before: before, After: right.brief(rec.Teams), Reason: in.Reason}, err
}
