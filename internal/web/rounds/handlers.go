// Package rounds is the pairing of rounds: a section's dashboard, the workbench, publishing and repairing. It pairs nothing itself.
package rounds

import (
	"slices"

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
	Tournament *tournament.Service
	Dispute    *dispute.Service
	Accounts   *account.Service
	Journal    journal.Reader
	Drafting   Drafting // how far drafts are that this node makes

	// What other areas know of a section and its event.
	SetupPage  func(*visit.Visit) (setup.Setup, error)
	BackupPage func(*visit.Visit) (chief.Backup, error)
	PapersLeft func(*visit.Visit, *publicpages.Shelf, *tournament.Round, visit.Printings) (says string, open bool)
}

// Routes are all addresses of this area, each with the permission it needs.
func (h *Handlers) Routes() []visit.Route {
	return slices.Concat(
		h.groupRoutes(),
		h.roundDeskRoutes(),
	)
}
