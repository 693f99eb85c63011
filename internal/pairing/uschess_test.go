package pairing_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/pairing"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

func TestUSChessAgainstEnumeration(t *testing.T) {
	rng := rand.New(rand.NewPCG(27, 29))
	for range rounds(20_000, 150_000) {
		tournament := randomTournament(rng, 10)
		tournament.Team = pairing.TeamOptions{}
		for i := range tournament.Participants {
			if rng.IntN(6) > 0 {
				tournament.Participants[i].Rating = 1500 + 50*rng.IntN(12)
			}
		}
		draft, err := pairing.PairRound(pairing.USChess, tournament)
		want, ok := newUSOracle(tournament).pair()
		var none *pairing.NoPairingError
		switch {
		case !ok && errors.As(err, &none):
			continue
		case err != nil || !ok:
			t.Fatalf("engine says %v, the enumeration found a pairing: %v\n%+v", err, ok, tournament)
		}
		diff := cmp.Diff(want, sortedPairs(draft))
		expect.MustTrue(t, diff == "", "(-enumeration +engine):\n%s\n%+v\n%+v", diff, tournament, draft.Brackets)
	}
}
