package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/testdb"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// useDatabase makes commands work on a new test database: migrated, or empty.
func useDatabase(t *testing.T, create func(testing.TB) string) {
	t.Helper()
	t.Setenv("DATABASE_URL", create(t))
}

func TestMigrateCommand(t *testing.T) {
	useDatabase(t, testdb.Empty)
	code, out, errs := runCommand("", "migrate")
	expect.MustTrue(t, code == exitDone && strings.HasPrefix(out, "1 00001_core.sql\n"), "exit %d, printed %q, %s", code, out, errs)
	code, out, errs = runCommand("", "migrate")
	expect.True(t, code == exitDone && out == "" && strings.Contains(errs, "up to date"), "second time: exit %d, printed %q, %s", code, out, errs)
}

func TestPsqlCommand(t *testing.T) {
	useDatabase(t, testdb.URL)
	code, out, errs := runCommand("select 40 + 2 as n;", "psql", "--no-psqlrc", "--tuples-only", "--no-align")
	expect.True(t, code == exitDone && strings.TrimSpace(out) == "42", "exit %d, printed %q, %s", code, out, errs)
	code, _, errs = runCommand("", "psql", "--command", "select nothing")
	expect.True(t, code == exitNo && strings.Contains(errs, "does not exist"), "a wrong statement: exit %d, %s", code, errs)
}

func TestWrongDatabaseURL(t *testing.T) {
	for url, want := range map[string]int{
		"postgres://ana:sec/ret@db/tandem":      exitUsage,
		"postgres://ana:secret@localhost:1/tan": exitMachine,
	} {
		t.Setenv("DATABASE_URL", url)
		code, _, errs := runCommand("", "migrate")
		expect.True(t, code == want && !strings.Contains(errs, "ret@") && !strings.Contains(errs, "secret"), "exit %d, want %d: %s", code, want, errs)
	}
}

func TestBackupAndRestoreCommands(t *testing.T) {
	file := filepath.Join(t.TempDir(), "spring.tandem")
	useDatabase(t, testdb.URL)
	event := `insert into event (event_id, slug, name, time_zone, starts_on, ends_on, created_at)
		values (1, 'spring', 'Spring', 'UTC', '2026-03-07', '2026-03-08', '2026-03-01')`
	if code, _, errs := runCommand(event, "psql", "--quiet"); code != exitDone {
		t.Fatal(errs)
	}
	code, _, errs := runCommand("", "backup", file)
	expect.MustTrue(t, code == exitDone && strings.Contains(errs, "Saved 1 rows"), "backup: exit %d, %s", code, errs)
	info, err := os.Stat(file)
	expect.True(t, err == nil && info.Mode().Perm() == 0o600, "the backup: %v, %v, want it readable by its owner only", info, err)
	if code, _, errs := runCommand("", "backup", file); code != exitUsage || !strings.Contains(errs, "exists already") {
		t.Errorf("a second backup to the same name: exit %d, %s", code, errs)
	}
	if code, _, errs := runCommand("", "restore", file); code != exitUsage || !strings.Contains(errs, "not empty") {
		t.Errorf("restoring over data: exit %d, %s", code, errs)
	}
	left, _ := filepath.Glob(file + "*")
	expect.True(t, cmp.Equal(left, []string{file}), "files left: %v", left)
	if code, _, errs := runCommand("", "restore", "-try", file); code != exitDone || !strings.Contains(errs, "can be restored: 1 rows") {
		t.Errorf("a trial beside the data: exit %d, %s", code, errs)
	}
	if code, _, errs := runCommand("", "backup", "-event", "autumn", "-"); code != exitUsage || !strings.Contains(errs, `no event “autumn”`) {
		t.Errorf("a backup of an unknown event: exit %d, %s", code, errs)
	}
	_, stream, _ := runCommand("", "backup", "-")

	useDatabase(t, testdb.Empty)
	if code, _, errs := runCommand("hello", "restore", "-"); code != exitUsage || !strings.Contains(errs, "not a gzip file") {
		t.Errorf("restoring nonsense: exit %d, %s", code, errs)
	}
	if code, _, errs := runCommand(stream, "restore", "-"); code != exitDone || !strings.Contains(errs, "Restored 1 rows") {
		t.Fatalf("restore: exit %d, %s", code, errs)
	}
	if code, out, errs := runCommand("", "verify", "spring"); code != exitDone || out != "spring\tok\t0 entries\t\t0 values compared\n" {
		t.Errorf("verify: exit %d, %q, %s", code, out, errs)
	}
	if code, _, errs := runCommand("", "verify", "autumn"); code != exitUsage || !strings.Contains(errs, "autumn") {
		t.Errorf("verify of no event: exit %d, %s", code, errs)
	}
	if code, _, errs := runCommand("update event set version = 5", "psql", "--quiet"); code != exitDone {
		t.Fatal(errs)
	}
	rename := `insert into event_slug (slug, event_id) select old, event_id from event, unnest(array['spring', 'summer']) old; update event set slug = 'june'`
	if code, _, errs := runCommand(rename, "psql", "--quiet"); code != exitDone {
		t.Fatal(errs)
	}
	for _, name := range []string{"spring", "summer", "june"} {
		code, out, errs := runCommand("", "verify", name)
		expect.True(t, code == exitNo && strings.HasPrefix(out, "june\tbroken\tentry 1"), "verify of %s, now june: exit %d, %q, %s", name, code, out, errs)
	}
	if code, _, errs := runCommand("update event set slug = 'spring'; delete from event_slug", "psql", "--quiet"); code != exitDone {
		t.Fatal(errs)
	}
	if code, out, _ := runCommand("", "verify"); code != exitNo || !strings.Contains(out, "spring\tbroken\tentry 1") {
		t.Errorf("verify of a shortened journal: exit %d, %q", code, out)
	}
}

