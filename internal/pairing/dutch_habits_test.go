package pairing_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tandemchess/tandem/internal/pairing"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// habit is a made-up way to play that strains the search: many equal absolute
// preferences, few large scoregroups, many absences or forbidden pairs. It returns
// the half points of White and Black.
type habit struct {
	name   string
	result func(r *rand.Rand, round int, p pairing.Pair) (white, black int)
	absent int // one in so many misses a round
	club   int // one in so many belongs to a club whose members must not meet
	feuds  int // forbidden pairs per player
}

func often(white, draw float64) func(*rand.Rand, int, pairing.Pair) (int, int) {
	return func(r *rand.Rand, _ int, _ pairing.Pair) (int, int) {
		switch x := r.Float64(); {
		case x < white:
			return 2, 0
		case x < white+draw:
			return 1, 1
		default:
			return 0, 2
		}
	}
}

var habits = []habit{
	{name: "even", result: often(.35, .3)},
	{name: "white80", result: often(.8, .1)},
	{name: "white95", result: often(.95, .03)},
	{name: "white", result: often(1, 0)},
	{name: "black95", result: often(.03, .02)},
	{name: "draws", result: often(0, 1)},
	{name: "draws95", result: often(.02, .95)},
	{name: "stronger", result: func(_ *rand.Rand, _ int, p pairing.Pair) (int, int) {
		return 2 * one(p.White < p.Black), 2 * one(p.White > p.Black)
	}},
	{name: "turns", result: func(r *rand.Rand, round int, p pairing.Pair) (int, int) {
		return often(1-float64(round%2)/2, 0)(r, round, p)
	}},
	{name: "thirds", result: func(_ *rand.Rand, _ int, p pairing.Pair) (int, int) {
		return [3]int{2, 0, 1}[p.Black%3], [3]int{0, 2, 1}[p.Black%3]
	}},
	{name: "white95 absences", result: often(.95, .03), absent: 4},
	{name: "white95 club", result: often(.95, .03), club: 4},
	{name: "white80 feuds", result: often(.8, .1), feuds: 3},
	{name: "even club", result: often(.35, .3), club: 3},
}

// start enters the players and their forbidden pairs.
func (h habit) start(r *rand.Rand, players, rounds int) *pairing.Tournament {
	t := &pairing.Tournament{Rounds: rounds, InitialColour: pairing.White, Points: pairing.PointSystem{Win: 2, Draw: 1, AllocatedBye: 2}}
	var club []int
	for i := range players {
		t.Participants = append(t.Participants, pairing.Participant{Number: i + 1})
		if h.club > 0 && r.IntN(h.club) == 0 {
			club = append(club, i+1)
		}
	}
	t.Forbidden = append(t.Forbidden, pairing.Forbidden{Numbers: club, Hard: true})
	for range h.feuds * players / 2 {
		t.Forbidden = append(t.Forbidden, pairing.Forbidden{Numbers: []int{1 + r.IntN(players), 1 + r.IntN(players)}, Hard: true})
	}
	return t
}

// askForByes takes out those who miss the round.
func (h habit) askForByes(r *rand.Rand, t *pairing.Tournament) {
	for i := range t.Participants {
		t.Participants[i].Bye = pairing.NotArrived
		if h.absent > 0 && r.IntN(h.absent) == 0 {
			t.Participants[i].Bye = []pairing.Kind{pairing.HalfBye, pairing.ZeroBye}[r.IntN(2)]
		}
	}
}

// play enters the results of a round.
func (h habit) play(r *rand.Rand, t *pairing.Tournament, d *pairing.Draft) {
	enter := func(number int, record pairing.Record) {
		p := &t.Participants[number-1]
		p.Records = append(p.Records, record)
	}
	for _, b := range d.Byes {
		enter(b.Number, pairing.Record{Kind: b.Kind, Points: one(b.Kind == pairing.HalfBye)})
	}
	for _, p := range d.Pairs {
		if p.IsBye() {
			enter(p.White, pairing.Record{Kind: pairing.AllocatedBye, Points: t.Points.AllocatedBye})
			continue
		}
		white, black := h.result(r, t.Round, p)
		enter(p.White, pairing.Record{Kind: pairing.Played, Opponent: p.Black, Colour: pairing.White, Points: white})
		enter(p.Black, pairing.Record{Kind: pairing.Played, Opponent: p.White, Colour: pairing.Black, Points: black})
	}
}

// TestDutchHabits compares all shortcuts with plain matching where the habits make
// the search hard.
func TestDutchHabits(t *testing.T) {
	var work pairing.Work
	for seed := range uint64(rounds(2, 60)) {
		for _, h := range habits {
			r := rand.New(rand.NewPCG(seed, 95))
			tournament := h.start(r, 24+r.IntN(60), 7)
			for tournament.Round = 1; tournament.Round <= tournament.Rounds; tournament.Round++ {
				h.askForByes(r, tournament)
				whole, wholeErr := pairing.DutchWhole(tournament)
				quick, err := pairing.PairRound(pairing.Dutch, tournament)
				expect.MustEqual(t, (err == nil), (wholeErr == nil), "%s, seed %d, round %d: %v with shortcuts, %v without", h.name, seed, tournament.Round, err, wholeErr)
				if err != nil {
					break
				}
				want, got := draftPairs(whole), draftPairs(quick)
				expect.MustTrue(t, slices.Equal(want, got), "%s, seed %d, round %d:\n want %q\n got  %q", h.name, seed, tournament.Round, want, got)
				addWork(&work, quick.Work)
				h.play(r, tournament, quick)
			}
		}
	}
	t.Logf("%+v", work)
}

func addWork(sum *pairing.Work, w pairing.Work) {
	sum.Brackets += w.Brackets
	sum.Certificates += w.Certificates
	sum.Matchings += w.Matchings
	sum.Searches += w.Searches
	sum.Turns += w.Turns
	sum.Solves += w.Solves
}

// BenchmarkDutchHabits pairs the slowest rounds known of 1,000 players.
func BenchmarkDutchHabits(b *testing.B) {
	for _, h := range habits {
		r := rand.New(rand.NewPCG(1, 5))
		t := h.start(r, 1000, 9)
		for t.Round = 1; t.Round <= t.Rounds; t.Round++ {
			h.askForByes(r, t)
			b.Run(fmt.Sprintf("%s/round=%d", h.name, t.Round), func(b *testing.B) {
				for b.Loop() {
					if _, err := pairing.PairRound(pairing.Dutch, t); err != nil {
						b.Skip("no legal pairing")
					}
				}
			})
			d, err := pairing.PairRound(pairing.Dutch, t)
			if err != nil {
				break
			}
			h.play(r, t, d)
		}
	}
}
