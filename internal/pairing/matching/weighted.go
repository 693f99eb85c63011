package matching

import "math/bits"

// Weighted finds a perfect matching of maximum weight in a general graph, with
// weights of any fixed width, by the primal-dual method of Edmonds.
//
// Every vertex u carries a dual y(u) and every blossom B (an odd set contracted
// to one vertex) a dual z(B) >= 0. With the slack of an edge
//
//	slack(u,v) = y(u) + y(v) - 2·w(u,v)  (+ z of every blossom holding both)
//
// the state always satisfies: no slack is negative; matched edges and the edges
// of blossom cycles have slack 0 ("tight"). A perfect matching in such a state is
// maximal: every perfect matching weighs at most half the sum of the duals, and
// this one reaches it.
//
// Solve grows one alternating tree at a time from an unmatched vertex and stops
// as soon as it meets another unmatched one, so a solution that is nearly right
// is finished in a few small searches. After weights were changed or edges
// removed, Solve starts from the old duals: blossoms are dissolved by moving half
// their dual to each vertex inside (no slack decreases), rows that became
// infeasible are lifted, and only edges that are no longer tight lose their match.
//
// Where several vertices are unmatched, as many as possible are matched first
// along tight edges alone, which is a question of bits (maximum.go); the searches
// do the rest. Each search costs O(n²) slacks, a cold start O(n³).
type Weighted struct {
	n, k          int // vertices; words per weight
	edge          []bool
	weight        []uint64 // doubled weights, n×n×k
	y             []uint64 // vertex duals, n×k
	mate          []int    // the matching; -1 = unmatched
	touched       []bool   // rows whose weights may have grown since the last solve
	cold          bool
	plain         bool // see Plain
	turns, solves int  // see Work

	// The forest of blossoms. Ids below n are vertices, the others blossoms.
	top    []int // outermost blossom of a vertex
	base   []int // the vertex of a blossom that is not matched inside it
	parent []int // enclosing blossom; -1 = outermost
	child  [][]int
	link   [][][2]int // link[b][i] joins child i (first vertex) to child i+1
	z      []uint64
	free   []int // unused blossom ids

	// One search.
	label []treeLabel
	from  [][2]int // of an odd blossom: the edge that labelled it, tree side first
	best  []int    // by vertex: the tightest even vertex outside its blossom
	near  []uint64 // the slack of the edge to it
	even  []int    // vertices labelled even, in order
	turn  []int    // by vertex: its position in that order

	slackA, slackB, delta []uint64 // scratch
}

type treeLabel int8

const (
	outside treeLabel = iota
	even              // reached over a matched edge, and the root
	odd               // reached over an unmatched edge
)

// NewWeighted returns a matcher without edges for n vertices; weights have the
// given number of words, and their top eight bits must stay clear so that sums
// and duals fit.
func NewWeighted(n, words int) *Weighted {
	size := n + n/2 + 1
	m := &Weighted{
		n: n, k: words, cold: true,
		edge: make([]bool, n*n), weight: make([]uint64, n*n*words),
		y: make([]uint64, n*words), mate: make([]int, n), touched: make([]bool, n),
		top: make([]int, n), base: make([]int, size), parent: make([]int, size),
		child: make([][]int, size), link: make([][][2]int, size), z: make([]uint64, size*words),
		label: make([]treeLabel, size), from: make([][2]int, size), best: make([]int, n), turn: make([]int, n), near: make([]uint64, n*words),
		slackA: make([]uint64, words), slackB: make([]uint64, words), delta: make([]uint64, words),
	}
	for v := range m.mate {
		m.mate[v], m.top[v], m.base[v] = -1, v, v
	}
	for b := range m.parent {
		m.parent[b] = -1
	}
	for b := size - 1; b >= n; b-- {
		m.free = append(m.free, b)
	}
	return m
}

// Plain leaves out all that only saves time: the warm start, tight matchings and
// turned pairs. It is there for comparisons.
func (m *Weighted) Plain() { m.plain = true }

