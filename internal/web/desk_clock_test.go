package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

const clockOf1 = "/e/lake/desk/open/round/1/clock"

// steer posts a form of the clock page with the revision that it shows.
func (l *league) steer(to string, form url.Values) *answer {
	l.t.Helper()
	form.Set("revision", l.chief.get(clockOf1).value("[name=revision]", "value"))
	return l.send(clockOf1+to, form)
}

func TestMatchesStartInOrderAndScreensSayIt(t *testing.T) {
	t.Parallel()
	l := seated(t, 4)
	l.send(clockOf1+"/match", url.Values{"match": {"2"}, "revision": {"0"}}).wants(http.StatusConflict).has("main", "has not started")
	l.send(clockOf1, nil).wants(http.StatusSeeOther)
	l.chief.get(clockOf1).has("main", "Match 1 started at").has("button", "Match 2 starts now")
	l.wait(10 * time.Minute)
	l.steer("/match", url.Values{"match": {"3"}}).wants(http.StatusConflict)
	l.steer("/match", url.Values{"match": {"2"}}).wants(http.StatusSeeOther)
	l.chief.get(clockOf1).has("main", "Match 2 started at").hasNot("button", "starts now")
	l.chief.get("/e/lake/desk/open/round/1/wall").has(".wallhead", "Match 2 of 2")

	l.send(clockOf1+"/message", url.Values{"message": {"Lunch"}}).wants(http.StatusConflict).has("main", "No screen shows Open")
	l.send("/e/lake/desk/screens", url.Values{"name": {"Main"}, "programme": {"names"}}).wants(http.StatusSeeOther)
	l.send(clockOf1+"/message", url.Values{"message": {""}}).wants(http.StatusUnprocessableEntity)
	l.send(clockOf1+"/message", url.Values{"message": {"Match 2 starts in five minutes"}}).wants(http.StatusSeeOther)
	l.visitor().get("/e/lake/hall/main").has("main", "Match 2 starts in five minutes")

	extend := func() *answer {
		return l.steer("/table", url.Values{"table": {"1"}, "minutes": {"60"}, "do": {"extend"}})
	}
	extend().wants(http.StatusSeeOther)
	extend().wants(http.StatusConflict).has("main", "more than 90 minutes")
}

// When the clock of the server is set, round clocks stand on all pages until somebody
// says how much time is left.
func TestARoundClockIsHeldWhenTheServersClockJumps(t *testing.T) {
	t.Parallel()
	l := seated(t, 4)
	l.send(clockOf1, nil).wants(http.StatusSeeOther)
	for message, want := range map[string]int{
		strings.Repeat("ü", 200): http.StatusSeeOther, strings.Repeat("ü", 201): http.StatusUnprocessableEntity, " ": http.StatusUnprocessableEntity,
	} {
		l.send("/e/lake/desk/screens", url.Values{"name": {"Side"}, "programme": {"message"}, "message": {message}}).wants(want)
	}
	l.send("/e/lake/desk/screens", url.Values{"screen": {"main"}, "name": {"Main"}, "programme": {"clock"}}).wants(http.StatusSeeOther)
	look := func() {
		t.Helper()
		expect.OK(t, l.server.LookAtClock(t.Context()))
		l.settle()
	}
	l.wait(5 * time.Minute)
	look()
	l.chief.get(clockOf1).has(".rclock-digits", "20:00").hasNot("[role=alert]", "jumped")
	l.setClock(2 * time.Second)
	look()
	l.chief.get(clockOf1).hasNot("[role=alert]", "jumped")
	l.setClock(-2 * time.Second)

	l.setClock(time.Hour)
	look()
	held := l.chief.get(clockOf1).has("[role=alert]", "jumped by 60 min forward").has(".rclock-digits", "20:00").has(".rclock-words", "held: the time is being checked")
	held.has("button", "Go on with 20:00, as without the jump").has("button", "Go on with +40:00").hasNot("button", "Pause all tables")
	l.chief.get("/e/lake/desk/open/round/1/wall").has(".wallclock", "20:00").has(".wallclock", "held").hasNot(".tile", "late")
	l.chief.get("/e/lake/desk/open/round/1/wall?table=1").has("[data-entry-form]", "Team").hasNot("form.runner", "")
	l.chief.get("/e/lake/desk/open/round/1/pair").has("main", "Team 0001").hasNot("main", "missing")
	l.chief.get("/e/lake/desk/print/open/round/1?paper=missing").has(".ptable td", "match 1").hasNot(".ptable td", "min")
	expect.Lacks(t, l.chief.get("/e/lake/desk/open/round/1/missing").text("main"), "Team 0001", "tables are late because the server's clock jumped")
	for _, page := range []string{"/e/lake/hall/main", "/e/lake/open/status"} {
		l.visitor().get(page).wants(http.StatusOK).has(".rclock-digits", "20:00").has(".rclock-words", "held")
	}
	l.visitor().get("/e/lake/open/status").has(".start", "Round clock 20:00")
	for form, values := range map[string]url.Values{
		"/pause": {"do": {"resume"}}, "/minutes": {"minutes": {"5"}, "reason": {"a late start"}}, "/table": {"table": {"1"}, "do": {"pause"}, "reason": {"a dispute"}},
	} {
		l.steer(form, values).wants(http.StatusConflict).has("main", "held because the server")
	}

	// Another node that sees the same jump changes nothing; the clock stands although time passes.
	expect.OK(t, l.tournament.HoldClocks(t.Context(), time.Hour))
	l.wait(2 * time.Minute)
	l.chief.get(clockOf1).has("[role=alert]", "jumped by 60 min forward").has(".rclock-digits", "20:00").has("button", "Go on with 18:00, as without the jump")

	l.steer("/confirm", url.Values{"do": {"keep"}}).wants(http.StatusSeeOther)
	l.chief.get(clockOf1).hasNot("[role=alert]", "jumped").has(".rclock-digits", "18:00")
	l.steer("/confirm", url.Values{"do": {"keep"}}).wants(http.StatusConflict).has("main", "not held any more")
	l.chief.get("/e/lake/desk/journal").has(".journal td", "hold round clock").has(".journal td", "confirm round clock")
	look()
	l.chief.get(clockOf1).hasNot("[role=alert]", "jumped")

	// Set back in two steps: they add up.
	l.setClock(-7 * time.Minute)
	look()
	l.wait(2 * time.Minute)
	l.setClock(-3 * time.Minute)
	look()
	l.chief.get(clockOf1).has("[role=alert]", "jumped by 10 min back").has(".rclock-digits", "18:00")
	l.steer("/confirm", url.Values{"do": {"trust"}}).wants(http.StatusSeeOther)
	l.chief.get(clockOf1).has(".rclock-digits", "26:00")
}

