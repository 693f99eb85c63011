package web

import (
	"slices"

	"github.com/labstack/echo/v4"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/web/account"
	"github.com/tandemchess/tandem/internal/web/address"
	"github.com/tandemchess/tandem/internal/web/api"
	"github.com/tandemchess/tandem/internal/web/board"
	"github.com/tandemchess/tandem/internal/web/dispute"
	"github.com/tandemchess/tandem/internal/web/hall"
	"github.com/tandemchess/tandem/internal/web/print"
	"github.com/tandemchess/tandem/internal/web/public"
	"github.com/tandemchess/tandem/internal/web/rounds"
	"github.com/tandemchess/tandem/internal/web/setup"
	"github.com/tandemchess/tandem/internal/web/visit"
)

// routes is the whole table: each area gives its own.
func (s *Server) routes() []visit.Route {
	d := s.deps
	reader := d.Tournament.Reader()
	settings := &setup.Handlers{
		Site: s.Site, Setup: d.Tournament.SetupCommands, Entries: d.Tournament.EntryCommands, Floor: d.Tournament.FloorCommands, Reader: reader, Founding: d.Founding, Accounts: d.Accounts, Journal: d.Journal, Backups: d.Backups, Second: d.Second,
		RefusesHook: d.RefusesHook,
	}
	return slices.Concat(
		s.ownRoutes(),
		(&account.Handlers{Site: s.Site, Accounts: d.Accounts, Carry: d.Carry}).Routes(),
		(&public.Handlers{Site: s.Site, Entries: d.Tournament.EntryCommands, Results: d.Tournament.ResultCommands, Reader: reader, Dispute: d.Dispute, Public: d.Public}).Routes(),
		settings.Routes(),
		(&rounds.Handlers{
			Site: s.Site, Entries: d.Tournament.EntryCommands, Rounds: d.Tournament.RoundCommands, Times: d.Tournament.TimeCommands, Points: d.Tournament.PointsCommands, Phases: d.Tournament.PhaseCommands, Setup: d.Tournament.SetupCommands,
			Reader: reader, Dispute: d.Dispute, Accounts: d.Accounts, Journal: d.Journal,
			SetupPage: settings.SetupPage, BackupPage: s.chief.BackupPage, PapersLeft: print.PapersLeft,
		}).Routes(),
		s.desk.Routes(),
		(&dispute.Handlers{Site: s.Site, Dispute: d.Dispute, Live: d.Tournament.LiveCommands, Reader: reader}).Routes(),
		(&board.Handlers{Site: s.Site, Results: d.Tournament.ResultCommands, Live: d.Tournament.LiveCommands, Reader: reader, Dispute: d.Dispute, Public: d.Public}).Routes(),
		s.chief.Routes(),
		(&print.Handlers{Site: s.Site, Results: d.Tournament.ResultCommands, Reader: reader}).Routes(),
		(&hall.Handlers{Site: s.Site, Floor: d.Tournament.FloorCommands, Reader: reader}).Routes(),
		(&api.Handlers{Site: s.Site, Entries: d.Tournament.EntryCommands, Rounds: d.Tournament.RoundCommands, Results: d.Tournament.ResultCommands, Clocks: d.Tournament.ClockCommands, Points: d.Tournament.PointsCommands, Phases: d.Tournament.PhaseCommands, Reader: reader, Dispute: d.Dispute, Public: d.Public}).Routes(),
	)
}

// ownRoutes are the addresses that belong to no area: streams, what machines ask, files.
func (s *Server) ownRoutes() []visit.Route {
	return []visit.Route{
		visit.Get("/healthz", access.ReadPublic, s.healthz),
		visit.Get("/static/*", access.ReadPublic, s.static),
		visit.Get(address.Event+"/stream", access.ReadPublic, s.publicStream),
		visit.Get(address.Desk+"/stream", access.SeeDesk, s.deskStream),
		visit.Get(address.Desk+"/notices", access.UseAccount, s.notices),
	}
}

func (s *Server) register(routes []visit.Route) {
	for _, r := range routes {
		if !access.Known(r.Needs) {
			panic("route " + r.Method + " " + r.Path + " declares no known permission") // found by the first test that starts a server
		}
		s.echo.Add(r.Method, r.Path, func(c echo.Context) error { return s.admit(c, r) })
	}
}
