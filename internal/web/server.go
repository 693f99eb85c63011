// Package web is the HTTP side of Tandem: routes, who may use them, forms in,
// pages out. A handler reads the request, calls one service method and renders
// or redirects; it holds no SQL, no rule of play and no rule of tournaments.
// Every route stands in one table together with the permission it needs.
package web

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"

	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/founding"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/live"
	"github.com/tandemchess/tandem/internal/savepoint"
	"github.com/tandemchess/tandem/internal/takeback"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/chief"
	"github.com/tandemchess/tandem/internal/web/desk"
	"github.com/tandemchess/tandem/internal/web/visit"
)

// Deps is everything the pages stand on.
type Deps struct {
	Log        *slog.Logger
	Now        func() time.Time
	Tournament *tournament.Service
	Founding   *founding.Service
	Public     tournament.Reader // what public pages read through, with few connections of its own; none shares the desk's
	Accounts   *account.Service
	Dispute    *dispute.Service
	Journal    journal.Reader
	Hub        *live.Hub
	Asset      func(name string) string // "public.css" → address of the built file
	Static     http.Handler             // serves those addresses
	Ready      func(context.Context) error
	Hears      func() error                                // why this node does not hear of changes; nil: it does
	CanSave    func(ctx context.Context, trial bool) error // nil: always
	Backups    *savepoint.Keeper
	Second     *savepoint.Second // where copies of the save points go
	Guests     *savepoint.Guests // whose save points are kept here
	Carry      *savepoint.Carry  // goes on with a save point of a lost machine; nil: not from a page
	Machine    chief.Machine

	// RefusesHook says why notices cannot be sent to an address, nil when they can; nil:
	// every address is taken.
	RefusesHook func(ctx context.Context, address string) error

	RulebookTexts string // the folder of the rulebooks' own texts; "" has none

	HealthToken string // lets a machine see /server/health; "" lets none

	// OwnMachine says that the database is the one Tandem started itself: a machine of
	// one's own, whose organizer keeps its backups.
	OwnMachine bool

	Secure  bool         // pages are reached through TLS: cookies say so
	URL     string       // where people reach the pages, no slash at the end; "" is the host that a request names
	Proxies []*net.IPNet // believed about the address a request came from

	// MostStreams is how many streams there may be before public ones are refused and
	// their pages ask now and then instead; 0 is any number.
	MostStreams int

	// ClockDrift is by how much the clock on the wall has moved against the time
	// that passed; nil measures it.
	ClockDrift func() time.Duration
}

// Server answers requests.
type Server struct {
	*visit.Site
	deps    Deps
	echo    *echo.Echo
	open    openRequests
	slowest visit.Slowest
	crowd   *middleware.RateLimiterMemoryStore // public requests by address
	tokens  *middleware.RateLimiterMemoryStore // requests of programs by token
	desk    *desk.Handlers                     // which looks at the machine's clock
	chief   *chief.Handlers
}

// New puts the areas together.
func New(d Deps) *Server {
	if d.Public.PublicReader == nil {
		d.Public = d.Tournament.Reader()
	}
	s := &Server{deps: d, echo: echo.New()}
	s.Site = visit.NewSite(visit.Options{
		Log: d.Log, Now: d.Now, Reader: d.Tournament.Reader(), Public: d.Public, Live: d.Tournament, Frames: d.Dispute.Reader(), Accounts: d.Accounts,
		Journal: d.Journal, Hub: d.Hub, Asset: d.Asset, Hears: d.Hears, Secure: d.Secure, URL: d.URL, Build: d.Machine.Build, Program: d.Machine.Program, Texts: d.RulebookTexts,
		BuildPage: s.buildPage,
	})
	reader := d.Tournament.Reader()
	s.desk = &desk.Handlers{Site: s.Site, Setup: d.Tournament.SetupCommands, Rounds: d.Tournament.RoundCommands, Results: d.Tournament.ResultCommands, Clocks: d.Tournament.ClockCommands, Floor: d.Tournament.FloorCommands, Reader: reader, Dispute: d.Dispute, Jump: desk.NewClockJump(d.ClockDrift, d.Now)}
	s.chief = &chief.Handlers{
		Site: s.Site, Floor: d.Tournament.FloorCommands, Reader: reader, Dispute: d.Dispute, Accounts: d.Accounts, Journal: d.Journal, Back: takeback.Desk{Journal: d.Journal, Tournament: d.Tournament, Dispute: d.Dispute, Accounts: d.Accounts}, Hub: d.Hub, Backups: d.Backups, Second: d.Second,
		Guests: d.Guests, Machine: d.Machine, Slowest: &s.slowest, HealthToken: d.HealthToken, OwnMachine: d.OwnMachine,
	}
	d.Hub.OnChange(s.Events.Drop)
	d.Hub.OnChange(s.changed)
	s.crowd, s.tokens = newCrowd(), newTokens()
	s.echo.HideBanner = true
	s.echo.HTTPErrorHandler = s.answerError
	s.echo.IPExtractor = clientAddress(d.Proxies)
	s.use()
	s.register(s.routes())
	return s
}

// changed takes what an event's news makes old out of memory.
func (s *Server) changed(eventID, version int64, reach journal.Reach) {
	if reach.Public() {
		s.ForgetListing()
	}
	s.Snapshots.Changed(eventID, version, reach)
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if s.fromMemory(w, r) {
		return
	}
	if r.Method == http.MethodHead { // answered as GET is, without the body
		head := *r
		head.Method = http.MethodGet
		s.echo.ServeHTTP(headOnly{w}, &head)
		return
	}
	s.echo.ServeHTTP(w, r)
}

// headOnly leaves the body of an answer out.
type headOnly struct{ http.ResponseWriter }

func (headOnly) Write(b []byte) (int, error) { return len(b), nil }

// WatchClock looks until ctx ends whether the clock of this machine was set.
func (s *Server) WatchClock(ctx context.Context) { s.desk.WatchClock(ctx) }

// LookAtClock is one look of WatchClock.
func (s *Server) LookAtClock(ctx context.Context) error { return s.desk.LookAtClock(ctx) }
