// Package journey_test drives Tandem as people do: real pages in a headless
// Chromium, on a real database. It proves the path of an event from its set-up
// to the final standings, one test per part.
package journey_test

import (
	"context"
	"log/slog"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/demo"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/live"
	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/savepoint"
	"github.com/tandemchess/tandem/internal/testdb"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web"
	"github.com/tandemchess/tandem/static"
)

// venue is Tandem running on a database of its own.
type venue struct {
	t          testing.TB
	pool       *pgxpool.Pool
	accounts   *account.Service
	tournament *tournament.Service
	assets     *static.Assets
	url        string // of the first node
	watch      stopwatch
}

// newVenue starts one node on an empty database.
func newVenue(t testing.TB) *venue {
	t.Helper()
	assets, err := static.Load()
	if err != nil {
		t.Skip(err)
	}
	v := &venue{t: t, pool: testdb.New(t), assets: assets}
	db := postgres.New(v.pool, nil)
	v.accounts = account.NewService(postgres.Accounts{DB: db}, nil)
	v.tournament = tournament.NewService(postgres.Tournament{DB: db})
	v.url = v.node()
	return v
}

// node starts another server on the same database and returns its address.
func (v *venue) node() string {
	v.t.Helper()
	db, hub := postgres.New(v.pool, nil), live.NewHub()
	log, backups := slog.New(slog.DiscardHandler), savepoint.New(savepoint.Options{}) // none are made
	server := httptest.NewServer(v.watch.around(web.New(web.Deps{
		Log: log, Now: time.Now, Tournament: tournament.NewService(postgres.Tournament{DB: db}),
		Dispute: dispute.NewService(postgres.Disputes{DB: db}), Accounts: account.NewService(postgres.Accounts{DB: db}, nil),
		Journal: postgres.Journal{DB: db}, Hub: hub, Asset: v.assets.Path, Static: v.assets, Ready: db.Ping,
		Backups: backups, Second: savepoint.NewSecond(savepoint.SecondOptions{Keeper: backups, Now: time.Now, Log: log}),
		Machine: web.Machine{Build: "journey", Database: db.About},
	})))
	listening, stop := context.WithCancel(context.Background())
	ready, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		postgres.Listener{URL: db.URL(), Say: db.Say, Changed: hub.Changed, Resync: hub.Resync, Log: slog.New(slog.DiscardHandler)}.Run(listening, ready)
	}()
	<-ready
	v.t.Cleanup(func() {
		hub.Close()
		server.Close()
		stop()
		<-done
	})
	return server.URL
}

// demonstration makes the demonstration event.
func (v *venue) demonstration() tournament.Event {
	v.t.Helper()
	clock := demo.NewClock(time.Now())
	db := postgres.New(v.pool, clock.Now)
	show, err := demo.Build(v.t.Context(), demo.Services{
		Accounts:   account.NewService(postgres.Accounts{DB: db}, clock.Now),
		Tournament: tournament.NewService(postgres.Tournament{DB: db}), Dispute: dispute.NewService(postgres.Disputes{DB: db}),
	}, clock)
	if err != nil {
		v.t.Fatal(err)
	}
	return show.Event
}
