package roster_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/roster"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// saidOf is an entry in one line.
func saidOf(e tournament.ImportEntry) string {
	said := fmt.Sprintf("%d %s %q (%s)", e.Line, e.Section, e.Team, e.School)
	for _, p := range e.Players {
		rating := "unrated"
		if p.Rating != nil {
			rating = fmt.Sprint(*p.Rating)
		}
		said += fmt.Sprintf(", %s %s %s", p.Name(), rating, p.School)
	}
	return said
}

// Where everybody signs up for themselves, a team stands twice in the list, and each row knows
// its own player best.
func TestBothPartnersSignUp(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		of, list string
		joined   int
		want     []string // the entries
		problems []string
	}{
		{
			of: "a form of single players", list: "Name;Rating;Partner;Section\nKim Park;1500;Lee Chan;Open\nAda Abara;1700;Ben Castillo;Open\nChan, Lee;1400;kim park;open\nBen Castillo;;Ada Abara;Open\n",
			joined: 2, want: []string{`2 Open "" (), Kim Park 1500 , Lee Chan 1400 `, `3 Open "" (), Ada Abara 1700 , Ben Castillo unrated `},
		},
		{
			of: "with schools and a team's name in one row", list: "Name;School;Partner;Team\nKim Park;North;Lee Chan;\nLee Chan;South;Kim Park;Forks\n",
			joined: 1, want: []string{`2 Open "Forks" (), Kim Park unrated North, Lee Chan unrated South`},
		},
		{
			of: "one school", list: "Name;School;Partner\nKim Park;North;Lee Chan\nLee Chan;;Kim Park\n",
			joined: 1, want: []string{`2 Open "" (North), Kim Park unrated , Lee Chan unrated `},
		},
		{
			of: "another section", list: "Name;Partner;Section\nKim Park;Lee Chan;Open\nLee Chan;Kim Park;U1600\n",
			want: []string{`2 Open "" (), Kim Park unrated , Lee Chan unrated `, `3 U1600 "" (), Lee Chan unrated , Kim Park unrated `}, // who plays in both, perhaps
		},
		{
			of: "somebody who named another", list: "Name;Partner\nKim Park;Lee Chan\nLee Chan;Ada Abara\n",
			want:     []string{`2 Open "" (), Kim Park unrated , Lee Chan unrated `, `3 Open "" (), Lee Chan unrated , Ada Abara unrated `},
			problems: []string{"3/Name: Lee Chan already plays for Park / Chan."},
		},
		{
			of: "two teams of other names", list: "Team;Name;Partner\nForks;Kim Park;Lee Chan\nPins;Lee Chan;Kim Park\n",
			want:     []string{`2 Open "Forks" (), Kim Park unrated , Lee Chan unrated `, `3 Open "Pins" (), Lee Chan unrated , Kim Park unrated `},
			problems: []string{"3/Name: Lee Chan already plays for Forks.", "3/Partner: Kim Park already plays for Forks."},
		},
		{
			of: "one row twice", list: "Name;Partner\nKim Park;Lee Chan\nKim Park;Lee Chan\nLee Chan;Kim Park\n",
			joined: 1, want: []string{`2 Open "" (), Kim Park unrated , Lee Chan unrated `, `3 Open "" (), Kim Park unrated , Lee Chan unrated `},
			problems: []string{"3/Name: Kim Park already plays for Park / Chan.", "3/Partner: Lee Chan already plays for Park / Chan.", "3/column A: The section has a team “Park / Chan” already."},
		},
	} {
		r := look(text(t, c.list), roster.Choices{Default: "Open"})
		var entries []string
		for _, e := range r.Entries {
			entries = append(entries, saidOf(e))
		}
		expect.NoDiff(t, cmp.Diff(c.want, entries), "%s: entries", c.of)
		expect.NoDiff(t, cmp.Diff(c.problems, told(r.Problems)), "%s: problems", c.of)
		expect.Equal(t, r.Joined, c.joined, "%s: teams signed up twice", c.of)
	}
}

// Read again, a team that both signed up is in the event already, whatever its rows say besides.
func TestBothPartnersSignUpAgain(t *testing.T) {
	t.Parallel()
	accepted := roster.Choices{Default: "Open", Rows: map[int]roster.Decision{3: roster.Accept}}
	table := text(t, "Name;Rating;Partner\nKim Park;1500;Lee Chan\nLee Chan;soon;Kim Park\n")
	diff := cmp.Diff([]string{"3/Rating: “soon” is no rating."}, told(look(table, accepted).Problems))
	expect.True(t, diff == "", "accepted: %s", diff)

	team := int64(1)
	existing := tournament.Entries{
		Teams: []tournament.Team{{TeamID: 1, SectionID: 1, Name: "Park / Chan"}},
		Players: []tournament.Player{
			{PlayerID: 1, SectionID: 1, TeamID: &team, FirstName: "Kim", LastName: "Park"}, {PlayerID: 2, SectionID: 1, TeamID: &team, FirstName: "Lee", LastName: "Chan"},
		},
	}
	r := roster.Look(table, roster.Choices{Mapping: roster.Guess(table.Columns), Default: "Open"}, sections, existing)
	expect.True(t, len(r.Entries) == 0 && len(r.Known) == 1 && len(r.Problems) == 0, "%+v", r)
}

// A list without a column for the names of teams is asked for none, row by row; one with such a
// column is.
func TestNamesOfTeamsAreAskedForWhereTeamsHaveThem(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		list     string
		nameless bool
		want     []string
	}{
		{list: "Player 1;Player 2\nKim Park;Lee Chan\n", nameless: true},
		{list: "Team;Player 1;Player 2\n;Kim Park;Lee Chan\n", want: []string{"2/Team: The team has no name."}},
	} {
		table := text(t, c.list)
		expect.NoDiff(t, cmp.Diff(c.want, told(look(table, roster.Choices{Default: "Open"}).Problems)), "%s", c.list)
		expect.Equal(t, roster.Guess(table.Columns).Nameless(), c.nameless, "%s: no team has a name", c.list)
	}
}
