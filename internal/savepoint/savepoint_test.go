package savepoint_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/backupfile"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/savepoint"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// clerk is a keeper on a temporary folder whose backups tests control.
type clerk struct {
	*savepoint.Keeper
	now    time.Time
	fail   error                     // of writing
	bad    error                     // of restoring
	room   func() error              // of the disk; nil: enough
	counts chan savepoint.Milestones // one answer per look
	made   chan struct{}
}

func newClerk(t *testing.T) *clerk {
	c := &clerk{now: time.Date(2026, 5, 2, 9, 0, 0, 0, time.UTC), counts: make(chan savepoint.Milestones), made: make(chan struct{}, 100)}
	c.Keeper = savepoint.New(savepoint.Options{
		Dir: filepath.Join(t.TempDir(), "backups"), Keep: 3, Log: slog.New(slog.DiscardHandler),
		Now: func() time.Time { c.now = c.now.Add(time.Second); return c.now },
		Milestones: func(ctx context.Context) (savepoint.Milestones, error) {
			select {
			case m := <-c.counts:
				return m, nil
			case <-ctx.Done():
				return savepoint.Milestones{}, ctx.Err()
			}
		},
		Write: func(_ context.Context, w io.Writer) error {
			defer func() { c.made <- struct{}{} }()
			if c.room != nil {
				return errors.Join(c.sample(w, true), c.room())
			}
			return errors.Join(c.sample(w, true), c.fail)
		},
		Try: func(context.Context, io.Reader) error { return c.bad },
	})
	return c
}

// sample writes a small backup file.
func (c *clerk) sample(w io.Writer, full bool) error {
	m := backupfile.Manifest{
		Format: backupfile.Digested, TakenAt: c.now, Tables: 1, Rows: 1, Events: []backupfile.Sealed{{EventID: 2, Slug: "lake", Version: 41}},
	}
	if !full {
		m.Part = &backupfile.Part{}
	}
	file, err := backupfile.NewWriter(w, m)
	if err != nil {
		return err
	}
	rows, err := file.Table(backupfile.Table{Name: "event", Columns: []string{"event_id"}, Rows: 1})
	if err == nil {
		_, err = io.WriteString(rows, "2\n")
	}
	if err == nil {
		_, err = file.Close()
	}
	return err
}

func TestKeepsTheLastAndAllMadeByHand(t *testing.T) {
	c := newClerk(t)
	if points, err := c.Points(); err != nil || len(points) != 0 {
		t.Fatalf("before the first: %v, %v", points, err)
	}
	first, err := c.Make(t.Context(), savepoint.ByHand)
	expect.OK(t, err)
	for range 5 {
		expect.OK(t, expect.Err(c.Make(t.Context(), savepoint.Automatic)))
	}
	points := expect.Must(c.Points())(t)
	expect.True(t, len(points) == 4 && points[3].Name == first.Name && points[3].Kind == savepoint.ByHand && points[0].Kind == savepoint.Automatic,
		"kept %+v, want three automatic ones and %s", points, first.Name)
	expect.True(t, points[0].TakenAt.After(points[1].TakenAt) && points[0].Size != 0 && points[0].Events[0].Version == 41, "newest %+v", points[0])
	f := expect.Must(c.Open(first.Name))(t)
	defer f.Close()
	if info, err := f.Stat(); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v: only the owner may read a backup", info.Mode(), err)
	}
}

// Also with a clock that was set back the newest stays and the oldest goes.
func TestTheStateOfNowStaysAfterTheClockWasSetBack(t *testing.T) {
	c := newClerk(t)
	made := map[string]int{}
	for n := range 6 {
		if n == 3 {
			c.now = c.now.Add(-time.Hour)
		}
		p, err := c.Make(t.Context(), savepoint.Automatic)
		expect.MustTrue(t, err == nil, "save point %d: %v", n, err)
		made[p.Name] = n
	}
	points, err := c.Points()
	expect.MustTrue(t, err == nil && len(points) == 3, "%d save points are there (%v), want 3", len(points), err)
	for i, p := range points {
		expect.Equal(t, made[p.Name], 5-i, "%s, number %d in the list, was made as number", p.Name, i)
		expect.True(t, !p.TakenAt.After(c.now), "%s says it was made at %v, later than the clock", p.Name, p.TakenAt)
	}
}

