package tournament

import (
	"context"
	"encoding/json"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
)

// Rekeying is a result typed a second time from the slip, without sight of the
// first one.
type Rekeying struct {
	MatchID  int64
	Revision int // of the match in the queue
	Outcome  Outcome
}

// RekeyResult compares a reported result with a second reading of its slip. The
// same outcome verifies it, another makes a conflict in which both are kept and
// neither counts. Nobody proves the own result. It reports whether they agree.
func (s *ResultCommands) RekeyResult(ctx context.Context, eventID int64, cmd journal.Command, in Rekeying) (bool, error) {
	var agree bool
	receipt, err := s.records(ctx, eventID, cmd.With(in), func(tx recordTx) (journal.Change, error) {
		rec, err := tx.Record(ctx, in.MatchID)
		if err != nil {
			return journal.Change{}, err
		}
		stored, err := rec.toVerify(in.Revision, cmd.Actor)
		if err != nil {
			return journal.Change{}, err
		}
		second := ResultReport{Source: "rekey", ByAccount: &cmd.Actor.AccountID, ByName: cmd.Actor.Name, Outcome: in.Outcome, Ends: json.RawMessage("{}")}
		switch in.Outcome {
		case FirstWins, SecondWins, Drawn:
		default:
			return journal.Change{}, fault.New(fault.Invalid, "Choose %s, %s or a draw.", rec.Teams[0], rec.Teams[1])
		}
		second.Slot1Points, second.Slot2Points = second.Outcome.Points()
		agree = stored.Outcome == in.Outcome
		change := journal.Change{Reach: rec.reach(), Action: "verify result", Subject: rec.Subject(), Before: stored.brief(rec.Teams), After: second.brief(rec.Teams), Answer: agree}
		if agree {
			return change, verify(ctx, tx, &rec, &cmd.Actor.AccountID)
		}
		change.Action = "enter a different result"
		return change, disagree(ctx, tx, &rec, second)
	})
	if err != nil {
		return false, err
	}
	if receipt.Repeated {
		return journal.Answer[bool](receipt)
	}
	return agree, nil
}

// toVerify is the report that waits for a second person, and that this one may
// judge it.
func (r Record) toVerify(revision int, by journal.Actor) (*ResultReport, error) {
	if err := r.checkOpen(); err != nil {
		return nil, err
	}
	stored := r.Match.Result
	if stored == nil || r.Match.State != MatchReported {
		return nil, fault.New(fault.Conflict, "%s has no result waiting for a second pair of eyes.", r.Place())
	}
	if err := r.checkRevision(revision, fault.Part("your decision")); err != nil {
		return nil, err
	}
	if stored.ByAccount != nil && *stored.ByAccount == by.AccountID {
		return nil, fault.New(fault.Forbidden, "You entered this result. Somebody else has to verify it.")
	}
	return stored, nil
}
