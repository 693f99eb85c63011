package tournament

import (
	"context"
	"time"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
)

// StartMatch notes the common start of the second or a later match of a round.
// The first one starts with the round's clock. Matches start in order, each once.
func (s *ClockCommands) StartMatch(ctx context.Context, eventID int64, cmd journal.Command, in RoundClock, match int) error {
	_, err := s.changeClock(ctx, eventID, cmd.With(in), in.SectionID, in.RoundNo, func(book *SectionBook, r *Round, now time.Time) (journal.Change, error) {
		switch {
		case r.ClockStarted == nil:
			return journal.Change{}, fault.New(fault.Conflict, "The clock of round %d has not started. Match 1 starts with it.", r.RoundNo)
		case match > book.Section.MatchesPerPairing:
			return journal.Change{}, fault.New(fault.Conflict, "A round of %s has %d matches.", book.Section.Name, book.Section.MatchesPerPairing)
		case match <= len(r.MatchStarts):
			return journal.Change{}, fault.New(fault.Conflict, "Match %d of round %d has started already.", match, r.RoundNo)
		case match != len(r.MatchStarts)+1:
			return journal.Change{}, fault.New(fault.Conflict, "Match %d of round %d starts first.", len(r.MatchStarts)+1, r.RoundNo)
		}
		r.MatchStarts = append(r.MatchStarts, now)
		return journal.Change{Action: "start match", After: match}, nil
	})
	return err
}
