package matching_test

import (
	"math/rand/v2"
	"testing"

	"github.com/tandemchess/tandem/internal/pairing/matching"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// enumerateMatchings returns the size of a largest matching and the cost of a
// cheapest perfect one (-1 = none) by trying everything.
func enumerateMatchings(n int, cost [][]int64) (largest int, cheapest int64) {
	cheapest = -1
	used := make([]bool, n)
	var walk func(from, size int, sum int64)
	walk = func(from, size int, sum int64) {
		for from < n && used[from] {
			from++
		}
		if from == n {
			largest = max(largest, size)
			if 2*size == n && (cheapest < 0 || sum < cheapest) {
				cheapest = sum
			}
			return
		}
		used[from] = true
		for j := from + 1; j < n; j++ {
			if !used[j] && cost[from][j] >= 0 {
				used[j] = true
				walk(from+1, size+1, sum+cost[from][j])
				used[j] = false
			}
		}
		walk(from+1, size, sum)
		used[from] = false
	}
	walk(0, 0, 0)
	return largest, cheapest
}

func TestMatchersAgainstEnumeration(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range graphs(20_000, 1_000_000) {
		n := 1 + rng.IntN(9)
		edges, spread := 10+rng.IntN(90), int64(1+rng.IntN(12))
		cost := make([][]int64, n)
		for i := range cost {
			cost[i] = make([]int64, n)
			for j := range i {
				cost[i][j] = -1
				if rng.IntN(100) < edges {
					cost[i][j] = rng.Int64N(spread)
				}
				cost[j][i] = cost[i][j]
			}
			cost[i][i] = -1
		}
		largest, cheapest := enumerateMatchings(n, cost)

		mate := maximum(n, func(i, j int) bool { return cost[i][j] >= 0 })
		size := 0
		for v, w := range mate {
			if w >= 0 && (mate[w] != v || cost[v][w] < 0) {
				t.Fatalf("matching %v is not a matching of %v", mate, cost)
			}
			if w > v {
				size++
			}
		}
		expect.MustTrue(t, size == largest, "matching of %v has %d edges, want %d", cost, size, largest)

		mate, total, ok := matching.CheapestPerfect(n, func(i, j int) int64 { return cost[i][j] })
		switch {
		case ok != (cheapest >= 0):
			t.Fatalf("perfect matching of %v: found %v, want %v", cost, ok, cheapest >= 0)
		case !ok:
			continue
		case total != cheapest:
			t.Fatalf("cheapest perfect matching of %v costs %d, want %d", cost, total, cheapest)
		}
		for v, w := range mate {
			expect.MustTrue(t, mate[w] == v && cost[v][w] >= 0, "%v is not a perfect matching of %v", mate, cost)
		}
	}
}

// maximum returns the mates in a maximum matching of a graph.
func maximum(n int, joined func(i, j int) bool) []int {
	g := matching.NewGraph(n)
	for i := range n {
		for j := range i {
			if joined(i, j) {
				g.Join(i, j)
			}
		}
	}
	mate, _ := matching.Maximum(g)
	return mate
}
