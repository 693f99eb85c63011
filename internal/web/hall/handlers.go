// Package hall is what is shown on the wall of a hall: screens and the bracket, readable from ten metres.
package hall

import (
	"context"

	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
)

// Handlers answer the requests of this area.
type Handlers struct {
	*visit.Site
	Floor  *tournament.FloorCommands
	Reader Reader
}

// Reader is what this area reads of events.
type Reader interface {
	Screens(ctx context.Context, eventID int64) ([]tournament.Screen, error)
}

// Routes are all addresses of this area, each with the permission it needs.
func (h *Handlers) Routes() []visit.Route {
	return h.hallRoutes()
}
