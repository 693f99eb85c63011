package postgres

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/tandemchess/tandem/internal/journal"
)

// Commands of one event on one node stand in line. Whoever is first in line opens
// a transaction and locks the event; those that wait by then follow in the same
// transaction, each behind a savepoint and with a journal entry of its own, and
// one commit makes all of them durable. Nobody is answered before that.
const (
	groupTime = 20 * time.Millisecond // a group takes in no further command after this
	groupMost = 64
)

// longestGroup ends a transaction whose database does not answer any more.
const longestGroup = time.Minute

// truthWithin is how long a sender whose time is over waits for what came of a change
// that is being carried out.
const truthWithin = 5 * time.Second

// command is a change that stands in line.
type command struct {
	journal.Command
	origin journal.Origin
	decide func(*Tx) (journal.Change, error)
	taken  atomic.Bool // by the group, or by its sender going away
	done   chan struct{}

	// Set before done is closed.
	receipt journal.Receipt
	err     error
	panics  any
}

// lines are the commands that wait, by event. An event with a line has a leader.
type lines struct {
	mu    sync.Mutex
	event map[int64][]*command
}

// join puts a command in line and reports whether somebody has to lead.
func (l *lines) join(eventID int64, c *command) (leads bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.event == nil {
		l.event = map[int64][]*command{}
	}
	line, led := l.event[eventID]
	l.event[eventID] = append(line, c)
	return !led
}

// next takes the first command of the line whose sender still waits. fits may
// leave it in line.
func (l *lines) next(eventID int64, fits func(*command) bool) *command {
	l.mu.Lock()
	defer l.mu.Unlock()
	line := l.event[eventID]
	for len(line) > 0 {
		c := line[0]
		if !fits(c) {
			break
		}
		line = line[1:]
		if c.taken.CompareAndSwap(false, true) {
			l.event[eventID] = line
			return c
		}
	}
	l.event[eventID] = line
	return nil
}

// Waiting counts the changes that wait for their turn on this node.
func (db *DB) Waiting() int {
	db.lines.mu.Lock()
	defer db.lines.mu.Unlock()
	n := 0
	for _, line := range db.lines.event {
		n += len(line)
	}
	return n
}

// keys are those of the commands in line.
func (l *lines) keys(eventID int64) []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	keys := make([]string, 0, len(l.event[eventID])+1)
	for _, c := range l.event[eventID] {
		keys = append(keys, c.Key)
	}
	return keys
}

// leave ends the leader's work unless somebody waits.
func (l *lines) leave(eventID int64) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.event[eventID]) > 0 {
		return false
	}
	delete(l.event, eventID)
	return true
}

// change is the one way to write event data: lock, look for a repeat, decide,
// write the journal entry, tell the other nodes, commit.
func (db *DB) change(ctx context.Context, eventID int64, cmd journal.Command, decide func(*Tx) (journal.Change, error)) (journal.Receipt, error) {
	if err := db.mayChange(); err != nil {
		return journal.Receipt{}, failed("look for room", err)
	}
	c := &command{Command: cmd, origin: journal.OriginOf(ctx), decide: decide, done: make(chan struct{})}
	if db.lines.join(eventID, c) {
		go db.lead(eventID)
	}
	select {
	case <-c.done:
	case <-ctx.Done():
		if c.taken.CompareAndSwap(false, true) {
			return journal.Receipt{}, failed("change the event", ctx.Err())
		}
		select {
		case <-c.done: // it is being carried out: what it says is the truth
		case <-time.After(truthWithin):
			return journal.Receipt{}, unsure(ctx.Err())
		}
	}
	if c.panics != nil {
		panic(c.panics)
	}
	if c.err != nil {
		return journal.Receipt{}, failed("change the event", c.err)
	}
	return c.receipt, nil
}

