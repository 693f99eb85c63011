package tournament

import (
	"cmp"
	"slices"

	"github.com/tandemchess/tandem/internal/pairing"
	"github.com/tandemchess/tandem/internal/phrase"
)

// Group is a round robin inside a section.
type Group struct {
	Letter string  // A, B, … Z, AA
	Teams  []int64 // in the order of their places in the Berger table
}

// entrants are the teams that a plan (groups or a bracket) is made for, by
// number: those of round 1 as it was published, before that those that take
// part in it now. A plan stands once it is published, so late entries are in none.
func entrants(b *SectionBook) []int64 {
	numbers := b.Numbers(1)
	var ids []int64
	if first := b.Round(1); first != nil && first.Public() {
		numbers = b.Numbers(2)
		for _, p := range first.Pairings {
			if p.Bye != nil && b.Team(p.TeamID(1)).ArrivesRound > 1 {
				continue // it scores for a round that it missed
			}
			ids = append(append(ids, p.InSlot(1)...), p.InSlot(2)...)
		}
	} else {
		for _, t := range b.Teams {
			if t.ArrivesRound <= 1 && !t.LeftBy(1) {
				ids = append(ids, t.TeamID)
			}
		}
	}
	slices.SortFunc(ids, func(x, y int64) int { return cmp.Compare(numbers[x], numbers[y]) })
	return ids
}

// Groups deals the teams of a round robin into its groups by strength, first to
// last and back again; a team that was put into a group by hand sits there
// instead, and nobody else moves for it. Teams that came after round 1 and were
// given a free place follow in their group. A section without groups is one
// group; other systems have none.
func (b *SectionBook) Groups() []Group {
	if !b.Section.System.Robin() {
		return nil
	}
	ids := entrants(b)
	count := max(1, b.Section.GroupCount)
	places := make([]int, len(ids))
	for i := range places {
		places[i] = i
	}
	dealt := make(map[int64]int, len(ids))
	for group, members := range pairing.SnakeGroups(places, count) {
		for _, place := range members {
			dealt[ids[place]] = group
		}
	}
	groups := make([]Group, count)
	for i := range groups {
		groups[i].Letter = groupLetter(i)
	}
	for _, id := range append(ids, latecomers(b, ids)...) {
		group := dealt[id]
		if by := b.Team(id).GroupNo; by != nil && *by <= count {
			group = *by - 1
		}
		groups[group].Teams = append(groups[group].Teams, id)
	}
	return groups
}

// latecomers are the teams that have a place in a group without having been in
// round 1, in the order in which they came.
func latecomers(b *SectionBook, entrants []int64) []int64 {
	if first := b.Round(1); first == nil || !first.Public() {
		return nil
	}
	var ids []int64
	for _, t := range b.Teams {
		if t.GroupNo != nil && *t.GroupNo <= max(1, b.Section.GroupCount) && !slices.Contains(entrants, t.TeamID) {
			ids = append(ids, t.TeamID)
		}
	}
	slices.Sort(ids)
	return ids
}

// Ungrouped are the teams that came after round 1 and have no place in a group
// yet: nobody meets them.
func (b *SectionBook) Ungrouped() []Team {
	if !b.Section.System.Robin() {
		return nil
	}
	groups := b.Groups()
	var teams []Team
	for _, t := range b.Teams {
		if t.LeavesRound == nil && groupOf(groups, t.TeamID) == nil {
			teams = append(teams, t)
		}
	}
	return teams
}

// Placeless reports whether a team plays no round as things stand, because the bracket or the
// tables of the groups were made without it: it came after round 1.
func Placeless(b *SectionBook, teamID int64) bool {
	switch {
	case b.Current() == nil:
		return false
	case b.Section.System == Knockout:
		return !slices.Contains(entrants(b), teamID)
	case b.Section.System.Robin():
		return groupOf(b.Groups(), teamID) == nil
	}
	return false
}

func groupLetter(i int) string {
	letter := string(rune('A' + i%26))
	if i >= 26 {
		return groupLetter(i/26-1) + letter
	}
	return letter
}

// InGroups reports whether the section has a table per group.
func (s Section) InGroups() bool {
	return s.System == GroupsKnockout || s.SideBySide() > 1
}

