package standings_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/standings"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/trf"
)

// The list of a file: its standing order, else points and its tie-breaks, else the
// default for bughouse. A bad one is told by its record.
func TestListOfAFile(t *testing.T) {
	for _, test := range []struct{ order, tieBreaks, want, wrong string }{
		{"", "", "[PTS DE BH/C1 BH SB WIN]", ""},
		{"", "bh:gp/m1,DE/P", "[PTS BH:GP/M1 DE/P]", ""},
		{"PTS,SSSC/K3,KS/L-1,FB/C2", "BH", "[PTS SSSC/K3 KS/L-1 FB/C2]", ""},
		{"PTS,XX", "", "", "212"},
		{"", "BH,XX", "", "202"},
	} {
		f := trf.New()
		f.StandingOrder, f.TieBreaks = test.order, test.tieBreaks
		codes, err := standings.CodesOf(f)
		switch {
		case test.wrong != "" && (err == nil || !strings.Contains(err.Error(), test.wrong)):
			t.Errorf("%+v: %v; expected an error about record %s", test, err, test.wrong)
		case test.wrong == "" && (err != nil || fmt.Sprint(codes) != test.want):
			t.Errorf("%+v: %v, %v; want %s", test, codes, err, test.want)
		}
	}
}

// The points that lead the list decide whose points the other codes count, when
// they do not say themselves (C.07 art. 13.1).
func TestLeadingPointsDecideTheScore(t *testing.T) {
	in := event(t, "2w1 3b=", "1b0 4w1", "4b1 1w=", "3w0 2b0")
	for i := range in.Participants {
		for r := range in.Participants[i].Records {
			in.Participants[i].Records[r].GamePoints *= 3
		}
	}
	in.Game = standings.Scores{Win: 6, Draw: 3}
	for list, want := range map[string]string{
		"PTS:MP,BH":    "2.5 1.5 1.5 2.5",
		"PTS:GP,BH":    "7.5 4.5 4.5 7.5",
		"PTS:GP,BH:MP": "2.5 1.5 1.5 2.5",
	} {
		table := compute(t, in, list)
		var got []string
		for n := 1; n <= 4; n++ {
			row := expect.Must(table.Row(n))(t)
			got = append(got, row.Values[1].String())
		}
		expect.Equal(t, strings.Join(got, " "), want, "%s: %v", list, got)
	}
}

// Where not all of the tied have met, whoever stays on top whatever the missing
// games bring is put first, wherever in the list he stands (C.07 art. 6).
func TestEncounterOfThreeWithAGameMissing(t *testing.T) {
	in := event(t,
		"3b0 4w1 6b1",
		"6w1 3b0 4b1",
		"1w1 2w1 5b0", // beat both of the tied
		"5w1 1b0 2w0",
		"4b0 6w0 3w1",
		"2b0 5b1 1w0",
	)
	table := compute(t, in, "PTS,DE")
	for number, place := range map[int]int{3: 1, 1: 2, 2: 2} {
		row, err := table.Row(number)
		expect.True(t, err == nil && row.Place == place, "%d is placed %d (%v), want %d", number, row.Place, err, place)
	}
}

func TestDecidingARoundThatIsNone(t *testing.T) {
	table := compute(t, event(t, "2w1 2b?", "1b0 1w?"), "PTS")
	for _, round := range []int{-1, 0, 3} {
		changes, err := table.Decide(1, round, standings.Win)
		expect.True(t, err != nil, "round %d of two gave %v", round, changes)
	}
	if changes, err := table.Decide(1, 2, standings.Win); err != nil || len(changes) != 2 {
		t.Errorf("the last round: %v, %v", changes, err)
	}
}
