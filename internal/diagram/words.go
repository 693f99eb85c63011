package diagram

import (
	"strconv"
	"strings"

	"github.com/tandemchess/tandem/internal/bughouse"
)

// listed is the order in which men are read out.
var listed = [...]bughouse.Kind{bughouse.King, bughouse.Queen, bughouse.Rook, bughouse.Bishop, bughouse.Knight, bughouse.Pawn}

// Words tells a board in a few sentences: the men and the stock of each colour,
// whose move it is, the last move and the checks.
func Words(b Board) string {
	sentences := []string{
		colourWords(b.Setup, bughouse.White),
		colourWords(b.Setup, bughouse.Black),
		b.Setup.Turn.String() + " to move",
	}
	if b.Last != nil {
		sentences = append(sentences, "Last move: "+moveWords(b.Setup, *b.Last))
	}
	if check := checkWords(b); check != "" {
		sentences = append(sentences, check)
	}
	return strings.Join(sentences, ". ") + "."
}

// MatchWords tells both boards of a match.
func MatchWords(m Match) string {
	var out []string
	for id, b := range m.Boards {
		out = append(out, b.Label+": "+Words(b))
		for _, c := range []bughouse.Color{bughouse.White, bughouse.Black} {
			who := m.Players[bughouse.SeatAt(bughouse.BoardID(id), c)]
			if who.Clock != "" {
				out = append(out, c.String()+" clock "+who.Clock+".")
			}
		}
	}
	return strings.Join(out, " ")
}

// colourWords is "White: king g1, rook f1, pawns a2, b2; stock: knight, two pawns".
func colourWords(s bughouse.Setup, c bughouse.Color) string {
	var groups []string
	for _, k := range listed {
		var squares, promoted []string
		for i, man := range s.Board {
			switch square := bughouse.Square(i).String(); {
			case man == bughouse.NoPiece || man.Color() != c || man.Kind() != k:
			case man.Promoted():
				promoted = append(promoted, k.String()+" (promoted) "+square)
			default:
				squares = append(squares, square)
			}
		}
		switch len(squares) {
		case 0:
		case 1:
			groups = append(groups, k.String()+" "+squares[0])
		default:
			groups = append(groups, k.String()+"s "+strings.Join(squares, ", "))
		}
		groups = append(groups, promoted...)
	}
	if len(groups) == 0 {
		groups = []string{"no men"}
	}
	return c.String() + ": " + strings.Join(groups, ", ") + "; stock: " + StockWords(s.Stock[c])
}

// StockWords is "knight, two pawns", or "empty".
func StockWords(s bughouse.Stock) string {
	var parts []string
	for _, k := range listed {
		switch n := int(s[k]); n {
		case 0:
		case 1:
			parts = append(parts, k.String())
		default:
			parts = append(parts, numberWord(n)+" "+k.String()+"s")
		}
	}
	if len(parts) == 0 {
		return "empty"
	}
	return strings.Join(parts, ", ")
}

func numberWord(n int) string {
	words := [...]string{2: "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}
	if n < len(words) {
		return words[n]
	}
	return strconv.Itoa(n)
}

// moveWords tells a move that has been made on the board.
func moveWords(s bughouse.Setup, m bughouse.Move) string {
	man := s.Board[m.To()].Kind().String()
	switch {
	case m.IsDrop():
		return m.Dropped().String() + " dropped on " + m.To().String()
	case m.Promotion() != bughouse.NoKind:
		return "pawn " + m.From().String() + " to " + m.To().String() + ", promoted to a " + m.Promotion().String()
	}
	return man + " " + m.From().String() + " to " + m.To().String()
}

func checkWords(b Board) string {
	var from []string
	for s := range b.Checkers.All() {
		from = append(from, b.Setup.Board[s].Kind().String()+" "+s.String())
	}
	if len(from) == 0 {
		return ""
	}
	return b.Setup.Turn.String() + " is in check from " + strings.Join(from, " and ")
}
