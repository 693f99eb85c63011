// Package testkit is what tests of several rooms begin with: Tandem's services on a
// database of their own, an event with its sections, teams and rounds. Only tests may import it.
package testkit

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/founding"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/live"
	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/testdb"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// Morning is the day of most test events, an hour before their first round.
var Morning = time.Date(2026, 5, 2, 9, 0, 0, 0, time.UTC)

// World is Tandem's services on one database, with a clock that belongs to the test.
type World struct {
	T          testing.TB
	Pool       *postgres.Pool
	DB         *postgres.DB
	Clock      func() time.Time
	Tournament *tournament.Service
	Disputes   *dispute.Service
	Founding   *founding.Service
	Accounts   *account.Service // whose passwords guard nothing
}

// New is a world on an empty database of its own.
func New(t testing.TB, clock func() time.Time) *World {
	t.Helper()
	return On(t, testdb.New(t), clock)
}

// On is a world on a database that the test has already.
func On(t testing.TB, pool *postgres.Pool, clock func() time.Time) *World {
	w := &World{T: t, Pool: pool, DB: postgres.New(pool, clock), Clock: clock}
	w.Tournament = tournament.NewService(postgres.Tournament{DB: w.DB})
	w.Disputes = dispute.NewService(postgres.Disputes{DB: w.DB})
	w.Founding = founding.NewService(postgres.Founding{DB: w.DB})
	w.Accounts = Accounts(postgres.Accounts{DB: w.DB}, clock)
	return w
}

// Accounts are those of people whose passwords guard nothing, so that tests do not wait
// for them to be hashed.
func Accounts(store account.Store, clock func() time.Time) *account.Service {
	s := account.NewService(store, clock)
	s.Hashing = account.Hashing{Memory: 8, Passes: 1, Lanes: 1}
	return s
}

// Hear lets a node's hub hear of every change until the test calls stop, which comes after
// the hub is closed.
func (w *World) Hear(hub *live.Hub) (stop func()) {
	listening, cancel := context.WithCancel(context.Background())
	ready, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		postgres.Listener{URL: w.DB.URL(), Say: w.DB.Say, Changed: hub.Changed, Resync: hub.Resync, Log: slog.New(slog.DiscardHandler)}.Run(listening, ready)
	}()
	<-ready
	return func() {
		cancel()
		<-done
	}
}

// OK ends the test when a step of its preparation failed.
func (w *World) OK(err error) {
	w.T.Helper()
	expect.OK(w.T, err)
}

// Exec runs SQL past the program.
func (w *World) Exec(sql string, args ...any) {
	w.T.Helper()
	if _, err := w.Pool.Exec(w.T.Context(), sql, args...); err != nil {
		w.T.Fatalf("%.70s: %v", sql, err)
	}
}

// Row is a row of a table by its columns.
type Row map[string]any

// Insert writes a row past the program.
func (w *World) Insert(table string, row Row) {
	w.T.Helper()
	columns, places, values := slices.Sorted(maps.Keys(row)), []string{}, []any{}
	for i, column := range columns {
		places, values = append(places, fmt.Sprintf("$%d", i+1)), append(values, row[column])
	}
	w.Exec(fmt.Sprintf("insert into %s (%s) values (%s)", table, strings.Join(columns, ", "), strings.Join(places, ", ")), values...)
}

// with is a row with more columns, or others in their place.
func (row Row) with(more Row) Row {
	all := maps.Clone(row)
	maps.Copy(all, more)
	return all
}

// People writes accounts 1, 2, … with these names; nobody signs in with them. The login is
// the first name.
func (w *World) People(names ...string) []journal.Actor {
	w.T.Helper()
	var all []journal.Actor
	for i, name := range names {
		first, _, _ := strings.Cut(strings.ToLower(name), " ")
		w.Insert("account", Row{"account_id": i + 1, "login": first, "name": name, "password_hash": "-", "created_at": w.Clock()})
		all = append(all, journal.Actor{AccountID: int64(i + 1), Name: name})
	}
	return all
}

// BareEvent writes an event of one day past the program: its journal is empty and its
// version 0. Its address is its name.
func (w *World) BareEvent(id int64, name string) {
	w.T.Helper()
	now := w.Clock()
	w.Insert("event", Row{
		"event_id": id, "slug": strings.ToLower(name), "name": name, "time_zone": "UTC", "starts_on": now, "ends_on": now, "created_at": now,
	})
}

// Section writes a section past the program, as most tests have it: five rounds of the
// team Swiss under FIDEX, two matches in each. More says what is different.
func (w *World) Section(event, id int64, name string, more Row) {
	w.T.Helper()
	w.Insert("section", Row{
		"event_id": event, "section_id": id, "slug": strings.ToLower(name), "name": name, "letter": name[:1], "position": id, "rulebook": "FIDEX",
		"system": "team-swiss", "rounds": 5, "matches_per_pairing": 2, "bye_points": 2, "tie_breaks": "PTS", "clock_ms": 300000, "round_minutes": 25,
	}.with(more))
}

// Field says how the teams and players of Teams are called, in SQL: n is the number of
// the team, s the seat of the player.
type Field struct {
	Team, Key, Code string // of a team: its name, the name by which it is found once, its code
	First           string // of a player; the last name is Ahead or Behind, by the seat
}

// Numbered are the teams Team 0001, Team 0002, …, whose players have this first name with
// the number of the team.
func Numbered(first string) Field {
	return Field{Team: `'Team ' || lpad(n::text, 4, '0')`, Key: `'team ' || lpad(n::text, 4, '0')`, Code: `'T' || n`, First: fmt.Sprintf("'%s' || n", first)}
}

// Teams writes teams of two past the program, all here, the strongest first: team id n is
// number n of the section and has the players 2n-1 and 2n.
func (w *World) Teams(event, section int64, count int, field Field) {
	w.T.Helper()
	w.Exec(`insert into team (event_id, team_id, section_id, name, name_key, slug, code, strength, state, created_at)
		select $1, n, $2, `+field.Team+`, `+field.Key+`, 'team-' || n, `+field.Code+`, 5000 - n, 'here', $4 from generate_series(1, $3::int) n`, event, section, count, w.Clock())
	w.Exec(`insert into player (event_id, player_id, section_id, team_id, seat_order, first_name, last_name, name_key, created_at)
		select $1, 2 * n - 2 + s, $2, n, s, first, last, translate(lower(first || ' ' || last), 'é', 'e'), $4
		from generate_series(1, $3::int) n, generate_series(1, 2) s, lateral (select `+field.First+` as first, (array['Ahead', 'Behind'])[s] as last) called`,
		event, section, count, w.Clock())
	w.Exec(`insert into event_counter (event_id, name, value) values ($1, 'team', $2::bigint), ($1, 'player', 2 * $2::bigint)
		on conflict (event_id, name) do update set value = excluded.value`, event, count)
}

// Stored is the one value that a query finds, in the database past the program.
func Stored[T any](t testing.TB, pool *postgres.Pool, sql string, args ...any) (value T) {
	t.Helper()
	expect.OK(t, pool.QueryRow(t.Context(), sql, args...).Scan(&value))
	return value
}
