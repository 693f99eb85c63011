// Package print is what goes on paper: lists, slips, badges, brackets, and which printing is outdated.
package print

import (
	"context"

	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
)

// Handlers answer the requests of this area.
type Handlers struct {
	*visit.Site
	Results *tournament.ResultCommands
	Reader  Reader
}

// Reader is what this area reads of events.
type Reader interface {
	DraftRound(ctx context.Context, eventID, sectionID int64, round int) (tournament.DraftRound, error)
	Drafted(ctx context.Context, eventID int64) ([]tournament.Drafted, error)
	Printed(ctx context.Context, eventID int64) ([]tournament.Printing, error)
}

// Routes are all addresses of this area, each with the permission it needs.
func (h *Handlers) Routes() []visit.Route {
	return h.printRoutes()
}
