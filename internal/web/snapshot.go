package web

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/live"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
)

// snapshot is everything public pages of an event are made of, in one state, with
// the pages made of it. It is never changed: news makes a new snapshot, whose much
// read pages are built before anybody sees it, and one pointer is exchanged.
// Sections that the news does not concern keep their part.
type snapshot struct {
	event    tournament.Event // its Version is that of the newest public change
	sections []tournament.Section
	parts    map[string]*part // by the section's address
	screens  []tournament.Screen
	pages    *live.Pages // those made of the whole event
	read     int64       // version of the event when this was read
}

// part is one section of a snapshot.
type part struct {
	shelf *shelf // the book's event is at the version of the section's newest public change
	pages *live.Pages
}

func (s *snapshot) part(sectionID int64) *part {
	for _, p := range s.parts {
		if p.shelf.Section.SectionID == sectionID {
			return p
		}
	}
	return nil
}

// newSnapshot makes a snapshot of what was read; old gives the sections that were
// not read again.
func newSnapshot(b *books, state tournament.PublicState, old *snapshot) *snapshot {
	s := &snapshot{
		event: state.Event, sections: state.Sections, parts: make(map[string]*part, len(state.Sections)), screens: state.Screens,
		pages: live.NewPages(), read: state.Event.Version,
	}
	if old != nil {
		s.pages = old.pages.Next()
	}
	s.event.Version = state.Version
	for _, section := range state.Sections {
		if book := state.Books[section.SectionID]; book != nil {
			book.Event.Version = state.Versions[section.SectionID]
			shelf := newShelf(b, book)
			shelf.public, shelf.versions = true, state.Publications[section.SectionID]
			shelf.appeals = state.Appeals[section.SectionID]
			next := &part{shelf: shelf, pages: live.NewPages()}
			if old != nil && old.part(section.SectionID) != nil {
				next.pages = old.part(section.SectionID).pages.Next()
			}
			s.parts[section.Slug] = next
		} else if old != nil {
			s.parts[section.Slug] = old.part(section.SectionID)
		}
	}
	return s
}

// snapshots keeps the newest snapshot of each event that anybody reads.
type snapshots struct {
	books  *books
	reader tournament.Reader
	hub    *live.Hub
	log    *slog.Logger
	build  func(*snapshot, live.Address) // makes a page of a snapshot nobody sees yet

	ofNews, ofPublication ahead

	turn atomic.Int64 // counts events that came into memory

	mu     sync.RWMutex
	bySlug map[string]*follower
	byID   map[int64]*follower
}

// follower holds the snapshot of one event and makes the next one.
type follower struct {
	id      int64
	live    atomic.Bool  // the event is; what is over makes no room for itself
	used    atomic.Int64 // the turn in which it was last read
	current atomic.Pointer[snapshot]
	reading sync.Mutex // one reading at a time

	mu     sync.Mutex
	last   *snapshot               // shown until nobody knew whether it is the newest, and nothing since
	wanted int64                   // version of public news heard of
	heard  run                     // versions whose news was heard
	stale  map[journal.Reach]int64 // what is to be read again, since which version
	epoch  int                     // raised when anything may have changed
	busy   bool                    // somebody makes the next snapshot
}

// now is the newest snapshot of the event with this address, without waiting; nil
// when nobody read it yet.
func (k *snapshots) now(slug string) *snapshot {
	k.mu.RLock()
	f := k.bySlug[slug]
	k.mu.RUnlock()
	if f == nil {
		return nil
	}
	k.touch(f)
	return f.current.Load()
}

