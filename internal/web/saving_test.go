package web_test

import (
	"net/http"
	"net/url"
	"slices"
	"testing"
	"time"

	"golang.org/x/net/html"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

const cannotSave = "Results cannot be saved right now. Use paper slips. Reading still works."

// shut makes the database read-only, as a full disk or a lost standby does, or takes
// that back.
func (l *league) shut(readOnly string) {
	l.t.Helper()
	l.exec(`begin read write; do $$ begin execute format('alter database %I set default_transaction_read_only = ` + readOnly + `', current_database()); end $$; commit`)
	l.pool.Reset()
}

// While the database can only be read, every desk page says so and its save buttons are
// off, also after the time when sessions are noted as seen; public pages go on. A form
// sent meanwhile is refused in plain words, and the same form is saved once afterwards.
func TestReadOnlyDatabase(t *testing.T) {
	t.Parallel()
	l := seated(t, 4)
	const wall = "/e/lake/desk/open/round/1/wall?table=1"
	entry := url.Values{"key": {"the only entry"}, "table": {"1"}, "match": {"1"}, "outcome": {"slot1"}, "revision": {"0"}}
	l.server.LookAtSaving(t.Context())
	open := l.chief.get(wall).wants(http.StatusOK)
	if off, bar := savingOff(open); off != 0 || bar {
		t.Fatal("a server that saves shows itself as one that does not")
	}

	l.shut("on")
	refused := l.send("/e/lake/desk/open/round/1/entry", entry).wants(http.StatusServiceUnavailable)
	expect.True(t, refused.header.Get("Retry-After") != "", "nothing says when to send the form again")
	refused.has("main", "use paper slips and try again")
	refused.has("main", "Nothing was changed")
	l.server.LookAtSaving(t.Context())
	l.wait(10 * time.Minute)
	for _, page := range []string{wall, "/e/lake/desk", "/e/lake/desk/open", "/e/lake/desk/open/teams", "/e/lake/desk/open/teams/new", "/e/lake/desk/incidents/new", "/e/lake/desk/notices"} {
		a := l.chief.get(page)
		if a.status == http.StatusSeeOther {
			a = l.chief.get(a.to())
		}
		a.wants(http.StatusOK).has(".read-only[role=alert]", cannotSave)
		_, bar := savingOff(a)
		expect.True(t, bar, "%s hides the bar", page)
		for _, b := range find(a.doc, "main form[method=post] button") {
			expect.True(t, attr(b, "type") == "button" || hasAttr(b, "disabled"), "%s: the button %q is on", page, textOf(b))
		}
	}
	if off, _ := savingOff(l.chief.get(wall)); off == 0 {
		t.Error("the wall has no save button that could be off: the test tests nothing")
	}
	l.visitor().get("/e/lake/open/pairings").wants(http.StatusOK)
	l.visitor().get("/e/lake").wants(http.StatusOK)

	l.shut("off")
	l.server.LookAtSaving(t.Context())
	if off, bar := savingOff(l.chief.get(wall).wants(http.StatusOK)); off != 0 || bar {
		t.Error("the desk did not recover by itself")
	}
	for range 2 {
		l.send("/e/lake/desk/open/round/1/entry", entry).wants(http.StatusSeeOther)
	}
	var reports int
	err := l.pool.QueryRow(t.Context(), `select count(*) from result_report`).Scan(&reports)
	expect.True(t, err == nil && reports == 1, "%d reports, %v", reports, err)
}

// savingOff counts the buttons that are off, and tells whether the bar shows.
func savingOff(a *answer) (buttons int, bar bool) {
	for _, b := range find(a.doc, "button") {
		if hasAttr(b, "data-off") {
			buttons++
		}
	}
	for _, n := range find(a.doc, ".read-only") {
		bar = bar || !hasAttr(n, "hidden")
	}
	return buttons, bar
}

func hasAttr(n *html.Node, name string) bool {
	return slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == name })
}

// A key names one form: another one that carries it is refused in words and changes
// nothing, on the pages and for programs.
func TestKeyOfAnotherForm(t *testing.T) {
	t.Parallel()
	l := seated(t, 4)
	entry := url.Values{"key": {"the only entry"}, "table": {"1"}, "match": {"1"}, "outcome": {"slot1"}, "revision": {"0"}}
	l.send("/e/lake/desk/open/round/1/entry", entry).wants(http.StatusSeeOther)
	entry.Set("outcome", "slot2")
	l.send("/e/lake/desk/open/round/1/entry", entry).wants(http.StatusConflict).has("main", "This was sent before with something else in it")

	desk := &program{l: l, token: l.token(l.secondChief(), "Scanner", "read", "results")}
	const second = openAPI + "/rounds/1/tables/2/matches/1/result"
	desk.keyed("POST", second, `{"outcome": "slot1", "revision": 0}`, "slip 7", 200)
	desk.keyed("POST", second, `{"outcome": "slot1", "revision": 0}`, "slip 7", 200)
	desk.keyed("POST", second, `{"outcome": "slot2", "revision": 0}`, "slip 7", 409)
	desk.keyed("POST", openAPI+"/rounds/1/tables/2/matches/2/result", `{"outcome": "slot1", "revision": 0}`, "slip 7", 409)
	var reports int
	err := l.pool.QueryRow(t.Context(), `select count(*) from result_report`).Scan(&reports)
	expect.True(t, err == nil && reports == 2, "%d reports, %v", reports, err)
}

// What stands above every desk page can be asked for alone; who has no desk gets nothing.
func TestNoticesAlone(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 2)
	boss, adm := l.person("boss", "Boss", "none"), l.person("adm", "Adm", "administrator")
	l.give(boss, l.event, 0, access.Chief)
	boss.post("/e/lake/desk/messages", url.Values{"key": {l.key()}, "section": {"0"}, "body": {"Round 2 in ten minutes"}}).wants(http.StatusSeeOther)
	l.chief.get("/e/lake/desk/notices").wants(http.StatusOK).has("[data-live=messages]", "Round 2 in ten minutes")
	adm.get("/e/lake/desk/notices").wants(http.StatusOK).hasNot("[data-live=messages]", "Round 2")
	form := l.chief.get("/e/lake/desk/open/teams/new").wants(http.StatusOK)
	expect.Equal(t, form.value("body", "data-look"), "/e/lake/desk/notices", "a page without live parts asks")
	wall := l.chief.get("/e/lake/desk/open").wants(http.StatusOK)
	expect.Equal(t, attr(find(wall.doc, "body")[0], "data-look"), "", "a live page asks for its notices alone")
}
