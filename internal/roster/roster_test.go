package roster_test

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"

	"github.com/tandemchess/tandem/internal/hammer"
	"github.com/tandemchess/tandem/internal/plaintext"
	"github.com/tandemchess/tandem/internal/roster"
	"github.com/tandemchess/tandem/internal/testdata"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

var sections = []tournament.Section{
	{SectionID: 1, Name: "Open", Letter: "O", TeamSize: 2, Rounds: 5}, {SectionID: 2, Name: "U1600", Letter: "U", TeamSize: 2, Rounds: 5},
}

func read(t *testing.T, name string) roster.Table {
	t.Helper()
	data, err := os.ReadFile(testdata.Path(t, "rosters", name))
	expect.OK(t, err)
	table := expect.Must(roster.Read(t.Context(), data, plaintext.Windows1252))(t)
	return table
}

func text(t *testing.T, csv string) roster.Table {
	t.Helper()
	table := expect.Must(roster.Read(t.Context(), []byte(csv), plaintext.Windows1252))(t)
	return table
}

func look(table roster.Table, c roster.Choices) roster.Review {
	if c.Mapping == nil {
		c.Mapping = roster.Guess(table.Columns)
	}
	return roster.Look(table, c, sections, tournament.Entries{})
}

// told is a problem as "row/column: what".
func told(problems []roster.Problem) []string {
	var list []string
	for _, p := range problems {
		list = append(list, fmt.Sprintf("%d/%s: %s", p.Line, p.Column, p.What))
	}
	return list
}

func TestTeamsList(t *testing.T) {
	t.Parallel()
	table := read(t, "teams-24.csv")
	want := roster.Mapping{roster.Team, roster.Player1, roster.Rating1, roster.Player2, roster.Rating2, roster.School, roster.Section}
	diff := cmp.Diff(want, roster.Guess(table.Columns))
	expect.MustTrue(t, diff == "", "%v", diff)
	r := look(table, roster.Choices{})
	if len(r.Entries) != 24 || len(r.Problems) != 0 {
		t.Fatalf("%d entries, problems %v", len(r.Entries), told(r.Problems))
	}
	first := r.Entries[0]
	if first.Line != 2 || first.Team != "Knight Riders" || first.School != "Lakeview K-8" || first.Players[0].LastName != "Zieliński" || *first.Players[0].Rating != 1032 ||
		first.Players[1].Rating != nil {
		t.Errorf("%+v", first)
	}
}

func TestBrokenListNamesEveryProblemByRowAndColumn(t *testing.T) {
	t.Parallel()
	table := read(t, "broken.csv")
	r := look(table, roster.Choices{})
	want := []string{
		"3/Team: The section has a team “Knight Riders” already.",
		"4/Player 2: Otto Weiß has no partner.",
		"5/Rating 1: “fourteen” is no rating.",
		"6/Player 1: Ada Abara already plays for Knight Riders.",
		"7/Team: A quote opens in this cell and is never closed; the cell is read up to the next separator.",
		"8/column G: The row has more cells than there are columns: “extra”, “cells”.",
		"9/Team: The cell begins like a formula of a spreadsheet.",
		"10/Team: The cell contains markup of a web page.",
		"11/Section: The event has no section “Closed”.",
		"12/Rating 1: A rating of -5 is impossible.",
		"12/Rating 2: A rating of 99999 is impossible.",
		"13/Team: The team has no name.",
	}
	if diff := cmp.Diff(want, told(r.Problems)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"Closed"}, r.Unknown); diff != "" {
		t.Error(diff)
	}
	for _, p := range r.Problems {
		expect.True(t, p.Do.String() != "", "row %d: nothing says what to do", p.Line)
	}
}

func TestDecisionsSettleProblems(t *testing.T) {
	t.Parallel()
	table := read(t, "broken.csv")
	r := look(table, roster.Choices{
		Rows: map[int]roster.Decision{
			3: roster.Leave, 4: roster.Pool, 5: roster.Leave, 6: roster.Accept, 7: roster.Accept, 8: roster.Accept, 9: roster.Accept, 10: roster.Accept,
			12: roster.Leave, 13: roster.Accept,
		},
		Sections: map[string]string{"closed": "U1600"},
	})
	if len(r.Problems) != 0 || r.Left != 3 || len(r.Entries) != 9 {
		t.Fatalf("%d entries, %d left out, problems %v", len(r.Entries), r.Left, told(r.Problems))
	}
	byLine := map[int]tournament.ImportEntry{}
	for _, e := range r.Entries {
		byLine[e.Line] = e
	}
	if e := byLine[4]; !e.Pool || e.Team != "" || len(e.Players) != 1 {
		t.Errorf("pool: %+v", e)
	}
	if e := byLine[7]; e.Team != "Unclosed quote" || len(e.Players) != 2 {
		t.Errorf("unclosed quote: %+v", e)
	}
	if e := byLine[9]; e.Team != `=HYPERLINK("http://x")` {
		t.Errorf("formula: %+v", e)
	}
	if e := byLine[11]; e.Section != "U1600" {
		t.Errorf("mapped section: %+v", e)
	}
}

