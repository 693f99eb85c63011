package tournament

import "time"

// ClockState is what a round clock is doing.
type ClockState string

const (
	ClockWaiting ClockState = "waiting" // not started
	ClockRunning ClockState = "running"
	ClockPaused  ClockState = "paused"
)

// ClockReading is what a clock shows at one moment.
type ClockReading struct {
	State ClockState
	Left  time.Duration // negative when the time is over
	Ends  time.Time     // zero while the clock does not run
	Held  bool          // paused by the program, see Round.Held
}

// Clock reads the round clock at a moment.
func (r Round) Clock(now time.Time) ClockReading {
	switch {
	case r.ClockStarted == nil || r.ClockS == nil:
		return ClockReading{State: ClockWaiting}
	case r.ClockPausedS != nil:
		return ClockReading{State: ClockPaused, Left: seconds(*r.ClockPausedS)}
	}
	ends := r.ClockStarted.Add(seconds(*r.ClockS))
	if r.Held() {
		return ClockReading{State: ClockPaused, Left: ends.Sub(r.Moment(now)), Held: true}
	}
	return ClockReading{State: ClockRunning, Left: ends.Sub(now), Ends: ends}
}

// TableClock reads the time of one table: that of the round and its own extra
// time. It stands while the table or the round is paused.
func (r Round) TableClock(p Pairing, now time.Time) ClockReading {
	c := r.Clock(now)
	if c.State == ClockWaiting {
		return c
	}
	c.Left += seconds(p.ExtraS)
	if c.Held && p.PausedAt != nil {
		c.Left += r.Moment(now).Sub(*p.PausedAt)
	}
	if c.State == ClockRunning {
		c.Ends = c.Ends.Add(seconds(p.ExtraS))
		if p.PausedAt != nil {
			c = ClockReading{State: ClockPaused, Left: c.Ends.Sub(*p.PausedAt)}
		}
	}
	return c
}

// ExtraTime is what a table got on top of the round so far, counting a pause
// that goes on.
func (r Round) ExtraTime(p Pairing, now time.Time) time.Duration {
	extra := seconds(p.ExtraS)
	if p.PausedAt != nil && r.ClockPausedS == nil {
		extra += r.Moment(now).Sub(*p.PausedAt)
	}
	return extra
}

func seconds(n int) time.Duration { return time.Duration(n) * time.Second }

// wholeSeconds rounds up, so that nobody loses a part of a second.
func wholeSeconds(d time.Duration) int { return int((d + time.Second - 1) / time.Second) }
