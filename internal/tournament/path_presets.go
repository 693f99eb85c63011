package tournament

import (
	"math/bits"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/phase"
)

// Preset is a path as events often have it.
type Preset string

// The presets.
const (
	SwissToFinals       Preset = "swiss-finals" // a Swiss, its first in a knockout, all others in a B-final at the same time
	GroupsToKnockout    Preset = "groups"       // groups in which everybody meets, the first of each in a knockout
	SectionsToFinal     Preset = "sections"     // two sections, the first of both in a knockout
	KnockoutConsolation Preset = "consolation"  // a knockout, whose losers play on in a Swiss
)

// Presets are all of them, in the order in which they are offered.
var Presets = []Preset{SwissToFinals, GroupsToKnockout, SectionsToFinal, KnockoutConsolation}

// PresetAsk is what an organizer says about a preset.
type PresetAsk struct {
	Preset   Preset
	Names    []string // of its sections, in their order
	Rulebook string
	Rounds   int // of what is played first
	Groups   int // of GroupsToKnockout
	// Through is how many go on: of a Swiss, of every group, of each section; of a knockout the
	// rounds whose losers play on.
	Through  int
	Breaking phase.Breaking
	Colour   string // the first one in Swiss sections: W or B
}

// Usual is what a preset asks for, filled in as it is mostly played.
func (p Preset) Usual() PresetAsk {
	ask := PresetAsk{Preset: p, Rulebook: "FIDEX", Breaking: phase.TieBreaks}
	switch p {
	case SwissToFinals:
		ask.Rounds, ask.Through = 5, 8
	case GroupsToKnockout:
		ask.Rounds, ask.Groups, ask.Through = 3, 4, 2
	case SectionsToFinal:
		ask.Rounds, ask.Through = 5, 2
	case KnockoutConsolation:
		ask.Rounds, ask.Through = 4, 1
	}
	return ask
}

// Sections is how many sections a preset has, 0 for none that there is.
func (p Preset) Sections() int {
	return map[Preset]int{SwissToFinals: 3, GroupsToKnockout: 2, SectionsToFinal: 3, KnockoutConsolation: 2}[p]
}

// check finds what is wrong with the numbers of a preset.
func (a PresetAsk) check() error {
	var form fault.Form
	within := func(field string, n, least, most int) {
		if n < least || n > most {
			form.Add(field, "Enter a whole number from %d to %d.", least, most)
		}
	}
	switch a.Preset {
	case SwissToFinals:
		within("rounds", a.Rounds, 1, 99)
		within("through", a.Through, 2, 128)
	case GroupsToKnockout:
		within("rounds", a.Rounds, 1, 99)
		within("groups", a.Groups, 2, mostGroups)
		within("through", a.Through, 1, 8)
	case SectionsToFinal:
		within("rounds", a.Rounds, 1, 99)
		within("through", a.Through, 1, 64)
	case KnockoutConsolation:
		within("rounds", a.Rounds, 2, 10)
		within("through", a.Through, 1, a.Rounds-1)
	default:
		return fault.New(fault.NotFound, "There is no such path. Choose one of the list.")
	}
	if len(a.Names) != a.Preset.Sections() {
		return fault.New(fault.Invalid, "This path has %d sections. Give each of them a name.", a.Preset.Sections())
	}
	return form.Err()
}

// Path makes the sections and feeds of a preset.
func (a PresetAsk) Path() (NewPath, error) {
	if err := a.check(); err != nil {
		return NewPath{}, err
	}
	first := func(at int, system System) PathSection {
		return PathSection{NewSection: NewSection{Name: a.Names[at], Rulebook: a.Rulebook, System: system, Rounds: a.Rounds, InitialColour: a.Colour}}
	}
	later := func(at int, system System, rounds int, carry phase.Carry, feeds ...PathFeed) PathSection {
		s := first(at, system)
		s.Rounds, s.ThirdPlace = max(rounds, 1), system == Knockout && rounds > 1
		s.Feeds, s.Carry, s.Seeding, s.Breaking = feeds, carry, phase.ByPlace, a.Breaking
		return s
	}
	places := func(from, first, last int) PathFeed { return PathFeed{from, phase.Places, first, last} }
	knockout := func(teams int) int { return bits.Len(uint(teams - 1)) }
	switch n := a.Through; a.Preset {
	case SwissToFinals:
		b := later(2, TeamSwiss, knockout(n), phase.Points, places(0, n+1, 0))
		b.Beyond = (n/2 + 9) / 10 * 10 // it is played beside the A-final
		return NewPath{[]PathSection{first(0, TeamSwiss), later(1, Knockout, knockout(n), phase.Nothing, places(0, 1, n)), b}}, nil
	case GroupsToKnockout:
		groups := first(0, RoundRobin)
		groups.Groups = a.Groups
		return NewPath{[]PathSection{groups, later(1, Knockout, knockout(n*a.Groups), phase.Nothing, places(0, 1, n))}}, nil
	case SectionsToFinal:
		second := first(1, TeamSwiss)
		second.Beyond = roomForEntries
		return NewPath{[]PathSection{first(0, TeamSwiss), second, later(2, Knockout, knockout(2*n), phase.Nothing, places(0, 1, n), places(1, 1, n))}}, nil
	}
	bracket := first(0, Knockout)
	bracket.ThirdPlace = a.Through < a.Rounds-1 // else who loses a semifinal plays on in the second section
	second := later(1, TeamSwiss, a.Rounds-1, phase.Nothing, PathFeed{0, phase.Losers, 1, a.Through})
	second.Beyond = roomForEntries
	return NewPath{[]PathSection{bracket, second}}, nil
}