func TestListOfPlayers(t *testing.T) {
	t.Parallel()
	table := read(t, "players-scholastic.csv")
	r := look(table, roster.Choices{})
	if diff := cmp.Diff([]string{"K-3", "K-5", "K-8", "K-12"}, r.Unknown); diff != "" {
		t.Error(diff)
	}
	made := append([]tournament.Section(nil), sections...)
	for i, name := range r.Unknown {
		made = append(made, tournament.Section{SectionID: int64(10 + i), Name: name, Letter: name, TeamSize: 2, Rounds: 5})
	}
	r = roster.Look(table, roster.Choices{Mapping: roster.Guess(table.Columns)}, made, tournament.Entries{})
	if len(r.Problems) != 0 {
		t.Fatal(told(r.Problems))
	}
	count := map[string]int{}
	for _, e := range r.Entries {
		if e.Pool {
			count["pool"]++
			continue
		}
		count[e.Section]++
	}
	if diff := cmp.Diff(map[string]int{"K-3": 16, "K-5": 15, "K-8": 15, "K-12": 15, "pool": 7}, count); diff != "" {
		t.Error(diff)
	}
	e := r.Entries[0]
	if e.Team != "Tempo Tantrums 1" || e.School != "Harbor Day School" || e.Players[1].Name() != "Emre Urban" || e.Players[1].Grade != "3" ||
		e.Players[1].ExternalID != "30001734" {
		t.Errorf("%+v", e)
	}
}

// A list that is no Unicode is read in the encoding that is common, and as another when
// somebody says so; what was typed since stays.
func TestListsInTheEncodingsOfWindows(t *testing.T) {
	t.Parallel()
	table := read(t, "latin1.csv")
	r := look(table, roster.Choices{})
	if len(r.Entries) != 2 || len(r.Problems) != 0 || r.Entries[0].Team != "Die Läufer" || r.Entries[0].Players[1].Name() != "Käthe Müller" ||
		r.Entries[1].Players[0].Name() != "René Lefèvre" {
		t.Errorf("%+v %v", r.Entries, told(r.Problems))
	}
	expect.True(t, len(table.Notes) == 0 && table.Letters == plaintext.Windows1252, "read as %s, notes: %v", table.Letters, table.Notes)

	czech := []byte("T\xfdm,Hr\xe1\xe8 1,Hr\xe1\xe8 2\nJezdci,Ji\xf8\xed Dvo\xf8\xe1k,\xc8en\xeck R\xf9\x9ei\xe8ka\n")
	table = expect.Must(roster.Read(t.Context(), czech, plaintext.Windows1250))(t)
	expect.True(t, table.Rows[0].Cells[1] == "Jiří Dvořák" && table.Rows[0].Cells[2] == "Čeněk Růžička", "%v", table.Rows)
	table = expect.Must(roster.Read(t.Context(), czech, plaintext.Windows1252))(t)
	expect.True(t, table.Rows[0].Cells[1] == "Jiøí Dvoøák", "%v", table.Rows)
	table.Correct(table.Rows[0].Line, []string{"Jezdci", "Jiøí Dvoøák", "Čeněk Růžička"})
	table.ReadAs("klingon")
	table.ReadAs(plaintext.Windows1250)
	expect.True(t, table.Columns[1] == "Hráč 1" && table.Rows[0].Cells[1] == "Jiří Dvořák" && table.Rows[0].Cells[2] == "Čeněk Růžička", "%v %v", table.Columns, table.Rows)
	table = expect.Must(roster.Restore(expect.Must(table.Keep())(t)))(t)
	table.ReadAs(plaintext.Windows1252)
	expect.True(t, table.Rows[0].Cells[1] == "Jiøí Dvoøák", "there and back: %v", table.Rows)

	unicode := expect.Must(roster.Read(t.Context(), []byte("Team,Player 1\nJezdci,Jiří Dvořák\n"), plaintext.Windows1250))(t)
	unicode.ReadAs(plaintext.Windows1251)
	expect.True(t, unicode.Rows[0].Cells[1] == "Jiří Dvořák" && unicode.Letters == "", "%v", unicode.Rows)
}

