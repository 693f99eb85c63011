// Package desk is what a desk does with a round that is played: the wall, results, verification, missing tables, corrections, the round
// clock, prizes. What a result means is the services' matter.
package desk

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
	Setup   *tournament.SetupCommands
	Rounds  *tournament.RoundCommands
	Results *tournament.ResultCommands
	Clocks  *tournament.ClockCommands
	Floor   *tournament.FloorCommands
	Reader  Reader
	Dispute *dispute.Service
	Jump    *ClockJump
	Desks   DeskSeats // who stands at which table
}

type correctionHandlers struct{ *Handlers }

type clockHandlers struct{ *Handlers }

// Reader is what this area reads of events.
type Reader interface {
	Book(ctx context.Context, eventID, sectionID int64) (*tournament.SectionBook, error)
	Books(ctx context.Context, eventID int64, sectionIDs []int64) (map[int64]*tournament.SectionBook, error)
	CorrectionOf(ctx context.Context, eventID, sectionID, correctionID int64) (tournament.WaitingCorrection, error)
	DraftRound(ctx context.Context, eventID, sectionID int64, round int) (tournament.DraftRound, error)
	Reports(ctx context.Context, eventID, matchID int64) ([]tournament.ResultReport, error)
	Screens(ctx context.Context, eventID int64) ([]tournament.Screen, error)
	WaitingCorrections(ctx context.Context, eventID, sectionID int64) ([]tournament.WaitingCorrection, error)
}

// Routes are all addresses of this area, each with the permission it needs.
func (h *Handlers) Routes() []visit.Route {
	return slices.Concat(
		h.resultRoutes(),
		h.noShowRoutes(),
		h.deskPrizeRoutes(),
		(&correctionHandlers{h}).correctionRoutes(),
		(&correctionHandlers{h}).seatRoutes(),
		(&clockHandlers{h}).clockRoutes(),
	)
}
