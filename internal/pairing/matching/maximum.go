package matching

import (
	"math/bits"
	"slices"
)

// Graph is an undirected graph on 0..n-1 kept as a bit matrix.
type Graph struct {
	n, words int
	rows     []uint64
}

// NewGraph returns a graph of n vertices without edges.
func NewGraph(n int) *Graph {
	words := (n + 63) / 64
	return &Graph{n: n, words: words, rows: make([]uint64, n*words)}
}

// CompleteGraph joins each vertex with all others.
func CompleteGraph(n int) *Graph {
	g := NewGraph(n)
	for i := range n {
		row := g.row(i)
		for w := range row {
			row[w] = ^uint64(0)
		}
		if extra := n % 64; extra > 0 {
			row[len(row)-1] = 1<<extra - 1
		}
		row[i/64] &^= 1 << (i % 64)
	}
	return g
}

// Size is the number of vertices.
func (g *Graph) Size() int { return g.n }

func (g *Graph) row(i int) []uint64 { return g.rows[i*g.words : (i+1)*g.words] }

// Has reports whether two vertices are joined.
func (g *Graph) Has(i, j int) bool { return g.rows[i*g.words+j/64]>>(j%64)&1 == 1 }

// Cut takes the edge between two vertices away.
func (g *Graph) Cut(i, j int) {
	g.row(i)[j/64] &^= 1 << (j % 64)
	g.row(j)[i/64] &^= 1 << (i % 64)
}

// Join joins two different vertices.
func (g *Graph) Join(i, j int) {
	g.row(i)[j/64] |= 1 << (j % 64)
	g.row(j)[i/64] |= 1 << (i % 64)
}

// matcher finds a maximum matching in a general graph: Edmonds' algorithm, one
// search per free vertex, blossoms kept by their base only. A search that fails
// never has to be repeated (the vertex stays free in some maximum matching), so the
// total is O(n·m). Trees grow over all vertices they can reach before any cycle is
// contracted: most searches end without one.
type matcher struct {
	g       *Graph
	mate    []int    // -1 = free
	parent  []int    // in the alternating tree: the vertex an odd vertex was reached from
	base    []int    // of the blossom around a vertex, or a vertex nearer to it
	even    []uint64 // bits of the even (outer) vertices
	fresh   []uint64 // bits of the vertices not reached yet
	queue   []int    // even vertices from which the tree has not grown yet
	later   []int    // those it has grown from, whose cycles have not been looked for yet
	onPath  []bool
	onCycle []bool
	cycle   []int // bases on the cycle being contracted
}

// Maximum returns each vertex's mate (-1 = free) in a maximum matching and
// the number of free vertices.
func Maximum(g *Graph) (mate []int, free int) {
	m := newMatcher(g, slices.Repeat([]int{-1}, g.n))
	m.run()
	for _, w := range m.mate {
		if w < 0 {
			free++
		}
	}
	return m.mate, free
}

// Missable marks the vertices that some maximum matching leaves free (the set D of
// Gallai and Edmonds: the even vertices of the alternating trees grown from those
// left free by one of them), and gives the number of free vertices.
func Missable(g *Graph) (missable []bool, free int) {
	mate, free := Maximum(g)
	missable = make([]bool, g.n)
	m := newMatcher(g, mate)
	for v, w := range mate {
		if w >= 0 {
			continue
		}
		for _, i := range m.tree(v) {
			missable[i] = true
		}
	}
	return missable, free
}

// run makes the matching it was given a maximum one.
func (m *matcher) run() {
	m.greedy()
	for v, w := range m.mate {
		if w >= 0 {
			continue
		}
		if end := m.search(v); end >= 0 {
			m.augment(end)
		}
	}
}

func newMatcher(g *Graph, mate []int) *matcher {
	return &matcher{g: g, mate: mate}
}

// tree lists the even vertices of the alternating tree of a free vertex from
// which no augmenting path leads.
func (m *matcher) tree(root int) []int {
	m.search(root)
	var list []int
	for i, word := range m.even {
		for ; word != 0; word &= word - 1 {
			list = append(list, i*64+bits.TrailingZeros64(word))
		}
	}
	return list
}

func (m *matcher) greedy() {
	for v := range m.mate {
		if m.mate[v] >= 0 {
			continue
		}
		if w := m.firstFree(v); w >= 0 {
			m.mate[v], m.mate[w] = w, v
		}
	}
}

func (m *matcher) firstFree(v int) int {
	for i, word := range m.g.row(v) {
		for ; word != 0; word &= word - 1 {
			if w := i*64 + bits.TrailingZeros64(word); m.mate[w] < 0 {
				return w
			}
		}
	}
	return -1
}

