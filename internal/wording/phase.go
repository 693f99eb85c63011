package wording

import (
	"fmt"
	"strings"

	"github.com/tandemchess/tandem/internal/phase"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/templates/layout"
	"github.com/tandemchess/tandem/templates/setup"
)

// SystemName is a pairing system without its article: "Swiss for teams".
func SystemName(s tournament.System) string {
	for _, c := range setup.Systems {
		if c.Value == string(s) {
			name, _, _ := strings.Cut(c.Label, " (")
			return name
		}
	}
	return string(s)
}

// FeedKinds, Carries, Seedings and Breakings are what a phase can be, as the desk reads it.
var (
	FeedKinds = []layout.Choice{{Value: string(phase.Places), Label: "places"}, {Value: string(phase.Losers), Label: "losers of the bracket's rounds"}}
	Carries   = []layout.Choice{
		{Value: string(phase.Nothing), Label: "nothing: everybody begins anew"},
		{Value: string(phase.Points), Label: "the points"},
		{Value: string(phase.Results), Label: "the results among those who come in"},
	}
	Seedings = []layout.Choice{
		{Value: string(phase.ByPlace), Label: "by place"}, {Value: string(phase.ByStrength), Label: "by strength"}, {Value: string(phase.ByLot), Label: "by lot"},
	}
	Breakings = []layout.Choice{
		{Value: string(phase.TieBreaks), Label: "is broken by the section's tie-breaks"}, {Value: string(phase.PlayOff), Label: "is broken by a play-off"},
	}
)

// RuleSentences say what is carried over, how teams are seeded, and what breaks ties.
func RuleSentences(r phase.Rule) []string {
	return []string{
		map[phase.Carry]string{
			phase.Nothing: "Nothing is carried over.", phase.Points: "Their points are carried over.", phase.Results: "The results among them are carried over.",
		}[r.Carry],
		map[phase.Seeding]string{
			phase.ByPlace: "They are seeded by place.", phase.ByStrength: "They are seeded by strength.", phase.ByLot: "They are seeded by lot.",
		}[r.Seeding],
		map[phase.Breaking]string{
			phase.TieBreaks: "A tie across the line is broken by the section's tie-breaks.", phase.PlayOff: "A tie across the line is broken by a play-off.",
		}[r.Breaking],
	}
}

// LineSentence says where a line runs and what decides it, for the desk. above and below are
// the teams next to it.
func LineSentence(l phase.Line, above, below string) string {
	where := fmt.Sprintf("The line runs after place %d", l.After)
	if l.Table != "" {
		where = fmt.Sprintf("In group %s the line runs after place %d", l.Table, l.After)
	}
	where += fmt.Sprintf(", now between %s and %s", above, below)
	switch {
	case l.Level != nil && l.Over:
		return where + ": teams on both sides are level, and somebody has to decide."
	case l.Level != nil:
		return where + ", who are level."
	case l.Broken == "lot":
		return where + ": they are level, and a lot decided."
	case l.Broken == "official":
		return where + ": they are level, and an official decided."
	case l.Broken == "play-off":
		return where + ": they have equal points, and a play-off decided."
	case l.Broken != "":
		return where + ": they have equal points, and the tie-break " + l.Broken + " decides."
	}
	return where + ", whom points separate."
}
