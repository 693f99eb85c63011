package pairing

import (
	"slices"

	"github.com/tandemchess/tandem/internal/pairing/matching"
)

// Pairing a bracket by weighted matching.
//
// A graph holds the players of the bracket and those below it down to a horizon,
// and the bye as one more vertex when somebody among them gets it; edges are the
// legal pairs (C1–C3). Below the horizon are players who can take anybody
// (dutch_rest), so that floating there is one kind of edge: to a sink. A perfect
// matching of this graph is a way to complete the round (C4, C5), and what it does
// inside the bracket is a candidate. With the criteria packed into the weights, a
// perfect matching of largest weight is a best candidate. The order of art. 4 is then
// settled decision by decision: each adds a small bonus below all criteria to the
// choices that come first, solves again, and fixes the outcome by taking away the
// edges that contradict it.
//
// The number of sinks is never too small: a better candidate than the one found
// floats at most as many players out of the bracket, and together with all players
// between bracket and horizon they have a sink each (see pairExactly, which tries
// again with more sinks when more players float than it allowed for).
//
// Two MDPs are never paired with each other: a bracket above could have paired
// them, with everybody else paired as now, which C6 preferred.
type exactBracket struct {
	*dutchBracket
	c        criteria
	m        *matching.Weighted
	vertices []int // places: moved, residents, next, others above the horizon
	r0, r1   int   // residents are the vertices r0..r1-1
	n1       int   // the next scoregroup ends here
	bye      int   // vertex of the bye, -1 without one
	level    []int // of moved vertices: index of their score, highest first
	scores   int   // distinct scores of MDPs
}

func newExactBracket(b *dutchBracket, horizon, sinks int) *exactBracket {
	x := &exactBracket{dutchBracket: b, bye: -1}
	x.vertices = append(slices.Clone(b.moved), places(b.residents[0], horizon)...)
	x.r0, x.r1 = len(b.moved), len(b.moved)+len(b.residents)
	x.n1 = min(x.r1+len(b.next), len(x.vertices))
	var levels []int
	x.level = make([]int, x.r0)
	for i, a := range b.moved {
		if i == 0 || b.players[a].pairing != b.players[b.moved[i-1]].pairing {
			levels = append(levels, 0)
		}
		levels[len(levels)-1]++
		x.level[i] = len(levels) - 1
	}
	x.scores = len(levels)
	x.c = newCriteria(levels, len(b.residents), x.n1-x.r1, b.f.t.Round)
	size := len(x.vertices)
	if b.odd && b.byeAbove(horizon) {
		x.bye = size
		size++
	}
	sinks += (size + sinks) % 2
	first := size
	size += sinks
	x.m = matching.NewWeighted(size, x.c.words)
	if b.whole {
		x.m.Plain()
	}
	w := x.m.NewWeight()
	for u := range x.vertices {
		for v := max(u+1, x.r0); v < len(x.vertices); v++ {
			if x.legal(x.vertices[u], x.vertices[v]) {
				x.weigh(u, v, w)
				x.m.Set(u, v, w)
			}
		}
		if x.bye >= 0 && x.mayBye(x.vertices[u]) {
			clear(w)
			x.m.Set(u, x.bye, w)
		}
		clear(w)
		for s := first; s < size; s++ {
			x.m.Set(u, s, w)
		}
	}
	clear(w)
	for s := first; s < size; s++ {
		for t := s + 1; t < size; t++ {
			x.m.Set(s, t, w)
		}
	}
	x.m.Warm(x.kinds())
	return x
}

// vertexKind is what the weights of a vertex depend on, but for C11, which looks at
// whole colour histories.
type vertexKind struct {
	zone           int // level of an MDP, or one of the zones below
	class          class
	wide           bool // a colour difference above one
	topscorer, bye bool
	twice          Colour
	down, up       [2]bool
}

const (
	zoneResidents = -1 - iota
	zoneNext
	zoneLower
	zoneBye
	zoneSinks
)

// kinds numbers the kinds of the vertices.
func (x *exactBracket) kinds() []int {
	known := map[vertexKind]int{}
	of := make([]int, x.m.Size())
	for u := range of {
		k := x.kind(u)
		if _, ok := known[k]; !ok {
			known[k] = len(known)
		}
		of[u] = known[k]
	}
	return of
}

func (x *exactBracket) kind(u int) vertexKind {
	switch {
	case u == x.bye:
		return vertexKind{zone: zoneBye}
	case u >= len(x.vertices):
		return vertexKind{zone: zoneSinks}
	}
	p := &x.players[x.vertices[u]]
	k := vertexKind{class: p.class(), topscorer: p.topscorer, bye: x.mayBye(x.vertices[u])}
	switch {
	case u >= x.n1:
		k.zone = zoneLower
	case u >= x.r1:
		k.zone = zoneNext
	default:
		k.wide, k.twice, k.down, k.up = p.excess() > 1, p.twice, p.down, p.up
		if k.zone = zoneResidents; u < x.r0 {
			k.zone, k.up = x.level[u], [2]bool{}
		}
	}
	return k
}

