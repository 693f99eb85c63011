package dispute

import (
	"strings"

	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/internal/wording"
	pages "github.com/tandemchess/tandem/templates/dispute"
)

// typedWords are the fields of a refused form whose page comes back without the form:
// somebody else was faster, and nobody has to type it twice.
func typedWords(v *visit.Visit, fields ...pages.Words) (list []pages.Words) {
	for _, field := range fields {
		if field.Text = strings.TrimSpace(v.FormValue(field.Text)); field.Text != "" {
			list = append(list, field)
		}
	}
	return list
}

// rulingNotTaken is what was typed on the page of a ruling that somebody else has
// signed since.
func rulingNotTaken(v *visit.Visit) []pages.Words {
	list := typedWords(v, pages.Words{Label: v.Words.Say("Reason"), Text: "reason"}, pages.Words{Label: v.Words.Say("What is wrong with the ruling"), Text: "grounds"})
	switch dispute.Choice(v.FormValue("choice")) {
	case dispute.Follow:
		return append([]pages.Words{{Label: v.Words.Say("Your decision"), Text: v.Words.Say("Rule as proposed")}}, list...)
	case dispute.Deny:
		return append([]pages.Words{{Label: v.Words.Say("Your decision"), Text: v.Words.Say("Deny the claim, play on")}}, list...)
	case dispute.Otherwise:
		return append([]pages.Words{{Label: v.Words.Say("Your decision"), Text: v.Words.Say("Other outcome")}}, list...)
	}
	return list
}

// reviewNotTaken is what was typed on the page of an appeal that the reader cannot
// decide any more.
func reviewNotTaken(v *visit.Visit) []pages.Words {
	list := typedWords(v,
		pages.Words{Label: v.Words.Say("Reason"), Text: "reason"}, pages.Words{Label: v.Words.Say("Why somebody was not heard"), Text: "note"}, pages.Words{Label: v.Words.Say("Which question is open"), Text: "question"},
		pages.Words{Label: v.Words.Say("Why you step aside"), Text: "aside"}, pages.Words{Label: v.Words.Say("Why late"), Text: "late"}, pages.Words{Label: v.Words.Say("What the team says"), Text: "withdrawal"},
	)
	if name := wording.AppealWords(dispute.AppealState(v.FormValue("state"))).Decide; name != "" {
		return append([]pages.Words{{Label: v.Words.Say("Your decision"), Text: v.Words.Say(name)}}, list...)
	}
	return list
}

// cardNotTaken puts what was typed beside a card back into its forms, or says it where
// they are gone.
func cardNotTaken(v *visit.Visit, c *pages.Card) {
	if !c.CanEdit {
		c.NotTaken = typedWords(v, pages.Words{Label: v.Words.Say("Statement"), Text: "body"}, pages.Words{Label: v.Words.Say("How it was settled"), Text: "reason"})
		return
	}
	c.Said = pages.Said{Player: v.FormValue("player"), Speaker: v.FormText("speaker"), Role: v.FormValue("role"), Body: v.FormText("body")}
	c.Settled = v.FormText("reason")
}
