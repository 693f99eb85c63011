package account

import (
	"time"

	"github.com/tandemchess/tandem/internal/journal"
)

// ProgramCommands let programs in that act for a person.
type ProgramCommands struct {
	programs Tokens
	roles    Roles
	now      func() time.Time
	tokens   journal.Changes[tokenTx]
}
