package web_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/html"

	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/live"
	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/testkit"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web"
)

// countingReader counts what public pages read.
type countingReader struct {
	tournament.Reader
	states, events, others atomic.Int64
	narrow                 atomic.Int64 // readings of nothing but the play of rounds
}

func (r *countingReader) PublicState(ctx context.Context, eventID, atLeast int64, since tournament.Since) (tournament.PublicState, error) {
	r.states.Add(1)
	if since == nil {
		return r.Reader.PublicState(ctx, eventID, atLeast, nil)
	}
	return r.Reader.PublicState(ctx, eventID, atLeast, func(version int64) (map[int64]tournament.SectionNews, bool) {
		news, all := since(version)
		whole := !all
		for _, section := range news {
			whole = whole || section.Book == nil
		}
		if !whole {
			r.narrow.Add(1)
		}
		return news, all
	})
}

func (r *countingReader) EventBySlug(ctx context.Context, slug string) (tournament.Event, error) {
	r.events.Add(1)
	return r.Reader.EventBySlug(ctx, slug)
}

func (r *countingReader) Book(ctx context.Context, eventID, sectionID int64) (*tournament.SectionBook, error) {
	r.others.Add(1)
	return r.Reader.Book(ctx, eventID, sectionID)
}

func (r *countingReader) Books(ctx context.Context, eventID int64, sectionIDs []int64) (map[int64]*tournament.SectionBook, error) {
	r.others.Add(1)
	return r.Reader.Books(ctx, eventID, sectionIDs)
}

func (r *countingReader) Sections(ctx context.Context, eventID int64) ([]tournament.Section, error) {
	r.others.Add(1)
	return r.Reader.Sections(ctx, eventID)
}

func (r *countingReader) Screens(ctx context.Context, eventID int64) ([]tournament.Screen, error) {
	r.others.Add(1)
	return r.Reader.Screens(ctx, eventID)
}

func (r *countingReader) Publications(ctx context.Context, eventID, sectionID int64, round int) ([]tournament.Publication, error) {
	r.others.Add(1)
	return r.Reader.Publications(ctx, eventID, sectionID, round)
}

// anotherNode is a second server on the league's database, with a hub and a
// listener of its own.
func (l *league) anotherNode(t testing.TB) (url string, server *web.Server, reader *countingReader) {
	t.Helper()
	hub := live.NewHub()
	public := l.tournament.Reader()
	reader = &countingReader{Reader: public}
	public.PublicReader, public.EventReader, public.SectionReader, public.RoundReader = reader, reader, reader, reader
	server = web.New(web.Deps{
		Log: slog.New(slog.DiscardHandler), Now: l.clock, Tournament: l.tournament, Public: public, Accounts: l.accounts, Dispute: dispute.NewService(postgres.Disputes{DB: l.db}),
		Journal: postgres.Journal{DB: l.db}, Hub: hub,
		Asset: func(name string) string { return "/static/" + name }, Static: http.NotFoundHandler(), Ready: l.db.Ping,
	})
	listening, stop := context.WithCancel(context.Background())
	ready, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		postgres.Listener{URL: l.db.URL(), Say: l.db.Say, Changed: hub.Changed, Resync: hub.Resync, Log: slog.New(slog.DiscardHandler)}.Run(listening, ready)
	}()
	<-ready
	ts := listen(server)
	t.Cleanup(func() {
		hub.Close()
		ts.Close()
		stop()
		<-done
	})
	return ts.URL, server, reader
}

func body(t testing.TB, url string) string {
	t.Helper()
	answer, err := http.Get(url)
	if err != nil {
		t.Error(err)
		return ""
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	expect.True(t, err == nil && answer.StatusCode == http.StatusOK, "%s: status %d, %v", url, answer.StatusCode, err)
	return string(text)
}

// Whatever a crowd asks for, and however often, a node reads a section once per
// version.
func TestOneReadPerVersion(t *testing.T) {
	t.Parallel()
	l := seated(t, 40)
	url, server, reader := l.anotherNode(t)
	asked := []string{
		"/e/lake", "/e/lake/open/pairings", "/e/lake/open/round/1/pairings?by=table", "/e/lake/open/standings", "/e/lake/open/crosstable", "/e/lake/find",
		"/e/lake/find?q=team+0007", "/e/lake/find?team=team-7", "/e/lake/open/status", "/e/lake/open/rules", "/e/lake/open/standings.csv", "/e/lake/hall/main",
		"/api/v1/events/lake", "/api/v1/events/lake/sections/open/teams", "/api/v1/events/lake/sections/open/standings",
	}
	for change := range 4 {
		before, others := reader.states.Load(), reader.others.Load()
		var crowd sync.WaitGroup
		for i := range 120 {
			crowd.Go(func() { body(t, url+asked[i%len(asked)]) })
		}
		crowd.Wait()
		want := int64(0) // a change is read before the crowd comes
		if change == 0 {
			want = 1
		}
		if n := reader.states.Load() - before; n != want {
			t.Errorf("a crowd of 120 cost %d readings of the event, want %d", n, want)
		}
		if n := reader.others.Load() - others; n != 0 {
			t.Errorf("a crowd of 120 cost %d readings besides", n)
		}
		before = reader.states.Load()
		l.exec(`update event set version = version + 1, public_version = version + 1 where event_id = $1`, l.event)
		l.exec(`select pg_notify('tandem', $1 || ' ' || $2 || ' *')`, fmt.Sprint(l.event), fmt.Sprint(l.version()))
		for reader.states.Load() == before {
			runtime.Gosched()
		}
		server.CatchUp(l.event)
		if n := reader.states.Load() - before; n != 1 {
			t.Errorf("a change cost %d readings, want 1", n)
		}
	}
}

// When a round is published every page that the site leads to is finished before it is
// shown, though nobody ever asked for it, and so is what open pages ask for anew; a
// result has those built that were asked for.
func TestPublicationIsBuiltBeforeItIsShown(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 12)
	l.late.Store(int64(20 * time.Millisecond))
	l.server.TakeTimeToBuild()
	built := func(uri string) bool { return l.server.InMemory("example.com", uri) }
	const asked, other = "/e/lake/find?team=team-3", "/e/lake/find?team=team-4"
	l.page(asked)
	l.pair(1)
	expect.True(t, built(asked+"&part=main"), "what an open page asks for anew was not built with the publication")
	l.wantsAllBuilt()
	l.play(1)
	l.page(asked)
	l.changeResult(1)
	l.server.CatchUp(l.event)
	expect.True(t, built(asked) && !built(other), "with a result the pages that were asked for are built, and no others")
	l.pair(2)
	l.wantsAllBuilt()
}

