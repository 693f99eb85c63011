package pairing_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/pairing"
	"github.com/tandemchess/tandem/internal/phrase"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// sixTeams is the second round of six teams: 1-4, 2-5 were played, 3 had the bye
// because 6 was absent; 6 is back and 5 has asked for a half-point bye.
func sixTeams() *pairing.Tournament {
	played := func(opponent, points int) []pairing.Record {
		return []pairing.Record{{Kind: pairing.Played, Opponent: opponent, Points: points, Colour: pairing.White}}
	}
	return &pairing.Tournament{
		Rounds: 4, Round: 2,
		Points: pairing.PointSystem{Win: 4, Draw: 2, AllocatedBye: 2},
		Participants: []pairing.Participant{
			{Number: 1, Records: played(4, 4)},
			{Number: 2, Records: played(5, 4)},
			{Number: 3, Records: []pairing.Record{{Kind: pairing.AllocatedBye, Points: 2}}},
			{Number: 4, Records: played(1, 0)},
			{Number: 5, Records: played(2, 0), Bye: pairing.HalfBye},
			{Number: 6, Records: []pairing.Record{{Kind: pairing.ZeroBye}}},
		},
		Forbidden: []pairing.Forbidden{
			{Numbers: []int{1, 2}, Hard: true, Why: phrase.Plain("same club")},
			{Numbers: []int{3, 6}, First: 2},
			{Numbers: []int{2, 3}, Last: 1, Hard: true},
		},
	}
}

func TestCheck(t *testing.T) {
	type found struct {
		Rule    pairing.Rule
		Numbers []int
		Soft    bool
	}
	pair := func(white, black int) pairing.Pair { return pairing.Pair{White: white, Black: black} }
	for name, test := range map[string]struct {
		pairs []pairing.Pair
		want  []found
	}{
		"legal":          {[]pairing.Pair{pair(2, 3), pair(1, 6), pair(4, 0)}, nil},
		"repeat":         {[]pairing.Pair{pair(4, 1), pair(2, 3), pair(6, 0)}, []found{{pairing.RuleRepeat, []int{4, 1}, false}}},
		"forbidden":      {[]pairing.Pair{pair(1, 2), pair(3, 4), pair(6, 0)}, []found{{pairing.RuleForbidden, []int{1, 2}, false}}},
		"soft wish":      {[]pairing.Pair{pair(3, 6), pair(2, 4), pair(1, 0)}, []found{{pairing.RuleForbidden, []int{3, 6}, true}}},
		"second bye":     {[]pairing.Pair{pair(1, 6), pair(2, 4), pair(3, 0)}, []found{{pairing.RuleBye, []int{3}, false}}},
		"two byes":       {[]pairing.Pair{pair(1, 3), pair(2, 4), pair(6, 0), pair(5, 0)}, []found{{pairing.RuleAbsent, []int{5}, false}, {pairing.RuleTwoByes, []int{5}, false}}},
		"team twice":     {[]pairing.Pair{pair(1, 6), pair(2, 6), pair(3, 4)}, []found{{pairing.RuleBoth, []int{6}, false}}},
		"with itself":    {[]pairing.Pair{pair(1, 1), pair(2, 3), pair(4, 6)}, []found{{pairing.RuleBoth, []int{1}, false}}},
		"absent":         {[]pairing.Pair{pair(1, 5), pair(2, 3), pair(4, 6)}, []found{{pairing.RuleAbsent, []int{5}, false}}},
		"unpaired":       {[]pairing.Pair{pair(1, 3), pair(2, 4)}, []found{{pairing.RuleUnpaired, []int{6}, false}}},
		"unknown number": {[]pairing.Pair{pair(1, 6), pair(2, 3), pair(4, 9)}, []found{{pairing.RuleUnknown, []int{9}, false}}},
	} {
		t.Run(name, func(t *testing.T) {
			violations := expect.Must(pairing.Check(pairing.TeamSwiss, sixTeams(), &pairing.Draft{Pairs: test.pairs}))(t)
			var got []found
			for _, v := range violations {
				got = append(got, found{v.Rule, v.Numbers, v.Soft})
				expect.True(t, v.What != "", "%s has no words", v.Rule)
			}
			expect.NoDiff(t, cmp.Diff(test.want, got), "(-want +got)")
		})
	}
}

// TestDraftsPassCheck pairs around hand-drawn pairs and checks the outcome.
func TestDraftsPassCheck(t *testing.T) {
	for _, fixed := range [][]pairing.Pair{
		nil,
		{{White: 6, Black: 2}},
		{{White: 6, Black: 0}},
		{{White: 4, Black: 3}, {White: 1, Black: 6}},
	} {
		tournament := sixTeams()
		tournament.Fixed = fixed
		draft, err := pairing.PairRound(pairing.TeamSwiss, tournament)
		expect.MustTrue(t, err == nil, "fixed %v: %v", fixed, err)
		violations, err := pairing.Check(pairing.TeamSwiss, tournament, draft)
		expect.True(t, err == nil && len(violations) == 0, "fixed %v: %v, violations %v", fixed, err, violations)
		missing, _ := pairing.Compare(fixed, draft.Pairs)
		expect.True(t, len(missing) == 0, "fixed %v: missing %v", fixed, missing)
	}
}
