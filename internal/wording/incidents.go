package wording

import (
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/rulebook"
)

// AwayFrom says where an incident was that belongs to no table: ", in the corridor".
func AwayFrom(i dispute.Incident) string {
	if i.MatchID != nil {
		return ""
	}
	facts := dispute.FactsOf(i)
	if facts.Place == dispute.AtATable {
		return ""
	}
	return ", " + facts.Place.Words()
}

func ClaimLabel(kind string) string {
	for _, c := range rulebook.Claims() {
		if string(c.Kind) == kind {
			return c.Label
		}
	}
	return "Incident"
}
