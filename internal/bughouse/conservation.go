package bughouse

import (
	"fmt"
	"strings"
)

// Inventory is everything that can be counted in a match: both boards with their
// stocks, and the captured pieces known to be still with their capturers.
type Inventory struct {
	Boards [2]Setup
	InHand [seats]Stock // by capturer; the pieces have the opponent's colour
}

// Inventory returns what a match holds.
func (m *Match) Inventory() Inventory {
	inv := Inventory{Boards: [2]Setup{m.boards[A].Setup(), m.boards[B].Setup()}}
	for s := WA; s < seats; s++ {
		inv.InHand[s] = m.InHand(s)
	}
	return inv
}

// Full sets of one colour: what a match of two boards holds, and what a game
// that begins with placing the kings holds on its single board (JARED 2, 5).
var (
	TwoSets          = Stock{Pawn: 16, Knight: 4, Bishop: 4, Rook: 4, Queen: 2, King: 2}
	KingPlacementSet = Stock{Pawn: 8, Knight: 2, Bishop: 2, Rook: 2, King: 1}
)

// Cause is a way in which men come to be missing or too many.
type Cause string

const (
	CauseNotPassed        Cause = "not-passed"         // captured and still with the capturer
	CausePromotionMissing Cause = "promotion-unmarked" // a promoted pawn stands without its mark
	CausePromotionWrong   Cause = "promotion-mistaken" // an original man carries the mark
	CauseWrongColour      Cause = "wrong-colour"       // there is one too many of the other colour
	CauseWrongKind        Cause = "wrong-kind"         // there is one too many of another kind
	CauseHidden           Cause = "hidden"             // in a pocket, under the table, stored elsewhere
	CauseSetUp            Cause = "wrong-set-up"       // the board was set up or typed in wrongly
)

// Explanation is one cause that fits a discrepancy, and where to look.
type Explanation struct {
	Cause   Cause
	Seats   []Seat       // who may hold the men
	Squares [2]SquareSet // by board: men that may be what they do not seem
}

// Discrepancy is a kind of one colour whose count differs from full sets.
type Discrepancy struct {
	Color        Color
	Kind         Kind
	Missing      int           // negative when there are too many
	Explanations []Explanation // the likeliest first
}

func (d Discrepancy) String() string {
	n, what := d.Missing, "missing"
	if n < 0 {
		n, what = -n, "too many"
	}
	causes := make([]string, len(d.Explanations))
	for i, e := range d.Explanations {
		causes[i] = string(e.Cause)
	}
	return fmt.Sprintf("%d %v %v %s: %s", n, d.Color, d.Kind, what, strings.Join(causes, ", "))
}

// Discrepancies compares the men with full sets of one colour each, promoted men
// counting as pawns, and returns what does not add up: White first, kings first.
func (inv Inventory) Discrepancies(full Stock) []Discrepancy {
	var missing [2][kinds]int
	for c := range missing {
		for k := Pawn; k <= King; k++ {
			missing[c][k] = int(full[k]) - inv.count(Color(c), k)
		}
	}
	var out []Discrepancy
	for c := White; c <= Black; c++ {
		for _, k := range stockOrder {
			if missing[c][k] != 0 {
				out = append(out, Discrepancy{c, k, missing[c][k], inv.explain(c, k, missing)})
			}
		}
	}
	return out
}

func (inv Inventory) count(c Color, k Kind) int {
	n := 0
	for _, board := range inv.Boards {
		n += int(board.Stock[c][k])
		for _, man := range board.Board {
			if man != NoPiece && man.Color() == c && originOf(man) == k {
				n++
			}
		}
	}
	for s := WA; s < seats; s++ {
		if s.Color() != c {
			n += int(inv.InHand[s][k])
		}
	}
	return n
}

// originOf is the kind a man began as.
func originOf(p Piece) Kind {
	if p.Promoted() {
		return Pawn
	}
	return p.Kind()
}

