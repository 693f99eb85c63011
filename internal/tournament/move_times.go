package tournament

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/limit"
)

// MostMinutesMoved is how far one command moves the planned times, in minutes.
const MostMinutesMoved = 180

// MoveTimes moves the planned starts of all rounds that have not begun.
type MoveTimes struct {
	SectionID int64 // 0: all sections
	Minutes   int   // negative: earlier
	LastMove  int64 // the newest move that the form showed, 0 for none
}

// timeTx changes planned times.
type timeTx interface {
	TimeRows
	Now() time.Time
	NextID(ctx context.Context, counter string) (int64, error)
	Event(ctx context.Context) (Event, error)
	UpdateEvent(ctx context.Context, e Event, oldSlug string) error
	Sections(ctx context.Context) ([]Section, error)
}

// TimeCommands plan and move the times of rounds.
type TimeCommands struct{ times journal.Changes[timeTx] }

func newTimeCommands(store Store) *TimeCommands {
	return &TimeCommands{seeing(store, func(tx Tx) timeTx { return tx })}
}

// timetable is everything that is planned in an event.
type timetable struct {
	event    Event
	sections []Section
	rounds   []RoundTimes
	planned  []PlannedStart
	moves    []TimeMove // that stand, oldest first
	schedule []ScheduleLine
}

func readTimetable(ctx context.Context, tx timeTx) (t timetable, err error) {
	if t.event, err = tx.Event(ctx); err != nil {
		return t, err
	}
	if t.sections, err = tx.Sections(ctx); err != nil {
		return t, err
	}
	t.sections = visible(t.sections)
	if t.rounds, err = tx.RoundTimes(ctx); err != nil {
		return t, err
	}
	if t.planned, err = tx.PlannedStarts(ctx); err != nil {
		return t, err
	}
	t.schedule = t.event.ScheduleLines()
	t.moves, err = tx.TimeMoves(ctx)
	t.moves = slices.DeleteFunc(t.moves, func(m TimeMove) bool { // nobody sees what a hidden section plans
		return m.SectionID != nil && !slices.ContainsFunc(t.sections, func(s Section) bool { return s.SectionID == *m.SectionID })
	})
	return t, err
}

func (t timetable) round(sectionID int64, round int) *RoundTimes {
	for i := range t.rounds {
		if r := &t.rounds[i]; r.SectionID == sectionID && r.RoundNo == round {
			return r
		}
	}
	return nil
}

// start is when a round is planned to start, and whether that was said for the section.
func (t timetable) start(s Section, round int) (at time.Time, kept bool) {
	if r := t.round(s.SectionID, round); r != nil && r.StartsAt != nil {
		return *r.StartsAt, true
	}
	for _, p := range t.planned {
		if p.SectionID == s.SectionID && p.RoundNo == round {
			return p.StartsAt, true
		}
	}
	return inSchedule(t.schedule, s.Name, round), false
}

// open lists the planned starts of a section's rounds that have not begun.
func (t timetable) open(s Section) (list []MovedStart) {
	own := slices.DeleteFunc(slices.Clone(t.planned), func(p PlannedStart) bool { return p.SectionID != s.SectionID })
	last := lastPlanned(t.schedule, s.Name, own)
	for _, r := range t.rounds {
		if r.SectionID == s.SectionID {
			last = max(last, r.RoundNo)
		}
	}
	for n := 1; n <= last; n++ {
		if r := t.round(s.SectionID, n); r != nil && r.Begun {
			continue
		}
		if at, kept := t.start(s, n); !at.IsZero() {
			list = append(list, MovedStart{SectionID: s.SectionID, RoundNo: n, From: at, Kept: kept})
		}
	}
	return list
}

// scope is what the command is about: the sections, and whether it is the whole event.
func (t timetable) scope(sectionID int64) (list []Section, all bool, err error) {
	if sectionID == 0 {
		return t.sections, true, nil
	}
	for _, s := range t.sections {
		if s.SectionID == sectionID {
			return []Section{s}, len(t.sections) == 1, nil
		}
	}
	return nil, false, fault.New(fault.NotFound, "This event has no such section.")
}

// newest is the newest move that is about a section, or about all.
func (t timetable) newest(sectionID int64) *TimeMove {
	for i := len(t.moves) - 1; i >= 0; i-- {
		if m := &t.moves[i]; sectionID == 0 || m.SectionID == nil || *m.SectionID == sectionID {
			return m
		}
	}
	return nil
}

