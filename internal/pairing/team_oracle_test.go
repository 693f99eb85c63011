package pairing_test

import (
	"cmp"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/pairing"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// randomTournament invents a history that need not come from any pairing system:
// pairs are drawn at random, with forfeits, byes, absences, late entries and
// forbidden pairs, so that small brackets get into every kind of trouble.
func randomTournament(rng *rand.Rand, most int) *pairing.Tournament {
	n := 2 + rng.IntN(most-1)
	t := &pairing.Tournament{
		Points:        pairing.PointSystem{Win: 4, Draw: 2, AllocatedBye: 2},
		InitialColour: pairing.Colour(1 + rng.IntN(2)),
		Team: pairing.TeamOptions{
			Colours:                 pairing.ColourMode(rng.IntN(3)),
			ReadingLastRoundFirst:   rng.IntN(4) == 0,
			ReadingNextBracketYesNo: rng.IntN(4) == 0,
		},
	}
	t.Round = 1 + rng.IntN(min(n+1, 8))
	t.Rounds = t.Round + rng.IntN(4)
	spread := 2 + rng.IntN(8)
	worth := randomUnplayed(rng, t.Points)
	for i := range n {
		p := pairing.Participant{Number: i + 1}
		if rng.IntN(15) == 0 {
			p.Arrival = 1 + rng.IntN(t.Round)
		}
		switch rng.IntN(20) {
		case 0:
			p.Bye = pairing.HalfBye
		case 1:
			p.Withdrawn = t.Round
		}
		t.Participants = append(t.Participants, p)
	}
	for round := 1; round < t.Round; round++ {
		drawRound(rng, t, round, spread, worth)
	}
	for range rng.IntN(3) {
		if rng.IntN(2) == 0 {
			g := pairing.Forbidden{Numbers: rng.Perm(n)[:2], Hard: true, First: rng.IntN(3), Last: rng.IntN(2) * t.Round}
			for i := range g.Numbers {
				g.Numbers[i]++
			}
			t.Forbidden = append(t.Forbidden, g)
		}
	}
	if rng.IntN(4) == 0 {
		pairing.Accelerate(t)
	}
	rng.Shuffle(n, func(i, j int) { t.Participants[i], t.Participants[j] = t.Participants[j], t.Participants[i] })
	return t
}

// drawRound invents one round: those who are there, roughly sorted by score, are
// paired with a neighbour they have not met where that is easy.
func drawRound(rng *rand.Rand, t *pairing.Tournament, round, spread int, worth map[pairing.Kind]int) {
	var here []int
	noise := make([]int, len(t.Participants))
	for i := range t.Participants {
		p := &t.Participants[i]
		noise[i] = rng.IntN(spread)
		for _, r := range p.Records {
			noise[i] -= r.Points
		}
		switch {
		case p.Arrival > round:
			p.Records = append(p.Records, pairing.Record{Points: worth[pairing.NotArrived]})
		case rng.IntN(25) == 0:
			p.Records = append(p.Records, pairing.Record{Kind: pairing.ZeroBye, Points: worth[pairing.ZeroBye]})
		case rng.IntN(25) == 0:
			p.Records = append(p.Records, pairing.Record{Kind: pairing.HalfBye, Points: worth[pairing.HalfBye]})
		case rng.IntN(60) == 0:
			p.Records = append(p.Records, pairing.Record{Kind: pairing.FullBye, Points: worth[pairing.FullBye]})
		default:
			here = append(here, i)
		}
	}
	slices.SortStableFunc(here, func(a, b int) int { return cmp.Compare(noise[a], noise[b]) })
	for len(here) > 1 {
		a, other := here[0], 1
		met := func(j int) bool {
			return slices.ContainsFunc(t.Participants[a].Records, func(r pairing.Record) bool { return r.Opponent == t.Participants[here[j]].Number })
		}
		for other < len(here)-1 && met(other) {
			other++
		}
		playRandom(rng, &t.Participants[a], &t.Participants[here[other]], worth)
		here = append(here[1:other:other], here[other+1:]...)
	}
	if len(here) == 1 {
		p := &t.Participants[here[0]]
		p.Records = append(p.Records, pairing.Record{Kind: pairing.AllocatedBye, Points: 2})
	}
}

func playRandom(rng *rand.Rand, a, b *pairing.Participant, worth map[pairing.Kind]int) {
	points := [][2]int{{4, 0}, {0, 4}, {2, 2}}[rng.IntN(3)]
	colour := pairing.Colour(1 + rng.IntN(2))
	x := pairing.Record{Kind: pairing.Played, Opponent: b.Number, Colour: colour, Points: points[0]}
	y := pairing.Record{Kind: pairing.Played, Opponent: a.Number, Colour: colour.Other(), Points: points[1]}
	switch rng.IntN(30) {
	case 0:
		x.Kind, y.Kind = pairing.ForfeitWin, pairing.ForfeitLoss
	case 1:
		x.Kind, y.Kind = pairing.DoubleForfeit, pairing.DoubleForfeit
	}
	if x.Kind != pairing.Played {
		x.Points, y.Points = worth[x.Kind], worth[y.Kind]
	}
	a.Records, b.Records = append(a.Records, x), append(b.Records, y)
}

// sortedPairs are the pairs with the smaller number first, sorted; bye 0 second.
func sortedPairs(d *pairing.Draft) [][2]int {
	var pairs [][2]int
	for _, p := range d.Pairs {
		if p.IsBye() {
			pairs = append(pairs, [2]int{p.White, 0})
			continue
		}
		pairs = append(pairs, [2]int{min(p.White, p.Black), max(p.White, p.Black)})
	}
	slices.SortFunc(pairs, func(a, b [2]int) int { return cmp.Compare(a[0], b[0]) })
	return pairs
}

// TestTeamAgainstEnumeration compares the engine, and every fourth time its exact
// search alone, with the enumeration of all pairings on random rounds of up to ten
// teams.
func TestTeamAgainstEnumeration(t *testing.T) {
	rng := rand.New(rand.NewPCG(406, 2026))
	for i := range rounds(20_000, 150_000) {
		tournament := randomTournament(rng, 10)
		pair := func(t *pairing.Tournament) (*pairing.Draft, error) { return pairing.PairRound(pairing.TeamSwiss, t) }
		if i%4 == 0 {
			pair = pairing.PairTeamExactly
		}
		draft, err := pair(tournament)
		want, ok := newTeamOracle(tournament).pair()
		var none *pairing.NoPairingError
		switch {
		case !ok && errors.As(err, &none):
			continue
		case err != nil || !ok:
			t.Fatalf("engine says %v, the enumeration found a pairing: %v\n%+v", err, ok, tournament)
		}
		diff := gocmp.Diff(want, sortedPairs(draft))
		expect.MustTrue(t, diff == "", "(-enumeration +engine):\n%s\n%+v\n%+v %+v", diff, tournament, tournament.Team, draft.Brackets)
	}
}
