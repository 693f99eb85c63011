package tournament

import (
	"errors"
	"fmt"
	"slices"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/pairing"
	"github.com/tandemchess/tandem/internal/phrase"
)

// draftRotating draws a round of rotating partners: every player with a partner
// of this round, from the rounds before. Tables set by hand stand and the others
// are drawn around them.
func draftRotating(b *SectionBook, in *PairingInput, fixed []DraftTable) (*Draft, error) {
	round := in.Tournament.Round
	held := map[int64]bool{}
	for _, t := range fixed {
		for _, id := range t.Entries() {
			held[id] = true
		}
	}
	var players []pairing.SinglePlayer
	free := 0
	for _, p := range in.Tournament.Participants {
		if p.Arrival <= round {
			absent := held[in.team[p.Number]] || !in.plays(p)
			players = append(players, pairing.SinglePlayer{Number: p.Number, Absent: absent})
			if !absent {
				free++
			}
		}
	}
	drawn := &pairing.RotatingRound{}
	if free >= 4 || len(fixed) == 0 {
		var err error
		if drawn, err = pairing.PairRotating(players, rotatingPast(b, in), in.Tournament.Forbidden); err != nil {
			if wrong := (*pairing.InputError)(nil); errors.As(err, &wrong) {
				return nil, fault.Wrap(fault.Conflict, err, "Round %d cannot be drawn: %s.", round, wrong.What)
			}
			return nil, fmt.Errorf("draw round %d: %w", round, err)
		}
	} else {
		for _, p := range players {
			if !p.Absent {
				drawn.Out = append(drawn.Out, p.Number)
			}
		}
	}
	return rotatingDraft(b, in, drawn, fixed), nil
}

// rotatingPast are the published rounds before, by number.
func rotatingPast(b *SectionBook, in *PairingInput) []pairing.RotatingRound {
	past := make([]pairing.RotatingRound, 0, in.Tournament.Round-1)
	for r := 1; r < in.Tournament.Round; r++ {
		var round pairing.RotatingRound
		for _, p := range b.Round(r).Pairings {
			if p.Bye != nil {
				if *p.Bye == ByePairing {
					round.Out = append(round.Out, in.number[p.TeamID(1)])
				}
				continue
			}
			one, two := p.InSlot(whiteSlot(p)), p.InSlot(3-whiteSlot(p))
			if len(one) == 2 && len(two) == 2 {
				round.Tables = append(round.Tables, pairing.Table{
					WhiteA: in.number[one[0]], BlackB: in.number[one[1]], BlackA: in.number[two[0]], WhiteB: in.number[two[1]],
				})
			}
		}
		past = append(past, round)
	}
	return past
}

// rotatingDraft lays a drawn round out: tables by hand at their numbers, the
// others on those left.
func rotatingDraft(b *SectionBook, in *PairingInput, drawn *pairing.RotatingRound, fixed []DraftTable) *Draft {
	d := &Draft{RoundNo: in.Tournament.Round, Basis: in.Basis, Tables: slices.Clone(fixed)}
	points := in.points()
	seat := func(number int) DraftSeat { return DraftSeat{in.team[number], points[in.team[number]]} }
	times := partnerships(b, in.Tournament.Round)
	table := b.Section.FirstTable
	for _, t := range drawn.Tables {
		for d.AtTable(table) >= 0 {
			table++
		}
		d.Tables = append(d.Tables, DraftTable{
			Table: table, First: seat(t.WhiteA), FirstPartner: seat(t.BlackB), Second: seat(t.BlackA), SecondPartner: seat(t.WhiteB),
			PairingReasons: pairingReasons(partnerReason(b, times, in.team[t.WhiteA], in.team[t.BlackB]), partnerReason(b, times, in.team[t.BlackA], in.team[t.WhiteB])),
		})
	}
	slices.SortFunc(d.Tables, func(x, y DraftTable) int { return x.Table - y.Table })
	for _, number := range drawn.Out {
		why := phrase.Of("Sits out: fewest rounds out so far, and the turn in the circle.")
		d.Byes = append(d.Byes, DraftBye{DraftSeat: seat(number), Kind: ByePairing, Award: b.Section.ByePoints, Reason: why.String(), Said: why})
	}
	d.follow(b, in)
	return d
}

