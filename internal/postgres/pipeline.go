package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// A command reads, decides and then writes. Its writes are kept back and travel
// together, in order, in front of the next reading or with the journal entry: a
// round trip costs more than what most statements do.

// later writes without waiting for the answer. It is for statements that fail only
// when the program is wrong.
func (tx *openTx) later(sql string, args ...any) { tx.pending.Queue(sql, args...) }

// flush sends the writes that were kept back.
func (tx *openTx) flush(what string) error {
	if len(tx.pending.QueuedQueries) == 0 {
		return nil
	}
	batch := tx.pending
	tx.pending = pgx.Batch{}
	return failed(what, send(tx.whole, tx.conn, &batch))
}

const flushing = "save what was decided so far"

// Query implements querier.
func (tx *openTx) Query(_ context.Context, sql string, args ...any) (pgx.Rows, error) {
	if err := tx.flush(flushing); err != nil {
		return nil, err
	}
	return tx.conn.Query(tx.whole, sql, args...)
}

// QueryRow implements querier.
func (tx *openTx) QueryRow(_ context.Context, sql string, args ...any) pgx.Row {
	if err := tx.flush(flushing); err != nil {
		return failedRow{err}
	}
	return tx.conn.QueryRow(tx.whole, sql, args...)
}

type failedRow struct{ err error }

func (r failedRow) Scan(...any) error { return r.err }

// Exec implements querier.
func (tx *openTx) Exec(_ context.Context, sql string, args ...any) (pgconn.CommandTag, error) {
	if err := tx.flush(flushing); err != nil {
		return pgconn.CommandTag{}, err
	}
	return tx.conn.Exec(tx.whole, sql, args...)
}

// SendBatch implements querier. What was kept back travels in front: results are
// to be read by the functions queued with the statements.
func (tx *openTx) SendBatch(_ context.Context, b *pgx.Batch) pgx.BatchResults {
	if len(tx.pending.QueuedQueries) > 0 {
		b = &pgx.Batch{QueuedQueries: append(tx.pending.QueuedQueries, b.QueuedQueries...)}
		tx.pending = pgx.Batch{}
	}
	return tx.conn.SendBatch(tx.whole, b)
}
