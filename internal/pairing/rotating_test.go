package pairing_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/pairing"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// playRotating plays an event of single players; absent may be nil.
func playRotating(t *testing.T, n, rounds int, absent func(player, round int) bool) []pairing.RotatingRound {
	t.Helper()
	var past []pairing.RotatingRound
	for round := 1; round <= rounds; round++ {
		var players []pairing.SinglePlayer
		for i := 1; i <= n; i++ {
			players = append(players, pairing.SinglePlayer{Number: i, Absent: absent != nil && absent(i, round)})
		}
		r, err := pairing.PairRotating(players, past, nil)
		expect.MustTrue(t, err == nil, "%d players, round %d: %v", n, round, err)
		again, _ := pairing.PairRotating(players, past, nil)
		diff := cmp.Diff(r, again)
		expect.MustEqual(t, diff, "", "two draws differ")
		past = append(past, *r)
	}
	return past
}

type meeting struct{ a, b int }

func count(rounds []pairing.RotatingRound) (partners, opponents map[meeting]int, out, balance map[int]int) {
	partners, opponents, out, balance = map[meeting]int{}, map[meeting]int{}, map[int]int{}, map[int]int{}
	add := func(m map[meeting]int, a, b int) { m[meeting{min(a, b), max(a, b)}]++ }
	for _, r := range rounds {
		for _, t := range r.Tables {
			add(partners, t.WhiteA, t.BlackB)
			add(partners, t.BlackA, t.WhiteB)
			for _, a := range []int{t.WhiteA, t.BlackB} {
				add(opponents, a, t.BlackA)
				add(opponents, a, t.WhiteB)
			}
			balance[t.WhiteA]++
			balance[t.WhiteB]++
			balance[t.BlackA]--
			balance[t.BlackB]--
		}
		for _, i := range r.Out {
			out[i]++
		}
	}
	return partners, opponents, out, balance
}

// TestRotatingIsEven plays full cycles: with 4m players everybody partners
// everybody exactly once.
func TestRotatingIsEven(t *testing.T) {
	for n := 4; n <= 25; n++ {
		rounds := n - 1 + n%2
		past := playRotating(t, n, rounds, nil)
		partners, opponents, out, balance := count(past)
		most := 1
		if n%4 > 1 {
			most = 2 // sitting out in twos and threes breaks the circle now and then
		}
		fewestOut, mostOut := rounds, 0
		for a := 1; a <= n; a++ {
			fewestOut, mostOut = min(fewestOut, out[a]), max(mostOut, out[a])
			if b := balance[a]; b < -3 || b > 3 {
				t.Errorf("%d players: %d has colour balance %d", n, a, b)
			}
			for b := a + 1; b <= n; b++ {
				m := meeting{a, b}
				expect.True(t, partners[m] <= most && (n%4 >= 2 || partners[m] == 1), "%d players, %d rounds: %d and %d were partners %d times", n, rounds, a, b, partners[m])
				expect.True(t, opponents[m] <= 5, "%d players: %d and %d were opponents %d times", n, a, b, opponents[m])
			}
		}
		expect.True(t, mostOut-fewestOut <= 1, "%d players: rounds out range from %d to %d", n, fewestOut, mostOut)
	}
}

// TestRotatingWithAbsences lets players come and go: no partner is repeated while
// that is possible.
func TestRotatingWithAbsences(t *testing.T) {
	past := playRotating(t, 22, 8, func(player, round int) bool { return (player*7+round*5)%11 == 0 })
	partners, _, _, _ := count(past)
	for m, times := range partners {
		expect.True(t, times <= 1, "%v were partners %d times", m, times)
	}
}

