package tournament

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
)

// TableClock names the time of one table.
type TableClock struct {
	SectionID int64
	RoundNo   int
	Table     int
}

// mostExtraMinutes is the most that a table gets on top of its round: with more,
// the round waits for it anyway.
const mostExtraMinutes = 90

// PauseTable stops the time of one table, for a ruling or a broken clock. The
// time it stands is added to what the table has. A reason is required.
func (s *ClockCommands) PauseTable(ctx context.Context, eventID int64, cmd journal.Command, in TableClock) error {
	_, err := s.changeTable(ctx, eventID, cmd.With(in), in, func(_ Round, p *Pairing, now time.Time) (journal.Change, error) {
		var form fault.Form
		if cmd.Unexplained() {
			form.Add("reason", "Say why table %d stands, such as a ruling.", in.Table)
		}
		if err := form.Err(); err != nil {
			return journal.Change{}, err
		}
		if p.PausedAt != nil {
			return journal.Change{}, fault.New(fault.Conflict, "Table %d is paused already: %s.", in.Table, p.PauseReason)
		}
		p.PausedAt, p.PauseReason = &now, cmd.Reason
		return journal.Change{Action: "pause table", Reason: cmd.Reason}, nil
	})
	return err
}

// ResumeTable lets a paused table go on. It returns the seconds the table has on
// top of the round in all.
func (s *ClockCommands) ResumeTable(ctx context.Context, eventID int64, cmd journal.Command, in TableClock) (extra int, err error) {
	return s.changeTable(ctx, eventID, cmd.With(in), in, func(r Round, p *Pairing, now time.Time) (journal.Change, error) {
		if p.PausedAt == nil {
			return journal.Change{}, fault.New(fault.Conflict, "Table %d is not paused.", in.Table)
		}
		p.ExtraS = wholeSeconds(r.ExtraTime(*p, now))
		p.PausedAt, p.PauseReason = nil, ""
		return journal.Change{Action: "resume table"}, nil
	})
}

// ExtendTable gives one table more minutes than the round; a negative number
// takes some back. It returns the seconds the table has on top of the round in
// all.
func (s *ClockCommands) ExtendTable(ctx context.Context, eventID int64, cmd journal.Command, in TableClock, minutes int) (extra int, err error) {
	return s.changeTable(ctx, eventID, cmd.With(in), in, func(_ Round, p *Pairing, _ time.Time) (journal.Change, error) {
		if err := checkMinutes(minutes); err != nil {
			return journal.Change{}, err
		}
		if p.ExtraS+60*minutes < 0 {
			return journal.Change{}, fault.New(fault.Conflict, "Table %d has less than %d minutes extra, so they cannot be taken back.", in.Table, -minutes)
		}
		if p.ExtraS+60*minutes > 60*mostExtraMinutes {
			return journal.Change{}, fault.New(fault.Conflict, "Table %d would have more than %d minutes on top of the round. Give the whole round more time instead.",
				in.Table, mostExtraMinutes)
		}
		p.ExtraS += 60 * minutes
		return journal.Change{Action: "extend table", Reason: cmd.Reason}, nil
	})
}

func (s *ClockCommands) changeTable(ctx context.Context, eventID int64, cmd journal.Command, in TableClock,
	decide func(Round, *Pairing, time.Time) (journal.Change, error),
) (int, error) {
	return change(ctx, s.clocks, eventID, cmd, func(tx clockTx) (int, journal.Change, error) {
		book, r, err := clockRound(ctx, tx, in.SectionID, in.RoundNo)
		if err != nil {
			return 0, journal.Change{}, err
		}
		p := r.AtTable(in.Table)
		switch {
		case p == nil:
			var form fault.Form
			form.Add("table", "There is no table %d in %s, round %d.", in.Table, book.Section.Name, in.RoundNo)
			return 0, journal.Change{}, form.Err()
		case r.ClockStarted == nil:
			return 0, journal.Change{}, fault.New(fault.Conflict, "The clock of round %d has not started, so table %d has no time to change.", in.RoundNo, in.Table)
		case r.Held():
			return 0, journal.Change{}, fault.New(fault.Conflict, "The clock of round %d is held because the server's clock was set. Confirm it first.", in.RoundNo)
		case p.PausedAt == nil && !slices.ContainsFunc(p.Matches, func(m Match) bool { return m.Result == nil }):
			return 0, journal.Change{}, fault.New(fault.Conflict, "Table %d has finished.", in.Table)
		}
		before := p.clockValues()
		done, err := decide(*r, p, tx.Now())
		if err != nil {
			return 0, journal.Change{}, err
		}
		done.Before, done.After = before, p.clockValues()
		done.Reach = journal.InRound(book.Section.SectionID, in.RoundNo)
		done.Subject = journal.Subject(book.Section.Slug, fmt.Sprintf("round %d", in.RoundNo), fmt.Sprintf("table %d", in.Table))
		return p.ExtraS, done, tx.SaveTableClocks(ctx, in.SectionID, in.RoundNo, []Pairing{*p})
	})
}

// clockValues are a table's own time as the journal keeps it.
func (p Pairing) clockValues() map[string]any {
	told := map[string]any{"extra_s": p.ExtraS, "paused": p.PausedAt != nil}
	if p.PauseReason != "" {
		told["why"] = p.PauseReason
	}
	return told
}
