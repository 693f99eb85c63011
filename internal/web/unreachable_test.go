package web_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/testdb"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// longerThanAPage is far below the time that a request has, and far above that in which
// the database is known to be away.
const longerThanAPage = 25 * time.Second

// reply is what one route answered.
type reply struct {
	route  string
	status int
	err    error
}

// askAll asks every route at once, as one person.
func askAll(b *browser, routes []string) []reply {
	client := *b.client
	client.Timeout = longerThanAPage
	client.Transport = &http.Transport{DisableKeepAlives: true} // a node that falls silent is not asked again
	replies := make([]reply, len(routes))
	var work sync.WaitGroup
	for i, route := range routes {
		work.Go(func() {
			method, pattern, _ := strings.Cut(route, " ")
			ask, err := http.NewRequestWithContext(b.t.Context(), method, b.url+address(pattern), strings.NewReader(url.Values{"key": {"a key of one form"}}.Encode()))
			if err != nil {
				replies[i] = reply{route, 0, err}
				return
			}
			if method == http.MethodGet {
				ask.Body, ask.ContentLength = nil, 0
			}
			ask.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			if strings.HasPrefix(pattern, "/api/") {
				ask.Header.Set("Authorization", "Bearer tandem_none")
			}
			answer, err := client.Do(ask)
			if err != nil {
				replies[i] = reply{route, 0, err}
				return
			}
			answer.Body.Close()
			replies[i] = reply{route, answer.StatusCode, nil}
		})
	}
	work.Wait()
	return replies
}

// The database falls silent, or is gone, before or in the middle of whatever every route
// asks. Each answers long before its own time is over, in plain words and not as a
// failure of the program, and public pages that are in memory go on being served.
func TestEveryRouteWithoutDatabase(t *testing.T) {
	t.Parallel()
	gate := testdb.NewGate(t)
	pool := expect.Must(postgres.Connect(t.Context(), gate.URL()))(t)
	t.Cleanup(func() { gate.Open(); pool.Close() })
	s := newSiteOn(t, pool)
	event, section, _ := matrixEvent(t, s)
	chief := s.person("chief", "Chief", "none")
	s.give(chief, event, 0, access.Chief)
	s.give(chief, event, 0, access.Organizer)
	s.give(chief, event, section, access.Director)
	people := map[string]*browser{"visitor": s.visitor(), "chief": chief, "administrator": s.person("adm", "Adm", "administrator"), "organizer": s.person("site", "Site", "organizer")}
	var routes []string
	for _, route := range s.server.RouteKeys() {
		if route != "POST /sign-out" && !strings.HasPrefix(route, "POST /account") { // these end the sessions used here
			routes = append(routes, route)
		}
	}
	inMemory := map[string]bool{}
	for _, r := range askAll(people["visitor"], routes) {
		_, pattern, _ := strings.Cut(r.route, " ")
		inMemory[r.route] = r.status == http.StatusOK && strings.HasPrefix(r.route, "GET /e/") && s.server.InMemory(strings.TrimPrefix(s.url, "http://"), address(pattern))
	}
	falls := []struct {
		name string
		fall func()
	}{{"silent", gate.Silence}, {"gone", gate.Refuse}}
	for _, messages := range []int{2, 9, 30, 90, 250} {
		falls = append(falls, struct {
			name string
			fall func()
		}{fmt.Sprintf("silent after %d messages", messages), func() { gate.SilenceAfter(messages) }})
	}
	kept := 0
	for _, f := range falls {
		gate.Open()
		s.answers(t, people["visitor"])
		f.fall()
		for name, b := range people {
			for _, r := range askAll(b, routes) {
				switch {
				case r.err != nil:
					t.Errorf("%s, %s: %s: %v", f.name, name, r.route, r.err)
				case r.status >= 500 && r.status != http.StatusServiceUnavailable:
					t.Errorf("%s, %s: %s answers %d", f.name, name, r.route, r.status)
				case inMemory[r.route] && r.status != http.StatusOK:
					t.Errorf("%s, %s: %s is in memory and answers %d", f.name, name, r.route, r.status)
				case inMemory[r.route]:
					kept++
				}
			}
		}
	}
	expect.True(t, kept != 0, "no page was in memory: this proves half")
}

// answers waits until the node says that its database is there.
func (s *site) answers(t *testing.T, b *browser) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); b.get("/healthz").status != http.StatusOK; {
		expect.MustTrue(t, !time.Now().After(deadline), "the database is back, and the node does not notice")
	}
}
