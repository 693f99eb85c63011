// Package board is live matches: their record, the boards that send it, and what spectators see of it. The rules of play are in
// internal/livegame.
package board

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
	Results *tournament.ResultCommands
	Live    *tournament.LiveCommands
	Reader  Reader
	Dispute *dispute.Service
	Public  tournament.LiveReader // with few connections of its own
	Looks   Looks                 // how far the record of a match had come
}

// Reader is what this area reads of events.
type Reader interface {
	FeedByToken(ctx context.Context, tokenHash []byte) (tournament.Feed, error)
	Feeds(ctx context.Context, eventID, sectionID int64) ([]tournament.Feed, error)
}

// Routes are all addresses of this area, each with the permission it needs.
func (h *Handlers) Routes() []visit.Route {
	return slices.Concat(
		h.liveRoutes(),
		h.feedRoutes(),
	)
}
