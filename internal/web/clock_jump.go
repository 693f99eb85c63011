package web

import (
	"fmt"
	"sync"
	"time"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/tournament"
	pages "github.com/tandemchess/tandem/templates/desk"
)

// clockJump notices when the server's clock is set: a round clock that ran then is
// held on the pages of its section until somebody confirms how much time is left.
type clockJump struct {
	drift func() time.Duration // of the clock on the wall against time that only passes

	mu       sync.Mutex
	accepted map[roundKey]time.Duration // the drift at which a round's clock is believed
}

type roundKey struct {
	event, section int64
	round          int
}

// smallJump is what time servers correct all day long.
const smallJump = 5 * time.Second

// driftSince compares the clock on the wall with the time that has passed since
// the server started.
func driftSince(start time.Time) func() time.Duration {
	return func() time.Duration {
		now := time.Now()
		return now.Round(0).Sub(start.Round(0)) - now.Sub(start)
	}
}

// of is by how much the clock jumped since a round's clock was last believed, 0
// for nothing worth a word.
func (c *clockJump) of(key roundKey) time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	by := c.drift() - c.accepted[key]
	if by.Abs() < smallJump {
		return 0
	}
	return by
}

// accept believes the clock of a round from now on.
func (c *clockJump) accept(key roundKey) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.accepted == nil {
		c.accepted = map[roundKey]time.Duration{}
	}
	c.accepted[key] = c.drift()
}

func (v *visit) roundKey(round int) roundKey {
	return roundKey{v.event.EventID, v.section.SectionID, round}
}

// heldTime is the time that counts for a round: now, or while its clock is held
// the moment as it would be without the jump.
func (v *visit) heldTime(r *tournament.Round) (now time.Time, jumped time.Duration) {
	if r.ClockStarted == nil || over(r) {
		return v.now, 0
	}
	jumped = v.server.jump.of(v.roundKey(r.RoundNo))
	return v.now.Add(-jumped), jumped
}

// confirmClock ends the hold of a round's clock: with the time it had before the
// jump, or with what the clock says now.
func (s *Server) confirmClock(v *visit) error {
	in, err := v.namedClock()
	if err != nil {
		return err
	}
	key := v.roundKey(in.RoundNo)
	by := s.jump.of(key)
	switch {
	case by == 0:
		return v.clockAnswer(fault.New(fault.Conflict, "The clock of round %d is not held any more.", in.RoundNo), pages.ClockTyped{}, "")
	case v.FormValue("do") == "keep":
		err = s.Tournament.KeepTimeLeft(v.Request().Context(), v.event.EventID, v.command(), in, by)
	}
	if err == nil {
		s.jump.accept(key)
	}
	return v.clockAnswer(err, pages.ClockTyped{}, fmt.Sprintf("The clock of round %d counts again.", in.RoundNo))
}
