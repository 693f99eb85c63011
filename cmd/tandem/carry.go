package main

import (
	"context"
	"io"
	"log/slog"
	"time"

	"github.com/tandemchess/tandem/internal/backupfile"
	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/savepoint"
)

// newCarry goes on with a save point of another machine from the first page. It looks where this
// Tandem keeps its own, and where their copies go.
func (n *node) newCarry(set settings, clock func() time.Time, log *slog.Logger) *savepoint.Carry {
	return savepoint.NewCarry(savepoint.CarryOptions{
		Places: func() []string { return []string{set.backupDir, set.secondPlace, n.second.Status().Where} },
		Restore: func(ctx context.Context, files ...io.Reader) (m backupfile.Manifest, err error) {
			err = n.db.pastPoolers(ctx, func(pool *postgres.Pool) error {
				m, err = postgres.Continue(ctx, pool, files[0], files[1:]...)
				return err
			})
			return m, err
		},
		After: func(context.Context) { // the tables are others, and so is everything that was read of them
			n.db.reset()
			n.hub.Resync()
		},
		Now: clock, Log: log,
	})
}
