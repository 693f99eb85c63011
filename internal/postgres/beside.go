package postgres

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/tandemchess/tandem/internal/build"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/migrations"
)

// Several nodes of one database are replaced one after the other: the first new one brings
// the schema forward while the old ones still serve. Whoever migrates leaves in the
// database which programs may go on beside it (migrations.Beside); every node looks there
// whenever it looks whether changes can be saved, and one that may not go on changes
// nothing any more. See docs/decisions/rolling-change.md.

// besideSchema asks for the schema's version, its program, and the oldest schema whose
// programs may go on beside it, which stands as a comment on the column of versions.
const besideSchema = `
	select coalesce(max(version_id), 0), coalesce(obj_description('goose_db_version'::regclass, 'pg_class'), ''),
		coalesce((select col_description(a.attrelid, a.attnum) from pg_attribute a where a.attrelid = 'goose_db_version'::regclass and a.attname = 'version_id'), '')
	from goose_db_version where is_applied`

// Ahead is a schema that a newer program has brought forward.
type Ahead struct {
	Program  string // the newer one; empty when it did not say
	Outgrown bool   // this program may not go on beside it
}

// OutgrownError says that this program may not go on: a newer one has changed the schema
// in a way that it does not know.
type OutgrownError struct{ Program string }

func (e *OutgrownError) Error() string {
	return fmt.Sprintf("a newer Tandem (%s) has changed the database in a way that this one (%s) does not know: replace this node",
		cmp.Or(e.Program, "which did not say its version"), build.Full())
}

// newestKnown is the last step of the schema that this program has.
var newestKnown = sync.OnceValue(func() int64 {
	var newest int64
	for _, version := range migrations.Versions() {
		newest = max(newest, version)
	}
	return newest
})

// Ahead is what the last look at the schema found; the zero Ahead when it is the one of
// this program.
func (db *DB) Ahead() Ahead {
	if found := db.ahead.Load(); found != nil {
		return *found
	}
	return Ahead{}
}

// lookAtSchema finds out whether a newer program has brought the schema forward. It
// returns an *OutgrownError when this one may not go on.
func (db *DB) lookAtSchema(ctx context.Context, q querier) error {
	var version, oldest int64
	var program, beside string
	err := q.QueryRow(ctx, besideSchema).Scan(&version, &program, &beside)
	var pg *pgconn.PgError
	if errors.As(err, &pg) && pg.Code == "42P01" {
		return nil // no schema yet
	}
	if err != nil {
		return failed("look at the schema", err)
	}
	if version <= newestKnown() {
		db.ahead.Store(nil)
		return nil
	}
	_, err = fmt.Sscanf(beside, besideComment, &oldest)
	found := Ahead{Program: program, Outgrown: err != nil || oldest > newestKnown()}
	db.ahead.Store(&found)
	if found.Outgrown {
		return &OutgrownError{Program: program}
	}
	return nil
}

// mayChange reports whether anything may be changed at all: nil, or an Unavailable fault.
func (db *DB) mayChange() error {
	if found := db.Ahead(); found.Outgrown {
		return outgrown(&OutgrownError{Program: found.Program})
	}
	return db.room()
}

func outgrown(err error) error {
	return fault.Wrap(fault.Unavailable, err, "A newer Tandem has changed the database, and this page comes from an older one. Nothing was changed. Reload the page; whoever looks after the server replaces the older one.")
}

// besideComment is what stands on the column of versions.
const besideComment = "works beside programs from schema %d on"
