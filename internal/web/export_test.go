package web

import (
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4/middleware"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/live"
	"github.com/tandemchess/tandem/internal/tournament"
)

// RouteKeys lists the route table as "METHOD path" for the permission matrix.
func (s *Server) RouteKeys() []string {
	var keys []string
	for _, r := range s.routes() {
		keys = append(keys, r.method+" "+r.path)
	}
	return keys
}

// ClientAddress finds out where a request came from.
var ClientAddress = clientAddress

// ForgetPages drops the finished pages of an event, but not what they are made of.
func (s *Server) ForgetPages(eventID int64) {
	s.snapshots.mu.RLock()
	f := s.snapshots.byID[eventID]
	s.snapshots.mu.RUnlock()
	next := *f.current.Load()
	next.pages, next.parts = live.NewPages(), map[string]*part{}
	for slug, p := range f.current.Load().parts {
		next.parts[slug] = &part{shelf: p.shelf, pages: live.NewPages()}
	}
	f.current.Store(&next)
}

// InMemory reports whether the page at an address is finished, in English.
func (s *Server) InMemory(host, uri string) bool {
	path, _, _ := strings.Cut(uri, "?")
	snap, name := s.snapshotAt(path)
	if strings.HasPrefix(path, apiPath) {
		host = "" // its pages name no host
	}
	return snap != nil && snap.pageAt(name, live.Address{Host: host, Language: "en", URI: uri}) != nil
}

// TakeTimeToBuild lets a slow machine build what belongs to a publication.
func (s *Server) TakeTimeToBuild() { s.snapshots.ofPublication.time = 10 * time.Minute }

// LimitTokens lets a token ask once a second, and 20 times at once.
func (s *Server) LimitTokens() {
	s.tokens = middleware.NewRateLimiterMemoryStoreWithConfig(middleware.RateLimiterMemoryStoreConfig{Rate: 1, Burst: 20})
}

// Heard is the version of an event that this node heard of last.
func (s *Server) Heard(eventID int64) int64 {
	f := s.snapshots.byID[eventID]
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.heard.to
}

// Rested reports whether the node would begin with news of an event at once.
func (s *Server) Rested(eventID int64) bool {
	f := s.snapshots.byID[eventID]
	f.mu.Lock()
	defer f.mu.Unlock()
	return !f.busy
}

// PublicBook is the book that public pages of a section are made of.
func (s *Server) PublicBook(eventID, sectionID int64) *tournament.Book {
	return s.snapshots.byID[eventID].current.Load().part(sectionID).shelf.Book
}

// CatchUp waits until the public pages of an event are as new as the news that
// this node has heard.
func (s *Server) CatchUp(eventID int64) {
	s.snapshots.mu.RLock()
	f := s.snapshots.byID[eventID]
	s.snapshots.mu.RUnlock()
	for f != nil {
		f.mu.Lock()
		now := f.current.Load()
		there := now == nil || len(f.stale) == 0 && now.read >= f.wanted
		f.mu.Unlock()
		if there {
			return
		}
		time.Sleep(50 * time.Microsecond) // who spins takes the processor from the node
	}
}

// ActWords tells the acts of a card without players, from two positions.
func ActWords(acts []dispute.Act, boards [2]bughouse.Setup) []string {
	return actWords(dispute.File{}, acts, boards)
}

// Followed are the events in memory.
func (s *Server) Followed() []int64 {
	s.snapshots.mu.RLock()
	defer s.snapshots.mu.RUnlock()
	return slices.Collect(maps.Keys(s.snapshots.byID))
}

// EncodeLink finds a square code and its dashes, LineAlone says that nothing is drawn over it.
var EncodeLink, LineAlone = encode, lineAlone

// DrawnOver says whether a module is drawn over the line anyway.
type DrawnOver = drawnOver
