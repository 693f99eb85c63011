package account

import (
	"time"

	"github.com/tandemchess/tandem/internal/journal"
)

// RoleCommands say what people may do in an event, where they work and to whom they are tied.
type RoleCommands struct {
	roles  Roles
	now    func() time.Time
	grants journal.Changes[grantTx]
	ties   journal.Changes[tieTx]
	moves  journal.Changes[moveTx]
}
