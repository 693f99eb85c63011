package pairing

// below is the graph of the next bracket and the players under it, down to a
// horizon, with one stand-in (vertex 0) for a floater from above.
type below struct {
	*dutch
	m            *weighted
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
	g.m = newWeighted(size, int(g.pairs+2*digit(g.count)+8+63)/64)
	w := make([]uint64, g.m.k)
	for u := 1; u < g.count; u++ {
		for v := u + 1; v < g.count; v++ {
			if d.legal(g.place(u), g.place(v)) {
				g.weigh(u, v, w)
				g.m.set(u, v, w)
			}
		}
		if clear(w); bye >= 0 && d.mayBye(g.place(u)) {
			g.m.set(u, bye, w)
		}
	}
	clear(w)
	for s := first; s < size; s++ {
		for u := range g.count {
			g.m.set(u, s, w)
		}
		for t := s + 1; t < size; t++ {
			g.m.set(s, t, w)
		}
	}
	return g
}

func (g *below) place(u int) int { return g.start + u - 1 }

// weigh counts the pairs of the next bracket, and above equal numbers prefers to pair
// the floater (C8: C6 and C7 of that bracket).
func (g *below) weigh(u, v int, w []uint64) {
	clear(w)
	if g.place(v) < g.next {
		wideShift(w, g.pairs, 1)
		wideShift(w, g.float, one(u == 0))
	}
}

// cost returns what the next bracket misses (C8) when the floater may meet the given
// places; false when the round could not be completed.
func (g *below) cost(legal func(place int) bool) (int, bool) {
	w := make([]uint64, g.m.k)
	for v := 1; v < g.count; v++ {
		if !legal(g.place(v)) {
			g.m.remove(0, v)
			continue
		}
		g.weigh(0, v, w)
		g.m.set(0, v, w)
	}
	if !g.m.solve() {
		return 0, false
	}
	cost := 0
	for u := range g.next - g.start + 1 {
		if v := g.m.mate[u]; v > g.next-g.start {
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
	if v := g.m.mate[0]; v < g.count {
		return g.place(v)
	}
	return -1
}
