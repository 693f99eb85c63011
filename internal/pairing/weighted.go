package pairing

import (
	"math"
	"slices"
)

// cheapest finds perfect matchings of least total cost in a general graph:
// Edmonds' primal-dual method with blossoms, O(n³).
//
// The linear program is min Σ c(e)x(e) with x(δ(v)) = 1 for vertices and
// x(δ(B)) ≥ 1 for odd sets. Internally the sign is turned (weights -c, to be
// maximised). label holds the vertex duals (any sign) and twice the duals of the
// blossoms (never negative); slack(u, v) = label(u) + label(v) + 2c(u, v) ≥ 0 is
// kept throughout and is zero on matched edges, which proves optimality at the end.
//
// Nodes 1..n are vertices, nodes n+1.. are blossoms; node 0 means "none".
type cheapest struct {
	n, nodes int
	size     int     // row length of the matrices below
	cost     []int64 // n×n over 0-based vertices; a negative cost means no edge
	// edgeU, edgeV are the real ends of the best edge between two nodes, 0 = none.
	edgeU, edgeV []int32
	label        []int64
	mate         []int32 // for a node: the real vertex its matched edge ends in
	best         []int32 // for a node: outer vertex with the least slack towards it
	top          []int32 // outermost blossom of a node, 0 = unused
	parent       []int32 // real vertex the node was reached from
	state        []int8  // unseen, outer (even) or inner (odd)
	seen         []int
	stamp        int
	cycle        [][]int32 // members of a blossom in cyclic order, the base first
	member       []int32   // member[b*(n+1)+v] is the child of b that holds vertex v
	queue        []int32
}

const (
	unseen int8 = iota
	outer
	inner
)

// cheapestPerfect returns the mates and the cost of a cheapest perfect matching
// of n vertices; ok is false when there is no perfect matching. cost is symmetric
// and negative where there is no edge.
func cheapestPerfect(n int, cost func(i, j int) int64) (mate []int, total int64, ok bool) {
	if n%2 == 1 {
		return nil, 0, false
	}
	c := newCheapest(n, cost)
	for range n / 2 {
		if !c.phase() {
			return nil, 0, false
		}
	}
	mate = make([]int, n)
	for v := range n {
		mate[v] = int(c.mate[v+1]) - 1
		if mate[v] > v {
			total += c.cost[v*n+mate[v]]
		}
	}
	return mate, total, true
}

func newCheapest(n int, cost func(i, j int) int64) *cheapest {
	size := n + n/2 + 2
	c := &cheapest{
		n: n, nodes: n, size: size,
		cost:  make([]int64, n*n),
		edgeU: make([]int32, size*size), edgeV: make([]int32, size*size),
		label: make([]int64, size), mate: make([]int32, size), best: make([]int32, size),
		top: make([]int32, size), parent: make([]int32, size), state: make([]int8, size),
		seen: make([]int, size), cycle: make([][]int32, size), member: make([]int32, size*(n+1)),
	}
	for i := range n {
		c.top[i+1] = int32(i + 1)
		c.member[(i+1)*(n+1)+i+1] = int32(i + 1)
		for j := range n {
			w := int64(-1)
			if i != j {
				w = cost(i, j)
			}
			c.cost[i*n+j] = w
			if w >= 0 {
				at := (i+1)*size + j + 1
				c.edgeU[at], c.edgeV[at] = int32(i+1), int32(j+1)
			}
		}
	}
	return c
}

// slack is the reduced cost of the best edge between two nodes.
func (c *cheapest) slack(a, b int32) int64 {
	at := int(a)*c.size + int(b)
	u, v := c.edgeU[at], c.edgeV[at]
	return c.label[u] + c.label[v] + 2*c.cost[int(u-1)*c.n+int(v-1)]
}

func (c *cheapest) joined(a, b int32) bool { return c.edgeU[int(a)*c.size+int(b)] != 0 }

func (c *cheapest) offer(u, x int32) {
	if c.best[x] == 0 || c.slack(u, x) < c.slack(c.best[x], x) {
		c.best[x] = u
	}
}

func (c *cheapest) findBest(x int32) {
	c.best[x] = 0
	for u := int32(1); u <= int32(c.n); u++ {
		if c.joined(u, x) && c.top[u] != x && c.state[c.top[u]] == outer {
			c.offer(u, x)
		}
	}
}

