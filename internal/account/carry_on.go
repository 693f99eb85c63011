package account

import (
	"context"
	"slices"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/journal"
)

// CarryOn makes the account of whoever went on with a save point on this machine, who holds its
// one-time link: organizer of the server and of these events, under the own name. Each event's
// journal says why. It is for the holder of the link alone, which the caller has proved.
func (s *InvitationCommands) CarryOn(ctx context.Context, p NewPerson, eventIDs []int64, device, address string) (session string, err error) {
	a, err := s.persons.newAccount(ctx, p, string(access.Organizer))
	if err != nil {
		return "", err
	}
	if err := s.persons.people.CreateAccount(ctx, a); err != nil {
		return "", err
	}
	cmd := journal.Command{
		Actor:  journal.Actor{AccountID: a.AccountID, Name: a.Name},
		Reason: "Went on with this event on another machine, by its one-time link, from a save point.",
	}
	for _, id := range slices.Compact(slices.Sorted(slices.Values(eventIDs))) {
		if _, err := s.joins(ctx, id, cmd, func(tx joinTx) (journal.Change, error) {
			return insertGrant(ctx, tx, Grant{EventID: id, AccountID: a.AccountID, Role: access.Organizer, GrantedBy: a.AccountID}, a.Name)
		}); err != nil {
			return "", err
		}
	}
	return s.doors.openSession(ctx, a.AccountID, device, address)
}
