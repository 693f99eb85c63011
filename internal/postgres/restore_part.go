package postgres

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/tandemchess/tandem/internal/backupfile"
)

// A backup of everything and the events that changed since are put together while they
// are loaded: of each table the rows of events that the newer file has, and those of no
// event, come from it, all others from the older one. Both files are whole backups of one
// server, so their numbers fit each other; the journals prove that one follows the other.

// loadBoth loads the older file, which in.Manifest becomes the manifest of, with the
// events of the newer one.
func loadBoth(in *backupfile.Reader, newer io.Reader) (func(context.Context, pgx.Tx, *backupfile.Reader) error, error) {
	part, err := backupfile.Open(newer)
	if err != nil {
		return nil, fmt.Errorf("the newer file: %w", err)
	}
	switch {
	case part.Manifest.Part == nil:
		return nil, backupfile.Bad("the newer file needs no other one; restore it alone")
	case in.Manifest.Part != nil || in.Manifest.Event != "":
		return nil, backupfile.Bad("the older file is no backup of everything")
	case in.Manifest.Schema != part.Manifest.Schema:
		return nil, backupfile.Bad("the two files have the schema versions %d and %d; take the older one that was made just before the newer", in.Manifest.Schema, part.Manifest.Schema)
	case !part.Manifest.Part.Follows.Equal(in.Manifest.TakenAt):
		return nil, backupfile.Bad("the newer file does not follow the older one, which was taken at %s: it follows that of %s; restore it with that one, or alone",
			in.Manifest.TakenAt.Format(time.RFC3339), part.Manifest.Part.Follows.Format(time.RFC3339))
	}
	return func(ctx context.Context, tx pgx.Tx, in *backupfile.Reader) error {
		return loadPair(ctx, tx, in, part)
	}, nil
}

func loadPair(ctx context.Context, tx pgx.Tx, in, part *backupfile.Reader) error {
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
	total := int64(0)
	for {
		head, rows, err := in.Next()
		newHead, newRows, newErr := part.Next()
		if errors.Is(err, io.EOF) && errors.Is(newErr, io.EOF) {
			break
		}
		switch {
		case err != nil:
			return fmt.Errorf("the older file: %w", err)
		case newErr != nil:
			return fmt.Errorf("the newer file: %w", newErr)
		}
		if head.Name != newHead.Name || !slices.Equal(head.Columns, newHead.Columns) {
			return backupfile.Bad("the tables %s and %s stand at the same place in the two files", head.Name, newHead.Name)
		}
		if err := fits(head, known, seen); err != nil {
			return err
		}
		seen[head.Name] = true
		kept, err := copyRows(ctx, tx, head, otherEvents(head, rows, part.Manifest.Events))
		if err != nil {
			return err
		}
		loaded, err := copyRows(ctx, tx, newHead, newRows)
		if err != nil {
			return fmt.Errorf("the newer file: %w", err)
		}
		if loaded != newHead.Rows {
			return backupfile.Bad("table %s: %d rows of the newer file were loaded instead of %d", head.Name, loaded, newHead.Rows)
		}
		total += kept + loaded
	}
	if _, err = in.Close(); err != nil {
		return fmt.Errorf("the older file: %w", err)
	}
	seal, err := part.Close()
	if err != nil {
		return fmt.Errorf("the newer file: %w", err)
	}
	return joined(ctx, tx, in, part.Manifest, seal, total)
}

// joined checks that the newer file follows the older one, and makes one manifest of both.
func joined(ctx context.Context, tx pgx.Tx, in *backupfile.Reader, newer Manifest, seal backupfile.Seal, rows int64) error {
	events := slices.Clone(newer.Events)
	for _, old := range in.Manifest.Events {
		i := slices.IndexFunc(newer.Events, func(e Sealed) bool { return e.EventID == old.EventID })
		if i < 0 {
			events = append(events, old)
			continue
		}
		if err := follows(ctx, tx, old); err != nil {
			return err
		}
	}
	slices.SortFunc(events, func(a, b Sealed) int { return int(a.EventID - b.EventID) })
	in.Manifest.Events, in.Manifest.TakenAt, in.Manifest.Rows, in.Manifest.Seal = events, newer.TakenAt, rows, seal
	var err error
	in.Manifest.Events, err = checkSeals(ctx, tx, events)
	return err
}

const sealAt = `select coalesce((select encode(hash, 'hex') from journal where event_id = $1 and seq = $2), '')`

// follows checks that the journal as loaded has the older state in it.
func follows(ctx context.Context, tx pgx.Tx, old Sealed) error {
	var seal string
	if err := tx.QueryRow(ctx, sealAt, old.EventID, old.Version).Scan(&seal); err != nil {
		return failed("look where the newer file goes on", err)
	}
	if seal != old.Head {
		return backupfile.Bad("the newer file does not follow the older one: entry %d of the journal of %s is another", old.Version, old.Slug)
	}
	return nil
}

// otherEvents are the rows of a table that belong to an event which is not listed.
func otherEvents(head backupfile.Table, rows io.Reader, events []Sealed) io.Reader {
	at := slices.Index(head.Columns, "event_id")
	if at < 0 {
		return bytes.NewReader(nil)
	}
	without := map[string]bool{`\N`: true}
	for _, e := range events {
		without[strconv.FormatInt(e.EventID, 10)] = true
	}
	return &filteredRows{lines: bufio.NewReaderSize(rows, 1<<16), field: at, without: without}
}

// filteredRows leaves out the lines of COPY text whose field has one of some values.
type filteredRows struct {
	lines   *bufio.Reader
	field   int
	without map[string]bool
	rest    []byte
}

func (r *filteredRows) Read(p []byte) (int, error) {
	for len(r.rest) == 0 {
		line, err := r.lines.ReadBytes('\n')
		if err != nil {
			return 0, err
		}
		if fields := bytes.SplitN(line, []byte{'\t'}, r.field+2); len(fields) <= r.field || !r.without[string(bytes.TrimSuffix(fields[r.field], []byte{'\n'}))] {
			r.rest = line
		}
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}
