package wording

import (
	"fmt"
	"strings"

	"github.com/tandemchess/tandem/internal/phase"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/templates/layout"
	"github.com/tandemchess/tandem/templates/setup"
)

// SystemName is a pairing system without its article: "Swiss for teams".
func SystemName(w text.Words, s tournament.System) string {
	for _, c := range setup.Systems(w) {
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

// FeedWords say to everybody who goes on by a feed to the section of this name.
func FeedWords(w text.Words, f phase.Feed, to string) string {
	switch {
	case f.Kind == phase.Losers:
		return w.Say("Losers of the knockout play on in %s.", to)
	case f.First == 1 && f.Last == 0:
		return w.Say("Everybody plays on in %s.", to)
	case f.Last == 0:
		return w.Say("Everybody from place %d on plays on in %s.", f.First, to)
	case f.First == f.Last:
		return w.Say("Place %d goes on to %s.", f.First, to)
	}
	return w.Say("Places %d to %d go on to %s.", f.First, f.Last, to)
}

// LineWords say to everybody what decides between teams with equal points on both sides of a
// line, empty where points separate them.
func LineWords(w text.Words, l phase.Line, breaking phase.Breaking) string {
	said := ""
	switch {
	case l.Level != nil && l.Over:
		said = w.Say("Teams are level across the line; it is not decided yet.")
	case l.Level != nil || l.Broken == "" || !l.Over && breaking == phase.PlayOff:
	case l.Broken == string(tournament.ByLot):
		said = w.Say("A lot decided the tie across the line.")
	case l.Broken == string(tournament.ByOfficial):
		said = w.Say("An official decided the tie across the line.")
	case l.Broken == string(tournament.ByPlayOff):
		said = w.Say("A play-off decided the tie across the line.")
	default:
		said = w.Say("Equal points across the line: %s decides.", l.Broken)
	}
	if said != "" && l.Table != "" {
		return w.Say("Group %s", l.Table) + ": " + said
	}
	return said
}

// CameFrom says where a team of a phase comes from.
func CameFrom(w text.Words, e tournament.PhaseEntry, from string) string {
	switch {
	case e.LostRound > 0:
		return w.Say("Came from the knockout of %s.", from)
	case e.TableName != "":
		return w.Say("Came from %s, group %s, place %d.", from, e.TableName, e.Place)
	}
	return w.Say("Came from %s, place %d.", from, e.Place)
}

// PlayOffWords say who plays off for places of a section, and what it came to.
func PlayOffWords(w text.Words, b, off *tournament.SectionBook) string {
	var names []string
	for _, id := range tournament.PlayOffTeams(off) {
		names = append(names, b.Team(id).Name)
	}
	p, _ := tournament.Decides(off)
	said := w.Say("Play-off for places %d to %d: %s.", p.Rule.Feeds[0].First, p.Rule.Feeds[0].Last, strings.Join(names, " – "))
	if !tournament.PlayOffOver(off) {
		return said + " " + w.Say("It is not decided yet.")
	}
	return said
}
