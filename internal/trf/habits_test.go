package trf_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/trf"
)

// inUTF16 writes a text in UTF-16 with a byte order mark.
func inUTF16(text string, high, low int) []byte {
	var out []byte
	for _, unit := range utf16.Encode([]rune("\ufeff" + text)) {
		pair := [2]byte{}
		pair[high], pair[low] = byte(unit>>8), byte(unit)
		out = append(out, pair[:]...)
	}
	return out
}

// What some programs write differently reads to the same as the usual form.
func TestOtherWaysOfWriting(t *testing.T) {
	named := strings.Replace(twoPlayers, "A"+blanks(11), "Жукова, 𝔸n"+blanks(2), 1)
	for name, forms := range map[string][]string{
		"362, columns":    {"362 TW 3.0   TD 1.0   TL 0.5\n", "362  TW 3.0   TD 1.0   TL 0.5\n", "362 TW  3.0   TD 1.0 TL 0.5\n", "362 TW3.0 tD1 TL.5\n"},
		"162, columns":    {"162  W 3.0    D 1.0    P10.0\n", "162 W 3.0    D 1.0     P 10.0\n", "162   W 3.0 d 1,0 P 10\n"},
		"162 Z":           {"XXS ZPB=0.5\n162  X 0.5\n", "162  Z 0.5\n"},
		"date in 80":      {twoPlayers, strings.Replace(twoPlayers, blanks(33)+"1.0", blanks(21)+" 1990/01/01 1.0", 1)},
		"299, everybody":  {"299 W        1.5     0    1    2\n", "299 W        1.5          1    2\n", "299 W        1.5\n", "299 W   0.0  1.5   000\n"},
		"299, all of one": {"299 W        1.5     1    1    2\n", "299 W        1.5   001\n"},
	} {
		var want *trf.CrossTable
		for i, form := range forms {
			text := form
			if !strings.Contains(form, "001") || name[:3] == "299" {
				text = form + twoPlayers
			}
			f := read(t, name, []byte(text))
			got := expect.Must(f.CrossTable())(t)
			if i == 0 {
				want = got
			}
			expect.NoDiff(t, cmp.Diff(want, got), "%s, form %q", name, form)
		}
	}
	wide := read(t, "362", []byte("362  TW 3.0   TD 1.0   TL 0.5\n"))
	if want := (trf.MatchPoints{Win: 6, Draw: 2, Loss: 1}); wide.MatchPoints != want {
		t.Errorf("362 with a blank more reads to %+v", wide.MatchPoints)
	}
	for _, p := range []*trf.File{read(t, "Z", []byte("162  Z 0.5\n"))} {
		expect.True(t, p.Points.ZeroBye == 1 && p.Points.ForfeitLoss == 0, "162 Z reads to %+v", p.Points)
	}
	utf8 := read(t, "UTF-8", []byte(named))
	expect.MustTrue(t, utf8.Players[0].Name == "Жукова, 𝔸n" && utf8.Players[0].Rating == 2000, "%+v", utf8.Players[0])
	for _, order := range [][2]int{{0, 1}, {1, 0}} {
		expect.NoDiff(t, cmp.Diff(utf8, read(t, "UTF-16", inUTF16(named, order[0], order[1]))), "UTF-16, high byte at %d", order[0])
	}
}

// Points stand in columns 81 to 84; a sum of five characters may begin a column before.
func TestColumnsOfPoints(t *testing.T) {
	for text, want := range map[string]int{" 11.5": 23, "x 1.0": 2, "1 1.0": 2, "100.5": 201, "     ": 0, "1    ": 0} {
		f := read(t, text, []byte("001    1      A"+blanks(64)+text))
		expect.True(t, f.Players[0].Points == want, "columns 80-84 %q: %d half points, want %d", text, f.Players[0].Points, want)
	}
}

