package tournament

import (
	"context"
	"errors"
	"time"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
)

// ClockReader finds the clocks that a jump of the server's clock concerns.
type ClockReader interface {
	// RunningClocks lists the rounds of all events whose clock runs or is held.
	RunningClocks(ctx context.Context) ([]ClockPlace, error)
}

// ClockPlace names the clock of a round on this server.
type ClockPlace struct {
	EventID   int64
	SectionID int64
	RoundNo   int
	LastEntry time.Time // of the event's journal
}

// sameJump is how far apart two nodes may measure one jump, and sameMoment how
// long after each other.
const (
	sameJump   = 3 * time.Second
	sameMoment = time.Minute
)

// behind is how far before the last act of a journal a server's clock is no longer
// what two nodes may differ by.
const behind = 30 * time.Second

// holds is who holds clocks, in the journal.
var holds = journal.Command{Actor: journal.Actor{Name: "Tandem"}}

// HoldClocks holds every running round clock after the server's clock was set by
// jumped, forward when positive. They stand on all nodes until ConfirmClock. Another
// node that noticed the same jump first has held them already; a second jump is added
// to the first.
func (s *ClockCommands) HoldClocks(ctx context.Context, jumped time.Duration) error {
	return s.holdClocks(ctx, func(ClockPlace) time.Duration { return jumped })
}

// HoldClocksAhead holds the running round clocks of every event whose journal is ahead
// of now: the server's clock was set back while no node ran. How far is not known, so
// the clocks stand as they were at the last act. A clock set forward meanwhile looks
// like time that passed, and is not noticed.
func (s *ClockCommands) HoldClocksAhead(ctx context.Context, now time.Time) error {
	return s.holdClocks(ctx, func(at ClockPlace) time.Duration {
		if jumped := now.Sub(at.LastEntry); jumped < -behind {
			return jumped
		}
		return 0
	})
}

// holdClocks holds each running clock after a jump, or leaves it for a jump of zero.
func (s *ClockCommands) holdClocks(ctx context.Context, jump func(ClockPlace) time.Duration) error {
	places, err := s.reads.RunningClocks(ctx)
	if err != nil {
		return err
	}
	var failed []error
	for _, at := range places {
		jumped := jump(at)
		if jumped == 0 {
			continue
		}
		_, err := s.changeClock(ctx, at.EventID, holds, at.SectionID, at.RoundNo, func(_ *SectionBook, r *Round, now time.Time) (journal.Change, error) {
			old := clockValues(*r, now.Add(-jumped))
			if !r.hold(jumped, now) {
				return journal.Change{}, nil
			}
			return journal.Change{Action: "hold round clock", Before: old, After: clockValues(*r, now), Reason: "the server's clock was set by " + jumped.Round(time.Second).String()}, nil
		})
		if err != nil && !fault.Is(err, fault.Conflict) { // over meanwhile
			failed = append(failed, err)
		}
	}
	return errors.Join(failed...)
}

// hold stops a clock at the moment as it would be without the jump and reports
// whether anything changed.
func (r *Round) hold(jumped time.Duration, now time.Time) bool {
	switch {
	case r.ClockStarted == nil || r.ClockPausedS != nil:
		return false // what stands loses nothing
	case r.ClockHeldAt == nil:
		r.ClockHeldAt = &now
	case (r.Jump()-jumped).Abs() <= sameJump && now.Sub(*r.ClockHeldAt).Abs() <= sameMoment:
		return false
	default:
		held := r.ClockHeldAt.Add(jumped)
		r.ClockHeldAt = &held
	}
	r.ClockJumpMS += jumped.Milliseconds()
	return true
}

// Held reports whether the clock waits for somebody to confirm it.
func (r Round) Held() bool { return r.ClockHeldAt != nil }

// Moment is the time that counts for a round: now, or while its clock is held the
// moment of that as it would be without the jump.
func (r Round) Moment(now time.Time) time.Time {
	if !r.Held() {
		return now
	}
	return r.ClockHeldAt.Add(-r.Jump())
}

// Jump is by how much the server's clock was set while the round's clock is held.
func (r Round) Jump() time.Duration { return time.Duration(r.ClockJumpMS) * time.Millisecond }

// Confirmed are the two ways a held clock may go on, as they are at a moment: with the
// time it would have had without the jump, or with what the server's clock says now.
func (r Round) Confirmed(now time.Time) (kept, trusted ClockReading) {
	r.ClockHeldAt = nil
	return r.Clock(now.Add(-r.Jump())), r.Clock(now)
}

// ConfirmClock ends the hold of a round's clock. keep moves its start by the jump, so
// that the round and its paused tables have the time they would have had.
func (s *ClockCommands) ConfirmClock(ctx context.Context, eventID int64, cmd journal.Command, in RoundClock, keep bool) error {
	_, err := s.changeClock(ctx, eventID, cmd.With(in), in.SectionID, in.RoundNo, func(_ *SectionBook, r *Round, now time.Time) (journal.Change, error) {
		switch {
		case !r.Held():
			return journal.Change{}, fault.New(fault.Conflict, "The clock of round %d is not held any more.", r.RoundNo)
		case in.Revision != r.Revision:
			return journal.Change{}, fault.New(fault.Stale, "The clock of round %d was changed meanwhile. Nothing was saved; look again, then decide.", r.RoundNo)
		}
		old, jumped := clockValues(*r, now), r.Jump()
		r.ClockHeldAt, r.ClockJumpMS = nil, 0
		why := "as the server's clock says"
		if keep {
			why = "with the time it had before the server's clock was set"
			started := r.ClockStarted.Add(jumped)
			r.ClockStarted = &started
			for i := range r.Pairings {
				if p := &r.Pairings[i]; p.PausedAt != nil {
					paused := p.PausedAt.Add(jumped)
					p.PausedAt = &paused
				}
			}
		}
		return journal.Change{Action: "confirm round clock", Before: old, After: clockValues(*r, now), Reason: why}, nil
	})
	return err
}
