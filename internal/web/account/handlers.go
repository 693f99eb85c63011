// Package account is signing in and out, invitations, codes for phones, a person's own settings and devices.
package account

import (
	"slices"

	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/savepoint"
	"github.com/tandemchess/tandem/internal/web/visit"
)

// Handlers answer the requests of this area.
type Handlers struct {
	*visit.Site
	Accounts *account.Service
	Carry    *savepoint.Carry // goes on with a save point of a lost machine; nil: not from a page
}

// Routes are all addresses of this area, each with the permission it needs.
func (h *Handlers) Routes() []visit.Route {
	return slices.Concat(h.accountRoutes(), h.tourRoutes(), (&carryHandlers{h}).routes())
}
