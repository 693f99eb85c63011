package postgres_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/testdb"
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
		if _, err := first.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	var file bytes.Buffer
	if _, err := postgres.Backup(t.Context(), first, &file, now); err != nil {
		t.Fatal(err)
	}
	second := testdb.New(t)
	if _, err := second.Exec(t.Context(), `insert into invitation (token_hash, invitation_id, role, name, created_at, expires_at) values (sha256('x'), 1, 'organizer', 'First organizer', now(), now() + interval '1 day')`); err != nil {
		t.Fatal(err)
	}
	count := func(sql string) (n int) {
		t.Helper()
		if err := second.QueryRow(t.Context(), sql).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	// Half a file changes nothing.
	if _, err := postgres.Continue(t.Context(), second, bytes.NewReader(file.Bytes()[:file.Len()/2])); err == nil {
		t.Error("half a file was taken")
	}
	if count(`select count(*) from invitation`) != 1 || count(`select count(*) from event`) != 0 {
		t.Error("a file that was refused left something behind")
	}
	m, err := postgres.Continue(t.Context(), second, bytes.NewReader(file.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	second.Reset()
	if len(m.Events) != 1 || m.Events[0].Slug != "lake" || !m.TakenAt.Equal(now) {
		t.Errorf("the manifest is %+v", m)
	}
	if count(`select count(*) from invitation`) != 0 || count(`select count(*) from event where slug = 'lake'`) != 1 {
		t.Error("the restored rows are not in place")
	}
	if n := count(`select count(*) from pg_namespace where nspname like 'trial_%'`); n != 0 {
		t.Errorf("%d scratch schemas are left", n)
	}
	if applied, err := postgres.Migrate(t.Context(), second.Config().ConnString()); err != nil || len(applied) != 0 {
		t.Errorf("the schema is not the newest: %v, %v", applied, err)
	}
	// And what somebody works with is never replaced.
	_, err = postgres.Continue(t.Context(), second, bytes.NewReader(file.Bytes()))
	var full *postgres.NotEmptyError
	if !errors.As(err, &full) || !strings.Contains(err.Error(), "not empty") {
		t.Errorf("a server in use was replaced: %v", err)
	}
}
