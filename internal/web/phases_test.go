package web_test

import (
	"net/http"
	"net/url"
	"strconv"
	"testing"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// phased is a league of four that everybody plays against everybody in, before a final.
func phased(t *testing.T) (l *league, set url.Values) {
	t.Helper()
	l = newLeague(t, 4)
	l.exec(`update section set system = 'round-robin', rounds = 3, matches_per_pairing = 1, bye_points = 0, tie_breaks = 'PTS,DE,WIN'`)
	l.exec(`insert into section (event_id, section_id, slug, name, letter, position, rulebook, system, rounds, matches_per_pairing, bye_points, tie_breaks, clock_ms, round_minutes, first_table)
		values ($1, $2, 'final', 'Final', 'F', 2, 'FIDEX', 'knockout', 1, 1, 0, 'PTS', 300000, 25, 41)`, l.event, l.section+1)
	l.give(l.chief, l.event, l.section+1, access.SectionChief)
	l.settle()
	return l, url.Values{
		"revision": {"0"}, "from-1": {strconv.FormatInt(l.section, 10)}, "kind-1": {"places"}, "first-1": {"1"}, "last-1": {"2"},
		"carry": {"points"}, "seeding": {"place"}, "breaking": {"tie-breaks"},
	}
}

const (
	finalPhase = "/e/lake/desk/final/phase"
	openPhase  = "/e/lake/desk/open/phase"
)

func (l *league) playAll() {
	l.t.Helper()
	for n := 1; n <= 3; n++ {
		l.draft(n)
		l.publish(n)
		l.play(n)
	}
}

// A chief says who comes in, sees at any time who would, lets them in, and takes it back.
func TestAPhaseIsSetUpSeenAndStarted(t *testing.T) {
	t.Parallel()
	l, set := phased(t)
	l.chief.get(finalPhase).wants(http.StatusOK).has("[data-phase-form] h2", "Let teams of other sections come in").hasNot("main", "Who comes into")
	bad := url.Values{}
	for name, values := range set {
		bad[name] = values
	}
	bad.Set("last-1", "0")
	l.send(finalPhase+"/set", bad).wants(http.StatusUnprocessableEntity).has(".field-error", "Enter the last place").has("[name=first-1]", "")
	bad.Set("last-1", "2")
	bad.Set("kind-1", "losers")
	l.send(finalPhase+"/set", bad).wants(http.StatusUnprocessableEntity).has(".field-error", "Open is no knockout")
	l.send(finalPhase+"/set", set).wants(http.StatusSeeOther)
	set.Set("key", l.key())
	l.send(finalPhase+"/set", set).wants(http.StatusConflict).has("[role=alert]", "Nothing was saved")
	l.settle()
	guest := l.visitor()
	for _, at := range []string{"/e/lake/desk/final", "/e/lake/desk/final/teams", "/e/lake/desk/final/round/1/pair"} {
		l.chief.get(at).wants(http.StatusOK).has("main", "Teams come in from Open.").has("a[href="+finalPhase+"]", "Who comes into Final").hasNot("main", "Enter teams").hasNot("main", "needs two teams")
	}
	l.chief.get("/e/lake/desk/final/teams").has(".empty-acts a", "Who comes into Final")
	guest.get("/e/lake").has("main", "Teams come in from Open.")
	page := l.chief.get(finalPhase).wants(http.StatusOK)
	page.has("[data-path] .path-box.on", "places 1 to 2 of Open").has("[data-path] a[href="+openPhase+"]", "Open").has("main", "Open is not over").hasNot("button", "Let ")
	l.playAll()
	l.chief.get("/e/lake/desk/open").has("a.btn-main[href="+openPhase+"]", "Who goes on")
	page = l.chief.get(finalPhase).wants(http.StatusOK)
	page.has("[data-entrants] tr", "Team 0001").has("[data-entrants] tr", "place 2 of Open").has("[data-entrants] .tag-ok", "certain").has("button", "Let 2 teams in")
	l.chief.get(openPhase).wants(http.StatusOK).has("[data-line]", "after place 2, now between Team 0002 and Team 0003").has("[data-line]", "Points separate them")
	start := url.Values{"revision": {page.value("form[action="+finalPhase+"/start] [name=revision]", "value")}, "basis": {page.value("[name=basis]", "value")}}
	l.send(finalPhase+"/start", url.Values{"revision": start["revision"], "basis": {"other"}}).wants(http.StatusConflict).has("[role=alert]", "Others come into Final")
	l.send(finalPhase+"/start", start).wants(http.StatusSeeOther)
	l.settle()
	page = l.chief.get(finalPhase).wants(http.StatusOK)
	guest.get("/e/lake").has("main", "Round 1 is not published yet.").hasNot("main", "Entries are open")
	l.chief.get("/e/lake/desk/open").has("a.btn-main", "Final standings")
	page.has("[data-started]", "2 teams came in").has("[data-entrants] tr", "place 1 of Open").hasNot("[data-phase-form]", "")
	l.chief.get("/e/lake/desk/final/teams").wants(http.StatusOK).has("main", "Team 0001").has("main", "Team 0002").hasNot("main", "Team 0003")
	l.chief.get("/e/lake/desk/open/round/1/table/1/match/1/correct?outcome=slot2").wants(http.StatusOK).has("main", "What changes")
	l.send(finalPhase+"/back", url.Values{"revision": {page.value("form[action="+finalPhase+"/back] [name=revision]", "value")}, "reason": {"a wrong slip"}}).wants(http.StatusSeeOther)
	l.settle()
	l.chief.get(finalPhase).wants(http.StatusOK).has("button", "Let 2 teams in")
	l.chief.get("/e/lake/desk/final/teams").wants(http.StatusOK).hasNot("main", "Team 0001")
}

// A correction says before it is signed who would come in by it.
func TestACorrectionNamesWhoWouldQualify(t *testing.T) {
	t.Parallel()
	l, set := phased(t)
	l.send(finalPhase+"/set", set).wants(http.StatusSeeOther)
	l.playAll()
	said := 0
	for round := 1; round <= 3; round++ {
		for table := 1; table <= 2; table++ {
			for _, outcome := range []string{"slot1", "slot2"} {
				page := l.chief.get("/e/lake/desk/open/round/" + strconv.Itoa(round) + "/table/" + strconv.Itoa(table) + "/match/1/correct?outcome=" + outcome).wants(http.StatusOK)
				if page.count("[data-phase-moves] li") > 0 {
					said++
					page.has("[data-phase-moves] li", "Final: ").has("main", "Who goes on")
				}
			}
		}
	}
	expect.True(t, said != 0 && said != 12, "%d of 12 corrections name the final", said)
}

// Everybody reads who goes on as soon as it is certain, with the line in the standings, on
// screens and on paper; the pages of a team lead from phase to phase, and so does its link.
func TestEverybodyReadsWhoGoesOn(t *testing.T) {
	t.Parallel()
	l, set := phased(t)
	l.send(finalPhase+"/set", set).wants(http.StatusSeeOther)
	everybody := l.visitor()
	l.draft(1)
	l.publish(1)
	l.play(1)
	const standings = "/e/lake/open/standings"
	everybody.get(standings).has("#goes-on li", "Places 1 to 2 go on to Final.").hasNot("td .tag-ok", "").hasNot("th .tag-ok", "Final")
	l.draft(2)
	l.publish(2)
	l.play(2)
	l.draft(3)
	l.publish(3)
	l.play(3)
	page := everybody.get(standings).wants(http.StatusOK)
	everybody.get("/e/lake/find?team=team-1").has("body", "Goes on: Final.")
	everybody.get("/e/lake/find?team=team-4").hasNot("body", "Goes on")
	page.has("tr.cut th", "Team 0002").has("tr.cut .tag-ok", "Final")
	expect.Equal(t, page.count("th .tag-ok"), 2, "teams go on")
	l.visitor().get(standings+"?lang=de").has("#goes-on li", "Die Plätze 1 bis 2 kommen weiter in Final.")
	everybody.get("/e/lake/final/standings").has("main", "Teams come in from Open. Their points of before count here.")
	l.chief.get("/e/lake/desk/print/open/round/3?paper=standings").wants(http.StatusOK).has("tr.pcut td", "Team 0002 → Final").has("main", "Places 1 to 2 go on to Final")
	l.send("/e/lake/desk/screens", url.Values{"name": {"Wall"}, "programme": {"standings"}}).wants(http.StatusSeeOther)
	everybody.get("/e/lake/hall/wall").wants(http.StatusOK).has(".hrow-cut .t", "Team 0002").has(".hrow-cut .tag-ok", "→ Final").hasNot(".tag-warn", "Final")
	desk := l.chief.get(finalPhase)
	l.send(finalPhase+"/start", url.Values{"revision": {desk.value("form[action="+finalPhase+"/start] [name=revision]", "value")}, "basis": {desk.value("[name=basis]", "value")}}).wants(http.StatusSeeOther)
	l.settle()
	everybody.get("/e/lake/team/team-1").wants(http.StatusOK).has("a[href=/e/lake/find?team=team-0001]", "Plays on in Final.")
	everybody.get("/e/lake/find?team=team-1").has("a[href=/e/lake/find?team=team-0001]", "Plays on in Final.").hasNot("body", "Goes on")
	everybody.get("/e/lake/team/team-0001").wants(http.StatusOK).has("a[href=/e/lake/team/team-1]", "Came from Open, place 1.")
	everybody.get(standings).has("tr.cut .tag-ok", "Final")
	everybody.get("/e/lake/final/standings").wants(http.StatusOK).has("tbody th", "Team 0001")

	// A result that is corrected later moves nobody who came in.
	l.exec(`update result_report set outcome = case outcome when 'slot1' then 'slot2' else 'slot1' end, slot1_points = slot2_points, slot2_points = slot1_points`)
	l.hub.Resync()
	l.settle()
	after := everybody.get(standings).wants(http.StatusOK)
	after.has("tr[data-team=team-1] .tag-ok", "Final").has("tr[data-team=team-2] .tag-ok", "Final")
	expect.Equal(t, after.count("th .tag-ok"), 2, "teams go on after a correction")
}
