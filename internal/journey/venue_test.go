// Package journey_test drives Tandem as people do: real pages in a headless
// Chromium, on a real database. It proves the path of an event from its set-up
// to the final standings, one test per part.
package journey_test

import (
	"fmt"
	"log/slog"
	"net/http/httptest"
	"os"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/demo"
	"github.com/tandemchess/tandem/internal/live"
	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/savepoint"
	"github.com/tandemchess/tandem/internal/testdb"
	"github.com/tandemchess/tandem/internal/testkit"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web"
	"github.com/tandemchess/tandem/internal/web/chief"
	"github.com/tandemchess/tandem/static"
)

// venue is Tandem running on a database of its own.
type venue struct {
	t          testing.TB
	world      *testkit.World
	pool       *pgxpool.Pool
	now        func() time.Time
	accounts   *account.Service
	tournament *tournament.Service
	assets     *static.Assets
	shown      tournament.Event // the demonstration, where there is one
	url        string           // of the first node
	watch      *stopwatch
	carry      *savepoint.Carry  // goes on with a save point of a lost machine, nil for most
	keeper     *savepoint.Keeper // keeps save points; those of most tests make none
}

// inBrowser lets a test run beside others, where there is time for a browser.
func inBrowser(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("opens a browser")
	}
	t.Parallel()
}

// atLength runs a test that takes long where that is asked for. What it holds in one
// language, at one width or by one hand is held by tests that always run; the others are here.
func atLength(t *testing.T) {
	t.Helper()
	if os.Getenv("TANDEM_SOAK") == "" {
		t.Skip("make soak runs it, or TANDEM_SOAK=1")
	}
}

// newVenue starts one node on an empty database.
func newVenue(t testing.TB) *venue {
	t.Helper()
	return openVenue(t, testdb.New(t), time.Now)
}

// newShow starts one node with the demonstration event. Its clock stands where it stood
// when the demonstration was made, however long ago the first test asked for it.
func newShow(t testing.TB) *venue {
	t.Helper()
	pool := demonstration.New(t)
	made := show.made
	begun := time.Now()
	v := openVenue(t, pool, func() time.Time { return made.Add(time.Since(begun)) })
	v.shown = show.event
	return v
}

func openVenue(t testing.TB, pool *pgxpool.Pool, now func() time.Time) *venue {
	t.Helper()
	assets, err := static.Load()
	if err != nil {
		t.Skip(err)
	}
	v := &venue{t: t, world: testkit.On(t, pool, now), pool: pool, now: now, assets: assets, watch: &stopwatch{}}
	v.accounts, v.tournament = v.world.Accounts, v.world.Tournament
	v.url = v.node()
	return v
}

// in is the same venue for a part of the test.
func (v *venue) in(t testing.TB) *venue {
	part := *v
	part.t = t
	return &part
}

// node starts another server on the same database and returns its address.
func (v *venue) node() string {
	v.t.Helper()
	w, hub := testkit.On(v.t, v.pool, v.now), live.NewHub()
	log, backups := slog.New(slog.DiscardHandler), v.keeper
	if backups == nil {
		backups = savepoint.New(savepoint.Options{})
	}
	server := httptest.NewServer(v.watch.around(web.New(web.Deps{
		Log: log, Now: v.now, Founding: w.Founding, Tournament: w.Tournament, Dispute: w.Disputes, Accounts: w.Accounts,
		Journal: postgres.Journal{DB: w.DB}, Hub: hub, Asset: v.assets.Path, Static: v.assets, Ready: w.DB.Ping,
		Backups: backups, Carry: v.carry, Second: savepoint.NewSecond(savepoint.SecondOptions{Keeper: backups, Now: v.now, Log: log}),
		Machine: chief.Machine{Build: "journey", Database: w.DB.About},
	})))
	stop := w.Hear(hub)
	v.t.Cleanup(func() {
		hub.Close()
		server.Close()
		stop()
	})
	return server.URL
}

// ends closes a server that stands before Tandem or beside it. A page that is open there
// connects again as soon as it is cut, and a server waits for whoever is connected: it
// takes no more in, and is cut until nobody is.
func ends(server *httptest.Server) {
	server.Listener.Close()
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		server.Close()
	}()
	for {
		server.CloseClientConnections()
		select {
		case <-closed:
			return
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// show is the demonstration event that all tests have copies of, and when it was made.
var show struct {
	event tournament.Event
	made  time.Time
}

// demonstration holds the demonstration event. Making it takes longer than most tests. Its
// hall is where it is ten in the morning: times of day are as long as they get, whenever the tests run.
var demonstration = testdb.NewSource(func(t testing.TB, pool *pgxpool.Pool) {
	show.made = time.Now()
	behind := (show.made.UTC().Hour()+26)%24 - 12 // hours, where it is ten in the morning
	zone := expect.Must(time.LoadLocation(fmt.Sprintf("Etc/GMT%+d", behind)))(t)
	clock := demo.NewClock(show.made.In(zone))
	w := testkit.On(t, pool, clock.Now)
	services := demo.Services{Accounts: w.Accounts, Founding: w.Founding, Tournament: w.Tournament, Dispute: w.Disputes}
	show.event = expect.Must(demo.Build(t.Context(), services, clock))(t).Event
})
