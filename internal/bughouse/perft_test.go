package bughouse_test

import (
	"bufio"
	"os"
	"strconv"
	"strings"
	"testing"

	. "github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/testdata"
)

// rows reads a table of the data sets: one row per line, a header starting with #.
func rows(t testing.TB, elem ...string) [][]string {
	t.Helper()
	f, err := os.Open(testdata.Path(t, elem...))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var table [][]string
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if line := lines.Text(); line != "" && !strings.HasPrefix(line, "#") {
			table = append(table, strings.Split(line, "\t"))
		}
	}
	if len(table) == 0 {
		t.Fatalf("%v: no rows", elem)
	}
	return table
}

func position(t testing.TB, fen string, rules Rules) Position {
	t.Helper()
	setup, err := ParseFEN(fen)
	if err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	p, err := setup.Position(rules)
	if err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	return p
}

// shortNodes bounds the counts checked with -short; longer ones take seconds.
const shortNodes = 200_000

func TestPerftTables(t *testing.T) {
	for _, table := range []string{"crazyhouse.tsv", "bughouse-board.tsv", "bughouse-board-droprook.tsv", "bughouse-match.tsv"} {
		t.Run(table, func(t *testing.T) {
			for _, row := range rows(t, "perft", table) {
				checkPerftRow(t, row)
			}
		})
	}
}

func checkPerftRow(t *testing.T, row []string) {
	profile, fen, counts := ProfileMatch, row[1], row[2:]
	if !strings.Contains(fen, "|") {
		profile, fen, counts = Profile(row[1]), row[2], row[3:7]
	}
	for i, want := range counts {
		if want == "-" {
			continue
		}
		n, err := strconv.ParseUint(want, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		if testing.Short() && n > shortNodes {
			continue
		}
		got, err := profile.Count(fen, i+1)
		if err != nil {
			t.Fatalf("%s: %v", row[0], err)
		}
		if got != n {
			t.Errorf("%s depth %d: %d, want %d", row[0], i+1, got, n)
		}
	}
}
