package tournament

// RoundProgress counts how far a round has come.
type RoundProgress struct {
	Tables, Playing             int // playing: with a match that has no result
	Matches, Results, Conflicts int
	Verified, Review            int
	Oldest                      *Pairing // the first table without a result
}

// Progress counts the tables and matches of the round; byes are none.
func (r *Round) Progress() RoundProgress {
	var c RoundProgress
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
			case m.State == MatchConflict:
				c.Conflicts++
				open = true
			case m.Result == nil && !m.Held:
				open = true
			default:
				c.Results++
			}
			if m.State == MatchVerified {
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
