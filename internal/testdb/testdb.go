// Package testdb gives every test an own, migrated, empty database.
//
// The databases live in the server of TEST_DATABASE_URL when that is set (its
// user must be allowed to create databases), else in one scratch server per
// test binary that forgoes durability and is gone when the binary is. Only
// tests may import it.
package testdb

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/tandemchess/tandem/internal/postgres"
)

// patience limits every single step against the server.
const patience = 60 * time.Second

// connectionsPerTest is enough for a test that races a few writers and small
// enough for many tests at once on one server.
const connectionsPerTest = 8

// server is what all tests of this binary share.
type server struct {
	admin    string // connection string of a database that is never touched
	template string // name of the migrated database all others are copies of
	prefix   string // of the names of our databases
	last     atomic.Int64

	// keeper makes and drops the databases. A connection costs the server as much as a
	// third of that; these end with the process.
	keeper *pgxpool.Pool

	// caretaker stays open until this process ends; nil for TEST_DATABASE_URL.
	caretaker io.Closer
}

// shared starts or finds the server at the first test that asks.
var shared = sync.OnceValues(func() (*server, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if admin := os.Getenv("TEST_DATABASE_URL"); admin != "" {
		return prepare(ctx, admin)
	}
	admin, caretaker, err := startScratch(ctx)
	if err != nil {
		return nil, err
	}
	s, err := prepare(ctx, admin)
	if err != nil {
		return nil, errors.Join(err, caretaker.Close())
	}
	s.caretaker = caretaker
	return s, nil
})

// New returns connections to a new database with the current schema and no
// rows. Both are gone when the test ends. tune may change how they are made.
func New(t testing.TB, tune ...func(*pgxpool.Config)) *pgxpool.Pool {
	t.Helper()
	return connect(t, URL(t), tune...)
}

// connect returns connections that are gone when the test ends.
func connect(t testing.TB, dsn string, tune ...func(*pgxpool.Config)) *pgxpool.Pool {
	t.Helper()
	config, err := configOf(dsn)
	if err != nil {
		t.Fatalf("testdb: %v", err)
	}
	for _, change := range tune {
		change(config)
	}
	pool, err := pgxpool.NewWithConfig(context.Background(), config)
	if err != nil {
		t.Fatalf("testdb: %v", err)
	}
	t.Cleanup(pool.Close)
	return pool
}

// configOf is how tests connect, as the program does but with fewer connections.
func configOf(dsn string) (*pgxpool.Config, error) {
	config, err := pgxpool.ParseConfig(dsn)
	if err != nil {
		return nil, err
	}
	config.MaxConns = connectionsPerTest
	postgres.TimesInUTC(config)
	return config, nil
}

// URL returns the connection string of a new database with the current schema
// and no rows. It is dropped when the test ends, whoever is still connected.
func URL(t testing.TB) string {
	t.Helper()
	s := mustShared(t)
	return s.create(t, s.copyOf(s.template))
}

// copyOf are the options that make a new database a copy of another.
func (s *server) copyOf(name string) string {
	options := "template " + name
	if s.caretaker != nil {
		options += " strategy file_copy" // half the work, where nothing has to survive a crash
	}
	return options
}

// Empty is URL without the schema, for tests of migrating and restoring.
func Empty(t testing.TB) string {
	t.Helper()
	return mustShared(t).create(t, "template template0")
}

func mustShared(t testing.TB) *server {
	t.Helper()
	s, err := shared()
	if err != nil {
		t.Fatalf("testdb: no test database: %v", err)
	}
	return s
}

func (s *server) create(t testing.TB, options string) string {
	t.Helper()
	name := fmt.Sprintf("%s_%d", s.prefix, s.last.Add(1))
	if err := s.exec("create database " + name + " " + options); err != nil {
		t.Fatalf("testdb: %v", err)
	}
	t.Cleanup(func() {
		if err := s.exec("drop database if exists " + name + " with (force)"); err != nil {
			t.Errorf("testdb: %v", err)
		}
	})
	dsn, err := withDatabase(s.admin, name)
	if err != nil {
		t.Fatalf("testdb: %v", err)
	}
	return dsn
}

// exec runs one statement outside of a transaction: databases are not made inside one.
func (s *server) exec(statement string) error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if _, err := s.keeper.Exec(ctx, statement); err != nil {
		return fmt.Errorf("%s: %w", statement, err)
	}
	return nil
}

// withDatabase is dsn with another database.
func withDatabase(dsn, name string) (string, error) {
	u, err := url.Parse(dsn)
	if err != nil || u.Scheme == "" {
		return "", fmt.Errorf("TEST_DATABASE_URL has to be a URL: postgres://USER:PASSWORD@HOST:5432/postgres")
	}
	u.Path = "/" + name
	return u.String(), nil
}
