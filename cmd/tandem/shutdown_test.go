//go:build unix

package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/testdb"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/static"
)

// stopped serves on a database, does something as soon as the pages can be reached, tells
// the program to end, and returns how it ended and what it said.
func stopped(t *testing.T, dsn string, prepare preparation, ready func(url string)) (code int, messages string) {
	t.Helper()
	if _, err := static.Load(); err != nil {
		t.Skip(err)
	}
	t.Setenv("DATABASE_URL", dsn)
	t.Setenv("TANDEM_BACKUP_DIR", t.TempDir())
	t.Setenv("TANDEM_ADDR", "127.0.0.1:0")
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	printed, out := io.Pipe()
	var said bytes.Buffer // read after the end only
	ended := make(chan int, 1)
	go func() {
		ended <- serve(ctx, console{strings.NewReader(""), out, &said}, "serve", prepare)
		out.Close()
	}()
	lines := bufio.NewScanner(printed)
	lines.Scan()
	url, ok := strings.CutPrefix(lines.Text(), "Tandem is ready at ")
	if !ok {
		t.Fatalf("printed %q, exit %d\n%s", lines.Text(), <-ended, &said)
	}
	go io.Copy(io.Discard, printed)
	ready(url)
	stop()
	select {
	case code := <-ended:
		return code, said.String()
	case <-time.After(2 * time.Minute):
		t.Fatal("the program does not end")
		return 0, ""
	}
}

// Somebody keeps a connection for ever: the program ends all the same and says what was
// asked on it.
func TestStopWithAConnectionThatIsKept(t *testing.T) {
	code, messages := stopped(t, address("tandem", "any", newPrimary(t)), func(ctx context.Context, n *node) (greeting, error) {
		conn, err := n.db.pool.Acquire(ctx)
		if err != nil {
			return nil, err
		}
		_, err = conn.Exec(ctx, "select 'kept for ever'")
		return func(string) {}, err
	}, func(string) {})
	if code != exitMachine || !strings.Contains(messages, "the database connections did not end within") || !strings.Contains(messages, "select 'kept for ever'") {
		t.Errorf("exit %d\n%s", code, messages)
	}
}

// The database falls silent before the program is told to end.
func TestStopWithASilentDatabase(t *testing.T) {
	gate := testdb.NewGateTo(t, address("tandem", "any", newPrimary(t)))
	t.Cleanup(gate.Open)
	_, messages := stopped(t, gate.URL(), nil, func(string) { gate.Silence() })
	expect.True(t, !strings.Contains(messages, "panic"), "%v", messages)
}

// What hangs is named with what it says of itself; what ends is waited for.
func TestShutdownNamesWhatHangs(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	s := &shutdown{log: slog.New(slog.NewTextHandler(&log, nil)), patience: 1e-9}
	forever := make(chan struct{})
	defer close(forever)
	err := s.step("the choir", time.Hour, func() error { <-forever; return nil }, func() string { return "the second tenor" })
	expect.True(t, err != nil && strings.Contains(log.String(), "the choir") && strings.Contains(log.String(), "the second tenor"), "%v\n%s", err, &log)
	s.patience = 1
	if err := s.step("the choir", time.Hour, func() error { return nil }, nil); err != nil {
		t.Error(err)
	}
	broken := errors.New("broken")
	if err := s.step("the choir", time.Hour, func() error { return broken }, nil); !errors.Is(err, broken) {
		t.Error(err)
	}
}
