package dispute

import (
	"fmt"
	"slices"

	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/internal/wording"
	pages "github.com/tandemchess/tandem/templates/dispute"
	"github.com/tandemchess/tandem/templates/layout"
)

// What a reviewer makes of a penalty besides another one.
const (
	penaltyKept = "keep"
	penaltyOff  = "off"
)

// reviewChoices fills in what a reviewer may decide, beginning with what the ruling
// decided: who modifies one part of it has not to enter the rest again.
func reviewChoices(v *visit.Visit, f dispute.WholeIncident, page *pages.Appeal) {
	page.BoardOutcomes, page.NewPenalty = boardOutcomes(v.Words, f), newPenalty(v, f)
	if page.State == "" {
		page.Outcome = outcomeField(f, standingDecision(f))
	}
	for _, p := range f.Counting() {
		seat := f.SeatOf(p)
		if seat == "" {
			continue // a player who has left the team since: the register keeps the entry
		}
		c := pages.PenaltyChange{
			Field: liftField(p), Label: fmt.Sprintf("%s, %s: %s", wording.NameAt(f, seat), wording.OffenceName(v.Words, p.Offence), wording.PenaltyIn(v.Words, p.Penalty)), Value: v.FormValue(liftField(p)),
			Choices: []layout.Choice{{Value: penaltyKept, Label: v.Words.Say("as it is")}, {Value: penaltyOff, Label: v.Words.Say("taken away")}},
		}
		c.Choices = append(c.Choices, penaltyKinds(v.Words, f)...)
		if c.Value == "" {
			c.Value = penaltyKept
		}
		page.Penalties = append(page.Penalties, c)
	}
}

func liftField(p dispute.Penalty) string { return fmt.Sprintf("lift_%d", p.PenaltyID) }

// reviewDecision reads what a reviewer decides instead of the ruling. A match that ends
// as the ruling had it keeps how its boards ended.
func reviewDecision(v *visit.Visit, f dispute.WholeIncident, state dispute.AppealState) (dispute.Decision, error) {
	d, err := decision(v, f)
	if err != nil {
		return d, err
	}
	was := standingDecision(f)
	if d.Outcome != "" && d.Outcome == was.Outcome {
		d.Ends = was.Ends
	}
	if state != dispute.AppealModified {
		return d, nil // an overturned ruling loses all of them
	}
	for _, p := range f.Counting() {
		choice, seat := v.FormValue(liftField(p)), f.SeatOf(p)
		if choice == "" || choice == penaltyKept || seat == "" {
			continue
		}
		d.Lifted = append(d.Lifted, dispute.Lifted{PenaltyID: p.PenaltyID, Seat: seat, Offence: p.Offence})
		if choice != penaltyOff {
			d.Penalties = append(d.Penalties, dispute.PersonPenalty{Seat: seat, Offence: p.Offence, Kind: rulebook.RemedyKind(choice)})
		}
	}
	return d, nil
}

// clocksNow are the clocks as they stand: those of the live record, else what the ruling
// set, else those of the card. A reviewer who lets play go on begins with them.
func (h *Handlers) clocksNow(v *visit.Visit, f dispute.WholeIncident, facts dispute.Facts) (now [4]int64, err error) {
	if f.Record == nil {
		return facts.Clocks, nil
	}
	was := standingDecision(f)
	live, err := h.Live.LiveMatch(v.Request().Context(), v.Event.EventID, f.Record.Match.MatchID)
	if err != nil {
		return now, err
	}
	_, recorded := live.Head()
	for i := range now {
		now[i] = facts.Clocks[i]
		if f.Standing() != nil && was.Clocks[i] >= 0 {
			now[i] = was.Clocks[i]
		}
		if live.LastSeq > 0 && recorded[i] >= 0 {
			now[i] = recorded[i]
		}
	}
	return now, nil
}

// standingDecision is what the ruling that stands decided, nothing without one.
func standingDecision(f dispute.WholeIncident) dispute.Decision {
	if r := f.Standing(); r != nil {
		return r.Decision
	}
	return dispute.Decision{}
}

// outcomeField is a decision as the field of the form has it.
func outcomeField(f dispute.WholeIncident, d dispute.Decision) string {
	switch {
	case d.Replay:
		return "replay"
	case d.Outcome == "" && d.Ends.Known() && f.Record != nil:
		board, end := "A", d.Ends.A
		if end.Reason == "" {
			board, end = "B", d.Ends.B
		}
		switch end.Winner {
		case 0:
			return board + " none"
		case f.Record.Match.SlotOf("W" + board):
			return board + " W"
		}
		return board + " B"
	case d.Restore:
		return "card"
	}
	return string(d.Outcome)
}

// withoutRulings is the score of the match once no ruling of this card says anything
// about it: as it stands, where something else counts.
func withoutRulings(w text.Words, f dispute.WholeIncident) string {
	now := f.Record.Match.Result
	if now == nil || now.RulingID == nil || !slices.ContainsFunc(f.Rulings, func(r dispute.Ruling) bool { return r.RulingID == *now.RulingID }) {
		return score(w, now)
	}
	if now.Replaces == nil {
		return score(w, (*tournament.ResultReport)(nil))
	}
	return w.Say("as before the ruling")
}
