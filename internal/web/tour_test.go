package web_test

import (
	"net/http"
	"net/url"
	"testing"

	"github.com/tandemchess/tandem/internal/access"
)

// TestTourIsRememberedPerPerson takes the tour without a script.
func TestTourIsRememberedPerPerson(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	event, _, _ := matrixEvent(t, s)
	organizer, chief := s.person("org", "Organizer", "none"), s.person("chief", "Chief", "none")
	s.give(organizer, event, 0, access.Organizer)
	s.give(chief, event, 0, access.Chief)

	const tour = "/e/matrix/desk/tour"
	if n := organizer.get("/e/matrix/desk/setup").wants(http.StatusOK).count("[data-tour]"); n != 0 {
		t.Error("an event that went live long ago offers the tour")
	}
	list := organizer.get(tour).wants(http.StatusOK).has("li a", "Check-in").has("button", "Begin the tour")
	if n := list.count(".tour-steps li"); n != 6 {
		t.Errorf("the tour has %d steps", n)
	}
	step := func(b *browser, form url.Values) *answer {
		t.Helper()
		return b.post(tour, form).wants(http.StatusSeeOther)
	}
	if to := step(organizer, url.Values{"step": {"5"}, "next": {"/e/matrix/desk/setup"}}).to(); to != "/e/matrix/desk/open/wall" {
		t.Errorf("step 5 leads to %s", to)
	}
	wall := organizer.get("/e/matrix/desk/open/wall").wants(http.StatusSeeOther).to()
	organizer.get(wall).wants(http.StatusOK).has("[data-tour-marks]", "Step 5 of 6: Results.")
	organizer.get("/e/matrix/desk/setup").wants(http.StatusOK).has("[data-tour] a", "Go there")
	if chief.get("/e/matrix/desk/open").wants(http.StatusOK).count("[data-tour]") != 0 {
		t.Error("somebody else is on the tour as well")
	}
	if to := step(organizer, url.Values{"leave": {"yes"}, "next": {"/e/matrix/desk/setup"}}).to(); to != "/e/matrix/desk/setup" {
		t.Errorf("leaving leads to %s", to)
	}
	if organizer.get("/e/matrix/desk/setup").count("[data-tour]") != 0 {
		t.Error("the tour was left and goes on")
	}
	organizer.get(tour).has("button", "Go on with step 5")
	step(organizer, url.Values{"step": {"7"}})
	if organizer.get(wall).wants(http.StatusOK).count("[data-tour]") != 0 {
		t.Error("the tour goes on behind its end")
	}
	organizer.get(tour).has("button", "Take the tour once more")
	organizer.post(tour, url.Values{"step": {"8"}}).wants(http.StatusUnprocessableEntity)
	chief.post(tour, url.Values{"step": {"1"}, "next": {"https://elsewhere.example"}}).wants(http.StatusSeeOther)
	if to := step(chief, url.Values{"leave": {"yes"}, "next": {"https://elsewhere.example"}}).to(); to != "/" {
		t.Errorf("leaving leads out of the site, to %s", to)
	}

	s.give(chief, event, 0, access.Organizer)
	chief.get("/e/matrix/desk/exercises").wants(http.StatusNotFound)
}
