package web

import (
	"strings"
	"time"

	"github.com/labstack/echo/v4/middleware"

	"github.com/tandemchess/tandem/internal/live"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/address"
)

// RouteKeys lists the route table as "METHOD path" for the permission matrix.
func (s *Server) RouteKeys() []string {
	var keys []string
	for _, r := range s.routes() {
		keys = append(keys, r.Method+" "+r.Path)
	}
	return keys
}

// ClientAddress finds out where a request came from.
var ClientAddress = clientAddress

// ForgetPages drops the finished pages of an event, but not what they are made of.
func (s *Server) ForgetPages(eventID int64) { s.Snapshots.DropPages(eventID) }

// InMemory reports whether the page at an address is finished, in English.
func (s *Server) InMemory(host, uri string) bool {
	path, _, _ := strings.Cut(uri, "?")
	snap, name := s.snapshotAt(path)
	if strings.HasPrefix(path, address.API) {
		host = "" // its pages name no host
	}
	return snap != nil && pageAt(snap, name, live.Address{Host: host, Language: "en", URI: uri}) != nil
}

// TakeTimeToBuild lets a slow machine build what belongs to a publication.
func (s *Server) TakeTimeToBuild() { s.Snapshots.TakeTime(10 * time.Minute) }

// LimitTokens lets a token ask once a second, and 20 times at once.
func (s *Server) LimitTokens() {
	s.tokens = middleware.NewRateLimiterMemoryStoreWithConfig(middleware.RateLimiterMemoryStoreConfig{Rate: 1, Burst: 20})
}

// Heard is the version of an event that this node heard of last.
func (s *Server) Heard(eventID int64) int64 { return s.Snapshots.Heard(eventID) }

// Hear waits until this node has heard of a version of an event.
func (s *Server) Hear(eventID, version int64) {
	for !s.Snapshots.KnowsOf(eventID, version) {
		time.Sleep(50 * time.Microsecond)
	}
}

// Rested reports whether the node would begin with news of an event at once.
func (s *Server) Rested(eventID int64) bool { return s.Snapshots.Rested(eventID) }

// PublicBook is the book that public pages of a section are made of.
func (s *Server) PublicBook(eventID, sectionID int64) *tournament.SectionBook {
	return s.Snapshots.Newest(eventID).OfSection(sectionID).View.SectionBook
}

// CatchUp waits until the public pages of an event are as new as the news that
// this node has heard.
func (s *Server) CatchUp(eventID int64) {
	for !s.Snapshots.UpToDate(eventID) {
		time.Sleep(50 * time.Microsecond) // who spins takes the processor from the node
	}
}

// Followed are the events in memory.
func (s *Server) Followed() []int64 { return s.Snapshots.Followed() }

// OnOwnMachine makes the database the one that Tandem started itself.
func (s *Server) OnOwnMachine() { s.chief.OwnMachine = true }

// AllowStreams bounds how many streams there may be.
func (s *Server) AllowStreams(most int) { s.deps.MostStreams = most }
