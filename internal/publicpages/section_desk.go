package publicpages

import (
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/templates/layout"
)

// NextRound is the round to be paired next.
func NextRound(b *Shelf) int {
	if r := b.Current(); r != nil {
		return r.RoundNo + 1
	}
	return 1
}

// LevelTie says which tie of the knockout keeps the next round from being paired, ""
// when none does.
func (s *Shelf) LevelTie(next int) string {
	if !s.Section.System.Bracket() || next <= s.FirstKnockout() {
		return ""
	}
	if _, err := s.Bracket(next); err != nil {
		return fault.Message(err)
	}
	return ""
}

// EntryCount is so many teams, or players where everybody enters alone.
func (s *Shelf) EntryCount(n int) string { return layout.Count(n, s.Section.EntryWord()) }
