package pairing_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/pairing"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/trf"
)

// report builds a report of n teams; cells are the rounds of each team's first
// player, the second player has the other colour and the same result.
func report(n int, header string, rounds ...string) string {
	var b strings.Builder
	b.WriteString(header)
	for i := 1; i <= 2*n; i++ {
		cells := ""
		if team := (i + 1) / 2; team <= len(rounds) {
			cells = rounds[team-1]
			if i%2 == 0 {
				cells = secondBoard(cells)
			}
		}
		fmt.Fprintf(&b, "001 %4d      %-33s 2000                             0.0 %4d%s\n", i, fmt.Sprintf("Player %d", i), i, cells)
	}
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, "310 %3d %-32s %-5s %6d %6s %6s %3d %4d %4d\n", i, fmt.Sprintf("Team %d", i), fmt.Sprintf("T%d", i), 2000, "0.0", "0.0", i, 2*i-1, 2*i)
	}
	return b.String()
}

// secondBoard turns cells such as "     3 w 1" into the partner's.
func secondBoard(cells string) string {
	var out strings.Builder
	for len(cells) >= 10 {
		cell := cells[:10]
		cells = cells[10:]
		var opponent int
		if _, err := fmt.Sscan(cell[2:6], &opponent); err != nil || opponent == 0 {
			out.WriteString(cell)
			continue
		}
		colour := map[byte]string{'w': "b", 'b': "w"}[cell[7]]
		fmt.Fprintf(&out, "  %4d %s %c", opponent+1, colour, cell[9])
	}
	return out.String()
}

const teamHeader = "012 Test\n142 5\n152 W\n192 FIDE_TEAM_MP\n352 WB\n362 TW 2.0   TD 1.0   TL 0.0\n"

func readTournament(t *testing.T, text string, round int) *pairing.Tournament {
	t.Helper()
	file, err := trf.Read(strings.NewReader(text))
	expect.MustTrue(t, err == nil, "%v in\n%s", err, text)
	e := expect.Must(pairing.FromTRF(file, round))(t)
	return e
}

// TestFromTRFRecords reads one kind of record each.
func TestFromTRFRecords(t *testing.T) {
	first := []string{"     3 w 1", "     1 b 0", "     7 w =", "     5 b ="}
	e := readTournament(t, report(5, teamHeader+"320  1.0  1.0 005\n", append(first, "  0000 - U")...), 2)
	want := [][]pairing.Record{
		{{Kind: pairing.Played, Opponent: 2, Colour: pairing.White, Points: 4, Secondary: 4}},
		{{Kind: pairing.Played, Opponent: 1, Colour: pairing.Black}},
		{{Kind: pairing.Played, Opponent: 4, Colour: pairing.White, Points: 2, Secondary: 2}},
		{{Kind: pairing.Played, Opponent: 3, Colour: pairing.Black, Points: 2, Secondary: 2}},
		{{Kind: pairing.AllocatedBye, Points: 2, Secondary: 2}},
	}
	for i, p := range e.Participants {
		expect.NoDiff(t, cmp.Diff(want[i], p.Records), "team %d (-want +got)", i+1)
	}
	expect.True(t, e.Rounds == 5 && e.Points.AllocatedBye == 2 && e.InitialColour == pairing.White,
		"rounds %d, bye %d, initial colour %s", e.Rounds, e.Points.AllocatedBye, e.InitialColour)
}

// TestFromTRFComingRound: byes in the coming round's cells or in a 240 record, and
// a team that arrives only now.
func TestFromTRFComingRound(t *testing.T) {
	e := readTournament(t, report(5, teamHeader+"240 Z 002  4\n", "     3 w 1  0000 - H", "     1 b 0", "     7 w =", "     5 b =", ""), 2)
	byes := map[int]pairing.Kind{1: pairing.HalfBye, 4: pairing.ZeroBye}
	for _, p := range e.Participants {
		expect.Equal(t, p.Bye, byes[p.Number], "team %d", p.Number)
	}
	expect.Equal(t, e.Participants[4].Arrival, 2, "team 5 arrives in round")
	d := expect.Must(pairing.PairRound(pairing.TeamSwiss, e))(t)
	expect.NoDiff(t, cmp.Diff([][2]int{{2, 0}, {3, 5}}, sortedPairs(d)), "(-want +got)")
}

