// Package publicpages is what readers are shown of an event: its content in one state, the
// pages made of that and kept in memory, and the search in it. A snapshot is never changed.
// It knows no request and nothing that is the desk's alone.
package publicpages

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/live"
	"github.com/tandemchess/tandem/internal/tournament"
)

// Snapshot is everything public pages of an event are made of, in one state, with
// the pages made of it. It is never changed: news makes a new snapshot, whose much
// read pages are built before anybody sees it, and one pointer is exchanged.
// Sections that the news does not concern keep their part.
type Snapshot struct {
	Event    tournament.Event // its Version is that of the newest public change
	Sections []tournament.Section
	Parts    map[string]*Part // by the section's address
	Screens  []tournament.Screen
	Pages    *live.Pages // those made of the whole event
	read     int64       // version of the event when this was read
}

// Part is one section of a snapshot.
type Part struct {
	View  *SectionView // the book's event is at the version of the section's newest public change
	Pages *live.Pages
}

// OfSection is the part of a section, nil where the event shows none of it.
func (s *Snapshot) OfSection(sectionID int64) *Part {
	for _, p := range s.Parts {
		if p.View.Section.SectionID == sectionID {
			return p
		}
	}
	return nil
}

// newSnapshot makes a snapshot of what was read; old gives the sections that were
// not read again.
func newSnapshot(b *Books, state tournament.PublicState, old *Snapshot) *Snapshot {
	s := &Snapshot{
		Event: state.Event, Sections: state.Sections, Parts: make(map[string]*Part, len(state.Sections)), Screens: state.Screens,
		Pages: live.NewPages(), read: state.Event.Version,
	}
	if old != nil {
		s.Pages = old.Pages.Next()
	}
	s.Event.Version = state.Version
	for _, section := range state.Sections {
		if book := state.Books[section.SectionID]; book != nil {
			book.Event.Version = state.Versions[section.SectionID]
			shelf := NewSectionView(b, tournament.ForEverybody(book))
			shelf.public, shelf.held, shelf.versions = true, true, state.Publications[section.SectionID]
			shelf.Appeals = state.Appeals[section.SectionID]
			next := &Part{View: shelf, Pages: live.NewPages()}
			if old != nil && old.OfSection(section.SectionID) != nil {
				next.Pages = old.OfSection(section.SectionID).Pages.Next()
			}
			s.Parts[section.Slug] = next
		} else if old != nil {
			s.Parts[section.Slug] = old.OfSection(section.SectionID)
		}
	}
	s.joinPlayOffs(b, state.Books)
	return s
}

// joinPlayOffs shows a section again whose play-off was read: what it came to decides about places
// there.
func (s *Snapshot) joinPlayOffs(b *Books, read map[int64]*tournament.SectionBook) {
	for slug, part := range s.Parts {
		view, version, news := part.View, part.View.Event.Version, false
		var playOffs []*tournament.SectionBook
		for _, p := range tournament.PlayOffsOf(view.Path, view.Section.SectionID) {
			if of := s.OfSection(p.SectionID); of != nil {
				playOffs, news = append(playOffs, of.View.SectionBook), news || read[p.SectionID] != nil
				version = max(version, of.View.Event.Version)
			}
		}
		if !news || view.FinalHeld() {
			continue
		}
		book := tournament.WithPlayOffs(view.SectionBook, playOffs)
		book.Event.Version = version
		next := NewSectionView(b, book)
		next.public, next.held, next.versions, next.Appeals = true, true, view.versions, view.Appeals
		pages := part.Pages
		if read[view.Section.SectionID] == nil {
			pages = pages.Next()
		}
		s.Parts[slug] = &Part{View: next, Pages: pages}
	}
}

// Snapshots keeps the newest snapshot of each event that anybody reads.
type Snapshots struct {
	books  *Books
	reader Reader
	hub    *live.Hub
	log    *slog.Logger
	build  func(*Snapshot, live.Address) // makes a page of a snapshot nobody sees yet

	ofNews, ofPublication ahead

	turn atomic.Int64 // counts events that came into memory

	mu     sync.RWMutex
	bySlug map[string]*follower
	byID   map[int64]*follower
}

