package tournament

import (
	"context"
	"strings"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
)

// Verdict is a second person's look at a reported result.
type Verdict struct {
	MatchID  int64
	Revision int
	Confirm  bool
	Reason   string // why it is rejected
}

// VerifyResult lets a second person confirm or reject a reported result. Nobody
// judges the own result. A rejected result is a conflict that a director resolves.
func (s *ResultCommands) VerifyResult(ctx context.Context, eventID int64, cmd journal.Command, in Verdict) error {
	_, err := s.records(ctx, eventID, cmd.With(in), func(tx recordTx) (journal.Change, error) {
		rec, err := tx.Record(ctx, in.MatchID)
		if err != nil {
			return journal.Change{}, err
		}
		stored, err := rec.toVerify(in.Revision, cmd.Actor)
		if err != nil {
			return journal.Change{}, err
		}
		change := journal.Change{Reach: rec.reach(), Action: "verify result", Subject: rec.Subject(), Before: stored.brief(rec.Teams), After: "confirmed", Reason: in.Reason}
		if in.Confirm {
			return change, verify(ctx, tx, &rec, &cmd.Actor.AccountID)
		}
		if strings.TrimSpace(in.Reason) == "" {
			var form fault.Form
			form.Add("reason", "Say why the result is not right.")
			return journal.Change{}, form.Err()
		}
		change.Action, change.After = "reject result", "rejected"
		if err := tx.SetReportState(ctx, stored.ReportID, ReportOpen, nil); err != nil {
			return journal.Change{}, err
		}
		rec.Match.Result = nil
		return change, settleMatch(ctx, tx, &rec, MatchConflict)
	})
	return err
}
