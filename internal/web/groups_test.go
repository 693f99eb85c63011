package web_test

import (
	"net/http"
	"net/url"
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// Groups are read at the desk, changed by hand until round 1 is published, and
// take a late team afterwards.
func TestGroupsAtTheDesk(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 7)
	const path = "/e/lake/desk/open/groups"
	l.chief.get(path).wants(http.StatusNotFound)
	l.exec(`update section set system = 'round-robin', group_count = 2, rounds = 3, tie_breaks = 'PTS', bye_points = 0 where event_id = $1`, l.event)
	l.chief.get("/e/lake/desk/open").wants(http.StatusOK).has("nav a", "Groups")
	page := l.chief.get(path).wants(http.StatusOK)
	expect.MustTrue(t, page.count(".group-tables section") == 2 && page.count(".group-tables tbody tr") == 7,
		"%d groups with %d teams", page.count(".group-tables section"), page.count(".group-tables tbody tr"))
	send := func(team, group, exchange string) *answer {
		t.Helper()
		return l.chief.post(path, url.Values{"key": {l.key()}, "team": {team}, "group": {group}, "exchange": {exchange}})
	}
	send("1", "1", "").wants(http.StatusUnprocessableEntity).has("#e-group", "already")
	send("99", "1", "").wants(http.StatusUnprocessableEntity).has("#e-team", "Choose a team of Open")
	send("1", "2", "somebody").wants(http.StatusUnprocessableEntity).has("#e-exchange", "or nobody")
	send("1", "2", "2").wants(http.StatusSeeOther)
	l.chief.get(path).has("tr", "by hand")

	l.pair(1)
	l.exec(`insert into team (event_id, team_id, section_id, name, name_key, slug, code, strength, state, arrives_round, created_at)
		values ($1, 70, 1, 'Late Train', 'late train', 'late-train', 'LT9', 1, 'here', 2, now())`, l.event)
	late := l.chief.get(path).wants(http.StatusOK).has("li", "Late Train").has("h2", "Give a late team a place")
	// Seven teams are dealt 1 4 5 and 2 3 6 7: group B has no free place.
	late.has("section", "Group A one free place")
	send("70", "2", "").wants(http.StatusConflict).has(".note", "no free place")
	send("70", "1", "").wants(http.StatusSeeOther)
	l.chief.get(path).has("tr", "Late Train")
	send("3", "1", "").wants(http.StatusConflict).has(".note", "the groups stand")
}
