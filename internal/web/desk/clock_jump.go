package desk

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/tandemchess/tandem/internal/web/visit"
	pages "github.com/tandemchess/tandem/templates/desk"
)

// ClockJump notices when this machine's clock is set: round clocks that run then are
// held for all nodes until somebody confirms how much time is left.
type ClockJump struct {
	drift func() time.Duration // of the clock on the wall against time that only passes

	mu       sync.Mutex
	compared bool          // with what was written before this start
	seen     time.Duration // the drift that is dealt with
}

const (
	smallJump = 5 * time.Second // what time servers correct all day long
	lookAgain = time.Second
)

// NewClockJump looks at the clock by drift; nil compares it with the time that passes.
func NewClockJump(drift func() time.Duration, now func() time.Time) *ClockJump {
	if drift == nil {
		drift = driftOf(now)
	}
	return &ClockJump{drift: drift}
}

// driftOf compares a clock on the wall with the time that has passed since now.
func driftOf(clock func() time.Time) func() time.Duration {
	start, shown := time.Now(), clock().Round(0)
	return func() time.Duration { return clock().Round(0).Sub(shown) - time.Since(start) }
}

// WatchClock looks at the machine's clock until ctx ends.
func (h *Handlers) WatchClock(ctx context.Context) {
	tick := time.NewTicker(lookAgain)
	defer tick.Stop()
	for {
		if err := h.LookAtClock(ctx); err != nil && ctx.Err() == nil {
			h.Log.Error("the machine's clock was set and round clocks cannot be held yet", "error", err)
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
func (h *Handlers) LookAtClock(ctx context.Context) error {
	h.Jump.mu.Lock()
	defer h.Jump.mu.Unlock()
	if !h.Jump.compared {
		if err := h.Clocks.HoldClocksAhead(ctx, h.Now()); err != nil {
			return fmt.Errorf("compare the clock with the journals: %w", err)
		}
		h.Jump.compared = true
	}
	drift := h.Jump.drift()
	by := drift - h.Jump.seen
	if by.Abs() < smallJump {
		return nil
	}
	h.Log.Warn("the machine's clock was set; running round clocks are held until they are confirmed", "by", by)
	if err := h.Clocks.HoldClocks(ctx, by); err != nil {
		return fmt.Errorf("hold the round clocks: %w", err)
	}
	h.Jump.seen = drift
	return nil
}

// confirmClock ends the hold of a round's clock: with the time it had before the
// jump, or with what the clock says now.
func (h *clockHandlers) confirmClock(v *visit.Visit) error {
	in := namedClock(v)
	err := h.Clocks.ConfirmClock(v.Request().Context(), v.Event.EventID, v.Command(), in, v.FormValue("do") == "keep")
	return h.clockAnswer(v, err, pages.ClockTyped{}, v.Words.Say("The clock of round %d counts again.", in.RoundNo))
}
