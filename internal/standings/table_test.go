package standings_test

import (
	"bytes"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/standings"
	"github.com/tandemchess/tandem/internal/testdata"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/trf"
)

// event reads rounds written as one line per participant: opponent, colour and
// 1 = 0 + -, or U F H Z; '?' is a pending result, '!' behind a cell puts it under
// review. Points are 1, ½, 0.
func event(t testing.TB, lines ...string) standings.Input {
	t.Helper()
	in := standings.Input{Match: standings.Scores{Win: 2, Draw: 1}, Game: standings.Scores{Win: 2, Draw: 1}}
	for i, line := range lines {
		p := standings.Participant{Number: i + 1, Rating: 2000 - 100*i}
		for _, cell := range strings.Fields(line) {
			p.Records = append(p.Records, eventRecord(t, cell))
		}
		in.Participants = append(in.Participants, p)
	}
	return in
}

func eventRecord(t testing.TB, cell string) standings.Record {
	cell, review := strings.CutSuffix(cell, "!")
	r := standings.Record{UnderReview: review}
	last := cell[len(cell)-1]
	if len(cell) > 1 {
		opponent := expect.Must(strconv.Atoi(cell[:len(cell)-2]))(t)
		r.Opponent = opponent
		r.Colour = map[byte]standings.Colour{'w': standings.White, 'b': standings.Black}[cell[len(cell)-2]]
	}
	r.Kind = map[byte]standings.Kind{
		'1': standings.Played, '=': standings.Played, '0': standings.Played, '+': standings.ForfeitWin, '-': standings.ForfeitLoss,
		'U': standings.AllocatedBye, 'F': standings.FullBye, 'H': standings.HalfBye, 'Z': standings.ZeroBye, '?': standings.Pending,
	}[last]
	r.Outcome = map[byte]standings.Outcome{'1': standings.Win, '=': standings.Draw, '0': standings.Loss}[last]
	r.Points = map[byte]int{'1': 2, '+': 2, 'U': 2, 'F': 2, '=': 1, 'H': 1}[last]
	r.GamePoints = r.Points
	return r
}

// values lists one code's values by number.
func values(t testing.TB, in standings.Input, code string) string {
	t.Helper()
	table := compute(t, in, "PTS,"+code)
	var out []string
	for n := range in.Participants {
		row := expect.Must(table.Row(n + 1))(t)
		out = append(out, row.Values[1].String())
	}
	return strings.Join(out, " ")
}

// US Chess 34E on a small event computed by hand. Adjusted scores count unplayed
// games as draws: 1 has 2.5, 2 has 1, 3 has 2, 4 has 1.
func TestUSChess(t *testing.T) {
	in := event(t,
		"2w1 3b1 4w=", // 2.5
		"1b0 4w1 3b0", // 1
		"4b1 1w0 2w1", // 2
		"3w0 2b0 1b=", // ½
		"Z   F   H",   // 1.5, all unplayed
	)
	for code, want := range map[string]string{
		"SOLK":   "3.5 5.0 4.0 5.5 0.0",
		"MMED":   "3.0 2.5 3.5 3.0 0.0",
		"CUM":    "5.5 2.0 4.0 0.5 1.5",
		"CUMOPP": "6.5 10.0 8.0 11.5 0.0",
	} {
		expect.Equal(t, values(t, in, code), want, "%s", code)
	}
}

// In a round robin forfeits are games, except that a forfeit loss is no game of
// one's own and ratings count games over the board only.
func TestRoundRobin(t *testing.T) {
	in := event(t,
		"2w1 3b+ 4w=",
		"1b0 4w1 3b1",
		"4b1 1w- 2w0",
		"3w0 2b0 1b=",
	)
	for _, robin := range []bool{false, true} {
		in.RoundRobin = robin
		for code, want := range map[string][2]string{
			"SB":  {"3.25 1.50 0.50 1.25", "3.25 1.50 0.50 1.25"},
			"WON": {"1 2 1 0", "2 2 1 0"},
			"BPG": {"0 2 1 2", "1 2 1 2"},
			"BWG": {"0 1 1 0", "1 1 1 0"},
			"REP": {"3 3 2 3", "3 3 2 3"},
			"WIN": {"2 2 1 0", "2 2 1 0"},
			"KS":  {"1.0 0.0 0.0 0.5", "1.0 0.0 0.0 0.5"},
			"ARO": {"1800 1833 1800 1900", "1800 1833 1800 1900"},
		} {
			i := 0
			if robin {
				i = 1
			}
			expect.Equal(t, values(t, in, code), want[i], "round robin %v: %s", robin, code)
		}
	}
}

