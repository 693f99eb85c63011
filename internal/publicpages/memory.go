package publicpages

import (
	"maps"
	"slices"
	"time"

	"github.com/tandemchess/tandem/internal/live"
)

// What is in memory, for whoever looks after the machine and for tests.

func (k *Snapshots) followerOf(eventID int64) *follower {
	k.mu.RLock()
	defer k.mu.RUnlock()
	return k.byID[eventID]
}

// Followed are the events in memory.
func (k *Snapshots) Followed() []int64 {
	k.mu.RLock()
	defer k.mu.RUnlock()
	return slices.Collect(maps.Keys(k.byID))
}

// Newest is what readers of an event see now, nil where nobody read it yet.
func (k *Snapshots) Newest(eventID int64) *Snapshot {
	if f := k.followerOf(eventID); f != nil {
		return f.current.Load()
	}
	return nil
}

// Heard is the version of an event that this node heard of last.
func (k *Snapshots) Heard(eventID int64) int64 {
	f := k.followerOf(eventID)
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.heard.to
}

// KnowsOf reports whether the news of a version has come to this node: it heard of it, or
// has read what is as new.
func (k *Snapshots) KnowsOf(eventID, version int64) bool {
	return k.ofReaders(eventID, func(f *follower, now *Snapshot) bool { return now.read >= version || f.heard.to >= version })
}

// Rested reports whether the node would begin with news of an event at once.
func (k *Snapshots) Rested(eventID int64) bool {
	f := k.followerOf(eventID)
	f.mu.Lock()
	defer f.mu.Unlock()
	return !f.busy
}

// UpToDate reports whether what readers of an event see is as new as the news that this
// node has heard.
func (k *Snapshots) UpToDate(eventID int64) bool {
	return k.ofReaders(eventID, func(f *follower, now *Snapshot) bool { return len(f.stale) == 0 && now.read >= f.wanted })
}

// ofReaders reports whether something is so of what readers of an event see now. It is of
// an event that nobody reads: that is read anew when somebody comes.
func (k *Snapshots) ofReaders(eventID int64, so func(f *follower, now *Snapshot) bool) bool {
	f := k.followerOf(eventID)
	if f == nil {
		return true
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	now := f.current.Load()
	return now == nil || so(f, now)
}

// DropPages forgets the finished pages of an event, but not what they are made of.
func (k *Snapshots) DropPages(eventID int64) {
	f := k.followerOf(eventID)
	now := f.current.Load()
	next := *now
	next.Pages, next.Parts = live.NewPages(), map[string]*Part{}
	for slug, p := range now.Parts {
		next.Parts[slug] = &Part{View: p.View, Pages: live.NewPages()}
	}
	f.current.Store(&next)
}

// TakeTime lets a slow machine build all that belongs to a publication before it is shown.
func (k *Snapshots) TakeTime(most time.Duration) { k.ofPublication.time = most }
