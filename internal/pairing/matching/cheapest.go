package matching

// CheapestPerfect returns the mates in a cheapest perfect matching of n vertices
// and its cost; ok is false when there is no perfect matching. cost is symmetric,
// and negative where there is no edge; sums must stay below 2^50.
func CheapestPerfect(n int, cost func(i, j int) int64) (mate []int, total int64, ok bool) {
	if n%2 == 1 {
		return nil, 0, false
	}
	most := int64(0)
	for i := range n {
		for j := range i {
			most = max(most, cost(i, j))
		}
	}
	m := NewWeighted(n, 1)
	for i := range n {
		for j := range i {
			if c := cost(i, j); c >= 0 {
				m.Set(i, j, []uint64{uint64(most - c)})
			}
		}
	}
	if !m.Solve() {
		return nil, 0, false
	}
	for i, j := range m.mate {
		if j < i {
			total += cost(i, j)
		}
	}
	return m.mate, total, true
}
