package postgres_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/testdb"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// A server with nothing but its first link takes the place of a lost one: rows, seals and schema are
// those of a restore, and what was there before is gone.
func TestAnEmptyServerContinuesFromABackup(t *testing.T) {
	t.Parallel()
	now := time.Now().UTC().Truncate(time.Microsecond)
	first := testdb.New(t)
	for _, sql := range []string{
		`insert into account (account_id, login, name, password_hash, created_at) values (1, 'dana', 'Dana Holt', '-', now())`,
		`insert into event (event_id, slug, name, time_zone, starts_on, ends_on, created_at) values (1, 'lake', 'Lake', 'UTC', now(), now(), now())`,
	} {
		expect.OK(t, expect.Err(first.Exec(t.Context(), sql)))
	}
	var file bytes.Buffer
	expect.OK(t, expect.Err(postgres.Backup(t.Context(), first, &file, now)))
	second := testdb.New(t)
	if _, err := second.Exec(t.Context(), `insert into invitation (token_hash, invitation_id, role, name, created_at, expires_at) values (sha256('x'), 1, 'organizer', 'First organizer', now(), now() + interval '1 day')`); err != nil {
		t.Fatal(err)
	}
	count := func(sql string) (n int) {
		t.Helper()
		expect.OK(t, second.QueryRow(t.Context(), sql).Scan(&n))
		return n
	}
	// Half a file changes nothing.
	if _, err := postgres.Continue(t.Context(), second, bytes.NewReader(file.Bytes()[:file.Len()/2])); err == nil {
		t.Error("half a file was taken")
	}
	expect.True(t, count(`select count(*) from invitation`) == 1 && count(`select count(*) from event`) == 0, "a file that was refused left something behind")
	m, err := postgres.Continue(t.Context(), second, bytes.NewReader(file.Bytes()))
	expect.OK(t, err)
	second.Reset()
	expect.True(t, len(m.Events) == 1 && m.Events[0].Slug == "lake" && m.TakenAt.Equal(now), "the manifest is %+v", m)
	expect.True(t, count(`select count(*) from invitation`) == 0 && count(`select count(*) from event where slug = 'lake'`) == 1, "the restored rows are not in place")
	expect.Equal(t, count(`select count(*) from pg_namespace where nspname like 'trial_%'`), 0, "scratch schemas are left")
	if applied, err := postgres.Migrate(t.Context(), second.Config().ConnString()); err != nil || len(applied) != 0 {
		t.Errorf("the schema is not the newest: %v, %v", applied, err)
	}
	// And what somebody works with is never replaced.
	_, err = postgres.Continue(t.Context(), second, bytes.NewReader(file.Bytes()))
	var full *postgres.NotEmptyError
	expect.True(t, errors.As(err, &full) && strings.Contains(err.Error(), "not empty"), "a server in use was replaced: %v", err)
}