// search grows an alternating tree from the free vertex root and returns the
// free end of an augmenting path, or -1.
func (m *matcher) search(root int) int {
	m.plant(root)
	for {
		for len(m.queue) > 0 {
			v := m.queue[len(m.queue)-1]
			m.queue = m.queue[:len(m.queue)-1]
			if end := m.grow(v); end >= 0 {
				return end
			}
			m.later = append(m.later, v)
		}
		if len(m.later) == 0 {
			return -1
		}
		v := m.later[len(m.later)-1]
		m.later = m.later[:len(m.later)-1]
		m.closeCycles(v)
	}
}

// plant makes the root the whole tree.
func (m *matcher) plant(root int) {
	if n := m.g.n; m.parent == nil {
		m.parent, m.base = make([]int, n), make([]int, n)
		m.onPath, m.onCycle = make([]bool, n), make([]bool, n)
		m.even, m.fresh = make([]uint64, m.g.words), make([]uint64, m.g.words)
	}
	for i := range m.base {
		m.base[i], m.parent[i] = i, -1
	}
	clear(m.even)
	for i := range m.fresh {
		m.fresh[i] = ^uint64(0)
	}
	m.queue, m.later = m.queue[:0], m.later[:0]
	m.reach(root)
	m.markEven(root)
}

func (m *matcher) reach(v int) { m.fresh[v/64] &^= 1 << (v % 64) }

func (m *matcher) markEven(v int) {
	m.even[v/64] |= 1 << (v % 64)
	m.queue = append(m.queue, v)
}

// grow adds the fresh neighbours of an even vertex and their mates to the tree, and
// returns the first that is free, -1 without one.
func (m *matcher) grow(v int) int {
	for i, word := range m.g.row(v) {
		for word &= m.fresh[i]; word != 0; word &= word - 1 {
			w := i*64 + bits.TrailingZeros64(word)
			m.parent[w] = v
			m.reach(w)
			if m.mate[w] < 0 {
				return w
			}
			m.reach(m.mate[w])
			word &= m.fresh[i] | 1<<(w%64)
			m.markEven(m.mate[w])
		}
	}
	return -1
}

// closeCycles contracts the odd cycles that the edges from an even vertex to others
// close.
func (m *matcher) closeCycles(v int) {
	for i, word := range m.g.row(v) {
		for word &= m.even[i]; word != 0; word &= word - 1 {
			if w := i*64 + bits.TrailingZeros64(word); m.baseOf(v) != m.baseOf(w) {
				m.contract(v, w)
			}
		}
	}
}

// contract shrinks the odd cycle closed by the edge v-w between two even vertices:
// what lies on it gets its stem as the base, and its odd vertices become even.
func (m *matcher) contract(v, w int) {
	stem := m.commonBase(v, w)
	m.cycle = m.cycle[:0]
	m.mark(v, stem, w)
	m.mark(w, stem, v)
	for _, b := range m.cycle {
		m.onCycle[b], m.base[b] = false, stem
		if m.even[b/64]>>(b%64)&1 == 0 {
			m.markEven(b)
		}
	}
}

// baseOf is the base of the blossom around a vertex, the vertex itself without one.
func (m *matcher) baseOf(v int) int {
	for m.base[v] != v {
		m.base[v] = m.base[m.base[v]]
		v = m.base[v]
	}
	return v
}

func (m *matcher) commonBase(v, w int) int {
	clear(m.onPath)
	for {
		v = m.baseOf(v)
		m.onPath[v] = true
		if m.mate[v] < 0 {
			break
		}
		v = m.parent[m.mate[v]]
	}
	for {
		w = m.baseOf(w)
		if m.onPath[w] {
			return w
		}
		w = m.parent[m.mate[w]]
	}
}

// mark collects the bases on the way from v to the stem and turns the way round.
func (m *matcher) mark(v, stem, child int) {
	for m.baseOf(v) != stem {
		for _, b := range [2]int{m.baseOf(v), m.baseOf(m.mate[v])} {
			if !m.onCycle[b] {
				m.onCycle[b] = true
				m.cycle = append(m.cycle, b)
			}
		}
		m.parent[v] = child
		child = m.mate[v]
		v = m.parent[m.mate[v]]
	}
}

func (m *matcher) augment(end int) {
	for end >= 0 {
		v := m.parent[end]
		next := m.mate[v]
		m.mate[end], m.mate[v] = v, end
		end = next
	}
}
