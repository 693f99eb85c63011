package pairing

import "slices"

// Large brackets without matching.
//
// When the rest of the round cannot be harmed (free), what a resident contributes
// to the criteria depends only on its kind: colour preference, recent floats, and
// in the last bracket its claim to the bye. The best criteria a bracket could reach
// if nobody had met anybody (the bound) then follows from the number of players of
// each kind (dutch_bound). The bracket is paired by giving each player in turn the
// first partner that is legal and keeps the bound in reach, and the last few
// players by a small exact matching.
//
// If that succeeds, the result is the exact pairing. It reaches the bound, so no
// candidate is better. And no equally good candidate comes earlier: every partner
// passed over was illegal or made the bound unreachable even without C1, and the
// partner taken can be completed, as the end shows. If it does not succeed,
// because earlier meetings stand in the way, pairExactly does the work.
type quickBracket struct {
	*dutchBracket
	kinds  []kind
	counts []int // residents left, by kind
	kindOf []int // by index in residents
	odd    bool  // one resident floats
	bye    bool  // and gets the bye
	below  []int // what floating a resident costs on C8, noFloat if it must not; nil = nothing
	goal   value
	levels []int // by MDP: weight of a criterion by score (C19, C21)
	pairs  [][2]int
	// forced is, by MDP, the kind it has to meet and -1 where it is free; nil = all
	// are free. Explanations set it.
	forced []int
}

const (
	quickSize  = 24     // smaller brackets are paired exactly at once
	quickMoved = 3      // more MDPs make too many combinations of kinds
	quickWork  = 200000 // combinations looked at for one bound
	quickTail  = 12     // pairs left to the exact matching, at first
	longTail   = 200    // and at most
	quickSwaps = 20000  // exchanges looked at
	quickBelow = 400    // lower players in the graph of lookAhead
	noFloat    = 1 << 20
)

// lookBelow finds out what C4, C5 and C8 say about the one floater, if there has
// to be one; false when that is not simple.
func (q *quickBracket) lookBelow() bool {
	switch here := q.players[q.residents[0]].pairing; {
	case q.dutch.odd && here < q.byeScore:
		return false // an MDP may get the bye
	case q.dutch.odd && here == q.byeScore:
		// The floater gets the bye. It is left over in the next bracket too.
		q.bye = true
		return q.odd && q.restMatches(q.end())
	case !q.odd:
		return q.restMatches(q.end())
	case q.free(1):
		return true
	default:
		return q.lookAhead()
	}
}

// lookAhead finds for each resident how well the next bracket can do with it as
// the only MDP: a small matching with a stand-in that may meet anybody, which holds
// for every resident who may meet the stand-in's partner, and is adapted for the
// others.
func (q *quickBracket) lookAhead() bool {
	start := q.end()
	horizon := q.horizon(start, 1)
	if horizon-start > quickBelow {
		return false
	}
	g := newBelow(q.dutch, start, start+len(q.next), horizon)
	q.below = make([]int, len(q.residents))
	anybody, fine := g.cost(func(int) bool { return true })
	if !fine {
		return false
	}
	partner := g.partner()
	for j, a := range q.residents {
		q.below[j] = anybody
		if partner >= 0 && !q.legal(a, partner) {
			cost, fine := g.cost(func(p int) bool { return q.legal(a, p) })
			if q.below[j] = cost; !fine {
				q.below[j] = noFloat
			}
		}
	}
	return true
}

// pairQuickly pairs the bracket if it can.
func (b *dutchBracket) pairQuickly() bool {
	if b.whole || len(b.residents) < b.smallest || len(b.moved) > quickMoved {
		return false
	}
	q := &quickBracket{dutchBracket: b, odd: (len(b.moved)+len(b.residents))%2 == 1}
	if !q.lookBelow() {
		return false
	}
	q.sort()
	if q.work() > quickWork {
		return false
	}
	var ok bool
	if q.goal, ok = q.bound(0, value{}); !ok || !q.floatsBest() {
		return false
	}
	used, sofar, ok := q.pairMoved()
	if !ok || !q.pairRemainder(used, sofar) {
		return false
	}
	for _, p := range q.pairs {
		b.join(p[0], p[1])
	}
	b.quick = q
	return true
}

