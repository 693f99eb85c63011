package testdb

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/migrations"
)

const (
	templatePrefix = "tandem_template_" // then the digest of the migrations
	testPrefix     = "tandem_test_"     // then Unix seconds, process, number

	// abandoned is the age of a test database whose test cannot be running any
	// more; longer than any time limit of a test run.
	abandoned = 2 * time.Hour

	// templateLock keeps test binaries that share one server from building the
	// template at the same time.
	templateLock = 7336271145
)

// prepare makes sure that the template exists, and removes what test runs that
// were killed left on a server that outlives them.
func prepare(ctx context.Context, admin string) (_ *server, err error) {
	digest, err := migrationsDigest()
	if err != nil {
		return nil, err
	}
	s := &server{
		admin:    admin,
		template: templatePrefix + digest,
		prefix:   fmt.Sprintf("%s%d_%d", testPrefix, time.Now().Unix(), os.Getpid()),
	}
	if s.keeper, err = pgxpool.New(ctx, admin); err != nil {
		return nil, fmt.Errorf("connecting to the test server: %w", err)
	}
	conn, err := pgx.Connect(ctx, admin)
	if err != nil {
		return nil, fmt.Errorf("connecting to the test server: %w", err)
	}
	defer conn.Close(ctx) // releases the lock
	if _, err := conn.Exec(ctx, "select pg_advisory_lock($1)", templateLock); err != nil {
		return nil, fmt.Errorf("waiting for other test runs: %w", err)
	}
	rows, _ := conn.Query(ctx, "select datname from pg_database where datname like 'tandem\\_te%'")
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, fmt.Errorf("listing test databases: %w", err)
	}
	complete := false
	for _, name := range names {
		switch {
		case name == s.template:
			complete = true
		case obsolete(name, time.Now()):
			// Somebody may still be connected; then the next run removes it.
			conn.Exec(ctx, "drop database if exists "+name)
		}
	}
	if complete {
		return s, nil
	}
	return s, s.buildTemplate(ctx, conn)
}

// buildTemplate migrates under another name first: only a complete template
// ever carries the final one.
func (s *server) buildTemplate(ctx context.Context, conn *pgx.Conn) error {
	fresh := s.prefix + "_template"
	if _, err := conn.Exec(ctx, "create database "+fresh+" template template0"); err != nil {
		return fmt.Errorf("creating the template database: %w", err)
	}
	dsn, err := withDatabase(s.admin, fresh)
	if err != nil {
		return err
	}
	if _, err := postgres.Migrate(ctx, dsn); err != nil {
		_, dropErr := conn.Exec(ctx, "drop database if exists "+fresh+" with (force)")
		return errors.Join(fmt.Errorf("template database: %w", err), dropErr)
	}
	if _, err := conn.Exec(ctx, "alter database "+fresh+" rename to "+s.template); err != nil {
		return fmt.Errorf("naming the template database: %w", err)
	}
	return nil
}

// obsolete reports whether name is a test's database that its test cannot use
// any more, or the template of another schema.
func obsolete(name string, now time.Time) bool {
	rest, ok := strings.CutPrefix(name, testPrefix)
	if !ok {
		return strings.HasPrefix(name, templatePrefix)
	}
	started, _, _ := strings.Cut(rest, "_")
	seconds, err := strconv.ParseInt(started, 10, 64)
	return err == nil && now.Sub(time.Unix(seconds, 0)) > abandoned
}

// migrationsDigest names the schema: equal files, equal digest.
func migrationsDigest() (string, error) {
	names, err := fs.Glob(migrations.Files, "*.sql") // sorted
	if err != nil {
		return "", fmt.Errorf("listing the migrations: %w", err)
	}
	h := sha256.New()
	for _, name := range names {
		text, err := fs.ReadFile(migrations.Files, name)
		if err != nil {
			return "", fmt.Errorf("reading migration %s: %w", name, err)
		}
		fmt.Fprintf(h, "%s %d\n%s", name, len(text), text)
	}
	return hex.EncodeToString(h.Sum(nil)[:8]), nil
}
