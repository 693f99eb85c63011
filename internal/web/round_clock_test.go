package web_test

import (
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

func TestRoundClockMakesTablesLate(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	const clock = "/e/lake/desk/open/round/1/clock"
	l.send(clock, nil).wants(http.StatusConflict).has("main", "not published")
	l.pair(1)
	l.wait(2 * time.Hour)
	expect.Lacks(t, l.chief.get("/e/lake/desk/open/round/1/missing").wants(http.StatusOK).text("main"), "Team 0001", "tables are late before the clock started")
	form := l.chief.get("/e/lake/desk/open").wants(http.StatusOK).value("main form", "action")
	expect.MustEqual(t, form, clock, "the dashboard starts the clock at")
	l.send(clock, nil).wants(http.StatusSeeOther)
	l.send(clock, nil).wants(http.StatusConflict).has("main", "running already")
	l.wait(time.Hour)
	l.hub.Resync()
	l.chief.get("/e/lake/desk/open/round/1/missing").wants(http.StatusOK).has("main", "Team 0001").has("main", "min")
}

func TestRoundClockPage(t *testing.T) {
	t.Parallel()
	l := seated(t, 4)
	const clock = "/e/lake/desk/open/round/1/clock"
	steer := func(to, revision string, form url.Values) *answer {
		form.Set("revision", revision)
		return l.send(clock+to, form)
	}
	l.chief.get(clock).wants(http.StatusOK).has("main", "has not started").has("form", "It starts once")
	l.send(clock, nil).wants(http.StatusSeeOther)
	l.wait(10 * time.Minute)
	page := l.chief.get(clock).wants(http.StatusOK).has(".rclock-digits", "15:00").has("main", "Every table has the time of the round.")
	revision := page.value("[name=revision]", "value")
	l.chief.get("/e/lake/desk/open/round/1/wall").has(".wallclock", "15:00")
	l.chief.get("/e/lake/desk/open").has(".rclock", "15:00")
	everybody := l.visitor()
	everybody.get("/e/lake/open/status").has(".rclock", "until 9:25 am")
	everybody.get("/e/lake/find?team=team-1").has(".rclock", "until 9:25 am")

	steer("/minutes", revision, url.Values{"minutes": {"many"}, "reason": {"late hall"}}).wants(http.StatusUnprocessableEntity).
		has(".field-error", "whole number")
	steer("/minutes", revision, url.Values{"minutes": {"5"}, "reason": {"late hall"}}).wants(http.StatusSeeOther)
	steer("/pause", revision, url.Values{"do": {"pause"}}).wants(http.StatusConflict).has("[role=alert]", "running with 20:00 left")
	revision = l.chief.get(clock).value("[name=revision]", "value")
	steer("/pause", revision, url.Values{"do": {"pause"}}).wants(http.StatusSeeOther)
	l.wait(time.Hour)
	l.chief.get(clock).has(".rclock-digits", "20:00").has(".rclock-words", "paused")
	everybody.get("/e/lake/open/status").has(".rclock", "paused")
	revision = l.chief.get(clock).value("[name=revision]", "value")
	steer("/pause", revision, url.Values{"do": {"resume"}}).wants(http.StatusSeeOther)

	l.send(clock+"/table", url.Values{"do": {"pause"}, "table": {"1"}}).wants(http.StatusUnprocessableEntity).has(".field-error", "Say why table 1 stands")
	l.send(clock+"/table", url.Values{"do": {"extend"}, "table": {"7"}, "minutes": {"5"}}).wants(http.StatusUnprocessableEntity).has(".field-error", "no table 7")
	l.send(clock+"/table", url.Values{"do": {"stop"}, "table": {"1"}}).wants(http.StatusUnprocessableEntity).has("[role=alert]", "Choose to pause")
	l.send(clock+"/table", url.Values{"do": {"pause"}, "table": {"1"}, "reason": {"ruling"}}).wants(http.StatusSeeOther)
	l.wait(17 * time.Minute)
	l.chief.get(clock).has(".clocktables", "Paused: ruling.").has(".clocktables", "+17:00").has(".bigclock .rclock-five", "3:00")
	everybody.get("/e/lake/find?team=team-1").has(".rclock", "paused")
	l.send(clock+"/table", url.Values{"do": {"resume"}, "table": {"1"}}).wants(http.StatusSeeOther)
	l.send(clock+"/table", url.Values{"do": {"extend"}, "table": {"2"}, "minutes": {"3"}}).wants(http.StatusSeeOther)
	l.wait(10 * time.Minute)
	l.chief.get(clock).has(".bigclock .rclock-time", "+7:00").has(".clocktables", "10:00")

	l.send("/e/lake/desk/screens", url.Values{"name": {"Main"}, "programme": {"clock"}}).wants(http.StatusSeeOther)
	everybody.get("/e/lake/hall/main").has(".hall-clock", "until")
}
