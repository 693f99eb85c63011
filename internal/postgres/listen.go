package postgres

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/tandemchess/tandem/internal/journal"
)

// Listener receives the changes of all nodes, this one's included, over one
// connection.
type Listener struct {
	URL     string
	Changed func(eventID, version int64, reach journal.Reach)
	Away    func() // when the connection is lost, and at each attempt that fails; may be nil
	Resync  func() // after the connection was away: anything may have changed
	Log     *slog.Logger
}

// longestPause between two attempts: after a failover the standby may take
// results seconds before phones hear of them again, and an attempt costs little.
const longestPause = time.Second

// Run listens until ctx ends, connecting again with growing pauses. ready is
// closed once the first connection listens.
func (l Listener) Run(ctx context.Context, ready chan<- struct{}) {
	pause := 50 * time.Millisecond
	known := false
	for ctx.Err() == nil {
		err := l.listen(ctx, func() {
			pause = 50 * time.Millisecond
			if known {
				l.Resync()
				return
			}
			known = true
			close(ready)
		})
		if ctx.Err() != nil {
			return
		}
		if l.Away != nil {
			l.Away()
		}
		l.Log.Warn("listening for changes was interrupted", "error", err, "retry_in", pause)
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
		pause = min(pause*2, longestPause)
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
	if _, err := conn.Exec(connecting, "listen "+channel); err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	listening()
	for {
		n, err := next(ctx, conn)
		if err != nil {
			return fmt.Errorf("wait: %w", err)
		}
		if n == nil {
			continue
		}
		eventID, version, reach, err := readNews(n.Payload)
		if err != nil {
			l.Log.Error("a notification cannot be read", "payload", n.Payload, "error", err)
			continue
		}
		l.Changed(eventID, version, reach)
	}
}

// A connection that nothing comes through may be silent or cut. Silence is tested after
// silentFor; the answer has to come within askLimit.
const (
	silentFor = 10 * time.Second
	askLimit  = 5 * time.Second
)

// next waits for a notification; nil after a silence that was tested.
func next(ctx context.Context, conn *pgx.Conn) (*pgconn.Notification, error) {
	waiting, cancel := context.WithTimeout(ctx, silentFor)
	defer cancel()
	n, err := conn.WaitForNotification(waiting)
	if err == nil || ctx.Err() != nil || waiting.Err() == nil {
		return n, err
	}
	asking, stop := context.WithTimeout(ctx, askLimit)
	defer stop()
	return nil, conn.Ping(asking)
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
