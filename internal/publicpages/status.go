package publicpages

import (
	"github.com/tandemchess/tandem/internal/tournament"
)

// Progress counts how far a round has come.
type Progress struct {
	Tables, Playing             int // playing: with a match that has no result
	Matches, Results, Conflicts int
	Verified, Review            int
	Oldest                      *tournament.Pairing // the first table without a result
}

func (s *Shelf) Progress(r *tournament.Round) Progress {
	var c Progress
	for i := range r.Pairings {
		p := &r.Pairings[i]
		if p.Bye != nil {
			continue
		}
		c.Tables++
		open := false
		for _, m := range p.Matches {
			c.Matches++
			switch {
			case m.State == tournament.MatchConflict:
				c.Conflicts++
				open = true
			case m.Result == nil:
				open = true
			default:
				c.Results++
			}
			if m.State == tournament.MatchVerified {
				c.Verified++
			}
			if m.UnderReview {
				c.Review++
			}
		}
		if open {
			c.Playing++
			if c.Oldest == nil {
				c.Oldest = p
			}
		}
	}
	return c
}
