package trf_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/trf"
)

// Every dialect of point values, with the values that default to others.
func TestPointSystems(t *testing.T) {
	three := trf.PointSystem{Win: 6, Draw: 2, ForfeitWin: 6, FullBye: 6, HalfBye: 2, PAB: 6, Unknown: 2}
	for text, want := range map[string]trf.PointSystem{
		"":                    trf.StandardPoints(),
		"162  W 3.0    D 1.0": three,
		"BBW 3\nBBD 1.0":      three,
		"XXS W=3 D=1 PAB=3":   three,
		"XXS WW=3 BW=3 FW=3 FPB=3 PAB=3 WD=1 BD=1 HPB=1": three,
		"162  P 0.5\n162  X 0.0":                         {Win: 2, Draw: 1, ForfeitWin: 2, FullBye: 2, HalfBye: 1, PAB: 1},
		"162  L 0.5    A 0.5":                            {Win: 2, Draw: 1, Loss: 1, ForfeitWin: 2, ForfeitLoss: 1, FullBye: 2, HalfBye: 1, ZeroBye: 1, PAB: 2, Unknown: 1},
		"BBL .5\nBBZ 0,5\nBBF 1\nBBU 0":                  {Win: 2, Draw: 1, Loss: 1, ForfeitWin: 2, ForfeitLoss: 2, FullBye: 2, HalfBye: 1, ZeroBye: 1, Unknown: 1},
		"XXS W=3":                                        {Win: 6, Draw: 1, ForfeitWin: 6, FullBye: 6, HalfBye: 1, PAB: 2, Unknown: 1},
		"XXS FL=0 W=3 D=2 PAB=2 WL=1 BL=1 ZPB=1":         {Win: 6, Draw: 4, Loss: 2, ForfeitWin: 6, FullBye: 6, HalfBye: 4, ZeroBye: 2, PAB: 4, Unknown: 4},
	} {
		f := read(t, text, []byte(text+"\n"+twoPlayers))
		expect.NoDiff(t, cmp.Diff(want, f.Points), "%q", text)
	}
}

// Points by result, and how rounds without an opponent are read.
func TestRecordsOfPlayers(t *testing.T) {
	text := "001    1      A" + blanks(76) + "   2 w 1     2 b =  0000 - H  0000 - =  0000 - F  0000 - +  0000 - U     2 w +     2 b W     2 w  \n" +
		"001    2      B" + blanks(76) + "   1 b 0     1 w =" + blanks(52) + "   1 b -     1 w L     1 b  \n"
	table := expect.Must(read(t, "records", []byte(text)).CrossTable())(t)
	type short struct {
		Kind   trf.Kind
		Points int
	}
	var got []short
	for _, p := range table.Participants {
		for _, r := range p.Records {
			got = append(got, short{r.Kind, r.Points})
		}
	}
	want := []short{
		{trf.Played, 2},
		{trf.Played, 1},
		{trf.HalfPointBye, 1},
		{trf.HalfPointBye, 1},
		{trf.FullPointBye, 2},
		{trf.FullPointBye, 2},
		{trf.AllocatedBye, 2},
		{trf.ForfeitWon, 2},
		{trf.Played, 2},
		{trf.Unfinished, 1},
		{trf.Played, 0},
		{trf.Played, 1},
		{trf.ZeroPointBye, 0},
		{trf.ZeroPointBye, 0},
		{trf.ZeroPointBye, 0},
		{trf.ZeroPointBye, 0},
		{trf.ZeroPointBye, 0},
		{trf.ForfeitLost, 0},
		{trf.Played, 0},
		{trf.Unfinished, 1},
	}
	diff := cmp.Diff(want, got)
	expect.True(t, diff == "", "%v", diff)
	expect.True(t, table.Participants[0].Records[8].Unrated, "a result W is not marked as unrated")
}

// Byes of the coming round by all three ways of saying so; what a later round
// will bring is not in the table yet.
func TestComingRound(t *testing.T) {
	text := twoPlayers + "001    3      C" + blanks(76) + "0000 - U\n001    4      D" + blanks(86) + "0000 - Z\n001    5      E\n" +
		"240 H   2    1\n240 F   3    2\nXXZ 5\n"
	table := expect.Must(read(t, "coming", []byte(text)).CrossTable())(t)
	var got []trf.Kind
	for _, p := range table.Participants {
		expect.MustTrue(t, len(p.Records) == 2, "%d has %d rounds, want 2", p.Number, len(p.Records))
		got = append(got, p.Records[0].Kind, p.Records[1].Kind)
	}
	want := []trf.Kind{
		trf.Played, trf.HalfPointBye, trf.Played, trf.Open, trf.AllocatedBye, trf.Open, trf.NotArrived, trf.ZeroPointBye, trf.NotArrived, trf.ZeroPointBye,
	}
	diff := cmp.Diff(want, got)
	expect.True(t, diff == "" && table.Paired == 1 && table.Rounds == 1, "%d of %d rounds paired\n%s", table.Paired, table.Rounds, diff)
}

