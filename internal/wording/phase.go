package wording

import (
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

// FeedKinds, Carries, Seedings and Breakings are what a phase can be, as the desk chooses it.
func FeedKinds(w text.Words) []layout.Choice {
	return []layout.Choice{{Value: string(phase.Places), Label: w.Say("places")}, {Value: string(phase.Losers), Label: w.Say("losers of the bracket's rounds")}}
}

func Carries(w text.Words) []layout.Choice {
	return []layout.Choice{
		{Value: string(phase.Nothing), Label: w.Say("nothing: everybody begins anew")},
		{Value: string(phase.Points), Label: w.Say("the points")},
		{Value: string(phase.Results), Label: w.Say("the results among those who come in")},
	}
}

func Seedings(w text.Words) []layout.Choice {
	return []layout.Choice{
		{Value: string(phase.ByPlace), Label: w.Say("by place")}, {Value: string(phase.ByStrength), Label: w.Say("by strength")}, {Value: string(phase.ByLot), Label: w.Say("by lot")},
	}
}

func Breakings(w text.Words) []layout.Choice {
	return []layout.Choice{
		{Value: string(phase.TieBreaks), Label: w.Say("is broken by the section's tie-breaks")}, {Value: string(phase.PlayOff), Label: w.Say("is broken by a play-off")},
	}
}

var (
	carriedOver = map[phase.Carry]text.Message{
		phase.Nothing: text.Message("Nothing is carried over."), phase.Points: text.Message("Their points are carried over."),
		phase.Results: text.Message("The results among them are carried over."),
	}
	seeded = map[phase.Seeding]text.Message{
		phase.ByPlace: text.Message("They are seeded by place."), phase.ByStrength: text.Message("They are seeded by strength."), phase.ByLot: text.Message("They are seeded by lot."),
	}
	broken = map[phase.Breaking]text.Message{
		phase.TieBreaks: text.Message("A tie across the line is broken by the section's tie-breaks."), phase.PlayOff: text.Message("A tie across the line is broken by a play-off."),
	}
)

// RuleSentences say what is carried over, how teams are seeded, and what breaks ties.
func RuleSentences(w text.Words, r phase.Rule) []string {
	return []string{w.Say(carriedOver[r.Carry]), w.Say(seeded[r.Seeding]), w.Say(broken[r.Breaking])}
}

// LineSentence says where a line runs and what decides it, for the desk. above and below are
// the teams next to it.
func LineSentence(w text.Words, l phase.Line, above, below string) string {
	where := w.Say("The line runs after place %d, now between %s and %s.", l.After, above, below)
	if l.Table != "" {
		where = w.Say("In group %s the line runs after place %d, now between %s and %s.", l.Table, l.After, above, below)
	}
	return where + " " + lineDecidedBy(w, l)
}

// lineDecidedBy is what decides between the teams at a line.
func lineDecidedBy(w text.Words, l phase.Line) string {
	switch {
	case l.Level != nil && l.Over:
		return w.Say("Teams on both sides are level, and somebody has to decide.")
	case l.Level != nil:
		return w.Say("They are level.")
	case l.Broken == string(tournament.ByLot):
		return w.Say("They are level, and a lot decided.")
	case l.Broken == string(tournament.ByOfficial):
		return w.Say("They are level, and an official decided.")
	case l.Broken == string(tournament.ByPlayOff):
		return w.Say("They have equal points, and a play-off decided.")
	case l.Broken != "":
		return w.Say("They have equal points, and the tie-break %s decides.", l.Broken)
	}
	return w.Say("Points separate them.")
}

// FeedWords say to everybody who goes on by a feed to the section of this name, from a section with
// so many groups side by side.
func FeedWords(w text.Words, f phase.Feed, to string, groups int) string {
	switch each := groups > 1; {
	case f.Kind == phase.Losers:
		return w.Say("Losers of the knockout play on in %s.", to)
	case f.First == 1 && f.Last == 0:
		return w.Say("Everybody plays on in %s.", to)
	case each && f.Last == 0:
		return w.Say("Everybody from place %d of every group on plays on in %s.", f.First, to)
	case each && f.First == f.Last:
		return w.Say("Place %d of every group goes on to %s.", f.First, to)
	case each:
		return w.Say("Places %d to %d of every group go on to %s.", f.First, f.Last, to)
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
	p, _ := tournament.AsPlayOff(off)
	said := w.Say("Play-off for places %d to %d: %s.", p.Rule.Feeds[0].First, p.Rule.Feeds[0].Last, w.Versus(names...))
	if !tournament.PlayOffOver(off) {
		return said + " " + w.Say("It is not decided yet.")
	}
	return said
}
