package trf_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/trf"
)

func read(t testing.TB, name string, data []byte) *trf.File {
	t.Helper()
	f, err := trf.Read(bytes.NewReader(data))
	expect.MustTrue(t, err == nil, "%s: %v", name, err)
	return f
}

// Every file of the corpora reads, and what is written reads to the same.
func TestRoundTrip(t *testing.T) {
	for name, data := range corpus(t) {
		f := read(t, name, data)
		var out bytes.Buffer
		if err := f.Write(&out); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		expect.NoDiff(t, cmp.Diff(f, read(t, name+" rewritten", out.Bytes())), "%s (-read +reread)", name)
	}
}

// The points the files state are those their cells add up to.
func TestStatedPoints(t *testing.T) {
	for name, data := range corpus(t) {
		f := read(t, name, data)
		table, err := f.CrossTable()
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, p := range table.Participants {
			if p.Points != p.Stated {
				t.Errorf("%s: participant %d has %s, the file states %s", name, p.Number, trf.FormatPoints(p.Points), trf.FormatPoints(p.Stated))
			}
		}
		for _, team := range f.Teams {
			for _, p := range table.Participants {
				if p.Number == team.Number && p.GamePoints != team.GamePoints {
					t.Errorf("%s: team %d has game points %s, the file states %s", name, p.Number, trf.FormatPoints(p.GamePoints), trf.FormatPoints(team.GamePoints))
				}
			}
		}
	}
}

func TestLineEnds(t *testing.T) {
	text := "012 Ends\n001    1      A                                 2000                             1.0    1     2 w 1\n" +
		"001    2      B                                 1900                             0.0    2     1 b 0\n"
	want := read(t, "LF", []byte(text))
	for _, end := range []string{"\r", "\r\n"} {
		got := read(t, "other", []byte(strings.ReplaceAll(text, "\n", end)))
		expect.NoDiff(t, cmp.Diff(want, got), "line end %q", end)
	}
	expect.True(t, len(want.Players) == 2 && want.Players[0].Rounds[0] == (trf.Cell{Opponent: 2, Colour: trf.White, Result: trf.Win}), "read %+v", want.Players)
}

// A record this package does not know, and comments, survive in their order.
func TestUnknownRecordsSurvive(t *testing.T) {
	text := "### made by hand\n" + twoPlayers + "IND    1   GM\nDAT 0001 GROUP Penguin\n801   1 IND\n"
	var out bytes.Buffer
	expect.OK(t, read(t, "unknown", []byte(text)).Write(&out))
	want := "### made by hand\nIND    1   GM\nDAT 0001 GROUP Penguin\n801   1 IND\n"
	expect.True(t, strings.HasSuffix(out.String(), want), "wrote\n%swithout\n%s", out.String(), want)
}

// Names in UTF-8 and in Latin-1 keep the columns after them in place.
func TestNamesCountCharacters(t *testing.T) {
	for _, name := range []string{"M\u00fcller, J\u00f6rg", "M\xfcller, J\xf6rg"} {
		text := strings.Replace(twoPlayers, "A"+blanks(11), name, 1)
		f := read(t, name, []byte(text))
		p := f.Players[0]
		expect.True(t, p.Name == "M\u00fcller, J\u00f6rg" && p.Rating == 2000 && p.Rounds[0].Opponent == 2, "%q: read %+v", name, p)
	}
}

// What does not fit its columns is an error when it is a number.
// A short row of many two-byte characters has more bytes than columns before its
// rounds.
func TestShortRowInCyrillic(t *testing.T) {
	row := "001    1      " + strings.Repeat("Ж", 33)
	file, err := trf.Read(strings.NewReader(row + " 2000" + strings.Repeat(" ", 20)))
	expect.True(t, err == nil && len(file.Players) == 1 && file.Players[0].Rating == 2000 && file.Players[0].Rounds == nil, "read %+v, %v", file, err)
	for length := 1; length < 60; length++ {
		if _, err := trf.Read(strings.NewReader("001    1" + strings.Repeat("Ж", length))); err != nil {
			var at *trf.Error
			expect.True(t, errors.As(err, &at), "%d characters: %v", length, err)
		}
	}
}

func TestWriteRefusesNumbersThatDoNotFit(t *testing.T) {
	f := trf.New()
	f.Players = []trf.Player{{ID: 1, Name: strings.Repeat("long ", 20)}}
	if err := f.Write(io.Discard); err != nil {
		t.Errorf("a long name: %v", err)
	}
	f.Players[0].ID = 12345
	if err := f.Write(io.Discard); err == nil {
		t.Error("a starting number of five digits was written")
	}
}

