package tournament_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// squadHall has teams of three and four: players 1 and 2, 101 and 201 are team 1; 3, 4 and 103
// are team 2.
func squadHall(t *testing.T, teams int, hour tournament.LineUpHour) *hall {
	t.Helper()
	h := newHall(t, teams)
	h.exec(`update section set squad_size = 4, line_up_hour = $1`, hour)
	h.exec(`insert into player (event_id, player_id, section_id, team_id, seat_order, first_name, last_name, name_key, rating, created_at)
		select 1, 100 + 2 * n - 1, 1, n, 3, 'Third', 'Of' || n, 'third of' || n, 1500, $2 from generate_series(1, $1::int) n`, teams, h.now)
	h.exec(`insert into player (event_id, player_id, section_id, team_id, seat_order, first_name, last_name, name_key, created_at)
		values (1, 201, 1, 1, 4, 'Fourth', 'Of1', 'fourth of1', $1)`, h.now)
	h.exec(`insert into event_counter (event_id, name, value) values (1, 'player', 1000) on conflict (event_id, name) do update set value = 1000`)
	return h
}

// lineUp names the line-up of a team as its own link does.
func (h *hall) lineUp(team int64, round, match int, first, second int64) error {
	h.t.Helper()
	_, err := h.service.SetLineUp(h.t.Context(), h.event, journal.Command{Actor: journal.Actor{TeamID: team, Name: "Team (private link)"}},
		tournament.SetLineUp{TeamID: team, RoundNo: round, MatchNo: match, First: first, Second: second})
	return err
}

func (h *hall) seated(round int, want ...string) {
	h.t.Helper()
	got := h.seats(round)
	expect.Equal(h.t, cmp.Diff(want, got), "", "seats of round %d are %v, want %v", round, got, want)
}

func TestLineUpStandsUntilAnotherIsNamed(t *testing.T) {
	t.Parallel()
	h := squadHall(t, 2, tournament.UntilPublication)
	h.ok(h.lineUp(1, 1, 1, 101, 1))
	h.draft(1)
	h.publish(1)
	h.seated(1, "101 3 4 1", "3 101 1 4") // team 2 with its first two
	if err := h.lineUp(1, 1, 1, 1, 2); !fault.Is(err, fault.Conflict) || !strings.Contains(fault.Message(err), "before the round is published") ||
		!strings.Contains(fault.Message(err), "is that of round 2") {
		t.Errorf("after the hour: %v", err)
	}
	h.seated(1, "101 3 4 1", "3 101 1 4")
	expect.Equal(t, tournament.LineUpOf(h.book(), 1, 2, 1), [2]int64{101, 1}, "round 2 would be played by")
	h.ok(h.lineUp(1, 2, 1, 201, 2))
	book := h.book()
	expect.Equal(t, tournament.LineUpOf(book, 1, 2, 2), [2]int64{201, 2}, "round 2 is played by")
	expect.Equal(t, tournament.LineUpOf(book, 1, 1, 2), [2]int64{101, 1}, "round 1 is told as played by")
	n := tournament.Substitutions(book, 1, nil)
	expect.True(t, n == 2, "%d substitutions, want 201 and 2, who came in", n)
}

func TestWrongLineUpsAreRefused(t *testing.T) {
	t.Parallel()
	h := squadHall(t, 2, tournament.UntilPublication)
	if err := h.lineUp(1, 1, 1, 1, 1); fault.Fields(err)["second"] == "" {
		t.Errorf("one player on both boards: %v", err)
	}
	if err := h.lineUp(1, 1, 1, 3, 1); fault.Fields(err)["first"] == "" {
		t.Errorf("a player of another team: %v", err)
	}
	expect.Refused(t, h.lineUp(1, 1, 2, 1, 2), fault.Conflict)
	h.ok(h.lineUp(1, 1, 1, 101, 2))
	_, err := h.service.SetLineUp(t.Context(), h.event, h.as(h.chief, ""), tournament.SetLineUp{TeamID: 1, RoundNo: 1, MatchNo: 1, First: 201, Second: 2, Was: [2]int64{1, 2}})
	if !fault.Is(err, fault.Stale) || !strings.Contains(fault.Message(err), "Third Of1 and P1 Behind") || !strings.Contains(fault.Message(err), "Fourth Of1") {
		t.Errorf("an old form: %v", err)
	}
	h.exec(`update section set squad_size = 2`)
	expect.Refused(t, h.lineUp(2, 1, 1, 103, 3), fault.Conflict, "all of them play")
}

func TestLineUpBeforeTheClockMovesTheSeats(t *testing.T) {
	t.Parallel()
	h := squadHall(t, 2, tournament.UntilClock)
	h.draft(1)
	h.publish(1)
	h.seated(1, "1 3 4 2", "3 1 2 4")
	h.ok(h.lineUp(2, 1, 1, 103, 3))
	h.seated(1, "1 103 3 2", "103 1 2 3")
	h.ok(h.service.StartClock(t.Context(), h.event, h.as(h.chief, ""), hallSection, 1))
	expect.Refused(t, h.lineUp(2, 1, 1, 3, 4), fault.Conflict, "before the round clock starts")
	h.seated(1, "1 103 3 2", "103 1 2 3")
}

