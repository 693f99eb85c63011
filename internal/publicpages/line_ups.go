package publicpages

import (
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
)

// LineUpChanges say which teams of a pairing named another line-up after the round was published,
// and when.
func LineUpChanges(s *SectionView, w text.Words, r *tournament.Round, p *tournament.Pairing) []string {
	var changes []string
	for slot := 1; slot <= 2; slot++ {
		team := s.Team(p.TeamID(slot))
		if at, changed := tournament.ChangedLineUp(s.SectionBook, r, team.TeamID); changed {
			changes = append(changes, w.Say("%s changed the line-up at %s.", team.Name, w.Clock(at.In(s.Event.Zone()))))
		}
	}
	return changes
}
