package postgres

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// A database that takes long cannot be told from one that is gone by waiting for it: its
// machine may be off, the network cut, its disk hanging, and nothing ever comes back. So
// when something has waited for longer than usual, a pulse asks for the least there is,
// on a connection of its own. While that is answered, whoever waits goes on. When it is
// not, all who wait are told at once that the database is away, and so is whoever comes,
// until it answers again.
//
// Time is counted in beats: a machine that stands still for a while does not count them,
// and takes nobody for gone who had no chance to answer.
const (
	pulseBeat   = 250 * time.Millisecond
	longWait    = 2 // beats; then the database is asked
	mustAnswer  = 4 // beats; then it is away
	answerTime  = mustAnswer * pulseBeat
	longestWait = (longWait + 1 + mustAnswer) * pulseBeat // for a database that does not answer
)

// pulse belongs to one database, whatever pools there are on it.
type pulse struct {
	ctx   context.Context                   // of the program; after it a database that is away is not asked any more
	ask   func(ctx context.Context) error   // nil: it answers
	beats func() (<-chan time.Time, func()) // a clock and how to stop it

	mu       sync.Mutex
	taken    bool // it is felt: before, everybody waits as long as he likes
	waiting  map[*wait]struct{}
	beat     int
	watching bool
	asking   bool
	asked    int // the beat
	away     bool
}

func newPulse(ctx context.Context, ask func(context.Context) error) *pulse {
	return &pulse{ctx: ctx, ask: ask, waiting: map[*wait]struct{}{}, beats: func() (<-chan time.Time, func()) {
		ticker := time.NewTicker(pulseBeat)
		return ticker.C, ticker.Stop
	}}
}

// take makes the pulse count from now on.
func (p *pulse) take() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.taken = true
}

// wait is the context of one question to the database. Its time is over when the database
// is away, and when that of the context it was made from is.
type wait struct {
	context.Context
	pulse  *pulse
	began  int // the beat
	forget func() bool
	done   chan struct{}

	mu  sync.Mutex
	err error
}

// wait begins to wait for the database; over has to be called at the end.
func (p *pulse) wait(ctx context.Context) *wait {
	w := &wait{Context: ctx, pulse: p, done: make(chan struct{})}
	w.forget = context.AfterFunc(ctx, func() { w.end(ctx.Err()) })
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.away:
		w.end(context.DeadlineExceeded)
	case p.taken:
		w.began = p.beat
		p.waiting[w] = struct{}{}
		if !p.watching {
			p.watching = true
			go p.watch()
		}
	}
	return w
}

// over ends the waiting because there is an answer.
func (w *wait) over() {
	w.forget()
	w.pulse.mu.Lock()
	defer w.pulse.mu.Unlock()
	delete(w.pulse.waiting, w)
}

func (w *wait) end(err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err == nil {
		w.err = err
		close(w.done)
	}
}

// Done implements context.Context.
func (w *wait) Done() <-chan struct{} { return w.done }

// Err implements context.Context.
func (w *wait) Err() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.err
}

type waitKey struct{}

// Value implements context.Context.
func (w *wait) Value(key any) any {
	if key == (waitKey{}) {
		return w
	}
	return w.Context.Value(key)
}

// waitOf is the wait that a context belongs to, nil for none.
func waitOf(ctx context.Context) *wait {
	w, _ := ctx.Value(waitKey{}).(*wait)
	return w
}

// watch counts beats while anybody waits or the database is away.
func (p *pulse) watch() {
	beat, stop := p.beats()
	defer stop()
	answers := make(chan error, 1)
	for {
		select {
		case <-beat:
			switch p.next() {
			case toAsk:
				go func() { answers <- p.ask(context.WithoutCancel(p.ctx)) }()
			case toRest:
				return
			}
		case err := <-answers:
			p.heard(err)
		}
	}
}

// What is to be done at a beat.
type step int

const (
	toWait step = iota
	toAsk
	toRest // nothing is left to watch
)

// next counts a beat.
func (p *pulse) next() step {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.beat++
	switch {
	case p.asking:
		if p.beat-p.asked >= mustAnswer {
			p.lost()
		}
		return toWait
	case p.away && p.ctx.Err() == nil, p.tooLong():
		p.asking, p.asked = true, p.beat
		return toAsk
	case p.away, len(p.waiting) == 0:
		p.watching = false
		return toRest
	}
	return toWait
}

// tooLong reports whether somebody waits for too long and has not asked just now.
func (p *pulse) tooLong() bool {
	for w := range p.waiting {
		if p.beat-w.began > longWait && p.beat-p.asked >= longWait {
			return true
		}
	}
	return false
}

// heard takes the answer to a question.
func (p *pulse) heard(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asking = false
	if err != nil {
		p.lost()
		return
	}
	p.away = false
}

// lost ends all who wait; the pulse is locked.
func (p *pulse) lost() {
	p.away = true
	for w := range p.waiting {
		w.end(context.DeadlineExceeded)
		delete(p.waiting, w)
	}
}

// asker asks the database behind a connection string whether it is there, over a
// connection that stands: a new one may fail for want of what the others have.
type asker struct {
	config *pgx.ConnConfig

	mu   sync.Mutex
	conn *pgx.Conn // nil while it is used, and when there is none
}

// ask asks over the standing connection, and over a new one when that is silent: it may be
// the only one that was cut.
func (a *asker) ask(ctx context.Context) error {
	answers, asked := make(chan error, 2), 1
	if conn := a.take(); conn != nil {
		go func() { answers <- a.ping(ctx, conn) }()
		hedge := time.NewTimer(pulseBeat)
		defer hedge.Stop()
		select {
		case err := <-answers:
			if err == nil {
				return nil
			}
		case <-hedge.C:
			asked = 2
		}
	}
	go func() { answers <- a.connect(ctx) }()
	var err error
	for range asked {
		if err = <-answers; err == nil {
			return nil
		}
	}
	return err
}

func (a *asker) ping(ctx context.Context, conn *pgx.Conn) error {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	if err := conn.Ping(ctx); err != nil {
		farewell(conn)
		return err
	}
	a.keep(conn)
	return nil
}

// connect asks by connecting. Whatever the server says, also that it takes no connections
// or knows no such user, is an answer: those who wait hear it too.
func (a *asker) connect(ctx context.Context) error {
	conn, err := pgx.ConnectConfig(ctx, a.config)
	if err == nil {
		a.keep(conn)
		return nil
	}
	var said *pgconn.PgError
	if errors.As(err, &said) {
		return nil
	}
	return err
}

func (a *asker) take() *pgx.Conn {
	a.mu.Lock()
	defer a.mu.Unlock()
	conn := a.conn
	a.conn = nil
	return conn
}

func (a *asker) keep(conn *pgx.Conn) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.conn == nil {
		a.conn, conn = conn, nil
	}
	if conn != nil {
		go farewell(conn)
	}
}

// end lets go of the standing connection.
func (a *asker) end() {
	if conn := a.take(); conn != nil {
		farewell(conn)
	}
}

func farewell(conn *pgx.Conn) {
	ctx, cancel := context.WithTimeout(context.Background(), answerTime)
	defer cancel()
	conn.Close(ctx)
}
