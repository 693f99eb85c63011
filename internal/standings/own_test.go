package standings_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/standings"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/trf"
)

// Codes of the own results that no published table holds, by hand.
func TestOwnCodesByHand(t *testing.T) {
	in := event(t,
		"2w1 U   H",
		"1b0 3w= Z",
		"4w- 2b= F",
		"3b+ Z   Z",
	)
	for code, want := range map[string]string{
		"STD": "2.5 0.5 1.5 1.0", // a round without a game is compared with a draw
		"REP": "2 2 2 1",
		"WIN": "2 0 1 1",
		"TPN": "1 2 3 4",
	} {
		expect.Equal(t, values(t, in, code), want, "%s", code)
	}
	in = event(t, "2w1 3b=", "1b0 4w1", "4b1 1w=", "3w0 2b0")
	expect.Equal(t, values(t, in, "SSSC/K4"), "2.13 1.38 1.88 0.63", "SSSC/K4")
}

// A round out of a round robin of an odd number is no end of the games.
func TestKoyaBehindAByeRound(t *testing.T) {
	in := event(t, "Z   3w1 2b1", "3w1 Z   1w0", "2b0 1b0 Z")
	in.RoundRobin = true
	expect.Equal(t, values(t, in, "KS"), "1.0 0.0 0.0", "KS")
}

// Two teams drew their match, winning on boards 1 and 4 and on boards 2 and 3.
func TestBoardCodes(t *testing.T) {
	in := standings.Input{Match: standings.Scores{Win: 4, Draw: 2}, Game: standings.Scores{Win: 2, Draw: 1}, Boards: 4}
	for i, boards := range [][]int{{2, 0, 0, 2}, {0, 2, 2, 0}} {
		in.Participants = append(in.Participants, standings.Participant{Number: i + 1, Records: []standings.Record{{
			Kind: standings.Played, Opponent: 2 - i, Colour: standings.Colour(i + 1), Outcome: standings.Draw, Points: 2, GamePoints: 4, Boards: boards,
		}}})
	}
	for code, first := range map[string]int{
		"EDE": 0, "EDEC": 0, "BC": 0, // 1 + 4 = 2 + 3
		"EDET": 1, "EDEBT": 1, "TBR": 1, // board 1
		"EDEB": 2, "EDEBB": 2, "BBE": 2, // boards 1 to 3 bring one game against two
	} {
		table := compute(t, in, "PTS,"+code)
		rows := table.Rows()
		got := 0
		if rows[1].Place == 2 {
			got = rows[0].Number
		}
		expect.True(t, got == first, "%s puts %d first, want %d", code, got, first)
	}
	in.Participants[0].Records[0].Boards, in.Participants[1].Records[0].Boards = []int{0, 2, 0, 2}, []int{2, 0, 2, 0}
	for _, code := range []string{"EDEC", "BC"} { // 1 + 3 is less than 2 + 4
		row, err := compute(t, in, "PTS,"+code).Row(2)
		expect.True(t, err == nil && row.Place == 1, "%s places 2 at %d, want 1", code, row.Place)
	}
}

// A file that names no system is a round robin if all met all equally often.
func TestRoundRobinByItsGames(t *testing.T) {
	for name, test := range map[string]struct {
		rows []string
		want bool
	}{
		"all once":          {[]string{"   2 w 1     3 b 1  0000 - Z", "   1 b 0  0000 - Z     3 w 1", "0000 - Z     1 w 0     2 b 0"}, true},
		"two of them twice": {[]string{"   2 w 1     3 b 1  0000 - Z     2 b 1", "   1 b 0  0000 - Z     3 w 1     1 w 0", "0000 - Z     1 w 0     2 b 0  0000 - Z"}, false},
		"one pair missing":  {[]string{"   2 w 1     3 b 1", "   1 b 0  0000 - Z", "0000 - Z     1 w 0"}, false},
	} {
		text := ""
		for i, cells := range test.rows {
			text += fmt.Sprintf("001 %4d      Player                            2000                             0.0 %4d  %s\n", i+1, i+1, cells)
		}
		f, err := trf.Read(strings.NewReader(text))
		expect.MustTrue(t, err == nil, "%s: %v", name, err)
		in, err := standings.FromTRF(f)
		expect.True(t, err == nil && in.RoundRobin == test.want, "%s: %v, %v; want %v", name, in.RoundRobin, err, test.want)
	}
}

// Whoever is compared by a game under review is provisional, and nobody else.
func TestProvisionalByDirectEncounter(t *testing.T) {
	for name, test := range map[string]struct {
		rows []string
		want string
	}{
		"among the tied":  {[]string{"2w1! 4b0 Z", "1b0! 3w1 Z", "4w1 2b0 Z", "3b0 1w1 U"}, "[true true true false]"},
		"with another":    {[]string{"2w1 4b0 Z", "1b0 3w1 Z", "4w1! 2b0 Z", "3b0! 1w1 U"}, "[false false true true]"},
		"with nobody":     {[]string{"2w1 4b0 Z!", "1b0 3w1 Z", "4w1 2b0 Z", "3b0 1w1 U"}, "[true false false false]"},
		"under no review": {[]string{"2w1 4b0 Z", "1b0 3w1 Z", "4w1 2b0 Z", "3b0 1w1 U"}, "[false false false false]"},
	} {
		table := compute(t, event(t, test.rows...), "PTS,DE")
		var got []bool
		for n := range test.rows {
			row := expect.Must(table.Row(n + 1))(t)
			got = append(got, row.Provisional)
		}
		expect.Equal(t, fmt.Sprint(got), test.want, "a game %s: %v", name, got)
	}
}
