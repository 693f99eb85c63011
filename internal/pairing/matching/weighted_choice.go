package matching

import "slices"

// ChooseRows settles, among the matchings of largest weight, the partner of each
// row in order: the first possible one in the list of partners. The matching must
// be solved before, and is afterwards; each row, which must have had no edges but to
// partners, is left no other.
func (m *Weighted) ChooseRows(rows, partners []int) {
	for batch := 1; len(rows) > 0 && len(partners) > 0; {
		settled := 1
		if m.SwapFirst(rows[0], partners) != Unsure {
			batch = 1
		} else {
			settled = m.solveFirst(rows[:min(batch, len(rows))], partners)
			batch *= 2
		}
		for _, u := range rows[:settled] {
			m.Fix(u, m.mate[u])
		}
		rows = rows[settled:]
	}
}

// solveFirst settles as many of the rows at once as the decision bits, below all
// weights, have room for, by giving the first partner the largest bonus. A bonus is
// never taken back: the row is left the one edge, so every later matching has it.
func (m *Weighted) solveFirst(rows, partners []int) int {
	width := Digit(len(partners))
	rows = rows[:min(max(1, ChoiceBits/int(width)), len(rows))]
	for i, u := range rows {
		for j, v := range partners {
			m.Add(u, v, uint(len(rows)-1-i)*width, int64(len(partners)-j))
		}
	}
	m.solves += len(rows)
	m.Solve()
	return len(rows)
}

// Answer is what a look at the matching alone can say about a wish.
type Answer int8

const (
	Unsure     Answer = iota // only solving again can tell
	Granted                  // the matching has the pair now
	Impossible               // no matching of largest weight has it
)

// SwapFirst gives u the first possible partner of a list, if that can be seen
// without solving again.
//
// Two facts do it. An edge with slack left, counting the blossoms that hold both
// ends, is in no matching of largest weight (complementary slackness). And turning
// two or three pairs around without changing their weight gives another matching of
// largest weight; the duals stay those of a best solution.
func (m *Weighted) SwapFirst(u int, partners []int) Answer {
	if m.plain {
		return Unsure
	}
	m.turns++
	around := m.blossomsAround(u)
	for _, v := range partners {
		switch {
		case m.mate[u] == v:
			return Granted
		case !m.Has(u, v) || !m.tight(u, v, around):
		case m.swap(u, v):
			return Granted
		default:
			m.turns--
			return Unsure
		}
	}
	return Impossible
}

// blossomsAround gives, by blossom that holds u, the sum of its dual and those of
// the blossoms around it.
func (m *Weighted) blossomsAround(u int) map[int][]uint64 {
	around := map[int][]uint64{}
	var chain []int
	for b := m.parent[u]; b >= 0; b = m.parent[b] {
		chain = append(chain, b)
	}
	sum := make([]uint64, m.k)
	for _, b := range slices.Backward(chain) {
		wideAdd(sum, m.blossomDual(b))
		around[b] = slices.Clone(sum)
	}
	return around
}

// tight reports whether an edge has no slack in the solution found last.
func (m *Weighted) tight(u, v int, around map[int][]uint64) bool {
	m.slack(u, v, m.slackA)
	for b := m.parent[v]; b >= 0 && wideNegative(m.slackA); b = m.parent[b] {
		if sum, ok := around[b]; ok {
			wideAdd(m.slackA, sum)
			break
		}
	}
	return wideZero(m.slackA)
}

// swap looks for a matching of the same weight with the pair u-v that differs in
// two pairs or three, and turns to it.
func (m *Weighted) swap(u, v int) bool {
	a, b := m.mate[u], m.mate[v]
	// What the pairs left by u and v have to bring.
	m.balance(u, a, v, b, u, v)
	if m.Has(a, b) && m.equal(m.delta, m.stored(a, b)) {
		m.mate[u], m.mate[v], m.mate[a], m.mate[b] = v, u, b, a
		return true
	}
	need := append([]uint64(nil), m.delta...)
	for c, d := range m.mate {
		if c == u || c == v || c == a || c == b || !m.Has(a, c) || !m.Has(b, d) {
			continue
		}
		m.balance(a, c, b, d, c, d)
		if m.equal(need, m.delta) {
			m.mate[u], m.mate[v] = v, u
			m.mate[a], m.mate[c], m.mate[b], m.mate[d] = c, a, d, b
			return true
		}
	}
	return false
}

// balance stores the weights of two edges less that of a third in delta.
func (m *Weighted) balance(u, a, v, b, x, y int) {
	copy(m.delta, m.stored(u, a))
	wideAdd(m.delta, m.stored(v, b))
	wideSub(m.delta, m.stored(x, y))
}

func (m *Weighted) equal(a, b []uint64) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// Fix leaves two vertices no other partner.
func (m *Weighted) Fix(u, v int) {
	for w := range m.n {
		if w != v {
			m.Remove(u, w)
		}
		if w != u {
			m.Remove(v, w)
		}
	}
}
