package pairing

// CheapestPerfect opens the matcher to the tests.
func CheapestPerfect(n int, cost func(i, j int) int64) ([]int, int64, bool) {
	return cheapestPerfect(n, cost)
}

// MaximumMatching returns the mates in a maximum matching of a graph.
func MaximumMatching(n int, joined func(i, j int) bool) []int {
	g := newGraph(n)
	for i := range n {
		for j := range i {
			if joined(i, j) {
				g.join(i, j)
			}
		}
	}
	mate, _ := maximumMatching(g)
	return mate
}

// PairTeamExactly pairs a team Swiss without the shortcuts.
func PairTeamExactly(t *Tournament) (*Draft, error) { return pairTeamBy(t, exactMode) }

// PairTeamInWindows pairs a team Swiss with the exact search for upfloaters in
// windows however small the event.
func PairTeamInWindows(t *Tournament) (*Draft, error) { return pairTeamBy(t, windowMode) }