// Work is how many choices were settled without and by solving again.
func (m *Weighted) Work() (turns, solves int) { return m.turns, m.solves }

// Size is the number of vertices.
func (m *Weighted) Size() int { return m.n }

// NewWeight returns 0, as long as the weights of this matcher.
func (m *Weighted) NewWeight() Weight { return make(Weight, m.k) }

// Mate is the partner of a vertex in the matching found last.
func (m *Weighted) Mate(v int) int { return m.mate[v] }

// Mates are the partners of all vertices in the matching found last. They change
// with the next solution; nobody else may change them.
func (m *Weighted) Mates() []int { return m.mate }

// Set gives the edge u-v the weight w.
func (m *Weighted) Set(u, v int, w Weight) {
	for _, at := range [2]int{u*m.n + v, v*m.n + u} {
		m.edge[at] = true
		d := m.weight[at*m.k : (at+1)*m.k]
		copy(d, w)
		wideAdd(d, w)
	}
	m.touched[u], m.touched[v] = true, true
}

// Add changes the weight of an edge by value << offset; nothing happens when the
// edge does not exist.
func (m *Weighted) Add(u, v int, offset uint, value int64) {
	if !m.edge[u*m.n+v] {
		return
	}
	magnitude := uint64(max(value, -value))
	for _, at := range [2]int{u*m.n + v, v*m.n + u} {
		clear(m.slackA)
		wideShift(m.slackA, offset+1, magnitude)
		if value < 0 {
			wideSub(m.weight[at*m.k:(at+1)*m.k], m.slackA)
		} else {
			wideAdd(m.weight[at*m.k:(at+1)*m.k], m.slackA)
		}
	}
	if value > 0 {
		m.touched[u], m.touched[v] = true, true
	}
}

// Gain changes the weight of an edge by w, whose sign may be either; rows that
// would become infeasible are not looked for.
func (m *Weighted) Gain(u, v int, w Weight) {
	if m.Has(u, v) {
		for _, d := range [2][]uint64{m.stored(u, v), m.stored(v, u)} {
			wideAdd(d, w)
			wideAdd(d, w)
		}
	}
}

// Raise lifts the dual of a vertex by what a gain of its edges needs.
func (m *Weighted) Raise(u int, w Weight) {
	wideAdd(m.dual(u), w)
	wideAdd(m.dual(u), w)
}

// Remove takes the edge away.
func (m *Weighted) Remove(u, v int) {
	m.edge[u*m.n+v], m.edge[v*m.n+u] = false, false
}

// Has reports whether there is an edge between two vertices.
func (m *Weighted) Has(u, v int) bool { return m.edge[u*m.n+v] }

// stored is the doubled weight of an edge.
func (m *Weighted) stored(u, v int) []uint64 {
	at := (u*m.n + v) * m.k
	return m.weight[at : at+m.k]
}

func (m *Weighted) dual(v int) []uint64 { return m.y[v*m.k : (v+1)*m.k] }

func (m *Weighted) nearest(v int) []uint64 { return m.near[v*m.k : (v+1)*m.k] }

func (m *Weighted) blossomDual(b int) []uint64 { return m.z[b*m.k : (b+1)*m.k] }

// slack stores y(u) + y(v) - 2w(u,v) in d.
func (m *Weighted) slack(u, v int, d []uint64) {
	k, at := m.k, (u*m.n+v)*m.k
	d = d[:k]
	a, b, w := m.y[u*k:][:len(d)], m.y[v*k:][:len(d)], m.weight[at:][:len(d)]
	var carry, borrow uint64
	for i := range d {
		var sum uint64
		sum, carry = bits.Add64(a[i], b[i], carry)
		d[i], borrow = bits.Sub64(sum, w[i], borrow)
	}
}

