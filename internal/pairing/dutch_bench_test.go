package pairing_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/pairing"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// playedTournament plays a tournament up to the round to pair, with results drawn
// by the players' strength.
func playedTournament(b *testing.B, players, rounds, upTo int) *pairing.Tournament {
	b.Helper()
	r := rand.New(rand.NewPCG(uint64(players), 9))
	t := &pairing.Tournament{Rounds: rounds, InitialColour: pairing.White, Points: pairing.PointSystem{Win: 2, Draw: 1, AllocatedBye: 2}}
	for i := range players {
		t.Participants = append(t.Participants, pairing.Participant{Number: i + 1})
	}
	for t.Round = 1; t.Round < upTo; t.Round++ {
		draft := expect.Must(pairing.PairRound(pairing.Dutch, t))(b)
		playRound(t, draft, r)
	}
	return t
}

func playRound(t *pairing.Tournament, draft *pairing.Draft, r *rand.Rand) {
	n := len(t.Participants)
	for _, pair := range draft.Pairs {
		white := &t.Participants[pair.White-1]
		if pair.IsBye() {
			white.Records = append(white.Records, pairing.Record{Kind: pairing.AllocatedBye, Points: t.Points.AllocatedBye})
			continue
		}
		black := &t.Participants[pair.Black-1]
		w, l := 0, 0
		edge := float64(pair.Black-pair.White) / float64(n)
		switch x := r.Float64() + edge/2; {
		case x < 0.35:
			l = 2
		case x < 0.65:
			w, l = 1, 1
		default:
			w = 2
		}
		white.Records = append(white.Records, pairing.Record{Kind: pairing.Played, Opponent: pair.Black, Colour: pairing.White, Points: w})
		black.Records = append(black.Records, pairing.Record{Kind: pairing.Played, Opponent: pair.White, Colour: pairing.Black, Points: l})
	}
}

// BenchmarkDutch pairs single rounds of large tournaments.
func BenchmarkDutch(b *testing.B) {
	for _, players := range []int{200, 500, 1000, 5000} {
		for _, round := range []int{1, 2, 5, 9} {
			b.Run(fmt.Sprintf("players=%d/round=%d", players, round), func(b *testing.B) {
				t := playedTournament(b, players, 9, round)
				b.ResetTimer()
				for b.Loop() {
					if _, err := pairing.PairRound(pairing.Dutch, t); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkDutchExtremes plays whole tournaments whose results are as lopsided as
// they can be and reports the slowest round. Where White always wins, a quarter of
// the players may not meet each other, and only the matching of everybody helps.
func BenchmarkDutchExtremes(b *testing.B) {
	results := []struct {
		name      string
		forbidden int // pairs that must not meet
		white     func(pairing.Pair) int
	}{
		{"all draws", 0, func(pairing.Pair) int { return 1 }},
		{"White wins", 0, func(pairing.Pair) int { return 2 }},
		{"lower seed wins", 0, func(p pairing.Pair) int { return 2 * one(p.White > p.Black) }},
		{"draws and forbidden pairs", 200, func(pairing.Pair) int { return 1 }},
	}
	for _, players := range []int{1000, 2000} {
		for _, result := range results {
			b.Run(fmt.Sprintf("%s/players=%d", result.name, players), func(b *testing.B) {
				worst := time.Duration(0)
				for b.Loop() {
					worst = max(worst, slowestRound(b, players, result.forbidden, result.white))
				}
				b.ReportMetric(float64(worst.Milliseconds()), "ms/slowest-round")
			})
		}
	}
}

// slowestRound plays nine rounds; white gives the half points of White.
func slowestRound(b *testing.B, players, forbidden int, white func(pairing.Pair) int) (worst time.Duration) {
	r := rand.New(rand.NewPCG(uint64(players), 9))
	t := &pairing.Tournament{Rounds: 9, InitialColour: pairing.White, Points: pairing.PointSystem{Win: 2, Draw: 1, AllocatedBye: 2}}
	for i := range players {
		t.Participants = append(t.Participants, pairing.Participant{Number: i + 1})
	}
	for range forbidden {
		first := 1 + r.IntN(players)
		second := 1 + (first+r.IntN(players-1))%players
		t.Forbidden = append(t.Forbidden, pairing.Forbidden{Numbers: []int{first, second}, Hard: true})
	}
	for t.Round = 1; t.Round <= t.Rounds; t.Round++ {
		start := time.Now()
		draft := expect.Must(pairing.PairRound(pairing.Dutch, t))(b)
		worst = max(worst, time.Since(start))
		for _, p := range draft.Pairs {
			enter := func(number int, r pairing.Record) {
				t.Participants[number-1].Records = append(t.Participants[number-1].Records, r)
			}
			if p.IsBye() {
				enter(p.White, pairing.Record{Kind: pairing.AllocatedBye, Points: t.Points.AllocatedBye})
				continue
			}
			points := white(p)
			enter(p.White, pairing.Record{Kind: pairing.Played, Opponent: p.Black, Colour: pairing.White, Points: points})
			enter(p.Black, pairing.Record{Kind: pairing.Played, Opponent: p.White, Colour: pairing.Black, Points: t.Points.Win - points})
		}
	}
	return worst
}
