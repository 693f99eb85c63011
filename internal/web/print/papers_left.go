package print

import (
	"slices"

	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
	sheets "github.com/tandemchess/tandem/templates/print"
)

// PapersLeft says what of a round's set is still to be printed in its present version.
func PapersLeft(v *visit.Visit, b *publicpages.SectionView, r *tournament.Round, printed visit.Printings) (says string, open bool) {
	var links []sheets.Paper
	for _, p := range papers {
		if slices.Contains(roundSet, p.name) {
			links = append(links, paperLink(v, b, printed, p, r.RoundNo, r))
		}
	}
	done := !slices.ContainsFunc(links, func(l sheets.Paper) bool { return l.State != sheets.Printed })
	return setSays(v.Words, links, r.RoundNo), !done
}
