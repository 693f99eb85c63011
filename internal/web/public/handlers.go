// Package public is what players, parents and spectators read: pairings, standings, teams, the own team's page, sharing and embedding.
// It decides nothing of a tournament and shows nothing that is not published.
package public

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
	Results *tournament.ResultCommands
	Reader  Reader
	Dispute *dispute.Service
	Public  Public // with few connections of its own
}

type ownTeamHandlers struct{ *Handlers }

type sharingHandlers struct{ *Handlers }

type guideHandlers struct{ *Handlers }

// Reader is what this area reads of events.
type Reader interface {
	Book(ctx context.Context, eventID, sectionID int64) (*tournament.SectionBook, error)
	Events(ctx context.Context) ([]tournament.Event, error)
	TeamByLink(ctx context.Context, hash []byte) (tournament.LinkedTeam, error)
}

// Public is what this area reads for everybody.
type Public interface {
	PublicEvents(ctx context.Context) ([]tournament.Event, error)
}

// Routes are all addresses of this area, each with the permission it needs.
func (h *Handlers) Routes() []visit.Route {
	return slices.Concat(
		h.publicRoundRoutes(),
		(&guideHandlers{h}).guideRoutes(),
		h.homeRoutes(),
		h.installRoutes(),
		h.noContactRoutes(),
		h.prizeRoutes(),
		h.referenceRoutes(),
		h.robotRoutes(),
		h.rulesRoutes(),
		h.tableRoutes(),
		(&ownTeamHandlers{h}).teamLinkRoutes(),
		(&ownTeamHandlers{h}).ownTeamRoutes(),
		(&ownTeamHandlers{h}).slipCodeRoutes(),
		(&sharingHandlers{h}).calendarRoutes(),
		(&sharingHandlers{h}).embedRoutes(),
		(&sharingHandlers{h}).embedMakerRoutes(),
		(&sharingHandlers{h}).pictureRoutes(),
	)
}
