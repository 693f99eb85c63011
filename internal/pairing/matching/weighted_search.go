package matching

import "slices"

// search grows a tree from the unmatched vertex root until it meets another
// unmatched vertex and augments; false when the tree can grow no further, that is,
// when no perfect matching exists.
func (m *Weighted) search(root int) bool {
	clear(m.label)
	for v := range m.best {
		m.best[v] = -1
	}
	m.even = m.even[:0]
	m.markEven(m.top[root])
	for {
		event, at := m.nextEvent()
		switch event {
		case noEvent:
			return false
		case reachVertex:
			m.shiftDuals()
			b := m.top[at]
			if m.mate[m.base[b]] < 0 {
				m.augment(m.best[at], at)
				return true
			}
			m.label[b], m.from[b] = odd, [2]int{m.best[at], at}
			m.markEven(m.top[m.mate[m.base[b]]])
		case closeCycle:
			m.shiftDuals()
			m.contract(m.best[at], at)
		case openBlossom:
			m.shiftDuals()
			m.expand(at)
		}
	}
}

type treeEvent int8

const (
	noEvent     treeEvent = iota
	reachVertex           // an edge from the tree to a vertex outside becomes tight
	closeCycle            // an edge between two even blossoms becomes tight
	openBlossom           // the dual of an odd blossom reaches 0
)

// nextEvent finds what happens first when the duals of even vertices fall and
// those of odd vertices rise, and leaves the distance in m.delta.
func (m *Weighted) nextEvent() (treeEvent, int) {
	event, at := noEvent, -1
	consider := func(kind treeEvent, where int, d []uint64) {
		if event == noEvent || wideLess(d, m.delta) {
			event, at = kind, where
			copy(m.delta, d)
		}
	}
	for v := range m.n {
		switch m.label[m.top[v]] {
		case outside:
			if m.best[v] >= 0 {
				consider(reachVertex, v, m.nearest(v))
			}
		case even:
			if u := m.best[v]; u >= 0 && m.top[u] == m.top[v] {
				m.rescan(v)
			}
			if m.best[v] >= 0 {
				copy(m.slackA, m.nearest(v))
				wideHalve(m.slackA)
				consider(closeCycle, v, m.slackA)
			}
		}
		if event != noEvent && wideZero(m.delta) {
			return event, at
		}
	}
	for b := m.n; b < len(m.parent); b++ {
		if m.label[b] == odd && m.parent[b] < 0 {
			copy(m.slackA, m.blossomDual(b))
			wideHalve(m.slackA)
			consider(openBlossom, b, m.slackA)
		}
	}
	return event, at
}

// shiftDuals moves the duals by m.delta.
func (m *Weighted) shiftDuals() {
	if wideZero(m.delta) {
		return
	}
	for v := range m.n {
		switch m.label[m.top[v]] {
		case even:
			wideSub(m.dual(v), m.delta)
			if m.best[v] >= 0 {
				wideSub(m.nearest(v), m.delta)
				wideSub(m.nearest(v), m.delta)
			}
		case odd:
			wideAdd(m.dual(v), m.delta)
		case outside:
			if m.best[v] >= 0 {
				wideSub(m.nearest(v), m.delta)
			}
		}
	}
	wideAdd(m.delta, m.delta)
	for b := m.n; b < len(m.parent); b++ {
		if m.parent[b] >= 0 {
			continue
		}
		switch m.label[b] {
		case even:
			wideAdd(m.blossomDual(b), m.delta)
		case odd:
			wideSub(m.blossomDual(b), m.delta)
		}
	}
}

// markEven labels an outermost blossom even and offers its vertices to the rest.
func (m *Weighted) markEven(b int) {
	m.label[b] = even
	m.each(b, m.offer)
}

// offer makes u the best even neighbour of every vertex it is tightest to.
func (m *Weighted) offer(u int) {
	m.turn[u] = len(m.even)
	m.even = append(m.even, u)
	for v := range m.n {
		if !m.Has(u, v) || m.top[v] == m.top[u] {
			continue
		}
		w := m.best[v]
		if w >= 0 && m.top[w] == m.top[v] { // swallowed by its own blossom
			m.rescan(v)
			continue
		}
		m.slack(u, v, m.slackB)
		if w < 0 || wideLess(m.slackB, m.nearest(v)) {
			m.best[v] = u
			copy(m.nearest(v), m.slackB)
		}
	}
}

// rescan looks for the best even neighbour of the even vertex v outside its blossom
// afresh. The edges to those labelled before v are kept at their other end, which
// v was offered to.
func (m *Weighted) rescan(v int) {
	m.best[v] = -1
	for _, u := range m.even[m.turn[v]+1:] {
		if m.top[u] == m.top[v] || !m.Has(u, v) {
			continue
		}
		m.slack(u, v, m.slackB)
		if m.best[v] < 0 || wideLess(m.slackB, m.nearest(v)) {
			m.best[v] = u
			copy(m.nearest(v), m.slackB)
		}
	}
}

