package matching_test

import (
	"math/rand/v2"
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// TestMatchingSizesByRank compares largest matchings of graphs too large to
// enumerate with half the rank of their Tutte matrix at random values, which is
// the same but with a chance of about n in a billion (Tutte, Lovász). Sparse graphs
// make deep nests of odd cycles.
func TestMatchingSizesByRank(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range graphs(1500, 50_000) {
		n := 10 + rng.IntN(90)
		density := (1 + 3*rng.Float64()) / float64(n)
		edge := make([][]bool, n)
		for i := range edge {
			edge[i] = make([]bool, n)
			for j := range i {
				edge[i][j] = rng.Float64() < density
				edge[j][i] = edge[i][j]
			}
		}
		mate := maximum(n, func(i, j int) bool { return edge[i][j] })
		size := 0
		for v, w := range mate {
			if w >= 0 && (mate[w] != v || !edge[v][w]) {
				t.Fatalf("%v is not a matching", mate)
			}
			if w > v {
				size++
			}
		}
		want := tutteRank(rng, edge) / 2
		expect.MustTrue(t, size == want, "a largest matching of %d vertices has %d pairs, found %d: %v", n, want, size, edge)
	}
}

// tutteRank is the rank, modulo a prime, of the skew-symmetric matrix with a random
// entry for each edge.
func tutteRank(rng *rand.Rand, edge [][]bool) (rank int) {
	const prime = 2_147_483_647
	n := len(edge)
	m := make([][]uint64, n)
	for i := range m {
		m[i] = make([]uint64, n)
		for j := range i {
			if edge[i][j] {
				m[i][j] = 1 + rng.Uint64N(prime-1)
				m[j][i] = prime - m[i][j]
			}
		}
	}
	for col := range n {
		row := rank
		for row < n && m[row][col] == 0 {
			row++
		}
		if row == n {
			continue
		}
		m[rank], m[row] = m[row], m[rank]
		inverse := power(m[rank][col], prime-2, prime)
		for below := rank + 1; below < n; below++ {
			factor := m[below][col] * inverse % prime
			if factor == 0 {
				continue
			}
			for c := col; c < n; c++ {
				m[below][c] = (m[below][c] + (prime-factor)*m[rank][c]) % prime
			}
		}
		rank++
	}
	return rank
}

// power is base to the exponent, modulo a number below 2³².
func power(base, exponent, modulus uint64) uint64 {
	result := uint64(1)
	for ; exponent > 0; exponent >>= 1 {
		if exponent&1 == 1 {
			result = result * base % modulus
		}
		base = base * base % modulus
	}
	return result
}
