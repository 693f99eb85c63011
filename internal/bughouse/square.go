package bughouse

import (
	"fmt"
	"iter"
	"math/bits"
)

// Square is a square of one board, 0 = a1, 1 = b1, … 63 = h8.
type Square uint8

// NoSquare stands for "none", for instance when no en passant capture is possible.
const NoSquare Square = 64

// SquareAt returns the square of a file and a rank, both from 0.
func SquareAt(file, rank int) Square { return Square(rank<<3 | file) }

// ParseSquare reads a square such as e4.
func ParseSquare(s string) (Square, error) {
	if len(s) == 2 && s[0] >= 'a' && s[0] <= 'h' && s[1] >= '1' && s[1] <= '8' {
		return SquareAt(int(s[0]-'a'), int(s[1]-'1')), nil
	}
	return NoSquare, fmt.Errorf("%q is not a square: expected a file a-h and a rank 1-8", s)
}

// File returns the file from 0 (a) to 7 (h).
func (s Square) File() int { return int(s & 7) }

// Rank returns the rank from 0 (first) to 7 (eighth).
func (s Square) Rank() int { return int(s >> 3) }

func (s Square) String() string {
	if s >= NoSquare {
		return "-"
	}
	return string([]byte{'a' + byte(s.File()), '1' + byte(s.Rank())})
}

// SquareSet is a set of squares of one board, bit n = square n.
type SquareSet uint64

// SetOf returns the set of the given squares.
func SetOf(squares ...Square) SquareSet {
	var set SquareSet
	for _, s := range squares {
		set |= s.set()
	}
	return set
}

// set is the set of this one square, empty for NoSquare.
func (s Square) set() SquareSet { return 1 << s }

// Has reports whether the square is in the set.
func (b SquareSet) Has(s Square) bool { return b>>s&1 != 0 }

// Len returns the number of squares in the set.
func (b SquareSet) Len() int { return bits.OnesCount64(uint64(b)) }

// All walks the squares of the set from a1 to h8.
func (b SquareSet) All() iter.Seq[Square] {
	return func(yield func(Square) bool) {
		for b != 0 {
			if !yield(b.pop()) {
				return
			}
		}
	}
}

// first is the lowest square of the set, NoSquare when it is empty.
func (b SquareSet) first() Square { return Square(bits.TrailingZeros64(uint64(b))) }

// pop takes the lowest square out of a set that is not empty.
func (b *SquareSet) pop() Square {
	s := b.first()
	*b &= *b - 1
	return s
}

func (b SquareSet) severalBits() bool { return b&(b-1) != 0 }

func (b SquareSet) mirrored() SquareSet { return SquareSet(bits.ReverseBytes64(uint64(b))) }

const (
	allSquares SquareSet = ^SquareSet(0)
	fileA      SquareSet = 0x0101010101010101
	fileH      SquareSet = fileA << 7
	rank1      SquareSet = 0xff
	rank2      SquareSet = rank1 << 8
	rank3      SquareSet = rank1 << 16
	rank6      SquareSet = rank1 << 40
	rank7      SquareSet = rank1 << 48
	rank8      SquareSet = rank1 << 56
	endRanks   SquareSet = rank1 | rank8
	centre     SquareSet = 0x3c3c3c3c0000 // c3-f6, where no king may be placed (JARED 3, 4)
)
