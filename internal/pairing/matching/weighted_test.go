package matching_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tandemchess/tandem/internal/pairing/matching"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// bestMatching finds the weight of the best perfect matching by trying all; -1
// when there is none.
func bestMatching(n int, weight [][]int, used []bool) int {
	u := 0
	for u < n && used[u] {
		u++
	}
	if u == n {
		return 0
	}
	used[u] = true
	best := -1
	for v := u + 1; v < n; v++ {
		if used[v] || weight[u][v] < 0 {
			continue
		}
		used[v] = true
		if rest := bestMatching(n, weight, used); rest >= 0 {
			best = max(best, rest+weight[u][v])
		}
		used[v] = false
	}
	used[u] = false
	return best
}

// TestWeightedMatchesEnumeration compares the matcher with plain enumeration,
// cold and after random changes of weights and edges.
func TestWeightedMatchesEnumeration(t *testing.T) {
	trials := 20000
	if testing.Short() {
		trials = 2000
	}
	for trial := range trials {
		r := rand.New(rand.NewPCG(7, uint64(trial)))
		n := 2 + 2*r.IntN(5)
		top := 1 + r.IntN(9)
		density := 1 + r.IntN(4)
		offset := uint(r.IntN(70))
		m := matching.NewWeighted(n, 3)
		weight := make([][]int, n)
		for u := range weight {
			weight[u] = make([]int, n)
			for v := range weight[u] {
				weight[u][v] = -1
			}
		}
		for u := range n {
			for v := u + 1; v < n; v++ {
				if r.IntN(4) < density {
					weight[u][v] = r.IntN(top)
					weight[v][u] = weight[u][v]
					set(m, u, v, offset, uint64(weight[u][v]))
				}
			}
		}
		for step := range 4 {
			want := bestMatching(n, weight, make([]bool, n))
			mate := solve(m)
			expect.MustEqual(t, (mate == nil), (want < 0), "trial %d step %d: matched %v, enumeration %d", trial, step, mate, want)
			if mate == nil {
				break
			}
			got := 0
			for u, v := range mate {
				expect.MustTrue(t, mate[v] == u && weight[u][v] >= 0, "trial %d step %d: %v is not a matching", trial, step, mate)
				if u < v {
					got += weight[u][v]
				}
			}
			expect.MustTrue(t, got == want, "trial %d step %d: weight %d, enumeration %d", trial, step, got, want)
			for range 1 + r.IntN(4) {
				u, v := r.IntN(n), r.IntN(n)
				switch {
				case u == v || weight[u][v] < 0:
				case r.IntN(3) == 0:
					weight[u][v], weight[v][u] = -1, -1
					m.Remove(u, v)
				default:
					by := r.IntN(top) - min(weight[u][v], top/2)
					weight[u][v] += by
					weight[v][u] = weight[u][v]
					m.Add(u, v, offset, int64(by))
				}
			}
		}
	}
}

// TestWeightedWarmEqualsCold changes larger graphs step by step and compares each
// warm solution with a fresh one.
func TestWeightedWarmEqualsCold(t *testing.T) {
	for trial := range 400 {
		r := rand.New(rand.NewPCG(11, uint64(trial)))
		n := 12 + 2*r.IntN(20)
		top, density := 1+r.IntN(12), 1+r.IntN(4)
		weight := map[[2]int]int{}
		warm := matching.NewWeighted(n, 2)
		for u := range n {
			for v := u + 1; v < n; v++ {
				if r.IntN(5) < density {
					weight[[2]int{u, v}] = r.IntN(top)
					set(warm, u, v, 40, uint64(weight[[2]int{u, v}]))
				}
			}
		}
		value := func(mate []int) int {
			sum := 0
			for u, v := range mate {
				w, edge := weight[[2]int{min(u, v), max(u, v)}]
				expect.MustTrue(t, edge && mate[v] == u, "trial %d: %v is not a matching", trial, mate)
				sum += w
			}
			return sum
		}
		for step := range 5 {
			cold := matching.NewWeighted(n, 2)
			for e, w := range weight {
				set(cold, e[0], e[1], 40, uint64(w))
			}
			a, b := solve(warm), solve(cold)
			expect.MustEqual(t, (a == nil), (b == nil), "trial %d step %d: warm %v, cold %v", trial, step, a, b)
			if a == nil {
				break
			}
			x, y := value(a), value(b)
			expect.MustTrue(t, x == y, "trial %d step %d: warm weighs %d, cold %d", trial, step, x, y)
			for range 1 + r.IntN(30) {
				u, v := r.IntN(n), r.IntN(n)
				e := [2]int{min(u, v), max(u, v)}
				w, edge := weight[e]
				switch {
				case !edge:
				case r.IntN(6) == 0:
					delete(weight, e)
					warm.Remove(u, v)
				default:
					by := r.IntN(top) - min(w, top/2)
					weight[e] = w + by
					warm.Add(u, v, 40, int64(by))
				}
			}
		}
	}
}