// Points of tenths are refused, with their place, wherever points can stand; so are
// records that leave out what they are about, and UTF-16 that breaks off.
func TestRefusedPoints(t *testing.T) {
	tests := map[string]struct {
		text         string
		line, column int
	}{
		"001":  {strings.Replace(twoPlayers, "1.0 ", "0.3 ", 1), 1, 82},
		"162":  {twoPlayers + "162  W 1.0    D 0.4", 3, 17},
		"362":  {twoPlayers + "362 TW 2.0   TD 0.7", 3, 17},
		"310 ": {twoPlayers + "310   1 A" + blanks(48) + "2.6", 3, 58},
		"310":  {twoPlayers + "310   1 A" + blanks(48) + "2.0" + blanks(4) + "0.1", 3, 65},
		"250":  {twoPlayers + "250       1.1 001 003 0001 0002", 3, 11},
		"299":  {twoPlayers + "299 W        1.2        1", 3, 14},
		"320":  {twoPlayers + "320  1.0  1.3 000", 3, 11},
		"XXS":  {twoPlayers + "XXS W=1.0 D=0.3", 3, 11},
		"XXA":  {twoPlayers + "XXA    1  0.9", 3, 11},
		"BBW":  {twoPlayers + "BBW  1.9", 3, 6},
	}
	for name, tc := range tests {
		_, err := trf.Read(strings.NewReader(tc.text))
		var at *trf.Error
		expect.True(t, errors.As(err, &at) && at.Line == tc.line && at.Column == tc.column && strings.Contains(at.Expected, "multiple of 0.5"),
			"%s: %v, want line %d, column %d, a multiple of 0.5", name, err, tc.line, tc.column)
	}
	for name, tc := range map[string]struct{ text, expected string }{
		"a code without its points": {"162  W", "the points for W"},
		"points without a code":     {"362 2.0", "a result code"},
		"a penalty of nobody":       {"299         -0.5", "at least one participant"},
		"UTF-16 that breaks off":    {string(inUTF16(twoPlayers, 1, 0)[:101]), "whole UTF-16"},
		"UTF-16, one byte more":     {string(inUTF16("012 A", 1, 0)) + "x", "whole UTF-16"},
	} {
		_, err := trf.Read(strings.NewReader(tc.text))
		var at *trf.Error
		expect.True(t, errors.As(err, &at) && strings.Contains(at.Expected, tc.expected), "%s: %v", name, err)
	}
}

// warnings reads a text that has to be readable.
func warnings(t *testing.T, text string) []string {
	t.Helper()
	_, found, err := trf.Examine(strings.NewReader(text))
	expect.MustTrue(t, err == nil, "%v\n%s", err, text)
	var list []string
	for _, w := range found {
		list = append(list, w.String())
	}
	return list
}

// A player whom only a line-up names plays for that team; the file is read with a
// warning that says where.
func TestLineupWithAPlayerOfNoTeam(t *testing.T) {
	text := "352 WB\n" + squadRows(1, "     4 w 1     4 w 1", "", "     5 b 1     5 b 1") + squadRows(4, "     1 b 0     1 b 0", "     3 w 0     3 w 0") +
		teamRow(1, 1, 2) + teamRow(2, 4, 5) + "300   1   1   2    1    3\n"
	diff := cmp.Diff([]string{"line 9, column 25: player 3 is in no 310 record; taken as a player of team 1"}, warnings(t, text))
	expect.True(t, diff == "", "%v", diff)
	table := expect.Must(read(t, "line-up", []byte(text)).CrossTable())(t)
	for round, r := range table.Participants[0].Records {
		expect.True(t, r.Kind == trf.Played && r.Opponent == 2 && r.Points == 4 && r.GamePoints == 4, "round %d: %+v", round+1, r)
	}
	for name, more := range map[string]string{
		"player of the other team": "300   1   2   1    4    5\n300   2   2   1    3    5\n",
		"player of nobody":         "300   2   1   2    1    9\n",
	} {
		_, _, err := trf.Examine(strings.NewReader(text + more))
		expect.True(t, err != nil, "%s: no error", name)
	}
}

