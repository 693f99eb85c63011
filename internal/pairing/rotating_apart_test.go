package pairing_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tandemchess/tandem/internal/pairing"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// apartValue is what the aims say about a round before opponents are looked at: hard
// prohibitions broken, sum of squares of partners' repeats, soft prohibitions broken.
type apartValue [3]int

func valueOf(before map[meeting]int, apart []pairing.Forbidden, tables []pairing.Table) (v apartValue) {
	for _, t := range tables {
		for _, m := range []meeting{{t.WhiteA, t.BlackB}, {t.BlackA, t.WhiteB}} {
			times := before[meeting{min(m.a, m.b), max(m.a, m.b)}]
			v[1] += times * times
		}
		for _, f := range apart {
			for _, x := range []int{t.WhiteA, t.BlackB} {
				for _, y := range []int{t.BlackA, t.WhiteB} {
					switch {
					case !slices.Contains(f.Numbers, x) || !slices.Contains(f.Numbers, y):
					case f.Hard:
						v[0]++
					default:
						v[2]++
					}
				}
			}
		}
	}
	return v
}

// leastValue tries every order of the players: four after four make a table.
func leastValue(before map[meeting]int, apart []pairing.Forbidden, players []int, tables []pairing.Table) (best apartValue) {
	if len(players) == 0 {
		return valueOf(before, apart, tables)
	}
	best[0] = 1 << 30
	for b := 1; b < len(players); b++ {
		for c := 1; c < len(players); c++ {
			for d := c + 1; d < len(players); d++ {
				if b == c || b == d {
					continue
				}
				var rest []int
				for i := 1; i < len(players); i++ {
					if i != b && i != c && i != d {
						rest = append(rest, players[i])
					}
				}
				table := pairing.Table{WhiteA: players[0], BlackB: players[b], BlackA: players[c], WhiteB: players[d]}
				v := leastValue(before, apart, rest, append(tables[:len(tables):len(tables)], table))
				if slices.Compare(v[:], best[:]) < 0 {
					best = v
				}
			}
		}
	}
	return best
}

// TestRotatingApartAgainstEnumeration compares draws with prohibitions with all there
// are, for fields in which the draw is exact.
func TestRotatingApartAgainstEnumeration(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 15))
	mended := 0
	for range rounds(150, 5_000) {
		n := 4 + rng.IntN(8)
		var past []pairing.RotatingRound
		var apart []pairing.Forbidden
		taken := map[meeting]bool{}
		for range 1 + rng.IntN(5) {
			a, b := 1+rng.IntN(n), 1+rng.IntN(n)
			if m := (meeting{min(a, b), max(a, b)}); a != b && !taken[m] {
				taken[m] = true
				apart = append(apart, pairing.Forbidden{Numbers: []int{a, b}, Hard: rng.IntN(2) == 0})
			}
		}
		for range 1 + rng.IntN(6) {
			var players []pairing.SinglePlayer
			for i := 1; i <= n; i++ {
				players = append(players, pairing.SinglePlayer{Number: i})
			}
			r, err := pairing.PairRotating(players, past, apart)
			expect.OK(t, err)
			free := expect.Must(pairing.PairRotating(players, past, nil))(t)
			var playing []int
			for _, table := range r.Tables {
				playing = append(playing, table.WhiteA, table.BlackA, table.WhiteB, table.BlackB)
			}
			before, _, _, _ := count(past)
			got := valueOf(before, apart, r.Tables)
			want := leastValue(before, apart, playing, nil)
			expect.MustTrue(t, got == want, "drawn %v, best %v: %+v with %+v after %+v", got, want, r, apart, past)
			if got != valueOf(before, apart, free.Tables) {
				mended++
			}
			past = append(past, *r)
		}
	}
	expect.True(t, mended != 0, "no prohibition changed any draw")
}

// TestRotatingKeepsClubsApart plays events in which nearly half of the players belong to
// a club or family whose members must not meet, and others in which half as many pairs
// as players are forbidden.
func TestRotatingKeepsClubsApart(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 9))
	for range rounds(20, 400) {
		n := 12 + rng.IntN(30)
		club := pairing.Forbidden{Numbers: rng.Perm(n)[:n/2-2-rng.IntN(2)], Hard: true, First: 1, Last: 5}
		for i := range club.Numbers {
			club.Numbers[i]++
		}
		apart := []pairing.Forbidden{club}
		if rng.IntN(2) == 0 {
			apart = nil
			for range n / 2 {
				a := 1 + rng.IntN(n-1)
				apart = append(apart, pairing.Forbidden{Numbers: []int{a, a + 1 + rng.IntN(n-a)}, Hard: true, First: 1, Last: 5})
			}
		}
		var past []pairing.RotatingRound
		var players []pairing.SinglePlayer
		for i := 1; i <= n; i++ {
			players = append(players, pairing.SinglePlayer{Number: i})
		}
		for round := 1; round <= 6; round++ {
			r, err := pairing.PairRotating(players, past, apart)
			expect.OK(t, err)
			broken := valueOf(nil, apart, r.Tables)[0]
			expect.True(t, broken <= 0 || round >= 6, "%d players, round %d: %d prohibitions broken: %+v with %+v", n, round, broken, r, apart)
			free := expect.Must(pairing.PairRotating(players, past, nil))(t)
			expect.True(t, round != 6 || slices.Equal(free.Tables, r.Tables), "a prohibition that has ended changes the draw")
			past = append(past, *r)
		}
	}
}
