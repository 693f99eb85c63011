package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/testkit"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

const floor = "/e/lake/desk/floor"

func TestFloorBeforeAnything(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	l.chief.get(floor).wants(http.StatusOK).has(".floor", "not paired yet").has(".floor .tag-ok", "ready").has("p", "No ruling is signed yet").
		has("li", "Dana Holt section chief").hasNot("h2", "Appeals for the chief")
}

func TestFloorShowsEverySectionAndWhatWaits(t *testing.T) {
	t.Parallel()
	l, director, card := disputed(t)
	chief := l.person("cy", "Cy Roy", "none")
	l.give(chief, l.event, 0, access.Chief)
	page := chief.get(floor).wants(http.StatusOK)
	page.has(".floor tr", "1 of").has(".floor [data-label=Results]", "%").has(".floor [data-label=Claims]", "Claims: 1").has(".floor [data-label=Appeals]", "Appeals: 0")
	page.has(".tag-warn", "not yet").has("li", "Cy Roy chief floor director").has("li", "Ana Ruiz director").has("nav a", "Floor")

	saved := director.post(card, filled(director.get(card).value("input[name=revision]", "value"))).wants(http.StatusSeeOther)
	revision := director.get(saved.to()).value("form[data-decide=] input[name=revision]", "value")
	sign := url.Values{"revision": {revision}, "choice": {"follow"}, "reason": {"Agreed."}, "key": {l.key()}}
	director.post(card+"/ruling", sign).wants(http.StatusSeeOther)
	chief.get(floor).has("li", "(FIDEX): 1 lost").hasNot(".tag-warn", "differ").has(".floor [data-label=Claims]", "Claims: 0")

	director.post(card+"/appeal", url.Values{"team": {"1"}, "grounds": {"The move was legal."}, "key": {l.key()}}).wants(http.StatusSeeOther)
	chief.get(floor).has(".floor [data-label=Appeals]", "Appeals: 1").hasNot("h2", "Appeals for the chief")
	l.settle()
	l.visitor().get("/e/lake/open/status").wants(http.StatusOK).has("main", "1 appeal open.").hasNot("main", "The move was legal.")
	l.exec(`update appeal set level = 'chief'`)
	chief.get(floor).has("h2", "Appeals for the chief").has("li", "The move was legal.").has(".rows a", "Open")

	director.get(floor).wants(http.StatusForbidden)
}

// A section chief sees the own sections only.
func TestFloorOfASectionChief(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 2)
	l.Section(l.event, 90, "U1600", testkit.Row{"tie_breaks": "BH", "round_minutes": 12})
	l.hub.Resync()
	l.chief.get(floor).has(".floor th", "Open").hasNot(".floor th", "U1600")
	organizer := l.person("ola", "Ola", "none")
	l.give(organizer, l.event, 0, access.Organizer)
	organizer.get(floor).has(".floor th", "Open").has(".floor th", "U1600")
}

func TestMessagesStandOnTheDesksUntilDismissed(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 2)
	floorChief := l.person("cy", "Cy Roy", "none")
	l.give(floorChief, l.event, 0, access.Chief)
	send := func(body string) *answer {
		return floorChief.post("/e/lake/desk/messages", url.Values{"body": {body}, "section": {"0"}, "key": {l.key()}})
	}
	send(" ").wants(http.StatusUnprocessableEntity).has(".field-error", "at most 300 characters")
	l.chief.post("/e/lake/desk/messages", url.Values{"body": {"no"}, "section": {"0"}, "key": {l.key()}}).wants(http.StatusForbidden)
	send("Lunch is at 12:30.").wants(http.StatusSeeOther)
	l.settle()
	page := l.chief.get("/e/lake/desk/open").wants(http.StatusOK).has(".desk-messages", "Lunch is at 12:30. Cy Roy")
	floorChief.get(floor).hasNot(".desk-messages", "Lunch").has("li", "dismissed by 0")
	l.chief.post(page.value("form[data-dismiss=]", "action"), url.Values{"next": {"/e/lake/desk/open"}}).wants(http.StatusSeeOther)
	l.chief.get("/e/lake/desk/open").hasNot(".desk-messages", "Lunch")
	floorChief.get(floor).has("li", "dismissed by 1")
	other := l.person("kim", "Kim", "none")
	l.give(other, l.event, l.section, access.Scorekeeper)
	other.get("/e/lake/desk/open").has(".desk-messages", "Lunch")
	floorChief.post("/e/lake/desk/messages/1/end", url.Values{"key": {l.key()}}).wants(http.StatusSeeOther)
	other.get("/e/lake/desk/open").hasNot(".desk-messages", "Lunch")
	floorChief.post("/e/lake/desk/messages/1/end", url.Values{"key": {l.key()}}).wants(http.StatusNotFound)
}

func TestStaffIsMovedWithItsRole(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 2)
	l.Section(l.event, 90, "U1600", testkit.Row{"round_minutes": 12})
	l.hub.Resync()
	floorChief := l.person("cy", "Cy Roy", "none")
	l.give(floorChief, l.event, 0, access.Chief)
	kim := l.person("kim", "Kim", "none")
	l.give(kim, l.event, l.section, access.Scorekeeper)
	kim.get("/e/lake/desk/open").wants(http.StatusOK)
	kim.get("/e/lake/desk/u1600").wants(http.StatusForbidden)
	who := ""
	for _, option := range find(floorChief.get(floor).doc, "select[name=person] option") {
		if strings.HasPrefix(textOf(option), "Kim, scorekeeper, Open") {
			who = attr(option, "value")
		}
	}
	move := url.Values{"person": {who}, "section": {"90"}, "place": {"tables 1 to 20"}, "key": {l.key()}}
	floorChief.post(floor+"/move", move).wants(http.StatusSeeOther)
	kim.get("/e/lake/desk/open").wants(http.StatusForbidden)
	kim.get("/e/lake/desk/u1600").wants(http.StatusOK).has("li", "Kim scorekeeper tables 1 to 20")
	floorChief.get(floor).has("li", "Kim scorekeeper tables 1 to 20")
	move.Set("key", l.key())
	floorChief.post(floor+"/move", move).wants(http.StatusConflict).has(".note", "moved already")
	lost := floorChief.post(floor+"/move", url.Values{"person": {who}, "section": {"4711"}}).wants(http.StatusUnprocessableEntity)
	n := lost.has(".field-error", "ection").count(".field-error")
	expect.True(t, n == 1, "one refused section is told at %d fields", n)
	floorChief.post(floor+"/move", url.Values{"person": {"nobody"}, "section": {"0"}}).wants(http.StatusUnprocessableEntity).has(".field-error", "Choose a person")
}
