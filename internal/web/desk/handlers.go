// Package desk is what a desk does with a round that is played: the wall, results, verification, missing tables, corrections, the round
// clock, prizes. What a result means is the services' matter.
package desk

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
	Jump       *ClockJump
	Desks      DeskSeats // who stands at which table
}

type correctionHandlers struct{ *Handlers }

type clockHandlers struct{ *Handlers }

// Routes are all addresses of this area, each with the permission it needs.
func (h *Handlers) Routes() []visit.Route {
	return slices.Concat(
		h.resultRoutes(),
		h.noShowRoutes(),
		h.deskPrizeRoutes(),
		(&correctionHandlers{h}).correctionRoutes(),
		(&clockHandlers{h}).clockRoutes(),
	)
}
