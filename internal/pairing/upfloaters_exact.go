package pairing

import (
	"math/bits"
	"slices"

	"github.com/tandemchess/tandem/internal/pairing/matching"
)

// upfloaterSearch finds the exact set of upfloaters of a bracket by perfect
// matchings of everybody left. Every perfect matching says who floats up: the
// lower teams matched with a resident.
//
// C4 to C7 are sums over the edges of such a matching: an edge from a resident to
// a lower team is one upfloater (C4), one of its score (C5), perhaps one that
// floated last round (C7); an edge from the next scoregroup to a still lower team
// is an upfloater of the next bracket (C6), and there is none when the next
// scoregroup is emptied. With one digit of a wide weight per criterion, C4 on top
// and C5 from the lowest score down, a heaviest matching holds a best set; bits
// below all criteria then pick the first set in order.
//
// Two upfloaters never meet in a pairing of a smallest set: without them the set
// would be smaller, the bracket still paired, and the rest too (they meet each
// other). So "matched with a resident" loses nothing.
type upfloaterSearch struct {
	s         *swissRound
	residents []int // entrants; virtual ones are -1
	lower     []int // entrants of the window, in ranking order
	outside   int   // vertices that stand for everybody below the window
	whole     bool  // the window holds everybody
	sampled   bool  // the window holds a few of a large next scoregroup: C6 is fixed
	fixedC6   int
	group     []int // of window members: 0 = next scoregroup, 1 = the one below, ...
	groups    int
	m         *matching.Weighted
	width     uint // bits per criterion
}

// Digits of the weights above the choice bits; C5 has one per scoregroup.
const (
	digitC7 = iota
	digitC6
	digitC5
)

// exactUpfloaters returns the upfloaters as entrants in ranking order and the
// values of C4 to C7. least is a lower bound of C4.
func (s *swissRound) exactUpfloaters(residents []int, least int) ([]int, []Criterion) {
	lower := s.left[len(residents):]
	for from := 0; ; {
		u := s.upfloaterWindow(residents, lower, least, from)
		chosen, criteria := u.run()
		if u.whole || criteria != nil && criteria[0].Value == least {
			return chosen, criteria
		}
		from = len(u.lower) + 1
	}
}

// smallWindow is the number of unpaired up to which the search takes everybody.
const smallWindow = 100

// upfloaterWindow chooses the part of the unpaired that can matter, at least
// from+1 lower teams. With d the most forbidden opponents anybody has:
//
//   - The window holds whole scoregroups until more than 2d + w teams remain below
//     its w members. Those below can be paired whichever few of them meet window
//     members (they stay more than 2d, see unmatched), and each such member finds
//     an own opponent among them. So below the window nobody needs a name, only a
//     vertex "outside". Upfloaters from below would be worse in C5 than any from
//     the window; they would only help if C4 could not reach its bound otherwise,
//     and then the caller widens the window.
//   - Where more than 2d residents make up the bracket, it can be paired with any
//     upfloaters, so the residents need no names either: as many virtual ones as
//     the window has members, or one more for parity, do the same.
//   - A next scoregroup of more than 2d + t teams, t being the residents, gives all
//     upfloaters; C6 is the same for every choice, and whether the rest is pairable
//     too. Then few candidates suffice. Let S be the best set and w in S, who meets
//     v: a candidate u passed over before w was chosen cannot take w's place
//     opposite v, so v must not meet u. At most d were passed over so: of those
//     that did not float last round the first t + d are enough, and of those that
//     did likewise.
func (s *swissRound) upfloaterWindow(residents, lower []int, least, from int) *upfloaterSearch {
	u := &upfloaterSearch{s: s, residents: residents, lower: lower, whole: true}
	if s.mode == exactMode || s.mode == usualMode && len(s.left) <= smallWindow {
		return u
	}
	next := s.groupEnd(lower, 0)
	w := next
	if from == 0 && next > 2*s.mostBarred+len(residents) {
		u.lower = s.candidates(lower[:next], least+s.mostBarred)
		w = len(u.lower)
		parity := (next - least) % 2
		u.sampled, u.fixedC6 = true, max(parity, s.unmatched(lower[next:]))-parity
	} else {
		for w < len(lower) && (w <= from || len(lower)-w <= 2*s.mostBarred+w) {
			w = s.groupEnd(lower, w)
		}
		u.lower = lower[:w]
	}
	u.whole = len(u.lower) == len(lower)
	if s.plenty(len(residents)) && len(residents) > w+1 {
		u.residents = slices.Repeat([]int{-1}, w+(len(residents)+w)%2)
	}
	if !u.whole {
		u.outside = w + len(u.residents)%2
	}
	return u
}

