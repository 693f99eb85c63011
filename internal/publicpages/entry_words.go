package publicpages

import (
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/templates/layout"
)

// EntryCount is so many teams, or players where everybody enters alone.
func (s *SectionView) EntryCount(w text.Words, n int) string {
	return layout.Entries(w, s.Section.EntrySize() == 1, n)
}

// Entered counts the teams, or the players where everybody enters alone, that take part.
func Entered(s *SectionView) int { return len(tournament.TakingPart(s.SectionBook)) }

// Needs says that there are too few entries for a round, or where they come from.
func (s *SectionView) Needs(w text.Words) string {
	if awaiting := Awaiting(s, w); awaiting != "" {
		return awaiting
	}
	return w.Say(ByEntry(s.Section, text.Message("A round needs two teams."), text.Message("A round needs two players.")))
}

// ByEntry is what is said of a section of teams, or where everybody enters alone.
func ByEntry(s tournament.Section, teams, players text.Message) text.Message {
	if s.EntrySize() == 1 {
		return players
	}
	return teams
}

// Names are those of some entries, in their order.
func (s *SectionView) Names(ids []int64) []string {
	var names []string
	for _, id := range ids {
		names = append(names, s.Team(id).Name)
	}
	return names
}
