package tournament_test

import (
	"slices"
	"testing"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/phase"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

func (h *hall) preset(p tournament.Preset, names ...string) ([]tournament.Section, error) {
	h.t.Helper()
	ask := p.Usual()
	ask.Names, ask.Breaking = names, phase.PlayOff
	path, err := ask.Path()
	if err != nil {
		return nil, err
	}
	return h.service.AddPath(h.t.Context(), h.event, h.as(h.chief, ""), path)
}

// Each preset makes its sections with their systems, and says who goes where.
func TestPresetsMakeWholePaths(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		preset  tournament.Preset
		names   []string
		systems []tournament.System
		words   []string // of who comes in, by section
	}{
		{tournament.SwissToFinals, []string{"Cup", "A final", "B final"}, []tournament.System{tournament.TeamSwiss, tournament.Knockout, tournament.TeamSwiss}, []string{"who enters", "places 1 to 8 of Cup", "everybody of Cup from place 9 on"}},
		{tournament.GroupsToKnockout, []string{"Cup", "Last eight"}, []tournament.System{tournament.RoundRobin, tournament.Knockout}, []string{"who enters", "places 1 to 2 of every group of Cup"}},
		{tournament.SectionsToFinal, []string{"North", "South", "Last four"}, []tournament.System{tournament.TeamSwiss, tournament.TeamSwiss, tournament.Knockout}, []string{"who enters", "who enters", "places 1 to 2 of North and places 1 to 2 of South"}},
		{tournament.KnockoutConsolation, []string{"Cup", "Again"}, []tournament.System{tournament.Knockout, tournament.TeamSwiss}, []string{"who enters", "the losers of round 1 of the bracket of Cup"}},
	} {
		t.Run(string(c.preset), func(t *testing.T) {
			t.Parallel()
			h := newHall(t, 2)
			h.exec(`insert into event_counter (event_id, name, value) values (1, 'section', 10) on conflict (event_id, name) do update set value = 10`)
			added, err := h.preset(c.preset, c.names...)
			h.ok(err)
			used := map[int]bool{}
			for i, s := range added {
				b := h.bookOf(s.SectionID)
				p, known := tournament.PhaseOfBook(b)
				if s.System != c.systems[i] || p.Words() != c.words[i] || s.Name != c.names[i] || known && p.Rule.Breaking != phase.PlayOff {
					t.Errorf("section %d is %s, %s, into which %s comes: %+v", i, s.Name, s.System, p.Words(), p.Rule)
				}
				if s.FirstTable < 11 { // those of Open come first
					t.Errorf("%s begins at table %d", s.Name, s.FirstTable)
				}
				used[s.FirstTable] = true
			}
			if want := map[tournament.Preset]int{tournament.SwissToFinals: 2, tournament.GroupsToKnockout: 1, tournament.SectionsToFinal: 2, tournament.KnockoutConsolation: 2}[c.preset]; len(used) != want {
				t.Errorf("what is played at once begins at %d different tables, want %d", len(used), want)
			}
			var entries int
			if err := h.pool.QueryRow(t.Context(), `select count(*) from journal where action in ('add path', 'add section', 'set phase')`).Scan(&entries); err != nil || entries != 1 {
				t.Errorf("one command wrote %d entries, %v", entries, err)
			}
		})
	}
}

// A path is added all or not at all; what is wrong is named at its section.
func TestAPathIsAddedAllOrNotAtAll(t *testing.T) {
	t.Parallel()
	h := newHall(t, 2)
	h.exec(`insert into event_counter (event_id, name, value) values (1, 'section', 10) on conflict (event_id, name) do update set value = 10`)
	sections := func() []string {
		list, err := h.service.Reader().Sections(t.Context(), h.event)
		h.ok(err)
		var names []string
		for _, s := range list {
			names = append(names, s.Name)
		}
		return names
	}
	for _, c := range []struct {
		names []string
		field string
	}{
		{[]string{"Cup", "Open", "B final"}, "sections.1.name"}, // there is one of that name
		{[]string{"Cup", "", "B final"}, "sections.1.name"},
		{[]string{"Cup", "A final", "A final"}, "sections.2.name"},
	} {
		if _, err := h.preset(tournament.SwissToFinals, c.names...); fault.Fields(err)[c.field] == "" {
			t.Errorf("%v: %v", c.names, err)
		}
	}
	bad := tournament.NewPath{Sections: []tournament.PathSection{
		{NewSection: tournament.NewSection{Name: "Cup", Rulebook: "FIDEX"}},
		{NewSection: tournament.NewSection{Name: "Again", Rulebook: "FIDEX"}, Feeds: []tournament.PathFeed{{From: 0, Kind: phase.Losers, First: 1, Last: 1}}, Carry: phase.Nothing, Seeding: phase.ByPlace, Breaking: phase.TieBreaks},
	}}
	if _, err := h.service.AddPath(t.Context(), h.event, h.as(h.chief, ""), bad); err == nil {
		t.Error("losers of the bracket of a Swiss play on")
	}
	if got := sections(); !slices.Equal(got, []string{"Open"}) {
		t.Errorf("what was refused left %v", got)
	}
	ask := tournament.KnockoutConsolation.Usual()
	ask.Names, ask.Through = []string{"Cup", "Again"}, 4
	if _, err := ask.Path(); fault.Fields(err)["through"] == "" {
		t.Errorf("the losers of a final play on: %v", err)
	}
	for through, third := range map[int]bool{2: true, 3: false} { // round 3 of 4 are the semifinals
		ask.Through = through
		path := expect.Must(ask.Path())(t)
		expect.Equal(t, path.Sections[0].ThirdPlace, third, "a match for third place when the losers of %d rounds play on", through)
	}
	added, err := h.preset(tournament.KnockoutConsolation, "Cup", "Again")
	h.ok(err)
	h.ok(h.service.HidePath(t.Context(), h.event, h.as(h.chief, ""), []int64{added[0].SectionID, added[1].SectionID}))
	if got := sections(); !slices.Equal(got, []string{"Open"}) {
		t.Errorf("after it was hidden: %v", got)
	}
}
