package print

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

func TestWrapped(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		text string
		room int
		want int
	}{
		{"", 5, 1},
		{"Fork Bishops 1", 14, 1},
		{"Fork Bishops 1", 13, 2},
		{"Fork Bishops 1", 7, 3}, // letters alone would make it two
		{"Donaudampfschiff", 8, 2},
		{"An Donaudampfschiff 7", 8, 4},
	} {
		got := wrapped(test.text, test.room)
		expect.True(t, got == test.want, "%q takes %d lines of %d letters, want %d", test.text, got, test.room, test.want)
	}
}

// The column of names keeps the number that tells them apart, however much longer the
// column beside it is.
func TestNamesKeepTheirEnd(t *testing.T) {
	t.Parallel()
	columns := []Column{{Label: "Code"}, {Label: "Team"}, {Label: "Players"}, {Label: "School or club"}}
	rows := []Row{{Cells: []string{"O-1", "Fork Bishops 163", "Bartholomew 1 Featherstonehaugh, Maximilian 2 Featherstonehaugh", ""}}}
	set := measure(columns, rows, lettersAcross, 1)
	n := wrapped(rows[0].Cells[1], set.room[1]*smallest/10)
	expect.True(t, n <= 2 || set.tight, "the name takes %d lines of a row that shows two: %+v", n, set)
}

// A Chinese, Japanese or Korean character is as wide as two letters.
func TestWideCharactersAreSetSmaller(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"Fork Bishops 1": "", "北京国际双人象棋俱乐部 1": "fit-2", "北京国际双人象棋俱乐部北京国际双人象棋俱乐部": "fit-3"} {
		expect.Equal(t, fit(text, 17), want, "%s", text)
	}
	expect.Equal(t, wrapped("북경 구락부", 10), 2, "lines of Korean words")
	few := func(team string) int {
		return len(Chart("", "", slices.Repeat([]ChartBox{{Table: "1", Teams: [2]string{team, "Rook Around"}}}, 48)))
	}
	expect.Equal(t, few(strings.Repeat("장", 40)), 1, "sheets where a name fits the smallest box")
	expect.Equal(t, few(strings.Repeat("장", 41)), 5, "sheets where it does not")
}

// A table of more numbers than a sheet on its side holds goes on on further ones, each with
// the places and names; one that fits stays whole.
func TestManyColumnsGoOnOnFurtherSheets(t *testing.T) {
	t.Parallel()
	table := func(rounds int) ([]Column, []Row) {
		columns, cells := []Column{{Label: "Place", Num: true}, {Label: "Team"}}, []string{"1", "Knight Crashers"}
		for n := range rounds {
			columns, cells = append(columns, Column{Label: "R" + strconv.Itoa(n+1), Num: true}), append(cells, "12w2")
		}
		return append(columns, Column{Label: "Points", Num: true}), []Row{{Cells: append(cells, "42"), Mark: true}}
	}
	for rounds, want := range map[int]int{5: 1, 14: 1, 15: 2, 22: 2, 30: 2, 40: 3} {
		columns, rows := table(rounds)
		parts := sideBySide(columns, rows)
		expect.Equal(t, len(parts), want, "sheets beside each other for %d rounds", rounds)
		var seen []string
		for _, part := range parts {
			expect.True(t, part.columns[1].Label == "Team" && part.rows[0].Cells[1] == "Knight Crashers" && part.rows[0].Mark, "%d rounds, a part: %v", rounds, part)
			expect.True(t, !measure(part.columns, part.rows, lettersWide, 1).crowded, "%d rounds, a part is crowded", rounds)
			for _, c := range part.columns[2:] {
				seen = append(seen, c.Label)
			}
		}
		var all []string
		for _, c := range columns[2:] {
			all = append(all, c.Label)
		}
		expect.Equal(t, strings.Join(seen, " "), strings.Join(all, " "), "the columns of %d rounds", rounds)
	}
}

// Groups under headings stay together on a sheet; one that is longer than a sheet is cut.
func TestPartsOfATableStayTogether(t *testing.T) {
	t.Parallel()
	columns := []Column{{Label: "Place", Num: true}, {Label: "Team"}}
	parts := func(sizes ...int) (rows []Row) {
		for n, size := range sizes {
			for i := range size {
				row := Row{Cells: []string{strconv.Itoa(i + 1), "Rook Around"}}
				if i == 0 {
					row.Heading = "Group " + strconv.Itoa(n+1)
				}
				rows = append(rows, row)
			}
		}
		return rows
	}
	for _, c := range []struct {
		sizes, want []int
	}{
		{[]int{5, 5, 4, 4}, []int{18}},
		{[]int{5, 5, 5, 5, 5}, []int{20, 5}},   // 25 rows and 5 headings
		{[]int{4, 30}, []int{4, 25, 5}},        // the second would not fit a sheet at all
		{[]int{30, 4}, []int{25, 9}},           // what is left of it and the next
		{[]int{12, 12, 12}, []int{24, 12}},     // a sheet to the last row
		{[]int{12, 13, 12}, []int{12, 13, 12}}, // one row too many
	} {
		rows := parts(c.sizes...)
		set := measure(columns, rows, lettersAcross, 1)
		var got []int
		for len(rows) > 0 {
			n := set.fill(rows, rowsPerTable)
			got, rows = append(got, n), rows[n:]
		}
		expect.NoDiff(t, cmp.Diff(c.want, got), "rows on each sheet for groups of %v, -want +got", c.sizes)
	}
}
