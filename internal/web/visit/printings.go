package visit

import (
	"slices"

	"github.com/tandemchess/tandem/internal/tournament"
)

// VersionWords says which version of the pairings a paper shows.
func VersionWords(v *Visit, r *tournament.Round) string {
	words := v.Words.Say("version %d", r.Publication)
	if r.PublishedAt != nil {
		words += ", " + v.Clock(*r.PublishedAt)
	}
	return words
}

// Printings are the last printings of an event's papers.
type Printings []tournament.Printing

func (all Printings) Of(section int64, round int, paper string) (tournament.Printing, bool) {
	i := slices.IndexFunc(all, func(p tournament.Printing) bool {
		return p.SectionID == section && p.RoundNo == round && p.Paper == paper
	})
	if i < 0 {
		return tournament.Printing{}, false
	}
	return all[i], true
}
