package publicpages

import "github.com/tandemchess/tandem/templates/layout"

// EntryCount is so many teams, or players where everybody enters alone.
func (s *SectionView) EntryCount(n int) string { return layout.Count(n, s.Section.EntryWord()) }

// Needs says that there are too few entries for a round.
func (s *SectionView) Needs() string { return "A round needs two " + s.Section.EntryWord() + "s." }

// Names are those of some entries, in their order.
func (s *SectionView) Names(ids []int64) []string {
	var names []string
	for _, id := range ids {
		names = append(names, s.Team(id).Name)
	}
	return names
}
