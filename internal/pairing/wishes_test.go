package pairing_test

import (
	"testing"

	"github.com/tandemchess/tandem/internal/pairing"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// TestSoftWishesGiveWay keeps soft wishes while a legal pairing with them exists
// and gives them up from the end of the list.
func TestSoftWishesGiveWay(t *testing.T) {
	for name, test := range map[string]struct {
		wishes []pairing.Forbidden
		apart  [][2]int // pairs that must not be made
		given  int      // wishes given up
	}{
		"kept":         {[]pairing.Forbidden{{Numbers: []int{1, 3}}}, [][2]int{{1, 3}}, 0},
		"last given":   {[]pairing.Forbidden{{Numbers: []int{1, 3}}, {Numbers: []int{1, 2, 4}}}, [][2]int{{1, 3}}, 1},
		"hard stays":   {[]pairing.Forbidden{{Numbers: []int{1, 2}}, {Numbers: []int{1, 3}, Hard: true}, {Numbers: []int{1, 4}, Hard: true}}, [][2]int{{1, 3}, {1, 4}}, 1},
		"other rounds": {[]pairing.Forbidden{{Numbers: []int{1, 2, 3, 4}, Hard: true, First: 2}}, nil, 0},
	} {
		t.Run(name, func(t *testing.T) {
			e := league(4, pairing.RoundRobinOptions{}, 1)
			e.Forbidden = test.wishes
			for _, system := range []pairing.System{pairing.TeamSwiss, pairing.USChess, pairing.Dutch} {
				d, err := pairing.PairRound(system, e)
				if err != nil {
					t.Errorf("%s: %v", system, err)
					continue
				}
				for _, p := range sortedPairs(d) {
					for _, apart := range test.apart {
						expect.True(t, p != apart, "%s: %v meet", system, p)
					}
				}
				expect.True(t, len(d.GivenUp) == test.given, "%s: %v given up, want %d wishes", system, d.GivenUp, test.given)
			}
		})
	}
}

// TestComingAndGoing withdraws a team, brings it back and lets another arrive.
func TestComingAndGoing(t *testing.T) {
	e := league(5, pairing.RoundRobinOptions{}, 1)
	e.Rounds, e.Points = 5, pairing.PointSystem{Win: 4, Draw: 2, AllocatedBye: 2}
	e.Participants[4].Arrival = 3
	paired := func(number int) bool {
		d, err := pairing.PairRound(pairing.TeamSwiss, e)
		expect.MustTrue(t, err == nil, "round %d: %v", e.Round, err)
		for _, p := range d.Pairs {
			if p.Has(number) {
				return true
			}
		}
		return false
	}
	for _, step := range []struct {
		round, withdrawn int
		has2, has5       bool
	}{{1, 0, true, false}, {2, 2, false, false}, {3, 2, false, true}, {4, 0, true, true}} {
		e.Round, e.Participants[1].Withdrawn = step.round, step.withdrawn
		expect.Equal(t, paired(2), step.has2, "round %d: team 2 paired", step.round)
		expect.Equal(t, paired(5), step.has5, "round %d: team 5 paired", step.round)
	}
}

// TestContradictionsAreRefused: whatever does not fit together is an InputError.
func TestContradictionsAreRefused(t *testing.T) {
	for name, spoil := range map[string]func(*pairing.Tournament){
		"round 0":              func(e *pairing.Tournament) { e.Round = 0 },
		"after the last round": func(e *pairing.Tournament) { e.Round = 9 },
		"number twice":         func(e *pairing.Tournament) { e.Participants[1].Number = 1 },
		"number 0":             func(e *pairing.Tournament) { e.Participants[1].Number = 0 },
		"too many records":     func(e *pairing.Tournament) { e.Participants[0].Records = make([]pairing.Record, 3) },
		"unknown opponent":     func(e *pairing.Tournament) { e.Participants[0].Records[0].Opponent = 77 },
		"one-sided game":       func(e *pairing.Tournament) { e.Participants[0].Records[0].Opponent = 3 },
		"played itself":        func(e *pairing.Tournament) { e.Participants[0].Records[0].Opponent = 1 },
		"absurd points":        func(e *pairing.Tournament) { e.Participants[0].Records[0].Points = 1 << 40 },
		"unknown record":       func(e *pairing.Tournament) { e.Participants[0].Records[0].Kind = 99 },
		"unknown bye":          func(e *pairing.Tournament) { e.Participants[0].Bye = 99 },
		"forbidden stranger":   func(e *pairing.Tournament) { e.Forbidden[0].Numbers[0] = 55 },
		"drawn stranger":       func(e *pairing.Tournament) { e.Fixed = []pairing.Pair{{White: 1, Black: 44}} },
		"drawn twice":          func(e *pairing.Tournament) { e.Fixed = []pairing.Pair{{White: 1, Black: 3}, {White: 3, Black: 4}} },
		"drawn though absent":  func(e *pairing.Tournament) { e.Fixed = []pairing.Pair{{White: 1, Black: 5}} },
		"two byes drawn":       func(e *pairing.Tournament) { e.Fixed = []pairing.Pair{{White: 1}, {White: 4}} },
	} {
		for _, system := range []pairing.System{pairing.TeamSwiss, pairing.USChess, pairing.Dutch} {
			e := sixTeams()
			spoil(e)
			_, err := pairing.PairRound(system, e)
			if _, ok := err.(*pairing.InputError); !ok {
				t.Errorf("%s, %s: error %v, want an InputError", name, system, err)
			} else if err.Error() == "" {
				t.Errorf("%s: no words", name)
			}
		}
	}
	if _, err := pairing.PairRound("swiss", sixTeams()); err == nil {
		t.Error("an unknown system is accepted")
	}
}