// up steps from an even blossom to the even blossom above it in the tree; the
// second result is the odd blossom between them, -1 at the root.
func (m *Weighted) up(b int) (above, between int) {
	w := m.mate[m.base[b]]
	if w < 0 {
		return -1, -1
	}
	t := m.top[w]
	return m.top[m.from[t][0]], t
}

// contract makes a blossom of the cycle that the edge u-v closes.
func (m *Weighted) contract(u, v int) {
	onPath := map[int]bool{}
	for b := m.top[u]; b >= 0; b, _ = m.up(b) {
		onPath[b] = true
	}
	meet := m.top[v]
	for !onPath[meet] {
		meet, _ = m.up(meet)
	}
	b := m.free[len(m.free)-1]
	m.free = m.free[:len(m.free)-1]
	// From the meeting point down to u, over to v, and up again.
	childs, links := m.descend(m.top[u], meet)
	slices.Reverse(childs)
	slices.Reverse(links)
	for i := range links {
		links[i][0], links[i][1] = links[i][1], links[i][0]
	}
	childs = append([]int{meet}, childs...)
	links = append(links, [2]int{u, v})
	right, rightLinks := m.descend(m.top[v], meet)
	childs = append(childs, right...)
	links = append(links, rightLinks...)

	m.child[b], m.link[b], m.parent[b], m.base[b] = childs, links, -1, m.base[meet]
	m.label[b] = even
	clear(m.blossomDual(b))
	var fresh []int
	for _, c := range childs {
		m.parent[c] = b
		wasOdd := m.label[c] == odd
		m.each(c, func(x int) {
			m.top[x] = b
			if wasOdd {
				fresh = append(fresh, x)
			}
		})
	}
	for _, x := range fresh {
		m.offer(x)
	}
}

// descend lists the blossoms from b up to but without stop, and the links from
// each to the next one up (the last link leads into stop).
func (m *Weighted) descend(b, stop int) (childs []int, links [][2]int) {
	for b != stop {
		above, t := m.up(b)
		v := m.base[b]
		childs = append(childs, b, t)
		links = append(links, [2]int{v, m.mate[v]}, [2]int{m.from[t][1], m.from[t][0]})
		b = above
	}
	return childs, links
}

// expand opens an odd blossom whose dual has reached 0. The children on the even
// way from where the tree enters to the base stay in the tree.
func (m *Weighted) expand(b int) {
	childs, links := m.child[b], m.link[b]
	entry := m.from[b]
	for _, c := range childs {
		m.parent[c], m.label[c] = -1, outside
		m.each(c, func(v int) { m.top[v] = c })
	}
	count := len(childs)
	i := slices.Index(childs, m.top[entry[1]])
	step := -1
	if i%2 == 1 {
		step = 1
	}
	at := func(i int) int { return ((i % count) + count) % count }
	m.label[childs[i]], m.from[childs[i]] = odd, entry
	var fresh []int
	for j := i; at(j) != 0; j += 2 * step {
		mid, far := childs[at(j+step)], childs[at(j+2*step)]
		l := links[at(j+1)]
		if step < 0 {
			l = links[at(j-2)]
			l[0], l[1] = l[1], l[0]
		}
		m.label[far], m.from[far] = odd, l
		fresh = append(fresh, mid)
	}
	m.release(b)
	for _, c := range fresh {
		m.markEven(c)
	}
}

// augment flips the tree path from the root to u and matches u with the
// unmatched vertex v.
func (m *Weighted) augment(u, v int) {
	m.rebase(m.top[v], v)
	m.mate[v] = u
	for {
		b := m.top[u]
		above, t := m.up(b)
		m.rebase(b, u)
		m.mate[u] = v
		if above < 0 {
			return
		}
		u, v = m.from[t][0], m.from[t][1]
		m.rebase(t, v)
		m.mate[v] = u
	}
}

// rebase makes v the base of a blossom by flipping matched edges on the even way
// round from v to the old base.
func (m *Weighted) rebase(b, v int) {
	if b < m.n {
		return
	}
	childs, links := m.child[b], m.link[b]
	t := v
	for m.parent[t] != b {
		t = m.parent[t]
	}
	m.rebase(t, v)
	i, count := slices.Index(childs, t), len(childs)
	step := -1
	if i%2 == 1 {
		step = 1
	}
	at := func(i int) int { return ((i % count) + count) % count }
	for j := i; at(j) != 0; j += 2 * step {
		l := links[at(j+1)]
		if step < 0 {
			l = links[at(j-2)]
			l[0], l[1] = l[1], l[0]
		}
		m.rebase(childs[at(j+step)], l[0])
		m.rebase(childs[at(j+2*step)], l[1])
		m.mate[l[0]], m.mate[l[1]] = l[1], l[0]
	}
	m.child[b] = append(slices.Clone(childs[i:]), childs[:i]...)
	m.link[b] = append(slices.Clone(links[i:]), links[:i]...)
	m.base[b] = v
}
