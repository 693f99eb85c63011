package publicpages

import (
	"maps"

	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/tournament"
)

// mostFollowed is how many events a node keeps in memory.
const mostFollowed = 100

// touch notes that an event is read. Most readings come in the turn of the one before and
// write nothing.
func (k *Snapshots) touch(f *follower) {
	if turn := k.turn.Load(); f.used.Load() != turn {
		f.used.Store(turn)
	}
}

// follow makes sure that news of the event is noted from now on. When there is no room,
// the event that was not read for longest makes some: of those that are over as long as
// there are any, for a hall is waiting on the others. Somebody who leafs through the archive
// never takes a live event's place; what he reads is read again by the next one then.
func (k *Snapshots) follow(e tournament.Event) *follower {
	k.mu.Lock()
	defer k.mu.Unlock()
	f := k.byID[e.EventID]
	if f == nil {
		f = &follower{id: e.EventID, stale: map[journal.Reach]int64{}}
		f.live.Store(e.State == tournament.EventLive)
		k.turn.Add(1)
		if len(k.byID) >= mostFollowed && !k.makeRoom(f.live.Load()) {
			return f
		}
		k.byID[e.EventID] = f
	}
	k.touch(f)
	k.bySlug[e.Slug] = f
	return f
}

// makeRoom forgets one event and reports whether it could.
func (k *Snapshots) makeRoom(forLive bool) bool {
	var longest *follower
	for _, f := range k.byID {
		if f.live.Load() && !forLive {
			continue
		}
		if longest == nil || before(f, longest) {
			longest = f
		}
	}
	if longest == nil {
		return false
	}
	delete(k.byID, longest.id)
	maps.DeleteFunc(k.bySlug, func(_ string, f *follower) bool { return f == longest })
	return true
}

// before reports whether a makes room before b does.
func before(a, b *follower) bool {
	if over := !a.live.Load(); over != !b.live.Load() {
		return over
	}
	return a.used.Load() < b.used.Load()
}