func (inv Inventory) explain(c Color, k Kind, missing [2][kinds]int) []Explanation {
	if missing[c][k] > 0 {
		return inv.explainMissing(c, k, missing)
	}
	return inv.explainSurplus(c, k, missing)
}

func (inv Inventory) explainMissing(c Color, k Kind, missing [2][kinds]int) (out []Explanation) {
	if k == King {
		return []Explanation{{Cause: CauseSetUp}}
	}
	if k == Pawn {
		out = append(out, inv.unmarked(c, missing)...)
	} else if marked := inv.find(c, k, true); missing[c][Pawn] < 0 && marked != [2]SquareSet{} {
		out = append(out, Explanation{Cause: CausePromotionWrong, Squares: marked})
	}
	// A capturer plays the other colour; he hands the man to his partner, who plays its own.
	captors := []Seat{SeatAt(A, c.Opponent()), SeatAt(B, c.Opponent())}
	out = append(out, Explanation{Cause: CauseNotPassed, Seats: captors})
	if missing[c.Opponent()][k] < 0 {
		out = append(out, Explanation{Cause: CauseWrongColour, Squares: inv.find(c.Opponent(), k, false)})
	}
	if squares := inv.surplusOfOtherKinds(c, k, missing); squares != [2]SquareSet{} {
		out = append(out, Explanation{Cause: CauseWrongKind, Squares: squares})
	}
	holders := []Seat{SeatAt(A, c), SeatAt(B, c), captors[0], captors[1]}
	return append(out, Explanation{Cause: CauseHidden, Seats: holders})
}

func (inv Inventory) explainSurplus(c Color, k Kind, missing [2][kinds]int) (out []Explanation) {
	switch {
	case k == King:
	case k == Pawn:
		for promoted := Knight; promoted <= Queen; promoted++ {
			if marked := inv.find(c, promoted, true); missing[c][promoted] > 0 && marked != [2]SquareSet{} {
				out = append(out, Explanation{Cause: CausePromotionWrong, Squares: marked})
			}
		}
	case missing[c][Pawn] > 0:
		out = append(out, Explanation{Cause: CausePromotionMissing, Squares: inv.find(c, k, false)})
	}
	if k != King && missing[c.Opponent()][k] > 0 {
		out = append(out, Explanation{Cause: CauseWrongColour, Squares: inv.find(c, k, false)})
	}
	return append(out, Explanation{Cause: CauseSetUp, Squares: inv.find(c, k, false)})
}

// unmarked explains missing pawns by men of a kind there are too many of.
func (inv Inventory) unmarked(c Color, missing [2][kinds]int) (out []Explanation) {
	for k := Queen; k >= Knight; k-- {
		if squares := inv.find(c, k, false); missing[c][k] < 0 && squares != [2]SquareSet{} {
			out = append(out, Explanation{Cause: CausePromotionMissing, Squares: squares})
		}
	}
	return out
}

// surplusOfOtherKinds finds men of kinds there are too many of, where a pawn's
// promotion does not account for it.
func (inv Inventory) surplusOfOtherKinds(c Color, k Kind, missing [2][kinds]int) (squares [2]SquareSet) {
	if k == Pawn {
		return squares
	}
	for other := Pawn; other <= Queen; other++ {
		if missing[c][other] < 0 {
			found := inv.find(c, other, false)
			squares[A] |= found[A]
			squares[B] |= found[B]
		}
	}
	return squares
}

// find returns where men of a colour and kind stand, with or without the promotion mark.
func (inv Inventory) find(c Color, k Kind, promoted bool) (squares [2]SquareSet) {
	for id, board := range inv.Boards {
		for s, man := range board.Board {
			if man != NoPiece && man.Color() == c && man.Kind() == k && man.Promoted() == promoted {
				squares[id] |= Square(s).set()
			}
		}
	}
	return squares
}