func TestLineUpChangesBetweenTwoMatches(t *testing.T) {
	t.Parallel()
	h := squadHall(t, 2, tournament.UntilMatch)
	h.exec(`update section set seat_rotation = 'opponents'`)
	h.draft(1)
	h.publish(1)
	h.ok(h.service.StartClock(t.Context(), h.event, h.as(h.chief, ""), hallSection, 1))
	expect.Refused(t, h.lineUp(2, 1, 1, 103, 4), fault.Conflict, "is that of match 2 of round 1")
	h.ok(h.lineUp(2, 1, 2, 103, 4))
	h.seated(1, "1 3 4 2", "4 1 2 103") // who is first of team 2 plays board B in match 2
	h.exec(`insert into match_act (event_id, match_id, seq, at, by_name, act) select 1, match_id, 1, $1, 'Kim', '{"act":"turn","by":"WA","move":"e2e4"}' from match where match_no = 2`, h.now)
	expect.Refused(t, h.lineUp(2, 1, 2, 3, 4), fault.Conflict, "Moves of match 2 at table 1")
}

func TestSubstitutionsAreCountedAndLimited(t *testing.T) {
	t.Parallel()
	h := squadHall(t, 4, tournament.UntilPublication)
	h.exec(`update section set substitution_limit = 1`)
	h.ok(h.lineUp(1, 1, 1, 101, 201)) // before the first match
	h.draft(1)
	h.publish(1)
	h.play(1)
	h.ok(h.lineUp(1, 2, 1, 201, 101)) // boards change, nobody comes in
	h.ok(h.lineUp(1, 2, 1, 201, 1))
	expect.Refused(t, h.lineUp(1, 2, 1, 2, 1), fault.Conflict, "may bring in 1")
	h.ok(h.lineUp(1, 2, 1, 2, 101)) // instead of player 1
	h.draft(2)
	h.publish(2)
	h.play(2)
	expect.Refused(t, h.lineUp(1, 3, 1, 1, 101), fault.Conflict)
	h.exec(`update section set rulebook = 'USCF-R', substitution_limit = null`)
	expect.Refused(t, h.lineUp(1, 3, 1, 1, 101), fault.Conflict, "USCF-R 1")
	h.ok(h.lineUp(1, 3, 1, 101, 2))
}

// Team 1 has four players; the last leaves, the third is renamed, and nobody else moves.
func TestSquadIsEditedPlayerByPlayer(t *testing.T) {
	t.Parallel()
	h := squadHall(t, 2, tournament.UntilPublication)
	edit := func(players ...string) error {
		in := tournament.TeamEdit{TeamID: 1, Revision: h.book().Team(1).Revision, Name: "Team 0001"}
		for _, name := range players {
			first, last := tournament.SplitName(name)
			in.Players = append(in.Players, tournament.NewPlayer{FirstName: first, LastName: last})
		}
		_, err := h.service.EditTeam(t.Context(), h.event, h.as(h.chief, ""), in)
		return err
	}
	squad := func(want ...string) {
		t.Helper()
		var got []string
		for _, p := range h.book().Members(1) {
			got = append(got, p.Name())
		}
		expect.Equal(t, cmp.Diff(want, got), "", "the team is %v, want %v", got, want)
	}
	h.ok(edit("P1 Ahead", "P1 Behind"))
	squad("P1 Ahead", "P1 Behind", "Third Of1", "Fourth Of1")
	h.ok(edit("P1 Ahead", "P1 Behind", "", "Fourth Of1"))
	squad("P1 Ahead", "P1 Behind", "Fourth Of1")
	pool := h.book().Pool()
	expect.True(t, len(pool) == 1 && pool[0].PlayerID == 101, "the pool is %+v", pool)
	h.ok(edit("P1 Ahead", "P1 Behind", "Fourth Of1", "Ina New"))
	squad("P1 Ahead", "P1 Behind", "Fourth Of1", "Ina New")
	if err := edit("P1 Ahead", "P1 Behind", "Fourth Of1", "Ina New", "Fifth One"); fault.Fields(err)["player5"] == "" {
		t.Errorf("five players: %v", err)
	}
	h.draft(1)
	h.publish(1)
	expect.Refused(t, edit("P1 Ahead", "P1 Behind", "Fourth Of1", ""), fault.Conflict, "Table 1 of round 1")
}

// A third player changes neither strength nor category of a team unless he is among its two strongest.
func TestStrengthIsOfTheTwoStrongest(t *testing.T) {
	t.Parallel()
	d := open(t)
	squad := func(section int64, size int) error {
		s := d.book(section).Section
		n := tournament.SettingsOf(s)
		n.SquadSize = size
		_, err := d.EditSection(t.Context(), d.event.EventID, d.cmd(), tournament.SectionEdit{SectionID: section, Revision: s.Revision, To: n})
		return err
	}
	refused(t, squad(2, 3), "squad_size", "USCF-R 1: nobody is substituted")
	refused(t, squad(1, 5), "squad_size", "from 2 to 4")
	expect.OK(t, squad(1, 3))
	team := d.team("Three", player("Ana Abara", 1000), player("Bo Castillo", 1100), player("Cy Dahl", 1300))
	book := d.book(1)
	expect.True(t, len(book.Members(team.TeamID)) == 3 && team.Strength == 2400,
		"%d players with strength %d, want 3 with 2400", len(book.Members(team.TeamID)), team.Strength)
	expect.True(t, !book.InCategory(book.Team(team.TeamID), "U1200") && book.InCategory(book.Team(team.TeamID), "U1201"),
		"the category is not that of the two strongest, 1200 on average")
	unnamed := d.team("", player("Dee East", 0), player("Eli Frost", 0), player("Flo Gage", 0))
	expect.Equal(t, unnamed.Name, "East / Frost", "a team without a name is called")
	_, err := d.AddTeam(t.Context(), d.event.EventID, d.cmd(), tournament.NewTeam{
		SectionID: 1, Name: "Four", Players: []tournament.NewPlayer{player("G H", 0), player("I J", 0), player("K L", 0), player("M N", 0)},
	})
	refused(t, err, "player4", "two or three players, not 4")
	refused(t, squad(1, 2), "squad_size", "has 3 players already")
}
