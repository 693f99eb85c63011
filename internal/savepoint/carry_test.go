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
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// aSavePoint is a whole backup file with one event and no rows.
func aSavePoint(t *testing.T, at time.Time, slug string) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := backupfile.NewWriter(&b, backupfile.Manifest{Format: backupfile.Digested, Schema: 1, TakenAt: at, Events: []backupfile.Sealed{{EventID: 1, Slug: slug, Version: 7}}})
	if err == nil {
		_, err = w.Close()
	}
	expect.OK(t, err)
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
		expect.OK(t, os.WriteFile(filepath.Join(dir, name), aSavePoint(t, at, "lake"), 0o600))
	}
	c := carry(t, readAll, older, newer, newer, "", "https://elsewhere.example.org", savepoint.NoSecond, t.TempDir())
	found := c.Found()
	expect.MustTrue(t, len(found) == 2 && found[0].Where == newer && found[1].Where == older && found[0].Manifest.Events[0].Slug == "lake" && found[0].Bytes != 0,
		"found %+v", found)
	expect.Refused(t, c.Take("notes.txt", strings.NewReader("not one")), fault.Invalid, "notes.txt is no save point")
	for _, slug := range []string{"pond", "river"} {
		expect.OK(t, c.Take(slug+".tandem", bytes.NewReader(aSavePoint(t, carryNow, slug))))
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
	expect.OK(t, c.Take("lake.tandem", bytes.NewReader(aSavePoint(t, carryNow, "lake"))))
	id := c.Found()[0].ID
	expect.Refused(t, c.Start("unknown", "token"), fault.Conflict)
	begin := func() savepoint.CarryStatus {
		t.Helper()
		expect.OK(t, c.Start(id, "token"))
		c.Wait(t.Context())
		s, ok := c.Status("token")
		expect.MustTrue(t, ok && !s.Running(), "the holder is told %+v, %v", s, ok)
		return s
	}
	if s := begin(); s.Done() || !strings.Contains(s.Problem, "a letter was changed") {
		t.Errorf("a damaged file: %+v", s)
	}
	expect.Refused(t, c.Enter("token", func(savepoint.CarryStatus) error { return nil }), fault.NotFound)
	fails = false
	if s := begin(); !s.Done() || s.Read != s.Held.Bytes || s.Manifest.Events[0].Slug != "lake" {
		t.Errorf("a good file: %+v", s)
	}
	if _, ok := c.Status("another"); ok {
		t.Error("somebody without the link is told how far it is")
	}
	expect.Refused(t, c.Start(id, "token"), fault.Conflict)
	wrong := errors.New("the name is empty")
	if err := c.Enter("token", func(savepoint.CarryStatus) error { return wrong }); !errors.Is(err, wrong) {
		t.Error(err)
	}
	if err := c.Enter("token", func(savepoint.CarryStatus) error { return nil }); err != nil {
		t.Errorf("after a mistake the link is dead: %v", err)
	}
	expect.Refused(t, c.Enter("token", func(savepoint.CarryStatus) error { return nil }), fault.Conflict)
}
