package postgres_test

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/savepoint"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// changedSince is a file of the events that changed since a backup.
func changedSince(t *testing.T, pool *postgres.Pool, full postgres.Manifest) ([]byte, postgres.Manifest) {
	t.Helper()
	var file bytes.Buffer
	m := expect.Must(postgres.BackupChanged(t.Context(), pool, full, &file, takenAt.Add(time.Hour)))(t)
	return file.Bytes(), m
}

// contents are the rows of a file in no order, without what ends it.
func contents(t *testing.T, file []byte) []string {
	t.Helper()
	lines := strings.Split(unpack(t, file), "\n")
	lines = lines[:len(lines)-2]
	slices.Sort(lines)
	return lines
}

// twoEvents are two on one server, each with a section and two teams.
func twoEvents(t *testing.T) (*postgres.Pool, func(event int64, name string)) {
	t.Helper()
	b := newBench(t)
	pool := b.pool
	store := postgres.Tournament{DB: b.db}
	run(t, pool, `insert into invitation (token_hash, invitation_id, role, created_at, expires_at) values (decode(repeat('0a', 32), 'hex'), 1, 'organizer', now(), now())`)
	run(t, pool, `insert into invitation (token_hash, invitation_id, event_id, role, created_by, created_at, expires_at)
		values (decode(repeat('0b', 32), 'hex'), 2, 2, 'director', 1, now(), now()), (decode(repeat('0c', 32), 'hex'), 3, 1, 'director', 1, now(), now())`)
	act := func(event int64, name string) {
		t.Helper()
		expect.Must(store.Change(t.Context(), event, journal.Command{Actor: journal.Actor{AccountID: 1, Name: "Ana"}}, func(tx tournament.Tx) (journal.Change, error) {
			if event == 1 {
				return rename(name)(t.Context(), tx)
			}
			return journal.Change{Action: "note", Subject: name}, nil
		}))(t)
	}
	act(1, "First")
	act(2, "first")
	return pool, act
}

func TestBackupOfWhatChanged(t *testing.T) {
	t.Parallel()
	pool, act := twoEvents(t)
	full, manifest := backup(t, pool)
	if file, m := changedSince(t, pool, manifest); len(file) != 0 || len(m.Events) != 0 {
		t.Errorf("nothing changed, and there is a file of %d bytes: %+v", len(file), m)
	}
	act(1, "Second")
	run(t, pool, `insert into account (account_id, login, name, password_hash, created_at) values (9, 'kim', 'Kim', 'secret', now())`)
	run(t, pool, `delete from invitation where invitation_id = 1`)
	part, m := changedSince(t, pool, manifest)
	expect.True(t, len(m.Events) == 1 && m.Events[0].EventID == 1 && m.Part != nil && m.Part.Follows.Equal(takenAt), "the manifest of what changed: %+v", m)
	expect.Lacks(t, unpack(t, part), "\tother\t", "an event that did not change is in the file")

	both := empty(t)
	restored := expect.Must(postgres.Restore(t.Context(), both, bytes.NewReader(full), bytes.NewReader(part)))(t)
	want, wanted := backup(t, pool)
	got, _ := backup(t, both)
	expect.NoDiff(t, cmp.Diff(contents(t, want), contents(t, got)), "restored from both, -want +got")
	if len(restored.Events) != 2 || restored.Events[0].Head != wanted.Events[0].Head || restored.Rows != wanted.Rows || !restored.TakenAt.Equal(m.TakenAt) {
		t.Errorf("restored %+v, want %+v", restored, wanted)
	}

	alone := empty(t)
	expect.Must(postgres.Restore(t.Context(), alone, bytes.NewReader(part)))(t)
	events, err := postgres.VerifyJournals(t.Context(), alone)
	expect.True(t, err == nil && len(events) == 1 && slices.Equal(events[0].Differs, wanted.Events[0].Differs) && events[0].Head == wanted.Events[0].Head,
		"restored alone: %+v, %v", events, err)
}

// Files that do not belong together are refused.
func TestFilesThatDoNotFollowEachOther(t *testing.T) {
	t.Parallel()
	pool, act := twoEvents(t)
	full, manifest := backup(t, pool)
	act(1, "Second")
	part, _ := changedSince(t, pool, manifest)
	stranger, actThere := twoEvents(t)
	actThere(1, "Elsewhere")
	strange, _ := backup(t, stranger)
	var later bytes.Buffer
	expect.Must(postgres.Backup(t.Context(), pool, &later, takenAt.Add(time.Minute)))(t)
	if _, err := postgres.BackupChanged(t.Context(), pool, postgres.Manifest{Schema: before}, io.Discard, takenAt); !errors.Is(err, savepoint.ErrNotFollowing) {
		t.Errorf("what changed since another schema: %v", err)
	}
	old := empty(t)
	expect.OK(t, postgres.MigrateTo(t.Context(), old, before))
	earlier, _ := backup(t, old)
	for name, c := range map[string]struct {
		older, newer []byte
		says         string
	}{
		"of another server": {strange, part, "does not follow the older one: entry 2 of the journal of"},
		"of another time":   {later.Bytes(), part, "it follows that of 2026-03-07T18:30:00Z"},
		"the wrong way":     {part, full, "needs no other one"},
		"twice the part":    {part, part, "no backup of everything"},
		"another schema":    {earlier, part, "schema versions 22 and "},
		"altered":           {full, part[:len(part)-1], "the newer file"},
		"older altered":     {full[:len(full)-1], part, "the older file"},
	} {
		target := empty(t)
		_, err := postgres.Restore(t.Context(), target, bytes.NewReader(c.older), bytes.NewReader(c.newer))
		expect.True(t, err != nil && strings.Contains(err.Error(), c.says), "%s: %v, want %q", name, err, c.says)
	}
}
