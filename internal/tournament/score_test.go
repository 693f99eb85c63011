package tournament_test

import (
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// A bye brings the results of one pairing: its award as points, and as many matches
// as that is worth.
func TestScoreOfAByeIsThatOfOnePairing(t *testing.T) {
	half := tournament.ByeHalf
	for _, tc := range []struct {
		scoring               string
		award, points, result int
	}{
		{"match", 3, 3, 3},
		{"pairing", 1, 1, 3},
		{"pairing", 2, 2, 6},
		{"pairing", 0, 0, 0},
	} {
		s := tournament.Section{Scoring: tc.scoring, MatchesPerPairing: 3}
		got := s.Score(tournament.Pairing{Bye: &half, ByePoints: &tc.award})
		expect.True(t, got.Points == [2]int{tc.points} && got.Matches == [2]int{tc.result},
			"%s, award %d: %+v, want %d and %d", tc.scoring, tc.award, got, tc.points, tc.result)
	}
}
