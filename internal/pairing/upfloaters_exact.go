package pairing

// upfloaterSearch finds the exact set of upfloaters of a bracket by cheapest
// perfect matchings of everybody left. Vertices are positions in members: first
// the residents T, then the lower teams in ranking order. Every perfect matching
// says who floats up: the lower teams matched with a resident.
//
// C4, C5, C6 and C7 are all sums over the edges of such a matching: an edge from
// T to a lower team costs one upfloater (C4), one of its score (C5) and one that
// floated last round (C7); an edge from the next scoregroup to a still lower team
// is an upfloater of the next bracket (C6). A cheapest matching under
// lexicographic costs therefore holds a best set, and the first set in order is
// found by forcing one team after the other.
//
// Two upfloaters never meet in a pairing of a smallest set: take that pair out of
// the bracket and the set would be smaller, the bracket still paired and the rest
// too (the two meet each other). So "matched with a resident" loses nothing.
type upfloaterSearch struct {
	s       *swissRound
	members []int
	t       int   // number of residents
	group   []int // of lower members: 0 = next scoregroup, 1 = the one below, ...
	size    []int // members of each lower group
	graph   *graph
	lowest  int     // lowest group that may give upfloaters
	digit   []int64 // C5: cost of an upfloater from each group
	unit    int64   // cost of one upfloater
	next    int64   // C6: cost of one upfloater of the next bracket
	floated int64   // C7: cost of an upfloater that floated last round
	forced  []bool  // must float up
	excess  int     // C6
}

// exactUpfloaters returns the upfloaters as entrants in ranking order and the
// values of C4 to C7.
func (s *swissRound) exactUpfloaters(residents []int) ([]int, []Criterion) {
	u := &upfloaterSearch{s: s, members: s.left, t: len(residents), graph: s.legalGraph(s.left)}
	u.forced = make([]bool, len(u.members))
	u.group = make([]int, len(u.members))
	for i := u.t; i < len(u.members); i++ {
		if i == u.t || s.all[u.members[i]].pairing != s.all[u.members[i-1]].pairing {
			u.size = append(u.size, 0)
		}
		u.group[i] = len(u.size) - 1
		u.size[len(u.size)-1]++
	}
	u.lowest = len(u.size) - 1
	u.digit = make([]int64, len(u.size))
	return u.run()
}

func (u *upfloaterSearch) run() ([]int, []Criterion) {
	u.unit = 1
	_, total := u.solve()
	k := int(total)
	if k == 0 {
		return nil, []Criterion{{"C4", 0}}
	}
	radix := u.fixScores(k)
	mate, total := u.minimiseNext(k, radix)
	taken := u.takenFrom(mate)
	chosen := u.smallestSet(mate, total, taken)
	c7 := 0
	var names []int
	for _, i := range chosen {
		names = append(names, u.members[i])
		if u.floated > 0 && u.s.floated(u.members[i]) {
			c7++
		}
	}
	return names, []Criterion{{"C4", k}, {"C6", u.excess}, {"C7", c7}}
}

// fixScores settles from which scoregroups the k upfloaters come (C5: the lowest
// score as high as possible, then the next lowest) and returns the factor above
// all C5 costs. Afterwards groups that give none are cut off by lowest, the others
// have a digit in the cost.
func (u *upfloaterSearch) fixScores(k int) int64 {
	u.unit = 1
	for u.lowest = 0; ; u.lowest++ {
		if mate, total := u.solve(); mate != nil && int(total) == k {
			break
		}
	}
	// The higher a group, the less it matters: its digit is worth less.
	radix := int64(1)
	for g := range u.lowest + 1 {
		u.digit[g] = radix
		radix *= int64(min(k, u.size[g]) + 1)
	}
	u.unit = radix
	return radix
}

// minimiseNext adds C6 and C7 to the cost.
func (u *upfloaterSearch) minimiseNext(k int, radix int64) ([]int, int64) {
	many := int64(len(u.members) + 1)
	scale := func(by int64) {
		u.unit *= by
		for g := range u.digit {
			u.digit[g] *= by
		}
		u.next *= by
	}
	mate, total := u.solve()
	taken := u.takenFrom(mate)
	if taken[0] < u.size[0] {
		scale(many)
		u.next = 1
		mate, total = u.solve()
		u.excess = int(total%many) - (u.size[0]-taken[0])%2
		if u.s.t.Team.ReadingNextBracketYesNo && u.excess > 0 {
			u.next, u.excess = 0, 1
			mate, total = u.solve()
		}
	}
	if u.s.floatsCount() {
		scale(many)
		u.floated = 1
		mate, total = u.solve()
	}
	return mate, total
}

// takenFrom counts the upfloaters of a matching by group.
func (u *upfloaterSearch) takenFrom(mate []int) []int {
	taken := make([]int, len(u.size))
	for i := u.t; i < len(u.members); i++ {
		if mate[i] < u.t {
			taken[u.group[i]]++
		}
	}
	return taken
}

// smallestSet finds the lexicographically first set among the best ones: a team
// is taken as soon as some best matching has it and all those taken before.
func (u *upfloaterSearch) smallestSet(mate []int, total int64, taken []int) []int {
	var chosen []int
	for i := u.t; i < len(u.members); i++ {
		g := u.group[i]
		if g > u.lowest || taken[g] == 0 {
			continue
		}
		u.forced[i] = true
		if mate[i] >= u.t {
			other, cost := u.solve()
			if other == nil || cost != total {
				u.forced[i] = false
				continue
			}
			mate = other
		}
		taken[g]--
		chosen = append(chosen, i)
	}
	return chosen
}

// solve returns a cheapest perfect matching of everybody left; nil if none.
func (u *upfloaterSearch) solve() ([]int, int64) {
	mate, total, ok := cheapestPerfect(len(u.members), u.cost)
	if !ok {
		return nil, 0
	}
	return mate, total
}

func (u *upfloaterSearch) cost(i, j int) int64 {
	if !u.graph.has(i, j) {
		return -1
	}
	if i > j {
		i, j = j, i
	}
	switch {
	case j < u.t: // two residents
		return 0
	case i >= u.t: // two lower teams
		if u.forced[i] || u.forced[j] {
			return -1
		}
		if u.group[i] == 0 && u.group[j] > 0 {
			return u.next
		}
		return 0
	case u.group[j] > u.lowest:
		return -1
	}
	c := u.unit + u.digit[u.group[j]]
	if u.floated > 0 && u.s.floated(u.members[j]) {
		c += u.floated
	}
	return c
}
