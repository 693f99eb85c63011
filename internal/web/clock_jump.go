package web

import (
	"context"
	"fmt"
	"sync"
	"time"

	pages "github.com/tandemchess/tandem/templates/desk"
)

// clockJump notices when this machine's clock is set: round clocks that run then are
// held for all nodes until somebody confirms how much time is left.
type clockJump struct {
	drift func() time.Duration // of the clock on the wall against time that only passes

	mu       sync.Mutex
	compared bool          // with what was written before this start
	seen     time.Duration // the drift that is dealt with
}

const (
	smallJump = 5 * time.Second // what time servers correct all day long
	lookAgain = time.Second
)

// driftOf compares a clock on the wall with the time that has passed since now.
func driftOf(clock func() time.Time) func() time.Duration {
	start, shown := time.Now(), clock().Round(0)
	return func() time.Duration { return clock().Round(0).Sub(shown) - time.Since(start) }
}

// WatchClock looks at the machine's clock until ctx ends.
func (s *Server) WatchClock(ctx context.Context) {
	tick := time.NewTicker(lookAgain)
	defer tick.Stop()
	for {
		if err := s.LookAtClock(ctx); err != nil && ctx.Err() == nil {
			s.Log.Error("the machine's clock was set and round clocks cannot be held yet", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// LookAtClock holds the round clocks when the machine's clock was set since the last
// look, or set back before the first. What fails is tried again at the next look.
func (s *Server) LookAtClock(ctx context.Context) error {
	s.jump.mu.Lock()
	defer s.jump.mu.Unlock()
	if !s.jump.compared {
		if err := s.Tournament.HoldClocksAhead(ctx, s.Now()); err != nil {
			return fmt.Errorf("compare the clock with the journals: %w", err)
		}
		s.jump.compared = true
	}
	drift := s.jump.drift()
	by := drift - s.jump.seen
	if by.Abs() < smallJump {
		return nil
	}
	s.Log.Warn("the machine's clock was set; running round clocks are held until they are confirmed", "by", by)
	if err := s.Tournament.HoldClocks(ctx, by); err != nil {
		return fmt.Errorf("hold the round clocks: %w", err)
	}
	s.jump.seen = drift
	return nil
}

// confirmClock ends the hold of a round's clock: with the time it had before the
// jump, or with what the clock says now.
func (s *Server) confirmClock(v *visit) error {
	in, err := v.namedClock()
	if err != nil {
		return err
	}
	err = s.Tournament.ConfirmClock(v.Request().Context(), v.event.EventID, v.command(), in, v.FormValue("do") == "keep")
	return v.clockAnswer(err, pages.ClockTyped{}, fmt.Sprintf("The clock of round %d counts again.", in.RoundNo))
}
