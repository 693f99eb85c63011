package postgres

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/tandemchess/tandem/internal/journal"
)

// Journal reads the record of events.
type Journal struct{ *DB }

var _ journal.Reader = Journal{}

type journalRow struct {
	EventID  int64
	Seq      int64
	At       time.Time
	ActorID  int64
	Actor    string
	Action   string
	Subject  string
	Data     json.RawMessage
	PrevHash []byte
	Hash     []byte
	Device   string
	Request  string
}

func (r journalRow) entry() journal.Entry {
	return journal.Entry{
		EventID: r.EventID, Seq: r.Seq, At: r.At.UTC(), ActorID: r.ActorID, Actor: r.Actor, Action: r.Action, Subject: r.Subject, Data: r.Data,
		Origin:   journal.Origin{Device: r.Device, Request: r.Request},
		PrevHash: journal.Hash(r.PrevHash), Hash: journal.Hash(r.Hash),
	}
}

const (
	journalColumns = `event_id, seq, at, actor_id, actor, action, subject, data, prev_hash, hash, device, request`
	journalPage    = `select ` + journalColumns + ` from journal
	where event_id = $1 and ($2 = 0 or seq < $2) and ($3 = 0 or actor_id = $3) and ($4::text[] is null or split_part(subject, '/', 1) = any($4))
		and ($5 = '' or position(lower($5) in lower(actor || ' ' || action || ' ' || subject || ' ' || data::text || ' ' || device || ' ' || request)) > 0)
		and ($7 = '' or position(lower($7) in lower(subject || ' ' || data::text)) > 0)
		and ($8 = 0 or position('/table ' || $8::text || '/' in subject || '/') > 0)
		and ($9::text[] is null or action = any($9))
	order by seq desc limit $6`
)

// entries reads rows of the journal.
func entries(ctx context.Context, q querier, what, sql string, args ...any) ([]journal.Entry, error) {
	rows, err := list[journalRow](ctx, q, what, sql, args...)
	if err != nil {
		return nil, err
	}
	read := make([]journal.Entry, len(rows))
	for i, r := range rows {
		read[i] = r.entry()
	}
	return read, nil
}

// Entries lists entries, newest first.
func (s Journal) Entries(ctx context.Context, q journal.Query) ([]journal.Entry, error) {
	return entries(ctx, s.pool, "read the journal", journalPage, q.EventID, q.Before, q.ActorID, q.Sections, q.Words, q.Limit, q.Team, q.Table, q.Actions)
}

// An index finds each person's newest entry: journal_by_actor.
const lastWrites = `select last.* from unnest($3::bigint[]) who cross join lateral (
	select ` + journalColumns + ` from journal
	where event_id = $1 and actor_id = who and at > $4 and starts_with(subject, $2) order by seq desc limit 1) last
	order by seq desc`

// LastWrites implements journal.Reader.
func (s Journal) LastWrites(ctx context.Context, eventID int64, subject string, actors []int64, since time.Time) ([]journal.Entry, error) {
	return entries(ctx, s.pool, "read who wrote last", lastWrites, eventID, subject, actors, since)
}

const journalSince = `select ` + journalColumns + `, wrote from journal where event_id = $1 and seq >= $2 order by seq`

type wroteRow struct {
	journalRow
	Wrote *string // as it was sent: the seal is over these bytes
}

// Since implements journal.Reader.
func (s Journal) Since(ctx context.Context, eventID, seq int64) ([]journal.Entry, error) {
	rows, err := list[wroteRow](ctx, s.pool, "read the journal", journalSince, eventID, seq)
	if err != nil {
		return nil, err
	}
	read := make([]journal.Entry, len(rows))
	for i, r := range rows {
		read[i] = r.entry()
		if r.Wrote != nil {
			read[i].Wrote = json.RawMessage(*r.Wrote)
		}
	}
	return read, nil
}

const journalHead = `select e.event_id, e.slug, e.version, coalesce(encode(j.hash, 'hex'), '') as head
	from event e left join journal j on (j.event_id, j.seq) = (e.event_id, e.version) where e.event_id = $1`

// Head is the seal of an event's last entry; the zero value before the first.
func (s Journal) Head(ctx context.Context, eventID int64) (journal.Hash, error) {
	found, err := one[Sealed](ctx, s.pool, "event", journalHead, eventID)
	if err != nil {
		return journal.Hash{}, err
	}
	return sealOf(found)
}

// sealOf reads the seal as the database writes it.
func sealOf(s Sealed) (journal.Hash, error) {
	var h journal.Hash
	if _, err := hex.Decode(h[:], []byte(s.Head)); err != nil {
		return h, fmt.Errorf("read the journal's head: %w", err)
	}
	return h, nil
}

// Verify reads the whole chain of an event in one snapshot and checks it. The
// error is a *journal.Broken when an entry does not fit. Values that differ are no error:
// they are listed.
func (s Journal) Verify(ctx context.Context, eventID int64) (journal.Checked, error) {
	var checked journal.Checked
	err := pgx.BeginTxFunc(ctx, s.pool, snapshot, func(tx pgx.Tx) error {
		head, err := one[Sealed](ctx, tx, "event", journalHead, eventID)
		if err != nil {
			return err
		}
		checked.Entries = int(head.Version)
		if checked.Head, err = sealOf(head); err != nil {
			return err
		}
		schema, err := schemaTables(ctx, tx)
		if err != nil {
			return err
		}
		ledger, err := replay(ctx, tx, schema, head)
		if err != nil {
			return err
		}
		_, checked.Unvalued = ledger.Unknown()
		err = compareValues(ctx, tx, schema, ledger, &head)
		checked.Values, checked.Differs = head.Compared, head.Differs
		return err
	})
	return checked, failed("verify the journal", err)
}
