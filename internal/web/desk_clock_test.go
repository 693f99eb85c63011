package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
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
	l := newLeague(t, 4)
	l.draft(1)
	l.publish(1)
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

// When the clock of the server is set, round clocks stand until somebody says how
// much time is left.
func TestARoundClockIsHeldWhenTheServersClockJumps(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	l.draft(1)
	l.publish(1)
	l.send(clockOf1, nil).wants(http.StatusSeeOther)
	l.wait(5 * time.Minute)
	l.chief.get(clockOf1).has(".rclock-digits", "20:00").hasNot("[role=alert]", "jumped")
	l.setClock(2 * time.Second)
	l.chief.get(clockOf1).hasNot("[role=alert]", "jumped")
	l.setClock(-2 * time.Second)

	l.setClock(time.Hour)
	held := l.chief.get(clockOf1).has("[role=alert]", "jumped by 60 minutes forward").has(".rclock-digits", "20:00").has(".rclock-words", "paused")
	held.has("button", "Go on with 20:00, as before the jump").hasNot("button", "Pause all tables")
	l.chief.get("/e/lake/desk/open/round/1/wall").has(".wallclock", "20:00").hasNot(".tile", "late")
	if page := l.chief.get("/e/lake/desk/open/round/1/missing").text("main"); strings.Contains(page, "Team 0001") {
		t.Error("tables are late because the server's clock jumped")
	}
	l.steer("/confirm", url.Values{"do": {"keep"}}).wants(http.StatusSeeOther)
	l.chief.get(clockOf1).hasNot("[role=alert]", "jumped").has(".rclock-digits", "20:00")
	l.steer("/confirm", url.Values{"do": {"keep"}}).wants(http.StatusConflict).has("main", "not held any more")

	l.setClock(-10 * time.Minute)
	l.chief.get(clockOf1).has("[role=alert]", "jumped by 10 minutes back")
	l.steer("/confirm", url.Values{"do": {"trust"}}).wants(http.StatusSeeOther)
	l.chief.get(clockOf1).has(".rclock-digits", "30:00")
}

func TestALateTeamMayScoreHalfForRoundsMissed(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	for round := 1; round <= 2; round++ {
		l.draft(round)
		l.publish(round)
		l.play(round)
	}
	l.chief.get("/e/lake/desk/open/teams/new").has("label", "Half a pairing for each round missed")
	l.send("/e/lake/desk/open/teams/new", url.Values{
		"name": {"Train Delay"}, "player1": {"Hana Grau"}, "player2": {"Ivo Haas"}, "missed_half": {"yes"},
	}).wants(http.StatusSeeOther)
	standings := l.visitor().get("/e/lake/open/standings").wants(http.StatusOK)
	if got := row(standings, ".ranking tbody tr", "Train Delay"); !strings.Contains(got, "2") {
		t.Errorf("with half of two rounds of two matches the standings say %q", got)
	}
	l.send("/e/lake/desk/open/teams/check-in", url.Values{"q": {"Train Delay"}}).wants(http.StatusSeeOther)
	l.draft(3)
	l.publish(3)
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
		if got := page.value("html", name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	if got := page.value("body", "data-single-keys"); got != "false" {
		t.Errorf("single keys are %q", got)
	}
	if got := l.chief.get("/e/lake").value("html", "lang"); got != "de" {
		t.Errorf("pages for everybody are in %q", got)
	}
	form.Set("text_size", "enormous")
	l.chief.post("/account", form).wants(http.StatusUnprocessableEntity).has(".field-error", "Choose normal, large or largest.")
}
