package wording

import (
	"strconv"

	"github.com/tandemchess/tandem/internal/prospect"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
)

// GoalWords is what places are played for, as a heading.
func GoalWords(w text.Words, goal tournament.Goal) string {
	switch goal.Kind {
	case tournament.ForTitle:
		return w.Say("The title")
	case tournament.ForGroup:
		return w.Say("First of the group")
	case tournament.ForKnockout:
		return w.Say("A place in the knockout")
	case tournament.ForPhase:
		return w.Say("A place in %s", goal.Phase)
	}
	if goal.Category != "" {
		return w.Say("A prize of %s", goal.Category)
	}
	return w.Say("A prize")
}

// BoardNames are the boards, as headings.
var BoardNames = [2]text.Message{text.Message("Board A"), text.Message("Board B")}

// ChanceWords is how a team stands to them.
func ChanceWords(w text.Words, s prospect.State) string {
	switch s {
	case prospect.Certain:
		return w.Say("certain")
	case prospect.Gone:
		return w.Say("out of reach")
	case prospect.NotFor:
		return "–"
	}
	return w.Say("open")
}

// PlaceRange writes the places that are possible: "1–4".
func PlaceRange(r prospect.Range) string {
	if r.Best == r.Worst {
		return strconv.Itoa(r.Best)
	}
	return strconv.Itoa(r.Best) + text.To + strconv.Itoa(r.Worst)
}

// ProspectShort is the same for a column of paper: "1–4", "3, decided", "7–12, out".
func ProspectShort(w text.Words, t tournament.TeamProspect) string {
	switch {
	case t.Best == t.Worst:
		return w.Say("%s, decided", PlaceRange(t.Range))
	case t.Out():
		return w.Say("%s, out", PlaceRange(t.Range))
	}
	return PlaceRange(t.Range)
}

// ProspectWords is what a team can still reach, beside its place.
func ProspectWords(w text.Words, t tournament.TeamProspect) string {
	places := PlaceRange(t.Range)
	switch {
	case t.Best == t.Worst:
		return w.Say("place %s is decided", places)
	case t.Out():
		return w.Say("out: place %s", places)
	}
	return w.Say("can still reach place %s", places)
}
