// Package rounds is the pairing of rounds: a section's dashboard, the workbench, publishing and repairing. It pairs nothing itself.
package rounds

import (
	"context"
	"slices"
	"time"

	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/templates/chief"
	"github.com/tandemchess/tandem/templates/setup"
)

// Handlers answer the requests of this area.
type Handlers struct {
	*visit.Site
	Entries  *tournament.EntryCommands
	Rounds   *tournament.RoundCommands
	Times    *tournament.TimeCommands
	Points   *tournament.PointsCommands
	Phases   *tournament.PhaseCommands
	Setup    *tournament.SetupCommands
	Reader   Reader
	Dispute  *dispute.Service
	Accounts *account.Service
	Journal  journal.Reader
	Drafting Drafting // how far drafts are that this node makes

	// What other areas know of a section and its event.
	SetupPage  func(*visit.Visit) (setup.Setup, error)
	BackupPage func(*visit.Visit) (chief.Backup, error)
	PapersLeft func(*visit.Visit, *publicpages.SectionView, *tournament.Round, visit.Printings) (says string, open bool)
}

// Reader is what this area reads of events.
type Reader interface {
	Book(ctx context.Context, eventID, sectionID int64) (*tournament.SectionBook, error)
	Books(ctx context.Context, eventID int64, sectionIDs []int64) (map[int64]*tournament.SectionBook, error)
	AppealWindows(ctx context.Context, eventID, sectionID int64, at time.Time) ([]tournament.AppealWindow, error)
	DraftRound(ctx context.Context, eventID, sectionID int64, round int) (tournament.DraftRound, error)
	PointsGiven(ctx context.Context, eventID, sectionID int64) ([]tournament.GivenPoints, error)
	Printed(ctx context.Context, eventID int64) ([]tournament.Printing, error)
	Publications(ctx context.Context, eventID, sectionID int64, round int) ([]tournament.Publication, error)
	TimeMoves(ctx context.Context, eventID int64) ([]tournament.TimeMove, error)
	WaitingCorrections(ctx context.Context, eventID, sectionID int64) ([]tournament.WaitingCorrection, error)
}

// Routes are all addresses of this area, each with the permission it needs.
func (h *Handlers) Routes() []visit.Route {
	return slices.Concat(
		h.groupRoutes(),
		h.roundDeskRoutes(),
		h.prospectRoutes(),
		(&paceHandlers{h.Times, h.Setup, h.Reader}).routes(),
		(&announceHandlers{h.Rounds, h.Dispute}).routes(),
		(&pointsHandlers{h.Points, h.Reader, h.Dispute}).routes(),
		(&phaseHandlers{h.Phases, h.Rounds, h.Reader}).routes(),
	)
}