// A command beside a running Tandem uses its embedded server; a second one
// that wants to own it is refused.
func TestCommandsBesideARunningServer(t *testing.T) {
	t.Setenv("DATABASE_URL", "")
	t.Setenv("TANDEM_DATA_DIR", emptyDataDir(t))
	s, err := readSettings(os.LookupEnv)
	expect.OK(t, err)
	var c console
	c.out, c.err = &strings.Builder{}, &strings.Builder{}
	db := expect.Must(openDatabase(t.Context(), c, s))(t)
	if code, out, errs := runCommand("", "migrate"); code != exitDone || out == "" {
		t.Errorf("migrate beside it: exit %d, %q, %s", code, out, errs)
	}
	if _, err := openDatabase(t.Context(), c, s); err == nil || !strings.Contains(err.Error(), "in use by process") {
		t.Errorf("a second owner: %v", err)
	}
	expect.OK(t, db.close())
	if code, out, errs := runCommand("select count(*) from event", "psql", "-At"); code != exitDone || strings.TrimSpace(out) != "0" {
		t.Errorf("psql afterwards: exit %d, %q, %s", code, out, errs)
	}
}

func TestSettings(t *testing.T) {
	read := func(env map[string]string) (settings, error) {
		return readSettings(func(name string) (string, bool) { v, ok := env[name]; return v, ok })
	}
	s, err := read(map[string]string{
		"DATABASE_URL": "postgres://db/t", "TANDEM_ADDR": "127.0.0.1:9000",
		"TANDEM_URL": "https://tandem.example.org/", "TANDEM_PROXIES": "10.0.0.5, 2001:db8::1,192.168.3.0/24",
	})
	if err != nil || s.addr != "127.0.0.1:9000" || s.databaseURL != "postgres://db/t" || s.dataDir != "" ||
		s.publicURL != "https://tandem.example.org" || !s.secure() ||
		fmt.Sprint(s.proxies) != "[10.0.0.5/32 2001:db8::1/128 192.168.3.0/24]" {
		t.Errorf("got %+v, %v", s, err)
	}
	s, err = read(nil)
	expect.True(t, err == nil && s.addr == ":8080" && s.dataDir != "" && !s.secure() && s.proxies == nil, "without any: %+v, %v", s, err)
	for _, env := range []map[string]string{
		{"TANDEM_ADDR": "8080"},
		{"TANDEM_ADDR": "localhost:http8"},
		{"TANDEM_ADDR": "localhost:70000"},
		{"DATABASE_REPLICA_URL": "postgres://replica/t"},
		{"DATABASE_LISTEN_URL": "postgres://db/t"},
		{"TANDEM_HEALTH_TOKEN": "short"},
		{"TANDEM_URL": "tandem.example.org"},
		{"TANDEM_URL": "https://tandem.example.org/desk"},
		{"TANDEM_PROXIES": "proxy.example.org"},
		{"TANDEM_WEBHOOKS": "yes"},
		{"TANDEM_BACKUP_SECOND": "usb"},
		{"TANDEM_BACKUP_SECOND": "https://tandem.example.org"},
		{"TANDEM_BACKUP_SECOND": "/media/usb", "DATABASE_URL": "postgres://db/t"},
	} {
		s, err := read(env)
		expect.True(t, err != nil, "%v gives %+v, want an error", env, s)
	}
}

func TestPageURL(t *testing.T) {
	for listen, want := range map[string]string{
		"[::]:8080": "http://localhost:8080", "0.0.0.0:80": "http://localhost:80", ":8080": "http://localhost:8080",
		"127.0.0.1:9000": "http://127.0.0.1:9000", "[::1]:9000": "http://[::1]:9000",
	} {
		expect.Equal(t, pageURL(listen), want, "pageURL(%q) =", listen)
	}
}
