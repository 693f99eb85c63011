package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/localpg"
	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/testdb"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// A database that Tandem cannot keep events in is refused with what to do, and nothing is
// made in it.
func TestAnUnfitDatabaseIsRefused(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		make func(t *testing.T) string
		want postgres.Fault
		says []string
	}{
		{"letters of one region", encoded("LATIN1"), postgres.FaultEncoding, []string{"LATIN1", "createdb", "--encoding=UTF8", "tandem backup"}},
		{"bytes without a meaning", encoded("SQL_ASCII"), postgres.FaultEncoding, []string{"SQL_ASCII"}},
		{"a standby's", standby, postgres.FaultReadOnly, []string{"read-only", "DATABASE_URL"}},
		{"another user's", nobodys, postgres.FaultRights, []string{"permission denied", "owner to"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dsn := c.make(t)
			applied, err := postgres.Migrate(t.Context(), dsn)
			refused(t, err, c.want, c.says...)
			expect.True(t, len(applied) == 0, "%d steps were applied", len(applied))
			pool := expect.Must(postgres.Connect(t.Context(), dsn))(t)
			defer pool.Close()
			var tables int
			expect.OK(t, pool.QueryRow(t.Context(), "select count(*) from pg_tables where schemaname = 'public'").Scan(&tables))
			expect.Equal(t, tables, 0, "tables")
		})
	}
}

func TestAnOldServerIsRefused(t *testing.T) {
	t.Parallel()
	refused(t, postgres.Fit(12, "UTF8", false), postgres.FaultOld, "PostgreSQL 12", "15 or newer", "tandem backup")
	expect.OK(t, postgres.Fit(15, "UTF8", false))
}

// Tables that another user made are found before anything is read from them.
func TestTablesOfAnotherUserAreRefused(t *testing.T) {
	t.Parallel()
	pool := expect.Must(postgres.Connect(t.Context(), asStranger(t, testdb.URL(t))))(t)
	defer pool.Close()
	_, err := postgres.PendingUpgrade(t.Context(), pool)
	refused(t, err, postgres.FaultRights, "permission denied", "who made its tables")
}

func refused(t *testing.T, err error, want postgres.Fault, says ...string) {
	t.Helper()
	var connect *postgres.ConnectError
	expect.MustTrue(t, errors.As(err, &connect) && connect.Fault == want, "got %v, want the fault %q", err, want)
	for _, s := range says {
		expect.True(t, strings.Contains(err.Error(), s), "the message does not say %q:\n%v", s, err)
	}
}

// encoded makes a database whose texts are kept so.
func encoded(encoding string) func(*testing.T) string {
	return func(t *testing.T) string {
		t.Helper()
		pool := testdb.New(t)
		name := pool.Config().ConnConfig.Database + strings.ToLower(encoding)
		expect.Must(pool.Exec(t.Context(), fmt.Sprintf("create database %s template template0 encoding '%s' locale 'C'", name, encoding)))(t)
		t.Cleanup(func() {
			expect.Must(testdb.New(t).Exec(context.Background(), fmt.Sprintf("drop database %s with (force)", name)))(t)
		})
		u := expect.Must(url.Parse(pool.Config().ConnString()))(t)
		u.Path = "/" + name
		return u.String()
	}
}

// standby is an empty database that takes no changes.
func standby(t *testing.T) string {
	t.Helper()
	return with(t, testdb.Empty(t), "default_transaction_read_only", "on")
}

// nobodys is an empty database, for a user who was given nothing in it.
func nobodys(t *testing.T) string {
	t.Helper()
	return asStranger(t, testdb.Empty(t))
}

// asStranger is the same database, for a user who was given nothing in it.
func asStranger(t *testing.T, dsn string) string {
	t.Helper()
	pool := testdb.New(t)
	name := pool.Config().ConnConfig.Database + "_stranger"
	expect.Must(pool.Exec(t.Context(), "create role "+name))(t)
	t.Cleanup(func() { expect.Must(testdb.New(t).Exec(context.Background(), "drop role "+name))(t) })
	return with(t, dsn, "role", name)
}

// with is the same database, whose connections have that setting.
func with(t *testing.T, dsn, setting, value string) string {
	t.Helper()
	u := expect.Must(url.Parse(dsn))(t)
	query := u.Query()
	query.Set(setting, value)
	u.RawQuery = localpg.Parameters(query)
	return u.String()
}