func TestOpensNothingElse(t *testing.T) {
	c := newClerk(t)
	expect.OK(t, expect.Err(c.Make(t.Context(), savepoint.Automatic)))
	expect.OK(t, os.WriteFile(filepath.Join(filepath.Dir(c.Dir), "secret.tandem"), nil, 0o600))
	for _, name := range []string{"../secret.tandem", "secret.tandem", "", ".", "/etc/passwd", "20260502-090000.000-auto.tandem"} {
		f, err := c.Open(name)
		expect.Equal(t, fault.Of(err), fault.NotFound, "Open(%q) = %v, %v; want NotFound", name, f, err)
	}
}

func TestFailureIsKeptUntilOneSucceeds(t *testing.T) {
	c := newClerk(t)
	c.fail = errors.New("no space left on device")
	if _, err := c.Make(t.Context(), savepoint.Automatic); err == nil {
		t.Fatal("a failed write made a save point")
	}
	if trouble := c.Trouble(); trouble.At.IsZero() || trouble.Cause != "no space left on device" {
		t.Errorf("trouble %+v", trouble)
	}
	if files, err := os.ReadDir(c.Dir); err != nil || len(files) != 0 {
		t.Errorf("left behind: %v, %v", files, err)
	}
	c.fail = nil
	expect.OK(t, expect.Err(c.Make(t.Context(), savepoint.Automatic)))
	if trouble := c.Trouble(); !trouble.At.IsZero() {
		t.Errorf("after a good one: %+v", trouble)
	}
}

// A folder that cannot be written is found out at the start, and forgotten when it can.
func TestAFolderThatCannotBeWrittenIsFoundAtTheStart(t *testing.T) {
	t.Parallel()
	c := newClerk(t)
	expect.OK(t, c.Prepare())
	expect.True(t, c.Trouble().At.IsZero() && len(expect.Must(os.ReadDir(c.Dir))(t)) == 0, "trouble %+v in a good folder", c.Trouble())
	expect.OK(t, os.Remove(c.Dir))
	expect.OK(t, os.WriteFile(c.Dir, nil, 0o600))
	err := c.Prepare()
	expect.True(t, err != nil && c.Trouble().Cause == err.Error(), "got %v, trouble %+v", err, c.Trouble())
	expect.OK(t, os.Remove(c.Dir))
	expect.Must(c.Make(t.Context(), savepoint.Automatic))(t)
	expect.True(t, c.Trouble().At.IsZero(), "trouble %+v after a good one", c.Trouble())
}

// What cannot be cleared away is said, and is no reason to call a good save point
// failed and to make it again.
func TestAnOldFileInTheWayIsNoFailure(t *testing.T) {
	c := newClerk(t)
	stuck := filepath.Join(c.Dir, "stuck.partial", "inside")
	expect.OK(t, os.MkdirAll(stuck, 0o700))
	point, err := c.Make(t.Context(), savepoint.Automatic)
	expect.MustTrue(t, err == nil && point.Name != "", "the save point is %+v, %v", point, err)
	if trouble := c.Trouble(); !trouble.Made || trouble.At.IsZero() || !strings.Contains(trouble.Cause, "stuck.partial") {
		t.Errorf("trouble %+v, want the folder that is in the way of a good save point", trouble)
	}
	expect.OK(t, os.RemoveAll(filepath.Dir(stuck)))
	expect.OK(t, expect.Err(c.Make(t.Context(), savepoint.Automatic)))
	expect.Equal(t, c.Trouble(), (savepoint.Trouble{}), "after it went")
}

// On a full disk the oldest automatic save points make room for the state of now,
// down to three; what was made by hand stays.
func TestAFullDiskMakesRoomForTheStateOfNow(t *testing.T) {
	c := newClerk(t)
	c.Keep = 6
	byHand, err := c.Make(t.Context(), savepoint.ByHand)
	expect.OK(t, err)
	for range 6 {
		expect.OK(t, expect.Err(c.Make(t.Context(), savepoint.Automatic)))
	}
	fits := 4 // automatic ones, before the next
	c.room = func() error {
		if points, err := c.Points(); err != nil || len(points)-1 > fits {
			return errors.Join(fmt.Errorf("write the backup: %w", syscall.ENOSPC), err)
		}
		return nil
	}
	newest := expect.Must(c.Make(t.Context(), savepoint.Automatic))(t)
	points, err := c.Points()
	expect.MustTrue(t, err == nil && len(points) == 6 && points[0].Name == newest.Name && points[5].Name == byHand.Name, "the folder holds %+v, %v", points, err)
	if trouble := c.Trouble(); !trouble.At.IsZero() {
		t.Errorf("after it fitted: %+v", trouble)
	}
	fits = 1
	if _, err := c.Make(t.Context(), savepoint.Automatic); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("a disk that stays full: %v", err)
	}
	if points, err := c.Points(); err != nil || len(points) != 4 || points[0].Name != newest.Name || points[3].Name != byHand.Name {
		t.Errorf("a full disk left %+v, %v; want the last three and the one made by hand", points, err)
	}
	if trouble := c.Trouble(); trouble.At.IsZero() || trouble.Made {
		t.Errorf("trouble %+v", trouble)
	}
	if files, err := filepath.Glob(filepath.Join(c.Dir, "*.partial")); err != nil || len(files) != 0 {
		t.Errorf("half files: %v, %v", files, err)
	}
}

