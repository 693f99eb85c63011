package postgres_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/testdb"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

var takenAt = time.Date(2026, 3, 7, 18, 30, 0, 0, time.UTC)

// awkward is text that a careless format would break.
const awkward = "tab\there, line\nbreak, back\\slash, \\. and \\N, 'quote', “Größe” ♞, \x7f"

// filled is a database with a small event, its journal and awkward values.
func filled(t *testing.T) *postgres.Pool {
	t.Helper()
	pool := testdb.New(t)
	fill(t, pool)
	return pool
}

func fill(t *testing.T, pool *postgres.Pool) {
	t.Helper()
	run(t, pool, `insert into account (account_id, login, name, password_hash, created_at) values (1, 'ana', $1, '', $2)`, awkward, takenAt)
	run(t, pool, `insert into session (token_hash, session_id, account_id, device, address, created_at, seen_at, expires_at)
		values ($1, 1, 1, '', '', $2, $2, $2)`, bytes.Repeat([]byte{0, '\n', '\\', 0xff}, 8), takenAt)
	for id, slug := range []string{"empty", "spring"} {
		run(t, pool, `insert into event (event_id, slug, name, time_zone, starts_on, ends_on, created_at)
			values ($1, $2, $3, 'America/New_York', '2026-03-07', '2026-03-08', $4)`, id+1, slug, awkward, takenAt)
	}
	run(t, pool, `insert into section (event_id, section_id, slug, name, letter, position, rulebook, system, rounds, matches_per_pairing, bye_points,
		tie_breaks, clock_ms, round_minutes) values (2, 1, 'k-8', 'K–8', 'K', 1, 'USCF-R', 'team-swiss', 7, 2, 2, 'BH', 300000, 12)`)
	run(t, pool, `insert into team (event_id, team_id, section_id, name, name_key, slug, code, created_at) values (2, 1, 1, $1, 'x', 'x', 'ABCD', $2)`, awkward, takenAt)
	var head journal.Hash
	for seq := int64(1); seq <= 3; seq++ {
		e := journal.Entry{
			EventID: 2, Seq: seq, At: takenAt.Add(time.Duration(seq) * time.Microsecond), ActorID: 1, Actor: awkward,
			Action: "enter team", Subject: "k-8", Data: []byte(`{"after":  "a\nb \u2028",` + "\n" + ` "n": 1.0}`),
		}
		if seq == 3 {
			e.Origin = journal.Origin{Device: awkward, Request: "3f2a"}
		}
		e = e.Seal(head)
		head = e.Hash
		run(t, pool, `insert into journal values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
			e.EventID, e.Seq, e.At, e.ActorID, e.Actor, e.Action, e.Subject, string(e.Data), e.PrevHash[:], e.Hash[:], e.Device, e.Request)
	}
	run(t, pool, "update event set version = 3 where event_id = 2")
}

func run(t *testing.T, pool *postgres.Pool, sql string, args ...any) {
	t.Helper()
	_, err := pool.Exec(context.Background(), sql, args...)
	expect.MustTrue(t, err == nil, "%s: %v", sql, err)
}

func backup(t *testing.T, pool *postgres.Pool) ([]byte, postgres.Manifest) {
	t.Helper()
	var file bytes.Buffer
	m := expect.Must(postgres.Backup(t.Context(), pool, &file, takenAt))(t)
	return file.Bytes(), m
}

func unpack(t *testing.T, file []byte) string {
	t.Helper()
	r := expect.Must(gzip.NewReader(bytes.NewReader(file)))(t)
	text := expect.Must(io.ReadAll(r))(t)
	return string(text)
}

func pack(t *testing.T, text string) []byte {
	t.Helper()
	var file bytes.Buffer
	w := gzip.NewWriter(&file)
	expect.Must(io.WriteString(w, text))(t)
	expect.OK(t, w.Close())
	return file.Bytes()
}

func empty(t *testing.T) *postgres.Pool {
	t.Helper()
	pool := expect.Must(postgres.Connect(t.Context(), testdb.Empty(t)))(t)
	t.Cleanup(pool.Close)
	return pool
}

// What was restored gives the same backup again, byte for byte.
func TestBackupAndRestore(t *testing.T) {
	t.Parallel()
	source := filled(t)
	if _, err := postgres.SealValues(t.Context(), source); err != nil { // else it is done with the restoring
		t.Fatal(err)
	}
	file, manifest := backup(t, source)
	for name, target := range map[string]*postgres.Pool{"no schema": empty(t), "schema without rows": testdb.New(t)} {
		restored, err := postgres.Restore(t.Context(), target, bytes.NewReader(file))
		expect.MustTrue(t, err == nil, "%s: %v", name, err)
		expect.NoDiff(t, cmp.Diff(manifest, restored), "%s: manifest, -written +read", name)
		again, _ := backup(t, target)
		expect.NoDiff(t, cmp.Diff(unpack(t, file), unpack(t, again)), "%s: -first +second backup", name)
	}
	if manifest.Rows != 10 || len(manifest.Events) != 2 || manifest.Events[1].Version != 4 || manifest.Seal == "" || len(manifest.Events[1].Head) != 64 {
		t.Errorf("manifest %+v", manifest)
	}
}

// A file of one event brings up that event alone, with its seals, and opens no
// door of the server it came from.
func TestBackupOfOneEvent(t *testing.T) {
	t.Parallel()
	pool := filled(t)
	run(t, pool, `update account set password_hash = 'secret'`)
	run(t, pool, `insert into account (account_id, login, name, password_hash, created_at) values (2, 'ben', 'Ben', 'secret', now()), (3, 'uma', 'Uma', 'secret', now())`)
	run(t, pool, `insert into role_grant (event_id, grant_id, account_id, role, granted_by, granted_at) values (2, 1, 2, 'chief', 1, now()), (1, 1, 3, 'chief', 3, now())`)
	run(t, pool, `insert into event_slug values ('earlier', 2), ('autumn-fair', 1)`)
	run(t, pool, `insert into invitation (token_hash, invitation_id, event_id, role, created_by, created_at, expires_at)
		values (decode(repeat('00', 32), 'hex'), 1, 2, 'director', 1, now(), now())`)

	var file bytes.Buffer
	m := expect.Must(postgres.BackupEvent(t.Context(), pool, "earlier", &file, takenAt))(t)
	if text := unpack(t, file.Bytes()); strings.Contains(text, "secret") || strings.Contains(text, "Uma") || strings.Contains(text, "autumn-fair") {
		t.Errorf("the file holds what is not the event's:\n%s", text)
	}
	target := empty(t)
	restored := expect.Must(postgres.Restore(t.Context(), target, &file))(t)
	diff := cmp.Diff(m, restored)
	expect.True(t, diff == "" && len(m.Events) == 1 && m.Events[0].Slug == "spring" && m.Events[0].Version == 3, "manifest %+v, -written +read:\n%s", m, diff)
	var logins string
	err := target.QueryRow(t.Context(), `select string_agg(login, ' ' order by login) || (select count(*) from session) || (select count(*) from invitation) from account`).Scan(&logins)
	expect.True(t, err == nil && logins == "ana ben00", "accounts, sessions, invitations: %q, %v", logins, err)
	expect.Refused(t, expect.Err(postgres.BackupEvent(t.Context(), pool, "winter", io.Discard, takenAt)), fault.NotFound)
}

// A trial finds what a restore would find and leaves nothing behind.
func TestTryRestore(t *testing.T) {
	t.Parallel()
	pool := filled(t)
	file, manifest := backup(t, pool)
	tried, err := postgres.TryRestore(t.Context(), pool, bytes.NewReader(file))
	diff := cmp.Diff(manifest, tried)
	expect.True(t, err == nil && diff == "", "%v, -written +tried:\n%s", err, diff)
	_, err = postgres.TryRestore(t.Context(), pool, bytes.NewReader(pack(t, changeEntry(unpack(t, file)))))
	expect.True(t, err != nil && strings.Contains(err.Error(), "the table journal was altered"), "a changed file: %v", err)
	var schemas int
	if err := pool.QueryRow(t.Context(), `select count(*) from pg_namespace where nspname like 'trial%'`).Scan(&schemas); err != nil || schemas != 0 {
		t.Errorf("%d scratch schemas are left, %v", schemas, err)
	}
	_, again := backup(t, pool)
	expect.True(t, again.Rows == manifest.Rows, "the data in use has %d rows, had %d", again.Rows, manifest.Rows)
}

func TestRestoreReplacesNothing(t *testing.T) {
	t.Parallel()
	pool := filled(t)
	file, _ := backup(t, pool)
	_, err := postgres.Restore(t.Context(), pool, bytes.NewReader(file))
	var full *postgres.NotEmptyError
	expect.True(t, errors.As(err, &full) && strings.Contains(err.Error(), "event: 2"), "got %v, want a refusal that lists what is there", err)
}

// A file that is not what was written restores nothing, and the database takes
// the right one afterwards.
func TestDamagedBackups(t *testing.T) {
	t.Parallel()
	file, _ := backup(t, filled(t))
	text := unpack(t, file)
	flipped := bytes.Clone(file)
	flipped[len(flipped)-6] ^= 1 // in gzip's checksum
	cases := []struct {
		name, says string
		file       []byte
	}{
		{"no gzip", "not a gzip file", []byte("hello")},
		{"nothing", "not a gzip file", nil},
		{"other content", "manifest", pack(t, "hello\n")},
		{"other JSON", "manifest", pack(t, "{}\n")},
		{"endless head", "more than", pack(t, `{"tandem_backup":2,"x":"`+strings.Repeat("x", 17<<20))},
		{"newer format", "or a newer one", pack(t, strings.Replace(text, `"tandem_backup":2`, `"tandem_backup":3`, 1))},
		{"newer schema", "or a newer one", pack(t, strings.Replace(text, `"schema":`, `"schema":9`, 1))},
		{"cut in the gzip stream", "cut off", file[:len(file)/2]},
		{"cut between lines", "cut off", pack(t, text[:strings.Index(text, `{"table":"team"`)])},
		{"cut before the trailer", "end is missing", pack(t, text[:strings.LastIndex(text, `{"complete"`)])},
		{"checksum", "end", flipped},
		{"something behind", "follows", pack(t, text+"more\n")},
		{"a row less", "", pack(t, strings.Replace(text, "k-8\tK–8", "k-8\nK–8", 1))},
		{"unknown table", `"tame"`, pack(t, strings.Replace(text, `{"table":"team"`, `{"table":"tame"`, 1))},
		{"table twice", "twice", pack(t, strings.Replace(text, `{"table":"team"`, `{"table":"event"`, 1))},
		{"unknown column", "columns", pack(t, strings.Replace(text, `"name_key","slug"`, `"name_kay","slug"`, 1))},
		{"entry changed", "the table journal was altered", pack(t, changeEntry(text))},
		{"a letter changed", "the table team was altered", pack(t, strings.Replace(text, "\tABCD\t", "\tABCE\t", 1))},
		{"an account changed", "the table account was altered", pack(t, strings.Replace(text, "\tana\t", "\tanb\t", 1))},
		{"version changed", "the manifest, was altered", pack(t, strings.ReplaceAll(text, `"version":3`, `"version":4`))},
	}
	target := testdb.New(t)
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, err := postgres.Restore(t.Context(), target, bytes.NewReader(c.file))
			expect.True(t, err != nil && strings.Contains(err.Error(), c.says), "got %v, want an error with %q", err, c.says)
		})
	}
	if _, err := postgres.Restore(t.Context(), target, bytes.NewReader(file)); err != nil {
		t.Errorf("the undamaged file after the damaged ones: %v", err)
	}
}