// Rating codes are off for everybody when one participant is unrated.
func TestUnrated(t *testing.T) {
	in := event(t, "2w1", "1b0")
	in.Participants[1].Rating = 0
	for _, code := range []string{"ARO", "TPR", "PTP", "APRO", "APPO", "RTNG"} {
		got := values(t, in, code)
		expect.True(t, got == "- -", "%s is %s, want none", code, got)
	}
}

func TestRatings(t *testing.T) {
	in := event(t, "2w1 3b=", "1b0 3w1", "2b0 1w=")
	for code, want := range map[string]string{
		"ARO": "1850 1900 1950", "ARO/C1": "1900 2000 2000", "TPR": "2043 1900 1757", "PTP": "2046 1899 1755",
		"APRO": "1829 1900 1972", "APPO": "1827 1901 1973", "RTNG": "2000 1900 1800",
	} {
		expect.Equal(t, values(t, in, code), want, "%s", code)
	}
}

// A pending game counts nothing, neither as a game nor as an absence.
func TestPending(t *testing.T) {
	in := event(t, "2w1 3b?", "1b0 U", "H 1w?")
	for code, want := range map[string]string{"BH": "1.0 2.0 0.5", "REP": "1 2 0", "PS": "2.0 1.0 1.0", "SOLK": "0.5 1.0 0.0"} {
		expect.Equal(t, values(t, in, code), want, "%s", code)
	}
}

// A result under review makes provisional: its two participants, those who count
// their scores, and those compared with them by direct encounter.
func TestProvisional(t *testing.T) {
	in := event(t,
		"2w1! 3b1", // under review
		"1b0! 5w0",
		"6w1  1b0",
		"5b1  6w0",
		"4w0  2b1",
		"3b0  4b1",
	)
	for list, want := range map[string]string{
		"PTS":       "1 2",
		"PTS,BH":    "1 2 3 5",
		"PTS,AOB":   "1 2 3 4 5 6",
		"PTS,DE":    "1 2",
		"WIN,DE,BH": "1 2 3 5",
	} {
		var got []string
		table := compute(t, in, list)
		for n := range in.Participants {
			if row, err := table.Row(n + 1); err != nil {
				t.Fatal(err)
			} else if row.Provisional {
				got = append(got, strconv.Itoa(n+1))
			}
		}
		expect.Equal(t, strings.Join(got, " "), want, "%s: provisional are %v", list, got)
	}
	circle := event(t, "2w1! 3b0 Z", "1b0! Z 3w1", "Z 1w1 2b0")
	table := compute(t, circle, "PTS,DE")
	if row, _ := table.Row(3); !row.Provisional {
		t.Error("3 is compared by direct encounter with a game under review, yet not provisional")
	}
}

