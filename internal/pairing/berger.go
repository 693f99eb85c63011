package pairing

import (
	"slices"

	"github.com/tandemchess/tandem/internal/phrase"
)

// RoundRobinOptions are the settings of a round robin.
type RoundRobinOptions struct {
	// Double plays a second cycle with colours reversed.
	Double bool
	// KeepLastRounds leaves the last two rounds of a double round robin's first
	// cycle in their order. By default they are swapped, as FIDE advises, so that
	// nobody has the same colour three times running where the cycles meet.
	KeepLastRounds bool
	// Groups are played side by side, each a round robin of its own. The numbers of
	// a group are in the order of their places in the table. Without groups all
	// participants play each other, placed by number.
	Groups [][]int
}

// BergerRound is one round of the Berger table for places 1..n (C.05 annex): a
// place meets the other one of its pair, White first. With an odd n the place
// without an opponent has 0 on the other side. Rounds count from 1 to n-1, or to n
// with an odd n.
func BergerRound(n, round int) [][2]int {
	even := n + n%2
	last, wrap := even, even-1
	var pairs [][2]int
	var p int
	if round%2 == 1 {
		p = (round + 1) / 2
		pairs = append(pairs, [2]int{p, last})
	} else {
		p = even/2 + round/2
		pairs = append(pairs, [2]int{last, p})
	}
	place := func(x int) int { return (x-1+wrap)%wrap + 1 }
	for k := 1; k < even/2; k++ {
		pairs = append(pairs, [2]int{place(p + k), place(p - k)})
	}
	if n < even {
		pairs = append(pairs[1:], [2]int{p, 0})
	}
	return pairs
}

// RoundRobinRounds is the number of rounds n participants need.
func RoundRobinRounds(n int, o RoundRobinOptions) int {
	rounds := n + n%2 - 1
	if o.Double {
		rounds *= 2
	}
	return max(rounds, 0)
}

// pairRoundRobin pairs a round by the Berger tables. The opponent of somebody who
// is absent is free in that round; in a round robin nobody is moved.
func pairRoundRobin(t *Tournament) (*Draft, error) {
	f, err := newField(RoundRobin, t, t.softWishes())
	if err != nil {
		return nil, err
	}
	groups := t.RoundRobin.Groups
	if len(groups) == 0 {
		all := make([]int, len(f.all))
		for i := range f.all {
			all[i] = f.all[i].number
		}
		groups = [][]int{all}
	}
	d := &Draft{Round: t.Round, Byes: f.byes()}
	placed := make(map[int]bool, len(f.all))
	var free []Pair
	for _, group := range groups {
		for _, number := range group {
			if _, ok := f.place(number); !ok {
				return nil, &InputError{Number: number, What: "is in a group but does not take part"}
			}
			if placed[number] {
				return nil, &InputError{Number: number, What: "is in two places of the groups"}
			}
			placed[number] = true
		}
		for _, p := range groupRound(group, t.Round, t.RoundRobin) {
			switch white, black := f.present(p.White), f.present(p.Black); {
			case white && black:
				d.Pairs = append(d.Pairs, p)
			case white:
				free = append(free, Pair{White: p.White, Missing: p.Black, Plan: p.Plan})
			case black:
				free = append(free, Pair{White: p.Black, Missing: p.White, Plan: p.Plan})
			}
		}
	}
	for i := range f.all {
		if e := &f.all[i]; !placed[e.number] {
			return nil, &InputError{Number: e.number, What: "is in no group"}
		}
	}
	d.Pairs = append(d.Pairs, free...)
	return d, nil
}

func (f *field) present(number int) bool {
	i, ok := f.place(number)
	return ok && !f.all[i].absent
}

// groupRound is one round of one group; no pairs when its rounds are over.
func groupRound(group []int, round int, o RoundRobinOptions) []Pair {
	n := len(group)
	if n < 2 || round > RoundRobinRounds(n, o) {
		return nil
	}
	cycle := n + n%2 - 1
	reversed := round > cycle
	table := round
	if reversed {
		table -= cycle
	} else if o.Double && !o.KeepLastRounds && cycle > 2 && round >= cycle-1 {
		table = 2*cycle - 1 - round
	}
	plan := phrase.Of("Berger table, %d places, round %d", n+n%2, table)
	if reversed {
		plan = phrase.Of("Berger table, %d places, round %d, colours reversed", n+n%2, table)
	}
	var pairs []Pair
	for _, p := range BergerRound(n, table) {
		pair := Pair{White: group[p[0]-1], Plan: plan}
		if p[1] > 0 {
			pair.Black = group[p[1]-1]
			if reversed {
				pair.White, pair.Black = pair.Black, pair.White
			}
		}
		pairs = append(pairs, pair)
	}
	return pairs
}

// SnakeGroups deals participants, given by strength, into count groups of nearly
// equal strength: 1 2 3 | 6 5 4 | 7 8 9 ...
func SnakeGroups(numbers []int, count int) [][]int {
	if count < 1 {
		return nil
	}
	groups := make([][]int, count)
	for i, number := range numbers {
		g := i % count
		if i/count%2 == 1 {
			g = count - 1 - g
		}
		groups[g] = append(groups[g], number)
	}
	return slices.DeleteFunc(groups, func(g []int) bool { return len(g) == 0 })
}
