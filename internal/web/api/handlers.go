// Package api is the programming interface, /api/v1: what everybody may read as JSON, and with a token what the desk does. It goes
// through the same commands as the forms of the desk.
package api

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
	Public     tournament.Reader
}

// Routes are all addresses of this area, each with the permission it needs.
func (h *Handlers) Routes() []visit.Route {
	return slices.Concat(
		h.apiRoutes(),
		h.apiIncidentRoutes(),
		h.apiResultRoutes(),
		h.apiRoundRoutes(),
		h.apiTeamRoutes(),
	)
}
