package web_test

import (
	"net/http"
	"net/url"
	"testing"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

func TestHallScreensTurnThroughThePairingsAndFollowTheDesk(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 40)
	everybody := l.visitor()
	everybody.get("/e/lake/hall/main").wants(http.StatusOK).has(".hall-big", "Pairings are not out yet.")
	l.draft(1)
	everybody.get("/e/lake/hall/main").hasNot("main", "Team 0001")
	l.publish(1)
	a := everybody.get("/e/lake/hall/main").wants(http.StatusOK).has("h1", "Open, round 1")
	sheets, rows := a.count(".hall-sheet"), a.count(".hrow")
	expect.True(t, sheets == 3 && rows == 40, "%d sheets with %d rows, want 3 with 40", sheets, rows)
	l.send("/e/lake/desk/screens", url.Values{"name": {""}, "programme": {"message"}}).wants(http.StatusUnprocessableEntity).has(".field-error", "Give the screen a name")
	l.send("/e/lake/desk/screens", url.Values{"name": {""}, "programme": {"names"}, "section": {"1"}}).wants(http.StatusUnprocessableEntity).has("input[name=section][checked]", "")
	l.send("/e/lake/desk/screens", url.Values{"screen": {"K–8"}, "name": {"Main"}, "programme": {"names"}}).wants(http.StatusUnprocessableEntity).has("[role=alert]", "No screen can have the address “K–8”")
	l.send("/e/lake/desk/screens", url.Values{"name": {"Main"}, "programme": {"message"}, "message": {"Lunch until 1:15, \"sharp\""}}).wants(http.StatusSeeOther)
	everybody.get("/e/lake/hall/main").has(".hall-big", "Lunch until 1:15")
	floor := l.person("sam", "Sam Cole", "none")
	l.give(floor, l.event, 0, access.Chief)
	floor.get("/e/lake/desk/journal").has(".journal td", "Message: Lunch until 1:15, \"sharp\"").hasNot(".journal td", "null")
	for programme, want := range map[string]string{"tables": "vs Team", "standings": "Standings after round 1", "status": "of 20 tables finished"} {
		l.send("/e/lake/desk/screens", url.Values{"screen": {"main"}, "name": {"Main"}, "programme": {programme}}).wants(http.StatusSeeOther)
		everybody.get("/e/lake/hall/main").has("main", want)
	}
	everybody.get("/e/lake/hall/main?section=open").wants(http.StatusOK).has("h1", "Open")
	everybody.get("/e/lake/hall/main?section=closed").wants(http.StatusNotFound).has("main", "no section")
	l.chief.get("/e/lake/desk/screens").wants(http.StatusOK).has("h2", "Main")
	l.send("/e/lake/desk/screens", url.Values{"screen": {"main"}, "remove": {"yes"}}).wants(http.StatusSeeOther)
	everybody.get("/e/lake/hall/main").has("h1", "Open, round 1")
}

// Two desks steer a screen: what one set is not overwritten unseen by the other, whose page is
// older, and a new screen takes the place of none.
func TestTwoDesksSteerAScreen(t *testing.T) {
	t.Parallel()
	const page = "/e/lake/desk/screens"
	l := newLeague(t, 4)
	l.send(page, url.Values{"name": {"Main"}, "programme": {"names"}}).wants(http.StatusSeeOther)
	of := func() url.Values { return fields(t, l.chief.get(page).wants(http.StatusOK), page) } // the first screen
	one, two, three := of(), of(), of()
	l.chief.post(page, with(one, "programme", "message", "message", "Lunch until 1:15")).wants(http.StatusSeeOther)
	refused := l.chief.post(page, with(two, "programme", "clock")).wants(http.StatusConflict).has("[role=alert]", "Somebody set “Shows” of the screen Main to “A message” meanwhile; this form wants “Round clock”.").
		has("option[selected]", "Round clock")
	expect.Equal(t, refused.value("#f-messagemain", "value"), "Lunch until 1:15", "what was not typed is as it was set")
	l.visitor().get("/e/lake/hall/main").has("main", "Lunch until 1:15")
	for range 2 { // pressed twice
		dark := l.chief.post(page, with(three, "theme", "dark")).wants(http.StatusSeeOther)
		l.chief.get(dark.to()).has("[role=status]", "Main shows: A message.").has("option[selected]", "Dark")
	}
	l.visitor().get("/e/lake/hall/main").has("main", "Lunch until 1:15")
	l.chief.post(page, with(of(), "programme", "clock")).wants(http.StatusSeeOther)
	l.send(page, url.Values{"name": {"main"}, "programme": {"names"}}).wants(http.StatusUnprocessableEntity).has(".field-error", "There is a screen “Main” already.")

	late := of()
	l.send(page, url.Values{"screen": {"main"}, "remove": {"yes"}}).wants(http.StatusSeeOther)
	l.chief.post(page, with(late, "programme", "status")).wants(http.StatusConflict).has("[role=alert]", "Somebody removed the screen “Main” meanwhile.").has("option[selected]", "Tables still playing")
}

// A screen may hang before the event has a section: it says so, or shows its message.
func TestAScreenWithoutASectionIsNotEmpty(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana := s.person("ana", "Ana Ruiz", "organizer")
	form := fields(t, ana.get("/new-event").wants(http.StatusOK), "/new-event")
	ana.post("/new-event", with(form, "name", "Spring Cup", "starts_on", "2026-05-02", "time_zone", "UTC", "be_chief", "yes")).wants(http.StatusSeeOther)
	screens := url.Values{"name": {"Main"}, "programme": {"message"}, "message": {"Doors open at 9"}, "key": {"first-screen"}}
	ana.post("/e/spring-cup/desk/screens", screens).wants(http.StatusSeeOther)
	s.visitor().get("/e/spring-cup/hall/main").wants(http.StatusOK).has(".hall-big", "Doors open at 9")
	s.visitor().get("/e/spring-cup/hall/door").wants(http.StatusOK).has(".hall-sheet h1", "Spring Cup").has(".hall-big", "The sections are not announced yet.")
}
