package wording

import (
	"strconv"
	"strings"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/diagram"
	"github.com/tandemchess/tandem/internal/text"
)

// inReadingOrder is the order in which men are read out.
var inReadingOrder = []bughouse.Kind{bughouse.King, bughouse.Queen, bughouse.Rook, bughouse.Bishop, bughouse.Knight, bughouse.Pawn}

var manWords = map[bughouse.Color]map[bughouse.Kind]text.Message{
	bughouse.White: {
		bughouse.King: text.Message("white king"), bughouse.Queen: text.Message("white queen"), bughouse.Rook: text.Message("white rook"),
		bughouse.Bishop: text.Message("white bishop"), bughouse.Knight: text.Message("white knight"), bughouse.Pawn: text.Message("white pawn"),
	},
	bughouse.Black: {
		bughouse.King: text.Message("black king"), bughouse.Queen: text.Message("black queen"), bughouse.Rook: text.Message("black rook"),
		bughouse.Bishop: text.Message("black bishop"), bughouse.Knight: text.Message("black knight"), bughouse.Pawn: text.Message("black pawn"),
	},
}

// Man names a man in whole words, for people who listen: "white king"; empty for no piece.
func Man(w text.Words, man bughouse.Piece) string {
	if man == bughouse.NoPiece {
		return ""
	}
	return ManOf(w, man.Color(), man.Kind())
}

// ManOf names a man of a colour: "white king".
func ManOf(w text.Words, c bughouse.Color, k bughouse.Kind) string { return w.Say(manWords[c][k]) }

// Colour is White or Black.
func Colour(w text.Words, c bughouse.Color) string {
	if c == bughouse.White {
		return w.Say("White")
	}
	return w.Say("Black")
}

// BothSides lists both sides in whole words: "White: white king e1, white pawn a2; stock: white
// knight, 2 × white pawn."
func BothSides(w text.Words, s bughouse.Setup) string {
	var sides []string
	for _, c := range []bughouse.Color{bughouse.White, bughouse.Black} {
		var men, stock []string
		for _, k := range inReadingOrder {
			word := ManOf(w, c, k)
			for i, man := range s.Board {
				if man != bughouse.NoPiece && man.Color() == c && man.Kind() == k {
					men = append(men, word+" "+bughouse.Square(i).String())
				}
			}
			switch n := int(s.Stock[c][k]); n {
			case 0:
			case 1:
				stock = append(stock, word)
			default:
				stock = append(stock, strconv.Itoa(n)+" × "+word)
			}
		}
		held := w.Say("empty")
		if len(stock) > 0 {
			held = strings.Join(stock, ", ")
		}
		sides = append(sides, w.Say("%s: %s; stock: %s.", Colour(w, c), strings.Join(men, ", "), held))
	}
	return strings.Join(sides, " ")
}

// BoardWords tells a board: both sides, whose move it is, and the checks.
func BoardWords(w text.Words, b diagram.Board) string {
	said := BothSides(w, b.Setup) + " "
	if b.Checkers != 0 {
		return said + w.Say("%s to move, in check.", Colour(w, b.Setup.Turn))
	}
	return said + w.Say("%s to move.", Colour(w, b.Setup.Turn))
}
