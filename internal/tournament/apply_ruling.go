package tournament

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/livegame"
)

// RulingResult is what a ruling does to a match, in the change that signs it, or
// what becomes of the match when a ruling is taken back or overturned.
type RulingResult struct {
	MatchID  int64
	RulingID int64   // 0 when no ruling takes the place of Earlier
	Earlier  []int64 // the rulings on the same incident, none of which stands any more
	Outcome  Outcome // empty: the ruling says nothing about the result; NoResult: none that is on record counts
	Ends     livegame.Ends
	Articles []string
	Basis    string
	Reason   string
	By       journal.Actor

	// What the result counts for when a later round is out, as for a Correction.
	Counts CountsFor
	From   int
}

// RulingTx writes what a ruling does to a match: its result, and its record when
// somebody follows it.
type RulingTx interface {
	recordTx
	liveActsTx
}

// ReviewTx marks matches that wait for an appeal.
type ReviewTx interface {
	Record(ctx context.Context, matchID int64) (Record, error)
	UpdateMatch(ctx context.Context, m Match) error
}

// ApplyRuling writes a ruling's effect on a match inside the caller's change,
// which also writes the journal entry. The open reports of a conflict stay open
// under the ruling that decides it. With an empty Outcome all that Earlier rulings
// said is taken back: what counted before the first of them counts again, and a
// conflict is one again. What came on top since, a correction or a ruling on
// another incident, stays. With NoResult the match waits for a new result.
func ApplyRuling(ctx context.Context, tx RulingTx, in RulingResult) error {
	rec, err := tx.Record(ctx, in.MatchID)
	if err != nil {
		return err
	}
	if in.Outcome == "" {
		return voidRulings(ctx, tx, &rec, in.Earlier)
	}
	if in.Outcome == NoResult && rec.Match.State == MatchOpen {
		return nil // nothing is on record that could count
	}
	ends, err := json.Marshal(in.Ends)
	if err != nil {
		return err
	}
	r := ResultReport{
		Source: "ruling", ByAccount: &in.By.AccountID, ByName: in.By.Name, Outcome: in.Outcome, Ends: ends, RulingID: &in.RulingID,
		Articles: strings.Join(in.Articles, ", "), Basis: in.Basis, Reason: in.Reason, VerifiedBy: &in.By.AccountID,
	}
	r.Slot1Points, r.Slot2Points = r.Outcome.Points()
	if err := (Correction{Counts: in.Counts, From: in.From}).scope(rec, &r); err != nil {
		return err
	}
	state := MatchVerified
	if r.Outcome == NoResult {
		state = MatchOpen
	}
	_, err = confirm(ctx, tx, &rec, r, state)
	return err
}

// voidRulings withdraws what rulings said about a match, on top or under later reports.
func voidRulings(ctx context.Context, tx recordTx, rec *Record, rulings []int64) error {
	if len(rulings) == 0 {
		return nil
	}
	history, err := tx.History(ctx, rec.Match.MatchID)
	if err != nil {
		return err
	}
	var top *ResultReport
	for i := range history {
		r := &history[i]
		if r.RulingID == nil || !slices.Contains(rulings, *r.RulingID) || r.State == ReportWithdrawn {
			continue
		}
		if r.State == ReportConfirmed {
			top = r
		}
		r.State = ReportWithdrawn
		if err := tx.SetReportState(ctx, r.ReportID, ReportWithdrawn, nil); err != nil {
			return err
		}
	}
	if top == nil {
		return nil
	}
	return restore(ctx, tx, rec, history, *top)
}

// SetUnderReview marks or clears a match as under review, inside the caller's
// change: the score stays but is shown as open to change.
func SetUnderReview(ctx context.Context, tx ReviewTx, matchID int64, on bool) error {
	rec, err := tx.Record(ctx, matchID)
	if err != nil || rec.Match.UnderReview == on {
		return err
	}
	rec.Match.UnderReview = on
	return tx.UpdateMatch(ctx, rec.Match)
}
