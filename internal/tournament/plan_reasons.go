package tournament

import (
	"slices"

	"github.com/tandemchess/tandem/internal/pairing"
	"github.com/tandemchess/tandem/internal/phrase"
)

// groupOf is the group of a team, nil when it is in none.
func groupOf(groups []Group, teamID int64) *Group {
	for i := range groups {
		if slices.Contains(groups[i].Teams, teamID) {
			return &groups[i]
		}
	}
	return nil
}

// aloneInGroup is the group of a team that has no opponent as nobody else is in it, nil for none.
func aloneInGroup(b *SectionBook, in *PairingInput, v pairing.Violation) *Group {
	if v.Rule != pairing.RuleUnpaired || !b.Section.InGroups() {
		return nil
	}
	if g := groupOf(b.Groups(), in.team[v.Numbers[0]]); g != nil && len(g.Teams) == 1 {
		return g
	}
	return nil
}

// groupReason tells where a pair of a round robin comes from.
func groupReason(b *SectionBook, in *PairingInput, p pairing.Pair) phrase.Sentence {
	g := groupOf(b.Groups(), in.team[p.White])
	switch inGroup := g != nil && b.Section.InGroups(); {
	case inGroup && p.Missing != 0:
		return phrase.Of("Group %s, would have met %s, who does not play this round: %s.", g.Letter, b.Team(in.team[p.Missing]).Name, p.Plan)
	case p.Missing != 0:
		return phrase.Of("Would have met %s, who does not play this round: %s.", b.Team(in.team[p.Missing]).Name, p.Plan)
	case inGroup && p.IsBye():
		return phrase.Of("Group %s, no opponent in this round: %s.", g.Letter, p.Plan)
	case inGroup:
		return phrase.Of("Group %s, %s.", g.Letter, p.Plan)
	case p.IsBye():
		return phrase.Of("No opponent in this round: %s.", p.Plan)
	}
	return phrase.Of("%s.", p.Plan)
}

// bracketReason tells where a pair of a knockout comes from.
func bracketReason(in *PairingInput, p pairing.Pair) phrase.Sentence {
	one := in.bracket.seed[in.team[p.White]]
	if p.IsBye() {
		return phrase.Of("Seed %d goes through, or waits, without a match.", one)
	}
	return phrase.Of("%s: seed %d against seed %d.", p.Plan, one, in.bracket.seed[in.team[p.Black]])
}

// groupProblems are the tables of a draft that the tables of the groups do not
// have.
func groupProblems(b *SectionBook, in *PairingInput, d *Draft) []Problem {
	groups := b.Groups()
	met := map[[2]int64]int{}
	for r := 1; r < d.RoundNo; r++ {
		for _, p := range b.Round(r).Pairings {
			if p.Bye == nil {
				met[meeting(p.TeamID(1), p.TeamID(2))]++
			}
		}
	}
	planned := map[[2]int64]bool{}
	if plan, err := pairing.PairRound(pairing.RoundRobin, in.Tournament); err == nil {
		for _, p := range plan.Pairs {
			planned[meeting(in.team[p.White], in.team[p.Black])] = true
		}
	}
	var problems []Problem
	for _, t := range d.Tables {
		one, other := t.First.TeamID, t.Second.TeamID
		if !t.Full() || planned[meeting(one, other)] {
			continue
		}
		both := joinNames(b, []int64{one, other})
		p := problem(Wish, ruleTable, phrase.Of("%s meet in another round of the table.", both), one, other)
		switch g := groupOf(groups, one); {
		case g == nil || !slices.Contains(g.Teams, other):
			p = problem(Blocks, ruleTable, phrase.Of("%s are not in the same group.", both), one, other)
		case met[meeting(one, other)] >= b.Section.Cycles():
			p = problem(Sign, pairing.RuleRepeat, phrase.Of("%s have already met as often as the table wants.", both), one, other)
		}
		p.Table = t.Table
		problems = append(problems, p)
	}
	return problems
}