// changeEntry alters the second entry of the journal but not its seal.
func changeEntry(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, "2\t2\t") && strings.Contains(line, "enter team") {
			lines[i] = strings.Replace(line, "enter team", "enter tram", 1)
		}
	}
	return strings.Join(lines, "\n")
}

// A journal that somebody broke is saved and restored as it is: refusing would
// lose the rest. The manifest tells.
func TestBrokenJournalIsKept(t *testing.T) {
	t.Parallel()
	pool := filled(t)
	run(t, pool, "update journal set actor = 'somebody else' where seq = 2")
	file, manifest := backup(t, pool)
	got := manifest.Events[1].Broken
	expect.MustTrue(t, strings.Contains(got, "entry 2"), "the manifest says %q about the journal", got)
	_, err := postgres.Restore(t.Context(), empty(t), bytes.NewReader(file))
	expect.True(t, err == nil, "%v", err)
}

func TestVerifyJournals(t *testing.T) {
	t.Parallel()
	pool := filled(t)
	events, err := postgres.VerifyJournals(t.Context(), pool)
	expect.OK(t, err)
	for _, e := range events {
		expect.Equal(t, e.Broken, "", "%s", e.Slug)
	}
	run(t, pool, "delete from journal where seq = 3")
	events, err = postgres.VerifyJournals(t.Context(), pool)
	expect.True(t, err == nil && strings.Contains(events[1].Broken, "the journal ends at 2"), "after the last entry was removed: %+v, %v", events, err)
}

