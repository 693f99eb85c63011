package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/tandemchess/tandem/internal/fault"
)

// DB is the database of one node.
type DB struct {
	pool  *pgxpool.Pool
	now   func() time.Time
	room  func() error
	lines lines                 // commands that wait for their event
	ahead atomic.Pointer[Ahead] // nil: the schema is this program's
}

// New returns a DB on the pool. now gives the time written into rows; nil means
// the machine's clock.
func New(pool *pgxpool.Pool, now func() time.Time) *DB {
	if now == nil {
		now = time.Now
	}
	return &DB{pool: pool, room: func() error { return nil }, now: func() time.Time { return now().UTC().Truncate(time.Microsecond) }}
}

// AskFirst makes every change ask whether there is room for it; an error refuses the
// change before the database hears of it. Only to be called while the program is being
// put together.
func (db *DB) AskFirst(room func() error) { db.room = room }

// Ping reports whether the database answers and has a schema beside which this program may
// work; else it returns an *OutgrownError. It asks as everything else does: what the
// driver calls a ping passes the pulse by.
func (db *DB) Ping(ctx context.Context) error { return db.lookAtSchema(ctx, db.pool) }

// URL is the connection string of the pool, for the Listener.
func (db *DB) URL() string { return db.pool.Config().ConnString() }

// snapshot is how pages read: several statements, one state.
var snapshot = pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}

// querier is a pool or a transaction.
type querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
	SendBatch(ctx context.Context, b *pgx.Batch) pgx.BatchResults
}

// send carries the statements of a batch out in one round trip; their results are read
// by the functions queued with them. A connection of a pool goes back whatever those do:
// one that is kept by a failure would be missed by everybody, and by the end of the
// program too.
func send(ctx context.Context, q querier, b *pgx.Batch) error {
	if pool, ok := q.(*pgxpool.Pool); ok {
		conn, err := pool.Acquire(ctx)
		if err != nil {
			return err
		}
		defer conn.Release() // closes a connection that is in the middle of something
		q = conn
	}
	return q.SendBatch(ctx, b).Close()
}

// list runs a query and collects its rows into structs by column name.
func list[T any](ctx context.Context, q querier, what, sql string, args ...any) ([]T, error) {
	rows, err := q.Query(ctx, sql, args...)
	if err != nil {
		return nil, failed(what, err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByName[T])
	return found, failed(what, err)
}

// one runs a query for exactly one row; none is a NotFound fault that names what.
func one[T any](ctx context.Context, q querier, what, sql string, args ...any) (T, error) {
	rows, err := q.Query(ctx, sql, args...)
	if err != nil {
		var zero T
		return zero, failed(what, err)
	}
	found, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[T])
	if errors.Is(err, pgx.ErrNoRows) {
		return found, nothing(what)
	}
	return found, failed(what, err)
}

// exec runs a statement and reports how many rows it touched.
func exec(ctx context.Context, q querier, what, sql string, args ...any) (int64, error) {
	tag, err := q.Exec(ctx, sql, args...)
	return tag.RowsAffected(), failed(what, err)
}

// failed names what was attempted and tells a database that cannot be reached
// or written apart from our own mistakes.
func failed(what string, err error) error {
	var f *fault.Error
	if err == nil || errors.As(err, &f) {
		return err
	}
	var pg *pgconn.PgError
	switch {
	case errors.As(err, &pg) && cannotSave(pg.Code):
		return fault.Wrap(fault.Unavailable, err, "The database cannot save right now. Nothing was changed; use paper slips and try again.")
	case errors.As(err, &pg) && (pg.Code == "22021" || pg.Code == "22P05"): // NUL, or bytes that are no UTF-8
		return fault.Wrap(fault.Invalid, err, "The text holds a character that cannot be saved. Nothing was changed; type it again instead of pasting it.")
	case errors.As(err, &pg), errors.Is(err, context.Canceled):
		return fmt.Errorf("%s: %w", what, err)
	case lost(err), errors.Is(err, context.DeadlineExceeded):
		return fault.Wrap(fault.Unavailable, err, "The database cannot be reached right now. Nothing was changed.")
	}
	return fmt.Errorf("%s: %w", what, err)
}

// cannotSave reports whether an SQLSTATE says that the server is read-only, full, in
// the hands of its operator or broken, or that others were in the way, and not that the
// statement is wrong.
func cannotSave(code string) bool {
	switch code[:2] {
	case "08", "40", "53", "57", "58": // connection, rolled back for others (a newer node migrates), resources, operator, system
		return true
	}
	return code == "25006" || code == "55P03" // a read-only transaction; a lock that was not to be had
}

// lost reports whether the connection could not be made or is gone.
func lost(err error) bool {
	var connect *pgconn.ConnectError
	var network *net.OpError
	return errors.As(err, &connect) || errors.As(err, &network) || pgconn.SafeToRetry(err) ||
		errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed)
}

// unsure is for a change of which nobody knows whether it was saved.
func unsure(err error) error {
	return fault.Wrap(fault.Unavailable, err, "The database went away while this was being saved. Send the same form again: it is saved once, whether it was saved or not.")
}

// failedCommit is failed for the one statement after which nobody knows whether it was
// carried out when its answer does not come.
func failedCommit(err error) error {
	var pg *pgconn.PgError
	if err == nil || errors.As(err, &pg) && !cannotSave(pg.Code) {
		return failed("save the change", err)
	}
	return unsure(err)
}

// constraint returns the name of the constraint that err broke, if any.
func constraint(err error) string {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return pg.ConstraintName
	}
	return ""
}
