// Package chief is what the chief floor director and whoever looks after the machine see: the floor, messages, the journal, backups,
// health.
package chief

import (
	"context"
	"slices"

	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/live"
	"github.com/tandemchess/tandem/internal/savepoint"
	"github.com/tandemchess/tandem/internal/takeback"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
	pages "github.com/tandemchess/tandem/templates/chief"
)

// Handlers answer the requests of this area.
type Handlers struct {
	*visit.Site
	Floor       *tournament.FloorCommands
	Reader      Reader
	Dispute     *dispute.Service
	Accounts    *account.Service
	Journal     journal.Reader
	Back        takeback.Desk
	Hub         *live.Hub
	Backups     *savepoint.Keeper
	Second      *savepoint.Second // where copies of the save points go
	Guests      *savepoint.Guests // whose save points are kept here
	Machine     Machine
	Slowest     *visit.Slowest
	HealthToken string // lets a machine see /server/health; "" lets none
	OwnMachine  bool   // the database is the one Tandem started itself
}

type machineHandlers struct{ *Handlers }

// Reader is what this area reads of events.
type Reader interface {
	Books(ctx context.Context, eventID int64, sectionIDs []int64) (map[int64]*tournament.SectionBook, error)
	Entries(ctx context.Context, eventID int64) (tournament.Entries, error)
	DeskMessages(ctx context.Context, eventID, account int64) ([]tournament.DeskMessage, error)
	EventBySlug(ctx context.Context, slug string) (tournament.Event, error)
	Events(ctx context.Context) ([]tournament.Event, error)
	Sections(ctx context.Context, eventID int64) ([]tournament.Section, error)
}

// Routes are all addresses of this area, each with the permission it needs.
func (h *Handlers) Routes() []visit.Route {
	return slices.Concat(
		h.floorRoutes(),
		h.messageRoutes(),
		h.journalRoutes(),
		h.takeBackRoutes(),
		h.exerciseRoutes(),
		(&machineHandlers{h}).backupRoutes(),
		(&machineHandlers{h}).guestRoutes(),
		(&machineHandlers{h}).healthRoutes(),
	)
}

// BackupPage is what the page of backups says.
func (h *Handlers) BackupPage(v *visit.Visit) (pages.Backup, error) {
	return (&machineHandlers{h}).backupPage(v)
}
