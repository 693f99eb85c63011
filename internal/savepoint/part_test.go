package savepoint_test

import (
	"context"
	"errors"
	"io"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/savepoint"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// partly makes a clerk save what changed as well.
func (c *clerk) partly(changed func(since savepoint.Point) bool) (written chan savepoint.Point) {
	written = make(chan savepoint.Point, 100)
	c.Every = time.Millisecond
	c.WritePart = func(_ context.Context, w io.Writer, since savepoint.Point) (bool, error) {
		defer func() { written <- since }()
		if !changed(since) {
			return false, nil
		}
		return true, errors.Join(c.sample(w, false), c.fail)
	}
	return written
}

// run works beside a test until it calls stop.
func (c *clerk) run(t *testing.T) (stop func()) {
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); c.Run(ctx) }()
	return func() { cancel(); <-ended }
}

// answer lets every look at the milestones see the same.
func (c *clerk) answer(t *testing.T, m savepoint.Milestones) {
	go func() {
		for {
			select {
			case c.counts <- m:
			case <-t.Context().Done():
				return
			}
		}
	}()
}

func (c *clerk) kinds(t *testing.T) (kinds string) {
	t.Helper()
	points := expect.Must(c.Points())(t)
	for _, p := range points {
		kinds += string(p.Kind) + " "
	}
	return kinds
}

// While results come, what changed is saved a while after the last save point, on top of
// the newest one of everything; a newer one of everything makes those needless.
func TestWhatChangedIsSavedBetweenMilestones(t *testing.T) {
	c := newClerk(t)
	parts := c.partly(func(savepoint.Point) bool { return true })
	full := expect.Must(c.Make(t.Context(), savepoint.Automatic))(t)
	c.answer(t, savepoint.Milestones{Publications: 1})
	stop := c.run(t)
	for range 4 {
		c.Changed()
		since := <-parts
		expect.Equal(t, since.Name, full.Name, "what changed since")
	}
	stop()
	expect.Equal(t, c.kinds(t), "part part auto ", "kept")
	expect.Equal(t, len(parts), 0, "save points without a change")
	expect.OK(t, expect.Err(c.Make(t.Context(), savepoint.ByHand)))
	expect.Equal(t, c.kinds(t), "hand auto ", "after a newer one of everything")
}

// Before there is one of everything, everything is saved; and what did not change makes no
// file.
func TestTheFirstOneHasEverything(t *testing.T) {
	c := newClerk(t)
	parts := c.partly(func(savepoint.Point) bool { return false })
	c.answer(t, savepoint.Milestones{})
	stop := c.run(t)
	c.Changed()
	<-c.made
	c.Changed()
	<-parts
	stop()
	expect.Equal(t, c.kinds(t), "auto ", "kept")
	trouble := c.Trouble()
	expect.True(t, trouble.At.IsZero(), "nothing to save is trouble: %+v", trouble)
}

// What changed cannot stand on a save point from before a migration: everything is saved.
func TestAfterAMigrationEverythingIsSaved(t *testing.T) {
	c := newClerk(t)
	expect.OK(t, expect.Err(c.Make(t.Context(), savepoint.Upgrade)))
	<-c.made
	c.Every = time.Millisecond
	c.WritePart = func(context.Context, io.Writer, savepoint.Point) (bool, error) {
		return false, savepoint.ErrNotFollowing
	}
	c.answer(t, savepoint.Milestones{})
	stop := c.run(t)
	c.Changed()
	<-c.made
	stop()
	expect.Equal(t, c.kinds(t), "auto upgrade ", "kept")
}

// A save point of what changed that failed is made after the pause, also when nothing
// else changes.
func TestAFailedPartIsTriedAgain(t *testing.T) {
	c := newClerk(t)
	expect.OK(t, expect.Err(c.Make(t.Context(), savepoint.Automatic)))
	c.Again, c.fail = time.Millisecond, errors.New("the folder is away")
	parts := c.partly(func(savepoint.Point) bool { return true })
	c.answer(t, savepoint.Milestones{})
	stop := c.run(t)
	c.Changed()
	for range 3 {
		<-parts
	}
	stop()
	trouble := c.Trouble()
	expect.Equal(t, trouble.Cause, "the folder is away", "trouble %+v", trouble)
}
