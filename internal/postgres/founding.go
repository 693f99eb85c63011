package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/founding"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/tournament"
)

// Founding implements founding.Store.
type Founding struct{ *DB }

var _ founding.Store = Founding{}

const insertEvent = `insert into event (event_id, slug, name, venue, address, time_zone, starts_on, ends_on, contact, hide_minors, state, version, created_at,
		schedule, map_link, tables_per_row, paper_language)
	values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 0, $12, $13, $14, $15, $16)`

// FoundEvent implements founding.Store. A taken address is a field message.
func (s Founding) FoundEvent(
	ctx context.Context, e tournament.Event, cmd journal.Command, making func(tournament.FoundingTx) (journal.Change, error),
	appointments ...func(account.AppointTx) (journal.Change, error),
) (tournament.Event, error) {
	err := pgx.BeginFunc(ctx, s.pool, func(t pgx.Tx) error {
		var err error
		if e.EventID, err = s.nextGlobalID(ctx, t, "event"); err != nil {
			return err
		}
		tx := newTx(ctx, t, e.EventID, s.now())
		e.CreatedAt = tx.now
		_, err = exec(ctx, t, "create the event", insertEvent, e.EventID, e.Slug, e.Name, e.Venue, e.Address, e.TimeZone, e.StartsOn, e.EndsOn,
			e.Contact, e.HideMinors, e.State, e.CreatedAt, e.Schedule, e.MapLink, e.TablesPerRow, e.PaperLanguage)
		if constraint(err) == "event_slug_key" {
			return takenAddress(e.Slug)
		}
		if err != nil {
			return err
		}
		receipt, err := tx.carryOut(cmd, journal.OriginOf(ctx), func(tx *Tx) (journal.Change, error) { return making(tx) })
		for i := 0; i < len(appointments) && err == nil; i++ {
			receipt, err = tx.carryOut(journal.Command{Actor: cmd.Actor}, journal.OriginOf(ctx), func(tx *Tx) (journal.Change, error) { return appointments[i](tx) })
		}
		e.Version = receipt.Version
		return err
	})
	if fault.Is(err, fault.Invalid) && cmd.Key != "" {
		first, found := one[tournament.Event](ctx, s.pool, "event", eventByKey, e.Slug, cmd.Key, cmd.Actor.AccountID, append([]byte{}, cmd.Content...))
		if found == nil {
			return first, nil // the same form sent twice
		}
	}
	if err != nil {
		return tournament.Event{}, failed("create the event", err)
	}
	return e, nil
}

const eventByKey = `select ` + eventColumns + ` from event where slug = $1 and event_id in
	(select event_id from idempotency where key = $2 and actor_id = $3 and content = $4 and event_id = event.event_id)`
