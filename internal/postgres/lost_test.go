package postgres_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/testdb"
	"github.com/tandemchess/tandem/internal/testkit"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// Connections are cut again and again while desks save, until a desk has noticed; each desk
// sends its form until it is answered. Every failure says in plain words that the database
// is away, and every form is saved once.
func TestConnectionsAreCutWhileDesksSave(t *testing.T) {
	t.Parallel()
	pool := testdb.New(t)
	run(t, pool, ground)
	store := postgres.Tournament{DB: postgres.New(pool, nil)}
	const desks, cuts = 6, 12
	var saved, failures atomic.Int64
	var cutAll atomic.Bool // until then no desk runs out of forms, however late a cut comes
	defer cutAll.Store(true)
	var sent sync.WaitGroup
	for desk := range desks {
		sent.Go(func() {
			for form := 0; !cutAll.Load(); form++ {
				cmd := journal.Command{Actor: journal.Actor{AccountID: 1, Name: "Ana"}, Key: fmt.Sprintf("desk %d form %d", desk, form)}
				for {
					_, err := store.Change(t.Context(), 1, cmd, func(tournament.Tx) (journal.Change, error) {
						return journal.Change{Action: "note", Subject: cmd.Key}, nil
					})
					if err == nil {
						break
					}
					failures.Add(1)
					if !fault.Is(err, fault.Unavailable) {
						t.Errorf("%s: %v", cmd.Key, err)
						return
					}
				}
				saved.Add(1)
			}
		})
	}
	knife := expect.Must(pgxpool.New(t.Context(), pool.Config().ConnString()+"&application_name=knife"))(t)
	defer knife.Close()
	for cut := 1; (cut <= cuts || failures.Load() == 0 && cut <= 100*cuts) && !t.Failed(); cut++ {
		for before := saved.Load(); saved.Load() < before+desks && !t.Failed(); { // some work between two cuts
			expect.Must(knife.Exec(t.Context(), `select 1`))(t)
		}
		expect.Must(knife.Exec(t.Context(), `select pg_terminate_backend(pid) from pg_stat_activity
			where datname = current_database() and pid <> pg_backend_pid() and application_name <> 'knife'`))(t)
	}
	cutAll.Store(true)
	sent.Wait()
	expect.True(t, failures.Load() != 0, "nobody noticed that connections were cut: the test tests nothing")
	pool.Reset() // some of its connections were cut while nobody used them
	once(t, postgres.New(pool, nil), int(saved.Load()))
}

// once fails unless the journal is intact and holds n different subjects, each once.
func once(t *testing.T, db *postgres.DB, n int) {
	t.Helper()
	entries := expect.Must(postgres.Journal{DB: db}.Entries(t.Context(), journal.Query{EventID: 1, Limit: n + 1}))(t)
	var subjects []string
	for _, e := range entries {
		subjects = append(subjects, e.Subject)
	}
	slices.Sort(subjects)
	expect.True(t, len(subjects) == n && len(slices.Compact(subjects)) == n, "%d entries, want %d different ones", len(entries), n)
	_, err := (postgres.Journal{DB: db}).Verify(t.Context(), 1)
	expect.True(t, err == nil, "%v", err)
}

// deafConn loses the server's answer to the commit it sends when armed.
type deafConn struct {
	net.Conn
	armed *atomic.Bool
	deaf  atomic.Bool
}

func (c *deafConn) Write(p []byte) (int, error) {
	n, err := c.Conn.Write(p)
	if bytes.Contains(p, []byte("commit")) && c.armed.CompareAndSwap(true, false) {
		c.deaf.Store(true)
	}
	return n, err
}

func (c *deafConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if err == nil && c.deaf.Load() { // the server has answered: it has committed
		c.Conn.Close()
		return 0, io.ErrUnexpectedEOF
	}
	return n, err
}

