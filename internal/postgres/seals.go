package postgres

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/tandemchess/tandem/internal/backupfile"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
)

const (
	journalHeads = `
		select e.event_id, e.slug, e.version, coalesce(encode(j.hash, 'hex'), '') as head
		from event e left join journal j on (j.event_id, j.seq) = (e.event_id, e.version)
		where $1::bigint[] is null or e.event_id = any($1) order by e.event_id`

	eventJournal = `select event_id, seq, at, actor_id, actor, action, subject, data, prev_hash, hash, DEVICE, REQUEST, WROTE
		from journal where event_id = $1 order by seq`
)

// VerifyJournals checks every entry of every event's journal, seal by seal, and compares
// the decisive values with what the entries say. The events come in the order in which
// they were created.
func VerifyJournals(ctx context.Context, pool *Pool) (events []Sealed, err error) {
	err = pgx.BeginTxFunc(ctx, pool, snapshot, func(tx pgx.Tx) (err error) {
		events, err = sealedJournals(ctx, tx, nil)
		return err
	})
	return events, failed("read the journals", err)
}

// CurrentAddress is the number and the address of an event that is named by its address or by
// an earlier one; an unknown one is a NotFound fault.
func CurrentAddress(ctx context.Context, pool *Pool, slug string) (eventID int64, now string, err error) {
	err = pool.QueryRow(ctx, eventOfBackup, slug).Scan(&eventID, &now)
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, "", fault.New(fault.NotFound, "There is no event “%s”.", slug)
	}
	return eventID, now, failed("look for the event", err)
}

// sealedJournals checks the journals of some events, of all when only is nil.
func sealedJournals(ctx context.Context, q querier, only []int64) ([]Sealed, error) {
	events, err := list[Sealed](ctx, q, "read the journals' heads", journalHeads, only)
	if err != nil {
		return nil, err
	}
	schema, err := schemaTables(ctx, q)
	if err != nil {
		return nil, err
	}
	for i := range events {
		if err := verifyJournal(ctx, q, schema, &events[i]); err != nil {
			return nil, failed("read the journal of "+events[i].Slug, err)
		}
	}
	return events, nil
}

// verifyJournal fills in what is wrong with an event's journal, and with the values when
// the journal is whole. It streams the entries: a long event has tens of thousands.
func verifyJournal(ctx context.Context, q querier, schema []table, e *Sealed) error {
	ledger, err := replay(ctx, q, schema, *e)
	var broken *journal.Broken
	switch {
	case errors.As(err, &broken):
		e.Broken = broken.Error()
		return nil
	case err != nil:
		return err
	}
	if e.UnvaluedAt, e.Unvalued = ledger.Unknown(); e.Unvalued {
		return nil
	}
	return compareValues(ctx, q, schema, ledger, e)
}

// replay checks each entry and follows the values. A *journal.Broken error says which
// entry does not fit.
func replay(ctx context.Context, q querier, schema []table, e Sealed) (*journal.Ledger, error) {
	rows, err := q.Query(ctx, journalOf(schema), e.EventID)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	ledger := journal.NewLedger(ledgerTables())
	var v journal.Verifier
	for rows.Next() {
		var entry journal.Entry
		var previous, seal []byte
		if err := rows.Scan(&entry.EventID, &entry.Seq, &entry.At, &entry.ActorID, &entry.Actor, &entry.Action, &entry.Subject,
			&entry.Data, &previous, &seal, &entry.Device, &entry.Request, &entry.Wrote); err != nil {
			return nil, err
		}
		entry.At = entry.At.UTC()
		copy(entry.PrevHash[:], previous)
		copy(entry.Hash[:], seal)
		if err := v.Next(entry); err != nil {
			return nil, err
		}
		if err := ledger.Next(entry.Seq, entry.Wrote); err != nil {
			return nil, err
		}
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	return ledger, v.Finish(e.Version)
}

// journalOf reads the journal as the schema has it: a backup is also made and checked
// before a migration.
func journalOf(schema []table) string {
	has := columnsIn(schema, "journal")
	var fill []string
	for _, later := range []struct{ name, mark, without string }{
		{"device", "DEVICE", "''"}, {"request", "REQUEST", "''"}, {"wrote", "WROTE", "null::json"},
	} {
		if slices.Contains(has, later.name) {
			later.without = later.name
		}
		fill = append(fill, later.mark, later.without)
	}
	return strings.NewReplacer(fill...).Replace(eventJournal)
}

// checkSeals compares the journals and values as they were loaded with what the
// backup's manifest says of them, and returns them.
func checkSeals(ctx context.Context, q querier, manifest []Sealed) ([]Sealed, error) {
	loaded, err := sealedJournals(ctx, q, nil)
	if err != nil {
		return nil, err
	}
	for i, e := range loaded {
		if i >= len(manifest) || !sameState(e, manifest[i]) {
			return nil, backupfile.Bad("the journal of the event %s: %s", e.Slug, unlike(e, manifest, i))
		}
	}
	if len(loaded) != len(manifest) {
		return nil, backupfile.Bad("it lacks events that the manifest lists")
	}
	return loaded, nil
}

// sameState reports whether two states of a journal are one, what is wrong with it
// included.
func sameState(s, o Sealed) bool {
	return s.EventID == o.EventID && s.Slug == o.Slug && s.Version == o.Version && s.Head == o.Head && s.Broken == o.Broken &&
		slices.Equal(s.Differs, o.Differs)
}

// unlike says why a loaded journal is not the one of the manifest.
func unlike(s Sealed, manifest []Sealed, i int) string {
	if s.Broken != "" {
		return s.Broken
	}
	for _, difference := range s.Differs {
		if i >= len(manifest) || !slices.Contains(manifest[i].Differs, difference) {
			return difference
		}
	}
	return "it does not end as the manifest says"
}