// Solve looks for a perfect matching of maximum weight and reports whether one
// exists. After changes it starts from the solution before them.
func (m *Weighted) Solve() bool {
	m.prepare()
	for v := range m.n {
		if m.mate[v] < 0 && !m.search(v) {
			return false
		}
	}
	return true
}

// prepare turns the state left by the last solve into a legal start.
func (m *Weighted) prepare() {
	for b := m.n; b < len(m.parent); b++ {
		if m.parent[b] < 0 && m.child[b] != nil {
			m.dissolve(b)
		}
	}
	if m.cold {
		m.cold = false
		for u := range m.n {
			m.rowMaximum(u)
		}
	}
	for u := range m.n {
		if m.touched[u] && m.tightest(u) && wideNegative(m.slackA) {
			wideSub(m.dual(u), m.slackA)
		}
		m.touched[u] = false
	}
	for u, v := range m.mate {
		if v < 0 {
			continue
		}
		m.slack(u, v, m.slackA)
		if !m.Has(u, v) || !wideZero(m.slackA) {
			m.mate[u], m.mate[v] = -1, -1
		}
	}
	for u := range m.n {
		if m.mate[u] >= 0 || !m.tightest(u) {
			continue
		}
		wideSub(m.dual(u), m.slackA)
		for v := range m.n {
			if m.mate[v] < 0 && m.Has(u, v) {
				if m.slack(u, v, m.slackA); wideZero(m.slackA) {
					m.mate[u], m.mate[v] = v, u
					break
				}
			}
		}
	}
	m.matchTight()
}

// fewUnmatched are left to the searches at once.
const fewUnmatched = 4

// matchTight matches as many vertices as possible along tight edges.
func (m *Weighted) matchTight() {
	unmatched := 0
	for _, v := range m.mate {
		if v < 0 {
			unmatched++
		}
	}
	if unmatched <= fewUnmatched || m.plain {
		return
	}
	g := NewGraph(m.n)
	for u := range m.n {
		for v := range u {
			if !m.Has(u, v) {
				continue
			}
			if m.slack(u, v, m.slackA); wideZero(m.slackA) {
				g.Join(u, v)
			}
		}
	}
	newMatcher(g, m.mate).run()
}

// rowMaximum sets y(u) to the largest weight at u, which makes every slack legal.
func (m *Weighted) rowMaximum(u int) {
	d, first := m.dual(u), true
	for v := range m.n {
		if at := (u*m.n + v) * m.k; m.Has(u, v) && (first || wideLess(d, m.weight[at:at+m.k])) {
			copy(d, m.weight[at:at+m.k])
			first = false
		}
	}
	wideHalve(d) // weights are stored doubled
}

// tightest stores the smallest slack at u in slackA; false when u has no edge.
func (m *Weighted) tightest(u int) bool {
	found := false
	for v := range m.n {
		if !m.Has(u, v) {
			continue
		}
		m.slack(u, v, m.slackB)
		if !found || wideLess(m.slackB, m.slackA) {
			m.slackA, m.slackB = m.slackB, m.slackA
			found = true
		}
	}
	return found
}

// dissolve removes a blossom and those inside it, keeping every slack legal: half
// of its dual goes to each vertex, so edges inside keep their slack and edges
// leaving it gain some.
func (m *Weighted) dissolve(b int) {
	if b < m.n {
		m.parent[b], m.top[b] = -1, b
		return
	}
	half := m.blossomDual(b)
	wideHalve(half)
	m.each(b, func(v int) { wideAdd(m.dual(v), half) })
	for _, c := range m.child[b] {
		m.dissolve(c)
	}
	m.release(b)
}

func (m *Weighted) release(b int) {
	m.child[b], m.link[b], m.parent[b], m.label[b] = nil, nil, -1, outside
	clear(m.blossomDual(b))
	m.free = append(m.free, b)
}

// each calls f for every vertex of a blossom.
func (m *Weighted) each(b int, f func(v int)) {
	if b < m.n {
		f(b)
		return
	}
	for _, c := range m.child[b] {
		m.each(c, f)
	}
}