func TestFromTRFSettings(t *testing.T) {
	for code, want := range map[string]pairing.TeamOptions{
		"FIDE_TEAM_MP":          {},
		"FIDE_TEAM_TYPEA_MP":    {Colours: pairing.ColoursTypeA},
		"FIDE_TEAM_TYPEB_MP_GP": {Colours: pairing.ColoursTypeB, SecondaryForColours: true},
	} {
		e := readTournament(t, report(4, strings.Replace(teamHeader, "FIDE_TEAM_MP", code, 1)), 1)
		expect.NoDiff(t, cmp.Diff(want, e.Team), "%s (-want +got)", code)
	}
	e := readTournament(t, report(8, strings.Replace(teamHeader, "FIDE_TEAM_MP", "FIDE_TEAM_MP_BAKU", 1)), 1)
	expect.True(t, e.Participants[3].Virtual[0] == 4 && e.Participants[4].Virtual[0] == 0,
		"Baku: virtual points %v and %v", e.Participants[3].Virtual, e.Participants[4].Virtual)
	e = readTournament(t, report(4, strings.Replace(teamHeader, "FIDE_TEAM_MP", "FIDE_TEAM_GP", 1), "     3 w 1", "     1 b 0", "     7 w =", "     5 b ="), 2)
	r := e.Participants[0].Records[0]
	expect.True(t, r.Points == 4 && e.Points.Win == 4, "game points first: %+v, a win is %d", r, e.Points.Win)
}

// TestFromTRFByRank orders players by the rank column.
func TestFromTRFByRank(t *testing.T) {
	text := "012 Ranked\nXXR 3\nXXC white1 rank\n"
	for i, rank := range []int{4, 3, 2, 1} {
		text += fmt.Sprintf("001 %4d      %-33s 2000                             0.0 %4d\n", i+1, fmt.Sprintf("Player %d", i+1), rank)
	}
	d := expect.Must(pairing.PairRound(pairing.Dutch, readTournament(t, text, 1)))(t)
	got := [][2]int{{d.Pairs[0].White, d.Pairs[0].Black}, {d.Pairs[1].White, d.Pairs[1].Black}}
	expect.NoDiff(t, cmp.Diff([][2]int{{4, 2}, {1, 3}}, got), "(-want +got)")
}

// TestFromTRFRefusesOtherRounds names the rounds there are.
func TestFromTRFRefusesOtherRounds(t *testing.T) {
	file := expect.Must(trf.Read(strings.NewReader(report(4, teamHeader))))(t)
	for _, round := range []int{-1, 0, 2} {
		_, err := pairing.FromTRF(file, round)
		expect.True(t, err != nil, "round %d of a file without rounds is accepted", round)
	}
}

func TestSystemOf(t *testing.T) {
	for code, want := range map[string]pairing.System{
		"": pairing.Dutch, "FIDE_DUTCH_2025": pairing.Dutch, "FIDE_DUTCH_2025_BAKU": pairing.Dutch, "CUSTOM_SWISS": pairing.Dutch,
		"FIDE_TEAM_MP": pairing.TeamSwiss, "FIDE_TEAM_TYPEB_MP_GP": pairing.TeamSwiss, "CUSTOM_TEAM_SWISS": pairing.TeamSwiss,
		"BERGER_ROUNDROBIN": pairing.RoundRobin, "FIDE_DOUBLEROUNDROBIN": pairing.RoundRobin, "FIDE_TEAM_ROUNDROBIN": pairing.RoundRobin,
		"BERGER_TEAM_ROUNDROBIN_G2": pairing.RoundRobin, "CUSTOM_TEAM_ROUNDROBIN": pairing.TeamSwiss,
	} {
		expect.Equal(t, pairing.SystemOf(&trf.File{Header: trf.Header{Type: code}}), want, "%q", code)
	}
}

// The second cycle of a double round robin reverses the colours; only the code that says
// so swaps the last two rounds of the first cycle.
func TestFromTRFRoundRobin(t *testing.T) {
	const four = "001    1      A\n001    2      B\n001    3      C\n001    4      D\n"
	for code, want := range map[string][2]bool{ // double, last rounds kept
		"BERGER_ROUNDROBIN": {false, true}, "BERGER_DOUBLEROUNDROBIN": {true, true}, "BERGER_ROUNDROBIN_G2": {true, true},
		"FIDE_DOUBLEROUNDROBIN": {true, false}, "FIDE_TEAM_DOUBLEROUNDROBIN": {true, true},
	} {
		f, err := trf.Read(strings.NewReader("192 " + code + "\n" + four))
		expect.OK(t, err)
		in := expect.Must(pairing.FromTRF(f, 1))(t)
		o := in.RoundRobin
		expect.True(t, o.Double == want[0] && o.KeepLastRounds == want[1], "%s: %+v", code, o)
	}
}
