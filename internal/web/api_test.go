package web_test

import (
	"encoding/json"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

var (
	describedPath = regexp.MustCompile(`(?m)^  (/api/\S+):\n((?:    .*\n)+)`)
	describedVerb = regexp.MustCompile(`(?m)^    (get|post|put|patch|delete):$`)
	braces        = regexp.MustCompile(`\{(\w+)\}`)
)

func TestDescriptionNamesEveryAddress(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	file := expect.Must(os.ReadFile("../../docs/openapi.yaml"))(t)
	var described, served []string
	for _, path := range describedPath.FindAllStringSubmatch(string(file), -1) {
		for _, verb := range describedVerb.FindAllStringSubmatch(path[2], -1) {
			described = append(described, strings.ToUpper(verb[1])+" "+braces.ReplaceAllString(path[1], ":$1"))
		}
	}
	for _, key := range s.server.RouteKeys() {
		if strings.Contains(key, " /api/") {
			served = append(served, key)
		}
	}
	slices.Sort(described)
	slices.Sort(served)
	expect.NoDiff(t, cmp.Diff(served, described), "routes (-) and docs/openapi.yaml (+) differ")
	for _, field := range []string{"time_zone", "starts_on", "published_at", "under_review", "tie_breaks", "provisional", "players"} {
		expect.Contains(t, string(file), "\n        "+field+": ", "docs/openapi.yaml does not describe %s", field)
	}
}

// fetch reads JSON and returns the answer's header.
func (l *league) fetch(path string, status int, into any, header ...string) http.Header {
	l.t.Helper()
	r := expect.Must(http.NewRequestWithContext(l.t.Context(), http.MethodGet, l.url+path, nil))(l.t)
	if len(header) == 2 {
		r.Header.Set(header[0], header[1])
	}
	answer := expect.Must(http.DefaultClient.Do(r))(l.t)
	defer answer.Body.Close()
	expect.MustEqual(l.t, answer.StatusCode, status, "%s: status", path)
	if into != nil {
		err := json.NewDecoder(answer.Body).Decode(into)
		expect.MustTrue(l.t, err == nil, "%s: %v", path, err)
	}
	return answer.Header
}

func TestProgramsReadWhatPagesShow(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 7)
	const section = "/api/v1/events/lake/sections/open"
	type list struct {
		Version int64
		Items   []map[string]any
		Next    string
	}
	l.draft(1)
	var refused struct {
		Status int
		Detail string
	}
	h := l.fetch(section+"/rounds/1/pairings", http.StatusNotFound, &refused)
	expect.True(t, refused.Status == 404 && refused.Detail == "Round 1 is not published yet." && h.Get("Content-Type") == "application/problem+json",
		"a draft answers %+v as %s", refused, h.Get("Content-Type"))
	var rounds list
	if l.fetch(section+"/rounds", http.StatusOK, &rounds); rounds.Items == nil || len(rounds.Items) != 0 {
		t.Errorf("a draft shows among the rounds: %v", rounds.Items)
	}
	l.publish(1)
	l.play(1)

	var pairings list
	l.fetch(section+"/rounds/1/pairings", http.StatusOK, &pairings)
	expect.True(t, len(pairings.Items) == 4 && pairings.Version == l.version(),
		"%d pairings at version %d, want 4 at %d", len(pairings.Items), pairings.Version, l.version())
	// All pages of a list together are the list.
	var places []any
	next, pages := section+"/standings?limit=3", 0
	for next != "" {
		var page list
		l.fetch(next, http.StatusOK, &page)
		for _, row := range page.Items {
			places = append(places, row["team"])
		}
		next, pages = page.Next, pages+1
	}
	if len(places) != 7 || pages != 3 || places[0] != "team-1" {
		t.Errorf("%d teams on %d pages beginning with %v", len(places), pages, places[:1])
	}
	etag := l.fetch(section+"/standings", http.StatusOK, nil).Get("ETag")
	h = l.fetch(section+"/standings", http.StatusNotModified, nil, "If-None-Match", etag)
	expect.Equal(t, h.Get("Access-Control-Allow-Origin"), "*", "another site's page may not read: %v", h)

	var events list
	if l.fetch("/api/v1/events", http.StatusOK, &events); len(events.Items) != 1 || events.Items[0]["slug"] != "lake" {
		t.Errorf("events: %v", events.Items)
	}
	var status struct{ Round, Tables, Playing int }
	if l.fetch(section+"/status", http.StatusOK, &status); status.Round != 1 || status.Tables != 3 || status.Playing != 0 {
		t.Errorf("status: %+v", status)
	}
	for path, want := range map[string]int{
		section + "/teams?limit=0": 422, section + "/teams?limit=1001": 422, section + "/teams?cursor=x": 422,
		section + "/rounds/2/standings": 404, "/api/v1/events/nowhere": 404, "/api/v1/nowhere": 404,
	} {
		l.fetch(path, want, &refused)
		expect.True(t, refused.Status == want && refused.Detail != "", "%s: the problem says %+v", path, refused)
	}
}
