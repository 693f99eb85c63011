package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/testkit"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

const pinned = "r1bqkbnr/ppp2ppp/2np4/1B2p3/3PP3/5N2/PPP2PPP/RNBQK2R[] b KQkq - 0 4"

// disputed is a league in round 1 with a director, and the card of an incident
// at table 1, match 1.
func disputed(t *testing.T) (l *league, director *browser, card string) {
	t.Helper()
	l = newLeague(t, 4)
	l.pair(1)
	director = l.person("ana", "Ana Ruiz", "none")
	l.give(director, l.event, l.section, access.Director)
	open := url.Values{"section": {"open"}, "round": {""}, "table": {"1"}, "match": {"1"}, "kind": {"illegal-move"}, "key": {l.key()}}
	return l, director, director.post("/e/lake/desk/incidents/new", open).wants(http.StatusSeeOther).to()
}

// filled is the card of an illegal move claimed in time.
func filled(revision string) url.Values {
	return url.Values{
		"revision": {revision}, "kind": {"illegal-move"}, "by": {"WA"}, "a": {pinned}, "b": {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1"},
		"clock_WA": {"241"}, "clock_BA": {"2:58"}, "clock_WB": {"3:02"}, "clock_BB": {""}, "acts": {"BA move c6d4\nBA press"}, "certainty": {"agreed"}, "then": {"rule"},
	}
}

func TestFromTheWallToASignedRuling(t *testing.T) {
	t.Parallel()
	l, director, card := disputed(t)
	director.get("/e/lake/desk/open/round/1/wall").has("[data-state=review]", "1").has("a[data-dispute=]", "incident")
	director.get("/e/lake/desk/open/round/1/wall?table=1").has(".tile .ago", "claim").has(".entry-live a", "Incident 1")
	page := director.get(card).wants(http.StatusOK).has("h1", "Incident 1")
	saved := director.post(card, filled(page.value("input[name=revision]", "value"))).wants(http.StatusSeeOther)
	ruling := director.get(saved.to()).wants(http.StatusOK)
	ruling.has("h2.headline", "illegal").has(".tag-rule", "FIDEX 19").has(".fx", "open → 1–0")
	revision := ruling.value("form[data-decide=] input[name=revision]", "value")
	depart := url.Values{"revision": {revision}, "choice": {"other"}, "outcome": {"draw"}, "key": {l.key()}}
	director.post(card+"/ruling", depart).wants(http.StatusUnprocessableEntity).has(".field-error", "why you depart").has("option[selected=]", "draw")
	follow := url.Values{"revision": {revision}, "choice": {"follow"}, "reason": {"Both players agree on the position."}, "key": {l.key()}}
	director.post(card+"/ruling", follow).wants(http.StatusSeeOther)
	director.get(card+"/ruling").has("main", "What counts now").has("th", "Standing").has(".quote", "Both players agree").has(".note", "appeal to the section chief")
	director.get("/e/lake/desk/open/round/1/wall").has("[data-state=play]", "Team").hasNot("[data-state=review]", "Team")
	director.get("/e/lake/desk/penalties").has("td", "illegal move")
	l.settle()
	l.visitor().get("/e/lake/open/round/1/pairings?by=table").hasNot("main", "illegal").hasNot("main", "Ana Ruiz")
}

func TestCardSaysWhatIsWrongAndKeepsWhatWasTyped(t *testing.T) {
	t.Parallel()
	_, director, card := disputed(t)
	revision := director.get(card).value("input[name=revision]", "value")
	bad := filled(revision)
	bad.Set("acts", "BA move c6d4\nBA dance")
	director.post(card, bad).wants(http.StatusUnprocessableEntity).has(".field-error", "Line 2").has("textarea[name=acts]", "BA dance")
	bad = filled(revision)
	bad.Set("a", "8/8/8")
	bad.Set("clock_WA", "soon")
	director.post(card, bad).wants(http.StatusUnprocessableEntity).has(".field-error", "2:41 or 241")
	director.post(card, filled("99")).wants(http.StatusConflict).has(".note", "changed since you opened it")
}

func TestAppealGoesToTheSectionChiefThenToTheChief(t *testing.T) {
	t.Parallel()
	l, director, card := disputed(t)
	saved := director.post(card, filled(director.get(card).value("input[name=revision]", "value"))).to()
	revision := director.get(saved).value("form[data-decide=] input[name=revision]", "value")
	director.post(card+"/ruling", url.Values{"revision": {revision}, "choice": {"follow"}, "reason": {"Everybody saw it."}}).wants(http.StatusSeeOther)
	loser := strings.TrimSpace(director.get(card+"/ruling").value("select[name=team] option", "value"))
	director.post(card+"/appeal", url.Values{"team": {loser}, "grounds": {"The clock was not pressed."}, "key": {l.key()}}).wants(http.StatusSeeOther)

	review := url.Values{
		"state": {"overturned"}, "outcome": {""}, "reason": {"The clock was not pressed."}, "heard_claimant": {"yes"}, "heard_opponent": {"yes"}, "heard_official": {"yes"},
	}
	review.Set("revision", l.chief.get("/e/lake/desk/appeals/1").wants(http.StatusOK).has(".headline", "illegal").value("input[name=revision]", "value"))
	director.post("/e/lake/desk/appeals/1", review).wants(http.StatusForbidden)
	l.exec(`insert into affiliation (event_id, account_id, kind, team_id, created_at) values ($1, $2, 'team', $3, now())`, l.event, l.chief.accountID, loser)
	l.chief.get("/e/lake/desk/appeals/1").has(".note", "You are declared as tied")
	l.chief.post("/e/lake/desk/appeals/1", review).wants(http.StatusForbidden).has("[role=alert]", "tied")
	l.exec(`delete from affiliation`)
	l.chief.post("/e/lake/desk/appeals/1", review).wants(http.StatusSeeOther)
	l.chief.get("/e/lake/desk/appeals/1").has(".headline", "Overturned")
	l.chief.get("/e/lake/desk/penalties").has("td", "voided")

	final := l.person("sam", "Sam Cole", "none")
	l.give(final, l.event, 0, access.Chief)
	director.post(card+"/appeal", url.Values{"team": {loser}, "grounds": {"It was."}, "key": {l.key()}}).wants(http.StatusSeeOther)
	review.Set("revision", final.get("/e/lake/desk/appeals/2").has(".note", "final").value("input[name=revision]", "value"))
	review.Set("state", "upheld")
	l.chief.post("/e/lake/desk/appeals/2", review).wants(http.StatusForbidden)
	l.wait(7 * time.Minute)
	final.post("/e/lake/desk/appeals/2", review).wants(http.StatusSeeOther)
	decided := find(final.get("/e/lake/desk/appeals").has("main", "Decided").doc, "li .muted")
	expect.MustEqual(t, len(decided), 2, "decided appeals")
	for i, says := range []string{"upheld · 9:07 am", "overturned · 9:00 am"} { // when it was decided, the last one first
		expect.Contains(t, textOf(decided[i]), says, "line %d", i+1)
	}
}

func TestOfficialOfAnotherSectionSeesNoIncident(t *testing.T) {
	t.Parallel()
	l, director, card := disputed(t)
	l.Section(l.event, 99, "Other", testkit.Row{"letter": "X"})
	saved := director.post(card, filled(director.get(card).value("input[name=revision]", "value"))).to()
	revision := director.get(saved).value("form[data-decide=] input[name=revision]", "value")
	director.post(card+"/ruling", url.Values{"revision": {revision}, "choice": {"follow"}, "reason": {"Everybody saw it."}}).wants(http.StatusSeeOther)
	loser := strings.TrimSpace(director.get(card+"/ruling").value("select[name=team] option", "value"))
	director.post(card+"/appeal", url.Values{"team": {loser}, "grounds": {"The clock was not pressed."}, "key": {l.key()}}).wants(http.StatusSeeOther)

	stranger := l.person("kim", "Kim", "none")
	for _, role := range []access.Role{access.Scorekeeper, access.Director, access.SectionChief} {
		l.give(stranger, l.event, 99, role)
	}
	for _, key := range l.server.RouteKeys() {
		method, pattern, _ := strings.Cut(key, " ")
		if !strings.Contains(pattern, ":incident") && !strings.Contains(pattern, ":appeal") {
			continue
		}
		at := addressOf(pattern, map[string]string{"event": "lake", "incident": "1", "appeal": "1"})
		if method == http.MethodGet {
			stranger.get(at).wants(http.StatusForbidden)
			continue
		}
		// Who may not do it is not told what else is wrong with the form.
		stranger.post(at, url.Values{"key": {l.key()}, "from": {"x"}, "revision": {"x"}}).wants(http.StatusForbidden)
	}
	stranger.get("/e/lake/desk/incidents").wants(http.StatusOK).hasNot("main", "illegal")
}
