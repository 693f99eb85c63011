//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	"github.com/tandemchess/tandem/internal/localpg"
	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/trial"
)

const (
	teams = 48
	desks = 12
)

// bench is what one part works with.
type bench struct {
	program string
	lasts   time.Duration
	dir     string // gone when the part ends
}

func (b *bench) run(ctx context.Context, p part) (o outcome, err error) {
	program, err := filepath.Abs(b.program)
	if err != nil {
		return o, err
	}
	b.program = program
	if b.dir, err = os.MkdirTemp("", "tandem-faults-"); err != nil {
		return o, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(b.dir)) }()
	// The database server of root runs as another user, who has to get there.
	if err := os.Chmod(b.dir, 0o755); err != nil {
		return o, err
	}
	o, err = p.run(ctx, b)
	return o, err
}

// folder is one of the part's own.
func (b *bench) folder(name string) string { return filepath.Join(b.dir, name) }

// site is a machine with an event on it and desks that work.
type site struct {
	*machine
	hall *trial.Hall
	team *staff
	dsn  func() (string, error) // of the database, however it is reached
}

// open starts the machine and makes the event.
func open(ctx context.Context, m *machine, dsn func() (string, error)) (*site, error) {
	if _, err := m.start(ctx); err != nil {
		return nil, err
	}
	s := &site{machine: m, dsn: dsn}
	err := s.withPool(ctx, func(pool *postgres.Pool) error {
		hall, err := trial.NewHall(ctx, pool, "faults", teams)
		if err != nil {
			return err
		}
		if _, _, err := hall.Publish(ctx); err != nil {
			return err
		}
		s.hall = hall
		s.team, err = newStaff(ctx, hall, m.url())
		return err
	})
	if err != nil {
		return nil, errors.Join(fmt.Errorf("make the event: %w", err), m.stop())
	}
	return s, nil
}

// embedded reads where the machine's own database is.
func (m *machine) embedded() (string, error) {
	dsn, ok := localpg.Attach(m.data)
	if !ok {
		return "", errors.New("the machine's database does not run")
	}
	return dsn, nil
}

// withPool lends connections of the judge's own: those of the machine are broken.
func (s *site) withPool(ctx context.Context, work func(*postgres.Pool) error) error {
	dsn, err := s.dsn()
	if err != nil {
		return err
	}
	pool, err := postgres.Connect(ctx, dsn)
	if err != nil {
		return err
	}
	defer pool.Close()
	return work(pool)
}

// between is a random time, so that no moment of the work is spared.
func between(least, most time.Duration) time.Duration {
	return least + rand.N(most-least)
}

// pause waits, or ends with ctx.
func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}
