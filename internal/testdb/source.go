package testdb

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Source is a database that is filled once for all tests of a binary; every test gets
// a copy of its own. Filling may not depend on the test that happens to come first, which is
// the one that it is given and that fails with it.
type Source struct {
	fill func(testing.TB, *pgxpool.Pool)

	once sync.Once
	name string
	err  error
}

// NewSource returns a source that fill fills, on connections to a database with the
// current schema and no rows. They are closed when fill returns.
func NewSource(fill func(testing.TB, *pgxpool.Pool)) *Source {
	return &Source{fill: fill}
}

// New returns connections to a copy of the source. Both are gone when the test ends.
func (s *Source) New(t testing.TB) *pgxpool.Pool {
	t.Helper()
	srv := mustShared(t)
	s.once.Do(func() {
		s.err = errors.New("the test that was to fill it failed")
		s.name, s.err = srv.filled(t, s.fill)
	})
	if s.err != nil {
		t.Fatalf("testdb: no source: %v", s.err)
	}
	return connect(t, srv.create(t, srv.copyOf(s.name)))
}

// filled makes the database that a source is copied from. It stays until the server
// goes, or until a later run finds it old.
func (s *server) filled(t testing.TB, fill func(testing.TB, *pgxpool.Pool)) (name string, err error) {
	t.Helper()
	name = fmt.Sprintf("%s_%d", s.prefix, s.last.Add(1))
	if err := s.exec("create database " + name + " " + s.copyOf(s.template)); err != nil {
		return "", err
	}
	dsn, err := withDatabase(s.admin, name)
	if err != nil {
		return "", err
	}
	config, err := configOf(dsn)
	if err != nil {
		return "", err
	}
	pool, err := pgxpool.NewWithConfig(context.Background(), config)
	if err != nil {
		return "", fmt.Errorf("connecting to the source: %w", err)
	}
	defer pool.Close() // nobody may be connected to what is copied
	fill(t, pool)
	return name, nil
}
