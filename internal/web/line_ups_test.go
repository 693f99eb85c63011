package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// reserves gives each team of the league a third player: 101 is that of team 1.
func (l *league) reserves(hour tournament.LineUpHour) {
	l.t.Helper()
	l.exec(`update section set squad_size = 3, line_up_hour = $1`, hour)
	l.exec(`insert into player (event_id, player_id, section_id, team_id, seat_order, first_name, last_name, name_key, created_at)
		select event_id, 100 + team_id, section_id, team_id, 3, 'Rosa', 'Reserve' || team_id, 'rosa reserve' || team_id, created_at from team`)
}

func lineUpForm(l *league, page *answer, selector string, first, second string) url.Values {
	return url.Values{
		"key": {l.key()}, "first": {first}, "second": {second}, "round": {page.value(selector+" input[name=round]", "value")}, "match": {page.value(selector+" input[name=match]", "value")},
		"was_first": {page.value(selector+" input[name=was_first]", "value")}, "was_second": {page.value(selector+" input[name=was_second]", "value")},
	}
}

func TestTheDeskNamesLineUps(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	l.chief.get("/e/lake/desk/open/line-ups").wants(http.StatusOK).has("main", "all players of a team play")
	l.chief.get("/e/lake/desk/open/teams").hasNot("main", "Line-ups")
	l.reserves(tournament.UntilPublication)
	l.chief.get("/e/lake/desk/open/teams").has("main a", "Line-ups")
	page := l.chief.get("/e/lake/desk/open/line-ups").wants(http.StatusOK).has("#team-1", "Round 1").has("main", "before the round is published")
	a, b := page.value("#team-1 input[name=was_first]", "value"), page.value("#team-1 input[name=was_second]", "value")
	form := lineUpForm(l, page, "#team-1", "101", a)
	l.chief.post("/e/lake/desk/open/line-ups/1", form).wants(http.StatusSeeOther)
	l.chief.get("/e/lake/desk/open/line-ups").has("#team-1", "named by")
	stale := lineUpForm(l, page, "#team-1", b, a)
	l.chief.post("/e/lake/desk/open/line-ups/1", stale).wants(http.StatusConflict).has("#team-1 [role=alert]", "Somebody changed the line-up").has("#team-1 [role=alert]", "Rosa Reserve1")
	same := lineUpForm(l, page, "#team-1", a, a)
	l.chief.post("/e/lake/desk/open/line-ups/1", same).wants(http.StatusUnprocessableEntity).has("#team-1", "two different players")
	l.draft(1)
	l.publish(1)
	l.visitor().get("/e/lake/team/team-1").has("main", "Rosa Reserve1")
	form.Set("key", l.key())
	l.chief.post("/e/lake/desk/open/line-ups/1", form).wants(http.StatusConflict).has("#team-1 [role=alert]", "named before the round is published")
}

// A team changes its line-up by its own link while the round is out: seats follow on the wall, the
// slip, the table's page and the answer, and everybody reads that they changed.
func TestATeamChangesItsLineUpBeforeTheClock(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	l.reserves(tournament.UntilClock)
	l.draft(1)
	l.publish(1)
	team, _ := l.tableOne()
	phone := l.phone(team)
	page := phone.get(own(team)).wants(http.StatusOK).has("#line-up", "Line-up of round 1").has("#line-up", "until the round clock starts")
	l.visitor().get("/e/lake/open/table/1").hasNot("main", "Rosa").hasNot("main", "changed the line-up")
	l.chief.get("/e/lake/desk/print/open/round/1?paper=slips").wants(http.StatusOK).hasNot("main", "Rosa")
	second := page.value("#line-up input[name=was_second]", "value")
	third := path("%d", 100+team)
	l.wait(time.Minute)
	phone.post(own(team)+"/line-up", lineUpForm(l, page, "#line-up", third, second)).wants(http.StatusSeeOther)
	l.settle()
	phone.get(own(team)).has("#line-up option[selected]", "Rosa")
	l.visitor().get("/e/lake/open/table/1").has("main", "Rosa").has(".note", "changed the line-up at")
	l.visitor().get(path("/e/lake/team/team-%d", team)).has(".seatcards", "Rosa").has(".note", "changed the line-up at")
	l.exec(`insert into hall_screen (event_id, slug, name, programme) values ($1, 'tables', 'Tables', 'tables')`, l.event)
	l.hub.Resync()
	for _, page := range []string{"/e/lake/hall/names", "/e/lake/hall/tables", "/e/lake/open/pairings", "/e/lake/open/pairings?by=table"} {
		if shown := l.visitor().get(page).wants(http.StatusOK).has("body", "1 team changed its line-up. Look for the mark.").has(".tag-warn", "new line-up"); shown.count(".tag-warn") != 1 {
			t.Errorf("%s marks %d rows", page, shown.count(".tag-warn"))
		}
	}
	l.visitor().get("/e/lake/open/pairings?lang=de").has("[data-new-line-up]", "neue Aufstellung")
	l.chief.get("/e/lake/desk/print/open/round/1?paper=slips").has("main", "Rosa")
	l.chief.get("/e/lake/desk/print/open/round/1?paper=names").has(".pwas", "new line-up")
	l.chief.get("/e/lake/desk/print/open/round/1?paper=tables").has("th", "Changed").has(".pmark td", "new line-up")
	l.chief.get("/e/lake/desk/open/round/1/wall?table=1&match=1").has(".entry", "Rosa")
	phone.post(own(team)+"/line-up", lineUpForm(l, page, "#line-up", second, third)).wants(http.StatusConflict).has("[role=alert]", "Somebody changed the line-up since")
	expect.OK(t, l.tournament.StartClock(t.Context(), l.event, l.command(), l.section, 1))
	late := lineUpForm(l, page, "#line-up", second, third)
	phone.post(own(team)+"/line-up", late).wants(http.StatusConflict).has("[role=alert]", "The time to name this line-up is over")
	phone.get(own(team)).has("#line-up", "Line-up of round 2")
}

