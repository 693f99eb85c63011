package wording

import (
	"strings"

	"github.com/tandemchess/tandem/internal/dispute"
)

// MatterWords names what rulings are compared by: "Conduct, hide stock (USCF-R)".
func MatterWords(m dispute.Matter) string {
	words := ClaimLabel(string(m.Claim))
	if m.Act != "" {
		words += ", " + strings.ReplaceAll(m.Act, "-", " ")
	}
	return words + " (" + m.Rulebook + ")"
}
