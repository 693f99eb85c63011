package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

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
// refuses a database whose schema is newer than this program.
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
	db := stdlib.OpenDB(*config)
	defer func() { err = errors.Join(err, db.Close()) }()
	if err := db.PingContext(ctx); err != nil {
		return nil, newConnectError(config.Config, err)
	}
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(lockProbe, lockProbes))
	if err != nil {
		return nil, fmt.Errorf("preparing the migration lock: %w", err)
	}
	provider, err := goose.NewProvider(goose.DialectPostgres, db, migrations.Files, goose.WithSessionLocker(locker))
	if err != nil {
		return nil, fmt.Errorf("reading the migrations: %w", err)
	}
	sources := provider.ListSources()
	newest := sources[len(sources)-1].Version
	if version == newestSchema {
		version = newest
	}
	current, err := provider.GetDBVersion(ctx)
	if err != nil {
		return nil, fmt.Errorf("asking for the schema's version: %w", err)
	}
	if max(current, version) > newest {
		return nil, &NewerSchemaError{Found: max(current, version), Known: newest}
	}
	results, err := provider.UpTo(ctx, version)
	if err != nil {
		return nil, fmt.Errorf("migrating the schema: %w", err)
	}
	var applied []Migration
	for _, r := range results {
		applied = append(applied, Migration{Version: r.Source.Version, Name: r.Source.Path})
	}
	return applied, nil
}

// NewerSchemaError says that data was written by a later program than this.
type NewerSchemaError struct {
	Found, Known int64
}

func (e *NewerSchemaError) Error() string {
	return fmt.Sprintf("the data has schema version %d, this program knows versions up to %d: start a newer tandem", e.Found, e.Known)
}
