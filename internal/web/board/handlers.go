// Package board is live matches: their record, the boards that send it, and what spectators see of it. The rules of play are in
// internal/livegame.
package board

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
	Looks      Looks // how far the record of a match had come
}

// Routes are all addresses of this area, each with the permission it needs.
func (h *Handlers) Routes() []visit.Route {
	return slices.Concat(
		h.liveRoutes(),
		h.feedRoutes(),
	)
}
