package savepoint_test

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/savepoint"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// withSecond is a clerk whose save points are copied to a second place.
func (c *clerk) withSecond(fixed string) *savepoint.Second {
	return savepoint.NewSecond(savepoint.SecondOptions{
		Keeper: c.Keeper, Fixed: fixed, Now: time.Now, Look: time.Millisecond, Log: slog.New(slog.DiscardHandler),
	})
}

// running lets a second place work until the test ends.
func running(t *testing.T, s *savepoint.Second) *savepoint.Second {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() { defer close(ended); s.Run(ctx) }()
	t.Cleanup(func() { cancel(); <-ended })
	return s
}

// until waits for a state of the second place.
func until(t *testing.T, s *savepoint.Second, what string, is func(savepoint.SecondStatus) bool) savepoint.SecondStatus {
	t.Helper()
	for t.Context().Err() == nil {
		if now := s.Status(); is(now) {
			return now
		}
		runtime.Gosched()
	}
	t.Fatalf("never: %s; it is %+v", what, s.Status())
	return savepoint.SecondStatus{}
}

func make1(t *testing.T, c *clerk, kind savepoint.Kind) savepoint.Point {
	t.Helper()
	p := expect.Must(c.Make(t.Context(), kind))(t)
	return p
}

// copies lists what is in the folder of this Tandem in a place.
func copies(t *testing.T, place string) (names []string) {
	t.Helper()
	files := expect.Must(filepath.Glob(filepath.Join(place, "tandem-*", "*.tandem")))(t)
	for _, f := range files {
		names = append(names, filepath.Base(f))
	}
	return names
}

func TestSavePointsAreCopied(t *testing.T) {
	c := newClerk(t)
	place := t.TempDir()
	early := make1(t, c, savepoint.Automatic)
	s := running(t, c.withSecond(""))
	if now := s.Status(); now.Where != "" || now.Waived || now.Fixed {
		t.Errorf("before one was chosen: %+v", now)
	}
	expect.OK(t, s.Choose(t.Context(), place, ""))
	now := until(t, s, "the first copy", func(s savepoint.SecondStatus) bool { return s.Latest == early.Name && s.Copying.IsZero() })
	expect.True(t, now.Where == place && now.Trouble == "" && (now.TakenAt.Equal(early.TakenAt.Truncate(time.Millisecond)) || !now.TakenAt.IsZero()), "%+v", now)
	late := make1(t, c, savepoint.ByHand)
	until(t, s, "the next copy", func(s savepoint.SecondStatus) bool { return s.Latest == late.Name })
	for _, name := range copies(t, place) {
		copied, err := filepath.Glob(filepath.Join(place, "tandem-*", name))
		expect.MustTrue(t, err == nil && len(copied) == 1, "%v %v", copied, err)
		a := expect.Must(os.ReadFile(copied[0]))(t)
		b, err := os.ReadFile(filepath.Join(c.Dir, name))
		expect.True(t, err == nil && string(a) == string(b), "%s is not a copy: %v", name, err)
		if info, err := os.Stat(copied[0]); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: mode %v, %v", name, info.Mode(), err)
		}
	}

	// Another start goes on where this one ended, in the same folder.
	again := running(t, c.withSecond(""))
	until(t, again, "the place of before", func(s savepoint.SecondStatus) bool { return s.Where == place && s.Latest == late.Name })
	if folders, err := filepath.Glob(filepath.Join(place, "*")); err != nil || len(folders) != 1 {
		t.Errorf("folders %v, %v, want one of this Tandem", folders, err)
	}
}

// The place keeps a number of save points; the newest of what changed stands beside that
// of everything it follows.
func TestTheSecondPlaceIsClearedAway(t *testing.T) {
	c := newClerk(t)
	place := t.TempDir()
	s := running(t, c.withSecond(place))
	var last savepoint.Point
	for range 12 {
		last = make1(t, c, savepoint.Automatic)
		until(t, s, "a copy of "+last.Name, func(s savepoint.SecondStatus) bool { return s.Latest == last.Name })
	}
	c.partly(func(savepoint.Point) bool { return true })
	c.answer(t, savepoint.Milestones{})
	stop := c.run(t)
	c.Changed()
	until(t, s, "a copy of what changed", func(s savepoint.SecondStatus) bool { return strings.HasSuffix(s.Latest, "-part.tandem") })
	stop()
	for ; len(copies(t, place)) != 9; runtime.Gosched() { // clearing comes behind copying
		if t.Context().Err() != nil {
			t.Fatalf("the place holds %v", copies(t, place))
		}
	}
}