// groupEnd is the end of the scoregroup that begins at position start.
func (s *swissRound) groupEnd(list []int, start int) int {
	end := start + 1
	for end < len(list) && s.all[list[end]].pairing == s.all[list[start]].pairing {
		end++
	}
	return end
}

// candidates are the first few of a scoregroup that floated last round and the
// first few that did not.
func (s *swissRound) candidates(group []int, few int) []int {
	count := map[bool]int{}
	var chosen []int
	for _, i := range group {
		floated := s.floatsCount() && s.floated(i)
		if count[floated]++; count[floated] <= few {
			chosen = append(chosen, i)
		}
	}
	return chosen
}

// run returns the best set; no criteria when the window has no solution.
func (u *upfloaterSearch) run() ([]int, []Criterion) {
	u.build()
	if !u.m.Solve() {
		return nil, nil
	}
	taken := make([]int, u.groups)
	count := u.count(taken)
	excess := u.fixedC6
	if next := u.groupSize(0) - taken[0]; next > 0 && !u.sampled {
		excess = u.nextFloats() - next%2
	}
	if u.s.t.Team.ReadingNextBracketYesNo && excess > 0 {
		excess = 1
		if !u.sampled {
			u.forgetC6()
			u.m.Solve()
		}
	}
	var chosen []int
	floated := 0
	for _, i := range u.firstSet(taken) {
		chosen = append(chosen, u.lower[i])
		if u.s.floatsCount() && u.s.floated(u.lower[i]) {
			floated++
		}
	}
	return chosen, []Criterion{{"C4", count}, {"C6", excess}, {"C7", floated}}
}

// build sets up the matcher.
func (u *upfloaterSearch) build() {
	t, w := len(u.residents), len(u.lower)
	n := t + w + u.outside
	u.group = make([]int, w)
	for i := range u.lower {
		if i > 0 && u.s.all[u.lower[i]].pairing != u.s.all[u.lower[i-1]].pairing {
			u.groups++
		}
		u.group[i] = u.groups
	}
	u.groups++
	u.width = matching.Digit(n)
	top := u.offset(digitC5 + u.groups + 1)
	u.m = matching.NewWeighted(n, int(top+8)/64+1)
	if u.s.mode == exactMode {
		u.m.Plain()
	}
	for a := range n {
		for b := a + 1; b < n; b++ {
			if weight, ok := u.weight(a, b); ok {
				u.m.Set(a, b, weight)
			}
		}
	}
	u.m.Warm(u.kinds())
}

// upfloaterKind tells vertices apart by their weights and, roughly, by whom they may meet.
type upfloaterKind struct {
	zone    int // group in the window, or one of the two below
	floated bool
	barred  int // bits of the number of forbidden opponents
}

const (
	zoneBracket = -1 - iota
	zoneOutside
)

// kinds numbers the kinds of the vertices for a warm start.
func (u *upfloaterSearch) kinds() []int {
	known := map[upfloaterKind]int{}
	of := make([]int, u.m.Size())
	t := len(u.residents)
	for v := range of {
		k := upfloaterKind{zone: zoneOutside}
		switch {
		case v < t:
			k.zone = zoneBracket
			if i := u.residents[v]; i >= 0 {
				k.barred = bits.Len(uint(len(u.s.all[i].barred)))
			}
		case v < t+len(u.lower):
			i := u.lower[v-t]
			k = upfloaterKind{u.group[v-t], u.s.floatsCount() && u.s.floated(i), bits.Len(uint(len(u.s.all[i].barred)))}
		}
		if _, ok := known[k]; !ok {
			known[k] = len(known)
		}
		of[v] = known[k]
	}
	return of
}

