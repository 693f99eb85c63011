package tournament

import (
	"context"
	"fmt"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
)

// clockTx writes round clocks.
type clockTx interface {
	// StartRoundClock starts the clock of a round now with that many seconds.
	StartRoundClock(ctx context.Context, sectionID int64, round, seconds int) error
}

// StartClock starts the clock of a published round with the section's minutes
// per round. When it and the section's grace have run out, tables without result
// count as missing. A clock starts once.
func (s *Service) StartClock(ctx context.Context, eventID int64, cmd journal.Command, sectionID int64, round int) error {
	_, err := s.store.Change(ctx, eventID, cmd, func(tx Tx) (journal.Change, error) {
		book, err := tx.Book(ctx, sectionID)
		if err != nil {
			return journal.Change{}, err
		}
		r := book.Round(round)
		switch {
		case r == nil || !r.Public():
			return journal.Change{}, fault.New(fault.Conflict, "Round %d is not published, so its clock cannot start.", round)
		case r.ClockStarted != nil:
			return journal.Change{}, fault.New(fault.Conflict, "The clock of round %d is running already.", round)
		case r.State == RoundComplete || r.State == RoundLocked:
			return journal.Change{}, fault.New(fault.Conflict, "Round %d is over.", round)
		}
		if err := tx.StartRoundClock(ctx, sectionID, round, book.Section.RoundMinutes*60); err != nil {
			return journal.Change{}, err
		}
		return journal.Change{
			Action: "start round clock", Subject: journal.Subject(book.Section.Slug, fmt.Sprintf("round %d", round)),
			After: map[string]int{"minutes": book.Section.RoundMinutes},
		}, tx.SettleRound(ctx, sectionID, round)
	})
	return err
}
