package tournament

import (
	"time"

	"github.com/tandemchess/tandem/internal/pace"
)

// PaceOf gathers from the rows of a section what its pace is worked out from. The book holds all of
// it, so nothing more is read.
func PaceOf(b *SectionBook, now time.Time) pace.Input {
	in := pace.Input{
		Now: now,
		Plan: pace.Plan{
			Rounds: b.LastRound(), RoundLength: time.Duration(b.Section.RoundMinutes) * time.Minute, Starts: b.PlannedStarts(),
		},
	}
	for _, m := range b.Moves {
		if first := m.firstOf(b.Section.SectionID); first > 0 {
			in.Plan.Moves = append(in.Plan.Moves, pace.Move{At: m.MovedAt, First: first, By: m.by()})
		}
	}
	for i := range b.Rounds {
		if r := &b.Rounds[i]; r.Public() {
			in.Rounds = append(in.Rounds, r.moments(now))
		}
	}
	return in
}

// moments are when things happened in a round.
func (r *Round) moments(now time.Time) pace.Round {
	m := pace.Round{No: r.RoundNo, Drafted: orZero(r.DraftedAt), Published: orZero(r.FirstPublishedAt)}
	if m.Published.IsZero() {
		m.Published = orZero(r.PublishedAt)
	}
	if len(r.MatchStarts) > 0 {
		m.Started = r.MatchStarts[0]
	}
	if c := r.Clock(now); c.State != ClockWaiting && c.Left > 0 {
		m.ClockEnds = now.Add(c.Left)
	}
	checked := true
	for _, p := range r.Pairings {
		if p.Bye != nil {
			continue
		}
		for _, played := range p.Matches {
			if played.Result == nil {
				m.Open++
				checked = false
				continue
			}
			m.Results = append(m.Results, played.Result.said())
			switch {
			case played.VerifiedAt == nil:
				checked = false
			case played.VerifiedAt.After(m.Verified):
				m.Verified = *played.VerifiedAt
			}
		}
	}
	if !checked {
		m.Verified = time.Time{}
	}
	if m.Open+len(m.Results) == 0 { // nobody plays: it is over as it is published
		m.Started, m.Verified = m.Published, m.Published
	}
	return m
}

// said is when the result of the match was first told: a correction or a ruling long after the
// round does not make the round longer.
func (r *ResultReport) said() time.Time {
	first := r.At
	for old := r.Replaced; old != nil; old = old.Replaced {
		if old.Outcome == NoResult {
			break // what was said before it did not count
		}
		first = old.At
	}
	return first
}

// LastMoment is when the last thing happened that the section's pace is worked out from. Pages
// that are kept in memory take it for the present moment.
func LastMoment(b *SectionBook) time.Time {
	last := b.Event.CreatedAt
	for i := range b.Rounds {
		if !b.Rounds[i].Public() {
			continue
		}
		m := b.Rounds[i].moments(time.Time{})
		for _, at := range append(m.Results, m.Published, m.Started) {
			if at.After(last) {
				last = at
			}
		}
	}
	return last
}

func orZero(at *time.Time) time.Time {
	if at == nil {
		return time.Time{}
	}
	return *at
}
