// Package diagram draws positions: one board or both boards of a match as SVG,
// as words for those who listen, and as plain text.
//
// Pictures carry classes and presentation attributes only, never style rules, so
// they obey a strict content security policy and still look right standing
// alone. The package draws what it is given, sensible or not; it never judges a
// position and never keeps time.
package diagram

import (
	"github.com/tandemchess/tandem/internal/bughouse"
)

// Orientation is the side of the picture White sits on.
type Orientation uint8

const (
	WhiteBelow Orientation = iota
	BlackBelow
	WhiteLeft
	WhiteRight
)

// place returns column and row of a square, from 0 at the top left.
func (o Orientation) place(s bughouse.Square) (column, row int) {
	file, rank := s.File(), s.Rank()
	switch o {
	case BlackBelow:
		return 7 - file, rank
	case WhiteLeft:
		return rank, file
	case WhiteRight:
		return 7 - rank, 7 - file
	}
	return file, 7 - rank
}

// square is the inverse of place.
func (o Orientation) square(column, row int) bughouse.Square {
	switch o {
	case BlackBelow:
		return bughouse.SquareAt(7-column, row)
	case WhiteLeft:
		return bughouse.SquareAt(row, column)
	case WhiteRight:
		return bughouse.SquareAt(7-row, 7-column)
	}
	return bughouse.SquareAt(column, 7-row)
}

// Board is one board and what is pointed out on it. The men come as a set-up, so
// that a board can be drawn while somebody is still putting it right.
type Board struct {
	Label    string // the accessible name, such as "Board A"
	Told     string // the board in words of the reader's language; empty takes Words
	Setup    bughouse.Setup
	From     Orientation
	Last     *bughouse.Move     // framed on both squares
	Checkers bughouse.SquareSet // each gets a line to the king to move, which gets a ring
	Marked   bughouse.SquareSet // highlighted
}

// Of returns the board of a position with its checks pointed out.
func Of(p *bughouse.Position, label string) Board {
	return Board{Label: label, Setup: p.Setup(), Checkers: p.Checkers()}
}

// Player is what stands beside a board for one seat.
type Player struct {
	Name  string
	Clock string // as it is to be shown, such as 2:58; empty for none
}

// Match is both boards side by side; board A stands with White below and board
// B with Black below unless they say otherwise, so that a team has one side.
type Match struct {
	Label   string // what the picture is called in the reader's language; empty takes the labels of the boards
	Told    string // the match in words of the reader's language; empty takes MatchWords
	Boards  [2]Board
	Players [4]Player // by seat
}

// MatchOf returns the boards of a match in their usual places.
func MatchOf(m *bughouse.Match) Match {
	var out Match
	for _, id := range []bughouse.BoardID{bughouse.A, bughouse.B} {
		b := Of(m.Board(id), "Board "+id.String())
		if last, ok := m.LastMove(id); ok {
			b.Last = &last.Move
		}
		out.Boards[id] = b
	}
	out.Boards[bughouse.B].From = BlackBelow
	return out
}

// stockPlaces are the fixed places of a stock strip; kings appear only where
// they are placed from stock.
var stockPlaces = [...]bughouse.Kind{bughouse.Queen, bughouse.Rook, bughouse.Bishop, bughouse.Knight, bughouse.Pawn}
