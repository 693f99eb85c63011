package tournament

import (
	"context"

	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/limit"
)

// seeing shows the commands of a store no more of its changes than part lets through. What a
// command asks for is measured first: texts that are too long reach nothing.
func seeing[N any](store Store, part func(Tx) N) journal.Changes[N] {
	return func(ctx context.Context, eventID int64, cmd journal.Command, decide func(N) (journal.Change, error)) (journal.Receipt, error) {
		if err := limit.Check(cmd.Input); err != nil {
			return journal.Receipt{}, err
		}
		return store.Change(ctx, eventID, cmd, func(tx Tx) (journal.Change, error) { return decide(part(tx)) })
	}
}

// change runs a decision that has an answer; a repeat of the command gets the
// first answer back.
func change[T, N any](ctx context.Context, run journal.Changes[N], eventID int64, cmd journal.Command, decide func(N) (T, journal.Change, error)) (T, error) {
	var answer T
	receipt, err := run(ctx, eventID, cmd, func(tx N) (journal.Change, error) {
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

// teamBook reads a team with the book of its section.
func teamBook(ctx context.Context, tx interface {
	Team(ctx context.Context, teamID int64) (Team, error)
	Book(ctx context.Context, sectionID int64) (*SectionBook, error)
}, teamID int64,
) (Team, *SectionBook, error) {
	team, err := tx.Team(ctx, teamID)
	if err != nil {
		return team, nil, err
	}
	book, err := tx.Book(ctx, team.SectionID)
	if err != nil {
		return team, nil, err
	}
	return team.in(book.NextRound()), book, nil
}
