package publicpages

import (
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	pages "github.com/tandemchess/tandem/templates/public"
)

// nextMatch is the match of a pairing that is played now or comes next, as an index:
// the first without a report, but none before one that was started for the whole
// round. It is -1 when every match has a report.
func nextMatch(r *tournament.Round, p *tournament.Pairing) int {
	next := -1
	for i, m := range p.Matches {
		if m.State != tournament.MatchOpen {
			continue
		}
		if next < 0 || m.MatchNo <= len(r.MatchStarts) {
			next = i
		}
	}
	return next
}

// DescribeSeats tells where the team sits in the match that comes next, and smaller
// what follows it. Nothing is said of seats when all is played: the largest words of
// the card would be about what is over.
func (s *SectionView) DescribeSeats(w text.Words, a *pages.Answer, r *tournament.Round, p *tournament.Pairing, slot int) {
	next, of := nextMatch(r, p), len(p.Matches)
	if next < 0 {
		return
	}
	a.Seats = s.SeatCards(p.Matches[next], slot)
	if of == 1 {
		return
	}
	a.Match = w.Say("Match %d of %d", p.Matches[next].MatchNo, of)
	for _, m := range p.Matches[next+1:] {
		a.Then = append(a.Then, w.Say("Match %d: %s", m.MatchNo, s.SeatWords(w, m, slot)))
	}
}