// lead carries out the line of an event, group by group, until nobody waits.
func (db *DB) lead(eventID int64) {
	for !db.lines.leave(eventID) {
		keys := db.lines.keys(eventID)
		first := db.lines.next(eventID, func(*command) bool { return true })
		if first == nil {
			continue // all went away
		}
		db.together(eventID, keys, first)
	}
}

// together carries out one group and answers all its commands.
func (db *DB) together(eventID int64, keys []string, first *command) {
	ctx, cancel := context.WithTimeout(context.Background(), longestGroup)
	defer cancel()
	group := []*command{first}
	err := db.locked(ctx, eventID, keys, func(tx *Tx) (err error) {
		group, err = db.run(tx, first, keys)
		return err
	})
	for _, c := range group {
		if err != nil && !errors.Is(err, errTakenBack) && c.panics == nil {
			c.receipt, c.err = journal.Receipt{}, err
		}
		close(c.done)
	}
}

// locked runs work in a transaction that holds the event, and commits it.
func (db *DB) locked(ctx context.Context, eventID int64, keys []string, work func(*Tx) error) error {
	conn, err := db.pool.Acquire(ctx)
	if err != nil {
		return failed("reach the database", err)
	}
	defer conn.Release() // closes the connection when it is still inside the transaction
	tx, err := lockedTx(ctx, conn, eventID, keys)
	if err == nil && tx.unvalued {
		tx.now = db.now()
		err = tx.takeStock(ctx, "")
	}
	if err == nil {
		err = work(tx)
	}
	if err != nil {
		if _, failure := conn.Exec(ctx, `rollback`); failure != nil {
			conn.Conn().Close(ctx)
		}
		return err
	}
	tag, err := conn.Exec(ctx, `commit`)
	if err == nil && tag.String() != "COMMIT" {
		return fmt.Errorf("save the change: the database answered %s to commit", tag)
	}
	return failedCommit(err)
}

// run carries out the group's first command and those that wait behind it. A
// command that is refused is taken back by itself; only what ends the whole
// transaction is an error here.
func (db *DB) run(tx *Tx, first *command, keys []string) (group []*command, err error) {
	began := time.Now()
	group = []*command{first}
	tx.now = db.now()
	if tx.attempt(first); first.refused() {
		return group, errTakenBack
	}
	for !first.Alone && len(group) < groupMost && time.Since(began) < groupTime {
		c := db.lines.next(tx.eventID, func(c *command) bool { return !c.Alone })
		if c == nil {
			break
		}
		group = append(group, c)
		if err := db.follow(tx, c, slices.Contains(keys, c.Key)); err != nil {
			return group, err
		}
	}
	return group, nil
}

// errTakenBack: a command was refused before anybody else joined its group.
var errTakenBack = errors.New("the command was refused")

const takeBackTo = `savepoint command`

// follow carries out a command behind others in their transaction.
func (db *DB) follow(tx *Tx, c *command, answerKnown bool) error {
	before := tx.place()
	tx.now = db.now()
	saved := tx.pending.Queue(takeBackTo)
	if !answerKnown && c.Key != "" {
		tx.pending.Queue(findAnswers, tx.eventID, []string{c.Key}).Query(tx.readAnswers)
		if err := tx.flush("look for a repeat"); err != nil {
			return err
		}
	}
	if tx.attempt(c); !c.refused() {
		return nil
	}
	unsent := slices.Contains(tx.pending.QueuedQueries, saved)
	tx.back(before)
	if unsent {
		return nil
	}
	_, err := tx.conn.Exec(tx.whole, `rollback to `+takeBackTo)
	return failed("take the command back", err)
}

func (c *command) refused() bool { return c.err != nil || c.panics != nil }

// attempt carries out one command and keeps what came of it.
func (tx *Tx) attempt(c *command) {
	defer func() {
		if r := recover(); r != nil {
			c.panics = fmt.Sprintf("%v\n%s", r, debug.Stack())
		}
	}()
	c.receipt, c.err = tx.carryOut(c.Command, c.origin, c.decide)
}
