package pairing

// preference is what a team wants from its next colour (C.04.6).
type preference struct {
	colour Colour
	strong bool
}

// teamPreference derives the colour preference of a team. Type A knows strong
// ones only; with NoColours nobody wants anything.
func (t *Tournament) teamPreference(e *entrant) preference {
	if t.Team.Colours == NoColours || len(e.colours) == 0 {
		return preference{}
	}
	last := e.colours[len(e.colours)-1]
	twice := len(e.colours) > 1 && e.colours[len(e.colours)-2] == last
	if t.Team.Colours == ColoursTypeB && t.Team.ReadingLastRoundFirst && t.LastRound() && e.balance == 0 {
		return preference{}
	}
	switch {
	case e.balance < -1, e.balance <= 0 && e.balance >= -1 && twice && last == Black:
		return preference{White, true}
	case e.balance > 1, e.balance >= 0 && e.balance <= 1 && twice && last == White:
		return preference{Black, true}
	case t.Team.Colours == ColoursTypeA:
		return preference{}
	case e.balance < 0:
		return preference{White, false}
	case e.balance > 0:
		return preference{Black, false}
	case t.LastRound():
		return preference{}
	default:
		return preference{last.Other(), false}
	}
}

// teamColours decides who has White on the first board (C.04.6) and
// names the rule that decided. It returns a and b in the order White, Black.
func (f *field) teamColours(a, b int) (white, black int, rule string) {
	first, other := &f.all[a], &f.all[b]
	swapped := other.pairing > first.pairing
	if other.pairing == first.pairing {
		swapped = b < a
		if f.t.Team.SecondaryForColours && other.secondary != first.secondary {
			swapped = other.secondary > first.secondary
		}
	}
	if swapped {
		a, b = b, a
		first, other = other, first
	}
	colour, rule := f.firstTeamColour(first, other)
	if colour == Black {
		a, b = b, a
	}
	return a, b, rule
}

// firstTeamColour is the colour of the first-team of a pair.
func (f *field) firstTeamColour(first, other *entrant) (Colour, string) {
	mine, theirs := f.t.teamPreference(first), f.t.teamPreference(other)
	switch {
	case len(first.colours) == 0 && len(other.colours) == 0:
		if first.parity%2 == 1 {
			return f.initialColour(), "4.3.1 initial colour, odd number"
		}
		return f.initialColour().Other(), "4.3.1 initial colour, even number"
	case mine.colour != NoColour && theirs.colour == NoColour:
		return mine.colour, "4.3.2 only one preference"
	case mine.colour == NoColour && theirs.colour != NoColour:
		return theirs.colour.Other(), "4.3.2 only one preference"
	case mine.colour != NoColour && mine.colour != theirs.colour:
		return mine.colour, "4.3.3 opposite preferences"
	case mine.strong && !theirs.strong:
		return mine.colour, "4.3.4 the stronger preference"
	case theirs.strong && !mine.strong:
		return theirs.colour.Other(), "4.3.4 the stronger preference"
	case first.balance < other.balance:
		return White, "4.3.5 fewer Whites so far"
	case first.balance > other.balance:
		return Black, "4.3.5 fewer Whites so far"
	}
	if colour, ago := lastDifference(first.colours, other.colours); ago > 0 {
		return colour.Other(), "4.3.6 opposite of the last match in which their colours differed"
	}
	switch {
	case mine.colour != NoColour:
		return mine.colour, "4.3.7 preference of the first-team"
	case len(first.colours) > 0:
		return first.colours[len(first.colours)-1].Other(), "4.3.8 the first-team alternates"
	default:
		return other.colours[len(other.colours)-1], "4.3.9 the other team alternates"
	}
}

func (f *field) initialColour() Colour {
	if f.t.InitialColour == NoColour {
		return White
	}
	return f.t.InitialColour
}

// lastDifference looks for the most recent games in which two participants had
// different colours, both histories aligned at their ends. It returns the colour
// of the first one and how many games ago that was; 0 = never.
func lastDifference(mine, theirs []Colour) (Colour, int) {
	for ago := 1; ago <= len(mine) && ago <= len(theirs); ago++ {
		if c := mine[len(mine)-ago]; c != theirs[len(theirs)-ago] {
			return c, ago
		}
	}
	return NoColour, 0
}
