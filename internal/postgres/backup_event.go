package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/tandemchess/tandem/internal/fault"
)

// A backup of one event is for carrying it to another machine, and may pass
// through hands that a backup of the server must not: it holds no password, no
// sign-in and no open invitation.

// staysHome are the tables that open a door of this server and say nothing of
// an event's course.
var staysHome = []string{"api_token", "invitation", "login_delay", "session", "sign_in_code", "webhook"}

const (
	// An earlier address of the event will do.
	eventOfBackup = `select event_id, slug from event where slug = $1 or event_id = (select event_id from event_slug where slug = $1)
	order by slug = $1 desc limit 1`

	// accountReferences are the columns that point at an account.
	accountReferences = `
		select child.relname::text as child, a.attname::text as parent
		from pg_constraint k
		join pg_class child on child.oid = k.conrelid
		join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
		where k.contype = 'f' and k.confrelid = 'account'::regclass and cardinality(k.conkey) = 1
			and child.relnamespace = current_schema()::regnamespace`
)

// BackupEvent writes one event with its whole journal as it stood at one
// moment: Restore brings it up on an empty machine with the same pages,
// standings and seals. Accounts named in the event come without what their
// passwords are checked against. slug may be an earlier address of the event;
// an unknown one is a NotFound fault.
func BackupEvent(ctx context.Context, pool *Pool, slug string, w io.Writer, now time.Time) (Manifest, error) {
	var m Manifest
	err := pgx.BeginTxFunc(ctx, pool, snapshot, func(tx pgx.Tx) error {
		var eventID int64
		err := tx.QueryRow(ctx, eventOfBackup, slug).Scan(&eventID, &m.Event)
		if errors.Is(err, pgx.ErrNoRows) {
			return fault.New(fault.NotFound, "There is no event “%s”.", slug)
		}
		if err != nil {
			return failed("look for the event", err)
		}
		tables, err := eventTables(ctx, tx, eventID)
		if err != nil {
			return err
		}
		m.TakenAt = now
		m, err = writeBackup(ctx, tx, w, m, tables, []int64{eventID})
		return err
	})
	return m, err
}

// eventTables is schemaTables cut down to what one event needs.
func eventTables(ctx context.Context, q querier, eventID int64) ([]table, error) {
	tables, err := schemaTables(ctx, q)
	if err != nil {
		return nil, err
	}
	references, err := list[reference](ctx, q, "list the references to accounts", accountReferences)
	if err != nil {
		return nil, err
	}
	tables = slices.DeleteFunc(tables, func(t table) bool { return slices.Contains(staysHome, t.Name) })
	owned := fmt.Sprintf("event_id = %d", eventID)
	var people []string
	for _, r := range references {
		if !slices.Contains(staysHome, r.Child) {
			people = append(people, fmt.Sprintf("select %s from %s where %s", quoted(r.Parent), quoted(r.Child), owned))
		}
	}
	for i, t := range tables {
		switch {
		case slices.Contains(t.Columns, "event_id"):
			tables[i].only = owned
		case t.Name == "account":
			tables[i].only = "account_id in (" + strings.Join(people, " union ") + ")"
			tables[i].blank = "password_hash"
		case t.Name == "counter": // so that no number is given twice
		default:
			return nil, fmt.Errorf("save one event: nobody decided which rows of the table %s it needs", t.Name)
		}
	}
	return tables, nil
}
