package web_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// under asks for a page under a host.
func (b *browser) under(host, path string) *answer {
	b.t.Helper()
	req := expect.Must(http.NewRequestWithContext(b.t.Context(), http.MethodGet, b.url+path, nil))(b.t)
	req.Host = host
	return b.do(req).wants(http.StatusOK)
}

// Where no address is configured a page names the host it was asked for, and nobody is
// shown the host that somebody else made up: there is no room for more than a few of them,
// but always for the address of the machine itself.
func TestMadeUpHostsAreShownToNobody(t *testing.T) {
	t.Parallel()
	l := seated(t, 4)
	paths := []string{"/e/lake", "/e/lake/team/team-1", "/e/lake/open/pairings", "/e/lake/hall/main", "/e/lake/calendar.ics", "/e/lake/find?team=team-1", "/"}
	everybody := l.visitor()
	const madeUp = 11
	kept, tags := 0, map[string]bool{}
	for i := range madeUp {
		host := fmt.Sprintf("host-%d.example", i)
		for _, path := range paths {
			page := everybody.under(host, path)
			named := strings.Count(page.body, ".example")
			expect.MustTrue(t, strings.Count(page.body, host) == named, "%s under %s names another host:\n%s", path, host, page.body)
		}
		if l.server.InMemory(host, "/e/lake/open/pairings") {
			kept++
			page := everybody.under(host, "/e/lake/open/pairings")
			expect.Equal(t, page.link("canonical", ""), "http://"+host+"/e/lake/open/pairings", "%s: the page's own address", host)
			got := page.meta("og:image")
			expect.True(t, strings.HasPrefix(got, "http://"+host+"/"), "%s: the picture is at %q", host, got)
			continue
		}
		page := everybody.under(host, "/e/lake/open/pairings")
		tags[page.header.Get("ETag")] = true
		if got := page.link("canonical", ""); got != "/e/lake/open/pairings" || page.meta("og:url") != "" {
			t.Errorf("%s: the page's own address is %q, and %q to those who share it", host, got, page.meta("og:url"))
		}
	}
	expect.True(t, kept != 0 && kept <= 8 && len(tags) == 1,
		"%d made-up hosts have pages in memory, want some and 8 at most; all others read %d pages, want one", kept, len(tags))
	expect.Equal(t, everybody.get("/e/lake/open/pairings").link("canonical", ""), l.url+"/e/lake/open/pairings", "on the machine's own address the page calls itself")
}

// With an address configured all hosts read one page, which names that address.
func TestTheConfiguredAddressIsThePagesOwn(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	l.server.URL = "https://tandem.example.org"
	everybody := l.visitor()
	tags := map[string]bool{}
	for i := range 12 {
		page := everybody.under(fmt.Sprintf("host-%d.example", i), "/e/lake")
		tags[page.header.Get("ETag")] = true
		got := page.link("canonical", "")
		expect.True(t, got == "https://tandem.example.org/e/lake" && !strings.Contains(page.body, "host-"), "the page's own address is %q", got)
	}
	expect.True(t, len(tags) == 1 && l.server.InMemory("", "/e/lake"), "%d pages for one address", len(tags))
}
