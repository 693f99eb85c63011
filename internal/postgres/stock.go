package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/tandemchess/tandem/internal/journal"
)

// An event whose last entry says nothing of values was changed by a program from before
// they were kept. Its values are put into the journal as they are found, once, so that
// from then on none can be changed past the program unnoticed.

const takesStock = "take stock"

// takeStock writes an entry with all decisive values of the event. why is the reason in
// the journal, empty when the program does it by itself.
func (tx *openTx) takeStock(ctx context.Context, why string) error {
	tx.wrote = journal.Wrote{Stock: true}
	schema, err := schemaTables(ctx, tx)
	if err != nil {
		return err
	}
	for i := range decisiveTables {
		t := &decisiveTables[i]
		sql, _ := t.stored(columnsIn(schema, t.name))
		if err := tx.writeRows(ctx, "take stock of "+t.name, sql, tx.keeping(t.name), tx.eventID); err != nil {
			return err
		}
	}
	rows := 0
	for _, b := range tx.wrote.Blocks {
		rows += len(b.Rows)
	}
	_, err = tx.record(journal.Command{Actor: journal.Actor{Name: "Tandem"}}, journal.Origin{}, journal.Change{
		Reach: journal.DeskOnly, Action: takesStock, Subject: "event",
		After: fmt.Sprintf("%d rows as they are stored are under the seal from here on", rows), Reason: why,
	})
	if err == nil {
		tx.unvalued = false
	}
	return err
}

// unvaluedEvents lists the events whose last entry says nothing of values.
const unvaluedEvents = `select e.event_id from event e join journal j on (j.event_id, j.seq) = (e.event_id, e.version) where j.wrote is null order by e.event_id`

// SealValues puts the values of every event that needs it under the seal of its journal,
// and says how many did. It is for after a migration or a restore; an event that is
// passed over by it, because another program wrote since, is done with its next command.
func SealValues(ctx context.Context, pool *Pool) (events int, err error) {
	rows, err := pool.Query(ctx, unvaluedEvents)
	if err != nil {
		return 0, failed("look for events without values", err)
	}
	waiting, err := pgx.CollectRows(rows, pgx.RowTo[int64])
	if err != nil {
		return 0, failed("look for events without values", err)
	}
	db := New(pool, nil)
	for _, id := range waiting {
		if err := db.locked(ctx, id, nil, func(*Tx) error { return nil }); err != nil {
			return events, fmt.Errorf("take stock of event %d: %w", id, err)
		}
		events++
	}
	return events, nil
}

// AcceptValues puts the values of one event under the seal of its journal as they are
// stored, whatever its entries said before: for values that were changed past the program
// with good reason. The journal keeps that it was done and why.
func AcceptValues(ctx context.Context, pool *Pool, eventID int64, why string) error {
	db := New(pool, nil)
	return db.locked(ctx, eventID, nil, func(tx *Tx) error {
		tx.now = db.now()
		return tx.takeStock(ctx, why)
	})
}
