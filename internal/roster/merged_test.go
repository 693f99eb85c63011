package roster_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/roster"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// Spreadsheets that name a team in its first row alone, and what only looks like that.
func TestATeamIsNamedInItsFirstRow(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		of, list string
		under    int
		want     []string
	}{
		{
			of: "cells made one", list: "No.;Team;School;Board;Player;Rating\n1;Forks;North;A;Anna Lee;1450\n;;;B;Ben Stone;1200\n2;Pins;;A;Cy Young;1000\n;;;B;Dee Neil;1102\n",
			under: 2, want: []string{`2 Pairs "Forks" (North), Anna Lee 1450 North, Ben Stone 1200 North`, `4 Pairs "Pins" (), Cy Young 1000 , Dee Neil 1102 `},
		},
		{
			of: "who waits for a partner behind all teams", list: "Team;Player\nForks;Anna Lee\n;Ben Stone\n;Cy Young\n",
			under: 1, want: []string{`2 Pairs "Forks" (), Anna Lee unrated , Ben Stone unrated `, `4 Pairs "" (), Cy Young unrated `},
		},
		{
			of: "teams of four", list: "Team;Player;Section\nForks;Anna Lee;Open\n;Ben Stone;\n;Cy Young;Open\n;Dee Neil;\n;Eli Frost;Open\n",
			under: 3, want: []string{`2 Open "Forks" (), Anna Lee unrated , Ben Stone unrated , Cy Young unrated , Dee Neil unrated `, `6 Open "" (), Eli Frost unrated `},
		},
		{
			of: "another section", list: "Team;Player;Section\nForks;Anna Lee;Open\n;Ben Stone;Pairs\n",
			want: []string{`2 Open "Forks" (), Anna Lee unrated `, `3 Pairs "" (), Ben Stone unrated `},
		},
		{
			of: "teams named in each row", list: "Team;Player\nForks;Anna Lee\n;Ben Stone\nPins;Cy Young\nPins;Dee Neil\n",
			want: []string{`2 Pairs "Forks" (), Anna Lee unrated `, `3 Pairs "" (), Ben Stone unrated `, `4 Pairs "Pins" (), Cy Young unrated , Dee Neil unrated `},
		},
	} {
		r := entriesOf(t, c.list, "Pairs")
		var entries []string
		for _, e := range r.Entries {
			entries = append(entries, saidOf(e))
		}
		expect.NoDiff(t, cmp.Diff(c.want, entries), "%s", c.of)
		expect.Equal(t, r.Under, c.under, "%s: rows below their team", c.of)
	}

	// A director may still say that somebody waits for a partner.
	table := text(t, "Team;Player\nForks;Anna Lee\n;Ben Stone\n")
	r := roster.Look(table, roster.Choices{Mapping: roster.Guess(table.Columns), Default: "Open", Rows: map[int]roster.Decision{3: roster.Pool}}, sections, tournament.Entries{})
	expect.True(t, r.Under == 0 && len(r.Entries) == 2 && r.Entries[1].Pool, "%+v", r.Entries)
}

// Ratings behind names count where no column says one.
func TestARatingBehindAName(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ list, want string }{
		{"Team;Player 1;Player 2\nForks;Anna Lee (1450);Ben Stone [1200P12]\n", `2 Open "Forks" (), Anna Lee 1450 , Ben Stone 1200 `},
		{"Team;Player 1;Player 2\nForks;Lee, Anna (1450);Ben Stone (unr.)\n", `2 Open "Forks" (), Anna Lee 1450 , Ben Stone unrated `},
		{"Team;Players\nForks;Anna Lee (1450) / Ben Stone (unrated)\n", `2 Open "Forks" (), Anna Lee 1450 , Ben Stone unrated `},
		{"Team;Player 1;Rating 1;Player 2\nForks;Anna Lee (1450);1500;Ben Stone (North)\n", `2 Open "Forks" (), Anna Lee 1500 , Ben Stone (North) unrated `},
		{"Team;Player 1;Player 2\nForks;Anna Lee (7);Ben Stone 1200\n", `2 Open "Forks" (), Anna Lee (7) unrated , Ben Stone 1200 unrated `},
	} {
		r := look(text(t, c.list), roster.Choices{Default: "Open"})
		expect.MustTrue(t, len(r.Entries) == 1 && len(r.Problems) == 0, "%s: %+v", c.list, r)
		expect.Equal(t, saidOf(r.Entries[0]), c.want, "%s", c.list)
	}
}
