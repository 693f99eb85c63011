package visit

import (
	"time"

	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/templates/layout"
)

// ShownClock is a reading for a page; nil before the start.
func ShownClock(c tournament.ClockReading) *layout.Clock {
	if c.State == tournament.ClockWaiting {
		return nil
	}
	return &layout.Clock{Paused: c.State == tournament.ClockPaused, Held: c.Held, Left: c.Left, Ends: c.Ends}
}

// RoundClock is the clock of a round for a page of one person.
func RoundClock(r *tournament.Round, now time.Time) *layout.Clock { return ShownClock(r.Clock(now)) }

// SharedClock is the clock of a round for a page kept in memory: what it says
// holds at any time.
func SharedClock(r *tournament.Round) *layout.Clock { return shared(r.Clock(time.Time{})) }

// TableClock is the clock of a table for a page kept in memory.
func TableClock(r *tournament.Round, p tournament.Pairing) *layout.Clock {
	return shared(r.TableClock(p, time.Time{}))
}

func shared(reading tournament.ClockReading) *layout.Clock {
	c := ShownClock(reading)
	if c != nil {
		c.Shared = true
	}
	return c
}