const twoPlayers = "001    1      A                                 2000                             1.0    1     2 w 1\n" +
	"001    2      B                                 1900                             0.0    2     1 b 0\n"

// fourInTeams holds two games whose players belong to more than two teams.
var fourInTeams = func() string {
	row := func(id, opponent int, colour string, result string) string {
		return fmt.Sprintf("001 %4d%s 0.0%s%4d %s %s\n", id, blanks(72), blanks(7), opponent, colour, result)
	}
	return row(1, 3, "w", "1") + row(2, 4, "b", "1") + row(3, 1, "b", "0") + row(4, 2, "w", "0")
}()

func blanks(n int) string { return strings.Repeat(" ", n) }

func TestErrorsNameLineAndColumn(t *testing.T) {
	replace := func(old, new string) string { return strings.Replace(twoPlayers, old, new, 1) }
	tests := []struct {
		name, text   string
		line, column int
		expected     string
	}{
		{"id", replace("   1      A", "  x1      A"), 1, 7, "starting number"},
		{"rating", replace("2000", "20x0"), 1, 49, "rating"},
		{"points in thirds", replace("1.0 ", "1.3 "), 1, 82, "multiple of 0.5"},
		{"result", replace("2 w 1", "2 w ?"), 1, 99, "a result"},
		{"colour", replace("2 w 1", "2 x 1"), 1, 97, "colour"},
		{"same colour", replace("1 b 0", "1 w 0"), 1, 95, "different colours"},
		{"two winners", replace("1 b 0", "1 b 1"), 1, 95, "only one winner"},
		{"unknown opponent", replace("   2 w 1", "   7 w 1"), 1, 95, "001 record"},
		{"one-sided", replace("   1 b 0", "0000 - U"), 1, 95, "opponent 1"},
		{"himself", replace("   2 w 1", "   1 w 1"), 1, 95, "other than"},
		{"bye with opponent", replace("2 w 1", "2 w H"), 1, 95, "no opponent"},
		{"twice", twoPlayers + twoPlayers, 3, 8, "not used before"},
		{"rounds", "142 seven\n" + twoPlayers, 1, 5, "number of rounds"},
		{"colour lot", "152 G\n" + twoPlayers, 1, 5, "W or B"},
		{"point code", "162  Q 1.0\n" + twoPlayers, 1, 6, "W D L A P X or Z"},
		{"point value", "162  W 1.2\n" + twoPlayers, 1, 8, "multiple of 0.5"},
		{"bye type", "240 Q   1    1\n" + twoPlayers, 1, 5, "F, H or Z"},
		{"bye of nobody", "240 H   1    9\n" + twoPlayers, 1, 14, "001 record"},
		{"forbidden", "XXP 1 x\n" + twoPlayers, 1, 7, "participant's number"},
		{"one team meets two", fourInTeams + "310   3 C" + blanks(65) + "4\n" + "310   1 A" + blanks(65) + "1    2\n310   2 B" + blanks(65) + "3\n", 2, 95, "one opponent of all players"},
		{"player in two teams", twoPlayers + "310   1 A" + blanks(65) + "1\n310   2 B" + blanks(65) + "1    2\n", 1, 5, "one team of the player"},
		{"team of nobody", twoPlayers + "310   1 A" + blanks(65) + "9\n", 3, 75, "001 record"},
		{"team unknown", twoPlayers + "310   1 A" + blanks(65) + "1    2\n330 +-   1   1   4\n", 4, 18, "310 record"},
		{"player out of column", "013 One" + blanks(29) + "    1\n" + twoPlayers, 1, 41, "a blank"},
		{"black worth more", "XXS BW=2\n" + twoPlayers, 1, 5, "both colours"},
	}
	for _, tc := range tests {
		_, err := trf.Read(strings.NewReader(tc.text))
		var at *trf.Error
		switch {
		case !errors.As(err, &at):
			t.Errorf("%s: got %v, want a *trf.Error", tc.name, err)
		case at.Line != tc.line || at.Column != tc.column || !strings.Contains(at.Expected, tc.expected):
			t.Errorf("%s: got %v, want line %d, column %d, %q", tc.name, err, tc.line, tc.column, tc.expected)
		}
	}
}
