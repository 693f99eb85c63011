package publicpages

import (
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
)

// LineUpChanges say which teams of a pairing named another line-up after the round was published,
// and when, and who came in during a match.
func LineUpChanges(s *SectionView, w text.Words, r *tournament.Round, p *tournament.Pairing) []string {
	var changes []string
	for slot := 1; slot <= 2; slot++ {
		team := s.Team(p.TeamID(slot))
		if at, changed := tournament.ChangedLineUp(s.SectionBook, r, team.TeamID); changed {
			changes = append(changes, w.Say("%s changed the line-up at %s.", team.Name, w.Clock(at.In(s.Event.Zone()))))
		}
	}
	for _, m := range p.Matches {
		for _, c := range tournament.SubstitutedIn(s.SectionBook, m.MatchID) {
			comes, _ := s.Player(c.InID)
			leaves, _ := s.Player(c.OutID)
			changes = append(changes, w.Say("%s came in for %s in match %d.", s.PublicName(comes), s.PublicName(leaves), m.MatchNo))
		}
	}
	return changes
}

// newLineUp reports whether one of some teams named another line-up after the round was published.
func newLineUp(s *SectionView, r *tournament.Round, teams ...int64) bool {
	for _, id := range teams {
		if _, changed := tournament.ChangedLineUp(s.SectionBook, r, id); changed {
			return true
		}
	}
	return false
}

// NewLineUps is how many teams did; the lists of the round mark them.
func NewLineUps(s *SectionView, r *tournament.Round) (n int) {
	for _, t := range s.Teams {
		if newLineUp(s, r, t.TeamID) {
			n++
		}
	}
	return n
}
