package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"github.com/tandemchess/tandem/internal/backupfile"
	"github.com/tandemchess/tandem/internal/build"
	"github.com/tandemchess/tandem/migrations"
)

// A node that finds another one migrating asks again every lockProbe seconds,
// lockProbes times.
const (
	lockProbe  = 1
	lockProbes = 300
)

// Migration is one step of the schema that was applied.
type Migration struct {
	Version int64
	Name    string
}

// Migrate brings the schema up to date and returns the steps it applied, none
// when it was. Nodes that start at the same time wait for each other. It
// refuses a database whose schema is newer than this program, and, with a
// *ConnectError, one that Tandem cannot keep events in.
func Migrate(ctx context.Context, dsn string) ([]Migration, error) {
	config, err := pgx.ParseConfig(dsn)
	if err != nil {
		return nil, &ConnectError{Fault: FaultURL}
	}
	return migrateTo(ctx, config, newestSchema)
}

// newestSchema stands for the last version this program knows.
const newestSchema = 0

// migrateTo is Migrate up to a version of the schema, and no further.
func migrateTo(ctx context.Context, config *pgx.ConnConfig, version int64) (_ []Migration, err error) {
	config = config.Copy()
	config.RuntimeParams["lock_timeout"] = stepWaits
	db := stdlib.OpenDB(*config)
	defer func() { err = errors.Join(unfit(config.Config, err), db.Close()) }()
	if err := db.PingContext(ctx); err != nil {
		return nil, newConnectError(config.Config, err)
	}
	if err := fit(ctx, db, config.Config); err != nil {
		return nil, err
	}
	provider, err := migrationsOn(db)
	if err != nil {
		return nil, err
	}
	newest := newestOf(provider)
	if version == newestSchema {
		version = newest
	}
	current, err := provider.GetDBVersion(ctx)
	if err != nil {
		return nil, fmt.Errorf("asking for the schema's version: %w", err)
	}
	if max(current, version) > newest {
		return nil, &NewerSchemaError{Found: max(current, version), Known: newest, Program: migratedBy(ctx, db)}
	}
	applied, err := applySteps(ctx, provider, version)
	if err != nil {
		return nil, fmt.Errorf("migrating the schema: %w", err)
	}
	if len(applied) > 0 {
		err = noteMigratedBy(ctx, db)
	}
	return applied, err
}

// A step locks whole tables, and other nodes may be at work. It waits for them for a
// moment only, as everybody else waits behind it, and is tried again, stepTries times; so is
// one that lost a deadlock against a change. A step is applied whole or not at all.
const (
	stepWaits = "2s"
	stepTries = 100
)

// applySteps applies the steps up to a version, and returns them.
func applySteps(ctx context.Context, provider *goose.Provider, version int64) (applied []Migration, err error) {
	for range stepTries {
		var results []*goose.MigrationResult
		results, err = provider.UpTo(ctx, version)
		var partial *goose.PartialError
		if errors.As(err, &partial) {
			results = partial.Applied
		}
		for _, r := range results {
			applied = append(applied, Migration{Version: r.Source.Version, Name: r.Source.Path})
		}
		var pg *pgconn.PgError
		if !errors.As(err, &pg) || pg.Code != "40P01" && pg.Code != "55P03" || ctx.Err() != nil {
			return applied, err
		}
	}
	return applied, err
}

func migrationsOn(db *sql.DB) (*goose.Provider, error) {
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(lockProbe, lockProbes))
	if err != nil {
		return nil, fmt.Errorf("preparing the migration lock: %w", err)
	}
	// Two people write steps at the same time, and the later number may be there first: whoever
	// started in between gets the other one as soon as it comes.
	provider, err := goose.NewProvider(goose.DialectPostgres, db, migrations.Files, goose.WithSessionLocker(locker), goose.WithAllowOutofOrder(true))
	if err != nil {
		return nil, fmt.Errorf("reading the migrations: %w", err)
	}
	return provider, nil
}

func newestOf(provider *goose.Provider) int64 {
	sources := provider.ListSources()
	return sources[len(sources)-1].Version
}

// Which program brought the schema to where it is stands as a comment on goose's table:
// it is of the schema and not of the data, and goes into no backup.
const readMigratedBy = `select coalesce(obj_description(to_regclass('goose_db_version'), 'pg_class'), '')`

// migratedBy is the program that can read the schema; empty when nobody said.
func migratedBy(ctx context.Context, db *sql.DB) (program string) {
	if err := db.QueryRowContext(ctx, readMigratedBy).Scan(&program); err != nil {
		return "" // it is only a hint in another error
	}
	return program
}

// noteMigratedBy leaves the program, and beside which earlier ones it may work (beside.go).
func noteMigratedBy(ctx context.Context, db *sql.DB) error {
	for _, note := range []struct{ on, text string }{
		{"table goose_db_version", build.Full()},
		{"column goose_db_version.version_id", fmt.Sprintf(besideComment, migrations.Beside)},
	} {
		var statement string
		err := db.QueryRowContext(ctx, `select format('comment on %s is %L', $1::text, $2::text)`, note.on, note.text).Scan(&statement)
		if err == nil {
			_, err = db.ExecContext(ctx, statement)
		}
		if err != nil {
			return fmt.Errorf("noting which program migrated the schema: %w", err)
		}
	}
	return nil
}

// NewerSchemaError says that data was written by a later program than this.
type NewerSchemaError struct {
	Found, Known int64
	Program      string // that wrote it; empty when it did not say
}

func (e *NewerSchemaError) Error() string {
	return fmt.Sprintf("the data has schema version %d, this program (%s) knows versions up to %d: start %s",
		e.Found, build.Full(), e.Known, backupfile.Newer(e.Program))
}

// Upgrade is what migrating a database would do.
type Upgrade struct {
	From, To int64
	Due      bool // a step is missing, the last one or one before it
	Filled   bool // somebody has worked with it: there is an event or a person
}

const (
	hasSchema = `select to_regclass('goose_db_version') is not null and to_regclass('account') is not null`
	hasData   = `select exists (select from event) or exists (select from account)`
)

// CheckSchema refuses, with a *NewerSchemaError, a schema that only a later program
// understands: reading it by what is known here would call good data broken.
func CheckSchema(ctx context.Context, pool *Pool) error {
	u, err := PendingUpgrade(ctx, pool)
	if err != nil || u.From <= u.To {
		return err
	}
	db := stdlib.OpenDBFromPool(pool)
	defer db.Close()
	return &NewerSchemaError{Found: u.From, Known: u.To, Program: migratedBy(ctx, db)}
}

// PendingUpgrade says what Migrate would do. A schema that this program does not know is
// left to Migrate to refuse.
func PendingUpgrade(ctx context.Context, pool *Pool) (u Upgrade, err error) {
	defer func() { err = unfit(pool.Config().ConnConfig.Config, err) }()
	db := stdlib.OpenDBFromPool(pool)
	defer db.Close()
	provider, err := migrationsOn(db)
	if err != nil {
		return u, err
	}
	u.To = newestOf(provider)
	var there bool
	if err := pool.QueryRow(ctx, hasSchema).Scan(&there); err != nil || !there {
		u.Due = err == nil
		return u, failed("look for a schema", err)
	}
	if u.Due, err = provider.HasPending(ctx); err != nil {
		return u, failed("look for missing steps of the schema", err)
	}
	if err := pool.QueryRow(ctx, schemaVersion).Scan(&u.From); err != nil {
		return u, failed("ask for the schema's version", err)
	}
	return u, failed("look for data", pool.QueryRow(ctx, hasData).Scan(&u.Filled))
}