// floatsBest reports whether the goal floats as well as any resident could on C8 and
// C9. The bound keeps equal absolute preferences apart, which C3 does not ask of
// topscorers; a candidate that lets them meet is worse on C10 or C11, but these come
// after C8 and C9.
func (q *quickBracket) floatsBest() bool {
	if !q.odd || !slices.ContainsFunc(slices.Concat(q.moved, q.residents), func(a int) bool { return q.players[a].topscorer }) {
		return true
	}
	for _, k := range q.kinds {
		if v, allowed := q.floating(k); allowed && (v[atC8] < q.goal[atC8] || v[atC8] == q.goal[atC8] && v[atC9] < q.goal[atC9]) {
			return false
		}
	}
	return true
}

// sort gives every resident its kind.
func (q *quickBracket) sort() {
	known := map[kind]int{}
	q.kindOf = make([]int, len(q.residents))
	for i := range q.residents {
		k := q.kind(i)
		at, ok := known[k]
		if !ok {
			at = len(q.kinds)
			known[k] = at
			q.kinds = append(q.kinds, k)
			q.counts = append(q.counts, 0)
		}
		q.kindOf[i] = at
		q.counts[at]++
	}
	q.levels = make([]int, len(q.moved))
	weight := 1
	for i := len(q.moved) - 1; i >= 0; i-- {
		if i < len(q.moved)-1 && q.players[q.moved[i]].pairing != q.players[q.moved[i+1]].pairing {
			weight *= quickMoved + 1
		}
		q.levels[i] = weight
	}
}

// pairMoved gives each MDP the first resident that keeps the goal in reach, and
// returns which residents are taken and what the criteria amount to.
func (q *quickBracket) pairMoved() (used []bool, sofar value, ok bool) {
	used = make([]bool, len(q.residents))
	for i, a := range q.moved {
		fits := make([]int8, len(q.kinds)) // 0 not asked yet, 1 yes, -1 no
		partner := -1
		for j, c := range q.residents {
			k := q.kindOf[j]
			if used[j] || fits[k] < 0 || !q.legal(a, c) {
				continue
			}
			if fits[k] == 0 {
				fits[k] = -1
				if v, ok := q.withOpponent(i, k, sofar); ok && v == q.goal {
					fits[k] = 1
				}
			}
			if fits[k] > 0 {
				partner = j
				break
			}
		}
		if partner < 0 {
			return nil, sofar, false
		}
		k := q.kindOf[partner]
		used[partner] = true
		q.counts[k]--
		sofar = sofar.plus(q.meeting(i, q.kinds[k]))
		q.pairs = append(q.pairs, [2]int{a, q.residents[partner]})
	}
	return used, sofar, true
}

// pairRemainder pairs the residents left: without an exchange, or with the first
// single one that keeps the goal in reach.
func (q *quickBracket) pairRemainder(used []bool, sofar value) bool {
	var rest []int
	for j := range q.residents {
		if !used[j] {
			rest = append(rest, j)
		}
	}
	half := len(rest) / 2
	r := &quickRemainder{quickBracket: q, needed: q.goal.minus(sofar)}
	if r.start(rest[:half], rest[half:]) {
		return r.run()
	}
	// Art. 4.3: the smallest difference first, then the largest number moved down.
	tried := 0
	for difference := 1; difference < len(rest); difference++ {
		for down := half - 1; down >= 0 && down+difference >= half; down-- {
			up := down + difference
			if up >= len(rest) {
				continue
			}
			if tried++; tried > quickSwaps {
				return false
			}
			if !r.worthSwapping(rest[down], rest[up]) {
				continue
			}
			top := slices.Concat(rest[:down], rest[down+1:half], rest[up:up+1])
			bottom := slices.Concat(rest[down:down+1], rest[half:up], rest[up+1:])
			if r.start(top, bottom) {
				return r.run()
			}
		}
	}
	return false
}
