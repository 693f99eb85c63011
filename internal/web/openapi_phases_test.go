package web_test

import (
	"fmt"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/phase"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// drawn is a section of two teams that drew, before a final of both and a cup of one of them.
func (i *interview) drawn() {
	i.t.Helper()
	i.exec(`insert into event_counter (event_id, name, value) select $1, c, 500 from unnest(array['section', 'team', 'player']) c on conflict (event_id, name) do update set value = 500`, i.event)
	add := func(n tournament.NewSection) tournament.Section {
		n.Rulebook, n.Rounds, n.MatchesPerPairing = "FIDEX", 1, 1
		s := expect.Must(i.tournament.AddSection(i.t.Context(), i.event, i.command(), n))(i.t)
		i.give(i.chief, i.event, s.SectionID, access.SectionChief)
		return s
	}
	pair := add(tournament.NewSection{Name: "Pair", System: tournament.RoundRobin})
	final, cup := add(tournament.NewSection{Name: "Last", System: tournament.Knockout}), add(tournament.NewSection{Name: "Cup", System: tournament.Knockout})
	for _, name := range []string{"Even", "Odd"} {
		players := []tournament.NewPlayer{{FirstName: "Ada", LastName: name}, {FirstName: "Bo", LastName: name}}
		t := expect.Must(i.tournament.AddTeam(i.t.Context(), i.event, i.command(), tournament.NewTeam{SectionID: pair.SectionID, Name: name, Players: players}))(i.t)
		expect.Must(i.tournament.CheckIn(i.t.Context(), i.event, i.command(), t.TeamID, tournament.TeamHere))(i.t)
	}
	set := func(to int64, last int) {
		expect.Must(i.tournament.SetPhase(i.t.Context(), i.event, i.command(), tournament.SetPhase{SectionID: to, Rule: phase.Rule{
			Feeds: []phase.Feed{{From: pair.SectionID, Kind: phase.Places, First: 1, Last: last}}, Carry: phase.Nothing, Seeding: phase.ByPlace, Breaking: phase.PlayOff,
		}}))(i.t)
	}
	set(final.SectionID, 2)
	set(cup.SectionID, 1)
	i.within("pair", func() {
		i.pair(1)
		table := i.bookOf(pair.SectionID).Round(1).Pairings[0].Table()
		expect.Must(i.tournament.EnterResult(i.t.Context(), i.event, i.command(), tournament.TypedResult{SectionID: pair.SectionID, Round: 1, Table: table, Match: 1, Source: "desk", Outcome: tournament.Drawn}))(i.t)
		i.exec(`update match set state = 'verified' where section_id = $1`, pair.SectionID)
		i.exec(`update result_report r set state = 'confirmed' from match m where m.match_id = r.match_id and m.section_id = $1`, pair.SectionID)
		i.exec(`update round set state = 'complete' where section_id = $1`, pair.SectionID)
	})
	i.hub.Resync()
	i.settle()
}

func (i *interview) bookOf(section int64) *tournament.SectionBook {
	i.t.Helper()
	return expect.Must(i.tournament.Reader().Book(i.t.Context(), i.event, section))(i.t)
}

// phases drives what the file says of phases: seen, started, taken back, and played off for.
func (i *interview) phases() {
	i.t.Helper()
	floor := i.person("mia", "Mia Roe", "none")
	i.give(floor, i.event, 0, access.Chief)
	token := i.tokenFor("0", floor, "finals", "read", "rounds")
	const sections = "/api/v1/events/lake/sections"
	i.drawn()
	seen := i.desk(token, sections+"/last/phase")
	shown := seen["phase"].(map[string]any)
	if entrants := shown["entrants"].([]any); len(entrants) != 2 || shown["ready"] != true || seen["basis"] == "" || entrants[0].(map[string]any)["why"] != "place 1 of Pair, shared; the stronger team is seeded first" {
		i.t.Errorf("the preview: %v", seen)
	}
	started := i.does(token, sections+"/last/phase/start", fmt.Sprintf(`{"revision": %v, "basis": %q}`, seen["revision"], seen["basis"]))
	if started["phase"].(map[string]any)["started_at"] == nil || started["phase"].(map[string]any)["entrants"].([]any)[0].(map[string]any)["team"] == "" {
		i.t.Errorf("started: %v", started)
	}
	i.does(token, sections+"/last/phase/back", fmt.Sprintf(`{"revision": %v, "reason": "a wrong slip"}`, started["revision"]))
	if off := i.does(token, sections+"/pair/play-offs", `{"teams": ["even", "odd"], "name": "Shoot-out", "system": "knockout", "matches": 1, "first_table": 50}`); off["slug"] != "shoot-out" {
		i.t.Errorf("the play-off: %v", off)
	}
	i.settle()
	phases := i.reads("/api/v1/events/lake/path")["phases"].([]any)
	said := map[string]bool{}
	for _, p := range phases {
		said[p.(map[string]any)["section"].(string)] = p.(map[string]any)["play_off"].(bool)
	}
	if len(said) != 3 || !said["shoot-out"] || said["last"] || said["cup"] {
		i.t.Errorf("the path: %v", phases)
	}
	off := i.desk(token, sections+"/shoot-out/phase") // sent again, it is found out of sight
	i.does(token, sections+"/shoot-out/phase/back", fmt.Sprintf(`{"revision": %v, "reason": "one team has left"}`, off["revision"]))
}
