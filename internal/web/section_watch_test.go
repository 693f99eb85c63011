package web_test

import (
	"net/http"
	"net/url"
	"testing"

	"github.com/tandemchess/tandem/internal/access"
)

func TestDashboardShowsDesksStaffAndWhatWaits(t *testing.T) {
	t.Parallel()
	l, director, card := disputed(t)
	desk := "/e/lake/desk/open"
	page := l.chief.get(desk).wants(http.StatusOK)
	page.has("h2", "Claims and appeals").has(".rows a", "Incident 1, round 1, table").has(".rows", "Dana Holt").has(".rows li", "Ana Ruiz director").has(".tag-ok", "online")
	saved := director.post(card, filled(director.get(card).value("input[name=revision]", "value"))).wants(http.StatusSeeOther)
	revision := director.get(saved.to()).value("form[data-decide=] input[name=revision]", "value")
	director.post(card+"/ruling", url.Values{"revision": {revision}, "choice": {"follow"}, "reason": {"Agreed."}, "key": {l.key()}}).wants(http.StatusSeeOther)
	page = l.chief.get(desk)
	page.has(".rows a", "The ruling on incident 1, round 1, table").has("[data-countdown]", "in 15 min").has(".rows li", "last: sign ruling")
	l.chief.get(desk+"?lang=de").has(".rows li", "zuletzt: Entscheidung unterschreiben")
	director.post(card+"/appeal", url.Values{"team": {"1"}, "grounds": {"The move was legal."}, "key": {l.key()}}).wants(http.StatusSeeOther)
	l.chief.get(desk).has(".rows a", "Appeal 1 to the section chief").hasNot(".rows a", "may be appealed")
}

func TestDashboardOfAnEmptySectionListsTheSetUpLeft(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 0)
	page := l.chief.get("/e/lake/desk/open").wants(http.StatusOK).has(".btn-next", "Enter teams")
	page.has("h2", "Set-up steps left").has(".rows li", "Open has at least two teams")
	kim := l.person("kim", "Kim", "none")
	l.give(kim, l.event, l.section, access.Scorekeeper)
	kim.get("/e/lake/desk/open").wants(http.StatusOK).hasNot("h2", "Set-up steps left").hasNot(".note", "backup")
}