// Whatever is wrong with the place is said in plain words, holds nothing up, and is over
// as soon as the place is there again.
func TestAPlaceThatFails(t *testing.T) {
	c := newClerk(t)
	disk := filepath.Join(t.TempDir(), "usb")
	expect.OK(t, os.Mkdir(disk, 0o700))
	s := running(t, c.withSecond(""))
	expect.OK(t, s.Choose(t.Context(), disk, ""))
	first := make1(t, c, savepoint.Automatic)
	until(t, s, "the first copy", func(s savepoint.SecondStatus) bool { return s.Latest == first.Name })

	if err := os.Rename(disk, disk+".away"); err != nil { // unplugged; the mount point stays
		t.Fatal(err)
	}
	expect.OK(t, os.Mkdir(disk, 0o700))
	second := make1(t, c, savepoint.Automatic)
	now := until(t, s, "unplugged", func(s savepoint.SecondStatus) bool { return s.Trouble != "" })
	expect.True(t, now.Trouble == "it is not there: unplugged, or its folder was moved" && now.Latest == first.Name && !now.At.IsZero(), "%+v", now)
	left := copies(t, disk)
	expect.Equal(t, len(left), 0, "written where the disk was not: %v", left)
	expect.OK(t, os.Remove(disk))
	expect.OK(t, os.Rename(disk+".away", disk))
	now = until(t, s, "plugged in again", func(s savepoint.SecondStatus) bool { return s.Latest == second.Name && s.Copying.IsZero() })
	expect.Equal(t, now.Trouble, "", "after it came back: %+v", now)
}

// A copy that differs from the save point is no copy, and a save point that is damaged
// already is not passed on as a good one.
func TestADamagedCopyIsNone(t *testing.T) {
	c := newClerk(t)
	place := t.TempDir()
	p := make1(t, c, savepoint.Automatic)
	path := filepath.Join(c.Dir, p.Name)
	text := expect.Must(os.ReadFile(path))(t)
	text[len(text)/2] ^= 1
	expect.OK(t, os.WriteFile(path, text, 0o600))
	s := running(t, c.withSecond(place))
	now := until(t, s, "a refusal", func(s savepoint.SecondStatus) bool { return s.Trouble != "" })
	expect.True(t, strings.Contains(now.Trouble, "the copy is not what was written") && len(copies(t, place)) == 0, "%+v, copies %v", now, copies(t, place))
}

func TestChoosingASecondPlace(t *testing.T) {
	c := newClerk(t)
	s := c.withSecond("")
	file := filepath.Join(t.TempDir(), "file")
	expect.OK(t, os.WriteFile(file, nil, 0o600))
	for where, says := range map[string]string{
		"usb":         "begins with /",
		"/no/such/in": "it is not there",
		file:          "it is no folder",
		"/proc":       "cannot be the second place",
		"ftp://host":  "begins with /",
	} {
		err := s.Choose(t.Context(), where, "")
		expect.True(t, fault.Is(err, fault.Invalid) && strings.Contains(fault.Message(err), says), "%s: %v, want %q", where, err, says)
	}
	now := s.Status()
	expect.Equal(t, now.Where, "", "a place that was refused is kept: %+v", now)
	if err := s.Choose(t.Context(), savepoint.NoSecond, ""); err != nil || !s.Status().Waived {
		t.Errorf("waived: %v, %+v", err, s.Status())
	}
	again := c.withSecond("")
	expect.True(t, again.Status().Waived, "after another start it is not waived any more")
	if err := s.Choose(t.Context(), "", ""); err != nil || s.Status().Waived {
		t.Errorf("asked for again: %v, %+v", err, s.Status())
	}
	fixed := c.withSecond(t.TempDir())
	expect.True(t, fixed.Status().Fixed && fault.Of(fixed.Choose(t.Context(), "/tmp", "")) == fault.Conflict, "set by the operator: %+v", fixed.Status())
}