// partnerships counts how often two players were partners before a round.
func partnerships(b *SectionBook, before int) map[[2]int64]int {
	times := map[[2]int64]int{}
	for _, r := range b.Rounds {
		if !r.Public() || r.RoundNo >= before {
			continue
		}
		for _, p := range r.Pairings {
			for slot := 1; slot <= 2; slot++ {
				if side := p.InSlot(slot); len(side) == 2 {
					times[meeting(side[0], side[1])]++
				}
			}
		}
	}
	return times
}

func partnerReason(b *SectionBook, times map[[2]int64]int, one, other int64) phrase.Sentence {
	both := joinNames(b, []int64{one, other})
	switch n := times[meeting(one, other)]; n {
	case 0:
		return phrase.Of("%s are partners for the first time.", both)
	case 1:
		return phrase.Of("%s were partners once before.", both)
	default:
		return phrase.Of("%s were partners %d times before.", both, n)
	}
}

// rotatingProblems are the rules a draft of rotating partners breaks.
func rotatingProblems(b *SectionBook, in *PairingInput, d *Draft) []Problem {
	var problems []Problem
	note := func(severity Severity, rule pairing.Rule, table int, said phrase.Sentence, teams ...int64) {
		p := problem(severity, rule, said, teams...)
		p.Table = table
		problems = append(problems, p)
	}
	seen := map[int64]bool{}
	times := partnerships(b, d.RoundNo)
	for _, t := range d.Tables {
		for _, id := range t.Entries() {
			if seen[id] {
				note(Blocks, pairing.RuleBoth, t.Table, phrase.Of("%s sits in two places.", b.Team(id).Name), id)
			}
			seen[id] = true
			if i := in.index(id); i < 0 || !in.plays(in.Tournament.Participants[i]) {
				note(Blocks, pairing.RuleAbsent, t.Table, phrase.Of("%s has a seat but does not play this round. Make the draft again, or change it on the page Teams.", b.Team(id).Name), id)
			}
		}
		if t.By != "" {
			for _, side := range [][2]int64{{t.First.TeamID, t.FirstPartner.TeamID}, {t.Second.TeamID, t.SecondPartner.TeamID}} {
				if times[meeting(side[0], side[1])] > 0 {
					note(Wish, pairing.RuleRepeat, t.Table, partnerReason(b, times, side[0], side[1]), side[:]...)
				}
			}
		}
		for _, f := range b.Apart {
			if !opposed(b, t, f) || d.RoundNo < f.FirstRound || d.RoundNo > f.LastRound {
				continue
			}
			severity := Wish
			if f.Hard {
				severity = Sign
			}
			both := []int64{f.TeamID, f.OtherID}
			said := phrase.Of("%s must not meet.", joinNames(b, both))
			if f.Reason != "" {
				said = phrase.Of("%s must not meet (%s).", joinNames(b, both), f.Reason)
			}
			note(severity, pairing.RuleForbidden, t.Table, said, both...)
		}
	}
	for _, p := range in.Tournament.Participants {
		if id := in.team[p.Number]; in.plays(p) && !seen[id] && !d.hasBye([]int64{id}) {
			note(Blocks, pairing.RuleUnpaired, 0, phrase.Of("%s has no seat and does not sit out. Make the draft again.", b.Team(id).Name), id)
		}
	}
	return problems
}

// opposed reports whether the two of a prohibition sit on different sides.
func opposed(b *SectionBook, t DraftTable, f ForbiddenPair) bool {
	one := []int64{t.First.TeamID, t.FirstPartner.TeamID}
	two := []int64{t.Second.TeamID, t.SecondPartner.TeamID}
	return slices.Contains(one, f.TeamID) && slices.Contains(two, f.OtherID) || slices.Contains(one, f.OtherID) && slices.Contains(two, f.TeamID)
}

// index finds a team among the participants.
func (in *PairingInput) index(teamID int64) int {
	number := in.number[teamID]
	return slices.IndexFunc(in.Tournament.Participants, func(p pairing.Participant) bool { return p.Number == number })
}
