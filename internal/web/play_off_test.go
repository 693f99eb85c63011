package web_test

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/journal"
)

const playOffDesk = "/e/lake/desk/play-off-open"

// levelLeague is a league whose teams 2 and 3 are level across the line to a final, which they
// play off for; the value names both in the form.
func levelLeague(t *testing.T) (l *league, tie string) {
	t.Helper()
	l, set := phased(t)
	set.Set("breaking", "play-off")
	l.exec(`insert into event_counter (event_id, name, value) values ($1, 'section', 100) on conflict (event_id, name) do update set value = 100`, l.event)
	l.exec(`update team set link_hash = sha256(convert_to(slug, 'UTF8'))`)
	l.send(finalPhase+"/set", set).wants(http.StatusSeeOther)
	l.playAll()
	l.exec(`update result_report r set outcome = 'draw', slot1_points = 1, slot2_points = 1 from match m
		join pairing_team a on (a.event_id, a.section_id, a.round_no, a.pairing_no, a.slot) = (m.event_id, m.section_id, m.round_no, m.pairing_no, 1)
		join pairing_team b on (b.event_id, b.section_id, b.round_no, b.pairing_no, b.slot) = (m.event_id, m.section_id, m.round_no, m.pairing_no, 2)
		where r.match_id = m.match_id and a.team_id in (2, 3) and b.team_id in (2, 3)`)
	l.hub.Resync()
	l.settle()
	return l, l.chief.get(openPhase).wants(http.StatusOK).value("[data-play-off] [name=tie]", "value")
}

// within pairs and plays in another section of the league.
func (l *league) within(slug string, do func()) {
	l.t.Helper()
	before := l.SectionID
	if err := l.pool.QueryRow(l.t.Context(), `select section_id from section where slug = $1`, slug).Scan(&l.SectionID); err != nil {
		l.t.Fatal(err)
	}
	do()
	l.SectionID = before
}

// A play-off is paired from the line that it decides, by whoever is chief there, is a match at the
// desk, on phones, in the hall and on paper, and its result decides the line.
func TestAPlayOffIsPairedPlayedAndDecides(t *testing.T) {
	t.Parallel()
	l, tie := levelLeague(t)
	everybody := l.visitor()
	l.chief.get(finalPhase).has("main", "Pair a play-off.").hasNot("button", "Let ")
	const level = "Level for a place in Final: a play-off decides."
	everybody.get("/e/lake/find?team=team-2").has("main", level)
	everybody.get("/e/lake/find?team=team-1").has("main", "Goes on: Final.").hasNot("main", level)
	everybody.get("/e/lake/find?team=team-4").hasNot("main", level)
	form := url.Values{"tie": {tie}, "name": {"Play-off Open"}, "matches": {"0"}, "first_table": {"9"}}
	l.send(openPhase+"/play-off", form).wants(http.StatusUnprocessableEntity)
	form = url.Values{"tie": {strings.Replace(tie, "2", "4", 1)}, "name": {"Play-off Open"}, "matches": {"1"}, "first_table": {"9"}}
	l.send(openPhase+"/play-off", form).wants(http.StatusConflict).has("[role=alert]", "not level across a line")
	form = url.Values{"tie": {tie}, "name": {"Play-off Open"}, "matches": {"1"}, "first_table": {"9"}}
	if to := l.send(openPhase+"/play-off", form).wants(http.StatusSeeOther).header.Get("Location"); !strings.HasPrefix(to, playOffDesk) {
		t.Errorf("onward to %s", to)
	}
	l.exec(`update team set state = 'entered'`) // nobody checks teams in here
	l.hub.Resync()
	l.chief.get(playOffDesk).wants(http.StatusOK).has("main", "Pair round 1").hasNot("main", "not checked in")
	l.exec(`update team set state = 'here'`)
	l.hub.Resync()
	l.chief.get(playOffDesk+"/phase").wants(http.StatusOK).has("main", "play off for places 2 to 3 of Open").has("button", "Take the play-off back")
	l.chief.get(openPhase).has("[data-play-offs] a[href="+playOffDesk+"]", "Team 0002 – Team 0003").has("[data-play-offs]", "not paired yet").hasNot("[data-play-off]", "")
	everybody.get("/e/lake/open/standings").has("#goes-on a[href=/e/lake/play-off-open/standings]", "Play-off for places 2 to 3: Team 0002 – Team 0003. It is not decided yet.")
	l.visitor().get("/e/lake/open/standings?lang=de").has("#goes-on a", "Stichkampf um die Plätze 2 bis 3")
	everybody.get("/e/lake/play-off-open/standings").has("main", "It decides their order there and counts for nothing else.")
	following := []string{"/e/lake/find?team=team-2", "/e/lake/team/team-2"}
	for _, page := range following {
		everybody.get(page).has("main a", "Plays off in Play-off Open.").hasNot("main a", "Table 9").hasNot("main", level).has("body[data-stream=/e/lake/stream]", "")
	}
	l.within("play-off-open", func() {
		l.pair(1)
		l.chief.get(playOffDesk+"/round/1/wall").wants(http.StatusOK).has("main", "Team 0002").has("main", "Team 0003")
		l.chief.get("/e/lake/desk/print/play-off-open/round/1?paper=slips").wants(http.StatusOK).has("main", "Team 0002")
		everybody.get("/e/lake/play-off-open/round/1/pairings").wants(http.StatusOK).has("main", "Team 0002")
		for _, page := range following {
			everybody.get(page).has("main a", "Plays off in Play-off Open. Table 9")
		}
		l.exec(`insert into hall_screen (event_id, slug, name, programme, sections, theme) values ($1, 'main', 'Main', 'names', array[$2::bigint], 'light')`, l.event, l.section)
		l.hub.Resync()
		l.settle()
		everybody.get("/e/lake/hall/main").wants(http.StatusOK).has("main", "Team 0002").has("main", "Play-off Open")
		before := everybody.get("/e/lake/open/standings").text("tbody")
		l.exec(`insert into result_report (event_id, report_id, match_id, source, by_account, by_name, outcome, slot1_points, slot2_points, state, at)
			select 1, 9000, m.match_id, 'desk', $1, 'Dana Holt', case t.name when 'Team 0002' then 'slot1' else 'slot2' end,
				case t.name when 'Team 0002' then 2 else 0 end, case t.name when 'Team 0002' then 0 else 2 end, 'confirmed', now()
			from match m join pairing_team p on (p.event_id, p.section_id, p.round_no, p.pairing_no, p.slot) = (m.event_id, m.section_id, m.round_no, m.pairing_no, 1)
			join team t using (team_id) where m.section_id = $2`, l.chief.accountID, l.SectionID)
		l.exec(`update match set state = 'verified' where section_id = $1`, l.SectionID)
		l.exec(`update round set state = 'complete' where section_id = $1`, l.SectionID)
		l.exec(`update event set version = version + 1`)
		e := l.read().Event
		l.hub.Changed(l.event, e.Version, journal.InRound(l.SectionID, 1))
		l.server.CatchUp(l.event)
		after := everybody.get("/e/lake/open/standings")
		if now := after.text("tbody"); now == before {
			t.Errorf("the standings did not show again: %s", now)
		}
		for _, page := range following {
			everybody.get(page).has("main a", "Played off in Play-off Open.").hasNot("main", "Plays off")
		}
		l.chief.get(openPhase).has("[data-play-offs]", "over")
		after.has("#goes-on li", "A play-off decided the tie across the line.").has("tr.cut th", "Team 0002").has("tr.cut .tag-ok", "Final")
	})
	l.chief.get("/e/lake/desk/print/open/round/3?paper=standings").wants(http.StatusOK).has("main", "Play-off for places 2 to 3: Team 0002 – Team 0003")
	l.chief.get(playOffDesk+"/round/1/table/9/match/1/correct?outcome="+l.otherOutcome("play-off-open")).wants(http.StatusOK).
		has("[data-phase-moves] li", "Final: would come in: Team 0003; would not come in any more: Team 0002.")
	l.chief.get(finalPhase).has("button", "Let 2 teams in")
}