// The clock was set back while no node ran: what the journal knows is later than now.
func TestARoundClockIsHeldWhenTheServerStartsInThePast(t *testing.T) {
	t.Parallel()
	l := seated(t, 4)
	l.send(clockOf1, nil).wants(http.StatusSeeOther)
	restart := func() {
		t.Helper()
		expect.OK(t, l.server.LookAtClock(t.Context()))
		expect.OK(t, l.start().LookAtClock(t.Context()))
		l.settle()
	}
	l.wait(5 * time.Minute)
	restart()
	l.wait(-20 * time.Second) // as far as the clocks of two nodes may differ
	l.steer("/minutes", url.Values{"minutes": {"5"}, "reason": {"a late start"}}).wants(http.StatusSeeOther)
	l.wait(-20 * time.Second)
	restart()
	l.chief.get(clockOf1).hasNot("[role=alert]", "jumped").has(".rclock-digits", "25:40")

	l.wait(20*time.Second - time.Hour)
	restart()
	l.chief.get(clockOf1).has("[role=alert]", "jumped by 60 min back").has(".rclock-digits", "25:20").has("button", "Go on with 85:20")
	restart()
	l.wait(2 * time.Minute)
	l.chief.get(clockOf1).has("[role=alert]", "jumped by 60 min back").has(".rclock-digits", "25:20")
	l.steer("/confirm", url.Values{"do": {"keep"}}).wants(http.StatusSeeOther)
	restart()
	l.chief.get(clockOf1).hasNot("[role=alert]", "jumped").has(".rclock-digits", "23:20")
	l.chief.get("/e/lake/desk/journal").has(".journal td", "the server's clock was set by -1h0m0s")
}

func TestALateTeamMayScoreHalfForRoundsMissed(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	l.playRounds(2)
	l.chief.get("/e/lake/desk/open/teams/new").has("label", "Half a pairing for each round missed")
	l.send("/e/lake/desk/open/teams/new", url.Values{
		"name": {"Train Delay"}, "player1": {"Hana Grau"}, "player2": {"Ivo Haas"}, "missed_half": {"yes"},
	}).wants(http.StatusSeeOther)
	standings := l.visitor().get("/e/lake/open/standings").wants(http.StatusOK)
	expect.Contains(t, row(standings, ".ranking tbody tr", "Train Delay"), "2", "with half of two rounds of two matches the standings say")
	l.send("/e/lake/desk/open/teams/check-in", url.Values{"q": {"Train Delay"}}).wants(http.StatusSeeOther)
	l.pair(3)
	l.visitor().get("/e/lake/open/round/3/pairings").has("main", "Train Delay")
}

func TestAccountSettingsActEverywhere(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	form := url.Values{
		"name": {"Dana Holt"}, "density": {"tight"}, "theme": {"dark"}, "text_size": {"large"}, "language": {"de"},
	}
	l.chief.post("/account", form).wants(http.StatusSeeOther)
	page := l.chief.get("/e/lake/desk/open/teams").wants(http.StatusOK)
	for name, want := range map[string]string{"data-density": "tight", "data-theme": "dark", "data-text": "large"} {
		expect.Equal(t, page.value("html", name), want, "%s", name)
	}
	expect.Equal(t, page.value("body", "data-single-keys"), "false", "single keys")
	expect.Equal(t, l.chief.get("/e/lake").value("html", "lang"), "de", "pages for everybody are in")
	form.Set("text_size", "enormous")
	l.chief.post("/account", form).wants(http.StatusUnprocessableEntity).has(".field-error", "Normal, groß oder sehr groß wählen.")
}
