package tournament_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/tournament/reportfile"
	"github.com/tandemchess/tandem/internal/trf"
)

// A list of twenty thousand rows with one name is checked as fast as any other: each
// number behind the name is counted on from the one before. Counted from the start, this
// test would take minutes.
func TestManyOfOneName(t *testing.T) {
	t.Parallel()
	section := tournament.Section{SectionID: 1, Name: "Open", System: tournament.Rotating, TeamSize: 2, Rounds: 5, Letter: "O"}
	list := make([]tournament.ImportEntry, 20_000)
	for i := range list {
		list[i] = tournament.ImportEntry{Line: i + 1, Section: "Open", Team: "x", Players: []tournament.NewPlayer{{FirstName: "Ana", LastName: "Ruiz"}}, SameName: true}
	}
	if problems := tournament.CheckEntries([]tournament.Section{section}, tournament.Entries{}, list); len(problems) > 0 {
		t.Errorf("%d problems, the first is %+v", len(problems), problems[0])
	}

	var text strings.Builder
	for id := 1; id <= 9_999; id++ {
		fmt.Fprintf(&text, "001 %4d      Ruiz, Ana\n", id)
	}
	file := expect.Must(trf.Read(strings.NewReader(text.String())))(t)
	plan, err := reportfile.NewPlan(tournament.Section{Name: "Solo", Rulebook: "JARED", TeamSize: 1, System: tournament.Dutch, TieBreaks: "PTS"}, file)
	if err != nil || len(plan.Teams) != 9_999 || plan.Teams[0].Name != "Ana Ruiz" || plan.Teams[9_998].Name != "Ana Ruiz (9999)" {
		t.Fatalf("%v %+v", err, plan.Teams[len(plan.Teams)-1])
	}
}

// Names that differ, and whose addresses do not, get numbers.
func TestTeamsWithOneAddress(t *testing.T) {
	t.Parallel()
	h := newHall(t, 0)
	var slugs []string
	for _, name := range []string{"Oak", "Oak!", "Oak!!", "Oak-2", "Oak?"} {
		team, err := h.service.AddTeam(t.Context(), h.event, h.as(h.chief, ""), tournament.NewTeam{SectionID: 1, Name: name, Players: []tournament.NewPlayer{{LastName: name + " one"}, {LastName: name + " two"}}})
		expect.MustTrue(t, err == nil, "%s: %v %v", name, err, fault.Fields(err))
		slugs = append(slugs, team.Slug)
	}
	want := []string{"oak", "oak-2", "oak-3", "oak-2-2", "oak-4"}
	expect.True(t, slices.Equal(slugs, want), "addresses %v, want %v", slugs, want)
}

// A record that goes on and on is refused before it makes every page of its match slow.
func TestRecordsHaveAnEnd(t *testing.T) {
	t.Parallel()
	h := playing(t)
	m := h.match(1, 1)
	game := func(turns int) *strings.Reader {
		var b strings.Builder
		moves := [4]string{"Nf3", "Nf6", "Ng1", "Ng8"}
		for i := range turns {
			fmt.Fprintf(&b, "%dA. %s %da. %s ", i+1, moves[2*i%4], i+1, moves[(2*i+1)%4])
		}
		return strings.NewReader(b.String())
	}
	load := func(turns int) error {
		at := tournament.LivePlace{SectionID: 1, MatchID: m.MatchID}
		_, err := h.service.LoadGame(t.Context(), h.event, h.as(h.chief, ""), tournament.LoadGame{LivePlace: at, Text: game(turns), Game: 1})
		return err
	}
	wants(t, load(2501), fault.Conflict, "at most 5000 acts")
	if err := load(2500); err != nil {
		t.Errorf("5000 entries: %v", err)
	}
}

// Names of a report file that a page could not show are refused by its number.
func TestReportWithControlCharacters(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"Ruiz\x00, Ana", "Ruiz\x1b[31m, Ana", "\u202eRuiz, Ana"} {
		file, err := trf.Read(strings.NewReader("001    1      " + name + "\n001    2      Lee, Bo\n"))
		if err != nil {
			continue // the reader may refuse it itself
		}
		plan, err := reportfile.NewPlan(tournament.Section{Name: "Solo", Rulebook: "JARED", TeamSize: 1, System: tournament.Dutch, TieBreaks: "PTS"}, file)
		expect.True(t, err == nil && len(plan.Problems) != 0, "%q: %v, no problem", name, err)
	}
}