// weigh packs what the pair u-v (u ranked above v) contributes to the criteria.
func (x *exactBracket) weigh(u, v int, w matching.Weight) {
	clear(w)
	c := &x.c
	switch {
	case v >= x.n1:
		return
	case v >= x.r1:
		w.Add(c.nextPairs, 1)
		switch {
		case u < x.r0:
			w.Add(c.nextScores[x.level[u]], 1)
		case u < x.r1:
			w.Add(c.nextScores[x.scores], 1)
		}
		return
	}
	a, b := x.vertices[u], x.vertices[v]
	p, q := &x.players[a], &x.players[b]
	w.Add(c.pairs, 1)
	for i, broken := range x.faults(a, b) {
		w.Add(c.colours[i], 1-broken)
	}
	for ago := range 2 {
		w.Add(c.down[ago], one(q.down[ago]))
		if u >= x.r0 {
			w.Add(c.down[ago], one(p.down[ago]))
			w.Add(c.up[ago], 1)
			continue
		}
		l := x.level[u]
		w.Add(c.up[ago], one(!q.up[ago]))
		w.Add(c.downScores[ago][l], one(p.down[ago]))
		w.Add(c.upScores[ago][l], one(!q.up[ago]))
	}
	if u < x.r0 {
		w.Add(c.scores[x.level[u]], 1)
	}
}

func one(yes bool) uint64 {
	if yes {
		return 1
	}
	return 0
}

// settle pairs the bracket once the matcher has found a best candidate.
func (x *exactBracket) settle() {
	x.byeGames()
	x.chooseMoved()
	x.chooseOpponents()
	rest, pairs := x.remainder()
	x.chooseExchanges(rest, pairs)
	x.chooseTranspositions(rest)
	turns, solves := x.m.Work()
	x.draft.Work.Turns += turns
	x.draft.Work.Solves += solves
	for u := range x.r1 {
		if v := x.m.Mate(u); u < v && v < x.r1 {
			x.join(x.vertices[u], x.vertices[v])
		}
	}
}

// floating counts the players the matching leaves out of the bracket.
func (x *exactBracket) floating() int {
	n := 0
	for u := range x.r1 {
		if x.m.Mate(u) >= x.r1 {
			n++
		}
	}
	return n
}

// byeGames applies C9: the one player the bracket leaves gets the bye, since all
// who score as much as its receiver are here or paired.
func (x *exactBracket) byeGames() {
	if x.bye < 0 || x.players[x.residents[0]].pairing > x.byeScore {
		return
	}
	if x.floating() != 1 {
		return
	}
	for u, a := range x.vertices {
		if x.m.Has(u, x.bye) {
			x.m.Add(u, x.bye, x.c.games, int64(x.players[a].games))
		}
	}
	x.m.Solve()
}

// chooseMoved settles which MDPs are paired here (art. 4: sets in the order of
// their smallest differing number) and fixes them.
func (x *exactBracket) chooseMoved() {
	if paired := x.movedPaired(); paired == 0 || paired == x.r0 {
		x.fixMoved(0, x.r0)
		return
	}
	residents := places(x.r0, x.r1)
	for first, batch := 0, 1; first < x.r0; {
		end := first + 1
		if x.m.Mate(first) < x.r1 || x.m.SwapFirst(first, residents) != matching.Unsure {
			batch = 1
		} else {
			end = min(x.r0, first+batch)
			x.bonusMoved(first, end)
			x.m.Solve()
			x.draft.Work.Solves += end - first
			batch = min(2*batch, matching.ChoiceBits)
		}
		x.fixMoved(first, end)
		first = end
	}
}

func (x *exactBracket) movedPaired() int {
	n := 0
	for u := range x.r0 {
		if x.m.Mate(u) < x.r1 {
			n++
		}
	}
	return n
}

func (x *exactBracket) bonusMoved(first, end int) {
	for u := first; u < end; u++ {
		for v := x.r0; v < x.r1; v++ {
			x.m.Add(u, v, 0, 1<<(matching.ChoiceBits-1-(u-first)))
		}
	}
}

func (x *exactBracket) fixMoved(first, end int) {
	for u := first; u < end; u++ {
		here := x.m.Mate(u) < x.r1
		for v := x.r0; v < x.m.Size(); v++ {
			if here != (v < x.r1) {
				x.m.Remove(u, v)
			}
		}
	}
}

