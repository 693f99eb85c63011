package postgres

import (
	"context"
	"time"

	"github.com/tandemchess/tandem/internal/savepoint"
)

const milestones = `select coalesce(sum(publication), 0)::bigint as publications, count(completed_at) as completed from round`

// Milestones counts over all events what save points are made after.
func (db *DB) Milestones(ctx context.Context) (savepoint.Milestones, error) {
	return one[savepoint.Milestones](ctx, db.pool, "round", milestones)
}

// About tells the version of the database and what its clock says.
func (db *DB) About(ctx context.Context) (version string, clock time.Time, err error) {
	err = db.pool.QueryRow(ctx, `select current_setting('server_version'), clock_timestamp()`).Scan(&version, &clock)
	return version, clock.UTC(), failed("ask the database about itself", err)
}
