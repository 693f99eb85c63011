package postgres

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/tandemchess/tandem/internal/backupfile"
	"github.com/tandemchess/tandem/internal/build"
)

// What a backup holds, and the state of one journal in it.
type (
	Manifest = backupfile.Manifest
	Sealed   = backupfile.Sealed
)

// valuesSchema is the first schema whose journal keeps values. A backup of an earlier
// one is made before it is migrated, and in the format that the programs of that time
// read, so that there is a way back.
const valuesSchema = 23

const (
	// readableData fixes how values are written, whatever the server's settings.
	readableData = `set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local bytea_output = 'hex';
		set local client_encoding = 'UTF8'; set local extra_float_digits = 3; set local intervalstyle = 'iso_8601'`

	schemaVersion = `select coalesce(max(version_id), 0) from goose_db_version where is_applied`
)

// Backup writes everything in the database as it stood at one moment; others
// may go on working meanwhile. now is the time put into the manifest. A journal
// that is not intact is saved as it is, and the manifest says so.
func Backup(ctx context.Context, pool *Pool, w io.Writer, now time.Time) (Manifest, error) {
	var m Manifest
	err := pgx.BeginTxFunc(ctx, pool, snapshot, func(tx pgx.Tx) error {
		tables, err := schemaTables(ctx, tx)
		if err != nil {
			return err
		}
		m, err = writeBackup(ctx, tx, w, Manifest{TakenAt: now}, tables, nil)
		return err
	})
	return m, err
}

// writeBackup writes the tables, with the states of the journals of some events, of all
// when only is nil, and returns m completed.
func writeBackup(ctx context.Context, tx pgx.Tx, w io.Writer, m Manifest, tables []table, only []int64) (Manifest, error) {
	ctx, over := patient(ctx, tx.Conn())
	defer over()
	if _, err := tx.Exec(ctx, readableData); err != nil {
		return m, failed("prepare the backup", err)
	}
	m.TakenAt = m.TakenAt.UTC()
	err := tx.QueryRow(ctx, schemaVersion).Scan(&m.Schema)
	if err != nil {
		return m, failed("ask for the schema's version", err)
	}
	m.Format, m.Program = backupfile.Digested, build.Full()
	if m.Schema < valuesSchema {
		m.Format, m.Program = backupfile.Plain, ""
	}
	for i := range tables {
		if tables[i].Rows, err = tables[i].count(ctx, tx); err != nil {
			return m, err
		}
		m.Rows += tables[i].Rows
	}
	m.Tables = len(tables)
	if m.Events, err = sealedJournals(ctx, tx, only); err != nil {
		return m, err
	}

	file, err := backupfile.NewWriter(w, m)
	if err != nil {
		return m, err
	}
	for _, t := range tables {
		rows, err := file.Table(t.Table)
		if err != nil {
			return m, err
		}
		tag, err := tx.Conn().PgConn().CopyTo(ctx, rows, t.copyOut())
		if err != nil {
			return m, failed("write the table "+t.Name+" to the backup", err)
		}
		if tag.RowsAffected() != t.Rows {
			return m, fmt.Errorf("write the table %s to the backup: %d rows came instead of %d", t.Name, tag.RowsAffected(), t.Rows)
		}
	}
	m.Seal, err = file.Close()
	return m, err
}
