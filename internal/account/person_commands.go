package account

import (
	"context"
	"time"
)

// PersonCommands make accounts and change what belongs to a person alone.
type PersonCommands struct {
	// Hashing is what new passwords cost to try. It is lowered only where passwords
	// guard nothing, as in tests.
	Hashing Hashing

	people   People
	sessions ended
	now      func() time.Time
}

// ended signs devices out.
type ended interface {
	EndSessions(ctx context.Context, accountID int64, sessionIDs []int64, at time.Time) error
}
