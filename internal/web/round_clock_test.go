package web_test

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

func TestRoundClockMakesTablesLate(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	const clock = "/e/lake/desk/open/round/1/clock"
	l.send(clock, nil).wants(http.StatusConflict).has("main", "not published")
	l.draft(1)
	l.publish(1)
	l.wait(2 * time.Hour)
	if page := l.chief.get("/e/lake/desk/open/round/1/missing").wants(http.StatusOK).text("main"); strings.Contains(page, "Team 0001") {
		t.Error("tables are late before the clock started")
	}
	form := l.chief.get("/e/lake/desk/open").wants(http.StatusOK).value("main form", "action")
	if form != clock {
		t.Fatalf("the dashboard starts the clock at %q", form)
	}
	l.send(clock, nil).wants(http.StatusSeeOther)
	l.send(clock, nil).wants(http.StatusConflict).has("main", "running already")
	l.wait(time.Hour)
	l.hub.Resync()
	l.chief.get("/e/lake/desk/open/round/1/missing").wants(http.StatusOK).has("main", "Team 0001").has("main", "min")
}
