package postgres

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
)

// BadBackupError says that a file is not a backup that can be restored.
type BadBackupError struct {
	Why string
}

func (e *BadBackupError) Error() string { return "the backup cannot be restored: " + e.Why }

func badBackup(format string, args ...any) error {
	return &BadBackupError{Why: fmt.Sprintf(format, args...)}
}

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
// number and every journal against the manifest, and then brings the schema up
// to date.
func Restore(ctx context.Context, pool *Pool, r io.Reader) (Manifest, error) {
	in, err := openBackup(r)
	if err != nil {
		return Manifest{}, err
	}
	config := pool.Config().ConnConfig
	if err := refuseOthers(ctx, pool, in.manifest.Schema); err != nil {
		return in.manifest, err
	}
	if _, err := migrateTo(ctx, config, in.manifest.Schema); err != nil {
		return in.manifest, err
	}
	err = pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error { return load(ctx, tx, in) })
	if err != nil {
		return in.manifest, err
	}
	_, err = migrateTo(ctx, config, newestSchema)
	return in.manifest, err
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
		return badBackup("it has schema version %d and the database already has %d; restore into a database without tables", schema, present)
	}
	return nil
}

// backupReader reads the lines of a backup in order.
type backupReader struct {
	lines    *bufio.Reader
	manifest Manifest
}

func openBackup(r io.Reader) (*backupReader, error) {
	packed, err := gzip.NewReader(r)
	if err != nil {
		return nil, badBackup("it is not a gzip file (%v)", err)
	}
	b := &backupReader{lines: bufio.NewReaderSize(packed, 1<<16)}
	if err := b.object(&b.manifest); err != nil {
		return nil, badBackup("it does not begin with a manifest (%v)", err)
	}
	switch {
	case b.manifest.Format == 0:
		return nil, badBackup("it does not begin with a manifest")
	case b.manifest.Format > backupFormat:
		return nil, badBackup("its format is %d, this program reads up to %d; use a newer tandem", b.manifest.Format, backupFormat)
	}
	return b, nil
}

// longestLine is how many bytes a manifest, the head of a table or the trailer may
// have: gzip makes gigabytes out of a small file. Rows are streamed instead.
const longestLine = 16 << 20

// object reads one line as strict JSON.
func (b *backupReader) object(into any) error {
	var line []byte
	for {
		part, err := b.lines.ReadSlice('\n')
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			return cutOff(err)
		}
		if len(line)+len(part) > longestLine {
			return fmt.Errorf("a line has more than %d bytes", longestLine)
		}
		line = append(line, part...)
		if err == nil {
			break
		}
	}
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	return d.Decode(into)
}

func cutOff(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errors.New("the file is cut off")
	}
	return err
}

func load(ctx context.Context, tx pgx.Tx, in *backupReader) error {
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
	for range in.manifest.Tables {
		var t table
		if err := in.object(&t); err != nil {
			return badBackup("after %d tables: %v", len(seen), err)
		}
		if err := fits(t, known, seen); err != nil {
			return err
		}
		seen[t.Name] = true
		rows := &rowReader{lines: in.lines, left: t.Rows}
		tag, err := tx.Conn().PgConn().CopyFrom(ctx, rows, t.copyIn())
		switch {
		case rows.err != nil:
			return badBackup("table %s: %v", t.Name, rows.err)
		case err != nil:
			return badBackup("table %s: %v", t.Name, err)
		case tag.RowsAffected() != t.Rows:
			return badBackup("table %s: %d rows were loaded instead of %d", t.Name, tag.RowsAffected(), t.Rows)
		}
	}
	var end trailer
	if err := in.object(&end); err != nil || !end.Complete || end.Rows != in.manifest.Rows {
		return badBackup("its end is missing")
	}
	switch _, err := in.lines.ReadByte(); { // also checks gzip's checksum
	case err == nil:
		return badBackup("something follows its end")
	case !errors.Is(err, io.EOF):
		return badBackup("the file is damaged, its end does not fit the rest (%v)", err)
	}
	in.manifest.Events, err = checkSeals(ctx, tx, in.manifest.Events)
	return err
}

// fits checks that the schema has the table and exactly its columns.
func fits(t table, known []table, seen map[string]bool) error {
	i := slices.IndexFunc(known, func(k table) bool { return k.Name == t.Name })
	switch {
	case i < 0:
		return badBackup("it has a table %q that the schema does not know", t.Name)
	case seen[t.Name]:
		return badBackup("it has the table %s twice", t.Name)
	case t.Rows < 0:
		return badBackup("table %s has %d rows", t.Name, t.Rows)
	}
	have, want := slices.Sorted(slices.Values(t.Columns)), slices.Sorted(slices.Values(known[i].Columns))
	if !slices.Equal(have, want) {
		return badBackup("table %s has the columns %v, the schema wants %v", t.Name, have, want)
	}
	return nil
}

// rowReader hands on exactly so many lines: the rows of one table.
type rowReader struct {
	lines *bufio.Reader
	left  int64
	rest  []byte // of the present line
	err   error
}

func (r *rowReader) Read(p []byte) (int, error) {
	if len(r.rest) == 0 {
		if r.left == 0 {
			return 0, io.EOF
		}
		line, err := r.lines.ReadSlice('\n')
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			r.err = cutOff(err)
			return 0, r.err
		}
		if err == nil {
			r.left--
		}
		r.rest = line // valid until the next ReadSlice, which comes after it is handed on
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}
