package pairing_test

import (
	"slices"
	"testing"

	"github.com/tandemchess/tandem/internal/hammer"
	"github.com/tandemchess/tandem/internal/pairing"
)

// FuzzDutch pairs tournaments with histories that no pairing system would make:
// contradictory records, odd point systems, wild preferences. It must answer with a
// draft that pairs everybody once, or with an error.
func FuzzDutch(f *testing.F) {
	f.Add([]byte{6, 3, 2, 1, 2, 3, 4, 5, 6, 7, 8, 9})
	f.Add([]byte{9, 5, 4, 0, 200, 13, 77, 3, 250, 9, 31, 8, 64, 2, 90, 1, 44})
	f.Add([]byte("a history nobody has played"))
	hammer.Fuzz(f, func(t *testing.T, data []byte) {
		at := 0
		next := func(n int) int {
			if at >= len(data) {
				return 0
			}
			at++
			return int(data[at-1]) % n
		}
		tournament := &pairing.Tournament{Rounds: next(12), Points: pairing.PointSystem{Win: next(4), Draw: next(3), Loss: next(2), AllocatedBye: next(4)}}
		n := next(14)
		tournament.Round = 1 + next(8)
		for i := range n {
			p := pairing.Participant{Number: i + 1, Arrival: next(4), Withdrawn: next(9), Bye: pairing.Kind(next(9)), Virtual: []int{next(3)}}
			if next(3) > 0 {
				p.Bye, p.Withdrawn = pairing.NotArrived, 0
			}
			for range next(tournament.Round + 1) {
				p.Records = append(p.Records, pairing.Record{Kind: pairing.Kind(next(9)), Opponent: next(n + 2), Colour: pairing.Colour(next(3)), Points: next(4)})
			}
			tournament.Participants = append(tournament.Participants, p)
		}
		for range next(3) {
			tournament.Forbidden = append(tournament.Forbidden, pairing.Forbidden{Numbers: []int{next(n + 1), next(n + 1), next(n + 1)}, Hard: next(2) == 0})
		}
		for range next(3) {
			tournament.Fixed = append(tournament.Fixed, pairing.Pair{White: next(n + 2), Black: next(n + 2)})
		}
		draft, err := pairing.PairRound(pairing.Dutch, tournament)
		if err != nil {
			if err.Error() == "" {
				t.Error("an error without words")
			}
			return
		}
		whole, err := pairing.DutchWhole(tournament)
		if err != nil || !slices.Equal(draftPairs(draft), draftPairs(whole)) {
			if len(draft.Notes) == 0 {
				t.Fatalf("%v with shortcuts, %v without (%v)", draft, whole, err)
			}
		}
		seen := map[int]bool{}
		for _, p := range draft.Pairs {
			for _, number := range []int{p.White, p.Black} {
				if number != 0 && seen[number] {
					t.Fatalf("%d is paired twice: %+v", number, draft.Pairs)
				}
				seen[number] = true
			}
		}
		for _, b := range draft.Byes {
			seen[b.Number] = true
		}
		for i := range n {
			if !seen[i+1] {
				t.Fatalf("%d is not paired: %+v", i+1, draft.Pairs)
			}
		}
	})
}
