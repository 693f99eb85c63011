// Package dispute is incidents, rulings, appeals and the register of penalties. Which ruling a claim deserves is decided in
// internal/ruling and internal/dispute, never here.
package dispute

import (
	"context"

	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
)

// Handlers answer the requests of this area.
type Handlers struct {
	*visit.Site
	Dispute *dispute.Service
	Live    *tournament.LiveCommands
	Reader  Reader
}

type rulingHandlers struct{ *Handlers }

type appealHandlers struct{ *Handlers }

// Reader is what this area reads of events.
type Reader interface {
	Book(ctx context.Context, eventID, sectionID int64) (*tournament.SectionBook, error)
	Books(ctx context.Context, eventID int64, sectionIDs []int64) (map[int64]*tournament.SectionBook, error)
	Entries(ctx context.Context, eventID int64) (tournament.Entries, error)
}

// Routes are all addresses of this area, each with the permission it needs.
func (h *Handlers) Routes() []visit.Route {
	return append(h.disputeRoutes(), (&conductHandlers{h}).routes()...)
}
