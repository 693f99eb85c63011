package tournament

import (
	"context"

	"github.com/tandemchess/tandem/internal/journal"
)

// change runs a decision that has an answer; a repeat of the command gets the
// first answer back.
func change[T any](ctx context.Context, store Store, eventID int64, cmd journal.Command, decide func(Tx) (T, journal.Change, error)) (T, error) {
	var answer T
	receipt, err := store.Change(ctx, eventID, cmd, func(tx Tx) (journal.Change, error) {
		var c journal.Change
		var err error
		answer, c, err = decide(tx)
		c.Answer = answer
		return c, err
	})
	if err != nil {
		var none T
		return none, err
	}
	if receipt.Repeated {
		return journal.Answer[T](receipt)
	}
	return answer, nil
}
