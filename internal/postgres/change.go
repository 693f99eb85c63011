package postgres

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/limit"
)

// Tx is an open change of one event: the event row is locked until it ends.
// Several commands may follow each other in it, see group.
//
// It gathers what is written to each group of tables, and openTx, which all of them share.
type Tx struct {
	*openTx
	setupRows
	entryRows
	pointsRows
	roundRows
	resultRows
	lineUpRows
	floorRows
	roleRows
	phaseRows
}

// These write to the tables of the event and its sections, of entries, of points that no
// result brought, of rounds, results, line-ups, the floor (screens, messages, notices), of roles, and of phases.
type (
	setupRows  struct{ *openTx }
	entryRows  struct{ *openTx }
	pointsRows struct{ *openTx }
	roundRows  struct{ *openTx }
	resultRows struct{ *openTx }
	lineUpRows struct{ *openTx }
	floorRows  struct{ *openTx }
	roleRows   struct{ *openTx }
	phaseRows  struct{ *openTx }
)

// openTx is the transaction itself: the locked event, its counters and its journal, and
// the writes that wait.
type openTx struct {
	conn     querier
	whole    context.Context // of the transaction; that one sender goes away must not end it for the others
	eventID  int64
	version  int64
	head     journal.Hash     // seal of the journal's last entry
	counters map[string]int64 // the event's counters, as they stand in this transaction
	answers  map[string]answer
	pending  pgx.Batch     // writes that travel with the next statement
	wrote    journal.Wrote // by the present command
	unvalued bool          // the last entry says nothing of values
	now      time.Time
}

// answer is what a command got back when it was carried out.
type answer struct {
	ActorID int64
	Content []byte // digest of what was asked for, empty where that is not known
	Answer  json.RawMessage
}

func newTx(ctx context.Context, conn querier, eventID int64, now time.Time) *Tx {
	open := &openTx{conn: conn, whole: ctx, eventID: eventID, counters: map[string]int64{}, answers: map[string]answer{}, now: now}
	return &Tx{open, setupRows{open}, entryRows{open}, pointsRows{open}, roundRows{open}, resultRows{open}, lineUpRows{open}, floorRows{open}, roleRows{open}, phaseRows{open}}
}

// EventID is the event being changed.
func (tx *openTx) EventID() int64 { return tx.eventID }

// Now is the time of the change, the same in all its rows.
func (tx *openTx) Now() time.Time { return tx.now }

const (
	lockEvent   = `select version from event where event_id = $1 for update`
	lastSeal    = `select hash, wrote is null as unvalued from journal where event_id = $1 order by seq desc limit 1`
	allCounters = `select name, value from event_counter where event_id = $1`
	findAnswers = `select found.* from unnest($2::text[]) asked cross join lateral (
		select key, actor_id, content, answer from idempotency where event_id = $1 and key = asked offset 0) found` // offset keeps it one look into the index for each key
)

// lockedTx begins a transaction, waits for the event row and reads what every command
// needs, in one round trip. keys are those of the commands that wait already.
// Each statement behind the lock sees what the one before us committed.
func lockedTx(ctx context.Context, conn querier, eventID int64, keys []string) (*Tx, error) {
	tx := newTx(ctx, conn, eventID, time.Time{})
	var batch pgx.Batch
	batch.Queue(`begin`)
	batch.Queue(lockEvent, eventID).QueryRow(func(row pgx.Row) error {
		err := row.Scan(&tx.version)
		if errors.Is(err, pgx.ErrNoRows) {
			return fault.New(fault.NotFound, "There is no such event.")
		}
		return err
	})
	batch.Queue(lastSeal, eventID).Query(func(rows pgx.Rows) error {
		var seal []byte
		_, err := pgx.ForEachRow(rows, []any{&seal, &tx.unvalued}, func() error {
			copy(tx.head[:], seal)
			return nil
		})
		return err
	})
	batch.Queue(allCounters, eventID).Query(func(rows pgx.Rows) error {
		var name string
		var value int64
		_, err := pgx.ForEachRow(rows, []any{&name, &value}, func() error {
			tx.counters[name] = value
			return nil
		})
		return err
	})
	batch.Queue(findAnswers, eventID, keys).Query(tx.readAnswers)
	if err := send(ctx, conn, &batch); err != nil {
		return nil, failed("lock the event", err)
	}
	return tx, nil
}

func (tx *openTx) readAnswers(rows pgx.Rows) error {
	var key string
	var found answer
	_, err := pgx.ForEachRow(rows, []any{&key, &found.ActorID, &found.Content, &found.Answer}, func() error {
		tx.answers[key] = answer{found.ActorID, bytes.Clone(found.Content), bytes.Clone(found.Answer)}
		return nil
	})
	return err
}