// MoveTimes moves the planned times of a section, or of the whole event, and with them the lines
// of the schedule that are about them. Rounds that have begun stay. It returns the move.
func (s *TimeCommands) MoveTimes(ctx context.Context, eventID int64, cmd journal.Command, in MoveTimes) (TimeMove, error) {
	if err := limit.Check(in); err != nil {
		return TimeMove{}, err
	}
	var form fault.Form
	if in.Minutes == 0 || in.Minutes < -MostMinutesMoved || in.Minutes > MostMinutesMoved {
		form.Add("minutes", "Enter 1 to %d minutes; a minus makes it earlier.", MostMinutesMoved)
		return TimeMove{}, form.Err()
	}
	return change(ctx, s.times, eventID, cmd, func(tx timeTx) (TimeMove, journal.Change, error) {
		t, err := readTimetable(ctx, tx)
		if err != nil {
			return TimeMove{}, journal.Change{}, err
		}
		if m := t.newest(in.SectionID); m != nil && m.MoveID != in.LastMove {
			return TimeMove{}, journal.Change{}, fault.New(fault.Stale, "%s moved the times by %d minutes at %s meanwhile. Nothing was saved; look at the new times, then decide.",
				m.MovedName, m.Minutes, m.MovedAt.In(t.event.Zone()).Format("15:04"))
		}
		m := TimeMove{Minutes: in.Minutes, MovedAt: tx.Now(), MovedBy: cmd.Actor.AccountID, MovedName: cmd.Actor.Name}
		event, err := t.plan(in, &m)
		if err != nil {
			return m, journal.Change{}, err
		}
		if m.MoveID, err = tx.NextID(ctx, "time move"); err != nil {
			return m, journal.Change{}, err
		}
		done := t.told("move planned times", m, m.Minutes, cmd.Reason)
		if err := t.write(ctx, tx, m.Moved, m.by(), m.SectionID != nil); err != nil {
			return m, done, err
		}
		if m.ScheduleWas != nil {
			done.Reach = journal.Reach{}
			if err := tx.UpdateEvent(ctx, event, event.Slug); err != nil {
				return m, done, err
			}
		}
		return m, done, tx.InsertTimeMove(ctx, m)
	})
}

func (m TimeMove) by() time.Duration { return time.Duration(m.Minutes) * time.Minute }

// plan fills in what a move moves and returns the event with its schedule as it is then.
func (t timetable) plan(in MoveTimes, m *TimeMove) (Event, error) {
	sections, all, err := t.scope(in.SectionID)
	if err != nil {
		return t.event, err
	}
	if in.SectionID != 0 {
		m.SectionID = &in.SectionID
	}
	for _, s := range sections {
		m.Moved = append(m.Moved, t.open(s)...)
	}
	for _, s := range m.Moved {
		if to := s.From.Add(m.by()); in.Minutes < 0 && to.Before(m.MovedAt) {
			return t.event, fault.New(fault.Conflict, "Round %d would start at %s, which has passed. Choose fewer minutes.", s.RoundNo, to.In(t.event.Zone()).Format("15:04"))
		}
	}
	event := t.event
	schedule, moved := event.moveSchedule(m.by(), func(h ScheduleLine) bool { return t.lineMoves(h, sections, all, *m) })
	if moved {
		m.ScheduleWas, event.Schedule = &t.event.Schedule, schedule
	}
	if len(m.Moved) == 0 && !moved {
		return event, fault.New(fault.Conflict, "No time is planned for a round that has not begun. Plan the times first.")
	}
	return event, nil
}

// lineMoves reports whether a line of the schedule moves: it names a round that moves, or, when
// all sections move, it is still to come. A line about rounds of all sections stays while only
// one of them moves.
func (t timetable) lineMoves(h ScheduleLine, sections []Section, all bool, m TimeMove) bool {
	if !h.NamesRound() {
		return all && h.At.After(m.MovedAt)
	}
	for _, s := range sections {
		n := h.roundIn(s.Name)
		about := slices.ContainsFunc(m.Moved, func(p MovedStart) bool { return p.SectionID == s.SectionID && p.RoundNo == n })
		if about && (all || !slices.ContainsFunc(t.sections, func(o Section) bool { return o.SectionID != s.SectionID && h.roundIn(o.Name) == n })) {
			return true
		}
	}
	return false
}