// chooseOpponents gives each paired MDP, in order, the first resident that leaves
// the best candidate possible.
func (x *exactBracket) chooseOpponents() {
	var rows []int
	for u := range x.r0 {
		if x.m.Mate(u) < x.r1 {
			rows = append(rows, u)
		}
	}
	x.m.ChooseRows(rows, places(x.r0, x.r1))
}

// remainder lists the residents without an MDP and counts their pairs.
func (x *exactBracket) remainder() (rest []int, pairs int) {
	for v := x.r0; v < x.r1; v++ {
		u := x.m.Mate(v)
		if u < x.r0 {
			continue
		}
		rest = append(rest, v)
		if u < v {
			pairs++
		}
	}
	return rest, pairs
}

// chooseExchanges settles who is in S1 of the remainder (art. 4.3).
//
// In the first candidate that makes a given set of pairs, S1 holds the
// higher-ranked player of each pair: of two original S1 players paired together
// one has to move down, and moving the lower one gives the smaller difference; of
// two original S2 players the higher one moves up for the same reason. So the
// number of exchanges is the number of pairs whose higher player comes from S2,
// and the difference of the sums is the sum of the higher players' numbers up to a
// constant. Both add up over the pairs.
//
// Numbers are counted from the first of S2, which changes nothing since the number of
// pairs is settled. What a pair with a higher player from S1 gains is then added to
// the dual of that player: no slack falls, and the pairs of S1 with S2 stay tight.
func (x *exactBracket) chooseExchanges(rest []int, pairs int) {
	if pairs == 0 {
		return
	}
	for i, u := range rest {
		gain := x.m.NewWeight()
		if i < pairs {
			gain.Add(x.c.exchanges, 1)
			gain.Add(x.c.exchanged, uint64(pairs-i))
			x.m.Raise(u, gain)
		} else {
			loss := x.m.NewWeight()
			loss.Add(x.c.exchanged, uint64(i-pairs))
			gain.Sub(loss)
		}
		for _, v := range rest[i+1:] {
			x.m.Gain(u, v, gain)
		}
	}
	x.m.Solve()
	index := make(map[int]int, len(rest))
	for i, u := range rest {
		index[u] = i
	}
	isTop := func(i int) bool {
		j, ok := index[x.m.Mate(rest[i])]
		return ok && j > i
	}
	exchanges := 0
	for i := pairs; i < len(rest); i++ {
		if isTop(i) {
			exchanges++
		}
	}
	// The largest number moved down, then the smallest moved up.
	x.decideTops(rest, pairs-1, -1, -1, exchanges, isTop)
	x.decideTops(rest, pairs, len(rest), 1, exchanges, isTop)
	for i, u := range rest {
		for j := i + 1; j < len(rest); j++ {
			if !isTop(i) || isTop(j) {
				x.m.Remove(u, rest[j])
			}
		}
		if isTop(i) {
			x.stay(u)
		}
	}
}

// decideTops goes from one end of S1 or S2 to the other and exchanges each player
// it can until the number of exchanges is reached. In S1 (step -1) a player is
// exchanged who is not the higher of a pair, in S2 one who is.
func (x *exactBracket) decideTops(rest []int, from, to, step, exchanges int, isTop func(int) bool) {
	for i := from; i != to && exchanges > 0; {
		var chunk []int
		for ; i != to && len(chunk) < matching.ChoiceBits; i += step {
			chunk = append(chunk, i)
		}
		for at, i := range chunk {
			for _, v := range rest[i+1:] {
				x.m.Add(rest[i], v, 0, int64(step)<<(matching.ChoiceBits-1-at))
			}
		}
		x.m.Solve()
		for _, i := range chunk {
			if isTop(i) {
				for _, u := range rest[:i] {
					x.m.Remove(u, rest[i])
				}
				x.stay(rest[i])
			} else {
				for _, v := range rest[i+1:] {
					x.m.Remove(rest[i], v)
				}
			}
			if isTop(i) == (step > 0) {
				exchanges--
			}
		}
	}
}

// stay forbids a vertex to leave the bracket.
func (x *exactBracket) stay(u int) {
	for v := x.r1; v < x.m.Size(); v++ {
		x.m.Remove(u, v)
	}
}

// chooseTranspositions gives each player of S1, in order, the first partner.
func (x *exactBracket) chooseTranspositions(rest []int) {
	var tops, partners []int
	for _, u := range rest {
		switch v := x.m.Mate(u); {
		case u < v && v < x.r1:
			tops = append(tops, u)
		default:
			partners = append(partners, u)
		}
	}
	x.m.ChooseRows(tops, partners)
}