// While a match is played a director logs who came in, where the section lets a third player.
func TestADirectorSubstitutesDuringAMatch(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	l.reserves(tournament.UntilPublication)
	l.draft(1)
	l.publish(1)
	team, _ := l.tableOne()
	row := path("#team-%d", team)
	l.chief.get("/e/lake/desk/open/line-ups").hasNot(row, "Substitution in")
	l.exec(`update section set mid_match = true`)
	page := l.chief.get("/e/lake/desk/open/line-ups").has(row, "Substitution in round 1, table 1, match 1")
	form := url.Values{
		"key": {l.key()}, "match_id": {page.value(row+" input[name=match_id]", "value")}, "out": {page.value(row+" select[name=out] option", "value")},
		"in": {page.value(row+" select[name=in] option", "value")}, "reason": {""},
	}
	to := path("/e/lake/desk/open/line-ups/%d/substitute", team)
	l.chief.post(to, form).wants(http.StatusUnprocessableEntity).has(row, "Say why")
	form.Set("key", l.key())
	form.Set("reason", "ill")
	l.chief.post(to, form).wants(http.StatusSeeOther)
	l.settle()
	l.chief.get("/e/lake/desk/open/line-ups").has(row, "came in for").has(row, "(ill)")
	l.visitor().get("/e/lake/open/table/1").has("main", "Rosa").has(".note", "Rosa Reserve").has(".note", "in match 1.")
	l.visitor().get("/e/lake/open/table/1?lang=es").has(".note", "entró por")
}

// A third and a fourth name of the team's form come in; an emptied one leaves for the pool.
func TestTheTeamFormHasReserves(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	l.exec(`update section set squad_size = 4`)
	l.chief.get("/e/lake/desk/open/teams/new").has("main", "Player 4")
	l.chief.post("/e/lake/desk/open/teams/new", url.Values{
		"key": {l.key()}, "name": {"Trio"}, "player1": {"Ana One"}, "player2": {"Bo Two"}, "player3": {"Cy Three"}, "player4": {""},
	}).wants(http.StatusSeeOther)
	l.chief.get("/e/lake/desk/open/teams?q=Trio").has("main", "Cy Three")
	if list := l.chief.get("/e/lake/desk/open/teams.csv").wants(http.StatusOK).body; !strings.Contains(list, "Player 4,Rating 4,Club") || !strings.Contains(list, "Trio,Ana One,,Bo Two,,Cy Three,,,,,") {
		t.Errorf("the list has not all players in columns of their own:\n%s", list)
	}
	l.chief.get("/e/lake/desk/open/teams/5").has("main", "Line-up of the team").has("main", "2 to 4 players")
	l.chief.post("/e/lake/desk/open/teams/5", url.Values{
		"key": {l.key()}, "revision": {"0"}, "name": {"Trio"}, "player1": {"Ana One"}, "player2": {"Bo Two"}, "player3": {""}, "player4": {"Di Four"},
	}).wants(http.StatusSeeOther)
	l.chief.get("/e/lake/desk/open/teams?q=Trio").has("main", "Di Four").has("#pool", "Cy Three")
}

// After the result a director says who really sat there; the table's and the players' pages follow,
// and the last act of the director is undone as any other.
func TestADirectorCorrectsWhoSat(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	l.reserves(tournament.UntilPublication)
	l.draft(1)
	l.publish(1)
	to := "/e/lake/desk/open/round/1/table/1/match/1/seats"
	l.chief.get(to).wants(http.StatusOK).has("main", "The match has no result yet").hasNot("main", "Correct,")
	l.play(1)
	l.settle()
	team, _ := l.tableOne()
	l.chief.get("/e/lake/desk/open/round/1/table/1/match/1/correct").has("a[href="+to+"]", "Others sat there")
	row := path("#team-%d", team)
	page := l.chief.get(to).wants(http.StatusOK)
	first, second := page.value(row+" input[name=was_first]", "value"), page.value(row+" input[name=was_second]", "value")
	form := url.Values{"key": {l.key()}, "team": {path("%d", team)}, "first": {path("%d", 100+team)}, "second": {second}, "was_first": {first}, "was_second": {second}}
	l.chief.post(to, form).wants(http.StatusUnprocessableEntity).has(row, "Say how you know").has(row+" option[selected]", "Rosa")
	set(form, "key", l.key(), "reason", "both captains say so")
	l.chief.post(to, form).wants(http.StatusSeeOther)
	l.settle()
	l.visitor().get("/e/lake/open/round/1/table/1").has("main", "Rosa")
	l.visitor().get(path("/e/lake/player/%d", 100+team)).has(".ranking", "Board A").has(".ranking", "1")
	l.visitor().get("/e/lake/player/"+first).has(".rows", "match 2")
	set(form, "key", l.key(), "first", first)
	l.chief.post(to, form).wants(http.StatusConflict).has(row+" [role=alert]", "Somebody changed who sat there")
}