func (c *cheapest) enqueue(x int32) {
	if int(x) <= c.n {
		c.queue = append(c.queue, x)
		return
	}
	for _, y := range c.cycle[x] {
		c.enqueue(y)
	}
}

func (c *cheapest) setTop(x, b int32) {
	c.top[x] = b
	if int(x) > c.n {
		for _, y := range c.cycle[x] {
			c.setTop(y, b)
		}
	}
}

// phase adds one edge to the matching; false means that no perfect matching exists.
func (c *cheapest) phase() bool {
	for x := range c.nodes + 1 {
		c.state[x], c.best[x] = unseen, 0
	}
	c.queue = c.queue[:0]
	for x := int32(1); x <= int32(c.nodes); x++ {
		if c.top[x] == x && c.mate[x] == 0 {
			c.parent[x], c.state[x] = 0, outer
			c.enqueue(x)
		}
	}
	if len(c.queue) == 0 {
		return false
	}
	for {
		if c.growTight() {
			return true
		}
		if !c.moveDuals() {
			return false
		}
		c.queue = c.queue[:0]
		for x := int32(1); x <= int32(c.nodes); x++ {
			if c.top[x] == x && c.best[x] != 0 && c.top[c.best[x]] != x && c.slack(c.best[x], x) == 0 {
				if c.useEdge(c.best[x], x) {
					return true
				}
			}
		}
		for b := int32(c.n + 1); b <= int32(c.nodes); b++ {
			if c.top[b] == b && c.state[b] == inner && c.label[b] == 0 {
				c.expand(b)
			}
		}
	}
}

// growTight follows edges without slack from the queued outer vertices.
func (c *cheapest) growTight() bool {
	for head := 0; head < len(c.queue); head++ {
		u := c.queue[head]
		if c.state[c.top[u]] == inner {
			continue
		}
		for v := int32(1); v <= int32(c.n); v++ {
			if !c.joined(u, v) || c.top[u] == c.top[v] {
				continue
			}
			if c.slack(u, v) > 0 {
				c.offer(u, c.top[v])
			} else if c.useEdge(u, v) {
				return true
			}
		}
	}
	return false
}

// moveDuals changes the labels by the largest amount that keeps every slack;
// false when nothing bounds it, which proves that no perfect matching exists.
func (c *cheapest) moveDuals() bool {
	delta := int64(math.MaxInt64)
	for x := int32(1); x <= int32(c.nodes); x++ {
		if c.top[x] != x {
			continue
		}
		if int(x) > c.n && c.state[x] == inner {
			delta = min(delta, c.label[x]/2)
		}
		if c.best[x] != 0 {
			switch c.state[x] {
			case unseen:
				delta = min(delta, c.slack(c.best[x], x))
			case outer:
				delta = min(delta, c.slack(c.best[x], x)/2)
			}
		}
	}
	if delta == math.MaxInt64 {
		return false
	}
	for u := 1; u <= c.n; u++ {
		switch c.state[c.top[u]] {
		case outer:
			c.label[u] -= delta
		case inner:
			c.label[u] += delta
		}
	}
	for b := int32(c.n + 1); b <= int32(c.nodes); b++ {
		if c.top[b] == b {
			switch c.state[b] {
			case outer:
				c.label[b] += 2 * delta
			case inner:
				c.label[b] -= 2 * delta
			}
		}
	}
	return true
}

// useEdge takes a tight edge between an outer node and another: it grows the
// tree, closes a blossom or completes an augmenting path (true).
func (c *cheapest) useEdge(a, b int32) bool {
	at := int(a)*c.size + int(b)
	eu, ev := c.edgeU[at], c.edgeV[at]
	u, v := c.top[eu], c.top[ev]
	switch c.state[v] {
	case unseen:
		c.parent[v], c.state[v] = eu, inner
		next := c.top[c.mate[v]]
		c.best[v], c.best[next] = 0, 0
		c.state[next] = outer
		c.enqueue(next)
	case outer:
		stem := c.commonStem(u, v)
		if stem == 0 {
			c.augment(u, v)
			c.augment(v, u)
			return true
		}
		c.shrink(u, stem, v)
	}
	return false
}

