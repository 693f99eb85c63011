// Package setup draws the pages on which an event is prepared: the event and its
// sections, people and their roles, teams, check-in and entry lists.
package setup

import (
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/templates/layout"
)

func id(n int64) string { return strconv.FormatInt(n, 10) }

func teamsPath(f layout.Frame, rest string) templ.SafeURL {
	return templ.SafeURL("/e/" + f.EventSlug + "/desk/" + f.SectionSlug + "/teams" + rest)
}

func teamPath(f layout.Frame, teamID int64, rest string) templ.SafeURL {
	return teamsPath(f, "/"+id(teamID)+rest)
}

// lineUpsPath is the page of a section's line-ups.
func lineUpsPath(f layout.Frame, rest string) templ.SafeURL {
	return templ.SafeURL("/e/" + f.EventSlug + "/desk/" + f.SectionSlug + "/line-ups" + rest)
}

func rating(f layout.Frame, p tournament.Player) string {
	if p.Rating == nil {
		return f.Say("unrated")
	}
	return strconv.Itoa(*p.Rating)
}

// searchText is what the filter of the list compares, folded.
func searchText(r TeamRow) string {
	words := []string{r.Team.Name, r.Team.Code, r.Team.School}
	for _, p := range r.Players {
		words = append(words, p.Name())
	}
	return tournament.NameKey(strings.Join(words, " "))
}

func poolChoices(f layout.Frame, pool []PoolRow) []layout.Choice {
	var choices []layout.Choice
	for _, r := range pool {
		choices = append(choices, layout.Choice{Value: id(r.Player.PlayerID), Label: r.Player.Name() + " · " + rating(f, r.Player)})
	}
	return choices
}

// secondOf is the player a form proposes beside the first.
func secondOf(pool []PoolRow) string {
	if len(pool) < 2 {
		return ""
	}
	return id(pool[1].Player.PlayerID)
}

func entriesOf(f layout.Frame, s SectionLine) string {
	entries := layout.Entries(f.Words, s.Section.EntrySize() == 1, s.Teams)
	if s.Pool > 0 {
		entries += ", " + f.Say("%d players without a partner", s.Pool)
	}
	return entries
}

// byeOf is what a bye is worth beside what a round can bring at most: "1 of 2".
func byeOf(f layout.Frame, s tournament.Section) string {
	return f.Say("%s of %s", layout.Half(s.ByePoints), layout.Half(s.MaxPairingPoints()))
}
