package bughouse

import "fmt"

// Color is the colour of a man and of the player who owns it.
type Color uint8

const (
	White Color = iota
	Black
)

// Opponent returns the other colour.
func (c Color) Opponent() Color { return c ^ 1 }

func (c Color) String() string {
	if c == White {
		return "White"
	}
	return "Black"
}

// Kind is a kind of man; the zero value is no kind at all.
type Kind uint8

const (
	NoKind Kind = iota
	Pawn
	Knight
	Bishop
	Rook
	Queen
	King

	kinds = 7 // length of arrays indexed by Kind
)

const kindLetters = " PNBRQK"

// Letter returns the upper-case English letter, a space for no kind.
func (k Kind) Letter() byte { return kindLetters[k%kinds] }

var kindNames = [kinds]string{"none", "pawn", "knight", "bishop", "rook", "queen", "king"}

func (k Kind) String() string { return kindNames[k%kinds] }

// KindOf returns the kind an upper-case letter names.
func KindOf(letter byte) (Kind, bool) {
	switch letter {
	case 'P':
		return Pawn, true
	case 'N':
		return Knight, true
	case 'B':
		return Bishop, true
	case 'R':
		return Rook, true
	case 'Q':
		return Queen, true
	case 'K':
		return King, true
	}
	return NoKind, false
}

// Piece is a man on a board: kind, colour, and whether it is a promoted pawn.
// The zero value is no man.
type Piece uint8

// NoPiece is an empty square.
const NoPiece Piece = 0

const (
	blackBit    Piece = 1 << 3
	promotedBit Piece = 1 << 4
	kindBits    Piece = 7
)

// NewPiece returns the unpromoted man of a colour and kind.
func NewPiece(c Color, k Kind) Piece {
	if k == NoKind {
		return NoPiece
	}
	return Piece(k) | Piece(c)<<3
}

// Kind returns what the man moves as.
func (p Piece) Kind() Kind { return Kind(p & kindBits) }

// Color returns the owner's colour; it means nothing for NoPiece.
func (p Piece) Color() Color { return Color(p & blackBit >> 3) }

// Promoted reports whether the man is a pawn that was promoted.
func (p Piece) Promoted() bool { return p&promotedBit != 0 }

// AsPromoted returns the same man with the promotion mark.
func (p Piece) AsPromoted() Piece { return p | promotedBit }

// String returns the FEN letter, with ~ behind a promoted man.
func (p Piece) String() string {
	if p == NoPiece {
		return "-"
	}
	letter := p.Kind().Letter()
	if p.Color() == Black {
		letter += 'a' - 'A'
	}
	if p.Promoted() {
		return string([]byte{letter, '~'})
	}
	return string(rune(letter))
}

// BoardID names one of the two boards of a match.
type BoardID uint8

const (
	A BoardID = iota
	B
)

func (b BoardID) String() string {
	if b == A {
		return "A"
	}
	return "B"
}

// Other returns the other board.
func (b BoardID) Other() BoardID { return b ^ 1 }

// Seat is one of the four players of a match: a colour at a board.
type Seat uint8

const (
	WA Seat = iota
	BA
	WB
	BB

	seats = 4 // length of arrays indexed by Seat
)

// SeatAt returns the seat of a colour at a board.
func SeatAt(b BoardID, c Color) Seat { return Seat(b)<<1 | Seat(c) }

// ParseSeat reads WA, BA, WB or BB.
func ParseSeat(s string) (Seat, error) {
	for seat := WA; seat < seats; seat++ {
		if s == seat.String() {
			return seat, nil
		}
	}
	return 0, fmt.Errorf("%q is not a seat: expected WA, BA, WB or BB", s)
}

func (s Seat) String() string { return [seats]string{"WA", "BA", "WB", "BB"}[s%seats] }

// Board returns the board the seat plays on.
func (s Seat) Board() BoardID { return BoardID(s >> 1 & 1) }

// Color returns the colour the seat plays.
func (s Seat) Color() Color { return Color(s & 1) }

// Partner returns the seat of the same side on the other board: the other colour there.
func (s Seat) Partner() Seat { return s ^ 3 }

// Opponent returns the seat across the same board.
func (s Seat) Opponent() Seat { return s ^ 1 }

// Side returns the side the seat belongs to.
func (s Seat) Side() Side {
	if s == WA || s == BB {
		return Side1
	}
	return Side2
}

// Side is one of the two sides of a match; the zero value is neither.
type Side uint8

const (
	Side1 Side = 1 + iota // WA and BB
	Side2                 // BA and WB
)

func (s Side) String() string {
	switch s {
	case Side1:
		return "T1"
	case Side2:
		return "T2"
	}
	return "-"
}

// Opponent returns the other side.
func (s Side) Opponent() Side { return Side1 + Side2 - s }
