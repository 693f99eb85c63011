package wording

import (
	"github.com/tandemchess/tandem/internal/prospect"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
)

// GoalWords is what places are played for, as a heading.
func GoalWords(w text.Words, kind tournament.GoalKind) string {
	switch kind {
	case tournament.ForTitle:
		return w.Say("The title")
	case tournament.ForGroup:
		return w.Say("First of the group")
	case tournament.ForKnockout:
		return w.Say("A place in the knockout")
	}
	return w.Say("A prize")
}

// ChanceWords is how a team stands to them.
func ChanceWords(w text.Words, s prospect.State) string {
	switch s {
	case prospect.Certain:
		return w.Say("certain")
	case prospect.Gone:
		return w.Say("out of reach")
	}
	return w.Say("open")
}
