package web

import (
	"github.com/a-h/templ"

	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/public"
)

// roundStatus answers "how long until the next round?".
func (s *Server) roundStatus(v *visit) error {
	return v.public(v.Request().URL.Path, func() (templ.Component, int64, error) {
		b := v.book()
		return pages.Status(v.frame(layout.Public, v.words.Say("Round status"), b.Event.Version), b.status(v.words)), b.Event.Version, nil
	})
}

var roundStateWords = map[tournament.RoundState]text.Message{
	tournament.RoundDraft: text.Message("draft"), tournament.RoundPublished: text.Message("published"), tournament.RoundInPlay: text.Message("in play"),
	tournament.RoundComplete: text.Message("complete"), tournament.RoundLocked: text.Message("locked"),
}

func (s *shelf) status(w text.Words) pages.StatusPage {
	r := s.Current()
	if r == nil {
		return pages.StatusPage{Next: w.Say("Round %d is not published yet.", 1)}
	}
	page := pages.StatusPage{Round: r.RoundNo, State: w.Say(roundStateWords[r.State])}
	count := s.progress(r)
	page.Playing, page.Total, page.Review = count.playing, count.tables, count.review
	if r.State == tournament.RoundPublished {
		page.StartsAt = r.StartsAt
	}
	if count.playing > 0 {
		page.Clock = sharedClock(r)
	}
	page.Appeals, page.Planned = s.appeals, s.plannedAfter(w, r)
	switch {
	case r.RoundNo >= s.Section.Rounds && count.playing == 0:
		page.Next = w.Say("The last round is over.")
	case r.RoundNo >= s.Section.Rounds:
		page.Next = w.Say("This is the last round.")
	case count.playing == 0:
		page.Next = w.Say("Round %d comes when its pairings are published.", r.RoundNo+1)
	default:
		page.Next = w.Say("Round %d is paired when all tables have finished.", r.RoundNo+1)
	}
	return page
}

// plannedAfter is the first line of the schedule after the start of a round; empty
// where the schedule says nothing more.
func (s *shelf) plannedAfter(w text.Words, r *tournament.Round) string {
	began := r.StartsAt
	if began == nil {
		began = r.PublishedAt
	}
	if began == nil {
		return ""
	}
	for _, h := range s.Event.Happenings() {
		if h.At.After(*began) {
			return w.Say("Next in the schedule: %s %s", w.Clock(h.At), h.What)
		}
	}
	return ""
}

// progress counts how far a round has come.
type progress struct {
	tables, playing             int // playing: with a match that has no result
	matches, results, conflicts int
	verified, review            int
	oldest                      *tournament.Pairing // the first table without a result
}

func (s *shelf) progress(r *tournament.Round) progress {
	var c progress
	for i := range r.Pairings {
		p := &r.Pairings[i]
		if p.Bye != nil {
			continue
		}
		c.tables++
		open := false
		for _, m := range p.Matches {
			c.matches++
			switch {
			case m.State == tournament.MatchConflict:
				c.conflicts++
				open = true
			case m.Result == nil:
				open = true
			default:
				c.results++
			}
			if m.State == tournament.MatchVerified {
				c.verified++
			}
			if m.UnderReview {
				c.review++
			}
		}
		if open {
			c.playing++
			if c.oldest == nil {
				c.oldest = p
			}
		}
	}
	return c
}
