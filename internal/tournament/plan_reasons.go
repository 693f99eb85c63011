package tournament

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tandemchess/tandem/internal/pairing"
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

// groupReason tells where a pair of a round robin comes from.
func groupReason(b *SectionBook, in *PairingInput, p pairing.Pair) string {
	where := ""
	if g := groupOf(b.Groups(), in.team[p.White]); g != nil && b.Section.InGroups() {
		where = "Group " + g.Letter + ", "
	}
	rule := p.ColourRule + "."
	if p.IsBye() {
		return upperFirst(where+"no opponent in this round: ") + rule
	}
	return upperFirst(where + rule)
}

func upperFirst(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// bracketReason tells where a pair of a knockout comes from.
func bracketReason(b *SectionBook, in *PairingInput, p pairing.Pair) string {
	one := in.bracket.seed[in.team[p.White]]
	if p.IsBye() {
		return fmt.Sprintf("Seed %d goes through, or waits, without a match.", one)
	}
	return fmt.Sprintf("%s: seed %d against seed %d.", p.ColourRule, one, in.bracket.seed[in.team[p.Black]])
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
		p := Problem{Teams: []int64{one, other}, Table: t.Table, Rule: "table", Severity: Wish}
		both := b.Team(one).Name + " and " + b.Team(other).Name
		switch g := groupOf(groups, one); {
		case g == nil || !slices.Contains(g.Teams, other):
			p.Severity, p.Sentence = Blocks, both+" are not in the same group."
		case met[meeting(one, other)] >= b.Section.Cycles():
			p.Severity, p.Rule, p.Sentence = Sign, string(pairing.RuleRepeat), both+" have already met as often as the table wants."
		default:
			p.Sentence = both + " meet in another round of the table."
		}
		problems = append(problems, p)
	}
	return problems
}
