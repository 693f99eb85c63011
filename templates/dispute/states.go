package dispute

import (
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/templates/layout"
)

// stateWords is the state of an incident, a ruling, an appeal or a penalty as people say it.
func stateWords(f layout.Frame, state string) string {
	if m, ok := states[state]; ok {
		return f.Say(m)
	}
	return state
}

var states = map[string]text.Message{
	"called": text.Message("called"), "open": text.Message("open"), "ruled": text.Message("ruled"), "closed": text.Message("closed"), "joined": text.Message("joined"),
	"standing": text.Message("stands"), "modified": text.Message("modified"), "overturned": text.Message("overturned"), "sent-back": text.Message("sent back"),
	"upheld": text.Message("upheld"), "withdrawn": text.Message("withdrawn"), "lapsed": text.Message("lapsed"),
	"counts": text.Message("counts"), "voided": text.Message("voided"), "expired": text.Message("expired"),
}

// roleWords is who made a statement, and over what a penalty is counted.
func roleWords(f layout.Frame, role string) string {
	if m, ok := roles[role]; ok {
		return f.Say(m)
	}
	return role
}

var roles = map[string]text.Message{
	"claimant": text.Message("claimant"), "opponent": text.Message("opponent"), "partner": text.Message("partner"), "witness": text.Message("witness"),
	"official": text.Message("official"), "other": text.Message("other"), "match": text.Message("match"), "event": text.Message("event"), "game": text.Message("game"),
}
