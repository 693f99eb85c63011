package wording

import (
	"strings"

	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/rulebook"
)

// MatterWords names what rulings are compared by: "Conduct, hide stock (USCF-R)".
func MatterWords(m dispute.Matter) string {
	words := ClaimLabel(string(m.Claim))
	if m.Act != "" {
		words += ", " + strings.ReplaceAll(m.Act, "-", " ")
	}
	return words + " (" + m.Rulebook + ")"
}

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

func LevelName(l dispute.Level) string {
	return map[dispute.Level]string{dispute.ByDirector: "director", dispute.BySectionChief: "section chief", dispute.ByChief: "chief floor director"}[l]
}
