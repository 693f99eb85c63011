package web_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// An address that leads nowhere offers Find where it names an event that there is.
func TestMissingPagesOfferFind(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	matrixEvent(t, s)
	for path, find := range map[string]string{"/e/matrix/a/b/c/d/e": "/e/matrix/find", "/e/matrix/nosuch": "/e/matrix/find", "/e/nowhere/a/b/c": "", "/nosuch": "", "/e": "", "/e//a": ""} {
		page := s.visitor().get(path).wants(404)
		if find == "" {
			page.hasNot(".problem", "Find my team").has(".problem a", "")
			continue
		}
		page.has(`.problem a[href="`+find+`"]`, "Find my team")
	}
}

// A page that fails leads an official back to the desk, of the section when it is
// known, and everybody else to what is public.
func TestFailuresLeadOfficialsToTheDesk(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	event, _, _ := matrixEvent(t, s)
	desk := s.person("kim", "Kim Osei", "none")
	s.give(desk, event, 0, access.Scorekeeper)
	stranger := s.person("ida", "Ida Holm", "none")
	home := "/e/matrix/desk"
	for _, c := range []struct {
		who    *browser
		path   string
		status int
		to     string
	}{
		{desk, home + "/backup", 403, home},
		{desk, home + "/open/round/9/wall", 404, home + "/open"},
		{desk, home + "/incidents/99", 404, home},
		{desk, home + "/nosuch", 404, home},
		{desk, home + "/a/b/c/d/e", 404, home},
		{stranger, home + "/backup", 403, ""},
		{stranger, home + "/a/b/c/d/e", 404, ""},
		{s.visitor(), home + "/a/b/c/d/e", 404, ""},
		{s.visitor(), "/e/matrix/a/b/c/d/e", 404, ""},
	} {
		page := c.who.get(c.path).wants(c.status)
		if c.to == "" {
			page.hasNot(".problem", "To the desk")
			continue
		}
		page.has(`.problem a.btn-main[href="`+c.to+`"]`, "To the desk").hasNot(".problem", "Find my team")
	}
}

// A section without teams says on each page what comes first, and leads there.
func TestEmptySectionSaysWhatComesFirst(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	event, _, _ := matrixEvent(t, s)
	chief := s.person("dana", "Dana Holt", "none")
	s.give(chief, event, 0, access.SectionChief)
	const desk = "/e/matrix/desk/open"
	chief.get(desk).wants(200).has("main", "A round needs two teams.").hasNot("main", "Every team was seen")
	chief.get(desk+"/teams").wants(200).has("main a.btn-main", "Enter a team").hasNot("main", "Close check-in")
	chief.get(desk+"/teams/new").has("title", "Enter a team")
	chief.get(desk+"/round/1/pair").wants(200).has(`main a[href="`+desk+`/teams"]`, "Enter teams")
	chief.get(desk+"/round/3/pair").wants(200).has(`main a[href="`+desk+`/round/1/pair"]`, "Pair round 1")
	expect.Equal(t, chief.get(desk+"/wall").wants(303).to(), desk+"/round/1/wall", "the wall of a fresh section leads to")
	chief.get(desk+"/round/1/wall").wants(200).has(`main a[href="`+desk+`/round/1/pair"]`, "Pairing workbench")
	chief.get("/e/matrix/desk/incidents").wants(200).has(".empty", "A call of a team")
	chief.get("/e/matrix/desk/penalties").wants(200).has(".empty", "given by a ruling")
}

// A slash typed at the end of an address leads to the page, and never to another site.
func TestSlashAtTheEnd(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	for typed, leads := range map[string]string{
		"/e/lake/": "/e/lake", "/e/lake/open/standings/": "/e/lake/open/standings", "/e/lake/open/pairings/?by=table": "/e/lake/open/pairings?by=table",
		"//elsewhere.example/": "/elsewhere.example", "/\\elsewhere.example/": "/elsewhere.example",
	} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.URL, r.RequestURI = &url.URL{Path: strings.Split(typed, "?")[0]}, typed
		if _, query, ok := strings.Cut(typed, "?"); ok {
			r.URL.RawQuery = query
		}
		w := httptest.NewRecorder()
		l.server.ServeHTTP(w, r)
		got := w.Header().Get("Location")
		expect.True(t, w.Code == http.StatusMovedPermanently && got == leads, "%s: %d to %q, want %s", typed, w.Code, got, leads)
	}
	l.chief.post("/e/lake/desk/", url.Values{}).wants(http.StatusNotFound)
}
