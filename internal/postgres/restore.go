package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/tandemchess/tandem/internal/backupfile"
)

// NotEmptyError says that a database already holds something. Restoring never
// replaces anything.
type NotEmptyError struct {
	Tables []string // with their numbers of rows
}

func (e *NotEmptyError) Error() string {
	return fmt.Sprintf(`the database is not empty (%s), and restoring replaces nothing.
Restore into a new one: choose another TANDEM_DATA_DIR, or create a database and set DATABASE_URL.`, strings.Join(e.Tables, ", "))
}

// Restore reads a backup into an empty database: all of it, or nothing. It
// brings the schema to the backup's version, loads the rows, checks their
// number, the digests, and every journal against the manifest, and then brings the
// schema up to date.
//
// newer is a file with the events that changed since r was made, and may be left out:
// what is restored then is r with these events as newer has them.
func Restore(ctx context.Context, pool *Pool, r io.Reader, newer ...io.Reader) (Manifest, error) {
	m, err := restoreTo(ctx, pool, newestSchema, r, newer...)
	if err == nil {
		_, err = SealValues(ctx, pool)
	}
	return m, err
}

// restoreTo is Restore for a program whose last migration is known to be upTo.
func restoreTo(ctx context.Context, pool *Pool, upTo int64, r io.Reader, newer ...io.Reader) (Manifest, error) {
	in, err := backupfile.Open(r)
	if err != nil {
		return Manifest{}, err
	}
	load := loadOne
	if len(newer) == 1 {
		if load, err = loadBoth(in, newer[0]); err != nil {
			return in.Manifest, err
		}
	}
	config := pool.Config().ConnConfig
	if err := refuseOthers(ctx, pool, in.Manifest.Schema); err != nil {
		return in.Manifest, err
	}
	if _, err := migrateTo(ctx, config, in.Manifest.Schema); err != nil {
		var newer *NewerSchemaError
		if errors.As(err, &newer) && newer.Program == "" {
			newer.Program = in.Manifest.Program
		}
		return in.Manifest, err
	}
	err = pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error { return load(ctx, tx, in) })
	if err != nil {
		return in.Manifest, err
	}
	_, err = migrateTo(ctx, config, upTo)
	return in.Manifest, err
}

// refuseOthers lets only a database pass that has no rows, and no schema or one
// no newer than the backup's.
func refuseOthers(ctx context.Context, pool *Pool, schema int64) error {
	tables, err := schemaTables(ctx, pool)
	if err != nil || len(tables) == 0 {
		return err
	}
	var full []string
	for _, t := range tables {
		rows, err := t.count(ctx, pool)
		if err != nil {
			return err
		}
		if rows > 0 {
			full = append(full, fmt.Sprintf("%s: %d", t.Name, rows))
		}
	}
	if len(full) > 0 {
		return &NotEmptyError{Tables: full}
	}
	var present int64
	if err := pool.QueryRow(ctx, schemaVersion).Scan(&present); err != nil {
		return failed("ask for the schema's version", err)
	}
	if present > schema {
		return backupfile.Bad("it has schema version %d and the database already has %d; restore into a database without tables", schema, present)
	}
	return nil
}

// loadOne loads one file.
func loadOne(ctx context.Context, tx pgx.Tx, in *backupfile.Reader) error {
	ctx, over := patient(ctx, tx.Conn())
	defer over()
	if _, err := tx.Exec(ctx, readableData); err != nil {
		return failed("prepare the restoring", err)
	}
	known, err := schemaTables(ctx, tx)
	if err != nil {
		return err
	}
	seen := map[string]bool{}
	for {
		head, rows, err := in.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		if err := fits(head, known, seen); err != nil {
			return err
		}
		seen[head.Name] = true
		loaded, err := copyRows(ctx, tx, head, rows)
		if err != nil {
			return err
		}
		if loaded != head.Rows {
			return backupfile.Bad("table %s: %d rows were loaded instead of %d", head.Name, loaded, head.Rows)
		}
	}
	if in.Manifest.Seal, err = in.Close(); err != nil {
		return err
	}
	in.Manifest.Events, err = checkSeals(ctx, tx, in.Manifest.Events)
	return err
}

func copyRows(ctx context.Context, tx pgx.Tx, head backupfile.Table, rows io.Reader) (int64, error) {
	tag, err := tx.Conn().PgConn().CopyFrom(ctx, rows, table{Table: head}.copyIn())
	if err != nil {
		return 0, backupfile.Bad("table %s: %v", head.Name, err)
	}
	return tag.RowsAffected(), nil
}

// fits checks that the schema has the table and exactly its columns.
func fits(t backupfile.Table, known []table, seen map[string]bool) error {
	i := slices.IndexFunc(known, func(k table) bool { return k.Name == t.Name })
	switch {
	case i < 0:
		return backupfile.Bad("it has a table %q that the schema does not know", t.Name)
	case seen[t.Name]:
		return backupfile.Bad("it has the table %s twice", t.Name)
	}
	have, want := slices.Sorted(slices.Values(t.Columns)), slices.Sorted(slices.Values(known[i].Columns))
	if !slices.Equal(have, want) {
		return backupfile.Bad("table %s has the columns %v, the schema wants %v", t.Name, have, want)
	}
	return nil
}
