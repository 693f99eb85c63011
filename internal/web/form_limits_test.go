package web_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/limit"
	"github.com/tandemchess/tandem/internal/testkit"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// Nearly a megabyte in any field of any form is refused with the name of the field, and
// nothing of it is kept: not in the journal, not in a table beside it.
func TestNoFormTakesAMegabyte(t *testing.T) {
	t.Parallel()
	l := seated(t, 4)
	boss := l.person("boss", "Boss", "administrator")
	for _, role := range []access.Role{access.Chief, access.Organizer} {
		l.give(boss, l.event, 0, role)
	}
	for _, role := range []access.Role{access.Scorekeeper, access.Director, access.SectionChief} {
		l.give(boss, l.event, l.section, role)
	}
	boss.post("/e/lake/desk/incidents/new", url.Values{"section": {"open"}, "table": {"1"}, "match": {"1"}, "round": {"1"}, "key": {l.key()}}).wants(http.StatusSeeOther)
	address := map[string]string{
		"event": "lake", "section": "open", "round": "1", "table": "1", "match": "1", "team": "team-1", "incident": "1", "appeal": "1", "screen": "main", "file": "none", "token": "none",
	}
	link, founder := l.phone(1), l.person("site", "Site", "organizer")

	huge := strings.Repeat("x", 900_000)
	fields := slices.DeleteFunc(fieldNames(t), func(name string) bool { return limit.Of(name).Raw })
	before, tried, turn := l.rows(), 0, 0
	refused := func(b *browser, at, field, value string) {
		t.Helper()
		tried++
		form := url.Values{"key": {l.key()}}
		form.Set(field, value)
		a := b.post(at, form)
		if a.status != http.StatusUnprocessableEntity || !strings.Contains(a.body, "“"+field+"”") || !strings.Contains(a.body, "at most") {
			t.Errorf("%d characters in %s of POST %s are answered with %d, which does not name it: %s", limit.Count(value), field, at, a.status, clip(a.text("main")))
		}
	}
	for _, key := range l.server.RouteKeys() {
		method, pattern, _ := strings.Cut(key, " ")
		if method != http.MethodPost || strings.Contains(pattern, "/api/") || strings.HasSuffix(pattern, "/acts") {
			continue
		}
		who := boss
		switch matrix[key] {
		case "link":
			who = link
		case "site":
			who = founder
		}
		for n := range 3 { // another three for each route, until all had their turn
			field := fields[turn%len(fields)]
			turn++
			value := strings.Repeat("ž", limit.Of(field).Most+1)
			if n == 0 {
				value = huge
			}
			refused(who, addressOf(pattern, address), field, value)
		}
	}
	for _, field := range fields {
		refused(boss, "/e/lake/desk/import", field, strings.Repeat("ž", limit.Of(field).Most+1))
	}
	after := l.rows()
	expect.True(t, after == before, "what was refused changed the database from %s to %s", before, after)
	expect.True(t, tried >= 300, "only %d fields of forms were tried", tried)
}

// A field that no page has is refused by its name as well, and so is a form in bytes
// that are no text.
func TestFormsThatNoPageSends(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana := s.person("ana", "Ana Ruiz", "none")
	for _, form := range []url.Values{
		{"name": {"Ana\x00Ruiz"}},
		{"name": {"Ana \xff"}},
		{"name": {"\u202eziuR anA"}},
		{"surplus": {strings.Repeat("x", 101)}},
		{strings.Repeat("x", 3000): {"1"}},
		{"name": {"Ana", strings.Repeat("x", 81)}},
	} {
		a := ana.post("/account", form).wants(http.StatusUnprocessableEntity)
		if !strings.Contains(a.body, "Nothing was saved") {
			t.Errorf("%.40v: %s", form, clip(a.text("main")))
		}
	}
	ana.get("/account").has(".person", "Ana Ruiz")
	for kind, body := range map[string]string{
		formType: "name=%zz", "multipart/form-data; boundary=x": "--x\r\nContent-Disposition: form-data; name=\"name\"\r\n\r\nunfinished",
	} {
		req := expect.Must(http.NewRequestWithContext(t.Context(), http.MethodPost, s.url+"/account", strings.NewReader(body)))(t)
		req.Header.Set("Content-Type", kind)
		ana.do(req).wants(http.StatusUnprocessableEntity).has("main", "did not arrive whole")
	}
	large := url.Values{"name": {strings.Repeat("x", 2<<20)}}
	ana.post("/account", large).wants(http.StatusRequestEntityTooLarge)
}

// rows is how many rows every table has, and how long its longest one is.
func (s *site) rows() string {
	s.t.Helper()
	const count = `select string_agg(table_name || ' ' || query_to_xml(format('select count(*) as n, max(length(t::text)) as longest from %I t', table_name), true, true, '')::text, e'\n' order by table_name)
		from information_schema.tables where table_schema = current_schema() and table_type = 'BASE TABLE'`
	all := testkit.Stored[string](s.t, s.pool, count)
	return all
}
