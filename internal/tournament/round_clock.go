package tournament

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
)

// RoundClock names the clock of a round, with the revision of the round that the
// form showed.
type RoundClock struct {
	SectionID int64
	RoundNo   int
	Revision  int
}

// mostMinutes is the most that one command adds to a clock.
const mostMinutes = 60

// clockTx changes the clocks of a round and its tables.
type clockTx interface {
	ClockRows
	Now() time.Time
	Book(ctx context.Context, sectionID int64) (*SectionBook, error)
	SettleRound(ctx context.Context, sectionID int64, round int) error
}

// StartClock starts the clock of a published round with the section's minutes
// per round. When it and the section's grace have run out, tables without result
// count as missing. A clock starts once.
func (s *ClockCommands) StartClock(ctx context.Context, eventID int64, cmd journal.Command, sectionID int64, round int) error {
	_, err := s.changeClock(ctx, eventID, cmd, sectionID, round, func(book *SectionBook, r *Round, now time.Time) (journal.Change, error) {
		if r.ClockStarted != nil {
			return journal.Change{}, fault.New(fault.Conflict, "The clock of round %d is running already.", round)
		}
		length := book.Section.RoundMinutes * 60
		r.ClockS, r.ClockStarted, r.ClockPausedS = &length, &now, nil
		r.MatchStarts = []time.Time{now}
		return journal.Change{Action: "start round clock", After: clockValues(*r, now)}, nil
	})
	return err
}

// PauseClock stops the clock of a whole round: no table loses time until
// ResumeClock.
func (s *ClockCommands) PauseClock(ctx context.Context, eventID int64, cmd journal.Command, in RoundClock) error {
	_, err := s.changeClock(ctx, eventID, cmd.With(in), in.SectionID, in.RoundNo, func(_ *SectionBook, r *Round, now time.Time) (journal.Change, error) {
		before, err := in.reading(*r, now)
		switch {
		case err != nil:
			return journal.Change{}, err
		case before.State == ClockPaused:
			return journal.Change{}, fault.New(fault.Conflict, "The clock of round %d is paused already.", r.RoundNo)
		case before.Left <= 0:
			return journal.Change{}, fault.New(fault.Conflict, "The time of round %d is over, so there is nothing to pause. Add minutes instead.", r.RoundNo)
		}
		old := clockValues(*r, now)
		restartPauses(r, now)
		left := wholeSeconds(before.Left)
		r.ClockPausedS = &left
		return journal.Change{Action: "pause round clock", Before: old, After: clockValues(*r, now), Reason: cmd.Reason}, nil
	})
	return err
}

// ResumeClock lets a paused clock go on with the time it had left.
func (s *ClockCommands) ResumeClock(ctx context.Context, eventID int64, cmd journal.Command, in RoundClock) error {
	_, err := s.changeClock(ctx, eventID, cmd.With(in), in.SectionID, in.RoundNo, func(_ *SectionBook, r *Round, now time.Time) (journal.Change, error) {
		before, err := in.reading(*r, now)
		if err != nil {
			return journal.Change{}, err
		}
		if before.State != ClockPaused {
			return journal.Change{}, fault.New(fault.Conflict, "The clock of round %d is running already.", r.RoundNo)
		}
		old := clockValues(*r, now)
		restartPauses(r, now)
		r.ClockS, r.ClockStarted, r.ClockPausedS = r.ClockPausedS, &now, nil
		return journal.Change{Action: "resume round clock", Before: old, After: clockValues(*r, now)}, nil
	})
	return err
}

// AddMinutes gives the whole round more time; a negative number takes some
// back. When the time is over already, the minutes count from now. It returns
// the seconds left.
func (s *ClockCommands) AddMinutes(ctx context.Context, eventID int64, cmd journal.Command, in RoundClock, minutes int) (left int, err error) {
	return s.changeClock(ctx, eventID, cmd.With(in), in.SectionID, in.RoundNo, func(_ *SectionBook, r *Round, now time.Time) (journal.Change, error) {
		before, err := in.reading(*r, now)
		if err == nil {
			err = checkMinutes(minutes)
		}
		if err != nil {
			return journal.Change{}, err
		}
		old := clockValues(*r, now)
		remaining := max(wholeSeconds(before.Left), 0) + 60*minutes
		if remaining <= 0 {
			return journal.Change{}, fault.New(fault.Conflict, "Round %d has less than %d minutes left, so they cannot be taken back.", r.RoundNo, -minutes)
		}
		if before.State == ClockPaused {
			r.ClockPausedS = &remaining
		} else {
			length := wholeSeconds(now.Sub(*r.ClockStarted)) + remaining
			r.ClockS = &length
		}
		return journal.Change{Action: "add minutes to the round clock", Before: old, After: clockValues(*r, now), Reason: cmd.Reason}, nil
	})
}

