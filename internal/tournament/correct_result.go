package tournament

import (
	"context"
	"strings"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/livegame"
)

// Correction replaces a result of an earlier round, whatever its state. Pairings
// already published stay as they are; Counts and From say what else it changes.
type Correction struct {
	MatchID  int64         `json:"match"`
	Revision int           `json:"revision"`
	Outcome  Outcome       `json:"outcome,omitempty"`
	Forfeit  bool          `json:"forfeit,omitempty"`
	Ends     livegame.Ends `json:"ends,omitzero"`
	Slip     string        `json:"slip,omitempty"` // where the new value comes from
	Reason   string        `json:"reason"`
	Counts   CountsFor     `json:"counts,omitempty"` // empty: all
	From     int           `json:"from,omitempty"`   // the first round it counts for, 0: at once
}

// correctionTx corrects a result, or asks for a second official who does.
type correctionTx interface {
	confirmTx
	publishedRounds
	Record(ctx context.Context, matchID int64) (Record, error)
	CorrectionWaits(ctx context.Context, matchID int64) (bool, error)
	InsertCorrection(ctx context.Context, w WaitingCorrection) error
}

// CorrectResult signs a correction. The reason is required and is read by
// everybody who looks at the match later. When a later round is published, the
// correction waits for a second official and the answer's kind is ReportWaits; in a
// section with one official alone it counts at once, and its reason says so.
func (s *ResultCommands) CorrectResult(ctx context.Context, eventID int64, cmd journal.Command, in Correction) (Entered, error) {
	return change(ctx, s.corrections, eventID, cmd.With(in), func(tx correctionTx) (Entered, journal.Change, error) {
		rec, err := tx.Record(ctx, in.MatchID)
		if err != nil {
			return Entered{}, journal.Change{}, err
		}
		report, err := in.decide(rec, cmd.Actor)
		if err != nil {
			return Entered{}, journal.Change{}, err
		}
		last, err := tx.LastPublished(ctx, rec.Section.SectionID)
		if err != nil {
			return Entered{}, journal.Change{}, err
		}
		if last > rec.Round.RoundNo {
			if !rec.Section.OneOfficial {
				return ask(ctx, tx, rec, cmd.Actor, in, report)
			}
			in.Reason += aloneWords
		}
		return carryOutCorrection(ctx, tx, rec, cmd.Actor, in)
	})
}

// aloneWords stand behind the reason of what counts with one signature instead of two.
const aloneWords = " (one official alone, as the section is set up)"

// decide checks a correction against the match and gives the report it makes.
func (in Correction) decide(rec Record, who journal.Actor) (ResultReport, error) {
	if !rec.Round.Public() {
		return ResultReport{}, fault.New(fault.Conflict, "Round %d is not published yet.", rec.Round.RoundNo)
	}
	if strings.TrimSpace(in.Reason) == "" {
		var form fault.Form
		form.Add("reason", "Say why the result is corrected.")
		return ResultReport{}, form.Err()
	}
	typed := TypedResult{Source: "correction", Outcome: in.Outcome, Forfeit: in.Forfeit, Ends: in.Ends, Slip: in.Slip, Reason: in.Reason}
	report, err := typed.report(rec, who)
	if err != nil {
		return ResultReport{}, err
	}
	report.Source, report.VerifiedBy = "correction", &who.AccountID
	if err := in.scope(rec, &report); err != nil {
		return ResultReport{}, err
	}
	return report, rec.checkRevision(in.Revision, report.Outcome.Said(rec.Teams, in.Forfeit, in.Ends))
}

// carryOutCorrection makes the corrected result the one on record.
func carryOutCorrection(ctx context.Context, tx confirmTx, rec Record, who journal.Actor, in Correction) (Entered, journal.Change, error) {
	report, err := in.decide(rec, who)
	if err != nil {
		return Entered{}, journal.Change{}, err
	}
	before := rec.Match.Result.brief(rec.Teams)
	for _, open := range rec.Match.Reports {
		if err := tx.SetReportState(ctx, open.ReportID, ReportSuperseded, nil); err != nil {
			return Entered{}, journal.Change{}, err
		}
	}
	if _, err := confirm(ctx, tx, &rec, report, MatchVerified); err != nil {
		return Entered{}, journal.Change{}, err
	}
	said := report.Outcome.Said(rec.Teams, in.Forfeit, in.Ends)
	if scope := report.ScopeWords(); !scope.Empty() {
		said = fault.Part("%s, %s", said, scope)
	}
	out := Entered{MatchID: in.MatchID, State: MatchVerified, Kind: ReportChanged, Said: rec.says(said)}
	return out, journal.Change{Reach: journal.InSection(rec.Section.SectionID), Action: "correct result", Subject: rec.Subject(), Before: before, After: report.brief(rec.Teams), Reason: in.Reason, Answer: out}, nil
}
