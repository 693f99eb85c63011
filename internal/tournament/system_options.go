package tournament

import (
	"math/bits"
	"slices"
	"strings"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/rulebook"
)

// systems are the pairing systems a section may have.
var systems = []System{TeamSwiss, Dutch, USSwiss, RoundRobin, DoubleRoundRobin, Knockout, GroupsKnockout, Rotating}

// Bounds of the options.
const (
	mostGroups     = 64
	mostAdvancing  = 64
	defaultGroups  = 4
	defaultAdvance = 2
)

// onlyOwnOptions drops the options that do not belong to the system, so that a
// change of the system leaves nothing of the old one behind, and gives those
// that do their usual value.
func (n NewSection) onlyOwnOptions() NewSection {
	if !n.System.Robin() {
		n.Groups = 1
	}
	if n.System != GroupsKnockout {
		n.DoubleCycle, n.Advance = false, 0
	}
	if !n.System.Bracket() {
		n.ThirdPlace, n.Consolation = false, false
	}
	if !n.System.Swiss() {
		n.Accelerated = false
	}
	if n.System == Rotating {
		n.LeaveOutAfter = 0
	}
	if n.System == Knockout {
		n.NoHalfInLast = 0
	}
	if n.System != TeamSwiss {
		n.ColourMode = "none"
	}
	if n.System == GroupsKnockout {
		n.Groups, n.Advance = firstOf(n.Groups, defaultGroups), firstOf(n.Advance, defaultAdvance)
	}
	n.Groups = firstOf(n.Groups, 1)
	return n
}

// refuseForeign refuses what is asked for now and means nothing in the system. What stood there
// before, under another system, goes without a word.
func (n NewSection) refuseForeign(form *fault.Form, prefix string, before Section) {
	if n.System == Knockout && n.NoHalfInLast > 0 && n.NoHalfInLast != before.NoHalfInLast {
		form.Add(prefix+"no_half_in_last", "A knockout has no byes on request, in no round: a team that does not play its tie is out. Leave this at 0.")
	}
	if n.System == Rotating && n.LeaveOutAfter > 0 && n.LeaveOutAfter != before.LeaveOutAfter {
		form.Add(prefix+"leave_out_after", "With rotating partners a forfeit is that of two, one of whom may have come, so nobody is left out by it. Leave this at 0, and withdraw who is gone.")
	}
}

// checkSystem looks at the system and the options that belong to it.
func (n NewSection) checkSystem(form *fault.Form, at func(string) string, book *rulebook.Rulebook) {
	if !slices.Contains(systems, n.System) {
		form.Add(at("system"), "Choose a pairing system.")
		return
	}
	if n.System == Rotating && book.Boards() != 2 {
		form.Add(at("system"), "Under %s everybody plays alone, so there are no partners to rotate. Choose another system or rulebook.", n.Rulebook)
	}
	if n.Groups < 1 || n.Groups > mostGroups {
		form.Add(at("groups"), "Enter a number of groups from 1 to %d.", mostGroups)
		return
	}
	if n.System == GroupsKnockout {
		n.checkAdvance(form, at)
	}
}

// checkAdvance refuses a number that no group can send on: the rounds declared
// leave so many for the groups once the knockout has its own.
func (n NewSection) checkAdvance(form *fault.Form, at func(string) string) {
	switch {
	case n.Advance < 1 || n.Advance > mostAdvancing:
		form.Add(at("advance"), "Enter how many teams of each group go on, from 1 to %d.", mostAdvancing)
		return
	case n.Groups*n.Advance < 2:
		form.Add(at("advance"), "A knockout needs at least two teams. Let 2 of the group go on, or make more groups.")
		return
	}
	knockout := bits.Len(uint(n.Groups*n.Advance - 1))
	cycles := Section{System: n.System, DoubleCycle: n.DoubleCycle}.Cycles()
	largest := (n.Rounds-knockout)/cycles + 1
	switch {
	case n.Rounds <= knockout:
		form.Add(at("rounds"), "The knockout of %d teams alone takes %d rounds. Enter more rounds: those of the groups come first.", n.Groups*n.Advance, knockout)
	case n.Advance > largest:
		form.Add(at("advance"), "In %d rounds, %d of them for the knockout, a group has at most %d teams, so %d cannot go on from it. Enter more rounds or fewer teams.",
			n.Rounds, knockout, largest, n.Advance)
	}
}

// checkGroupSizes refuses groups that the teams entered so far cannot fill. With
// fewer teams than groups the list is still growing, and nothing can be said.
func checkGroupSizes(form *fault.Form, s Section, teams int) {
	if !s.System.Robin() || teams < 2*s.GroupCount {
		return
	}
	if smallest := teams / s.GroupCount; s.Advance > smallest {
		form.Add("advance", "%d teams in %d groups make groups of %d, so %d cannot go on from each. Enter fewer teams or fewer groups.",
			teams, s.GroupCount, smallest, s.Advance)
	}
}

// personalCodes are the tie-breaks that mean something where partners and
// opponents change every round: they look at a player's own results only.
var personalCodes = []string{"PTS", "WIN", "WON", "PS", "REP", "BPG", "BWG", "RTNG", "TPN"}

func (n NewSection) checkPersonalTieBreaks(form *fault.Form, field string) {
	if n.System != Rotating {
		return
	}
	for _, code := range strings.Split(n.TieBreaks, ",") {
		name, _, _ := strings.Cut(strings.TrimSpace(code), "/")
		if !slices.Contains(personalCodes, name) {
			form.Add(field, "%s compares opponents, and with rotating partners they are different every round. Use %s.", name, strings.Join(personalCodes, ", "))
			return
		}
	}
}
