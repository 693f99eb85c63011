package postgres

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// tracer stands between the program and all connections of the pools on one database. It
// gives every wait for the database its pulse, and knows who holds which connection.
type tracer struct {
	pulse *pulse

	mu   sync.Mutex
	held map[*pgx.Conn]*Holding
}

// Holding is a connection of a pool that somebody has.
type Holding struct {
	Since     time.Time
	Statement string // the last one, shortened; "" before the first

	pool *Pool
}

// String says it in one line of a log.
func (h Holding) String() string {
	return fmt.Sprintf("since %s: %s", h.Since.Format(time.TimeOnly), cmp.Or(h.Statement, "nothing asked yet"))
}

var (
	_ pgx.QueryTracer       = (*tracer)(nil)
	_ pgx.BatchTracer       = (*tracer)(nil)
	_ pgxpool.AcquireTracer = (*tracer)(nil)
	_ pgxpool.ReleaseTracer = (*tracer)(nil)
)

// Held lists the connections of a pool that are in use, oldest first.
func Held(pool *Pool) []Holding {
	t, ok := pool.Config().ConnConfig.Tracer.(*tracer)
	if !ok {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	var found []Holding
	for _, h := range t.held {
		if h.pool == pool {
			found = append(found, *h)
		}
	}
	slices.SortFunc(found, func(a, b Holding) int { return a.Since.Compare(b.Since) })
	return found
}

// patient is ctx for what goes to the connection without a tracer: copying.
func patient(ctx context.Context, conn *pgx.Conn) (_ context.Context, over func()) {
	t, ok := conn.Config().Tracer.(*tracer)
	if !ok {
		return ctx, func() {}
	}
	w := t.pulse.wait(ctx)
	return w, w.over
}

// statementShown is how much of a statement a log shows, in bytes.
const statementShown = 120

func (t *tracer) asks(conn *pgx.Conn, statement string, more int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	h := t.held[conn]
	if h == nil {
		return // it is being made
	}
	if len(statement) > statementShown {
		statement = strings.ToValidUTF8(statement[:statementShown], "") + "…"
	}
	if h.Statement = strings.Join(strings.Fields(statement), " "); more > 0 {
		h.Statement += fmt.Sprintf(" (and %d more)", more)
	}
}

func answered(ctx context.Context) {
	if w := waitOf(ctx); w != nil {
		w.over()
	}
}

// TraceAcquireStart implements pgxpool.AcquireTracer.
func (t *tracer) TraceAcquireStart(ctx context.Context, _ *pgxpool.Pool, _ pgxpool.TraceAcquireStartData) context.Context {
	return t.pulse.wait(ctx)
}

// TraceAcquireEnd implements pgxpool.AcquireTracer.
func (t *tracer) TraceAcquireEnd(ctx context.Context, pool *pgxpool.Pool, data pgxpool.TraceAcquireEndData) {
	answered(ctx)
	if data.Conn == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.held[data.Conn] = &Holding{Since: time.Now(), pool: pool}
}

// TraceRelease implements pgxpool.ReleaseTracer.
func (t *tracer) TraceRelease(_ *pgxpool.Pool, data pgxpool.TraceReleaseData) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.held, data.Conn)
}

// TraceQueryStart implements pgx.QueryTracer.
func (t *tracer) TraceQueryStart(ctx context.Context, conn *pgx.Conn, data pgx.TraceQueryStartData) context.Context {
	t.asks(conn, data.SQL, 0)
	return t.pulse.wait(ctx)
}

// TraceQueryEnd implements pgx.QueryTracer.
func (t *tracer) TraceQueryEnd(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryEndData) {
	answered(ctx)
}

// TraceBatchStart implements pgx.BatchTracer.
func (t *tracer) TraceBatchStart(ctx context.Context, conn *pgx.Conn, data pgx.TraceBatchStartData) context.Context {
	if asked := data.Batch.QueuedQueries; len(asked) > 0 {
		t.asks(conn, asked[0].SQL, len(asked)-1)
	}
	return t.pulse.wait(ctx)
}

// TraceBatchQuery implements pgx.BatchTracer.
func (t *tracer) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}

// TraceBatchEnd implements pgx.BatchTracer.
func (t *tracer) TraceBatchEnd(ctx context.Context, _ *pgx.Conn, _ pgx.TraceBatchEndData) {
	answered(ctx)
}
