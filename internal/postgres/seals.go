package postgres

import (
	"context"
	"errors"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
)

const (
	journalHeads = `
		select e.event_id, e.slug, e.version, coalesce(encode(j.hash, 'hex'), '') as head
		from event e left join journal j on (j.event_id, j.seq) = (e.event_id, e.version)
		where $1::bigint in (0, e.event_id) order by e.event_id`

	eventJournal = `
		select event_id, seq, at, actor_id, actor, action, subject, data, prev_hash, hash, device, request
		from journal where event_id = $1 order by seq`
)

// VerifyJournals checks every entry of every event's journal, seal by seal. The
// events come in the order in which they were created.
func VerifyJournals(ctx context.Context, pool *Pool) (events []Sealed, err error) {
	err = pgx.BeginTxFunc(ctx, pool, snapshot, func(tx pgx.Tx) (err error) {
		events, err = sealedJournals(ctx, tx, 0)
		return err
	})
	return events, failed("read the journals", err)
}

// AddressNow is the address of an event that is named by it or by an earlier one;
// an unknown one is a NotFound fault.
func AddressNow(ctx context.Context, pool *Pool, slug string) (now string, err error) {
	var eventID int64
	err = pool.QueryRow(ctx, eventOfBackup, slug).Scan(&eventID, &now)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", fault.New(fault.NotFound, "There is no event %q.", slug)
	}
	return now, failed("look for the event", err)
}

// sealedJournals checks the journal of one event, or all when eventID is 0.
func sealedJournals(ctx context.Context, q querier, eventID int64) ([]Sealed, error) {
	events, err := list[Sealed](ctx, q, "read the journals' heads", journalHeads, eventID)
	if err != nil {
		return nil, err
	}
	for i, e := range events {
		err := verifyJournal(ctx, q, e)
		var broken *journal.Broken
		switch {
		case errors.As(err, &broken):
			events[i].Broken = broken.Error()
		case err != nil:
			return nil, failed("read the journal of "+e.Slug, err)
		}
	}
	return events, nil
}

// verifyJournal streams the entries: a long event has tens of thousands.
func verifyJournal(ctx context.Context, q querier, e Sealed) error {
	rows, err := q.Query(ctx, eventJournal, e.EventID)
	if err != nil {
		return err
	}
	defer rows.Close()
	var v journal.Verifier
	for rows.Next() {
		var entry journal.Entry
		var previous, seal []byte
		if err := rows.Scan(&entry.EventID, &entry.Seq, &entry.At, &entry.ActorID, &entry.Actor,
			&entry.Action, &entry.Subject, &entry.Data, &previous, &seal, &entry.Device, &entry.Request); err != nil {
			return err
		}
		entry.At = entry.At.UTC()
		copy(entry.PrevHash[:], previous)
		copy(entry.Hash[:], seal)
		if err := v.Next(entry); err != nil {
			return err
		}
	}
	if err := rows.Err(); err != nil {
		return err
	}
	return v.Finish(e.Version)
}

// checkSeals compares the journals as they were loaded with what the backup's
// manifest says of them.
func checkSeals(ctx context.Context, q querier, manifest []Sealed) error {
	loaded, err := sealedJournals(ctx, q, 0)
	if err != nil {
		return err
	}
	for i, e := range loaded {
		if i >= len(manifest) || e != manifest[i] {
			why := e.Broken
			if why == "" {
				why = "it does not end as the manifest says"
			}
			return badBackup("the journal of the event %s: %s", e.Slug, why)
		}
	}
	if !slices.Equal(loaded, manifest) {
		return badBackup("it lacks events that the manifest lists")
	}
	return nil
}
