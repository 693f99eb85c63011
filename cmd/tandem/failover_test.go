//go:build unix

package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/demo"
	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/static"
)

// Two nodes on a primary with a synchronous standby, which public pages are read
// from: the primary dies in the middle of result entry and the standby takes over.
// No acknowledged result is missing, both nodes go on without being touched, and an
// open phone shows what happened since.
func TestFailoverLosesNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("starts two database servers and kills one")
	}
	assets, err := static.Load()
	if err != nil {
		t.Skip(err)
	}
	primary := newPrimary(t)
	standby := newStandby(t, primary)
	for _, sql := range []string{"alter system set synchronous_standby_names = '*'", "select pg_reload_conf()"} {
		expect.OK(t, primary.exec("postgres", sql))
	}
	dsn := address("tandem", "read-write", primary, standby)
	expect.OK(t, expect.Err(postgres.Migrate(t.Context(), dsn)))
	copies := address("tandem", "any", standby, primary)
	first := runNode(t, assets, dsn, copies)
	expect.OK(t, expect.Err(openDemo(t.Context(), console{out: io.Discard}, first.node)))
	second := runNode(t, assets, dsn, copies)
	phone := openPhone(t, second.url)

	desks := startShift(
		desk3(t, first.url, 7, 1), desk3(t, first.url, 7, 2), desk3(t, second.url, 10, 1), desk3(t, second.url, 10, 2),
	)
	desks.until(t, 40)
	primary.kill()
	before := desks.entered.Load()
	expect.OK(t, standby.exec("postgres", "select pg_promote()"))
	desks.until(t, before+20)
	told := desks.end()
	t.Logf("%d results acknowledged before the primary died, %d after", before, desks.entered.Load()-before)

	var missing []string
	if err := second.db.pool.QueryRow(t.Context(), `select array(select unnest($1::text[]) except select slip from result_report)`,
		told).Scan(&missing); err != nil || len(missing) > 0 {
		t.Errorf("acknowledged and lost: the slips %v, %v", missing, err)
	}
	event := expect.Must(second.tournament.Reader().EventBySlug(t.Context(), demo.Slug))(t)
	eventually(t, "the phone shows the last result", func() error {
		if shown := phone.Load(); shown != event.Version {
			return fmt.Errorf("it shows version %d of %d", shown, event.Version)
		}
		return nil
	})
	journals, err := postgres.VerifyJournals(t.Context(), second.db.pool)
	expect.True(t, err == nil && len(journals) == 1 && journals[0].Broken == "", "the journal after the failover: %+v, %v", journals, err)
}

// shift is desks that enter results until their end, whatever the answers are.
type shift struct {
	entered atomic.Int64
	told    [][]string // the slips of each desk's acknowledged results
	stop    chan struct{}
	group   sync.WaitGroup
}

func startShift(desks ...*desk) *shift {
	s := &shift{told: make([][]string, len(desks)), stop: make(chan struct{})}
	for i, d := range desks {
		s.group.Go(func() {
			for n := 0; ; n++ {
				select {
				case <-s.stop:
					return
				default:
				}
				slip := fmt.Sprintf("%d-%d", i, n)
				if d.enter(slip, n) && d.acknowledged == slip {
					s.told[i] = append(s.told[i], slip)
					s.entered.Add(1)
				}
			}
		})
	}
	return s
}

func (s *shift) until(t *testing.T, enough int64) {
	t.Helper()
	eventually(t, "the desks go on", func() error {
		if n := s.entered.Load(); n < enough {
			return fmt.Errorf("%d of %d results are entered", n, enough)
		}
		return nil
	})
}

// end stops the desks and returns the slips of all acknowledged results.
func (s *shift) end() []string {
	close(s.stop)
	s.group.Wait()
	return slices.Concat(s.told...)
}

type runningNode struct {
	*node
	url string
}

// runNode is what serve does, without the signals and the address of its own.
func runNode(t *testing.T, assets *static.Assets, dsn, replica string) runningNode {
	t.Helper()
	db, err := connectDatabase(t.Context(), dsn, nil)
	expect.OK(t, err)
	if db.replica, err = postgres.ForReplica(t.Context(), replica); err != nil {
		t.Fatal(err)
	}
	n := newNode(settings{databaseURL: dsn}, time.Now, db, assets, slog.New(slog.DiscardHandler))
	ctx, stop := context.WithCancel(context.Background())
	ready, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		n.listener(slog.New(slog.DiscardHandler)).Run(ctx, ready)
	}()
	await(t, ready, "the node listens")
	server := httptest.NewServer(n.server)
	t.Cleanup(func() {
		n.hub.Close()
		server.Close()
		stop()
		<-done
		err := db.close()
		expect.True(t, err == nil, "%v", err)
	})
	return runningNode{n, server.URL}
}

func await(t *testing.T, done <-chan struct{}, what string) {
	t.Helper()
	select {
	case <-done:
	case <-time.After(time.Minute):
		t.Fatalf("waited in vain until %s", what)
	}
}

// desk3 is a desk of the demonstration's third round.
func desk3(t *testing.T, address string, table, match int) *desk {
	t.Helper()
	return &desk{client: signIn(t, address, "demo.director"), url: address + "/e/" + demo.Slug + "/desk/open/round/3", table: table, match: match}
}

// version is what a page says of the version it was made from.
var version = regexp.MustCompile(`data-version="(\d+)"`)

// openPhone follows the event as a phone does: it reads the page again whenever
// the stream says that something changed. It returns the version of the page last read.
func openPhone(t *testing.T, address string) *atomic.Int64 {
	t.Helper()
	read := func(path string) *http.Response {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address+"/e/"+demo.Slug+path, nil)
		if err != nil {
			t.Error(err)
			return nil
		}
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			return nil // the test is over
		}
		return answer
	}
	shown := &atomic.Int64{}
	stream := read("/stream")
	expect.MustTrue(t, stream != nil, "the phone has no stream")
	go func() {
		defer stream.Body.Close()
		for lines := bufio.NewScanner(stream.Body); lines.Scan(); {
			if lines.Text() != "event: changed" {
				continue
			}
			page := read("/open/status")
			for page != nil && page.StatusCode != http.StatusOK { // the next poll, which phones do not wait for here
				page.Body.Close()
				page = read("/open/status")
			}
			if page == nil {
				return
			}
			text, _ := io.ReadAll(page.Body) // half a page is read again at the next change
			page.Body.Close()
			if found := version.FindSubmatch(text); found != nil {
				v, _ := strconv.ParseInt(string(found[1]), 10, 64) // digits, as matched
				shown.Store(v)
			}
		}
	}()
	return shown
}
