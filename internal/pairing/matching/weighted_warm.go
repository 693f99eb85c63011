package matching

import "slices"

// A warm start for many vertices of few kinds.
//
// Where vertices of the same kind have (nearly) the same weights, a cold start
// walks through the same ties again and again. The problem by kinds is small: send
// every vertex of a kind to vertices of kinds, each kind giving and taking as much
// as it has. Any perfect matching, read in both directions, is such a transport,
// and prices u of giving and v of taking with u(x) + v(y) >= w(x,y), w being the
// largest weight between the kinds, give the duals y = (u + v) / 2 of the vertices:
//
//	y(x) + y(y) = (u(x) + v(y) + u(y) + v(x)) / 2 >= w(x,y),
//
// so no slack is negative, which is all that Solve asks of its start. How good the
// start is decides the time only: with the best prices, as found here, most
// vertices can be matched along tight edges at once.

// Warm sets the duals of a matcher not solved yet; kind numbers the kinds from 0.
// Where that would not pay or no transport exists, it does nothing.
func (m *Weighted) Warm(kind []int) {
	kinds := slices.Max(kind) + 1
	if m.plain || !m.cold || 2*kinds > m.n {
		return
	}
	t := newWideTransport(kinds, m.k)
	for u := range m.n {
		t.supply[kind[u]]++
		t.demand[kind[u]]++
		for v := range u {
			if m.Has(u, v) {
				t.offer(kind[u], kind[v], m.stored(u, v))
			}
		}
	}
	if !t.solve() {
		return
	}
	for u := range m.n {
		d, x := m.dual(u), kind[u]
		copy(d, t.given(x))
		wideAdd(d, t.taken(x))
		wideHalve(d)
	}
	m.cold = false
}

// wideTransport finds the best prices of a transport of largest weight by
// successive shortest paths. Weights and prices are even, so that halves are whole.
type wideTransport struct {
	n, k           int
	open           []bool   // n×n: whether the kinds have an edge
	weight         []uint64 // n×n×k
	supply, demand []int    // not sent, not received yet
	flow           []int    // n×n
	u, v           []uint64 // prices, n×k

	// One search, by distance from the rows that have something left to send.
	near    []uint64 // by column: the distance, n×k
	via     []int    // by column: the row before it, -1 = not reached
	rowAt   []uint64 // by row: the distance
	rowFrom []int    // by row: the column before it, -1 = a start, -2 = not reached
	settled []bool   // columns
	scratch []uint64
}

func newWideTransport(n, k int) *wideTransport {
	return &wideTransport{
		n: n, k: k, open: make([]bool, n*n), weight: make([]uint64, n*n*k), supply: make([]int, n), demand: make([]int, n),
		flow: make([]int, n*n), u: make([]uint64, n*k), v: make([]uint64, n*k), near: make([]uint64, n*k), via: make([]int, n),
		rowAt: make([]uint64, n*k), rowFrom: make([]int, n), settled: make([]bool, n), scratch: make([]uint64, k),
	}
}

func (t *wideTransport) given(x int) []uint64 { return t.u[x*t.k : (x+1)*t.k] }

func (t *wideTransport) taken(x int) []uint64 { return t.v[x*t.k : (x+1)*t.k] }

func (t *wideTransport) distance(col int) []uint64 { return t.near[col*t.k : (col+1)*t.k] }

func (t *wideTransport) rowDistance(row int) []uint64 { return t.rowAt[row*t.k : (row+1)*t.k] }

func (t *wideTransport) price(row, col int) []uint64 {
	at := (row*t.n + col) * t.k
	return t.weight[at : at+t.k]
}

// offer raises the weight between two kinds to that of an edge between them.
func (t *wideTransport) offer(x, y int, w []uint64) {
	if t.open[x*t.n+y] && !wideLess(t.price(x, y), w) {
		return
	}
	t.open[x*t.n+y], t.open[y*t.n+x] = true, true
	copy(t.price(x, y), w)
	copy(t.price(y, x), w)
}

// Solve sends everything; false when that is not possible.
func (t *wideTransport) solve() bool {
	for row := range t.n {
		first := true
		for col := range t.n {
			if t.open[row*t.n+col] && (first || wideLess(t.given(row), t.price(row, col))) {
				copy(t.given(row), t.price(row, col))
				first = false
			}
		}
	}
	for slices.ContainsFunc(t.supply, func(left int) bool { return left > 0 }) {
		end := t.search()
		if end < 0 {
			return false
		}
		t.reprice(end)
		t.send(end)
	}
	return true
}

// search finds the nearest column that still takes something; -1 when none is in
// reach.
func (t *wideTransport) search() int {
	for i := range t.n {
		t.via[i], t.rowFrom[i], t.settled[i] = -1, -2, false
	}
	clear(t.rowAt)
	for row, left := range t.supply {
		if left > 0 {
			t.rowFrom[row] = -1
			t.scan(row)
		}
	}
	for {
		col := -1
		for c, via := range t.via {
			if via >= 0 && !t.settled[c] && (col < 0 || wideLess(t.distance(c), t.distance(col))) {
				col = c
			}
		}
		if col < 0 || t.demand[col] > 0 {
			return col
		}
		t.settled[col] = true
		for row := range t.n {
			if t.flow[row*t.n+col] > 0 && t.rowFrom[row] == -2 {
				t.rowFrom[row] = col
				copy(t.rowDistance(row), t.distance(col))
				t.scan(row)
			}
		}
	}
}

// scan offers the way over a row to all columns.
func (t *wideTransport) scan(row int) {
	d := t.scratch
	for col := range t.n {
		if !t.open[row*t.n+col] || t.settled[col] {
			continue
		}
		copy(d, t.given(row))
		wideAdd(d, t.taken(col))
		wideSub(d, t.price(row, col))
		wideAdd(d, t.rowDistance(row))
		if t.via[col] < 0 || wideLess(d, t.distance(col)) {
			t.via[col] = row
			copy(t.distance(col), d)
		}
	}
}

// reprice makes the way to a column free without making any edge worth more than
// its prices.
func (t *wideTransport) reprice(end int) {
	far := t.distance(end)
	for i := range t.n {
		if t.rowFrom[i] != -2 {
			wideSub(t.given(i), far)
			wideAdd(t.given(i), t.rowDistance(i))
		}
		if t.settled[i] {
			wideAdd(t.taken(i), far)
			wideSub(t.taken(i), t.distance(i))
		}
	}
}

// send moves as much as the way to a column bears.
func (t *wideTransport) send(end int) {
	amount := t.demand[end]
	for col := end; ; {
		row := t.via[col]
		if col = t.rowFrom[row]; col < 0 {
			amount = min(amount, t.supply[row])
			break
		}
		amount = min(amount, t.flow[row*t.n+col])
	}
	t.demand[end] -= amount
	for col := end; ; {
		row := t.via[col]
		t.flow[row*t.n+col] += amount
		if col = t.rowFrom[row]; col < 0 {
			t.supply[row] -= amount
			return
		}
		t.flow[row*t.n+col] -= amount
	}
}