// A backup sees one state although others write all the time.
func TestBackupIsOneState(t *testing.T) {
	t.Parallel()
	pool := filled(t)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() {
		var err error
		for id := 1000; err == nil && ctx.Err() == nil; id++ {
			_, err = pool.Exec(context.Background(), fmt.Sprintf(`begin;
				insert into counter values ('c%[1]d', 1);
				insert into account (account_id, login, name, password_hash, created_at) values (%[1]d, 'l%[1]d', 'n', '', now());
				commit`, id))
		}
		ended <- err
	}()
	for range 5 {
		file, _ := backup(t, pool)
		text := unpack(t, file)
		counters, accounts := strings.Count(text, "\nc1"), strings.Count(text, "\tl1")
		expect.True(t, counters == accounts, "%d counters and %d accounts that were written together", counters, accounts)
	}
	cancel()
	expect.OK(t, <-ended)
}

// Rows of tables in a circle could not be loaded one table after the other.
func TestBackupRefusesCircle(t *testing.T) {
	t.Parallel()
	pool := testdb.New(t)
	run(t, pool, "create table hen (id int primary key)")
	run(t, pool, "create table egg (id int primary key references hen)")
	run(t, pool, "alter table hen add foreign key (id) references egg")
	_, err := postgres.Backup(t.Context(), pool, io.Discard, takenAt)
	expect.True(t, err != nil && strings.Contains(err.Error(), "[egg hen] refer to each other in a circle"), "got %v, want an error that names the circle", err)
}
