package visit

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/live"
	"github.com/tandemchess/tandem/internal/livegame"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
)

// Options are what a site stands on.
type Options struct {
	Log      *slog.Logger
	Now      func() time.Time
	Reader   Reader
	Public   tournament.Reader // what public pages are made of
	Live     LiveRecords
	Frames   Frames
	Accounts Officials
	Journal  JournalHead
	Hub      *live.Hub
	Asset    func(name string) string // "public.css" → address of the built file
	Hears    func() error             // why this node does not hear of changes; nil: it does
	Secure   bool                     // pages are reached through TLS: cookies say so
	URL      string                   // where people reach the pages, no slash at the end; "" is the host that a request names
	Build    string                   // of the program
	Program  string                   // the same as people read it, for the foot of pages; may be empty
	Texts    string                   // the folder of the rulebooks' own texts; "" has none

	// BuildPage makes a public page of a snapshot that nobody sees yet.
	BuildPage func(*publicpages.Snapshot, live.Address)
}

// Reader is what a visit reads of an event.
type Reader interface {
	EventBySlug(ctx context.Context, slug string) (tournament.Event, error)
	Sections(ctx context.Context, eventID int64) ([]tournament.Section, error)
	Book(ctx context.Context, eventID, sectionID int64) (*tournament.SectionBook, error)
	Books(ctx context.Context, eventID int64, sectionIDs []int64) (map[int64]*tournament.SectionBook, error)
	DraftRound(ctx context.Context, eventID, sectionID int64, round int) (tournament.DraftRound, error)
	AppealWindows(ctx context.Context, eventID, sectionID int64, now time.Time) ([]tournament.AppealWindow, error)
	RulebookTexts(ctx context.Context, eventID int64) ([]tournament.RulebookText, error)
	RulebookText(ctx context.Context, eventID int64, name string) (tournament.RulebookText, error)
	SlipKey(ctx context.Context, eventID int64) ([]byte, error)
	TeamAtTable(ctx context.Context, eventID, sectionID int64, round, table, slot int) (tournament.LinkedTeam, error)
}

// LiveRecords are the records of matches.
type LiveRecords interface {
	LiveMatch(ctx context.Context, eventID, matchID int64) (*livegame.Record, error)
}

// Frames are what stands around the pages of a desk.
type Frames interface {
	DeskFrame(ctx context.Context, eventID, account int64, hears bool) (dispute.DeskFrame, error)
}

// Officials are the people with a role.
type Officials interface {
	Officials(ctx context.Context, eventID int64) ([]account.Official, error)
}

// JournalHead is the newest entry of a journal.
type JournalHead interface {
	Head(ctx context.Context, eventID int64) (journal.Hash, error)
}

// Site is what all requests share: what the server remembers between them, and what
// every page needs whatever it is about.
type Site struct {
	Log    *slog.Logger
	Now    func() time.Time
	Asset  func(name string) string
	Secure bool
	URL    string

	Events    Directory
	Books     publicpages.Books
	Snapshots *publicpages.Snapshots
	Saving    Saving
	InUse     InUse

	reader      Reader
	records     LiveRecords
	frames      Frames
	accounts    Officials
	journal     JournalHead
	hears       func() error
	build       string
	program     string
	textsFolder string

	listing   atomic.Pointer[live.Pages] // public pages that belong to no event
	builders  chan struct{}              // one for each public page being built
	languages Languages
	hosts     Hosts
	texts     RulebookTexts
}

// NewSite remembers nothing yet.
func NewSite(o Options) *Site {
	s := &Site{
		Log: o.Log, Now: o.Now, Asset: o.Asset, Secure: o.Secure, URL: o.URL,
		reader: o.Reader, records: o.Live, frames: o.Frames, accounts: o.Accounts, journal: o.Journal,
		hears: o.Hears, build: o.Build, program: o.Program, textsFolder: o.Texts, builders: make(chan struct{}, MostBuilders()),
	}
	s.Events.reader = o.Reader
	s.Books.Reader = o.Public
	s.Snapshots = publicpages.NewSnapshots(&s.Books, o.Hub, o.Log, o.BuildPage)
	s.listing.Store(live.NewPages())
	return s
}

// Begin is the visit of a request whose address was not looked at yet.
func (s *Site) Begin(c echo.Context) *Visit {
	v := &Visit{Context: c, site: s, Now: s.Now().UTC()}
	c.Set(visitKey, v)
	v.Words = s.Language(v)
	return v
}

// WordsFor is the language of a request that no visit began for.
func (s *Site) WordsFor(c echo.Context) text.Words { return s.Language(&Visit{Context: c, site: s}) }

// Of is the visit that a request began, nil for one that did not come so far.
func Of(c echo.Context) *Visit {
	v, _ := c.Get(visitKey).(*Visit)
	return v
}

// Saved makes the next request read what this one has just written about an event
// or its sections, before this node is told of it: whoever changed it must not be
// shown what was.
func (s *Site) Saved(eventID int64) {
	s.Events.forget(eventID)
	s.ForgetListing()
}

// ForgetListing drops the pages that belong to no event.
func (s *Site) ForgetListing() { s.listing.Store(live.NewPages()) }

// ListeningError says why this node does not hear of changes; nil while it does.
func (s *Site) ListeningError() error {
	if s.hears == nil {
		return nil
	}
	return s.hears()
}
