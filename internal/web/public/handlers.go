// Package public is what players, parents and spectators read: pairings, standings, teams, the own team's page, sharing and embedding.
// It decides nothing of a tournament and shows nothing that is not published.
package public

import (
	"slices"

	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
)

// Handlers answer the requests of this area.
type Handlers struct {
	*visit.Site
	Tournament *tournament.Service
	Dispute    *dispute.Service
	Public     tournament.Reader // with few connections of its own
}

type ownTeamHandlers struct{ *Handlers }

type sharingHandlers struct{ *Handlers }

// Routes are all addresses of this area, each with the permission it needs.
func (h *Handlers) Routes() []visit.Route {
	return slices.Concat(
		h.publicRoundRoutes(),
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
