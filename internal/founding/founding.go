// Package founding makes an event together with its sections and its first officials,
// as one command in one transaction: after a crash there is all of it or nothing. It
// decides nothing itself: what an event may be is said by tournament, who gets a role
// by account. It must never hold SQL or know of pages.
package founding

import (
	"context"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/tournament"
)

// Store makes events.
type Store interface {
	// FoundEvent allots an event id, writes the event row, runs making, then each of the
	// appointments, and appends a journal entry for every one of them. The same command a
	// second time answers with the event it made.
	FoundEvent(ctx context.Context, e tournament.Event, cmd journal.Command, making func(tournament.FoundingTx) (journal.Change, error),
		appointments ...func(account.AppointTx) (journal.Change, error)) (tournament.Event, error)
}

// Service founds events.
type Service struct{ store Store }

// NewService returns the service on a store.
func NewService(store Store) *Service { return &Service{store: store} }

// Found makes an event with its sections and gives its maker the roles. What is wrong
// with the event are field messages, as in tournament.Service.CreateEvent.
func (s *Service) Found(ctx context.Context, cmd journal.Command, in tournament.NewEvent, maker account.Account, roles ...access.Role) (tournament.Event, error) {
	event, making, err := tournament.PlanEvent(in)
	if err != nil {
		return tournament.Event{}, err
	}
	var appointments []func(account.AppointTx) (journal.Change, error)
	for _, role := range roles {
		appointments = append(appointments, func(tx account.AppointTx) (journal.Change, error) {
			return account.AppointMaker(ctx, tx, maker, role)
		})
	}
	return s.store.FoundEvent(ctx, event, cmd, func(tx tournament.FoundingTx) (journal.Change, error) { return making(ctx, tx) }, appointments...)
}