// TestRotatingPartnersAgainstEnumeration compares the repeats of partners with the
// least there can be among those who play, by trying all ways to form pairs.
func TestRotatingPartnersAgainstEnumeration(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 2))
	for range rounds(300, 20_000) {
		n := 4 + rng.IntN(7)
		var past []pairing.RotatingRound
		for range 1 + rng.IntN(12) {
			var players []pairing.SinglePlayer
			here := 0
			for i := 1; i <= n; i++ {
				absent := rng.IntN(6) == 0
				if !absent {
					here++
				}
				players = append(players, pairing.SinglePlayer{Number: i, Absent: absent})
			}
			r, err := pairing.PairRotating(players, past, nil)
			if here < 4 {
				expect.MustTrue(t, err != nil, "%d players fill a table", here)
				continue
			}
			expect.OK(t, err)
			before, _, _, _ := count(past)
			now, _, _, _ := count([]pairing.RotatingRound{*r})
			got := 0
			var playing []int
			for m := range now {
				got += before[m] * before[m]
				playing = append(playing, m.a, m.b)
			}
			want := fewestRepeats(before, playing)
			expect.MustTrue(t, got == want, "%d repeats of partners, %d are enough: %v after %v", got, want, r, past)
			past = append(past, *r)
		}
	}
}

// fewestRepeats tries all ways to form pairs.
func fewestRepeats(before map[meeting]int, players []int) int {
	if len(players) == 0 {
		return 0
	}
	best := math.MaxInt
	for k := 1; k < len(players); k++ {
		rest := slices.Concat(players[1:k], players[k+1:])
		times := before[meeting{min(players[0], players[k]), max(players[0], players[k])}]
		best = min(best, times*times+fewestRepeats(before, rest))
	}
	return best
}

func TestRotatingRefuses(t *testing.T) {
	three := []pairing.SinglePlayer{{Number: 1}, {Number: 2}, {Number: 3}}
	if _, err := pairing.PairRotating(three, nil, nil); err == nil {
		t.Error("three players fill a table")
	}
	if _, err := pairing.PairRotating(append(three, pairing.SinglePlayer{Number: 3}), nil, nil); err == nil {
		t.Error("a number twice is accepted")
	}
	four := append(three, pairing.SinglePlayer{Number: 4})
	if _, err := pairing.PairRotating(four, []pairing.RotatingRound{{Tables: []pairing.Table{{1, 2, 3, 1}}}}, nil); err == nil {
		t.Error("a player in two seats is accepted")
	}
}

// TestRotatingBounds plays full cycles of up to ten players and compares their
// opponents with the best there can be. A table of four makes four meetings of
// opponents, so with m of them among p pairs the sum of squares is least when all
// counts are m/p rounded down or up; and with the partnerships as they were drawn,
// trying every way to put them opposite each other gives the least that was to be
// had.
func TestRotatingBounds(t *testing.T) {
	for n := 4; n <= 10; n++ {
		past := playRotating(t, n, n-1+n%2, nil)
		_, opponents, _, _ := count(past)
		pairs, meetings, got := n*(n-1)/2, 0, 0
		for _, times := range opponents {
			meetings += times
			got += times * times
		}
		low := meetings / pairs
		least := (pairs-meetings%pairs)*low*low + meetings%pairs*(low+1)*(low+1)
		best := leastOpposed(past)
		t.Logf("%2d players: opponents' sum of squares %d, %d with other tables, never below %d", n, got, best, least)
		expect.True(t, got >= best && best >= least && 10*got <= 11*best,
			"%d players: %d drawn, %d found by trying all, bound %d; expected at most a tenth more", n, got, best, least)
	}
}

// leastOpposed tries all tables for the partnerships of the rounds, leaving a branch
// as soon as it is no better than the best so far.
func leastOpposed(past []pairing.RotatingRound) int {
	best := math.MaxInt
	sum, met := 0, map[meeting]int{}
	meet := func(x, y [2]int, by int) {
		for _, a := range x {
			for _, b := range y {
				m := meeting{min(a, b), max(a, b)}
				sum -= met[m] * met[m]
				met[m] += by
				sum += met[m] * met[m]
			}
		}
	}
	var play func(round int, sides [][2]int)
	play = func(round int, sides [][2]int) {
		switch {
		case sum >= best:
			return
		case len(sides) > 0:
			for k := 1; k < len(sides); k++ {
				meet(sides[0], sides[k], 1)
				play(round, slices.Concat(sides[1:k], sides[k+1:]))
				meet(sides[0], sides[k], -1)
			}
			return
		case round == len(past):
			best = sum
			return
		}
		for _, t := range past[round].Tables {
			sides = append(sides, [2]int{t.WhiteA, t.BlackB}, [2]int{t.BlackA, t.WhiteB})
		}
		play(round+1, sides)
	}
	play(0, nil)
	return best
}
