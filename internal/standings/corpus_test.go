package standings_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/standings"
	"github.com/tandemchess/tandem/internal/testdata"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/trf"
)

// archive returns the files of a shared archive by name.
func archive(t testing.TB, path ...string) map[string][]byte {
	t.Helper()
	data, err := os.ReadFile(testdata.Path(t, path...))
	expect.OK(t, err)
	gz := expect.Must(gzip.NewReader(bytes.NewReader(data)))(t)
	files := map[string][]byte{}
	for tr := tar.NewReader(gz); ; {
		head, err := tr.Next()
		if errors.Is(err, io.EOF) {
			return files
		}
		expect.OK(t, err)
		if files[head.Name], err = io.ReadAll(tr); err != nil {
			t.Fatal(err)
		}
	}
}

// input reads a tournament report.
func input(t testing.TB, name string, data []byte) standings.Input {
	t.Helper()
	f, err := trf.Read(bytes.NewReader(data))
	expect.MustTrue(t, err == nil, "%s: %v", name, err)
	in, err := standings.FromTRF(f)
	expect.MustTrue(t, err == nil, "%s: %v", name, err)
	return in
}

func codes(t testing.TB, list string) []standings.Code {
	t.Helper()
	c := expect.Must(standings.ParseCodes(list))(t)
	return c
}

func compute(t testing.TB, in standings.Input, list string) *standings.Table {
	t.Helper()
	table := expect.Must(standings.Compute(in, codes(t, list)))(t)
	return table
}

// knownAverage is the one column the tables have wrong: in this file their program
// counts AOB by opponents' Buchholz that differ from its own BH column.
const knownAverage = "individual/rtg-003 AOB"

// Every cell of every generated table, the places included.
func TestGeneratedTables(t *testing.T) {
	files := archive(t, "tiebreak", "generated.tar.gz")
	tables := 0
	for _, name := range slices.Sorted(maps.Keys(files)) {
		base, isTable := strings.CutSuffix(name, ".tiebreaks.tsv")
		if !isTable {
			continue
		}
		tables++
		rows := strings.Split(strings.TrimSpace(string(files[name])), "\n")
		head := strings.Split(rows[0], "\t")
		table := compute(t, input(t, base, files[base+".trf"]), strings.Join(head[2:], ","))
		differ := map[string]int{}
		for _, row := range rows[1:] {
			cells := strings.Split(row, "\t")
			number, err := strconv.Atoi(cells[0])
			expect.OK(t, err)
			got, err := table.Row(number)
			expect.MustTrue(t, err == nil, "%s: %v", base, err)
			if want := cells[1]; strconv.Itoa(got.Place) != want {
				if differ["Rank"]++; differ["Rank"] == 1 {
					t.Errorf("%s: %d has place %d, want %s", base, number, got.Place, want)
				}
			}
			for k, v := range got.Values {
				if v.String() == strings.TrimPrefix(cells[k+2], "-") || base+" "+head[k+2] == knownAverage {
					continue
				}
				if differ[head[k+2]]++; differ[head[k+2]] == 1 {
					t.Errorf("%s: %s of %d is %s, want %s", base, head[k+2], number, v, cells[k+2])
				}
			}
		}
		for column, n := range differ {
			expect.True(t, n <= 1, "%s: %s differs %d times", base, column, n)
		}
	}
	expect.True(t, tables == 23, "compared %d tables, expected 23", tables)
}