// A save point that failed is tried again by itself, and not with every change.
func TestAFailedSavePointIsTriedAgain(t *testing.T) {
	c := newClerk(t)
	c.Again = time.Millisecond
	c.fail = errors.New("the folder is away")
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); c.Run(ctx) }()
	c.counts <- savepoint.Milestones{}
	c.Changed()
	for range 3 { // nothing else changes
		c.counts <- savepoint.Milestones{Publications: 1}
		<-c.made
	}
	stop()
	<-ended

	c = newClerk(t)
	c.Again, c.fail = time.Hour, errors.New("the folder is away")
	ctx, stop = context.WithCancel(t.Context())
	ended = make(chan struct{})
	go func() { defer close(ended); c.Run(ctx) }()
	c.counts <- savepoint.Milestones{}
	c.Changed()
	c.counts <- savepoint.Milestones{Publications: 1}
	<-c.made
	for range 100 {
		c.Changed()
	}
	stop()
	<-ended
	expect.True(t, len(c.made) == 0, "tried %d times more within the pause", len(c.made))
}

// Only a rise makes a save point, and Changed never waits for one.
func TestSavesAfterMilestones(t *testing.T) {
	c := newClerk(t)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); c.Run(ctx) }()
	c.counts <- savepoint.Milestones{Publications: 1}
	for _, look := range []struct {
		now   savepoint.Milestones
		saves bool
	}{
		{savepoint.Milestones{Publications: 1}, false},
		{savepoint.Milestones{Publications: 2}, true},
		{savepoint.Milestones{Publications: 2, Completed: 1}, true},
		{savepoint.Milestones{Publications: 2}, false}, // a result was taken back
		{savepoint.Milestones{Publications: 2, Completed: 1}, true},
		{savepoint.Milestones{Publications: 2, Completed: 1}, false},
	} {
		c.Changed()
		c.counts <- look.now // taken only when the look before is done with
		if look.saves {
			<-c.made
		}
	}
	stop()
	<-ended
	expect.Equal(t, len(c.made), 0, "save points too many")
}

// A burst of changes never waits, not even for a keeper that is at work.
func TestChangedNeverWaits(t *testing.T) {
	c := newClerk(t)
	for range 1000 {
		c.Changed()
	}
}

// The page says when a backup was last brought back in a trial; one that could not
// be changes nothing about that.
func TestTrialIsRemembered(t *testing.T) {
	c := newClerk(t)
	if last, err := c.LastTrial(); err != nil || !last.At.IsZero() {
		t.Fatalf("before the first: %+v, %v", last, err)
	}
	point, err := c.Make(t.Context(), savepoint.ByHand)
	expect.OK(t, err)
	trial, err := c.Prove(t.Context(), point.Name)
	expect.True(t, err == nil && trial.Name == point.Name && trial.TakenAt.Equal(point.TakenAt) && trial.At.Equal(c.now), "%+v, %v", trial, err)
	c.bad = errors.New("entry 2 does not match its seal")
	if _, err := c.Prove(t.Context(), point.Name); !errors.Is(err, c.bad) {
		t.Errorf("a file that cannot be restored: %v", err)
	}
	expect.Refused(t, expect.Err(c.Prove(t.Context(), "../"+point.Name)), fault.NotFound)
	if last, err := c.LastTrial(); err != nil || last != trial {
		t.Errorf("remembered %+v, %v, want %+v", last, err, trial)
	}
	if points, err := c.Points(); err != nil || len(points) != 1 {
		t.Errorf("save points %v, %v", points, err)
	}
}
