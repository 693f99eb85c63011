package bughouse_test

import (
	"bufio"
	"os"
	"strconv"
	"strings"
	"testing"

	. "github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/testdata"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// rows reads a table of the data sets: one row per line, a header starting with #.
func rows(t testing.TB, elem ...string) [][]string {
	t.Helper()
	f := expect.Must(os.Open(testdata.Path(t, elem...)))(t)
	defer f.Close()
	var table [][]string
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if line := lines.Text(); line != "" && !strings.HasPrefix(line, "#") {
			table = append(table, strings.Split(line, "\t"))
		}
	}
	expect.MustTrue(t, len(table) != 0, "%v: no rows", elem)
	return table
}

func position(t testing.TB, fen string, rules Rules) Position {
	t.Helper()
	setup, err := ParseFEN(fen)
	expect.MustTrue(t, err == nil, "%s: %v", fen, err)
	p, err := setup.Position(rules)
	expect.MustTrue(t, err == nil, "%s: %v", fen, err)
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
		expect.OK(t, err)
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

// With empty stocks and captures that leave, one board counts like chess; these
// are the numbers everybody knows.
func TestPublishedChessCounts(t *testing.T) {
	for _, test := range []struct {
		fen   string
		depth int
		nodes uint64
	}{
		{startFEN, 6, 119_060_324},
		{"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R[] w KQkq - 0 1", 5, 193_690_690},
		{"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8[] w - - 0 1", 6, 11_030_083},
		{"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1[] w kq - 0 1", 5, 15_833_292},
		{"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R[] w KQ - 1 8", 5, 89_941_194},
	} {
		if testing.Short() {
			t.Skip("hundreds of millions of moves")
		}
		got := expect.Must(ProfileBoard.Count(test.fen, test.depth))(t)
		expect.Equal(t, got, test.nodes, "%s depth %d", test.fen, test.depth)
	}
}