// NewSnapshots follows no event yet. build makes a page of a snapshot that nobody sees
// yet and leaves it in that snapshot.
func NewSnapshots(books *Books, hub *live.Hub, log *slog.Logger, build func(*Snapshot, live.Address)) *Snapshots {
	return &Snapshots{
		books: books, reader: books.Reader, hub: hub, log: log, build: build, ofNews: aheadOfNews, ofPublication: aheadOfPublication,
		bySlug: map[string]*follower{}, byID: map[int64]*follower{},
	}
}

// follower holds the snapshot of one event and makes the next one.
type follower struct {
	id      int64
	live    atomic.Bool  // the event is; what is over makes no room for itself
	used    atomic.Int64 // the turn in which it was last read
	current atomic.Pointer[Snapshot]
	reading sync.Mutex // one reading at a time

	mu     sync.Mutex
	last   *Snapshot               // shown until nobody knew whether it is the newest, and nothing since
	wanted int64                   // version of public news heard of
	heard  run                     // versions whose news was heard
	stale  map[journal.Reach]int64 // what is to be read again, since which version
	epoch  int                     // raised when anything may have changed
	busy   bool                    // somebody makes the next snapshot
}

// Now is the newest snapshot of the event with this address, without waiting; nil
// when nobody read it yet.
func (k *Snapshots) Now(slug string) *Snapshot {
	k.mu.RLock()
	f := k.bySlug[slug]
	k.mu.RUnlock()
	if f == nil {
		return nil
	}
	k.touch(f)
	return f.current.Load()
}

// Open is the newest snapshot of an event. An address from before a rename leads
// to the snapshot of the event with its present address.
func (k *Snapshots) Open(ctx context.Context, slug string) (*Snapshot, error) {
	if s := k.Now(slug); s != nil {
		return s, nil
	}
	s, err := k.read(ctx, slug)
	if fault.Is(err, fault.Unavailable) {
		if last := k.last(slug); last != nil {
			return last, nil
		}
	}
	return s, err
}

// read is open for an event of which nothing is known for sure.
func (k *Snapshots) read(ctx context.Context, slug string) (*Snapshot, error) {
	event, err := k.reader.EventBySlug(ctx, slug)
	if err != nil {
		return nil, err
	}
	f := k.follow(event)
	f.reading.Lock()
	defer f.reading.Unlock()
	if s := f.current.Load(); s != nil {
		return s, nil
	}
	reading, cancel := ForAll(ctx)
	defer cancel()
	return k.first(reading, f)
}

// last is what was shown of an event before the database went away. When that comes and
// goes it may be away again before anybody could read what is new.
func (k *Snapshots) last(slug string) *Snapshot {
	k.mu.RLock()
	f := k.bySlug[slug]
	k.mu.RUnlock()
	if f == nil {
		return nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.last
}

// first reads an event that is not in memory.
func (k *Snapshots) first(ctx context.Context, f *follower) (*Snapshot, error) {
	for {
		f.mu.Lock()
		wanted, epoch := f.wanted, f.epoch
		clear(f.stale)
		f.mu.Unlock()
		state, err := k.reader.PublicState(ctx, f.id, wanted, nil)
		if err != nil {
			return nil, err
		}
		next := newSnapshot(k.books, state, nil)
		if f.put(next, epoch) {
			k.catchUp(f)
			return next, nil
		}
	}
}

// put shows a snapshot to everybody unless it was read too long ago.
func (f *follower) put(next *Snapshot, epoch int) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if epoch != f.epoch {
		return false
	}
	f.live.Store(next.Event.State == tournament.EventLive)
	f.current.Store(next)
	f.last = nil
	return true
}

// Changed notes news of an event and has the next snapshot made.
func (k *Snapshots) Changed(eventID, version int64, reach journal.Reach) {
	if eventID == 0 {
		k.forget()
		return
	}
	k.mu.RLock()
	f := k.byID[eventID]
	k.mu.RUnlock()
	if f == nil {
		return
	}
	f.mu.Lock()
	f.hear(version, reach)
	f.mu.Unlock()
	k.catchUp(f)
}