// wantsAllBuilt follows all links of the public pages and wants each page to be in
// memory before it is asked for.
func (l *league) wantsAllBuilt() {
	l.t.Helper()
	seen, todo := map[string]bool{}, []string{"/e/lake"}
	for len(todo) > 0 {
		address := todo[0]
		todo = todo[1:]
		expect.True(l.t, l.server.InMemory("example.com", address), "%s was not built before it was shown", address)
		document := expect.Must(html.Parse(strings.NewReader(l.page(address))))(l.t)
		for _, a := range find(document, "a[href]") {
			href, _, _ := strings.Cut(attr(a, "href"), "#")
			switch {
			case seen[href], !strings.HasPrefix(href, "/e/lake"), strings.HasPrefix(href, "/e/lake/desk"):
			case strings.HasSuffix(href, "/poster"), strings.Contains(href, ".csv"), strings.HasSuffix(href, ".ics"): // papers and files are made for who asks
			case strings.Contains(href, "/embed"), strings.Contains(href, "/table/"): // so are snippets for webmasters, and the address of one table
			default:
				seen[href], todo = true, append(todo, href)
			}
		}
	}
	expect.True(l.t, len(seen) >= 50, "%d pages were found", len(seen))
}

// The database has counted the rows of a round when it is published: else it takes them
// for one and compares each match with each game.
func TestARoundIsCountedWhenItIsPublished(t *testing.T) {
	t.Parallel()
	l := seated(t, 80)
	for table, want := range map[string]float64{"team": 80, "player": 160, "pairing": 40, "pairing_team": 80, "match": 80, "game": 160} {
		rows := testkit.Stored[float64](t, l.pool, "select reltuples from pg_class where oid = $1::text::regclass", table)
		expect.True(t, rows >= want/2, "%s is taken for %v rows of %v", table, rows, want)
	}
}

// What one machine publishes, the other one tells its phones.
func TestTwoNodesShowEachOthersChanges(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 8)
	other, _, _ := l.anotherNode(t)
	for _, node := range []string{l.url, other} {
		page := body(t, node+"/e/lake/open/pairings")
		expect.MustTrue(t, strings.Contains(page, "Round 1 is not published yet"), "%s shows pairings before they are published", node)
	}
	var streams []*bufio.Scanner
	for _, node := range []string{l.url, other} {
		answer := expect.Must(http.Get(node + "/e/lake/stream"))(t)
		t.Cleanup(func() { answer.Body.Close() })
		lines := bufio.NewScanner(answer.Body)
		lines.Scan() // the greeting: the stream is open
		streams = append(streams, lines)
	}
	l.pair(1)
	want := fmt.Sprint("data: ", l.version())
	for i, node := range []string{l.url, other} {
		for streams[i].Scan() && streams[i].Text() != want {
		}
		expect.MustEqual(t, streams[i].Text(), want, "the stream of node %d ends with", i+1)
		expect.Contains(t, body(t, node+"/e/lake/open/pairings"), "Team 0008", "node %d does not show the published pairings", i+1)
	}
}

func (l *league) version() int64 {
	l.t.Helper()
	e := expect.Must(l.tournament.Reader().EventBySlug(l.t.Context(), "lake"))(l.t)
	return e.Version
}

// A hall behind one address is not held up, a flood is, and the desk never.
func TestCrowdLimit(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	ask := func(from, path string) int {
		r := httptest.NewRequest(http.MethodGet, path, nil)
		r.RemoteAddr = from + ":1234"
		w := httptest.NewRecorder()
		l.server.ServeHTTP(w, r)
		return w.Code
	}
	for i := range 20_000 { // 10,000 phones, each fetching its page and one more
		expect.MustEqual(t, ask("192.0.2.7", "/e/lake/open/standings"), http.StatusOK, "request %d of a full hall: status", i+1)
	}
	refused := false
	for range 200_000 {
		if refused = ask("192.0.2.7", "/e/lake/open/standings") == http.StatusTooManyRequests; refused {
			break
		}
	}
	expect.True(t, refused, "a flood from one address is never refused")
	status := ask("192.0.2.7", "/e/lake/desk")
	expect.True(t, status != http.StatusTooManyRequests, "the desk behind the same address is refused")
	expect.Equal(t, ask("198.51.100.4", "/e/lake/open/standings"), http.StatusOK, "another address gets status")
}
