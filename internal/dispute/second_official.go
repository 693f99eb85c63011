package dispute

import (
	"context"
	"time"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/tournament"
)

// Pending is a ruling with a heavy penalty that waits for a second official. It
// counts for nothing until then, and a change of the card drops it.
type Pending struct {
	Choice   Choice               `json:"choice"`
	Decision Decision             `json:"decision"`
	Counts   tournament.CountsFor `json:"counts,omitempty"` // as for Sign
	From     int                  `json:"from,omitempty"`
	Reason   string               `json:"reason"`
	Hold     bool                 `json:"hold,omitempty"`
	Sentence string               `json:"sentence"`
	By       int64                `json:"by"`
	ByName   string               `json:"by_name"`
	At       time.Time            `json:"at"`
}

// needsSecond reports whether a ruling waits for a second official.
func needsSecond(f *WholeIncident, r Ruling) bool {
	return wouldNeedSecond(f, r) && !f.Section.OneOfficial
}

// wouldNeedSecond is needsSecond for an event with more than one official.
func wouldNeedSecond(f *WholeIncident, r Ruling) bool {
	return r.Heavy && f.Section.HeavyPenalties == tournament.SecondOfficial
}

// askSecond keeps a signed ruling until somebody else confirms it.
func askSecond(ctx context.Context, f *WholeIncident, tx cardTx, in Sign, r Ruling) (journal.Change, error) {
	p := &Pending{Choice: in.Choice, Decision: in.Decision, Counts: in.Counts, From: in.From, Reason: in.Reason, Hold: in.Hold, Sentence: r.Sentence, By: r.MadeBy, ByName: r.MadeByName, At: r.At}
	f.Incident.Pending = p
	after := entry(r.Sentence+" Waits for a second official.", p)
	return journal.Change{Reach: journal.DeskOnly, Action: "ask a second official", Subject: f.Subject(), After: after, Reason: r.Reason}, tx.UpdateIncident(ctx, f.Incident)
}

// Second confirms a ruling that waits: it is signed as the first official made
// it, and both names stand on it.
func (s *RulingCommands) Second(ctx context.Context, eventID int64, cmd journal.Command, incidentID int64, revision int) (Signed, error) {
	var out Signed
	receipt, err := s.signs(ctx, eventID, cmd, func(tx signTx) (journal.Change, error) {
		f, p, err := waiting(ctx, tx, cmd.Actor, incidentID)
		if err != nil {
			return journal.Change{}, err
		}
		if err := checkRevision(&f, revision); err != nil {
			return journal.Change{}, err
		}
		later, err := laterRoundOut(ctx, &f, tx)
		if err != nil {
			return journal.Change{}, err
		}
		in := Sign{IncidentID: incidentID, Choice: p.Choice, Decision: p.Decision, Counts: p.Counts, From: p.From, Reason: p.Reason, Hold: p.Hold}
		r, proposal, err := rulingOf(&f, in, journal.Actor{AccountID: p.By, Name: p.ByName}, later, tx.Now())
		if err != nil {
			return journal.Change{}, err
		}
		if r.Sentence != p.Sentence { // another ruling has moved the ladder, or the house rules changed
			return journal.Change{}, fault.New(fault.Stale, "What %s signed was “%s”; by what is known now it would be “%s”. Nothing was confirmed. Give it up, and %s signs again.",
				p.ByName, p.Sentence, r.Sentence, p.ByName)
		}
		r.SecondedBy, r.SecondedByName = &cmd.Actor.AccountID, cmd.Actor.Name
		f.Incident.Pending = nil
		return carryOut(ctx, &f, tx, r, proposal, &out)
	})
	if err != nil {
		return Signed{}, err
	}
	if receipt.Repeated {
		return journal.Answer[Signed](receipt)
	}
	return out, nil
}

// waiting reads a card whose ruling waits, and checks that this person may
// confirm it: not the first official, and nobody tied to a team.
func waiting(ctx context.Context, tx signTx, who journal.Actor, incidentID int64) (WholeIncident, *Pending, error) {
	f, err := tx.WholeIncident(ctx, incidentID)
	if err != nil {
		return f, nil, err
	}
	p := f.Incident.Pending
	if p == nil {
		return f, nil, fault.New(fault.Conflict, "No ruling waits for a second official here.")
	}
	if err := checkOpen(&f); err != nil {
		return f, nil, err
	}
	if p.By == who.AccountID && !f.Section.OneOfficial {
		return f, nil, fault.New(fault.Forbidden, "You signed first. A second official confirms it.")
	}
	return f, p, f.CheckRecusal(ctx, tx, who.AccountID, false)
}

// DropPending gives up a ruling that waits; the first official signs again or
// decides otherwise.
func (s *RulingCommands) DropPending(ctx context.Context, eventID int64, cmd journal.Command, incidentID int64) error {
	return changeIncident(ctx, s.cards, eventID, cmd, incidentID, func(tx cardTx, f *WholeIncident) (journal.Change, error) {
		p := f.Incident.Pending
		if p == nil {
			return journal.Change{}, fault.New(fault.Conflict, "No ruling waits for a second official here.")
		}
		f.Incident.Pending = nil
		return journal.Change{Reach: journal.DeskOnly, Action: "give up a ruling that waits", Before: p.Sentence}, tx.UpdateIncident(ctx, f.Incident)
	})
}