// write gives rounds their new times: published ones theirs, others those of the section. What
// only the schedule said goes with the schedule, unless one section moves alone.
func (t timetable) write(ctx context.Context, tx timeTx, moved []MovedStart, by time.Duration, alone bool) error {
	var rounds []RoundTimes
	var planned []PlannedStart
	for _, m := range moved {
		at := m.From.Add(by)
		if r := t.round(m.SectionID, m.RoundNo); r != nil && r.StartsAt != nil {
			r := *r
			r.StartsAt = &at
			rounds = append(rounds, r)
		}
		if m.Kept || alone {
			planned = append(planned, PlannedStart{SectionID: m.SectionID, RoundNo: m.RoundNo, StartsAt: at})
		}
	}
	if err := tx.SaveRoundStarts(ctx, rounds); err != nil {
		return err
	}
	return tx.SavePlannedStarts(ctx, planned)
}

// told is the journal's entry about a move.
func (t timetable) told(action string, m TimeMove, minutes int, reason string) journal.Change {
	done := journal.Change{Action: action, Subject: "event", Reason: reason}
	slugs := map[int64]string{}
	for _, s := range t.sections {
		slugs[s.SectionID] = s.Slug
	}
	if m.SectionID != nil {
		done.Reach, done.Subject = journal.InSection(*m.SectionID), slugs[*m.SectionID]
	}
	before, after := map[string]string{}, map[string]string{}
	for _, s := range m.Moved {
		round := fmt.Sprintf("%s, round %d", slugs[s.SectionID], s.RoundNo)
		from, to := s.From, s.From.Add(m.by())
		if minutes != m.Minutes { // it is taken back
			from, to = to, from
		}
		before[round], after[round] = from.Format(time.RFC3339), to.Format(time.RFC3339)
	}
	done.Before = before
	done.After = map[string]any{"move": m.MoveID, "minutes": minutes, "starts": after, "schedule": m.ScheduleWas != nil}
	return done
}

// TakeMoveBack gives planned times back what they were before the newest move. It is refused once
// a round that moved has begun or was planned again.
func (s *TimeCommands) TakeMoveBack(ctx context.Context, eventID int64, cmd journal.Command, sectionID, moveID int64) (TimeMove, error) {
	return change(ctx, s.times, eventID, cmd, func(tx timeTx) (TimeMove, journal.Change, error) {
		t, err := readTimetable(ctx, tx)
		if err != nil {
			return TimeMove{}, journal.Change{}, err
		}
		newest := t.newest(sectionID)
		switch {
		case newest == nil || newest.MoveID != moveID:
			return TimeMove{}, journal.Change{}, fault.New(fault.Conflict, "That move of the times was taken back already, or a later one stands on it.")
		case sectionID != 0 && newest.SectionID == nil:
			return TimeMove{}, journal.Change{}, fault.New(fault.Conflict, "%s moved the times of all sections. The page of the whole event takes that back.", newest.MovedName)
		}
		m := *newest
		event, err := t.unmoved(m)
		if err != nil {
			return m, journal.Change{}, err
		}
		done := t.told("take back a move of planned times", m, -m.Minutes, cmd.Reason)
		if err := t.write(ctx, tx, m.Moved, 0, false); err != nil {
			return m, done, err
		}
		var dropped []PlannedStart
		for _, p := range m.Moved {
			if !p.Kept {
				dropped = append(dropped, PlannedStart{SectionID: p.SectionID, RoundNo: p.RoundNo})
			}
		}
		if err := tx.SavePlannedStarts(ctx, dropped); err != nil {
			return m, done, err
		}
		if m.ScheduleWas != nil {
			done.Reach = journal.Reach{}
			if err := tx.UpdateEvent(ctx, event, event.Slug); err != nil {
				return m, done, err
			}
		}
		return m, done, tx.EndTimeMove(ctx, m.MoveID)
	})
}

