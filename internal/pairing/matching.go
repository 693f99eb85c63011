package pairing

import (
	"math/bits"
	"slices"
)

// graph is an undirected graph on 0..n-1 kept as a bit matrix.
type graph struct {
	n, words int
	rows     []uint64
}

func newGraph(n int) *graph {
	words := (n + 63) / 64
	return &graph{n: n, words: words, rows: make([]uint64, n*words)}
}

// legalGraph joins the members (indexes of unpaired entrants) that may meet.
func (f *field) legalGraph(members []int) *graph {
	g := newGraph(len(members))
	for i, m := range members {
		f.slot[m] = i
	}
	for i, m := range members {
		row := g.row(i)
		for w := range row {
			row[w] = ^uint64(0)
		}
		if extra := len(members) % 64; extra > 0 {
			row[len(row)-1] = 1<<extra - 1
		}
		row[i/64] &^= 1 << (i % 64)
		for _, b := range f.all[m].barred {
			if j := f.slot[b]; j >= 0 {
				row[j/64] &^= 1 << (j % 64)
			}
		}
	}
	for _, m := range members {
		f.slot[m] = free
	}
	return g
}

func (g *graph) row(i int) []uint64 { return g.rows[i*g.words : (i+1)*g.words] }

func (g *graph) has(i, j int) bool { return g.rows[i*g.words+j/64]>>(j%64)&1 == 1 }

func (g *graph) cut(i, j int) {
	g.row(i)[j/64] &^= 1 << (j % 64)
	g.row(j)[i/64] &^= 1 << (i % 64)
}

func (g *graph) join(i, j int) {
	g.row(i)[j/64] |= 1 << (j % 64)
	g.row(j)[i/64] |= 1 << (i % 64)
}

// matcher finds a maximum matching in a general graph: Edmonds' algorithm, one
// breadth-first search per free vertex, blossoms kept by their base only. A search
// that fails never has to be repeated (the vertex stays free in some maximum
// matching), so the total is O(n·m).
type matcher struct {
	g       *graph
	mate    []int // -1 = free
	parent  []int // in the alternating tree: the vertex an odd vertex was reached from
	base    []int
	inTree  []bool // even (outer) vertices
	queue   []int
	blossom []bool
	onPath  []bool
}

// maximumMatching returns each vertex's mate (-1 = free) in a maximum matching and
// the number of free vertices.
func maximumMatching(g *graph) (mate []int, free int) {
	m := newMatcher(g, slices.Repeat([]int{-1}, g.n))
	m.run()
	for _, w := range m.mate {
		if w < 0 {
			free++
		}
	}
	return m.mate, free
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

func newMatcher(g *graph, mate []int) *matcher {
	return &matcher{g: g, mate: mate}
}

// tree returns the even vertices of the alternating tree of a free vertex from
// which no augmenting path leads.
func (m *matcher) tree(root int) []bool {
	m.search(root)
	return m.inTree
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
	if n := m.g.n; m.parent == nil {
		m.parent, m.base = make([]int, n), make([]int, n)
		m.inTree, m.blossom, m.onPath = make([]bool, n), make([]bool, n), make([]bool, n)
	}
	for i := range m.base {
		m.base[i], m.parent[i], m.inTree[i] = i, -1, false
	}
	m.inTree[root] = true
	m.queue = append(m.queue[:0], root)
	for head := 0; head < len(m.queue); head++ {
		v := m.queue[head]
		for i, word := range m.g.row(v) {
			for ; word != 0; word &= word - 1 {
				w := i*64 + bits.TrailingZeros64(word)
				switch {
				case m.base[v] == m.base[w] || m.mate[v] == w:
				case w == root || m.mate[w] >= 0 && m.parent[m.mate[w]] >= 0:
					m.contract(v, w)
				case m.parent[w] < 0:
					m.parent[w] = v
					if m.mate[w] < 0 {
						return w
					}
					m.inTree[m.mate[w]] = true
					m.queue = append(m.queue, m.mate[w])
				}
			}
		}
	}
	return -1
}

// contract shrinks the odd cycle closed by the edge v-w between two even vertices.
func (m *matcher) contract(v, w int) {
	stem := m.commonBase(v, w)
	clear(m.blossom)
	m.mark(v, stem, w)
	m.mark(w, stem, v)
	for i := range m.base {
		if m.blossom[m.base[i]] {
			m.base[i] = stem
			if !m.inTree[i] {
				m.inTree[i] = true
				m.queue = append(m.queue, i)
			}
		}
	}
}

func (m *matcher) commonBase(v, w int) int {
	clear(m.onPath)
	for {
		v = m.base[v]
		m.onPath[v] = true
		if m.mate[v] < 0 {
			break
		}
		v = m.parent[m.mate[v]]
	}
	for {
		w = m.base[w]
		if m.onPath[w] {
			return w
		}
		w = m.parent[m.mate[w]]
	}
}

func (m *matcher) mark(v, stem, child int) {
	for m.base[v] != stem {
		m.blossom[m.base[v]], m.blossom[m.base[m.mate[v]]] = true, true
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
