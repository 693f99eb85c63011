package pairing

import "slices"

// upfloaters chooses who joins the residents of the top scoregroup: first by
// trying small sets in the order of the criteria, which is quick wherever few
// upfloaters are needed, else by the exact search.
func (s *swissRound) upfloaters(residents []int) ([]int, []Criterion) {
	c := &floatChoice{s: s, residents: residents, lower: s.left[len(residents):]}
	c.tests = mostTests * smallField * smallField / max(smallField*smallField, len(s.left)*len(s.left))
	// Each resident left over by a maximum matching of the residents needs an
	// upfloater, and each lower team left over by one of the lower teams must be one.
	c.k = max(s.unmatched(residents), s.unmatched(c.lower))
	if c.k == 0 {
		return nil, []Criterion{{"C4", 0}}
	}
	if s.mode == usualMode && c.k <= mostTried && c.search() {
		return c.best, []Criterion{{"C4", c.k}, {"C6", c.bestC6}, {"C7", c.bestC7}}
	}
	s.draft.Work.Searches++
	return s.exactUpfloaters(residents, c.k)
}

const (
	// mostTried is the largest number of upfloaters found by trying sets.
	mostTried = 3
	// mostTests matchings of smallField teams are spent on it before the exact search
	// is the cheaper way; of larger fields fewer, since each takes longer.
	mostTests  = 3000
	smallField = 300
)

// floatChoice tries sets of k upfloaters, k being a lower bound of C4, in the
// order of C5: score by score from the best distribution on. The first
// distribution with a possible set holds the answer, because C4 and C5 then have
// the least values there are; within it C6, C7 and the order of the set decide.
type floatChoice struct {
	s                *swissRound
	residents, lower []int
	k                int
	groups           [][]int // lower scoregroups
	taken            []int   // distribution tried: upfloaters from each group
	set              []int
	best             []int
	bestC6, bestC7   int
	floorC6          int  // no set of the distribution has a smaller C6
	steady           bool // the first pass: only teams that did not float
	tests            int  // matchings left before giving up
}

// search reports whether the answer is in best; false means undecided.
func (c *floatChoice) search() bool {
	for i := 0; i < len(c.lower); {
		j := i + 1
		for j < len(c.lower) && c.s.all[c.lower[j]].pairing == c.s.all[c.lower[i]].pairing {
			j++
		}
		c.groups = append(c.groups, c.lower[i:j])
		i = j
	}
	c.taken = make([]int, len(c.groups))
	return c.distribute(len(c.groups)-1, c.k) && c.best != nil && c.tests > 0
}

// distribute runs through the distributions of n upfloaters over the groups up
// to last in the order of C5, lowest scores first: the lowest group used is as
// high as possible, then the second lowest. It stops when one has a set.
func (c *floatChoice) distribute(last, n int) bool {
	if n == 0 {
		c.try()
		return c.best != nil || c.tests <= 0
	}
	for g := 0; g <= last; g++ {
		if c.taken[g] == len(c.groups[g]) {
			continue
		}
		c.taken[g]++
		done := c.distribute(g, n-1)
		c.taken[g]--
		if done {
			return true
		}
	}
	return false
}

// try looks for the best set of the distribution.
func (c *floatChoice) try() {
	c.floorC6 = c.leastC6()
	for _, steady := range []bool{true, false} {
		c.steady, c.set = steady, c.set[:0]
		if c.best == nil || c.bestC6 > c.floorC6 || c.bestC7 > 0 {
			c.pick(0, 0, 0)
		}
		if !c.s.floatsCount() {
			return
		}
	}
}

// pick extends the set from position at of group g on; n of this group are in.
// It reports whether nothing better can follow.
func (c *floatChoice) pick(g, at, n int) bool {
	for g < len(c.groups) && n == c.taken[g] {
		g, at, n = g+1, 0, 0
	}
	if g == len(c.groups) {
		return c.judge()
	}
	group := c.groups[g]
	for i := at; i <= len(group)-(c.taken[g]-n); i++ {
		if c.steady && c.s.floatsCount() && c.s.floated(group[i]) {
			continue
		}
		c.set = append(c.set, group[i])
		if c.hopeful() && c.pick(g, i+1, n+1) {
			return true
		}
		c.set = c.set[:len(c.set)-1]
		if c.tests <= 0 {
			return true
		}
	}
	return false
}