// The parts of a cut Buchholz name round, opponent, score and reason.
func TestExplain(t *testing.T) {
	in := event(t, "2w1 3b1 H", "1b0 Z 3w1", "4b1 1w0 2b0", "3w0 U U")
	table := compute(t, in, "PTS,DE,BH/C1")
	x, err := table.Explain(1, 2)
	expect.OK(t, err)
	want := []standings.Contribution{
		{Round: 1, Opponent: 2, N: 2, Score: 2, Points: 2},
		{Round: 2, Opponent: 3, N: 2, Score: 2, Points: 2},
		{Round: 3, N: 3, Score: 3, Points: 1, Reason: standings.CappedByDraws, Cut: standings.CutVoluntary, Voluntary: true},
	}
	if diff := cmp.Diff(want, x.Contributions); diff != "" || x.Value.String() != "2.0" {
		t.Errorf("value %v, contributions:\n%s", x.Value, diff)
	}
	x = expect.Must(table.Explain(2, 1))(t)
	want = []standings.Contribution{{Round: 3, Opponent: 3, N: 2, Points: 2}}
	if diff := cmp.Diff(want, x.Contributions); diff != "" || x.Value.String() != "1" {
		t.Errorf("DE %v, contributions:\n%s", x.Value, diff)
	}
	if _, err := table.Explain(9, 0); err == nil {
		t.Error("explained a participant who does not take part")
	}
	if _, err := table.Explain(1, 3); err == nil {
		t.Error("explained a code that is not in the list")
	}
}

// The places a report of two boards per team states come out of the list it names.
func TestStatedRanks(t *testing.T) {
	data, err := os.ReadFile(testdata.Path(t, "trf", "team-9x7-two-boards.trf"))
	expect.OK(t, err)
	f := expect.Must(trf.Read(bytes.NewReader(data)))(t)
	list := expect.Must(standings.CodesOf(f))(t)
	table := expect.Must(standings.Compute(input(t, "two boards", data), list))(t)
	for _, team := range f.Teams {
		row, err := table.Row(team.Number)
		expect.True(t, err == nil && row.Place == team.Rank, "team %d has place %d, the report states %d (%v)", team.Number, row.Place, team.Rank, err)
	}
}

// A team event exported from its table and read back has the same standings.
func TestExportKeepsStandings(t *testing.T) {
	files := archive(t, "pairing", "team", "team.tar.gz")
	n := 0
	for name, data := range files {
		if !strings.HasSuffix(name, ".trf") {
			continue
		}
		n++
		f, err := trf.Read(bytes.NewReader(data))
		expect.OK(t, err)
		cross := expect.Must(f.CrossTable())(t)
		var squads []trf.Squad
		for _, team := range f.Teams {
			s := trf.Squad{Number: team.Number, Name: team.Name, Strength: team.Strength}
			for _, id := range team.Players {
				s.Players = append(s.Players, trf.Player{ID: id})
			}
			squads = append(squads, s)
		}
		made := expect.Must(trf.TeamFile(f.Header, cross, squads))(t)
		var out bytes.Buffer
		expect.OK(t, made.Write(&out))
		want := compute(t, input(t, name, data), everyCode())
		got := compute(t, input(t, name, out.Bytes()), everyCode())
		expect.NoDiff(t, cmp.Diff(want.Rows(), got.Rows()), "%s", name)
	}
	expect.Equal(t, n, 40, "files, expected 40")
}

// What a report calls itself decides whether its forfeits are games: the coded type
// first, then the type in words, then whether everybody met everybody.
func TestRoundRobinOfReports(t *testing.T) {
	for text, want := range map[string]bool{
		"192 FIDE_ROUNDROBIN\n":                     true,
		"192 FIDE_TEAM_ROUNDROBIN\n":                true,
		"192 BERGER_TEAM_ROUNDROBIN_G2\n":           true,
		"192 CUSTOM_TEAM_ROUNDROBIN\n":              true,
		"192 FIDE_TEAM_MP\n":                        false,
		"192 FIDE_TEAM_MP\n092 Round Robin\n":       false,
		"192 CUSTOM_TEAM_KNOCKOUT\n":                false,
		"192 FIDE_DUTCH_2025\n":                     false,
		"092 All-play-all by Berger tables\n":       true,
		"192 CUSTOM_SWISS\n092 Berger afterwards\n": false,
		"092 Swiss, then Sonneborn-Berger\n":        false,
		"092 Swiss System\n":                        false,
	} {
		f, err := trf.Read(strings.NewReader(text + "001    1      A\n001    2      B\n"))
		expect.OK(t, err)
		in := expect.Must(standings.FromTRF(f))(t)
		expect.Equal(t, in.RoundRobin, want, "%q: round robin", text)
	}
}
