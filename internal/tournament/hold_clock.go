package tournament

import (
	"context"
	"time"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
)

// longestJump is the most that a clock of a server is mistaken by; more is a
// mistake of whoever asks.
const longestJump = 366 * 24 * time.Hour

// KeepTimeLeft moves the start of a round's clock by what the server's clock
// jumped, so that the round and its paused tables have the time they had before.
func (s *Service) KeepTimeLeft(ctx context.Context, eventID int64, cmd journal.Command, in RoundClock, jumped time.Duration) error {
	_, err := s.changeClock(ctx, eventID, cmd, in.SectionID, in.RoundNo, func(_ *Book, r *Round, now time.Time) (journal.Change, error) {
		before, err := in.reading(*r, now)
		switch {
		case err != nil:
			return journal.Change{}, err
		case jumped.Abs() > longestJump:
			return journal.Change{}, fault.New(fault.Invalid, "A clock does not jump by more than a year. Start the round's clock anew by adding minutes.")
		case before.State == ClockPaused:
			return journal.Change{}, nil // what stands loses nothing
		}
		old := clockValues(*r, now)
		started := r.ClockStarted.Add(jumped)
		r.ClockStarted = &started
		for i := range r.Pairings {
			if p := &r.Pairings[i]; p.PausedAt != nil {
				paused := p.PausedAt.Add(jumped)
				p.PausedAt = &paused
			}
		}
		return journal.Change{Action: "keep the time left after a jump of the server's clock", Before: old, After: clockValues(*r, now)}, nil
	})
	return err
}
