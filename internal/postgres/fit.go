package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/tandemchess/tandem/migrations"
)

// about is what a server says of itself and of one database.
type about struct {
	major    int
	encoding string
	readOnly bool // also that of a standby
}

const askAbout = `select current_setting('server_version_num')::int / 10000, current_setting('server_encoding'), current_setting('transaction_read_only')::bool`

// fit refuses, with a *ConnectError, a database that Tandem cannot keep events in, before
// anything is made there: half of a schema, or names with letters missing, would be found
// out in the middle of an event.
func fit(ctx context.Context, db *sql.DB, config pgconn.Config) error {
	var a about
	if err := db.QueryRowContext(ctx, askAbout).Scan(&a.major, &a.encoding, &a.readOnly); err != nil {
		return fmt.Errorf("asking the server about itself: %w", err)
	}
	return a.fit(config)
}

func (a about) fit(config pgconn.Config) error {
	var kind Fault
	var found string
	switch {
	case a.major < migrations.OldestServer:
		kind, found = FaultOld, fmt.Sprintf("PostgreSQL %d", a.major)
	case a.encoding != "UTF8":
		kind, found = FaultEncoding, a.encoding
	case a.readOnly:
		kind, found = FaultReadOnly, "it is read-only"
	default:
		return nil
	}
	e := newConnectError(config, errors.New(found))
	e.Fault = kind
	return e
}

// unfit is an error of migrating, as a *ConnectError where the database is another user's.
func unfit(config pgconn.Config, err error) error {
	if err == nil || classify(err) != FaultRights {
		return err
	}
	return newConnectError(config, err)
}
