package postgres

import (
	"context"
	"io"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// InLine counts the commands that wait for an event.
func (db *DB) InLine(eventID int64) int {
	db.lines.mu.Lock()
	defer db.lines.mu.Unlock()
	return len(db.lines.event[eventID])
}

// Collect is how the rows of books are read.
func Collect[T any](rows pgx.Rows) ([]T, error) { return collect[T](rows, 0) }

// Pulse is a pulse whose beats are given by hand.
type Pulse struct{ *pulse }

// The longest a question waits for a database that does not answer, in beats and in time.
const (
	LongestBeats = longWait + 1 + mustAnswer
	LongestWait  = longestWait
)

func NewPulse(ctx context.Context, beats <-chan time.Time, ask func(context.Context) error) Pulse {
	p := newPulse(ctx, ask)
	p.beats = func() (<-chan time.Time, func()) { return beats, func() {} }
	p.take()
	return Pulse{p}
}

// Wait begins to wait.
func (p Pulse) Wait(ctx context.Context) (context.Context, func()) {
	w := p.wait(ctx)
	return w, w.over
}

// Idle reports whether nothing is watched.
func (p Pulse) Idle() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return !p.watching
}

// Asking reports whether the database has a question to answer.
func (p Pulse) Asking() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.asking
}

// DecisiveColumns lists the columns of each decisive table whose values are compared.
func DecisiveColumns() map[string][]string {
	all := map[string][]string{}
	for _, t := range decisiveTables {
		for _, c := range t.columns {
			all[t.name] = append(all[t.name], c.source())
		}
	}
	return all
}

// VerifyInside is VerifyJournals as an open transaction sees the data.
func VerifyInside(ctx context.Context, tx pgx.Tx) ([]Sealed, error) {
	return sealedJournals(ctx, tx, nil)
}

// MigrateTo brings a schema as far as an earlier program did.
func MigrateTo(ctx context.Context, pool *Pool, version int64) error {
	_, err := migrateTo(ctx, pool.Config().ConnConfig, version)
	return err
}

// RestoreAsOf restores as an earlier program does, whose last migration was that.
func RestoreAsOf(ctx context.Context, pool *Pool, r io.Reader, version int64) (Manifest, error) {
	return restoreTo(ctx, pool, version, r)
}

// Fit judges what a server says of itself.
func Fit(major int, encoding string, readOnly bool) error {
	return about{major: major, encoding: encoding, readOnly: readOnly}.fit(pgconn.Config{})
}
