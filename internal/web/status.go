package web

import (
	"fmt"

	"github.com/a-h/templ"

	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/public"
)

// roundStatus answers "how long until the next round?".
func (s *Server) roundStatus(v *visit) error {
	return v.public(v.Request().URL.Path, func() (templ.Component, int64, error) {
		b, err := v.book()
		if err != nil {
			return nil, 0, err
		}
		return pages.Status(v.frame(layout.Public, "Round status", b.Event.Version), b.status()), b.Event.Version, nil
	})
}

var roundStateWords = map[tournament.RoundState]string{
	tournament.RoundDraft: "draft", tournament.RoundPublished: "published", tournament.RoundInPlay: "in play",
	tournament.RoundComplete: "complete", tournament.RoundLocked: "locked",
}

func (s *shelf) status() pages.StatusPage {
	r := s.Current()
	if r == nil {
		return pages.StatusPage{Next: "Round 1 is not published yet."}
	}
	page := pages.StatusPage{Round: r.RoundNo, State: roundStateWords[r.State]}
	count := s.progress(r)
	page.Playing, page.Total, page.Review = count.playing, count.tables, count.review
	if r.State == tournament.RoundPublished {
		page.StartsAt = r.StartsAt
	}
	if count.playing > 0 {
		page.Clock = sharedClock(r)
	}
	switch {
	case r.RoundNo >= s.Section.Rounds && count.playing == 0:
		page.Next = "The last round is over."
	case r.RoundNo >= s.Section.Rounds:
		page.Next = "This is the last round."
	case count.playing == 0:
		page.Next = fmt.Sprintf("Round %d comes when its pairings are published.", r.RoundNo+1)
	default:
		page.Next = fmt.Sprintf("Round %d is paired when all tables have finished.", r.RoundNo+1)
	}
	return page
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
