package web_test

import (
	"net/http"
	"strings"
	"testing"
)

// A penalty stands beside the results wherever a team's points can be looked into.
func TestPenaltiesAreShown(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	l.draft(1)
	l.publish(1)
	l.play(1)
	l.exec(`insert into team_points (event_id, points_id, section_id, team_id, round_no, match_points, game_points, reason)
		select event_id, 1, section_id, team_id, 1, -1, 0, 'Late twice' from team where event_id = $1 and slug = 'team-1'`, l.event)
	l.hub.Resync()
	l.settle()
	everybody := l.visitor()
	everybody.get("/e/lake/open/crosstable").wants(http.StatusOK).has("tbody tr", "1½ (−½)")
	everybody.get("/e/lake/open/standings").wants(http.StatusOK).has("tbody tr", "1½")
	everybody.get("/e/lake/team/team-1").wants(http.StatusOK).has("main", "Outside the rounds: −½ (penalty or bonus)").hasNot("main", "Late twice")
	if report := l.chief.get("/e/lake/desk/open/report.trf").wants(http.StatusOK).body; !strings.Contains(report, "299    -0.5   0.0    1    1") {
		t.Errorf("the report leaves it out:\n%s", report)
	}
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
