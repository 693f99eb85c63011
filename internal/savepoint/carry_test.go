package savepoint_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/backupfile"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/savepoint"
)

// aSavePoint is a whole backup file with one event and no rows.
func aSavePoint(t *testing.T, at time.Time, slug string) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := backupfile.NewWriter(&b, backupfile.Manifest{Format: backupfile.Digested, Schema: 1, TakenAt: at, Events: []backupfile.Sealed{{EventID: 1, Slug: slug, Version: 7}}})
	if err == nil {
		_, err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

var carryNow = time.Date(2026, 5, 2, 12, 0, 0, 0, time.UTC)

func carry(t *testing.T, restore func(context.Context, ...io.Reader) (backupfile.Manifest, error), places ...string) *savepoint.Carry {
	t.Helper()
	return savepoint.NewCarry(savepoint.CarryOptions{
		Places: func() []string { return places }, Restore: restore, After: func(context.Context) {}, Dir: t.TempDir(), Now: func() time.Time { return carryNow }, Log: slog.New(slog.DiscardHandler),
	})
}

func readAll(_ context.Context, files ...io.Reader) (m backupfile.Manifest, err error) {
	for _, f := range files {
		if m, _, err = backupfile.Check(f); err != nil {
			return m, err
		}
	}
	return m, nil
}

// What lies in several places is offered once, the newest first; a file that was sent as well, and
// one that is no save point is refused by its name.
func TestWhatCanBeGoneOnWith(t *testing.T) {
	t.Parallel()
	older, newer := t.TempDir(), t.TempDir()
	for dir, at := range map[string]time.Time{older: carryNow.Add(-3 * time.Hour), newer: carryNow.Add(-time.Hour)} {
		name := at.Format("20060102-150405.000") + "-auto.tandem"
		if err := os.WriteFile(filepath.Join(dir, name), aSavePoint(t, at, "lake"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c := carry(t, readAll, older, newer, newer, "", "https://elsewhere.example.org", savepoint.NoSecond, t.TempDir())
	found := c.Found()
	if len(found) != 2 || found[0].Where != newer || found[1].Where != older || found[0].Manifest.Events[0].Slug != "lake" || found[0].Bytes == 0 {
		t.Fatalf("found %+v", found)
	}
	if err := c.Take("notes.txt", strings.NewReader("not one")); !fault.Is(err, fault.Invalid) || !strings.Contains(fault.Message(err), "notes.txt is no save point") {
		t.Errorf("a text was taken: %v", err)
	}
	for _, slug := range []string{"pond", "river"} {
		if err := c.Take(slug+".tandem", bytes.NewReader(aSavePoint(t, carryNow, slug))); err != nil {
			t.Fatal(err)
		}
	}
	if found = c.Found(); len(found) != 3 || !found[0].Sent || found[0].Where != "river.tandem" || found[0].Manifest.Events[0].Slug != "river" {
		t.Errorf("after two files were sent: %+v", found)
	}
}

// It is brought back once, told to nobody but the holder of the link, who comes in once.
func TestOneHolderGoesOnOnce(t *testing.T) {
	t.Parallel()
	fails := true
	c := carry(t, func(ctx context.Context, files ...io.Reader) (backupfile.Manifest, error) {
		if fails {
			return backupfile.Manifest{}, backupfile.Bad("table team: a letter was changed")
		}
		return readAll(ctx, files...)
	})
	if err := c.Take("lake.tandem", bytes.NewReader(aSavePoint(t, carryNow, "lake"))); err != nil {
		t.Fatal(err)
	}
	id := c.Found()[0].ID
	if err := c.Start("unknown", "token"); !fault.Is(err, fault.Conflict) {
		t.Errorf("an unknown save point began: %v", err)
	}
	begin := func() savepoint.CarryStatus {
		t.Helper()
		if err := c.Start(id, "token"); err != nil {
			t.Fatal(err)
		}
		c.Wait(t.Context())
		s, ok := c.Status("token")
		if !ok || s.Running() {
			t.Fatalf("the holder is told %+v, %v", s, ok)
		}
		return s
	}
	if s := begin(); s.Done() || !strings.Contains(s.Problem, "a letter was changed") {
		t.Errorf("a damaged file: %+v", s)
	}
	if err := c.Enter("token", func(savepoint.CarryStatus) error { return nil }); !fault.Is(err, fault.NotFound) {
		t.Errorf("somebody came in without data: %v", err)
	}
	fails = false
	if s := begin(); !s.Done() || s.Read != s.Held.Bytes || s.Manifest.Events[0].Slug != "lake" {
		t.Errorf("a good file: %+v", s)
	}
	if _, ok := c.Status("another"); ok {
		t.Error("somebody without the link is told how far it is")
	}
	if err := c.Start(id, "token"); !fault.Is(err, fault.Conflict) {
		t.Errorf("it began twice: %v", err)
	}
	wrong := errors.New("the name is empty")
	if err := c.Enter("token", func(savepoint.CarryStatus) error { return wrong }); !errors.Is(err, wrong) {
		t.Error(err)
	}
	if err := c.Enter("token", func(savepoint.CarryStatus) error { return nil }); err != nil {
		t.Errorf("after a mistake the link is dead: %v", err)
	}
	if err := c.Enter("token", func(savepoint.CarryStatus) error { return nil }); !fault.Is(err, fault.Conflict) {
		t.Errorf("a second person came in: %v", err)
	}
}