// Abnormal points replace what a result brings, in one round or in all; blank
// ones stand beside the results, in a round or in the sum.
func TestAbnormalPoints(t *testing.T) {
	text := "001    1      A" + blanks(76) + "   2 w 1     2 b =     2 w 1\n001    2      B" + blanks(76) + "   1 b 0     1 w =     1 b 0\n" +
		"299 W        1.5            1\n299 W        3.0     3     1\n299         -0.5     2     2\n299          0.5            2\n"
	table := expect.Must(read(t, "abnormal", []byte(text)).CrossTable())(t)
	var got []int
	for _, p := range table.Participants {
		for _, r := range p.Records {
			got = append(got, r.Points)
		}
		got = append(got, p.Points)
	}
	if diff := cmp.Diff([]int{3, 1, 6, 10, 0, 1, 0, 1}, got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]trf.Adjustment{{Round: 2, Points: -1, GamePoints: -1}, {Points: 1, GamePoints: 1}}, table.Participants[1].Adjustments); diff != "" {
		t.Error(diff)
	}
}

// Points that one opponent lost and the other gained in their round are its result.
func TestShiftedPoints(t *testing.T) {
	text := "001    1      A" + blanks(76) + "   2 w 1     2 b 1\n001    2      B" + blanks(76) + "   1 b 0     1 w 0\n" +
		"299         -0.5     1    1\n299          0.5     1    2\n299         -0.5     2    1\n299          1.0     2    2\n"
	table := expect.Must(read(t, "shifted", []byte(text)).CrossTable())(t)
	for i, want := range []struct {
		first, second, sum int
		rest               []trf.Adjustment
	}{{1, 2, 2, []trf.Adjustment{{Round: 2, Points: -1, GamePoints: -1}}}, {1, 0, 3, []trf.Adjustment{{Round: 2, Points: 2, GamePoints: 2}}}} {
		p := table.Participants[i]
		expect.True(t, p.Records[0].Points == want.first && p.Records[1].Points == want.second && p.Points == want.sum && cmp.Diff(want.rest, p.Adjustments) == "",
			"%+v, want %+v", p, want)
	}
}

func TestVirtualPoints(t *testing.T) {
	individual := read(t, "individual", []byte("250       1.0 001 002 0001 0001\nXXA    2  0.5  1.0\n"+twoPlayers))
	expect.Equal(t, cmp.Diff([]trf.Acceleration{{GamePoints: 2, First: 1, Last: 2, FirstID: 1, LastID: 1}}, individual.Accelerations), "", "250 of players")
	expect.Equal(t, cmp.Diff([]trf.Virtual{{ID: 2, Points: []int{1, 2}}}, individual.Virtual), "", "XXA")
	team := read(t, "team", []byte("250  2.0  1.0 002 003 0001 0002\n310   1 One\n310   2 Two\n"))
	expect.Equal(t, cmp.Diff([]trf.Acceleration{{MatchPoints: 4, GamePoints: 2, First: 2, Last: 3, FirstID: 1, LastID: 2}}, team.Accelerations), "", "250 of teams")
}

func TestForbiddenRounds(t *testing.T) {
	f := read(t, "forbidden", []byte("260 002 004    1    2\n260             1    2\nXXP 1 2\n"+twoPlayers))
	want := []trf.Forbidden{{First: 2, Last: 4, IDs: []int{1, 2}}, {IDs: []int{1, 2}}, {IDs: []int{1, 2}}}
	expect.Equal(t, cmp.Diff(want, f.Forbidden), "", "the pairs that may not meet")
}

// Teams of the old record count when the coded type says that teams play.
func TestOldTeamRecords(t *testing.T) {
	text := "192 FIDE_TEAM_MP\n013 One" + blanks(29) + "   1\n013 Two" + blanks(29) + "   2\n" + twoPlayers
	table := expect.Must(read(t, "old", []byte(text)).CrossTable())(t)
	expect.True(t, table.Teams && len(table.Participants) == 2 && table.Participants[0].Points == 4 && table.Participants[1].Name == "Two", "%+v", table)
}
