package web_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
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

// groupsPlayed are two groups of four after their last round; the first two of each go on.
func groupsPlayed(t *testing.T, drawn bool) *league {
	t.Helper()
	l := newLeague(t, 8)
	l.exec(`update section set system = 'groups-knockout', group_count = 2, advance = 2, rounds = 5, tie_breaks = 'PTS' where event_id = $1`, l.event)
	for n := 1; n <= 3; n++ {
		l.pair(n)
		l.play(n)
	}
	if drawn {
		l.exec(`update result_report set outcome = 'draw', slot1_points = 1, slot2_points = 1 where event_id = $1`, l.event)
	}
	l.settle()
	return l
}

// groupsOfTwo are two groups of two teams after their only round; the first of each goes on.
func groupsOfTwo(t *testing.T) *league {
	t.Helper()
	l := newLeague(t, 4)
	l.exec(`update section set system = 'groups-knockout', group_count = 2, advance = 1, rounds = 2, matches_per_pairing = 1, tie_breaks = 'PTS' where event_id = $1`, l.event)
	l.pair(1)
	l.play(1)
	return l
}

// levelAGroup makes the match of a group of two a draw, behind the back of its node.
func (l *league) levelAGroup() {
	l.t.Helper()
	l.exec(`update result_report set outcome = 'draw', slot1_points = 1, slot2_points = 1 where match_id in (select match_id from match where round_no = 1 and pairing_no = 1)`)
	l.exec(`update event set version = version + 1`)
}

// A knockout has no place for whoever comes after its first round; the form says so instead of
// asking for a round.
func TestALateEntryOfAKnockoutIsTold(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	guest := l.visitor()
	guest.get("/e/lake/open/standings/embed").wants(http.StatusOK).has("th", "Team 0001").hasNot("th", "Place").hasNot("th", "Points")
	l.exec(`update section set system = 'knockout', rounds = 2, tie_breaks = 'PTS' where event_id = $1`, l.event)
	l.pair(1)
	l.chief.get("/e/lake/desk/open/teams/new").wants(http.StatusOK).has(".note", "plays in none of its ties").hasNot("label", "Half a pairing").hasNot("label", "Plays from round")
}

// While groups play, whoever reads the standings anywhere reads places in the groups, and who
// goes on.
func TestGroupsAreTheStandingsEverywhere(t *testing.T) {
	t.Parallel()
	l := groupsPlayed(t, false)
	guest := l.visitor()
	page := guest.get("/e/lake/open/standings").wants(http.StatusOK).has("#goes-on li", "Places 1 to 2 of every group go on to the knockout.")
	expect.Equal(t, page.count("tr.cut"), 2, "lines between those who go on and the others")
	expect.True(t, page.count("#group-B .tag-ok") == 2 && page.count(".tag-ok") == 4, "%d marks of those who go on", page.count(".tag-ok"))
	guest.get("/e/lake/open/preview.png").wants(http.StatusOK)
	guest.get("/e/lake/open/standings/embed?rows=1").wants(http.StatusOK).has("th", "Group B").has("th", "Team 0002").hasNot("th", "Team 0004")
	guest.get("/e/lake/find?team=team-4").wants(http.StatusOK).has("body", "4 points, place 2 in group A").has("body", "Goes on to the knockout, place 2 in group A.")
	guest.get("/e/lake/find?team=team-7").wants(http.StatusOK).has("body", "Not in the knockout, place 4 in group B.")
	csv := guest.get("/e/lake/open/standings.csv").wants(http.StatusOK).body
	expect.True(t, strings.Contains(csv, "provisional,outside,line,group,group_place\n") && strings.Contains(csv, ",A,2\n"), "the standings as CSV:\n%s", csv)
	var api struct {
		Items []struct {
			Team, Group string
			GroupPlace  int `json:"group_place"`
		}
	}
	expect.OK(t, json.Unmarshal([]byte(guest.get("/api/v1/events/lake/sections/open/standings").wants(http.StatusOK).body), &api))
	expect.True(t, len(api.Items) == 8 && api.Items[3].Team == "team-3" && api.Items[3].Group == "B" && api.Items[3].GroupPlace == 2, "the standings of the API: %+v", api)
	paper := l.chief.get("/e/lake/desk/print/open/round/3?paper=standings").wants(http.StatusOK).has(".ppart", "Group B").has("td", "Team 0004 → Knockout")
	expect.Equal(t, paper.count(".pcut"), 2, "lines on the paper")
	l.chief.get("/e/lake/desk/print/open/round/3?paper=crosstable").wants(http.StatusOK).has(".ppart", "Group A").has(".ppart", "Group B").has(".paper", "page 1 of 1")
	l.send("/e/lake/desk/screens", url.Values{"name": {"Main"}, "programme": {"standings"}}).wants(http.StatusSeeOther)
	l.settle()
	screen := guest.get("/e/lake/hall/main").wants(http.StatusOK).has(".hall-range", "Group A – B").has(".hrow", "B2 Team 0003").has(".tag-ok", "Knockout")
	expect.Equal(t, screen.count(".hrow:empty"), 0, "empty rows where both groups stand in one column")
}

// Teams that are level across the line go nowhere before it is decided.
func TestALevelGroupSendsNobodyOn(t *testing.T) {
	t.Parallel()
	l := groupsPlayed(t, true)
	l.chief.get("/e/lake/desk/open/groups").wants(http.StatusOK).has(".tag", "complete").hasNot(".tag", "goes on").has("td", "1–4").has(".note", "The order is still to be decided")
	guest := l.visitor()
	guest.get("/e/lake/open/standings").wants(http.StatusOK).has(".note", "The order is still to be decided").hasNot(".tag", "Knockout")
	guest.get("/e/lake/find?team=team-7").wants(http.StatusOK).has("body", "3 points, place 1–4 in group B").hasNot("body", "knockout")
}
