package postgres_test

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/testdb"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// patient is the limit of what waits in these tests; nothing takes that long.
const patient = time.Minute

// beats gives a pulse its time, beat by beat.
type beats struct {
	t    *testing.T
	tick chan time.Time
}

func (b beats) next() {
	b.t.Helper()
	select {
	case b.tick <- time.Time{}:
	case <-time.After(patient):
		b.t.Fatal("nobody counts beats")
	}
}

// asked is a question that a pulse has put; the answer is sent into it.
type asked chan error

func newPulse(t *testing.T) (postgres.Pulse, beats, chan asked) {
	t.Helper()
	b, questions := beats{t, make(chan time.Time)}, make(chan asked, 1)
	pulse := postgres.NewPulse(t.Context(), b.tick, func(ctx context.Context) error {
		answer := make(asked)
		questions <- answer
		select {
		case err := <-answer:
			return err
		case <-t.Context().Done():
			return t.Context().Err()
		}
	})
	return pulse, b, questions
}

// answer answers the question that was put, and waits until that is heard.
func answer(pulse postgres.Pulse, questions chan asked, err error) {
	(<-questions) <- err
	for pulse.Asking() {
		runtime.Gosched()
	}
}

func ended(ctx context.Context) bool {
	select {
	case <-ctx.Done():
		return true
	default:
		return false
	}
}

// A question that gets no answer waits for a known number of beats and no longer, and
// nobody waits after it until the database answers again.
func TestPulseOfASilentDatabase(t *testing.T) {
	t.Parallel()
	expect.True(t, postgres.LongestWait < 2*time.Second, "a page may wait for %v", postgres.LongestWait)
	pulse, beats, questions := newPulse(t)
	waits, over := pulse.Wait(t.Context())
	defer over()
	for range postgres.LongestBeats {
		expect.MustTrue(t, !ended(waits), "given up before its time")
		beats.next()
	}
	await(t, waits.Done(), "the waiting has ended")
	expect.True(t, errors.Is(waits.Err(), context.DeadlineExceeded), "ended with %v", waits.Err())
	later, _ := pulse.Wait(t.Context())
	expect.True(t, ended(later), "a question waits although the database is known to be away")
	answer(pulse, questions, nil)
	again, over := pulse.Wait(t.Context())
	expect.True(t, !ended(again), "nobody may ask although the database answers again")
	over()
	beats.next()
	for !pulse.Idle() {
		runtime.Gosched()
	}
}

// A database that takes long and answers the pulse is waited for as long as it takes.
func TestPulseOfASlowDatabase(t *testing.T) {
	t.Parallel()
	pulse, beats, questions := newPulse(t)
	waits, over := pulse.Wait(t.Context())
	defer over()
	answers := 0
	for range 100 {
		beats.next()
		if pulse.Asking() {
			answer(pulse, questions, nil)
			answers++
		}
	}
	if ended(waits) || answers < 10 {
		t.Errorf("ended: %v, after %d answers", waits.Err(), answers)
	}
}

// A server that refuses connections is known to be away at once, and those who leave by
// themselves are told why.
func TestPulseOfARefusingDatabase(t *testing.T) {
	t.Parallel()
	pulse, beats, questions := newPulse(t)
	leaves, leave := context.WithCancel(t.Context())
	left, over := pulse.Wait(leaves)
	defer over()
	waits, over := pulse.Wait(t.Context())
	defer over()
	leave()
	await(t, left.Done(), "who left has left")
	expect.True(t, errors.Is(left.Err(), context.Canceled), "left with %v", left.Err())
	for !pulse.Asking() {
		beats.next()
	}
	answer(pulse, questions, errors.New("refused"))
	await(t, waits.Done(), "the waiting has ended")
}

func await(t *testing.T, done <-chan struct{}, what string) {
	t.Helper()
	select {
	case <-done:
	case <-time.After(patient):
		t.Fatalf("waited in vain until %s", what)
	}
}

// The database behind a pool falls silent: questions, changes and new connections end
// with an Unavailable fault without any limit of their own. After it spoke again all is
// as before.
func TestSilentDatabaseIsGivenUp(t *testing.T) {
	t.Parallel()
	gate := testdb.NewGate(t)
	pool := expect.Must(postgres.Connect(t.Context(), gate.URL()))(t)
	defer func() { gate.Open(); pool.Close() }()
	run(t, pool, ground)
	store := postgres.Tournament{DB: postgres.New(pool, nil)}
	note := func() error {
		_, err := store.Change(t.Context(), 1, journal.Command{Actor: journal.Actor{AccountID: 1, Name: "Ana"}}, func(tournament.Tx) (journal.Change, error) {
			return journal.Change{Action: "note", Subject: "still there"}, nil
		})
		return err
	}
	read := func() error {
		_, err := store.EventBySlug(t.Context(), "lake")
		return err
	}
	for _, fall := range []struct {
		name string
		cut  func()
	}{{"it is silent", gate.Silence}, {"it refuses", gate.Refuse}} {
		if err := errors.Join(note(), read()); err != nil {
			t.Fatalf("before %s: %v", fall.name, err)
		}
		fall.cut()
		for name, ask := range map[string]func() error{"read": read, "change": note, "ping": func() error { return store.Ping(t.Context()) }} {
			answer := make(chan error, 1)
			go func() { answer <- ask() }()
			select {
			case err := <-answer:
				expect.True(t, fault.Is(err, fault.Unavailable), "%s, %s: %v", fall.name, name, err)
			case <-time.After(patient):
				t.Fatalf("%s, %s: waits for ever", fall.name, name)
			}
		}
		gate.Open()
		for note() != nil { // until the pulse has noticed
			expect.MustTrue(t, t.Context().Err() == nil, "never back")
		}
	}
}

// A connection that is held is named with what was asked last.
func TestHeldConnectionsAreNamed(t *testing.T) {
	t.Parallel()
	pool := expect.Must(postgres.Connect(t.Context(), testdb.URL(t)))(t)
	defer pool.Close()
	conn := expect.Must(pool.Acquire(t.Context()))(t)
	expect.Must(conn.Exec(t.Context(), "select\n  1"))(t)
	if held := postgres.Held(pool); len(held) != 1 || held[0].Statement != "select 1" {
		t.Errorf("held: %v", held)
	}
	conn.Release()
	if held := postgres.Held(pool); len(held) != 0 {
		t.Errorf("held after it was given back: %v", held)
	}
}
