package web_test

import (
	"net/http"
	"net/url"
	"testing"

	"github.com/tandemchess/tandem/internal/access"
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
	chief.get(floor).has("li", "1 upheld").hasNot(".tag-warn", "differ").has(".floor [data-label=Claims]", "Claims: 0")

	director.post(card+"/appeal", url.Values{"team": {"1"}, "grounds": {"The move was legal."}, "key": {l.key()}}).wants(http.StatusSeeOther)
	chief.get(floor).has(".floor [data-label=Appeals]", "Appeals: 1").hasNot("h2", "Appeals for the chief")
	l.exec(`update appeal set level = 'chief'`)
	chief.get(floor).has("h2", "Appeals for the chief").has("li", "The move was legal.").has(".rows a", "Open")

	director.get(floor).wants(http.StatusForbidden)
}

// A section chief sees the own sections only.
func TestFloorOfASectionChief(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 2)
	l.exec(`insert into section (event_id, section_id, slug, name, letter, position, rulebook, system, rounds, matches_per_pairing, bye_points, tie_breaks, clock_ms,
		round_minutes) values ($1, 90, 'u1600', 'U1600', 'U', 2, 'FIDEX', 'team-swiss', 5, 2, 2, 'BH', 300000, 12)`, l.event)
	l.hub.Resync()
	l.chief.get(floor).has(".floor th", "Open").hasNot(".floor th", "U1600")
	organizer := l.person("ola", "Ola", "none")
	l.give(organizer, l.event, 0, access.Organizer)
	organizer.get(floor).has(".floor th", "Open").has(".floor th", "U1600")
}