// Stated points that the rounds do not make are a warning with its place. Byes of the
// coming round and games without a result may be counted or not.
func TestStatedPointsAreCompared(t *testing.T) {
	row := func(id int, points, cells string) string {
		return fmt.Sprintf("001 %4d      %-33s 2000%28s%4s%5s%s\n", id, "P", "", points, "", cells)
	}
	team := func(n int, match, game string) string {
		return fmt.Sprintf("310 %3d %-45s %6s %6s      %4d\n", n, fmt.Sprintf("Team %d", n), match, game, n)
	}
	for name, tc := range map[string]struct {
		text string
		want []string
	}{
		"right":            {row(1, "1.0", "     2 w 1") + row(2, "0.0", "     1 b 0"), nil},
		"blank":            {row(1, "", "     2 w 1") + row(2, "", "     1 b 0"), nil},
		"wrong":            {row(1, "1.0", "     2 w 1") + row(2, "0.5", "     1 b 0"), []string{"line 2, column 82: player 2 states 0.5 points, the rounds make 0.0"}},
		"nothing filled":   {row(1, "0.0", "     2 w 1") + row(2, "0.0", "     1 b 0"), []string{"line 1, column 82: no player has points stated; the rounds make 1.0 for player 1"}},
		"coming, counted":  {row(1, "1.5", "     2 w 1  0000 - H") + row(2, "0.0", "     1 b 0"), nil},
		"coming, to come":  {row(1, "1.0", "     2 w 1  0000 - H") + row(2, "0.0", "     1 b 0"), nil},
		"not finished":     {row(1, "1.0", "     2 w 1     2 b  ") + row(2, "0.5", "     1 b 0     1 w  "), nil},
		"a penalty":        {row(1, "0.5", "     2 w 1") + row(2, "0.0", "     1 b 0") + "299         -0.5          1\n", nil},
		"players of teams": {row(1, "7.0", "     2 w 1") + row(2, "0.0", "     1 b 0") + team(1, "2.0", "1.0") + team(2, "", ""), nil},
		"teams": {row(1, "", "     2 w 1") + row(2, "", "     1 b 0") + team(1, "2.0", "1.5") + team(2, "1.0", "0.0"), []string{
			"line 3, column 65: team 1 states 1.5 game points, the rounds make 1.0", "line 4, column 58: team 2 states 1.0 match points, the rounds make 0.0",
		}},
	} {
		diff := cmp.Diff(tc.want, warnings(t, tc.text))
		expect.True(t, diff == "", "%s:\n%s\n%s", name, diff, tc.text)
	}
	for name, data := range corpus(t) {
		found := warnings(t, string(data))
		expect.True(t, found == nil, "%s: %q", name, found)
	}
	many := ""
	for id := range 200 {
		many += row(id+1, "9.0", "")
	}
	expect.Equal(t, len(warnings(t, many)), 50, "warnings")
}

// Z alone is a value of its own beside A, and stays one when the file is written: not as
// a record of the older dialect, which says the same.
func TestZeroByesOfTheirOwnAreWrittenInTheSameDialect(t *testing.T) {
	t.Parallel()
	file, err := trf.Read(strings.NewReader("162   A 0.5    Z 1.0\n" + twoPlayers))
	expect.OK(t, err)
	var out bytes.Buffer
	expect.OK(t, file.Write(&out))
	again, err := trf.Read(&out)
	expect.True(t, err == nil && !again.Legacy && again.Points == file.Points && again.Points.ZeroBye == 2 && again.Points.ForfeitLoss == 1,
		"read again: %+v, of the older dialect: %v, %v; want %+v", again.Points, again.Legacy, err, file.Points)
}

// What a result is worth has four columns when it is written, in whatever record it came.
func TestWorthOfAResultFitsItsColumns(t *testing.T) {
	t.Parallel()
	for _, record := range []string{"162 A10100", "162   W 100.0", "XXS W=1000", "BBW 99.75", "BBW   100", "BBZ"} {
		_, err := trf.Read(strings.NewReader(record + "\n" + twoPlayers))
		var at *trf.Error
		expect.True(t, errors.As(err, &at) && at.Line == 1 && at.Column >= 4 && strings.Contains(at.Expected, "up to 99.5"),
			"%s: %v, want to be told of line 1 and of 99.5", record, err)
	}
	file, err := trf.Read(strings.NewReader("162   W99.5    L-9.5\n" + twoPlayers))
	expect.MustTrue(t, err == nil && file.Points.Win == 199 && file.Points.Loss == -19, "the most there is: %v", err)
	var out bytes.Buffer
	if err := file.Write(&out); err != nil {
		t.Errorf("the most there is cannot be written: %v", err)
	}
}
