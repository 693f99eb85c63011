package postgres

import (
	"bufio"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/jackc/pgx/v5"
)

// A backup is one gzip file of lines. The first is the manifest as JSON. Each
// table follows as a line of JSON (its name, columns and number of rows) and
// that many lines in PostgreSQL's COPY text format. The last line is the
// trailer; without it the file is cut off.

// backupFormat is raised when an older program could not read what is written.
const backupFormat = 1

// Manifest says what a backup holds.
type Manifest struct {
	Format  int       `json:"tandem_backup"`
	Event   string    `json:"event,omitempty"` // the slug of the only event; empty: everything
	Schema  int64     `json:"schema"`          // the last migration applied
	TakenAt time.Time `json:"taken_at"`
	Tables  int       `json:"tables"`
	Rows    int64     `json:"rows"`
	Events  []Sealed  `json:"events"`
}

// Sealed is the state of one event's journal.
type Sealed struct {
	EventID int64  `json:"event_id"`
	Slug    string `json:"slug"`
	Version int64  `json:"version"`                 // entries in its journal
	Head    string `json:"head"`                    // hexadecimal seal of the last entry, empty without entries
	Broken  string `json:"broken,omitempty" db:"-"` // the first entry that does not fit, and why

	// Differs names values that are not stored as the journal says, in words.
	Differs []string `json:"differs,omitempty" db:"-"`

	Compared   int   `json:"-" db:"-"` // rows whose values were compared with the journal
	Unvalued   bool  `json:"-" db:"-"` // none could be: the journal does not know them all
	UnvaluedAt int64 `json:"-" db:"-"` // the last entry that says nothing of values
}

// trailer ends a complete backup.
type trailer struct {
	Complete bool  `json:"complete"`
	Rows     int64 `json:"rows"`
}

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
		m, err = writeBackup(ctx, tx, w, Manifest{TakenAt: now}, tables, 0)
		return err
	})
	return m, err
}

// writeBackup writes the tables and the journals of one event, or of all when
// eventID is 0, and returns m completed.
func writeBackup(ctx context.Context, tx pgx.Tx, w io.Writer, m Manifest, tables []table, eventID int64) (Manifest, error) {
	ctx, over := patient(ctx, tx.Conn())
	defer over()
	if _, err := tx.Exec(ctx, readableData); err != nil {
		return m, failed("prepare the backup", err)
	}
	m.Format, m.TakenAt = backupFormat, m.TakenAt.UTC()
	err := tx.QueryRow(ctx, schemaVersion).Scan(&m.Schema)
	if err != nil {
		return m, failed("ask for the schema's version", err)
	}
	for i := range tables {
		if tables[i].Rows, err = tables[i].count(ctx, tx); err != nil {
			return m, err
		}
		m.Rows += tables[i].Rows
	}
	m.Tables = len(tables)
	if m.Events, err = sealedJournals(ctx, tx, eventID); err != nil {
		return m, err
	}

	packed := gzip.NewWriter(w)
	buffered := bufio.NewWriterSize(packed, 1<<16)
	lines := json.NewEncoder(buffered) // ends each value with a newline
	if err := lines.Encode(m); err != nil {
		return m, fmt.Errorf("write the backup: %w", err)
	}
	for _, t := range tables {
		if err := lines.Encode(t); err != nil {
			return m, fmt.Errorf("write the backup: %w", err)
		}
		tag, err := tx.Conn().PgConn().CopyTo(ctx, buffered, t.copyOut())
		if err != nil {
			return m, failed("write the table "+t.Name+" to the backup", err)
		}
		if tag.RowsAffected() != t.Rows {
			return m, fmt.Errorf("write the table %s to the backup: %d rows came instead of %d", t.Name, tag.RowsAffected(), t.Rows)
		}
	}
	if err := lines.Encode(trailer{Complete: true, Rows: m.Rows}); err != nil {
		return m, fmt.Errorf("write the backup: %w", err)
	}
	if err := buffered.Flush(); err != nil {
		return m, fmt.Errorf("write the backup: %w", err)
	}
	if err := packed.Close(); err != nil {
		return m, fmt.Errorf("write the backup: %w", err)
	}
	return m, nil
}
