package postgres

import "github.com/tandemchess/tandem/internal/fault"

// gone says of what people ask for by its number or address that it is not there.
var gone = map[string]fault.Word{
	"account":              fault.Word("There is no such account."),
	"appeal":               fault.Word("There is no such appeal."),
	"board system":         fault.Word("There is no such board system."),
	"correction":           fault.Word("There is no such correction."),
	"duty":                 fault.Word("There is no such duty."),
	"event":                fault.Word("There is no such event."),
	"incident":             fault.Word("There is no such incident."),
	"invitation":           fault.Word("There is no such invitation."),
	"link":                 fault.Word("There is no such link."),
	"message":              fault.Word("There is no such message."),
	"open program":         fault.Word("There is no such open program."),
	"open webhook":         fault.Word("There is no such open webhook."),
	"person":               fault.Word("There is no such person."),
	"player":               fault.Word("There is no such player."),
	"round":                fault.Word("There is no such round."),
	"ruling":               fault.Word("There is no such ruling."),
	"section":              fault.Word("There is no such section."),
	"team":                 fault.Word("There is no such team."),
	"text of the rulebook": fault.Word("There is no such text of the rulebook."),
}

// nothing is the fault of a row that is not there.
func nothing(what string) error {
	if sentence, ok := gone[what]; ok {
		return fault.New(fault.NotFound, "%s", sentence)
	}
	return fault.New(fault.NotFound, "There is no such %s.", what)
}
