package account

import (
	"context"
	"time"

	"github.com/tandemchess/tandem/internal/journal"
)

// InvitationCommands bring people in by links, the first organizer too.
type InvitationCommands struct {
	people  organizers
	links   Invitations
	roles   Roles
	persons *PersonCommands // make the account of who follows a link
	doors   *SignInCommands // and sign the person in
	now     func() time.Time
	invites journal.Changes[inviteTx]
	joins   journal.Changes[joinTx]
}

// organizers says whether the server has one.
type organizers interface {
	HasOrganizer(ctx context.Context) (bool, error)
}
