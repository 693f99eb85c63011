package main

import (
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/postgres"
)

// How long each step of the way out may take. A program that was told to end and does
// not is killed in the end, by a service manager or by somebody who pulls the plug, and
// then nobody knows what it was about.
const (
	drain       = 10 * time.Second // open requests
	besideLimit = 6 * time.Second  // what works beside the pages; also the listener
	poolLimit   = 5 * time.Second  // connections that somebody has
)

// shutdown ends what the program is made of, step by step, whatever hangs.
type shutdown struct {
	log      *slog.Logger
	patience float64 // the share of each limit; 1, less in tests
}

// step waits for the end of something, but not for ever: what hangs is left behind, named
// in the log with what stuck says of it, and is an error. stuck may be nil.
func (s *shutdown) step(what string, limit time.Duration, end func() error, stuck func() string) error {
	ended := make(chan error, 1)
	go func() { ended <- end() }()
	limit = time.Duration(float64(limit) * s.patience)
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case err := <-ended:
		if err != nil {
			return fmt.Errorf("end %s: %w", what, err)
		}
		return nil
	case <-timer.C:
	}
	hangs := ""
	if stuck != nil {
		hangs = stuck()
	}
	s.log.Error("something hangs and is left behind", "what", what, "after", limit, "hangs", hangs)
	return fmt.Errorf("%s did not end within %v: %s", what, limit, hangs)
}

// database closes all connections and stops the embedded server when it is ours. That has
// limits of its own, and goes on without those who still have a connection.
func (s *shutdown) database(db *database) error {
	err := s.step("the database connections", poolLimit, func() error {
		for _, pool := range db.pools() {
			pool.Close()
		}
		return nil
	}, func() string {
		var held []string
		for _, pool := range db.pools() {
			for _, h := range postgres.Held(pool) {
				held = append(held, h.String())
			}
		}
		if held == nil {
			return "nobody has one, and the database does not let go of them"
		}
		return strings.Join(held, "; ")
	})
	if db.embedded == nil {
		return err
	}
	if stopped := db.embedded.Stop(); err == nil {
		err = stopped
	}
	return err
}