// groupRounds is how many rounds the longest group takes.
func groupRounds(b *SectionBook, groups []Group) int {
	rounds := 0
	for _, g := range groups {
		rounds = max(rounds, pairing.RoundRobinRounds(len(g.Teams), pairing.RoundRobinOptions{Double: b.Section.Cycles() == 2}))
	}
	return rounds
}

// PlannedRounds is how many rounds the system needs for the teams there are; 0
// where any number will do.
func (b *SectionBook) PlannedRounds() int {
	switch {
	case b.Section.System == GroupsKnockout:
		return groupRounds(b, b.Groups()) + bracketRounds(bracketSize(b), b.Section.stages())
	case b.Section.System.Robin():
		return groupRounds(b, b.Groups())
	case b.Section.System == Knockout:
		return bracketRounds(bracketSize(b), b.Section.stages())
	}
	return 0
}

// RoundsAdvice says what to set before round 1 is out where the teams that are there need
// another number of rounds than the section has.
func RoundsAdvice(b *SectionBook) (said phrase.Sentence, needed bool) {
	planned := b.PlannedRounds()
	if planned == 0 || planned == b.Section.Rounds || b.NextRound() > 1 {
		return said, false
	}
	return phrase.Of("These teams need %d rounds, the section has %d. Set the number of rounds in the set-up.", planned, b.Section.Rounds), true
}

// bracketSize is how many teams the bracket of the section begins with.
func bracketSize(b *SectionBook) int {
	if b.Section.System != GroupsKnockout {
		return len(entrants(b))
	}
	size := 0
	for _, g := range b.Groups() {
		size += min(b.Section.Advance, len(g.Teams))
	}
	return size
}

// LastRound is the last round that is played: the section's last one, or an earlier one
// after which the system has nothing left to pair.
func (b *SectionBook) LastRound() int {
	last := b.Section.Rounds
	if planned := b.PlannedRounds(); planned > 0 {
		last = min(last, planned)
	}
	if r := b.Current(); r != nil {
		last = max(last, r.RoundNo)
	}
	return last
}

// bracketRounds plays a bracket through on paper and counts its rounds.
func bracketRounds(size int, o pairing.KnockoutOptions) int {
	seeds := make([]int, size)
	for i := range seeds {
		seeds[i] = i + 1
	}
	k, err := pairing.NewKnockout(seeds, o)
	if err != nil {
		return 0 // fewer than two teams
	}
	rounds := 0
	for ready := k.Ready(); len(ready) > 0; ready = k.Ready() {
		rounds++
		for _, tie := range ready {
			winner, _, _ := k.Slots(tie.ID)
			if k.Win(tie.ID, winner) != nil {
				return rounds
			}
		}
	}
	return rounds
}

// GroupLetter is the group of a team, empty when it is in none.
func (b *SectionBook) GroupLetter(teamID int64) string {
	if g := groupOf(b.Groups(), teamID); g != nil {
		return g.Letter
	}
	return ""
}

// GroupStage reports whether a round is played by the tables of the groups.
func (b *SectionBook) GroupStage(round int) bool {
	switch b.Section.System {
	case RoundRobin, DoubleRoundRobin:
		return true
	case GroupsKnockout:
		return round <= groupRounds(b, b.Groups())
	}
	return false
}

// setGroups prepares the pairing of a round of the groups: their teams by
// number, and nobody else. A group whose rounds are over rests while longer ones
// play on.
func setGroups(b *SectionBook, in *PairingInput) {
	grouped := map[int]bool{}
	for _, g := range b.Groups() {
		if in.Tournament.Round > groupRounds(b, []Group{g}) {
			continue
		}
		var numbers []int
		for _, id := range g.Teams {
			numbers = append(numbers, in.number[id])
			grouped[in.number[id]] = true
		}
		in.Tournament.RoundRobin.Groups = append(in.Tournament.RoundRobin.Groups, numbers)
	}
	in.Tournament.Participants = slices.DeleteFunc(in.Tournament.Participants, func(p pairing.Participant) bool { return !grouped[p.Number] })
}

// SideBySide is how many tables of the section stand for good, each with its own places; 1 for
// one table, and for groups that end in a bracket.
func (s Section) SideBySide() int { return sideBySide(s.System, s.GroupCount) }

func sideBySide(system System, groups int) int {
	if system.Robin() && !system.Bracket() {
		return max(groups, 1)
	}
	return 1
}