func (c *cheapest) commonStem(u, v int32) int32 {
	c.stamp++
	for u != 0 || v != 0 {
		if u != 0 {
			if c.seen[u] == c.stamp {
				return u
			}
			c.seen[u] = c.stamp
			if u = c.top[c.mate[u]]; u != 0 {
				u = c.top[c.parent[u]]
			}
		}
		u, v = v, u
	}
	return 0
}

func (c *cheapest) augment(u, v int32) {
	for {
		next := c.top[c.mate[u]]
		c.match(u, v)
		if next == 0 {
			return
		}
		c.match(next, c.top[c.parent[next]])
		u, v = c.top[c.parent[next]], next
	}
}

// match pairs node u towards node v and turns the cycles inside u accordingly.
func (c *cheapest) match(u, v int32) {
	at := int(u)*c.size + int(v)
	c.mate[u] = c.edgeV[at]
	if int(u) <= c.n {
		return
	}
	child := c.member[int(u)*(c.n+1)+int(c.edgeU[at])]
	k := c.evenWalk(u, child)
	cycle := c.cycle[u]
	for i := range k {
		c.match(cycle[i], cycle[i^1])
	}
	c.match(child, v)
	c.cycle[u] = slices.Concat(cycle[k:], cycle[:k])
}

// evenWalk turns the cycle of b so that child lies at an even distance from the
// base and returns that distance.
func (c *cheapest) evenWalk(b, child int32) int {
	cycle := c.cycle[b]
	k := slices.Index(cycle, child)
	if k%2 == 0 {
		return k
	}
	slices.Reverse(cycle[1:])
	return len(cycle) - k
}

// shrink makes a blossom of the tree paths from u and v down to stem.
func (c *cheapest) shrink(u, stem, v int32) {
	b := int32(c.n + 1)
	for int(b) <= c.nodes && c.top[b] != 0 {
		b++
	}
	c.nodes = max(c.nodes, int(b))
	c.label[b], c.state[b], c.mate[b] = 0, outer, c.mate[stem]
	cycle := []int32{stem}
	walk := func(x int32) {
		for x != stem {
			y := c.top[c.mate[x]]
			cycle = append(cycle, x, y)
			c.enqueue(y)
			x = c.top[c.parent[y]]
		}
	}
	walk(u)
	slices.Reverse(cycle[1:])
	walk(v)
	c.cycle[b] = cycle
	c.setTop(b, b)
	c.gatherEdges(b)
	c.findBest(b)
}

// gatherEdges gives a new blossom the best edge its members have to every node.
func (c *cheapest) gatherEdges(b int32) {
	row := int(b) * c.size
	for x := range c.nodes + 1 {
		c.edgeU[row+x], c.edgeU[x*c.size+int(b)] = 0, 0
	}
	members := c.member[int(b)*(c.n+1) : (int(b)+1)*(c.n+1)]
	clear(members)
	for _, y := range c.cycle[b] {
		for x := int32(1); x <= int32(c.nodes); x++ {
			if c.joined(y, x) && (!c.joined(b, x) || c.slack(y, x) < c.slack(b, x)) {
				from, to := int(y)*c.size+int(x), row+int(x)
				c.edgeU[to], c.edgeV[to] = c.edgeU[from], c.edgeV[from]
				back := int(x)*c.size + int(b)
				c.edgeU[back], c.edgeV[back] = c.edgeV[from], c.edgeU[from]
			}
		}
		for v := 1; v <= c.n; v++ {
			if c.member[int(y)*(c.n+1)+v] != 0 {
				members[v] = y
			}
		}
	}
}

// expand dissolves an inner blossom whose dual has come down to zero.
func (c *cheapest) expand(b int32) {
	for _, y := range c.cycle[b] {
		c.setTop(y, y)
	}
	entry := c.member[int(b)*(c.n+1)+int(c.edgeU[int(b)*c.size+int(c.parent[b])])]
	k := c.evenWalk(b, entry)
	cycle := c.cycle[b]
	for i := 0; i < k; i += 2 {
		odd, even := cycle[i], cycle[i+1]
		c.parent[odd] = c.edgeU[int(even)*c.size+int(odd)]
		c.state[odd], c.state[even] = inner, outer
		c.best[odd] = 0
		c.findBest(even)
		c.enqueue(even)
	}
	c.state[entry], c.parent[entry] = inner, c.parent[b]
	for _, y := range cycle[k+1:] {
		c.state[y] = unseen
		c.findBest(y)
	}
	c.top[b] = 0
}