// forget drops all snapshots: changes may have been missed.
func (k *Snapshots) forget() {
	k.mu.RLock()
	defer k.mu.RUnlock()
	for _, f := range k.byID {
		f.mu.Lock()
		f.epoch++
		f.wanted, f.heard = 0, run{} // nobody knows how far the event has come
		if shown := f.current.Swap(nil); shown != nil {
			f.last = shown
		}
		f.mu.Unlock()
	}
}

// catchUp makes the next snapshot in the background when there is news.
func (k *Snapshots) catchUp(f *follower) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.busy || len(f.stale) == 0 {
		return
	}
	f.busy = true
	go k.advance(f)
}

const (
	rest        = 3           // a node spends one part in four of its time on new versions
	longestRest = time.Second // what comes right after a publication, which takes long to build, must not wait longer
	retryAfter  = time.Second
)

// ahead is how much is built before a version is shown: pages of each part that were
// asked for, and the time for all of them.
type ahead struct {
	pages int
	time  time.Duration
}

var (
	aheadOfNews = ahead{64, 250 * time.Millisecond}
	// All pages are built then; the time is for a machine that is out of its depth.
	aheadOfPublication = ahead{live.MostAddresses, 5 * time.Second}
)

// advance makes snapshots until there is no more news. News that comes in the
// meantime is shown together with the next version.
func (k *Snapshots) advance(f *follower) {
	for {
		began := time.Now()
		done, err := k.step(f)
		pause := min(rest*time.Since(began), longestRest)
		if err != nil {
			k.log.Warn("public pages stay at their version for now", "event", f.id, "error", err)
			pause = retryAfter
		}
		if done {
			return
		}
		time.Sleep(pause)
	}
}

// step makes the next snapshot, shows it and tells the streams.
func (k *Snapshots) step(f *follower) (done bool, err error) {
	f.reading.Lock()
	defer f.reading.Unlock()
	f.mu.Lock()
	old, epoch := f.current.Load(), f.epoch
	if old != nil {
		f.forget(old.read) // news may come later than the rows it is about
	}
	if len(f.stale) == 0 || old == nil { // without a snapshot the next reader reads
		f.busy = false
		f.mu.Unlock()
		return true, nil
	}
	atLeast := max(f.wanted, old.read) // a replica may not take readers back
	f.mu.Unlock()
	reading, cancel := ForAll(context.Background())
	defer cancel()
	state, err := k.reader.PublicState(reading, f.id, atLeast, f.since(old))
	if err == nil && !complete(state, old) {
		state, err = k.reader.PublicState(reading, f.id, atLeast, nil)
	}
	if err != nil {
		return false, err
	}
	f.caughtUp(state.Event.Version)
	next := newSnapshot(k.books, state, old)
	k.buildAhead(old, next)
	if f.put(next, epoch) {
		k.tell(next, old)
	}
	return false, nil
}

// complete reports whether each section was read or is known.
func complete(state tournament.PublicState, old *Snapshot) bool {
	for _, section := range state.Sections {
		if state.Books[section.SectionID] == nil && old.OfSection(section.SectionID) == nil {
			return false
		}
	}
	return true
}

// publishes reports whether players see other pairings than before.
func publishes(before, now *tournament.SectionBook) bool {
	for i := range now.Rounds {
		was := before.Round(now.Rounds[i].RoundNo)
		if version := now.Rounds[i].Publication; was == nil && version > 0 || was != nil && was.Publication != version {
			return true
		}
	}
	return false
}

// tell says to the streams of each topic that changed where it stands.
func (k *Snapshots) tell(next, old *Snapshot) {
	for _, topic := range k.hub.Topics(next.Event.EventID) {
		switch {
		case topic.Desk:
		case topic.Section == 0:
			k.hub.Tell(topic, next.Event.Version, "")
		default:
			if p := next.OfSection(topic.Section); p != nil && p != old.OfSection(topic.Section) {
				k.hub.Tell(topic, p.View.Event.Version, p.View.Section.Slug)
			}
		}
	}
}

// Preparing is the key of the snapshot that a request for oneself is about.
type Preparing struct{}