// otherOutcome is what the only match of a section did not come to.
func (l *league) otherOutcome(slug string) (other string) {
	l.t.Helper()
	err := l.pool.QueryRow(l.t.Context(), `select case r.outcome when 'slot1' then 'slot2' else 'slot1' end from result_report r
		join match m using (event_id, match_id) join section s using (event_id, section_id) where s.slug = $1`, slug).Scan(&other)
	if err != nil {
		l.t.Fatal(err)
	}
	return other
}

// A play-off that nobody paired is taken back on its page by the chief of the section it is for;
// sent twice, the second answer is that of the first and no refusal.
func TestAPlayOffIsTakenBackAtTheDesk(t *testing.T) {
	t.Parallel()
	l, tie := levelLeague(t)
	floor := l.person("mia", "Mia Roe", "none")
	l.give(floor, l.event, l.section, access.SectionChief)
	form := func() url.Values {
		return url.Values{"tie": {tie}, "name": {"Play-off Open"}, "matches": {"1"}, "first_table": {strconv.Itoa(1)}}
	}
	l.send(openPhase+"/play-off", form()).wants(http.StatusSeeOther)
	page := floor.get(playOffDesk + "/phase")
	back := url.Values{"revision": {page.value("form[action="+playOffDesk+"/phase/back] [name=revision]", "value")}, "reason": {"one team has left"}, "key": {l.key()}}
	if to := floor.post(playOffDesk+"/phase/back", back).wants(http.StatusSeeOther).header.Get("Location"); !strings.HasPrefix(to, openPhase) {
		t.Errorf("onward to %s", to)
	}
	if to := floor.post(playOffDesk+"/phase/back", back).wants(http.StatusSeeOther).header.Get("Location"); !strings.HasPrefix(to, "/e/lake/desk?") {
		t.Errorf("sent again, onward to %s", to)
	}
	l.settle()
	l.chief.get(playOffDesk).wants(http.StatusNotFound)
	floor.get(playOffDesk).wants(http.StatusNotFound)
	l.chief.get(openPhase).has("[data-play-off]", "Pair a play-off").hasNot("[data-play-offs]", "")
	l.visitor().get("/e/lake/open/standings").hasNot("main", "Play-off for places")
}
