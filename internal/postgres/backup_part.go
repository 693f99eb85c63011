package postgres

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/tandemchess/tandem/internal/backupfile"
	"github.com/tandemchess/tandem/internal/savepoint"
)

const eventVersions = `select event_id, slug, version, '' as head from event order by event_id`

// BackupChanged writes the events that changed since a backup of everything, and all that
// belongs to no event: people, sign-ins, counters. It costs what these events cost,
// however many others the server has. The result can be restored alone or with the
// backup it follows. Without a change nothing is written and the manifest names no event.
//
// since says when that backup was taken, with which schema and what it has; one of another
// schema cannot be followed: savepoint.ErrNotFollowing.
func BackupChanged(ctx context.Context, pool *Pool, since Manifest, w io.Writer, now time.Time) (Manifest, error) {
	var m Manifest
	err := pgx.BeginTxFunc(ctx, pool, snapshot, func(tx pgx.Tx) error {
		var schema int64
		if err := tx.QueryRow(ctx, schemaVersion).Scan(&schema); err != nil {
			return failed("ask for the schema's version", err)
		}
		if schema != since.Schema {
			return savepoint.ErrNotFollowing
		}
		events, err := list[Sealed](ctx, tx, "look for events that changed", eventVersions)
		if err != nil {
			return err
		}
		var changed []int64
		for _, e := range events {
			same := func(old Sealed) bool { return old.EventID == e.EventID && old.Version == e.Version }
			if !slices.ContainsFunc(since.Events, same) {
				changed = append(changed, e.EventID)
			}
		}
		if len(changed) == 0 {
			return nil
		}
		tables, err := schemaTables(ctx, tx)
		if err != nil {
			return err
		}
		ids := strings.Trim(strings.Join(strings.Fields(fmt.Sprint(changed)), ", "), "[]")
		for i, t := range tables {
			if slices.Contains(t.Columns, "event_id") {
				tables[i].only = "(event_id in (" + ids + ") or event_id is null)"
			}
		}
		m, err = writeBackup(ctx, tx, w, Manifest{TakenAt: now, Part: &backupfile.Part{Follows: since.TakenAt.UTC()}}, tables, changed)
		return err
	})
	return m, err
}
