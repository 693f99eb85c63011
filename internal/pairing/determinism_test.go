package pairing_test

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/pairing"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// TestOrderOfInputDoesNotMatter pairs the same round with its participants listed
// in another order, and checks that nothing was changed in what was given.
func TestOrderOfInputDoesNotMatter(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	for range rounds(1_500, 30_000) {
		e := randomTournament(rng, 20)
		shuffled := copyTournament(e)
		rng.Shuffle(len(shuffled.Participants), func(i, j int) {
			shuffled.Participants[i], shuffled.Participants[j] = shuffled.Participants[j], shuffled.Participants[i]
		})
		before := copyTournament(e)
		for _, system := range []pairing.System{pairing.TeamSwiss, pairing.Dutch, pairing.USChess} {
			one, err := pairing.PairRound(system, e)
			two, errTwo := pairing.PairRound(system, shuffled)
			expect.MustEqual(t, (err == nil), (errTwo == nil), "%s: %v and %v", system, err, errTwo)
			if diff := cmp.Diff(one, two); diff != "" {
				t.Fatalf("%s pairs another order of the list differently:\n%s", system, diff)
			}
			if diff := cmp.Diff(before, e); diff != "" {
				t.Fatalf("%s changed the tournament:\n%s", system, diff)
			}
		}
	}
}