// TestWarmStartAgainstCold solves graphs of few kinds of vertices with and without
// what only saves time, and settles rows both ways.
func TestWarmStartAgainstCold(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 8))
	for trial := range graphs(3_000, 100_000) {
		n := 2 * (2 + rng.IntN(12))
		kinds := 1 + rng.IntN(n/2)
		kind := make([]int, n)
		for u := range kind {
			if kind[u] = u; u >= kinds {
				kind[u] = rng.IntN(kinds)
			}
		}
		base := make([]int, kinds*kinds)
		for i := range base {
			base[i] = rng.IntN(6)
		}
		quick, plain := matching.NewWeighted(n, 2), matching.NewWeighted(n, 2)
		plain.Plain()
		noise, gaps := rng.IntN(3), 2+rng.IntN(8)
		perm := rng.Perm(n)
		rows, partners := perm[:1+rng.IntN(n/2)], []int(nil)
		for u := range n {
			if !slices.Contains(rows, u) {
				partners = append(partners, u)
			}
		}
		weight := map[[2]int]uint64{}
		for u := range n {
			for v := range u {
				x, y := min(kind[u], kind[v]), max(kind[u], kind[v])
				w := uint64(base[x*kinds+y])
				if noise > 0 && rng.IntN(6) == 0 {
					w += uint64(rng.IntN(noise + 1))
				}
				if rng.IntN(gaps) > 0 && (slices.Contains(partners, u) || slices.Contains(partners, v)) {
					weight[[2]int{v, u}] = w
					set(quick, u, v, 70, w)
					set(plain, u, v, 70, w)
				}
			}
		}
		quick.Warm(kind)
		one, other := solve(quick), solve(plain)
		expect.MustEqual(t, (one == nil), (other == nil), "trial %d: perfect matching %v warm, %v cold", trial, one != nil, other != nil)
		if one == nil {
			continue
		}
		a, b := sum(one, weight), sum(other, weight)
		expect.MustTrue(t, a == b, "trial %d: weight %d warm, %d cold", trial, a, b)
		one, other = chooseRows(quick, rows, partners), chooseRows(plain, rows, partners)
		for _, u := range rows {
			expect.MustTrue(t, one[u] == other[u], "trial %d: row %d gets %d by turning pairs, %d by solving", trial, u, one[u], other[u])
		}
	}
}

// set gives an edge a weight placed at a bit offset.
func set(m *matching.Weighted, u, v int, offset uint, weight uint64) {
	w := m.NewWeight()
	w.Add(offset, weight)
	m.Set(u, v, w)
}

// solve returns the mates, or nil when no perfect matching exists.
func solve(m *matching.Weighted) []int {
	if !m.Solve() {
		return nil
	}
	return m.Mates()
}

// chooseRows settles rows in order and returns the mates.
func chooseRows(m *matching.Weighted, rows, partners []int) []int {
	m.ChooseRows(rows, partners)
	return m.Mates()
}

// sum is the weight of a matching; the smaller vertex of an edge stands first.
func sum(mate []int, weight map[[2]int]uint64) (total uint64) {
	for u, v := range mate {
		if u < v {
			total += weight[[2]int{u, v}]
		}
	}
	return total
}