// offset is where a digit begins; C4 is the one above those of C5.
func (u *upfloaterSearch) offset(d int) uint { return matching.ChoiceBits + uint(d)*u.width }

// weight of an edge between vertices a < b: residents, then the window, then the
// outside. Every digit is 1 unless the edge costs something there.
func (u *upfloaterSearch) weight(a, b int) ([]uint64, bool) {
	t, w := len(u.residents), len(u.lower)
	cost := make([]bool, digitC5+u.groups+1)
	switch {
	case b < t:
		if u.residents[a] >= 0 && !u.s.all[u.residents[a]].may(u.residents[b]) {
			return nil, false
		}
	case a < t && b < t+w:
		x := u.lower[b-t]
		if u.residents[a] >= 0 && !u.s.all[u.residents[a]].may(x) {
			return nil, false
		}
		cost[digitC5+u.groups] = true // C4
		cost[digitC5+u.group[b-t]] = true
		cost[digitC7] = u.s.floatsCount() && u.s.floated(x)
	case a < t:
		return nil, false
	case b < t+w:
		if !u.s.all[u.lower[a-t]].may(u.lower[b-t]) {
			return nil, false
		}
		cost[digitC6] = !u.sampled && u.group[a-t] == 0 && u.group[b-t] > 0
	case a < t+w:
		cost[digitC6] = !u.sampled && u.group[a-t] == 0
	}
	sum := u.m.NewWeight()
	for d, costs := range cost {
		if !costs {
			sum.Add(u.offset(d), 1)
		}
	}
	return sum, true
}

// count counts the upfloaters, and by scoregroup.
func (u *upfloaterSearch) count(taken []int) int {
	n := 0
	for i := range u.lower {
		if u.m.Mate(len(u.residents)+i) < len(u.residents) {
			taken[u.group[i]]++
			n++
		}
	}
	return n
}

func (u *upfloaterSearch) groupSize(g int) int {
	n := 0
	for _, of := range u.group {
		if of == g {
			n++
		}
	}
	return n
}

// nextFloats counts the edges that cost something in C6.
func (u *upfloaterSearch) nextFloats() int {
	t, n := len(u.residents), 0
	for i, g := range u.group {
		mate := u.m.Mate(t+i) - t
		if g == 0 && (mate >= len(u.lower) || mate >= 0 && u.group[mate] > 0) {
			n++
		}
	}
	return n
}

// forgetC6 makes all edges equal in C6.
func (u *upfloaterSearch) forgetC6() {
	t := len(u.residents)
	for i, g := range u.group {
		if g > 0 {
			continue
		}
		for b := t; b < u.m.Size(); b++ {
			if j := b - t; j >= len(u.lower) || u.group[j] > 0 {
				u.m.Add(t+i, b, u.offset(digitC6), 1)
			}
		}
	}
}

// firstSet settles, batch by batch, the first set in order among the best ones:
// each team that may float has a bit below all criteria, the first one the highest.
func (u *upfloaterSearch) firstSet(taken []int) []int {
	t := len(u.residents)
	var eligible, chosen []int
	for i, g := range u.group {
		if taken[g] > 0 {
			eligible = append(eligible, i)
		}
	}
	residents := places(0, t)
	for size := 1; len(eligible) > 0; {
		batch := eligible[:1]
		if i := eligible[0]; u.m.Mate(t+i) < t || u.m.SwapFirst(t+i, residents) != matching.Unsure {
			size = 1
		} else {
			batch = eligible[:min(size, matching.ChoiceBits, len(eligible))]
			for k, i := range batch {
				for r := range t {
					u.m.Add(r, t+i, uint(len(batch)-1-k), 1)
				}
			}
			u.m.Solve()
			size *= 2
		}
		eligible = eligible[len(batch):]
		for _, i := range batch {
			floats := u.m.Mate(t+i) < t
			if floats {
				chosen = append(chosen, i)
			}
			for b := range u.m.Size() {
				if (b < t) != floats {
					u.m.Remove(t+i, b)
				}
			}
		}
	}
	return chosen
}