// carryOut looks for a repeat, decides, and writes the journal entry with all that
// goes with it. The change is saved when the transaction is committed.
func (tx *Tx) carryOut(cmd journal.Command, from journal.Origin, decide func(*Tx) (journal.Change, error)) (journal.Receipt, error) {
	if n := utf8.RuneCountInString(cmd.Key); cmd.Key != "" && (n < 8 || n > 80) {
		return journal.Receipt{}, fault.New(fault.Invalid, "The one-time key of this form is damaged. Nothing was saved. Open the page again.")
	}
	if err := limit.Check(cmd); err != nil {
		return journal.Receipt{}, err
	}
	if first, repeated := tx.answers[cmd.Key]; repeated && cmd.Key != "" {
		if first.ActorID != cmd.Actor.AccountID {
			return journal.Receipt{}, fault.New(fault.Conflict, "This form was already sent by somebody else. Open the page again.")
		}
		if len(first.Content) > 0 && len(cmd.Content) > 0 && !bytes.Equal(first.Content, cmd.Content) {
			return journal.Receipt{}, fault.New(fault.Conflict, "This was sent before with something else in it, and that was saved. Open the page again to change it.")
		}
		return journal.Receipt{Version: tx.version, Repeated: true, Answer: first.Answer}, nil
	}
	if cmd.At != 0 && cmd.At != tx.version {
		return journal.Receipt{}, &journal.Moved{Now: tx.version}
	}
	tx.wrote = journal.Wrote{}
	change, err := decide(tx)
	if err != nil {
		return journal.Receipt{}, err
	}
	if cmd.Try {
		return journal.Receipt{}, journal.ErrTried
	}
	if change.Action == "" {
		if !tx.wrote.Empty() {
			return journal.Receipt{}, fmt.Errorf("a command without a journal entry wrote into %s", tx.wrote.Blocks[0].Table)
		}
		answer, err := json.Marshal(change.Answer)
		if err == nil {
			err = tx.flush("save the change")
		}
		return journal.Receipt{Version: tx.version, Answer: answer}, err
	}
	return tx.record(cmd, from, change)
}

// recordAct writes a journal entry and everything that goes with it: a statement costs
// more to send and to start than most of what these do.
const recordAct = `with entry as (
		insert into journal (event_id, seq, at, actor_id, actor, action, subject, data, prev_hash, hash, device, request, wrote)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $16, $17, $19)
	), version as (
		update event set version = $2, public_version = case when $11 then $2 else public_version end where event_id = $1
	), section as (
		update section set public_version = $2 where event_id = $1 and section_id = $12
	), answer as (
		insert into idempotency (event_id, key, actor_id, action, answer, at, content) select $1, $13::text, $4, $6, $14, $3, $18 where $13 <> ''
	)
	select pg_notify('` + channel + `', $15)`

// channel carries "event_id version reach" to every node.
const channel = "tandem"

// record writes the journal entry of a decided change and everything that goes
// with it, pending writes included, in one round trip.
func (tx *openTx) record(cmd journal.Command, from journal.Origin, change journal.Change) (journal.Receipt, error) {
	given, err := json.Marshal(change.Answer)
	if err != nil {
		return journal.Receipt{}, fmt.Errorf("encode the answer: %w", err)
	}
	reason := change.Reason
	if reason == "" {
		reason = cmd.Reason
	}
	data, err := json.Marshal(journal.Data{Before: change.Before, After: change.After, Reason: reason, Back: change.Back, Undoes: cmd.Undoes})
	if err != nil {
		return journal.Receipt{}, fmt.Errorf("encode the journal entry: %w", err)
	}
	wrote, err := json.Marshal(tx.wrote)
	if err != nil {
		return journal.Receipt{}, fmt.Errorf("encode the values of the journal entry: %w", err)
	}
	e := journal.Entry{
		EventID: tx.eventID, Seq: tx.version + 1, At: tx.now, ActorID: cmd.Actor.AccountID, Actor: cmd.Actor.Name,
		Action: change.Action, Subject: change.Subject, Data: data, Origin: from, Wrote: wrote,
	}.Seal(tx.head)

	section := change.Reach.Section()
	tx.later(recordAct, e.EventID, e.Seq, e.At, e.ActorID, e.Actor, e.Action, e.Subject, string(e.Data), e.PrevHash[:], e.Hash[:],
		change.Reach.Public() && section == 0, section, cmd.Key, string(given), fmt.Sprintf("%d %d %s", e.EventID, e.Seq, change.Reach), e.Device, e.Request, append([]byte{}, cmd.Content...), string(e.Wrote))
	if err := tx.flush("write the journal entry"); err != nil {
		return journal.Receipt{}, err
	}
	tx.version, tx.head, tx.wrote = e.Seq, e.Hash, journal.Wrote{}
	if cmd.Key != "" {
		tx.answers[cmd.Key] = answer{e.ActorID, cmd.Content, given}
	}
	return journal.Receipt{Version: e.Seq, Answer: given}, nil
}

// NextID allots the next number of a counter of this event, from 1.
func (tx *openTx) NextID(ctx context.Context, counter string) (int64, error) {
	return tx.NextIDs(ctx, counter, 1)
}

const setCounter = `insert into event_counter (event_id, name, value) values ($1, $2, $3)
	on conflict (event_id, name) do update set value = excluded.value`

// NextIDs allots n numbers of a counter in a row and returns the first. Nobody
// else moves the counters while the event is locked.
func (tx *openTx) NextIDs(_ context.Context, counter string, n int) (int64, error) {
	if n == 0 {
		return 0, nil
	}
	first := tx.counters[counter] + 1
	tx.counters[counter] += int64(n)
	tx.later(setCounter, tx.eventID, counter, tx.counters[counter])
	return first, nil
}

const nextGlobalID = `insert into counter (name, value) values ($1, 1)
	on conflict (name) do update set value = counter.value + 1 returning value`

// nextGlobalID allots a number that is unique on this server.
func (db *DB) nextGlobalID(ctx context.Context, q querier, counter string) (int64, error) {
	var id int64
	err := q.QueryRow(ctx, nextGlobalID, counter).Scan(&id)
	return id, failed("allot a number for "+counter, err)
}

// place is where a transaction stood before a command.
type place struct {
	version  int64
	head     journal.Hash
	counters map[string]int64
}

func (tx *openTx) place() place { return place{tx.version, tx.head, maps.Clone(tx.counters)} }

// back forgets a command that was rolled back.
func (tx *openTx) back(to place) {
	tx.version, tx.head, tx.counters = to.version, to.head, to.counters
	tx.pending = pgx.Batch{}
}
