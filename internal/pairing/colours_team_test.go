package pairing_test

import (
	"testing"

	"github.com/tandemchess/tandem/internal/pairing"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// TestSecondaryScoreNamesTheFirstTeam: two teams with equal match points and equal
// colour histories meet, and the first-team alternates (C.04.6 art. 4.3.8). It is
// the smaller number, or the larger secondary score where the event says so.
func TestSecondaryScoreNamesTheFirstTeam(t *testing.T) {
	played := func(number, opponent int, colour pairing.Colour, points, secondary int) pairing.Participant {
		return pairing.Participant{Number: number, Records: []pairing.Record{{
			Kind: pairing.Played, Opponent: opponent, Colour: colour, Points: points, Secondary: secondary,
		}}}
	}
	for _, c := range []struct {
		name                 string
		secondaryForColours  bool
		smaller, larger      int // secondary scores of the two
		wantWhite, wantBlack int
	}{
		{"not asked", false, 2, 4, 2, 1},
		{"larger number ahead", true, 2, 4, 1, 2},
		{"smaller number ahead", true, 4, 2, 2, 1},
		{"equal", true, 4, 4, 2, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			draft := expect.Must(pairing.PairRound(pairing.TeamSwiss, &pairing.Tournament{
				Round: 2, Points: pairing.PointSystem{Win: 4, Draw: 2, AllocatedBye: 2},
				Team: pairing.TeamOptions{Colours: pairing.ColoursTypeA, SecondaryForColours: c.secondaryForColours},
				Participants: []pairing.Participant{
					played(1, 3, pairing.White, 4, c.smaller), played(2, 4, pairing.White, 4, c.larger),
					played(3, 1, pairing.Black, 0, 0), played(4, 2, pairing.Black, 0, 0),
				},
			}))(t)
			if got := draft.Pairs[0]; got.White != c.wantWhite || got.Black != c.wantBlack {
				t.Errorf("the first table is %d-%d (%s), want %d-%d", got.White, got.Black, got.ColourRule, c.wantWhite, c.wantBlack)
			}
		})
	}
}
