package wording

import (
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/phrase"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/text"
)

// MatterWords names what rulings are compared by: "Conduct, hiding stock pieces (USCF-R)".
func MatterWords(w text.Words, m dispute.Matter) string {
	words := ClaimLabel(w, string(m.Claim))
	if m.Act != "" {
		words += ", " + OffenceName(w, m.Act)
	}
	return words + " (" + m.Rulebook + ")"
}

// AwayFrom says where an incident was that belongs to no table: ", in the corridor".
func AwayFrom(w text.Words, i dispute.Incident) string {
	if i.MatchID != nil {
		return ""
	}
	facts := dispute.FactsOf(i)
	if facts.Place == dispute.AtATable {
		return ""
	}
	return ", " + facts.Place.Words().In(w.Told)
}

// ClaimLabel is a kind of claim as a heading.
func ClaimLabel(w text.Words, kind string) string {
	for _, c := range rulebook.Claims() {
		if string(c.Kind) == kind {
			return phrase.Capital{Sayable: c.Name()}.In(w.Told)
		}
	}
	return w.Say("Incident")
}

// LevelName is who decides at a level.
func LevelName(w text.Words, l dispute.Level) string { return w.Say(levelNames[l]) }

var levelNames = map[dispute.Level]text.Message{
	dispute.ByDirector: text.Message("director"), dispute.BySectionChief: text.Message("section chief"), dispute.ByChief: text.Message("chief floor director"),
}
