package main

import (
	"context"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/demo"
	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/testdb"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/static"
)

// What was backed up shows the same pages, standings and seals on an empty
// machine: everything with a backup of the server, the event with one of its own.
func TestRestoredMachineShowsTheSamePages(t *testing.T) {
	assets, err := static.Load()
	if err != nil {
		t.Skip(err)
	}
	useDatabase(t, testdb.URL)
	now := time.Now()
	original := openNode(t, assets, now)
	expect.OK(t, expect.Err(openDemo(t.Context(), console{out: io.Discard}, original)))
	folder := t.TempDir()
	whole, event := filepath.Join(folder, "whole.tandem"), filepath.Join(folder, "event.tandem")
	for _, call := range [][]string{{"backup", whole}, {"backup", "-event", demo.Slug, event}} {
		code, _, errs := runCommand("", call...)
		expect.MustTrue(t, code == exitDone, "%v: exit %d, %s", call, code, errs)
	}
	want := site(t, original)
	for _, kind := range []string{"pairings", "standings", "/team/", "crosstable", "rules", "status"} {
		expect.True(t, slices.ContainsFunc(slices.Collect(maps.Keys(want)), func(path string) bool { return strings.Contains(path, kind) }),
			"no page of the kind %q was found to compare", kind)
	}
	for _, file := range []string{whole, event} {
		useDatabase(t, testdb.Empty)
		code, _, errs := runCommand("", "restore", file)
		expect.MustTrue(t, code == exitDone, "restore %s: exit %d, %s", file, code, errs)
		restored := openNode(t, assets, now)
		expect.NoDiff(t, cmp.Diff(want, site(t, restored)), "%s: pages, -original +restored", filepath.Base(file))
		expect.NoDiff(t, cmp.Diff(seals(t, original), seals(t, restored)), "%s: seals, -original +restored", filepath.Base(file))
	}
}

// openNode is a node on DATABASE_URL whose pages are read at one moment: they say
// how long a round has still to run.
func openNode(t *testing.T, assets *static.Assets, now time.Time) *node {
	t.Helper()
	set, err := readSettings(func(name string) (string, bool) {
		return map[string]string{"DATABASE_URL": os.Getenv("DATABASE_URL")}[name], true
	})
	expect.OK(t, err)
	db := expect.Must(connectDatabase(t.Context(), set.databaseURL, nil))(t)
	t.Cleanup(func() {
		err := db.close()
		expect.True(t, err == nil, "%v", err)
	})
	n := newNode(set, time.Now, db, assets, slog.New(slog.DiscardHandler))
	n.server.Now = func() time.Time { return now }
	return n
}

func seals(t *testing.T, n *node) []postgres.Sealed {
	t.Helper()
	heads := expect.Must(postgres.VerifyJournals(t.Context(), n.db.pool))(t)
	return heads
}

var link = regexp.MustCompile(`href="(/e/[^"#]*)`)

// site reads every public page that can be reached from the event's home.
func site(t *testing.T, n *node) map[string]string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	pages := map[string]string{}
	for next := []string{"/e/" + demo.Slug}; len(next) > 0; next = next[1:] {
		path := strings.ReplaceAll(next[0], "&amp;", "&")
		if _, known := pages[path]; known || strings.Contains(path, "/desk") {
			continue
		}
		answer := httptest.NewRecorder()
		n.server.ServeHTTP(answer, httptest.NewRequestWithContext(ctx, http.MethodGet, path, nil))
		pages[path] = answer.Body.String()
		expect.Equal(t, answer.Code, http.StatusOK, "%s", path)
		for _, found := range link.FindAllStringSubmatch(pages[path], -1) {
			next = append(next, found[1])
		}
	}
	return pages
}
