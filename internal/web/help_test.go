package web_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/help"
)

// helpless are the addresses of the desk that are no pages: paper, files, answers to
// scripts, and ways to another page.
var helpless = []string{
	"/e/:event/desk/stream", "/e/:event/desk/notices", "/e/:event/desk/setup/:section/paper", "/e/:event/desk/:section/teams.csv", "/e/:event/desk/:section/report.trf",
	"/e/:event/desk/print/:section/round/:round", "/e/:event/desk/:section/round/:round/table/:table/match/:match/correct/notice", "/e/:event/desk/people/paper",
	"/e/:event/desk/journal/export.csv", "/e/:event/desk/journal/seals", "/e/:event/desk/backup/lost/paper", "/e/:event/desk/backup/:file",
	"/e/:event/desk/:section/round/:round/pair/progress", "/e/:event/desk/:section/round/:round/pair/paper",
	"/e/:event/desk/:section/round/:round/table/:table/match/:match/score", "/e/:event/desk/:section/round/:round/table/:table/match/:match/game.bpgn",
}

// TestEveryDeskPageHasHelp goes through all addresses of the desk: a new one has help, or
// is no page.
func TestEveryDeskPageHasHelp(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	known := map[string]bool{}
	for _, key := range s.server.RouteKeys() {
		method, route, _ := strings.Cut(key, " ")
		known[route] = true
		_, has := help.Of(route)
		page := method == http.MethodGet && strings.HasPrefix(route, "/e/:event/desk")
		switch {
		case page && !has && !slices.Contains(helpless, route):
			t.Errorf("%s has no help", route)
		case has && slices.Contains(helpless, route):
			t.Errorf("%s has help and is said to have none", route)
		}
	}
	for _, p := range help.All() {
		for _, route := range p.Routes() {
			if !known[route] {
				t.Errorf("the help of %s is for %s, which is no address", p.ID, route)
			}
		}
	}
	for _, route := range helpless {
		if !known[route] {
			t.Errorf("%s is no address", route)
		}
	}
}

func TestHelpStandsOnThePage(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	event, section, _ := matrixEvent(t, s)
	chief := s.person("chief", "Chief", "none")
	s.give(chief, event, section, access.SectionChief)

	page := chief.get("/e/matrix/desk/open").wants(http.StatusOK).has("dialog[data-help] h2", "The section").has("dialog[data-help] kbd", "?")
	if n := page.count("dialog[data-help] .help-lines li"); n != 5 {
		t.Errorf("the help has %d lines", n)
	}
	var to string
	for _, a := range find(page.doc, "a[data-help-open]") {
		to = attr(a, "href")
	}
	path, anchor, _ := strings.Cut(to, "#")
	listed := s.visitor().get(path).wants(http.StatusOK).has("#"+anchor+" li", "how far the round is").has("#wall li", "oldest missing").has("#live h3", "On the match")
	if n := listed.count("section.help-page"); n != len(help.All()) {
		t.Errorf("%d pages are explained, want %d", n, len(help.All()))
	}
	s.visitor().get("/guide/pages?lang=cs").wants(http.StatusOK).has("#wall h2", "Přehled stolů")
	s.visitor().get("/guide").wants(http.StatusOK).has("h2 a", "The pages of the desk")
}
