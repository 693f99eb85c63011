package postgres

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

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
	return migrateFiles(ctx, dsn, migrations.Files)
}

func migrateFiles(ctx context.Context, dsn string, files fs.FS) (_ []Migration, err error) {
	config, err := pgx.ParseConfig(dsn)
	if err != nil {
		return nil, &ConnectError{Fault: FaultURL}
	}
	db := stdlib.OpenDB(*config)
	defer func() { err = errors.Join(err, db.Close()) }()
	if err := db.PingContext(ctx); err != nil {
		return nil, newConnectError(config.Config, err)
	}
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(lockProbe, lockProbes))
	if err != nil {
		return nil, fmt.Errorf("preparing the migration lock: %w", err)
	}
	provider, err := goose.NewProvider(goose.DialectPostgres, db, files, goose.WithSessionLocker(locker))
	if err != nil {
		return nil, fmt.Errorf("reading the migrations: %w", err)
	}
	sources := provider.ListSources()
	newest := sources[len(sources)-1].Version
	current, err := provider.GetDBVersion(ctx)
	if err != nil {
		return nil, fmt.Errorf("asking for the schema's version: %w", err)
	}
	if current > newest {
		return nil, fmt.Errorf("the database has schema version %d, this program knows versions up to %d: start a newer tandem", current, newest)
	}
	results, err := provider.Up(ctx)
	if err != nil {
		return nil, fmt.Errorf("migrating the schema: %w", err)
	}
	var applied []Migration
	for _, r := range results {
		applied = append(applied, Migration{Version: r.Source.Version, Name: r.Source.Path})
	}
	return applied, nil
}
