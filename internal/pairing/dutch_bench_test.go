package pairing_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/tandemchess/tandem/internal/pairing"
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
		draft, err := pairing.PairRound(pairing.Dutch, t)
		if err != nil {
			b.Fatal(err)
		}
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