// The connection is lost between the commit and its answer: the person is told to send
// the form again, and that gets the first answer and saves nothing twice.
func TestAnswerToCommitIsLost(t *testing.T) {
	t.Parallel()
	whole := testdb.New(t)
	run(t, whole, ground)
	var armed atomic.Bool
	config := whole.Config()
	dial := config.ConnConfig.DialFunc
	config.ConnConfig.DialFunc = func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		return &deafConn{Conn: conn, armed: &armed}, err
	}
	pool := expect.Must(pgxpool.NewWithConfig(t.Context(), config))(t)
	defer pool.Close()
	store := postgres.Tournament{DB: postgres.New(pool, nil)}
	cmd := journal.Command{Actor: journal.Actor{AccountID: 1, Name: "Ana"}, Key: "the only form", Content: []byte("slot1 wins")}
	note := func(answer string) (journal.Receipt, error) {
		return store.Change(t.Context(), 1, cmd, func(tournament.Tx) (journal.Change, error) {
			return journal.Change{Action: "note", Subject: "once", Answer: answer}, nil
		})
	}
	armed.Store(true)
	_, err := note("first")
	var f *fault.Error
	expect.MustTrue(t, errors.As(err, &f) && f.Kind == fault.Unavailable && !armed.Load(), "the lost answer is %v", err)
	want := "The database went away while this was being saved. Send the same form again: it is saved once, whether it was saved or not."
	expect.Equal(t, f.Message, want, "says")
	receipt, err := note("second")
	expect.True(t, err == nil && receipt.Repeated && string(receipt.Answer) == `"first"`,
		"the same form again: %s, repeated %v, %v", receipt.Answer, receipt.Repeated, err)
	cmd.Content = []byte("slot2 wins")
	expect.Refused(t, expect.Err(note("third")), fault.Conflict)
	once(t, postgres.New(whole, nil), 1)
}

// muteConn keeps the commit it is to send when armed, as a network does that is cut.
type muteConn struct {
	net.Conn
	armed *atomic.Bool
	muted chan<- *muteConn
}

func (c *muteConn) Write(p []byte) (int, error) {
	if bytes.Contains(p, []byte("commit")) && c.armed.CompareAndSwap(true, false) {
		c.muted <- c
		return len(p), nil
	}
	return c.Conn.Write(p)
}

// The database does not answer any more in the middle of a change: who waits is told in
// time, also those in line behind, and the same form is saved once afterwards.
func TestDatabaseFallsSilent(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("waits for the end of patience")
	}
	whole := testdb.New(t)
	run(t, whole, ground)
	var armed atomic.Bool
	muted := make(chan *muteConn, 1)
	config := whole.Config()
	dial := config.ConnConfig.DialFunc
	config.ConnConfig.DialFunc = func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		return &muteConn{conn, &armed, muted}, err
	}
	pool := expect.Must(pgxpool.NewWithConfig(t.Context(), config))(t)
	defer pool.Close()
	store := postgres.Tournament{DB: postgres.New(pool, nil)}
	note := func(ctx context.Context, key string) error {
		_, err := store.Change(ctx, 1, journal.Command{Actor: journal.Actor{AccountID: 1, Name: "Ana"}, Key: key}, func(tournament.Tx) (journal.Change, error) {
			return journal.Change{Action: "note", Subject: key}, nil
		})
		return err
	}
	impatient, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	armed.Store(true)
	for _, key := range []string{"the first form", "the second form"} {
		expect.Refused(t, note(impatient, key), fault.Unavailable)
	}
	(<-muted).Close()
	for _, key := range []string{"the first form", "the second form"} {
		err := note(t.Context(), key)
		expect.True(t, err == nil, "%s again: %v", key, err)
	}
	once(t, postgres.New(whole, nil), 2)
}

// A server that only lets itself be read is noticed with and without a trial, and a
// trial leaves nothing behind.
func TestCanSave(t *testing.T) {
	t.Parallel()
	pool := testdb.New(t)
	db := postgres.New(pool, nil)
	for _, trial := range []bool{false, true} {
		err := db.CanSave(t.Context(), trial)
		expect.True(t, err == nil, "trial %v: %v", trial, err)
	}
	config := pool.Config()
	config.ConnConfig.RuntimeParams["default_transaction_read_only"] = "on"
	closed := expect.Must(pgxpool.NewWithConfig(t.Context(), config))(t)
	defer closed.Close()
	for _, trial := range []bool{false, true} {
		expect.Refused(t, postgres.New(closed, nil).CanSave(t.Context(), trial), fault.Unavailable)
	}
	left := tables(t, pool)
	expect.True(t, left == 0, "a trial leaves %d tables", left)
}

// tables counts what a trial could leave behind.
func tables(t *testing.T, pool *pgxpool.Pool) (n int) {
	t.Helper()
	return testkit.Stored[int](t, pool, `select count(*) from pg_class where relname = 'tandem_trial'`)
}
