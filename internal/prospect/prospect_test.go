package prospect_test

import (
	"math/rand/v2"
	"testing"

	"github.com/tandemchess/tandem/internal/prospect"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// Every way in which the meetings can be played is tried: the ranges are exactly what comes
// out, ties counted for the team and against it.
func TestPlacesAreThoseOfAllResults(t *testing.T) {
	t.Parallel()
	for seed := range uint64(3000) {
		chance := rand.New(rand.NewPCG(1, seed))
		f := randomField(chance, 2+chance.IntN(5), 1+chance.IntN(6))
		if seed%3 == 0 {
			f.Meetings = apart(f.Meetings, len(f.Points))
		}
		if seed%2 == 0 {
			f.Among = some(chance, len(f.Points))
		}
		want := make([]prospect.Range, len(f.Points))
		for i := range want {
			if f.Among == nil || f.Among[i] {
				want[i] = prospect.Range{Best: len(f.Points), Worst: 1, Exact: true}
			}
		}
		everyResult(f, func(points []int) {
			for i := range points {
				if want[i].Best == 0 {
					continue
				}
				best, worst := place(points, f.Among, i)
				want[i].Best, want[i].Worst = min(want[i].Best, best), max(want[i].Worst, worst)
			}
		})
		for i, got := range prospect.Places(f) {
			expect.MustEqual(t, got, want[i], "seed %d, %+v: team %d", seed, f, i)
		}
	}
}

// What happens always lies within the bounds of a large table, of one with rounds that
// nobody has paired, and of one whose teams meet more than once: what was certain comes
// true, and what was gone does not.
func TestNothingHappensBeyondTheBounds(t *testing.T) {
	t.Parallel()
	for seed := range uint64(400) {
		chance := rand.New(rand.NewPCG(2, seed))
		n := 4 + chance.IntN(30)
		f := randomField(chance, n, chance.IntN(2*n))
		if seed%2 == 0 {
			f.Meetings = apart(f.Meetings, n)
		}
		if seed%3 > 0 {
			f.Extra = make([]int, n)
			for i := range f.Extra {
				f.Extra[i] = 2 * chance.IntN(3)
			}
		}
		if seed%5 == 0 {
			f.Among = some(chance, n)
		}
		ranges := prospect.Places(f)
		for range 50 {
			points := append([]int(nil), f.Points...)
			for _, m := range f.Meetings {
				share := chance.IntN(m.Left + 1)
				points[m.One] += share
				points[m.Other] += m.Left - share
			}
			for i, extra := range f.Extra {
				points[i] += chance.IntN(extra + 1)
			}
			for i, r := range ranges {
				if f.Among != nil && !f.Among[i] {
					expect.MustEqual(t, r, (prospect.Range{}), "seed %d: team %d is not counted and", seed, i)
					continue
				}
				best, worst := place(points, f.Among, i)
				expect.MustTrue(t, best >= r.Best && worst <= r.Worst, "seed %d: team %d came to %d–%d, and %+v was said of %+v", seed, i, best, worst, r, f)
			}
		}
	}
}

// A league of twelve, three rounds before its end, is computed exactly.
func TestALeagueOfTwelveIsExact(t *testing.T) {
	t.Parallel()
	for i, r := range prospect.Places(league(12, 3)) {
		expect.True(t, r.Exact && r.Best <= r.Worst && r.Best >= 1 && r.Worst <= 12, "team %d: %+v", i, r)
	}
}

func TestStates(t *testing.T) {
	t.Parallel()
	for want, r := range map[prospect.State]prospect.Range{prospect.Certain: {Best: 1, Worst: 2}, prospect.Open: {Best: 2, Worst: 3}, prospect.Gone: {Best: 3, Worst: 9}} {
		expect.Equal(t, r.Of(2), want, "%+v", r)
	}
}

// BenchmarkPlaces: 200 teams two rounds before the end, the first of them paired, and a
// league of twelve with three rounds left.
func BenchmarkPlaces(b *testing.B) {
	chance := rand.New(rand.NewPCG(3, 3))
	swiss := randomField(chance, 200, 0)
	for i := 0; i < 200; i += 2 {
		swiss.Meetings = append(swiss.Meetings, prospect.Meeting{One: i, Other: i + 1, Left: 4})
	}
	swiss.Extra = make([]int, 200)
	for i := range swiss.Extra {
		swiss.Extra[i] = 4
	}
	for name, f := range map[string]prospect.Field{"swiss 200": swiss, "league 12": league(12, 3)} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				prospect.Places(f)
			}
		})
	}
}

func randomField(chance *rand.Rand, teams, meetings int) (f prospect.Field) {
	for range teams {
		f.Points = append(f.Points, chance.IntN(9))
	}
	for range meetings {
		one := chance.IntN(teams)
		other := (one + 1 + chance.IntN(teams-1)) % teams
		f.Meetings = append(f.Meetings, prospect.Meeting{One: one, Other: other, Left: 1 + chance.IntN(4)})
	}
	return f
}

// apart leaves each team one meeting at most.
func apart(all []prospect.Meeting, teams int) (kept []prospect.Meeting) {
	busy := make([]bool, teams)
	for _, m := range all {
		if !busy[m.One] && !busy[m.Other] {
			busy[m.One], busy[m.Other] = true, true
			kept = append(kept, m)
		}
	}
	return kept
}

// league is a table in which everybody has so many meetings left, with points close to each
// other: the hardest to decide.
func league(teams, rounds int) (f prospect.Field) {
	for i := range teams {
		f.Points = append(f.Points, 20+i%4)
	}
	for r := 1; r <= rounds; r++ {
		for i := range teams {
			if other := (r + teams - i) % teams; i < other {
				f.Meetings = append(f.Meetings, prospect.Meeting{One: i, Other: other, Left: 4})
			}
		}
	}
	return f
}

func everyResult(f prospect.Field, seen func(points []int)) {
	points := append([]int(nil), f.Points...)
	var play func(k int)
	play = func(k int) {
		if k == len(f.Meetings) {
			seen(points)
			return
		}
		m := f.Meetings[k]
		for share := range m.Left + 1 {
			points[m.One] += share
			points[m.Other] += m.Left - share
			play(k + 1)
			points[m.One] -= share
			points[m.Other] -= m.Left - share
		}
	}
	play(0)
}

// some is about half of them.
func some(chance *rand.Rand, n int) []bool {
	among := make([]bool, n)
	for i := range among {
		among[i] = chance.IntN(2) == 0
	}
	return among
}

// place counts ties for the team, and against it; nil is among all.
func place(points []int, among []bool, team int) (best, worst int) {
	best, worst = 1, 1
	for i, p := range points {
		switch {
		case i == team || among != nil && !among[i]:
		case p > points[team]:
			best++
			worst++
		case p == points[team]:
			worst++
		}
	}
	return best, worst
}
