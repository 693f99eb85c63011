package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// A penalty stands beside the results wherever a team's points can be looked into.
func TestPenaltiesAreShown(t *testing.T) {
	t.Parallel()
	l := seated(t, 4)
	l.play(1)
	l.exec(`insert into team_points (event_id, points_id, section_id, team_id, round_no, match_points, game_points, reason)
		select event_id, 1, section_id, team_id, 1, -1, 0, 'Late twice' from team where event_id = $1 and slug = 'team-1'`, l.event)
	l.hub.Resync()
	l.settle()
	everybody := l.visitor()
	everybody.get("/e/lake/open/crosstable").wants(http.StatusOK).has("thead", "Outside the rounds").has("tbody tr", "−½ 1½")
	everybody.get("/e/lake/open/standings").wants(http.StatusOK).has("tbody tr", "1½").has("[data-outside]", "Part of the points was given outside the rounds: Team 0001 −½.")
	l.exec(`insert into hall_screen (event_id, slug, name, programme) values ($1, 'places', 'Places', 'standings')`, l.event)
	l.hub.Resync()
	everybody.get("/e/lake/hall/places").wants(http.StatusOK).has(".hrow", "−½ outside the rounds")
	everybody.get("/e/lake/team/team-1").wants(http.StatusOK).has("main", "Outside the rounds: −½ (penalty or bonus)").hasNot("main", "Late twice")
	expect.Contains(t, l.chief.get("/e/lake/desk/open/report.trf").wants(http.StatusOK).body, "299    -0.5   0.0    1    1", "the report leaves it out")
}

// The team's page says in which rounds no half point is given, and the wish is
// refused with what is possible.
func TestTheDeskSaysWhereNoHalfPointIsGiven(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	l.exec(`update section set no_half_in_last = 1 where event_id = $1`, l.event)
	l.hub.Resync()
	page := l.chief.get("/e/lake/desk/open/teams/1").wants(http.StatusOK).has("main", "No half-point byes in the last round (round 5).")
	form := fields(t, page, "/e/lake/desk/open/teams/1/bye")
	l.chief.post("/e/lake/desk/open/teams/1/bye", with(form, "round", "5", "kind", "half")).wants(http.StatusUnprocessableEntity).
		has(".field-error", "gives no half-point byes in the last round (round 5). A round off for nothing is still possible.")
	l.chief.post("/e/lake/desk/open/teams/1/bye", with(form, "round", "5", "kind", "zero")).wants(http.StatusSeeOther)
}

const pointsPath = "/e/lake/desk/open/points"

// A director gives points on their page, for a ruling; everybody sees them beside the
// results, nobody outside reads why, and they are taken back there.
func TestADirectorGivesPointsAndTakesThemBack(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	l.draft(1)
	l.publish(1)
	l.play(1)
	l.exec(`insert into incident (event_id, incident_id, section_id, state, opened_at) values ($1, 1, 1, 'ruled', $2)`, l.event, l.now)
	l.exec(`insert into ruling (event_id, ruling_id, incident_id, level, made_by, made_by_name, at, verdict, follows, proposal, decision, articles, basis, sentence, reason, state)
		select $1, 7, 1, 'director', min(account_id), 'Dana Holt', $2, 'upheld', false, '{}', '{}', '{}', '', 'Team 0001 loses a point.', 'x', 'standing' from account`, l.event, l.now)
	td := l.person("tess", "Tess Roe", "none")
	l.give(td, l.event, 1, access.Director)
	page := td.get(pointsPath).wants(http.StatusOK).has("main", "No points were given or taken so far.").has("select[name=ruling]", "Ruling 7, Dana Holt: Team 0001 loses a point.")
	form := url.Values{"key": {l.key()}, "last": {page.value("[data-give-points] [name=last]", "value")}, "team": {"1"}, "round": {"1"}, "match_points": {"a few"}, "ruling": {"7"}, "reason": {"Late twice"}}
	td.post(pointsPath, form).wants(http.StatusUnprocessableEntity).has(".field-error", "such as -1 or +0.5").has("main", "No points were given")
	form.Set("match_points", "−½")
	form.Set("key", l.key())
	done := td.post(pointsPath, form).wants(http.StatusSeeOther)
	td.get(done.to()).has(".said", "−½ points are given.").has("[data-given]", "Team 0001 −½").has("[data-given]", "after round 1").has("[data-given]", "Late twice").
		has("[data-given] a", "Ruling 7").has("[data-given]", "Tess Roe")
	l.settle()
	everybody := l.visitor()
	for _, address := range []string{"/e/lake/open/standings", "/e/lake/open/crosstable", "/e/lake/team/team-1", "/e/lake/open/standings.csv", "/api/v1/events/lake/sections/open/standings"} {
		body := everybody.get(address).wants(http.StatusOK).body
		expect.True(t, !strings.Contains(body, "Late twice") && !strings.Contains(body, "Tess Roe"), "%s tells the reason", address)
	}
	everybody.get("/e/lake/open/standings").has("[data-outside]", "Team 0001 −½.")
	expect.Contains(t, everybody.get("/api/v1/events/lake/sections/open/standings").body, `"outside":-1`, "the interface leaves them out")
	if body := everybody.get("/e/lake/open/standings.csv").body; !strings.Contains(body, "provisional,outside,line\n") || !strings.Contains(body, ",-0.5,2\n") {
		t.Errorf("the table for programs leaves them out: %s", body)
	}
	l.chief.get("/e/lake/desk/print/open/round/1?paper=crosstable").wants(http.StatusOK).has("body", "1½ (−½)")
	form.Set("key", l.key()) // a page from before is told what stands
	form.Set("match_points", "-1")
	td.post(pointsPath, form).wants(http.StatusConflict).has("[role=alert]", "was given −½ points meanwhile (Tess Roe: Late twice), and the form says −1").has("[data-given]", "Team 0001 −½")

	// The ruling falls: the page says so, and nothing happens by itself.
	l.exec(`update ruling set state = 'overturned' where event_id = $1`, l.event)
	td.get(pointsPath).has(".tag-warn", "its ruling counts no more")
	back := url.Values{"key": {l.key()}, "points": {"1"}, "reason": {""}}
	td.post(pointsPath+"/back", back).wants(http.StatusUnprocessableEntity).has(".field-error", "Say why they count no more.")
	back = url.Values{"key": {l.key()}, "points": {"1"}, "reason": {"Overturned on appeal"}}
	td.get(td.post(pointsPath+"/back", back).wants(http.StatusSeeOther).to()).has("[data-given]", "Taken back by Tess Roe").has("[data-given]", "Overturned on appeal").hasNot(".tag-warn", "its ruling")
	l.settle()
	if page := everybody.get("/e/lake/open/standings").wants(http.StatusOK); page.count("[data-outside]") != 0 {
		t.Error("what was taken back is still public")
	}
	td.post(pointsPath+"/back", url.Values{"key": {l.key()}, "points": {"1"}, "reason": {"again"}}).wants(http.StatusConflict).has("[role=alert]", "took these points back already")
	l.chief.get("/e/lake/desk/journal").has("main", "give points").has("main", "take back points")
	desk := l.person("kim", "Kim Lee", "none")
	l.give(desk, l.event, 1, access.Scorekeeper)
	if page := desk.get(pointsPath).wants(http.StatusOK).has("main", "Directors and chiefs give points"); page.count("form[data-give-points], form[data-points-back]") != 0 {
		t.Error("a scorekeeper is offered to give points")
	}
}
