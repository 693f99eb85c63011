package tournament

// SeatRotation says who sits where from match to match of a pairing. It is part
// of a section's match template and frozen with it.
type SeatRotation string

const (
	// RotateColours is the default: players keep their board, the two teams change
	// colours after every match.
	RotateColours SeatRotation = "colours"
	// RotateOpponents changes colours too, and moves the second team's players to
	// the other board, so that two matches bring everybody both opponents and four
	// bring both opponents with both colours.
	RotateOpponents SeatRotation = "opponents"
	// RotateNothing keeps seats and colours for the whole pairing.
	RotateNothing SeatRotation = "fixed"
)

// Seating is how the two teams of a pairing sit in one match.
type Seating struct {
	Side1Slot int  // the team with White on board A and Black on board B, 1 or 2
	Crossed   bool // the second team's players have changed boards
}

// Seating is that of a match, counted from 1.
func (r SeatRotation) Seating(match int) Seating {
	if r == RotateNothing {
		return Seating{Side1Slot: 1}
	}
	turn := match - 1
	return Seating{Side1Slot: 1 + turn%2, Crossed: r == RotateOpponents && (turn%4 == 1 || turn%4 == 2)}
}

// Player is the place inside its team (1 or 2) of who plays a board, A = 1 and
// B = 2, for the team in a slot.
func (s Seating) Player(slot, board int) int {
	if s.Crossed && slot == 2 {
		return 3 - board
	}
	return board
}

// known reports whether r is one of the rotations.
func (r SeatRotation) known() bool {
	return r == RotateColours || r == RotateOpponents || r == RotateNothing
}
