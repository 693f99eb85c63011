package bughouse

import "fmt"

// Move is one move on one board: from, to and promotion, or a drop. It knows
// nothing of the position; castling is the king's two-square move, and a pawn
// reaching the last rank without a promotion is a promotion not yet declared.
// Moves are comparable.
type Move uint16

const (
	toShift        = 6
	kindShift      = 12
	dropBit   Move = 1 << 15
)

// NewMove returns a move of a man; promotion is NoKind when there is none or none was declared.
func NewMove(from, to Square, promotion Kind) Move {
	return Move(from&63) | Move(to&63)<<toShift | Move(promotion&7)<<kindShift
}

// NewDrop returns the drop of a kind on a square.
func NewDrop(k Kind, to Square) Move {
	return dropBit | Move(to&63)<<toShift | Move(k&7)<<kindShift
}

// From returns the square a man leaves, NoSquare for a drop.
func (m Move) From() Square {
	if m.IsDrop() {
		return NoSquare
	}
	return Square(m & 63)
}

// To returns the square the man arrives on.
func (m Move) To() Square { return Square(m >> toShift & 63) }

// IsDrop reports whether a piece from stock is dropped.
func (m Move) IsDrop() bool { return m&dropBit != 0 }

// Dropped returns the kind that is dropped, NoKind for a move of a man.
func (m Move) Dropped() Kind {
	if m.IsDrop() {
		return Kind(m >> kindShift & 7)
	}
	return NoKind
}

// Promotion returns the declared promotion, NoKind without one.
func (m Move) Promotion() Kind {
	if m.IsDrop() {
		return NoKind
	}
	return Kind(m >> kindShift & 7)
}

// WithPromotion returns the same move with another promotion.
func (m Move) WithPromotion(k Kind) Move { return NewMove(m.From(), m.To(), k) }

// UCI writes the move as e2e4, e7e8n, N@e5 (drop letter upper case).
func (m Move) UCI() string {
	if m.IsDrop() {
		return string([]byte{m.Dropped().Letter(), '@'}) + m.To().String()
	}
	s := m.From().String() + m.To().String()
	if k := m.Promotion(); k != NoKind {
		s += string(rune(k.Letter() + 'a' - 'A'))
	}
	return s
}

func (m Move) String() string { return m.UCI() }

// ParseUCI reads a move as UCI writes it. Whether it can be played is for
// [Position.Legal]; e7e8k or K@e5 are moves, only illegal ones.
func ParseUCI(s string) (Move, error) {
	bad := func() (Move, error) {
		return 0, fmt.Errorf("not a move: %q; expected two squares and a promotion letter if any (e2e4, e7e8n) or a drop (N@e5)", s)
	}
	if len(s) == 4 && s[1] == '@' {
		k, ok := KindOf(s[0])
		to, err := ParseSquare(s[2:])
		if !ok || err != nil {
			return bad()
		}
		return NewDrop(k, to), nil
	}
	if len(s) != 4 && len(s) != 5 {
		return bad()
	}
	from, err := ParseSquare(s[:2])
	to, err2 := ParseSquare(s[2:4])
	if err != nil || err2 != nil {
		return bad()
	}
	if len(s) == 4 {
		return NewMove(from, to, NoKind), nil
	}
	if s[4] < 'a' || s[4] > 'z' {
		return bad()
	}
	k, ok := KindOf(s[4] - 'a' + 'A')
	if !ok {
		return bad()
	}
	return NewMove(from, to, k), nil
}