// hopeful reports whether the teams still to be added can complete the bracket
// and relieve the rest; for a full set this is the condition itself.
func (c *floatChoice) hopeful() bool {
	missing := c.k - len(c.set)
	return c.unmatched(c.residents, c.set, nil) <= missing && c.unmatched(c.lower, nil, c.set) <= missing
}

// judge weighs a possible set and reports whether it cannot be beaten.
func (c *floatChoice) judge() bool {
	c6, c7 := c.nextExcess(), 0
	if c.s.floatsCount() {
		for _, u := range c.set {
			if c.s.floated(u) {
				c7++
			}
		}
	}
	if c.tests <= 0 {
		return true
	}
	if c.best == nil || c6 < c.bestC6 || c6 == c.bestC6 && c7 < c.bestC7 {
		c.best, c.bestC6, c.bestC7 = slices.Clone(c.set), c6, c7
	}
	if c.best != nil && c.bestC6 == c6 && c.bestC7 == c7 && slices.Equal(c.best, c.set) {
		return c6 == c.floorC6 && c7 == 0
	}
	return false
}

// unmatched is the deficiency of base with some added and some taken away.
func (c *floatChoice) unmatched(base, added, removed []int) int {
	n := len(base) + len(added) - len(removed)
	if c.s.plenty(n) {
		c.s.draft.Work.Certificates++
		return n % 2
	}
	c.tests--
	return c.s.unmatched(append(without(base, removed), added...))
}

// leastC6 is a lower bound of C6 within the distribution, exact where the next
// scoregroup is large.
func (c *floatChoice) leastC6() int {
	if len(c.groups) < 2 || c.taken[0] != c.k || c.taken[0] == len(c.groups[0]) {
		return 0
	}
	rest := len(c.groups[0]) - c.k
	return c.excess(max(0, c.unmatched(c.lower[len(c.groups[0]):], nil, nil)-rest%2))
}

// excess applies the reading of C6.
func (c *floatChoice) excess(n int) int {
	if c.s.t.Team.ReadingNextBracketYesNo {
		return min(n, 1)
	}
	return n
}

// nextExcess is C6 of the set: the upfloaters the next bracket would need above
// its parity minimum. 0 when the next scoregroup is emptied.
//
// The next bracket X with the teams Y below needs at least the number left over
// by maximum matchings of X and of Y. Where X is large this is also enough, since
// X stays large with anybody added; where Y is large too, since each of the few
// left over in X finds an own partner in Y and the rest of Y stays pairable.
func (c *floatChoice) nextExcess() int {
	n := len(c.groups[0]) - c.taken[0]
	if m := len(c.lower) - c.k - n; n > 0 && c.s.plenty(n) && c.s.plenty(m) {
		return 0 // both are even, or one team of either meets
	}
	next := without(c.groups[0], c.set)
	if len(next) == 0 {
		return 0
	}
	below := without(c.lower[len(c.groups[0]):], c.set)
	parity := len(next) % 2
	need := max(c.unmatched(next, nil, nil), c.unmatched(below, nil, nil))
	if c.s.plenty(len(next)) || c.s.plenty(len(below)-need) {
		return c.excess(need - parity)
	}
	for ; need <= len(below) && c.tests > 0; need += 2 {
		if c.canFloat(next, below, nil, 0, need) {
			break
		}
	}
	return c.excess(need - parity)
}

// canFloat reports whether some set of n teams of below, beyond those in set and
// from position at on, lets next and the others below be paired.
func (c *floatChoice) canFloat(next, below, set []int, at, n int) bool {
	if c.unmatched(next, set, nil) > n || c.unmatched(below, nil, set) > n {
		return false
	}
	if n == 0 {
		return true
	}
	for i := at; i < len(below) && c.tests > 0; i++ {
		if c.canFloat(next, below, append(set, below[i]), i+1, n-1) {
			return true
		}
	}
	return false
}

// without returns list without the members of other, in a new slice.
func without(list, other []int) []int {
	kept := make([]int, 0, len(list)+mostTried)
	for _, i := range list {
		if !slices.Contains(other, i) {
			kept = append(kept, i)
		}
	}
	return kept
}
