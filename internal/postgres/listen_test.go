package postgres_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/testdb"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// ear is what a listener has told.
type ear struct {
	states  chan error
	resyncs chan struct{}
	heard   chan int64
}

// listening runs a listener until the test ends, and returns when it hears or is known
// to be deaf.
func listening(t *testing.T, url string, store postgres.Tournament) (ear, *locked) {
	t.Helper()
	told := ear{make(chan error, 100), make(chan struct{}, 100), make(chan int64, 100)}
	log := &locked{}
	ctx, stop := context.WithCancel(context.Background())
	ready, done := make(chan struct{}), make(chan struct{})
	t.Cleanup(func() { stop(); <-done })
	listener := postgres.Listener{
		URL: url, Say: store.Say, Log: slog.New(slog.NewTextHandler(log, nil)),
		Changed: func(_, version int64, _ journal.Reach) { told.heard <- version },
		State:   func(err error) { told.states <- err },
		Resync:  func() { told.resyncs <- struct{}{} },
	}
	go func() {
		defer close(done)
		listener.Run(ctx, ready)
	}()
	await(t, ready, "the listener knows whether it hears")
	return told, log
}

type locked struct {
	mu sync.Mutex
	to strings.Builder
}

func (l *locked) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.to.String()
}

func (l *locked) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.to.Write(p)
}

func note(t *testing.T, store postgres.Tournament) int64 {
	t.Helper()
	receipt := expect.Must(store.Change(t.Context(), 1, journal.Command{Actor: journal.Actor{AccountID: 1, Name: "Ana"}}, func(tournament.Tx) (journal.Change, error) {
		return journal.Change{Action: "note", Subject: "news"}, nil
	}))(t)
	return receipt.Version
}

// A connection that stands and answers and brings no news is found out, and so is the
// moment from which it does.
func TestNodeKnowsWhetherItHears(t *testing.T) {
	t.Parallel()
	gate := testdb.NewGate(t)
	pool := expect.Must(postgres.Connect(t.Context(), gate.URL()))(t)
	defer pool.Close()
	run(t, pool, ground)
	store := postgres.Tournament{DB: postgres.New(pool, nil)}
	gate.Deafen()
	told, log := listening(t, gate.URL(), store)
	if err := <-told.states; !errors.Is(err, postgres.ErrNotListening) || !strings.Contains(err.Error(), "DATABASE_LISTEN_URL") {
		t.Errorf("a deaf node says %v", err)
	}
	expect.True(t, strings.Contains(log.String(), "DATABASE_LISTEN_URL"), "the log does not name it:\n%s", log)
	note(t, store)
	gate.Open()
	for err := range told.states {
		if err == nil {
			break
		}
	}
	expect.True(t, len(told.resyncs) != 0, "what was missed is not looked for")
	want := note(t, store)
	for version := range told.heard {
		if version == want {
			break
		}
	}
}

// A listener on another database than the one that changes are saved in hears nothing of
// them, however well it is connected.
func TestListenerOnAnotherDatabaseIsDeaf(t *testing.T) {
	t.Parallel()
	store := postgres.Tournament{DB: postgres.New(testdb.New(t), nil)}
	told, _ := listening(t, testdb.URL(t), store)
	err := <-told.states
	expect.True(t, errors.Is(err, postgres.ErrNotListening), "it says %v", err)
}