// open is the newest snapshot of an event. An address from before a rename leads
// to the snapshot of the event with its present address.
func (k *snapshots) open(ctx context.Context, slug string) (*snapshot, error) {
	if s := k.now(slug); s != nil {
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
func (k *snapshots) read(ctx context.Context, slug string) (*snapshot, error) {
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
	reading, cancel := forAll(ctx)
	defer cancel()
	return k.first(reading, f)
}

// last is what was shown of an event before the database went away. When that comes and
// goes it may be away again before anybody could read what is new.
func (k *snapshots) last(slug string) *snapshot {
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
func (k *snapshots) first(ctx context.Context, f *follower) (*snapshot, error) {
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
func (f *follower) put(next *snapshot, epoch int) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if epoch != f.epoch {
		return false
	}
	f.live.Store(next.event.State == tournament.EventLive)
	f.current.Store(next)
	f.last = nil
	return true
}

// changed notes news of an event and has the next snapshot made.
func (k *snapshots) changed(eventID, version int64, reach journal.Reach) {
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
func (k *snapshots) forget() {
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
func (k *snapshots) catchUp(f *follower) {
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
func (k *snapshots) advance(f *follower) {
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
func (k *snapshots) step(f *follower) (done bool, err error) {
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
	reading, cancel := forAll(context.Background())
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
func complete(state tournament.PublicState, old *snapshot) bool {
	for _, section := range state.Sections {
		if state.Books[section.SectionID] == nil && old.part(section.SectionID) == nil {
			return false
		}
	}
	return true
}

// publishes reports whether players see other pairings than before.
func publishes(before, now *tournament.Book) bool {
	for i := range now.Rounds {
		was := before.Round(now.Rounds[i].RoundNo)
		if version := now.Rounds[i].Publication; was == nil && version > 0 || was != nil && was.Publication != version {
			return true
		}
	}
	return false
}

// tell says to the streams of each topic that changed where it stands.
func (k *snapshots) tell(next, old *snapshot) {
	for _, topic := range k.hub.Topics(next.event.EventID) {
		switch {
		case topic.Desk:
		case topic.Section == 0:
			k.hub.Tell(topic, next.event.Version, "")
		default:
			if p := next.part(topic.Section); p != nil && p != old.part(topic.Section) {
				k.hub.Tell(topic, p.shelf.Event.Version, p.shelf.Section.Slug)
			}
		}
	}
}

// openSnapshot takes the snapshot that a visit to a public page sees from its first
// to its last byte.
func (v *visit) openSnapshot(slug string) error {
	if s, ok := v.Request().Context().Value(preparing{}).(*snapshot); ok {
		v.snap, v.event = s, s.event
		return nil
	}
	s, err := v.server.snapshots.open(v.Request().Context(), slug)
	if fault.Is(err, fault.NotFound) {
		return refused(fault.NotFound, text.Message("There is no event at this address."))
	}
	if err != nil {
		return err
	}
	if s.event.Slug != slug { // renamed: the old address leads on
		return v.moved(slug, s.event.Slug)
	}
	v.snap, v.event = s, s.event
	return nil
}

// resolvePublic finds what the address of a public page names in the snapshot.
func (s *Server) resolvePublic(v *visit) error {
	slug := v.Param("event")
	if slug == "" {
		return nil
	}
	if err := v.openSnapshot(slug); err != nil {
		return err
	}
	if err := v.inSight(); err != nil {
		return err
	}
	if name := v.Param("section"); name != "" {
		p := v.snap.parts[name]
		if p == nil {
			return refused(fault.NotFound, text.Message("%s has no section “%s”."), v.event.Name, name)
		}
		v.section = p.shelf.Section
	}
	return nil
}

// preparing is the key of the snapshot that a request for oneself is about.
type preparing struct{}

// buildPage asks for a page of a snapshot that nobody sees yet, as a reader would.
func (s *Server) buildPage(next *snapshot, a live.Address) {
	ctx := context.WithValue(context.Background(), preparing{}, next)
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, a.URI, nil)
	if err != nil {
		return // whoever asked like this asks again
	}
	r.Host, r.RequestURI, r.RemoteAddr = a.Host, a.URI, "127.0.0.1:0"
	r.Header.Set("Accept-Language", a.Language)
	r.Header.Set("Accept-Encoding", "gzip") // the form that is kept
	s.echo.ServeHTTP(unread{http.Header{}}, r)
}

// unread is an answer that is only kept.
type unread struct{ header http.Header }

func (u unread) Header() http.Header         { return u.header }
func (u unread) Write(b []byte) (int, error) { return len(b), nil }
func (u unread) WriteHeader(int)             {}
