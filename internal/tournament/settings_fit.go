package tournament

import (
	"errors"
	"slices"
)

// planField is the first changed setting by which rounds are planned, or by which groups are
// ranked whose first ones go on, empty for none.
func planField(changed []string) string {
	for _, name := range []string{
		"system", "groups", "advance", "double_cycle", "third_place", "consolation", "tie_breaks", "tie_break_edition", "scoring", "bye_points", "matches",
	} {
		if slices.Contains(changed, name) {
			return name
		}
	}
	return ""
}

// wouldGoOn reports whether the published rounds are rounds of a section with these settings:
// standings can be made of them, the ties of a bracket are those of its seeds, and who meets while
// groups play is of one group.
func wouldGoOn(b *SectionBook, settings Section) bool {
	with := *b
	with.Section = settings
	if _, err := with.Standings(0); err != nil {
		return false
	}
	if settings.System.Bracket() {
		k, err := with.Bracket(len(b.Rounds) + 1)
		begun := b.Round(with.FirstKnockout())
		if errors.Is(err, errOffBracket) || k == nil && begun != nil && begun.Public() {
			return false
		}
	}
	groups := with.Groups()
	for _, r := range b.Rounds {
		if !settings.InGroups() || !r.Public() || !with.GroupStage(r.RoundNo) {
			continue
		}
		for _, p := range r.Pairings {
			if p.Bye == nil && groupOf(groups, p.TeamID(1)) != groupOf(groups, p.TeamID(2)) {
				return false
			}
		}
	}
	return true
}
