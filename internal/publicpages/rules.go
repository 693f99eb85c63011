package publicpages

import (
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/text"
	pages "github.com/tandemchess/tandem/templates/public"
)

// LocalRules are the questions the text leaves open or the organizer answers
// anew, with the answer here.
func LocalRules(w text.Words, book *rulebook.Rulebook) []pages.LocalRule {
	var local []pages.LocalRule
	for _, c := range book.Cells() {
		if !c.Replaced && len(c.Points) == 0 {
			continue
		}
		local = append(local, pages.LocalRule{Setting: c.Setting, Note: c.Note, House: c.Replaced, Why: pages.Openness(w, book, c)})
	}
	return local
}
