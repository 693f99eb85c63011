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

// A bye tells why those who are ranked lower do not have it: 28L spares who came late or
// has no rating.
func TestUSChessByeTellsWhoIsSpared(t *testing.T) {
	t.Parallel()
	five := []pairing.Participant{{Number: 1, Rating: 1900}, {Number: 2, Rating: 1800}, {Number: 3, Rating: 1700}, {Number: 4, Rating: 1600, Arrival: 2}, {Number: 5}}
	for i := range five {
		five[i].Records = []pairing.Record{{Kind: pairing.ZeroBye}}
	}
	bye := func(participants []pairing.Participant) pairing.Pair {
		draft := expect.Must(pairing.PairRound(pairing.USChess, &pairing.Tournament{Rounds: 4, Round: 2, Participants: participants, Points: pairing.PointSystem{Win: 4, Draw: 2, AllocatedBye: 4}}))(t)
		for _, p := range draft.Pairs {
			if p.IsBye() {
				return p
			}
		}
		t.Fatal("nobody has the bye")
		return pairing.Pair{}
	}
	got := bye(five)
	expect.MustTrue(t, got.White == 3 && len(got.Reasons) == 2, "the bye %+v", got)
	expect.True(t, got.Reasons[0].Of == 5 && got.Reasons[0].Why.String() == "has no rating, and those who have one go first (28L)", "%+v", got.Reasons[0])
	expect.True(t, got.Reasons[1].Of == 4 && got.Reasons[1].Why.String() == "came after round 1, and those who did not go first (28L)", "%+v", got.Reasons[1])
	got = bye(five[2:])
	expect.True(t, got.White == 3, "the only one who is not spared: %+v", got)
	got = bye([]pairing.Participant{five[4], {Number: 6, Records: five[4].Records}, {Number: 7, Records: five[4].Records}})
	expect.True(t, got.White == 7 && len(got.Reasons) == 0, "where nobody has a rating: %+v", got)
}