// restartPauses moves the pauses of single tables to now: what they lasted while
// the round's clock ran becomes extra time, what they last while it stands
// does not.
func restartPauses(r *Round, now time.Time) {
	for i := range r.Pairings {
		p := &r.Pairings[i]
		if p.PausedAt == nil {
			continue
		}
		p.ExtraS = wholeSeconds(r.ExtraTime(*p, now))
		p.PausedAt = &now
	}
}

func checkMinutes(minutes int) error {
	var form fault.Form
	if minutes == 0 || minutes < -mostMinutes || minutes > mostMinutes {
		form.Add("minutes", "Enter 1 to %d minutes; a minus takes them back.", mostMinutes)
	}
	return form.Err()
}

// reading is the clock that the form showed, refused when it was changed since.
func (in RoundClock) reading(r Round, now time.Time) (ClockReading, error) {
	c := r.Clock(now)
	switch {
	case c.State == ClockWaiting:
		return c, fault.New(fault.Conflict, "The clock of round %d has not started.", r.RoundNo)
	case c.Held:
		return c, fault.New(fault.Conflict, "The clock of round %d is held because the server's clock was set. Confirm it first.", r.RoundNo)
	}
	if in.Revision != r.Revision {
		return c, fault.New(fault.Stale, "The clock of round %d was changed meanwhile: it is %s with %s left. Nothing was saved; look again, then decide.",
			r.RoundNo, clockStateWords[c.State], minutesWords(c.Left))
	}
	return c, nil
}

// minutesWords writes a time left as the clock shows it.
func minutesWords(d time.Duration) string {
	s := max(wholeSeconds(d), 0)
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// clockJournal is a clock as the journal keeps it.
type clockJournal struct {
	State   ClockState `json:"state"`
	LeftS   int        `json:"left_s"`
	LengthS int        `json:"length_s"` // since it started last
}

func clockValues(r Round, now time.Time) clockJournal {
	c := r.Clock(now)
	if c.Held {
		c.State = "held"
	}
	told := clockJournal{State: c.State, LeftS: wholeSeconds(c.Left)}
	if r.ClockS != nil {
		told.LengthS = *r.ClockS
	}
	return told
}

// changeClock runs a decision about the clock of a round that is being played
// and writes the round's clock and those of its tables. It returns the seconds
// left.
func (s *ClockCommands) changeClock(ctx context.Context, eventID int64, cmd journal.Command, sectionID int64, round int,
	decide func(*SectionBook, *Round, time.Time) (journal.Change, error),
) (int, error) {
	return change(ctx, s.clocks, eventID, cmd, func(tx clockTx) (int, journal.Change, error) {
		book, r, err := clockRound(ctx, tx, sectionID, round)
		if err != nil {
			return 0, journal.Change{}, err
		}
		pauses := slices.Clone(r.Pairings)
		done, err := decide(book, r, tx.Now())
		if err != nil {
			return 0, journal.Change{}, err
		}
		done.Reach = journal.InRound(book.Section.SectionID, round)
		done.Subject = journal.Subject(book.Section.Slug, fmt.Sprintf("round %d", round))
		if err := tx.SaveRoundClock(ctx, *r); err != nil {
			return 0, done, err
		}
		var paused []Pairing
		for i, p := range r.Pairings {
			if p.PausedAt != pauses[i].PausedAt || p.ExtraS != pauses[i].ExtraS {
				paused = append(paused, p)
			}
		}
		if err := tx.SaveTableClocks(ctx, sectionID, round, paused); err != nil {
			return 0, done, err
		}
		return wholeSeconds(r.Clock(tx.Now()).Left), done, tx.SettleRound(ctx, sectionID, round)
	})
}

// clockRound is a round whose clock may be touched: published and not over.
func clockRound(ctx context.Context, tx clockTx, sectionID int64, round int) (*SectionBook, *Round, error) {
	book, err := tx.Book(ctx, sectionID)
	if err != nil {
		return nil, nil, err
	}
	r := book.Round(round)
	switch {
	case r == nil || !r.Public():
		return nil, nil, fault.New(fault.Conflict, "Round %d is not published, so it has no clock.", round)
	case r.State == RoundComplete || r.State == RoundLocked:
		return nil, nil, fault.New(fault.Conflict, "Round %d is over.", round)
	}
	return book, r, nil
}

// clockStateWords are the states of a clock within a sentence.
var clockStateWords = map[ClockState]fault.Word{
	ClockWaiting: fault.Word("waiting"), ClockRunning: fault.Word("running"), ClockPaused: fault.Word("paused"),
}
