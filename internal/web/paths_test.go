package web_test

import (
	"net/http"
	"net/url"
	"testing"
)

// An organizer chooses a path by its picture, sees it again with other numbers, and gets all its
// sections with who goes where; a name that is taken leaves nothing behind.
func TestAPathIsAddedInTheWizard(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	const paths = "/e/lake/desk/setup/path"
	l.exec(`insert into event_counter (event_id, name, value) values ($1, 'section', 100) on conflict (event_id, name) do update set value = 100`, l.event)
	l.give(l.chief, l.event, 0, "organizer")
	l.chief.get("/e/lake/desk/setup").has("a[href="+paths+"]", "Add a path of several")
	l.chief.get("/e/lake/desk/setup/new").has("a[href="+paths+"]", "Several sections that lead to each other")
	page := l.chief.get(paths).wants(http.StatusOK)
	if n := page.count("[data-preset] [data-path]"); n != 4 {
		t.Errorf("%d pictures", n)
	}
	page.has("[data-preset=consolation] .path-box", "the losers of round 1 of the bracket of Main knockout")
	l.visitor().get(paths).wants(http.StatusSeeOther)
	l.chief.get(paths+"?preset=swiss-finals&lang=de").wants(http.StatusOK).has("label", "Runden des Schweizer Systems")
	form := func(name, through, do string) url.Values {
		return url.Values{
			"preset": {"swiss-finals"}, "name-1": {"Cup"}, "name-2": {name}, "name-3": {"Plate"}, "rounds": {"3"}, "through": {through},
			"rulebook": {"FIDEX"}, "breaking": {"play-off"}, "do": {do},
		}
	}
	l.send(paths, form("Bowl", "4", "show")).wants(http.StatusOK).has("[data-path] .path-box", "places 1 to 4 of Cup").has("[data-path] .path-box", "everybody of Cup from place 5 on")
	l.send(paths, form("Bowl", "1", "add")).wants(http.StatusUnprocessableEntity).has(".field-error", "from 2 to 128")
	l.send(paths, form("Open", "4", "add")).wants(http.StatusUnprocessableEntity).has(".field-error", "The event has a section “Open” already")
	l.chief.get("/e/lake/desk/setup").hasNot("#sections", "Cup")
	l.send(paths, form("Bowl", "4", "add")).wants(http.StatusSeeOther)
	l.chief.get("/e/lake/desk/setup").has("#sections", "Cup").has("#sections", "Bowl").has("#sections", "Plate")
	l.chief.get("/e/lake/desk/bowl/phase").wants(http.StatusOK).has("main", "Places 1 to 4 of Cup").has("main", "broken by a play-off").has("[data-path] .path-box", "everybody of Cup from place 5 on")
	l.chief.get("/e/lake/desk/setup/check").hasNot("main", "Tables of Cup")
}
