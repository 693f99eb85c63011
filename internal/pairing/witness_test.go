package pairing_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/pairing"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// TestNoPairing: 1 and 2 may only meet 3, for they must not meet each other or 4,
// and 4 may meet nobody. To let 1 and 2 meet is no way out: it would leave 3 and 4.
func TestNoPairing(t *testing.T) {
	e := &pairing.Tournament{
		Round: 2, Points: pairing.PointSystem{Win: 4, Draw: 2, AllocatedBye: 2},
		Participants: []pairing.Participant{
			{Number: 1, Records: []pairing.Record{{Kind: pairing.Played, Opponent: 2, Colour: pairing.White, Points: 4}}},
			{Number: 2, Records: []pairing.Record{{Kind: pairing.Played, Opponent: 1, Colour: pairing.Black}}},
			{Number: 3, Records: []pairing.Record{{Kind: pairing.Played, Opponent: 4, Colour: pairing.White}}},
			{Number: 4, Records: []pairing.Record{{Kind: pairing.Played, Opponent: 3, Colour: pairing.Black, Points: 4}}},
		},
		Forbidden: []pairing.Forbidden{{Numbers: []int{1, 2, 4}, Hard: true}},
	}
	_, err := pairing.PairRound(pairing.TeamSwiss, e)
	var none *pairing.NoPairingError
	expect.MustTrue(t, errors.As(err, &none), "error %v, want no pairing", err)
	want := &pairing.NoPairingError{Round: 2, Witness: []int{1, 2, 4}, Partners: []int{3}, Relax: []pairing.Relaxation{
		{What: "let 1 and 4 meet although they may not", Allow: [][]int{{1, 4}}},
		{What: "let 2 and 4 meet although they may not", Allow: [][]int{{2, 4}}},
	}}
	expect.NoDiff(t, cmp.Diff(want, none), "(-want +got)")
}

// TestAdviceHelps follows every piece of advice on random tournaments without a
// legal pairing, and every round with a pairing passes Check.
func TestAdviceHelps(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	stuck := 0
	for range rounds(20_000, 200_000) {
		e := randomTournament(rng, 9)
		system := []pairing.System{pairing.TeamSwiss, pairing.USChess}[rng.IntN(2)]
		draft, err := pairing.PairRound(system, e)
		if err == nil {
			found, err := pairing.Check(system, e, draft)
			expect.MustTrue(t, err == nil && len(found) == 0, "%v %v\n%+v", err, found, e)
			continue
		}
		var none *pairing.NoPairingError
		expect.MustTrue(t, errors.As(err, &none), "%v", err)
		stuck++
		for _, r := range none.Relax {
			relaxed := copyTournament(e)
			// Drawing the excepted pairs by hand is how a director allows them.
			for _, numbers := range r.Allow {
				relaxed.Fixed = append(relaxed.Fixed, pairing.Pair{White: numbers[0], Black: append(numbers, 0)[1]})
			}
			_, err := pairing.PairRound(system, relaxed)
			expect.MustTrue(t, err == nil, "advice %q does not help: %v\n%+v", r.What, err, e)
		}
		expect.MustTrue(t, len(none.Witness) != 0 || len(e.Participants) <= 1, "no witness: %v\n%+v", none, e)
		expect.MustTrue(t, !slices.ContainsFunc(none.Partners, func(n int) bool { return slices.Contains(none.Witness, n) }), "a witness is its own partner: %v", none)
	}
	expect.True(t, stuck != 0, "no tournament got stuck")
}

// TestHandDrawnPairsMayBeTakenBack: 1-2 drawn by hand leaves 3 and 4, who must not
// meet; without it 1-3 and 2-4 would do.
func TestHandDrawnPairsMayBeTakenBack(t *testing.T) {
	e := sixTeams()
	e.Participants = e.Participants[:4]
	e.Round, e.Forbidden = 2, []pairing.Forbidden{{Numbers: []int{3, 4}, Hard: true}}
	for i, opponent := range []int{4, 3, 2, 1} {
		e.Participants[i].Records[0] = pairing.Record{Kind: pairing.Played, Opponent: opponent, Colour: pairing.White}
	}
	e.Fixed = []pairing.Pair{{White: 1, Black: 2}}
	_, err := pairing.PairRound(pairing.TeamSwiss, e)
	var none *pairing.NoPairingError
	expect.MustTrue(t, errors.As(err, &none), "error %v, want no pairing", err)
	want := []pairing.Relaxation{
		{What: "let 3 and 4 meet although they may not", Allow: [][]int{{3, 4}}},
		{What: "take back the pair 1-2 drawn by hand", Undo: []int{1, 2}},
	}
	expect.NoDiff(t, cmp.Diff(want, none.Relax), "(-want +got)")
}
