package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/tandemchess/tandem/internal/fault"
)

const (
	mayWrite = `select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off'`

	// A new table takes space in the catalogue and on the disk, which nothing that
	// stands in a table already does for sure.
	takeSpace = `create temporary table tandem_trial on commit drop as select repeat(md5(n::text), 200) as filler from generate_series(1, 20) n`
)

// CanSave reports whether changes can be saved: nil, or an Unavailable fault. A trial
// writes something and forgets it; otherwise the server is only asked.
func (db *DB) CanSave(ctx context.Context, trial bool) error {
	if err := db.room(); err != nil {
		return failed("look for room", err)
	}
	err := db.lookAtSchema(ctx, db.pool)
	var newer *OutgrownError
	if errors.As(err, &newer) {
		return outgrown(newer)
	}
	if err != nil {
		return err
	}
	return pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		var may bool
		if err := tx.QueryRow(ctx, mayWrite).Scan(&may); err != nil {
			return failed("ask whether changes can be saved", err)
		}
		if !may {
			return fault.New(fault.Unavailable, "The database only lets itself be read.")
		}
		if !trial {
			return nil
		}
		_, err := exec(ctx, tx, "try to save something", takeSpace)
		return err
	})
}
