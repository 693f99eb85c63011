package postgres

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/tandemchess/tandem/internal/journal"
)

// Listener receives the changes of all nodes, this one's included, over one
// connection. That a connection stands and answers does not mean that it hears: a
// pooler may have lent it for one statement and given it to somebody else since. So
// a node listens for itself too, and says something on the way on which its changes
// are saved.
type Listener struct {
	URL     string // past every pooler
	Say     func(ctx context.Context, channel string) error
	Changed func(eventID, version int64, reach journal.Reach)
	State   func(error) // nil: it hears; else why it does not. May be nil
	Away    func()      // when the connection is lost, and at each attempt that fails; may be nil
	Resync  func()      // after the connection was away: anything may have changed
	Missed  func()      // while nothing is heard though the database is there: anything may have changed; may be nil
	Log     *slog.Logger

	own string // the channel on which the node hears itself
}

// ErrNotListening says that the database takes changes and nothing is heard of them.
var ErrNotListening = errors.New("this node does not hear of changes, not even its own: is a connection pooler between it and the database? " +
	"Name the database itself in DATABASE_LISTEN_URL")

// longestPause between two attempts: after a failover the standby may take
// results seconds before phones hear of them again, and an attempt costs little.
const longestPause = time.Second

// Run listens until ctx ends, connecting again with growing pauses. ready is
// closed once the node hears, or is known not to.
func (l Listener) Run(ctx context.Context, ready chan<- struct{}) {
	l.own = channel + "_" + strings.ToLower(rand.Text())
	pause := 50 * time.Millisecond
	known, told := false, false
	tell := func() {
		if !told {
			told = true
			close(ready)
		}
	}
	said := ""
	for ctx.Err() == nil {
		err := l.listen(ctx, func() {
			pause, said = 50*time.Millisecond, ""
			if known {
				l.Resync()
			}
			known = true
			l.state(nil)
			tell()
		})
		if ctx.Err() != nil {
			return
		}
		known = known || errors.Is(err, ErrNotListening) // what comes from now on has to be looked for
		l.state(err)
		if l.Away != nil {
			l.Away()
		}
		if said != err.Error() { // once, however often it is tried
			said = err.Error()
			l.Log.Warn("listening for changes was interrupted", "error", err, "retry_in", pause)
		}
		if errors.Is(err, ErrNotListening) {
			if l.Missed != nil {
				l.Missed()
			}
			tell()
		}
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
		pause = min(pause*2, longestPause)
	}
}

func (l Listener) state(err error) {
	if l.State != nil {
		l.State(err)
	}
}

func (l Listener) listen(ctx context.Context, listening func()) error {
	connecting, connected := context.WithTimeout(ctx, connectTimeout)
	defer connected()
	conn, err := pgx.Connect(connecting, l.URL)
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	defer func() {
		closing, closed := context.WithTimeout(context.WithoutCancel(ctx), askLimit)
		defer closed()
		conn.Close(closing)
	}()
	// Not prepared: a pooler may not know what that is.
	if _, err := conn.Exec(connecting, "listen "+channel+"; listen "+l.own, pgx.QueryExecModeSimpleProtocol); err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	if err := l.prove(ctx, conn); err != nil {
		return err
	}
	listening()
	for {
		waiting, over := context.WithTimeout(ctx, silentFor)
		_, err := l.next(waiting, conn)
		silent := waiting.Err() != nil && ctx.Err() == nil
		over()
		if err != nil && silent {
			err = l.prove(ctx, conn)
		}
		if err != nil {
			return fmt.Errorf("wait: %w", err)
		}
	}
}

// A connection that nothing comes through may be silent, cut or deaf. Silence is tested
// after silentFor; what the node says has to be heard within askLimit.
const (
	silentFor = 10 * time.Second
	askLimit  = 5 * time.Second
)

// prove says something and waits until it is heard; whatever else is heard counts too.
func (l Listener) prove(ctx context.Context, conn *pgx.Conn) error {
	asking, stop := context.WithTimeout(ctx, askLimit)
	defer stop()
	if err := l.Say(asking, l.own); err != nil {
		return err
	}
	for {
		own, err := l.next(asking, conn)
		switch {
		case own:
			return nil
		case err != nil && asking.Err() != nil && ctx.Err() == nil:
			return deafOrCut(ctx, conn)
		case err != nil:
			return err
		}
	}
}

// deafOrCut finds out why nothing was heard.
func deafOrCut(ctx context.Context, conn *pgx.Conn) error {
	asking, stop := context.WithTimeout(ctx, askLimit)
	defer stop()
	if err := conn.Ping(asking); err != nil {
		return fmt.Errorf("the connection is cut: %w", err)
	}
	return ErrNotListening
}

// next waits for a notification and hands it on; own is one that this node said to itself.
func (l Listener) next(ctx context.Context, conn *pgx.Conn) (own bool, err error) {
	n, err := conn.WaitForNotification(ctx)
	if err != nil {
		return false, err
	}
	if n.Channel != channel {
		return n.Channel == l.own, nil
	}
	l.hear(n)
	return false, nil
}

func (l Listener) hear(n *pgconn.Notification) {
	eventID, version, reach, err := readNews(n.Payload)
	if err != nil {
		l.Log.Error("a notification cannot be read", "payload", n.Payload, "error", err)
		return
	}
	l.Changed(eventID, version, reach)
}

// Say notifies a channel on the way on which changes are saved, for the Listener.
func (db *DB) Say(ctx context.Context, to string) error {
	_, err := exec(ctx, db.pool, "say something", `select pg_notify($1, '')`, to)
	return err
}

// readNews reads what record sent. A reach that a newer program may have written
// and this one does not know is everything.
func readNews(payload string) (eventID, version int64, reach journal.Reach, err error) {
	numbers := strings.SplitN(payload, " ", 3)
	if _, err = fmt.Sscan(payload, &eventID, &version); err != nil || len(numbers) < 3 {
		return 0, 0, journal.Reach{}, fmt.Errorf("%q is not news of an event", payload)
	}
	if reach, err = journal.ParseReach(numbers[2]); err != nil {
		reach = journal.Reach{}
	}
	return eventID, version, reach, nil
}
