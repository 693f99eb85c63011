package publicpages

import (
	"maps"
	"time"

	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/tournament"
)

// run is a row of versions without a gap, both ends included; empty when to is 0.
type run struct{ from, to int64 }

// add notes a version. One that is out of turn begins a new run.
func (r *run) add(version int64) {
	if version <= r.to {
		return
	}
	if version != r.to+1 || r.to == 0 {
		r.from = version
	}
	r.to = version
}

// covers reports whether the run has all versions behind one up to another.
func (r run) covers(behind, upTo int64) bool {
	return behind == upTo || r.to != 0 && r.from <= behind+1 && upTo <= r.to
}

// hear notes that the event came to a version. Each version is one change, so what
// was heard is all there is as long as no number is left out; news for the desk alone
// counts, though there is nothing to read. News behind a gap is news of anything,
// since what was missed may be public. f.mu is held.
func (f *follower) hear(version int64, reach journal.Reach) {
	last := f.heard.to
	if now := f.current.Load(); now != nil {
		last = max(last, now.read)
	}
	if last != 0 && version > last+1 {
		reach = journal.Reach{}
	}
	f.heard.add(version)
	if reach.Public() {
		f.wanted = max(f.wanted, version)
		f.stale[reach] = max(f.stale[reach], version)
	}
}

// caughtUp is forget for a reading that is not shown yet.
func (f *follower) caughtUp(version int64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.forget(version)
}

// forget drops the news of versions that were read. f.mu is held.
func (f *follower) forget(version int64) {
	maps.DeleteFunc(f.stale, func(_ journal.Reach, v int64) bool { return v <= version })
}

// newsTakes is how long news may come after the rows it is about before all is read
// instead.
const newsTakes = 20 * time.Millisecond

// since tells what changed after a snapshot was read.
func (f *follower) since(old *Snapshot) tournament.Since {
	return func(version int64) (map[int64]tournament.SectionNews, bool) {
		for deadline := time.Now().Add(newsTakes); !f.reached(version) && time.Now().Before(deadline); {
			time.Sleep(time.Millisecond)
		}
		f.mu.Lock()
		defer f.mu.Unlock()
		return f.news(old, version)
	}
}

func (f *follower) reached(version int64) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.heard.to >= version
}

// news is what is to be read to go on from a snapshot to a version; false when
// something between them was not heard. f.mu is held.
func (f *follower) news(old *Snapshot, version int64) (map[int64]tournament.SectionNews, bool) {
	if !f.heard.covers(old.read, version) {
		return nil, false
	}
	sections := map[int64]tournament.SectionNews{}
	for reach := range f.stale {
		id := reach.Section()
		if id == 0 {
			return nil, false
		}
		known, there := sections[id]
		switch p := old.OfSection(id); {
		case reach.Round() == 0, there && known.Book == nil, p == nil:
			sections[id] = tournament.SectionNews{} // all of it
		default:
			sections[id] = tournament.SectionNews{Book: p.View.SectionBook, Rounds: append(known.Rounds, reach.Round())}
		}
	}
	return sections, true
}
