package pairing_test

import (
	"testing"

	"github.com/tandemchess/tandem/internal/pairing"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// TestBakuGroups uses the numbers the rule itself gives.
func TestBakuGroups(t *testing.T) {
	for _, test := range []struct{ participants, groupA int }{{161, 82}, {178, 90}, {4, 2}, {5, 4}} {
		e := league(test.participants, pairing.RoundRobinOptions{}, 1)
		e.Rounds, e.Points = 9, pairing.PointSystem{Win: 2, Draw: 1}
		e.Round = 9
		pairing.Accelerate(e)
		got := 0
		for _, p := range e.Participants {
			if p.Virtual[0] > 0 {
				got++
			}
		}
		expect.Equal(t, got, test.groupA, "%d participants: group A", test.participants)
	}
	for _, test := range []struct {
		rounds int
		want   []int
	}{{9, []int{2, 2, 2, 1, 1, 0, 0, 0, 0}}, {11, []int{2, 2, 2, 1, 1, 1, 0, 0, 0, 0, 0}}} {
		e := league(8, pairing.RoundRobinOptions{}, 1)
		e.Rounds, e.Round, e.Points = test.rounds, test.rounds, pairing.PointSystem{Win: 2, Draw: 1}
		// A late entry joins group A by its place and moves nobody out of it.
		e.Participants = append(e.Participants, pairing.Participant{Number: 9, Arrival: 2})
		e.Participants[2].Number, e.Participants[8].Number = 9, 3
		pairing.Accelerate(e)
		for r, want := range test.want {
			expect.Equal(t, e.Participants[0].Virtual[r], want, "%d rounds: virtual half points in round %d", test.rounds, r+1)
			got := e.Participants[8].Virtual[r]
			expect.True(t, got == want, "%d rounds: the late entry has %d virtual half points in round %d, want %d", test.rounds, got, r+1, want)
		}
	}
}
