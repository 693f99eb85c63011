package pairing

import "github.com/tandemchess/tandem/internal/pairing/matching"

// below is the graph of the next bracket and the players under it, down to a
// horizon, with one stand-in (vertex 0) for a floater from above.
type below struct {
	*dutch
	m            *matching.Weighted
	start, next  int // places: the next scoregroup is start..next-1
	count        int // vertices of players, the stand-in included
	pairs, float uint
}

func newBelow(d *dutch, start, next, horizon int) *below {
	g := &below{dutch: d, start: start, next: next, count: 1 + horizon - start}
	// Below the horizon everybody from start on and the stand-in may be taken.
	size, sinks := g.count, 0
	bye := -1
	if d.odd && d.byeAbove(horizon) {
		bye = size
		size++
	}
	if horizon < len(d.players) {
		sinks = g.count
	}
	first := size
	size += sinks
	if sinks > 0 {
		size += size % 2
	}
	g.float, g.pairs = 0, 1
	g.m = matching.NewWeighted(size, int(g.pairs+2*matching.Digit(g.count)+8+63)/64)
	w := g.m.NewWeight()
	for u := 1; u < g.count; u++ {
		for v := u + 1; v < g.count; v++ {
			if d.legal(g.place(u), g.place(v)) {
				g.weigh(u, v, w)
				g.m.Set(u, v, w)
			}
		}
		if clear(w); bye >= 0 && d.mayBye(g.place(u)) {
			g.m.Set(u, bye, w)
		}
	}
	clear(w)
	for s := first; s < size; s++ {
		for u := range g.count {
			g.m.Set(u, s, w)
		}
		for t := s + 1; t < size; t++ {
			g.m.Set(s, t, w)
		}
	}
	return g
}

func (g *below) place(u int) int { return g.start + u - 1 }

// weigh counts the pairs of the next bracket, and above equal numbers prefers to pair
// the floater (C8: C6 and C7 of that bracket).
func (g *below) weigh(u, v int, w matching.Weight) {
	clear(w)
	if g.place(v) < g.next {
		w.Add(g.pairs, 1)
		w.Add(g.float, one(u == 0))
	}
}

// cost returns what the next bracket misses (C8) when the floater may meet the given
// places; false when the round could not be completed.
func (g *below) cost(legal func(place int) bool) (int, bool) {
	w := g.m.NewWeight()
	for v := 1; v < g.count; v++ {
		if !legal(g.place(v)) {
			g.m.Remove(0, v)
			continue
		}
		g.weigh(0, v, w)
		g.m.Set(0, v, w)
	}
	if !g.m.Solve() {
		return 0, false
	}
	cost := 0
	for u := range g.next - g.start + 1 {
		if v := g.m.Mate(u); v > g.next-g.start {
			cost += 2
			if u == 0 {
				cost++
			}
		}
	}
	return cost, true
}

// partner is the place the stand-in meets, -1 for a sink.
func (g *below) partner() int {
	if v := g.m.Mate(0); v < g.count {
		return g.place(v)
	}
	return -1
}
