// Package api is the programming interface, /api/v1: what everybody may read as JSON, and with a token what the desk does. It goes
// through the same commands as the forms of the desk.
package api

import (
	"context"
	"slices"

	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
)

// Handlers answer the requests of this area.
type Handlers struct {
	*visit.Site
	Entries *tournament.EntryCommands
	Rounds  *tournament.RoundCommands
	Results *tournament.ResultCommands
	Clocks  *tournament.ClockCommands
	Points  *tournament.PointsCommands
	Phases  *tournament.PhaseCommands
	Reader  Reader
	Dispute *dispute.Service
	Public  Public // with few connections of its own
}

// Reader is what this area reads of events.
type Reader interface {
	Book(ctx context.Context, eventID, sectionID int64) (*tournament.SectionBook, error)
	Books(ctx context.Context, eventID int64, sectionIDs []int64) (map[int64]*tournament.SectionBook, error)
	Entries(ctx context.Context, eventID int64) (tournament.Entries, error)
	PointsGiven(ctx context.Context, eventID, sectionID int64) ([]tournament.GivenPoints, error)
	DraftRound(ctx context.Context, eventID, sectionID int64, round int) (tournament.DraftRound, error)
}

// Public is what this area reads for everybody.
type Public interface {
	PublicEvents(ctx context.Context) ([]tournament.Event, error)
}

// Routes are all addresses of this area, each with the permission it needs.
func (h *Handlers) Routes() []visit.Route {
	return slices.Concat(
		h.apiRoutes(),
		h.apiIncidentRoutes(),
		h.apiResultRoutes(),
		h.apiRoundRoutes(),
		h.apiTeamRoutes(),
		(&pointsHandlers{h}).routes(),
		(&conductHandlers{h}).routes(),
		(&phaseHandlers{h}).routes(),
	)
}
