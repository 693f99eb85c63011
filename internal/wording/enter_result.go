package wording

import (
	"github.com/tandemchess/tandem/internal/tournament"
)

// EnteredWords stand before the sentence that reads an entry back.
var EnteredWords = map[tournament.EntryKind]string{
	tournament.EntryFirst:    "Saved. ",
	tournament.EntryVerified: "Verified by a second entry. ",
	tournament.EntryAgain:    "Already stored. ",
	tournament.EntryChanged:  "Changed. ",
	tournament.EntryConflict: "Different results, none counts: a director resolves it. You entered: ",
}