func TestShapesOfFiles(t *testing.T) {
	t.Parallel()
	const want = "Ash|Ana Ruiz|Bo Lee"
	tests := map[string]string{
		"tab":               "Team\tPlayer 1\tPlayer 2\nAsh\tAna Ruiz\tBo Lee\n",
		"bar and CR":        "Team|Player 1|Player 2\rAsh|Ana Ruiz|Bo Lee\r",
		"quotes":            "\"Team\",\"Player 1\",\"Player 2\"\r\n\"Ash\" , \"Ana Ruiz\",\"Bo Lee\"\r\n",
		"last, first":       "Team;Player 1;Player 2\nAsh;Ruiz, Ana;\"Lee, Bo\"\n",
		"empty rows":        "\n\nTeam,Player 1,Player 2,,,\n,,,\nAsh,Ana Ruiz,Bo Lee,,,\n\n",
		"broken over lines": "Team,Player 1,Player 2\nAsh,\"Ana\nRuiz\",Bo Lee\n",
		"two name columns":  "Mannschaft,Spieler 1 Vorname,Spieler 1 Nachname,Vorname 2,Nachname 2\nAsh,Ana,Ruiz,Bo,Lee\n",
		"French":            "Équipe;Joueur 1;Joueur 2\nAsh;Ana Ruiz;Bo Lee\n",
		"Spanish":           "Equipo;Jugador 1;Jugador 2\nAsh;Ana Ruiz;Bo Lee\n",
		"Czech":             "Tým;Hráč 1;Hráč 2\nAsh;Ana Ruiz;Bo Lee\n",
		"row per player":    "Nom;Prénom;Équipe\nRuiz;Ana;Ash\nLee;Bo;Ash\n",
		"UTF-16":            "\xff\xfeT\x00e\x00a\x00m\x00,\x00P\x00l\x00a\x00y\x00e\x00r\x001\x00,\x00P\x00l\x00a\x00y\x00e\x00r\x002\x00\n\x00A\x00s\x00h\x00,\x00A\x00n\x00a\x00 \x00R\x00u\x00i\x00z\x00,\x00B\x00o\x00 \x00L\x00e\x00e\x00",
	}
	for name, csv := range tests {
		r := look(text(t, csv), roster.Choices{Default: "Open"})
		if len(r.Entries) != 1 || len(r.Problems) != 0 || len(r.Entries[0].Players) != 2 {
			t.Errorf("%s: %+v %v", name, r.Entries, told(r.Problems))
			continue
		}
		e := r.Entries[0]
		got := e.Team + "|" + e.Players[0].Name() + "|" + e.Players[1].Name()
		expect.True(t, got == want || strings.Join(strings.Fields(got), " ") == want, "%s: %s", name, got)
	}
}

func TestAListWithoutColumnNamesIsMappedByHand(t *testing.T) {
	t.Parallel()
	table := text(t, "Ash,Ana Ruiz,Bo Lee\nElm,Cy Roy,Di May\n")
	expect.MustTrue(t, len(table.Rows) == 2 && table.Columns[2] == "column C" && len(table.Notes) == 1, "%+v", table)
	expect.Contains(t, roster.Guess(table.Columns).Check(table.Columns).String(), "players' names", "check")
	byHand := roster.Mapping{roster.Team, roster.Player1, roster.Player2}
	r := look(table, roster.Choices{Mapping: byHand, Default: "Open"})
	expect.True(t, len(r.Entries) == 2 && len(r.Problems) == 0, "%+v", r)
	for _, m := range []roster.Mapping{{roster.Team, roster.Team, roster.Player1}, {roster.Player1, roster.Name, roster.Ignored}} {
		expect.True(t, !m.Check(table.Columns).Empty(), "%v was accepted", m)
	}
}

func TestRatings(t *testing.T) {
	t.Parallel()
	tests := map[string]string{
		"1500": "1500", " 1500 ": "1500", "": "none", "unr.": "none", "UNR": "none", "0": "none", "-": "none", "1234P12": "1234", "1234/7": "1234",
		"4000": "4000", "4001": "bad", "-1": "bad", "12.5": "bad", "abc": "bad", "P12": "bad", "1e3": "bad", "99999999999999999999": "bad",
	}
	for in, want := range tests {
		r := look(text(t, "Team,Player 1,Rating 1,Player 2\nAsh,Ana Ruiz,"+in+",Bo Lee\n"), roster.Choices{Default: "Open"})
		got := "bad"
		if len(r.Problems) == 0 {
			got = "none"
			if p := r.Entries[0].Players[0]; p.Rating != nil {
				got = fmt.Sprint(*p.Rating)
			}
		}
		expect.Equal(t, got, want, "%q", in)
	}
}

