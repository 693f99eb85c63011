package tournament

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
)

// WaitingCorrection is a correction that one official signed and a second one has
// to: results of rounds after which another was published are changed by two.
type WaitingCorrection struct {
	CorrectionID int64
	MatchID      int64
	Input        json.RawMessage // a Correction
	Sentence     string          // "Round 2, table 3, match 1: Aces beat Bees"
	AskedBy      int64
	AskedName    string
	AskedAt      time.Time
	State        string // waiting, signed or refused
	DecidedName  string
	DecidedAt    *time.Time
}

// Asked is the correction as the first official signed it.
func (w WaitingCorrection) Asked() (Correction, error) {
	var in Correction
	if err := json.Unmarshal(w.Input, &in); err != nil {
		return in, fmt.Errorf("read correction %d: %w", w.CorrectionID, err)
	}
	return in, nil
}

type CorrectionReader interface {
	// WaitingCorrections lists those of a section that wait, oldest first.
	WaitingCorrections(ctx context.Context, eventID, sectionID int64) ([]WaitingCorrection, error)
	// CorrectionOf reads one of a section, whatever its state; NotFound.
	CorrectionOf(ctx context.Context, eventID, sectionID, correctionID int64) (WaitingCorrection, error)
}

// ask keeps a correction until a second official signs it.
func ask(ctx context.Context, tx correctionTx, rec Record, who journal.Actor, in Correction, report ResultReport) (Entered, journal.Change, error) {
	waits, err := tx.CorrectionWaits(ctx, in.MatchID)
	if err != nil {
		return Entered{}, journal.Change{}, err
	}
	if waits {
		return Entered{}, journal.Change{}, fault.New(fault.Conflict, "A correction of this match waits for a second official already. Let it be signed or refused first.")
	}
	input, err := json.Marshal(in)
	if err != nil {
		return Entered{}, journal.Change{}, fmt.Errorf("encode the correction: %w", err)
	}
	said := report.Outcome.Said(rec.Teams, in.Forfeit, in.Ends)
	w := WaitingCorrection{
		MatchID: in.MatchID, Input: input, Sentence: fault.Part("%s: %s", rec.Place(), said).String(), AskedBy: who.AccountID, AskedName: who.Name, AskedAt: tx.Now(), State: "waiting",
	}
	if w.CorrectionID, err = tx.NextID(ctx, "correction"); err != nil {
		return Entered{}, journal.Change{}, err
	}
	if err := tx.InsertCorrection(ctx, w); err != nil {
		return Entered{}, journal.Change{}, err
	}
	out := Entered{MatchID: in.MatchID, State: rec.Match.State, Kind: ReportWaits, Said: rec.says(said)}
	return out, journal.Change{Reach: journal.DeskOnly, Action: "sign correction first", Subject: rec.Subject(), Before: rec.Match.Result.brief(rec.Teams), After: report.brief(rec.Teams), Reason: in.Reason, Answer: out}, nil
}

// countersignTx decides a correction that waits.
type countersignTx interface {
	confirmTx
	Record(ctx context.Context, matchID int64) (Record, error)
	LockCorrection(ctx context.Context, correctionID int64) (WaitingCorrection, error)
	DecideCorrection(ctx context.Context, correctionID int64, state string, by journal.Actor) error
}

// Countersign signs a waiting correction as the second official, and carries it
// out; with refuse it is laid aside. The first signer may withdraw, not sign, unless the
// section has one official alone.
func (s *ResultCommands) Countersign(ctx context.Context, eventID int64, cmd journal.Command, correctionID int64, refuse bool) (Entered, error) {
	return change(ctx, s.countersigns, eventID, cmd, func(tx countersignTx) (Entered, journal.Change, error) {
		w, err := tx.LockCorrection(ctx, correctionID)
		if err != nil {
			return Entered{}, journal.Change{}, err
		}
		if w.State != "waiting" {
			return Entered{}, journal.Change{}, fault.New(fault.Conflict, "This correction was %s by %s already.", decidedWords[w.State], w.DecidedName)
		}
		rec, err := tx.Record(ctx, w.MatchID)
		if err != nil {
			return Entered{}, journal.Change{}, err
		}
		in, err := w.Asked()
		if err != nil {
			return Entered{}, journal.Change{}, err
		}
		if refuse {
			err := tx.DecideCorrection(ctx, correctionID, "refused", cmd.Actor)
			return Entered{MatchID: w.MatchID, State: rec.Match.State, Kind: ReportRepeated, Said: rec.says(in.Outcome.Said(rec.Teams, in.Forfeit, in.Ends))},
				journal.Change{Reach: journal.DeskOnly, Action: "refuse correction", Subject: rec.Subject(), Before: w.Sentence, Reason: cmd.Reason}, err
		}
		if w.AskedBy == cmd.Actor.AccountID && !rec.Section.OneOfficial {
			return Entered{}, journal.Change{}, fault.New(fault.Forbidden, "You signed this correction first. Somebody else has to sign it too.")
		}
		in.Reason = fmt.Sprintf("%s (signed first by %s)", in.Reason, w.AskedName)
		if w.AskedBy == cmd.Actor.AccountID {
			in.Reason += aloneWords
		}
		out, made, err := carryOutCorrection(ctx, tx, rec, cmd.Actor, in)
		if err != nil {
			return Entered{}, journal.Change{}, err
		}
		return out, made, tx.DecideCorrection(ctx, correctionID, "signed", cmd.Actor)
	})
}

// decidedWords say how a correction that waited was decided.
var decidedWords = map[string]fault.Word{"signed": fault.Word("signed"), "refused": fault.Word("refused")}

// DecidedWord says how the correction was decided; empty while it waits.
func (w WaitingCorrection) DecidedWord() fault.Word { return decidedWords[w.State] }
