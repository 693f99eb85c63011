// Package setup is how an event comes about: its settings and sections, teams and their import, people with roles, programs.
package setup

import (
	"context"
	"slices"

	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/founding"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/savepoint"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
)

// Handlers answer the requests of this area.
type Handlers struct {
	*visit.Site
	Setup    *tournament.SetupCommands
	Entries  *tournament.EntryCommands
	Floor    *tournament.FloorCommands
	Reader   Reader
	Founding *founding.Service
	Accounts *account.Service
	Journal  journal.Reader
	Backups  *savepoint.Keeper
	Second   *savepoint.Second

	// RefusesHook says why notices cannot be sent to an address, nil when they can; nil: every
	// address is taken.
	RefusesHook func(ctx context.Context, address string) error
}

type entryHandlers struct{ *Handlers }

type lineUpHandlers struct{ *Handlers }

type peopleHandlers struct{ *Handlers }

// Reader is what this area reads of events.
type Reader interface {
	Book(ctx context.Context, eventID, sectionID int64) (*tournament.SectionBook, error)
	Books(ctx context.Context, eventID int64, sectionIDs []int64) (map[int64]*tournament.SectionBook, error)
	Entries(ctx context.Context, eventID int64) (tournament.Entries, error)
	Path(ctx context.Context, eventID int64) ([]tournament.PathStep, error)
	HiddenSections(ctx context.Context, eventID int64) ([]tournament.Section, error)
	Sections(ctx context.Context, eventID int64) ([]tournament.Section, error)
	Webhooks(ctx context.Context, eventID int64) ([]tournament.Webhook, error)
}

// Routes are all addresses of this area, each with the permission it needs.
func (h *Handlers) Routes() []visit.Route {
	return slices.Concat(
		h.setupRoutes(),
		h.rulebookRoutes(),
		(&entryHandlers{h}).teamRoutes(),
		(&moveHandlers{&entryHandlers{h}}).routes(),
		(&lineUpHandlers{h}).lineUpRoutes(),
		(&entryHandlers{h}).importRoutes(),
		(&entryHandlers{h}).importReportRoutes(),
		(&entryHandlers{h}).reportRoutes(),
		(&peopleHandlers{h}).peopleRoutes(),
		(&peopleHandlers{h}).programRoutes(),
	)
}
