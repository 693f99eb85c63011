package trf_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/trf"
)

// squadRows are the rows of players first, first+1, … of one team, each with its cells.
func squadRows(first int, cells ...string) string {
	var out strings.Builder
	for i, c := range cells {
		fmt.Fprintf(&out, "001 %4d      %-75s%s\n", first+i, fmt.Sprintf("Player %d", first+i), c)
	}
	return out.String()
}

// teamRow is a 310 record without points.
func teamRow(number int, players ...int) string {
	row := fmt.Sprintf("310 %3d %-64s", number, fmt.Sprintf("Team %d", number))
	for _, id := range players {
		row += fmt.Sprintf(" %4d", id)
	}
	return row + "\n"
}

// A team without an opponent scores like one match of two boards, however many of
// its three players the file gives a bye (C.04.6 art. 1.4): a draw for the
// pairing-allocated and the half-point bye, a win for the full-point bye.
func TestTeamByesScoreOneMatch(t *testing.T) {
	type points struct{ match, game int }
	for _, tc := range []struct {
		name, header, cell string
		players            int // with the cell; the others are blank
		kind               trf.Kind
		want               points
	}{
		{"allotted", "", "0000 - U", 3, trf.AllocatedBye, points{2, 2}},
		{"allotted, told once", "", "0000 - U", 1, trf.AllocatedBye, points{2, 2}},
		{"half", "", "0000 - H", 3, trf.HalfPointBye, points{2, 2}},
		{"full", "", "0000 - F", 3, trf.FullPointBye, points{4, 4}},
		{"full, as a forfeit without opponent", "", "0000 - +", 3, trf.FullPointBye, points{4, 4}},
		{"zero", "", "0000 - Z", 3, trf.ZeroPointBye, points{0, 0}},
		{"320 without teams", "320  2.0  1.5\n", "0000 - U", 3, trf.AllocatedBye, points{4, 3}},
		{"320 with the team", "320  1.5  0.5 003\n", "0000 - U", 3, trf.AllocatedBye, points{3, 1}},
		{"162 P", "162  P 1.0\n", "0000 - U", 3, trf.AllocatedBye, points{2, 4}},
		{"162 W", "162  W 3.0    D 1.0\n", "0000 - U", 3, trf.AllocatedBye, points{2, 4}},
		{"162 A", "162  A 0.5\n", "0000 - Z", 3, trf.ZeroPointBye, points{0, 2}},
		{"162 A, blank", "162  A 0.5\n", "", 3, trf.NotArrived, points{0, 2}},
		{"match points of 3", "362 TW 3.0   TD 1.0\n", "0000 - U", 3, trf.AllocatedBye, points{2, 2}},
	} {
		cells := []string{"", "", ""}
		for i := range tc.players {
			cells[i] = "  " + tc.cell
		}
		text := "192 FIDE_TEAM_MP_GP\n352 WB\n" + tc.header +
			squadRows(1, "     4 w 1", "     5 b 1", "") + squadRows(4, "     1 b 0", "     2 w 0", "") + squadRows(7, cells...) +
			teamRow(1, 1, 2, 3) + teamRow(2, 4, 5, 6) + teamRow(3, 7, 8, 9)
		table := expect.Must(read(t, tc.name, []byte(text)).CrossTable())(t)
		r := table.Participants[2].Records[0]
		got := (points{r.Points, r.GamePoints})
		expect.True(t, r.Kind == tc.kind && got == tc.want, "%s: kind %d with %+v half points, want %d with %+v", tc.name, r.Kind, got, tc.kind, tc.want)
	}
}

// Who won a match without play is told by the boards, not by their points: an absence
// may bring as much as a win (162 A).
func TestForfeitedMatchesAreToldByTheirBoards(t *testing.T) {
	text := "192 FIDE_TEAM_MP_GP\n352 WB\n162  A 1.0\n" +
		squadRows(1, "     3 w +     3 w -", "     4 b +     4 b +") + squadRows(3, "     1 b -     1 b +", "     2 w -     2 w -") + teamRow(1, 1, 2) + teamRow(2, 3, 4)
	table := expect.Must(read(t, "forfeits", []byte(text)).CrossTable())(t)
	type short struct {
		Kind          trf.Kind
		Points, Games int
	}
	for i, want := range [][2]short{
		{{trf.ForfeitWon, 4, 4}, {trf.ForfeitLost, 2, 4}},
		{{trf.ForfeitLost, 0, 4}, {trf.ForfeitLost, 2, 4}},
	} {
		for round, r := range table.Participants[i].Records {
			expect.Equal(t, (short{r.Kind, r.Points, r.GamePoints}), want[round], "team %d, round %d", i+1, round+1)
		}
	}
}
