package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
)

// Tx is an open change of one event: the event row is locked until it ends.
type Tx struct {
	pgx.Tx
	eventID int64
	version int64
	now     time.Time
}

// EventID is the event being changed.
func (tx *Tx) EventID() int64 { return tx.eventID }

// Now is the time of the change, the same in all its rows.
func (tx *Tx) Now() time.Time { return tx.now }

const lockEvent = `select version from event where event_id = $1 for update`

// change is the one way to write event data: lock, look for a repeat, decide,
// write the journal entry, tell the other nodes, commit.
func (db *DB) change(ctx context.Context, eventID int64, cmd journal.Command, decide func(*Tx) (journal.Change, error)) (journal.Receipt, error) {
	var receipt journal.Receipt
	err := pgx.BeginFunc(ctx, db.pool, func(t pgx.Tx) error {
		tx := &Tx{Tx: t, eventID: eventID, now: db.now()}
		err := t.QueryRow(ctx, lockEvent, eventID).Scan(&tx.version)
		if errors.Is(err, pgx.ErrNoRows) {
			return fault.New(fault.NotFound, "There is no such event.")
		}
		if err != nil {
			return failed("lock the event", err)
		}
		receipt, err = tx.carryOut(ctx, cmd, decide)
		return err
	})
	if err != nil {
		return journal.Receipt{}, failed("change the event", err)
	}
	return receipt, nil
}

const findAnswer = `select actor_id, action, answer from idempotency where event_id = $1 and key = $2`

func (tx *Tx) carryOut(ctx context.Context, cmd journal.Command, decide func(*Tx) (journal.Change, error)) (journal.Receipt, error) {
	if cmd.Key != "" {
		var actorID int64
		var action string
		var answer json.RawMessage
		err := tx.QueryRow(ctx, findAnswer, tx.eventID, cmd.Key).Scan(&actorID, &action, &answer)
		switch {
		case err == nil && actorID != cmd.Actor.AccountID:
			return journal.Receipt{}, fault.New(fault.Conflict, "This form was already sent by somebody else. Open the page again.")
		case err == nil:
			return journal.Receipt{Version: tx.version, Repeated: true, Answer: answer}, nil
		case !errors.Is(err, pgx.ErrNoRows):
			return journal.Receipt{}, failed("look for a repeat", err)
		}
	}
	change, err := decide(tx)
	if err != nil {
		return journal.Receipt{}, err
	}
	if change.Action == "" {
		answer, err := json.Marshal(change.Answer)
		return journal.Receipt{Version: tx.version, Answer: answer}, err
	}
	return tx.record(ctx, cmd, change)
}

const (
	lastSeal     = `select hash from journal where event_id = $1 and seq = $2`
	insertEntry  = `insert into journal (event_id, seq, at, actor_id, actor, action, subject, data, prev_hash, hash) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`
	raiseVersion = `update event set version = $2 where event_id = $1`
	insertAnswer = `insert into idempotency (event_id, key, actor_id, action, answer, at) values ($1, $2, $3, $4, $5, $6)`
	notify       = `select pg_notify('` + channel + `', $1)`
)

// channel carries "event_id version" to every node.
const channel = "tandem"

// record writes the journal entry of a decided change and everything that goes
// with it, in one round trip.
func (tx *Tx) record(ctx context.Context, cmd journal.Command, change journal.Change) (journal.Receipt, error) {
	answer, err := json.Marshal(change.Answer)
	if err != nil {
		return journal.Receipt{}, fmt.Errorf("encode the answer: %w", err)
	}
	reason := change.Reason
	if reason == "" {
		reason = cmd.Reason
	}
	data, err := json.Marshal(journal.Data{Before: change.Before, After: change.After, Reason: reason})
	if err != nil {
		return journal.Receipt{}, fmt.Errorf("encode the journal entry: %w", err)
	}
	var head journal.Hash
	if tx.version > 0 {
		var seal []byte
		if err := tx.QueryRow(ctx, lastSeal, tx.eventID, tx.version).Scan(&seal); err != nil {
			return journal.Receipt{}, failed("read the journal's head", err)
		}
		copy(head[:], seal)
	}
	e := journal.Entry{
		EventID: tx.eventID, Seq: tx.version + 1, At: tx.now, ActorID: cmd.Actor.AccountID, Actor: cmd.Actor.Name,
		Action: change.Action, Subject: change.Subject, Data: data,
	}.Seal(head)

	var batch pgx.Batch
	batch.Queue(insertEntry, e.EventID, e.Seq, e.At, e.ActorID, e.Actor, e.Action, e.Subject, string(e.Data), e.PrevHash[:], e.Hash[:])
	batch.Queue(raiseVersion, e.EventID, e.Seq)
	if cmd.Key != "" {
		batch.Queue(insertAnswer, e.EventID, cmd.Key, e.ActorID, e.Action, string(answer), e.At)
	}
	batch.Queue(notify, fmt.Sprintf("%d %d", e.EventID, e.Seq))
	if err := tx.SendBatch(ctx, &batch).Close(); err != nil {
		return journal.Receipt{}, failed("write the journal entry", err)
	}
	return journal.Receipt{Version: e.Seq, Answer: answer}, nil
}

const nextID = `insert into event_counter (event_id, name, value) values ($1, $2, 1)
	on conflict (event_id, name) do update set value = event_counter.value + 1 returning value`

// NextID allots the next number of a counter of this event, from 1.
func (tx *Tx) NextID(ctx context.Context, counter string) (int64, error) {
	var id int64
	err := tx.QueryRow(ctx, nextID, tx.eventID, counter).Scan(&id)
	return id, failed("allot a number for "+counter, err)
}

const nextGlobalID = `insert into counter (name, value) values ($1, 1)
	on conflict (name) do update set value = counter.value + 1 returning value`

// nextGlobalID allots a number that is unique on this server.
func (db *DB) nextGlobalID(ctx context.Context, q querier, counter string) (int64, error) {
	var id int64
	err := q.QueryRow(ctx, nextGlobalID, counter).Scan(&id)
	return id, failed("allot a number for "+counter, err)
}