func TestFilesThatAreNoLists(t *testing.T) {
	t.Parallel()
	tests := map[string]string{
		"":                                 "empty",
		" \n ,, \n":                        "no text",
		"PK\x03\x04 not a workbook":        "cannot be opened",
		"Team,Player\x00 1":                "no text. Choose",
		strings.Repeat("a,", 100) + "team": "columns",
		"Team\n" + strings.Repeat("Ash\n", 20100): "more than",
	}
	for in, want := range tests {
		_, err := roster.Read(t.Context(), []byte(in), plaintext.Windows1252)
		expect.True(t, err != nil && strings.Contains(err.Error(), want), "%.20q: %v, want %q", in, err, want)
	}
}

func workbook(t *testing.T, sheets map[string][][]any) []byte {
	t.Helper()
	f := excelize.NewFile()
	defer f.Close()
	for name, rows := range sheets {
		expect.OK(t, expect.Err(f.NewSheet(name)))
		for i, row := range rows {
			expect.OK(t, f.SetSheetRow(name, fmt.Sprintf("A%d", i+1), &row))
		}
	}
	var b bytes.Buffer
	expect.OK(t, f.Write(&b))
	return b.Bytes()
}

func TestWorkbook(t *testing.T) {
	t.Parallel()
	data := workbook(t, map[string][][]any{"Entries": {
		{"Team", "Player 1", "Rating 1", "Player 2", "Rating 2"}, {}, {"Ash", "Ana Ruiz", 1500, "Bo Lee", nil}, {"Elm", "Cy Roy", "x", "Di May", 900},
	}})
	table := expect.Must(roster.Read(t.Context(), data, plaintext.Windows1252))(t)
	r := look(table, roster.Choices{Default: "Open"})
	diff := cmp.Diff([]string{"4/Rating 1: “x” is no rating."}, told(r.Problems))
	expect.True(t, diff == "", "%v", diff)
	expect.True(t, len(r.Entries) == 2 && r.Entries[0].Line == 3 && *r.Entries[0].Players[0].Rating == 1500, "%+v", r.Entries)
	expect.True(t, len(table.Notes) == 1 && strings.Contains(table.Notes[0].String(), "“Entries”"), "notes: %v", table.Notes)
	for cut := 100; cut < len(data); cut += 577 { // a damaged workbook is an error, never a crash
		_, err := roster.Read(t.Context(), data[:cut], plaintext.Windows1252)
		expect.True(t, err != nil, "a workbook cut at byte %d was read", cut)
	}
}

// A cell far to the right makes its row thousands of cells wide: 20,000 such rows
// fit into a file of 100 KB and would fill the memory of the machine.
func TestFarCellsAreRefused(t *testing.T) {
	t.Parallel()
	far := make([]any, 16384)
	far[len(far)-1] = "x"
	for name, data := range map[string][]byte{
		"workbook": workbook(t, map[string][][]any{"Entries": {{"Team"}, far}}), "list": []byte("Team\n" + strings.Repeat(",", 16383) + "x\n"),
	} {
		_, err := roster.Read(t.Context(), data, plaintext.Windows1252)
		expect.True(t, err != nil && strings.Contains(err.Error(), "Row 2 has 16384 cells"), "%s: %v", name, err)
	}
}

func TestWrittenListsAreHarmlessInSpreadsheets(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	expect.OK(t, roster.Write(&b, [][]string{{"Team", "Points"}, {`=HYPERLINK("http://x")`, "+1"}, {"-5", "@x"}, {"Läufer, Die", ""}}))
	want := "\ufeffTeam,Points\r\n\"'=HYPERLINK(\"\"http://x\"\")\",'+1\r\n'-5,'@x\r\n\"Läufer, Die\",\r\n"
	expect.True(t, b.String() == want, "got %q", b.String())
}

func FuzzRead(f *testing.F) {
	for _, seed := range []string{"Team,Player 1\nAsh,\"Ana", "a;b\n\"x\"y;1\n", "\xff\xfea\x00", "Name\n\"\"\"\n", "PK\x03\x04"} {
		f.Add([]byte(seed))
	}
	hammer.Fuzz(f, func(t *testing.T, data []byte) {
		table, err := roster.Read(t.Context(), data, plaintext.Windows1252)
		if err != nil {
			return
		}
		lines := bytes.Count(data, []byte("\n")) + bytes.Count(data, []byte("\r")) + 1
		last := 0
		for _, r := range table.Rows {
			if len(r.Cells) != len(table.Columns) {
				t.Fatalf("row %d has %d cells under %d columns", r.Line, len(r.Cells), len(table.Columns))
			}
			if r.Line <= last || !bytes.HasPrefix(data, []byte("PK")) && r.Line > lines {
				t.Fatalf("row %d after row %d in a file of %d lines", r.Line, last, lines)
			}
			last = r.Line
		}
		look(table, roster.Choices{Default: "Open"})
	})
}