// unmoved is the event with the schedule from before a move, or why that stands no more.
func (t timetable) unmoved(m TimeMove) (Event, error) {
	for _, p := range m.Moved {
		i := slices.IndexFunc(t.sections, func(s Section) bool { return s.SectionID == p.SectionID })
		if i < 0 {
			continue // hidden meanwhile
		}
		place := t.sections[i].Name
		if r := t.round(p.SectionID, p.RoundNo); r != nil && r.Begun {
			return t.event, fault.New(fault.Conflict, "%s, round %d has begun with the new time, so it stays. Move what comes later instead.", place, p.RoundNo)
		}
		if at, _ := t.start(t.sections[i], p.RoundNo); !at.Equal(p.From.Add(m.by())) {
			return t.event, fault.New(fault.Conflict, "%s, round %d was planned again since then. Plan its time instead.", place, p.RoundNo)
		}
	}
	if m.ScheduleWas == nil {
		return t.event, nil
	}
	sections, all := t.sections, m.SectionID == nil || len(t.sections) == 1
	if m.SectionID != nil {
		sections = slices.DeleteFunc(slices.Clone(sections), func(s Section) bool { return s.SectionID != *m.SectionID })
	}
	was := t.event
	was.Schedule = *m.ScheduleWas
	then, _ := was.moveSchedule(m.by(), func(h ScheduleLine) bool { return t.lineMoves(h, sections, all, m) })
	if then != t.event.Schedule {
		return t.event, fault.New(fault.Conflict, "The schedule was edited since then. Move the times by %d minutes instead.", -m.Minutes)
	}
	return was, nil
}

// PlanTimes says when the rounds of a section are to start.
type PlanTimes struct {
	SectionID int64
	Was       []time.Time // what the form showed, by round; zero for nothing
	Starts    []time.Time // by round; zero for nothing of its own
}

// PlanTimes saves the planned times of a section's rounds that have not begun. They ascend.
func (s *TimeCommands) PlanTimes(ctx context.Context, eventID int64, cmd journal.Command, in PlanTimes) error {
	_, err := s.times(ctx, eventID, cmd.With(in), func(tx timeTx) (journal.Change, error) {
		t, err := readTimetable(ctx, tx)
		if err != nil {
			return journal.Change{}, err
		}
		sections, _, err := t.scope(in.SectionID)
		if err != nil {
			return journal.Change{}, err
		}
		planned, done, err := t.wanted(sections[0], in)
		if err != nil || done.Action == "" {
			return journal.Change{}, err
		}
		var rounds []RoundTimes
		for _, p := range planned {
			if r := t.round(p.SectionID, p.RoundNo); r != nil && r.StartsAt != nil {
				if r.StartsAt = nil; !p.StartsAt.IsZero() {
					r.StartsAt = &p.StartsAt
				}
				rounds = append(rounds, *r)
			}
		}
		if err := tx.SaveRoundStarts(ctx, rounds); err != nil {
			return done, err
		}
		return done, tx.SavePlannedStarts(ctx, planned)
	})
	return err
}

// wanted compares a plan with what there is: the starts to save, zero for none any more, and the
// entry of the journal, which is empty when nothing changes.
func (t timetable) wanted(s Section, in PlanTimes) (planned []PlannedStart, done journal.Change, err error) {
	var form fault.Form
	var before time.Time
	was, is := map[string]string{}, map[string]string{}
	for i := range max(len(in.Starts), len(in.Was)) {
		n := i + 1
		shown, wants := at(in.Was, i), at(in.Starts, i)
		now, kept := t.start(s, n)
		field := fmt.Sprintf("round-%d", n)
		if r := t.round(s.SectionID, n); r != nil && r.Begun {
			if !wants.Equal(shown) {
				form.Add(field, "Round %d has begun.", n)
			}
			if !now.IsZero() {
				before = now
			}
			continue
		}
		last := cmp.Or(wants, now)
		if !last.IsZero() && !before.IsZero() && !last.After(before) {
			form.Add(field, "Round %d would not start after the round before it.", n)
		}
		if !last.IsZero() {
			before = last
		}
		if wants.Equal(shown) {
			continue // nobody touched it
		}
		switch {
		case !now.Equal(shown):
			return nil, done, fault.New(fault.Stale, "The time of round %d was changed meanwhile. Nothing was saved; look at the new times, then plan again.", n)
		case kept || !wants.IsZero():
			planned = append(planned, PlannedStart{SectionID: s.SectionID, RoundNo: n, StartsAt: wants.UTC()})
		}
		round := fmt.Sprintf("round %d", n)
		was[round], is[round] = told(now), told(wants)
	}
	if err := form.Err(); err != nil {
		return nil, done, err
	}
	if len(planned) == 0 {
		return nil, done, nil
	}
	return planned, journal.Change{Reach: journal.InSection(s.SectionID), Action: "plan times", Subject: s.Slug, Before: was, After: is}, nil
}

func at(list []time.Time, i int) time.Time {
	if i < len(list) {
		return list[i]
	}
	return time.Time{}
}

// told writes a planned start for the journal, nothing for none.
func told(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return at.Format(time.RFC3339)
}
