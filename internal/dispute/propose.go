package dispute

import (
	"slices"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/livegame"
	"github.com/tandemchess/tandem/internal/phrase"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/ruling"
	"github.com/tandemchess/tandem/internal/tournament"
)

// Proposal is what the section's rulebook answers to the facts of a card.
type Proposal struct {
	Incident ruling.Incident
	Ruling   ruling.Ruling
	Outcome  tournament.Outcome // empty while the match goes on
	Ends     livegame.Ends
	Missing  []fault.Clause // why the rulebook cannot answer yet, see [Facts.Missing]
}

// Propose asks the rulings engine. The answer is a proposal; an official signs.
func (f *WholeIncident) Propose() (Proposal, error) {
	facts := FactsOf(f.Incident)
	if missing := facts.Missing(f.Section); len(missing) > 0 {
		return facts.unanswered(missing), nil
	}
	in, err := facts.Incident(f.Section, earlier(f))
	if err != nil {
		return Proposal{}, err
	}
	answer, err := ruling.Rule(in)
	if err != nil {
		return Proposal{}, fault.Wrap(fault.Invalid, err, "The facts do not make a case yet: %s.", err)
	}
	if answer.NoAct {
		p := facts.unanswered([]fault.Clause{noAct})
		p.Ruling.Explain, p.Ruling.Articles = answer.Explain, answer.Articles
		return p, nil
	}
	p := Proposal{Incident: in, Ruling: answer}
	if f.Record != nil {
		p.Outcome, p.Ends = inSlots(f.Record.Match, answer)
	}
	return p, nil
}

// Headline is the proposal as one sentence with the teams' names.
func (f *WholeIncident) Headline(p Proposal) phrase.Sentence {
	switch {
	case len(p.Missing) > 0:
		return phrase.Of("Facts are missing. Complete the card, or decide yourself.")
	case f.Record == nil && p.Ruling.Verdict == rulebook.None:
		return phrase.Of("No claim that a rulebook answers: decide as your reason says.")
	case f.Record == nil:
		return p.Ruling.Explain
	case p.Ruling.Lacks != 0:
		return ruling.SayLacks(p.Ruling.Lacks)
	case p.Outcome != "":
		return phrase.Of("Match %d: %s.", f.Record.Match.MatchNo, p.Outcome.Said(f.Record.Teams, false, p.Ends))
	}
	return verdictSentences[p.Ruling.Verdict]
}

var verdictSentences = map[rulebook.Verdict]phrase.Sentence{
	rulebook.Upheld: phrase.Of("The claim is upheld; play goes on."), rulebook.Denied: phrase.Of("The claim is denied; play goes on."),
	rulebook.Discretion: phrase.Of("The rulebook leaves this to the official."), rulebook.None: phrase.Of("Nothing is claimed; play goes on."),
}

// Named puts the players' names into a sentence of the rulings engine, which
// knows only colours and boards.
func (f *WholeIncident) Named(s phrase.Sayable) Named {
	return Named{s, func(seat bughouse.Seat) (string, bool) {
		player, ok := f.PlayerAt(seat.String())
		return player.Name(), ok
	}}
}

// Named is a sentence of the rulings engine with the players' names for their seats.
type Named struct {
	phrase.Sayable
	Who func(bughouse.Seat) (name string, ok bool)
}

// String is the sentence in English.
func (n Named) String() string { return n.In(phrase.English) }

// In is the sentence as say puts it.
func (n Named) In(say phrase.Say) string {
	return n.Sayable.In(func(format string, parts ...any) string {
		seat := slices.Index(ruling.SeatWords[:], phrase.Word(format))
		if seat < 0 {
			return say(format, parts...)
		}
		if name, ok := n.Who(bughouse.Seat(seat)); ok {
			return name + " (" + bughouse.Seat(seat).String() + ")"
		}
		return say(format)
	})
}

// OutcomeOf is the match of a ruling in the pairing's teams, empty while it goes on.
func OutcomeOf(m tournament.Match, match string) tournament.Outcome {
	switch match {
	case "T1", "W":
		return winnerOf(m.Side1Slot)
	case "T2", "B":
		return winnerOf(3 - m.Side1Slot)
	case "draw":
		return tournament.Drawn
	case "double-loss":
		return tournament.DoubleLoss
	}
	return ""
}

// inSlots turns a ruling about sides and colours into the pairing's teams.
func inSlots(m tournament.Match, r ruling.Ruling) (tournament.Outcome, livegame.Ends) {
	outcome := OutcomeOf(m, r.Match)
	var ends livegame.Ends
	if r.Lacks != 0 {
		return outcome, ends // no board plays on, and none is decided
	}
	for i, end := range []*livegame.BoardEnd{&ends.A, &ends.B} {
		g := r.Games[i]
		if !g.Ended {
			continue
		}
		end.Reason = g.Reason
		switch g.Winner {
		case ruling.WhiteWins:
			end.Winner = m.SlotOf("W" + string("AB"[i]))
		case ruling.BlackWins:
			end.Winner = m.SlotOf("B" + string("AB"[i]))
		}
	}
	if ends.A.Reason != "" && ends.B.Reason != "" {
		ends.Order = orders[r.Order]
	}
	return outcome, ends
}

// orders are the orders of two ends in the words of results.
var orders = map[rulebook.Order]livegame.Order{
	rulebook.AFirst: livegame.AEarlier, rulebook.BFirst: livegame.BEarlier, rulebook.AtOnce: livegame.SameTime,
}

func winnerOf(slot int) tournament.Outcome {
	if slot == 1 {
		return tournament.FirstWins
	}
	return tournament.SecondWins
}

// infraction is the offence a ruling found and who committed it.
type infraction struct {
	offence string
	seat    bughouse.Seat
}

// infractionOf reads out of an upheld claim what goes into the register: the
// conduct ladder it climbed, or the illegal move it punished.
func infractionOf(p Proposal) (infraction, bool) {
	claim := p.Incident.Claim
	if claim == nil || p.Ruling.Verdict == rulebook.Denied || p.Ruling.Verdict == rulebook.None {
		return infraction{}, false
	}
	seat := claim.By.Opponent()
	if claim.Named {
		named, ok := claim.Against.Seat()
		if !ok {
			return infraction{}, false
		}
		seat = named
	}
	if claim.Kind == rulebook.ClaimIllegalMove {
		return infraction{"illegal-move", seat}, true
	}
	for _, step := range p.Ruling.Reasons {
		if step.IsRule && step.Setting.IsLadder() {
			return infraction{step.Setting.PriorLadder(), seat}, true
		}
	}
	return infraction{}, false
}
