package board

import (
	"fmt"
	"strings"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/livegame"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/templates/board"
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

// manWord names a man in whole words, for people who listen: "white king".
func manWord(w text.Words, man bughouse.Piece) string {
	if man == bughouse.NoPiece {
		return ""
	}
	return w.Say(manWords[man.Color()][man.Kind()])
}

// boardWords lists both sides in whole words: "White: white king e1, white pawn a2;
// stock: white knight, 2 × white pawn."
func boardWords(w text.Words, s bughouse.Setup) string {
	var sides []string
	for _, c := range []bughouse.Color{bughouse.White, bughouse.Black} {
		var men, stock []string
		for _, k := range inReadingOrder {
			word := w.Say(manWords[c][k])
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
				stock = append(stock, fmt.Sprintf("%d × %s", n, word))
			}
		}
		held := w.Say("empty")
		if len(stock) > 0 {
			held = strings.Join(stock, ", ")
		}
		sides = append(sides, w.Say("%s: %s; stock: %s.", colourWord(w, c), strings.Join(men, ", "), held))
	}
	return strings.Join(sides, " ")
}

// squaresOf is a position as a table, rank 8 first, from file a to h.
func squaresOf(w text.Words, s bughouse.Setup) []board.Rank {
	var ranks []board.Rank
	for rank := 7; rank >= 0; rank-- {
		row := board.Rank{Name: fmt.Sprint(rank + 1)}
		for file := range 8 {
			row.Men = append(row.Men, manWord(w, s.Board[8*rank+file]))
		}
		ranks = append(ranks, row)
	}
	return ranks
}

// toldStep tells a step in whole words, to be heard when it comes: "Board A: white
// knight from g1 to f3."
func toldStep(w text.Words, live *livegame.Record, step *livegame.Step) string {
	if !step.IsMove() || step.Move == 0 {
		return stepWords(w, step) + "."
	}
	before, _ := live.At(step.From)
	id := step.Seat.Board()
	said := moveWords(w, before.Board(id).Setup(), step.Seat.Color(), step.Move)
	switch {
	case strings.HasSuffix(step.SAN, "#"):
		said = w.Say("%s, checkmate", said)
	case strings.HasSuffix(step.SAN, "+"):
		said = w.Say("%s, check", said)
	}
	return w.Say("Board %s: %s.", id, said)
}

// moveWords tells a move from the position before it. What it captures, and what a
// pawn becomes, stand by themselves, so that no language has to bend their names.
func moveWords(w text.Words, s bughouse.Setup, c bughouse.Color, m bughouse.Move) string {
	to := m.To().String()
	if m.IsDrop() {
		return w.Say("Drop: %s on %s", w.Say(manWords[c][m.Dropped()]), to)
	}
	man, taken := s.Board[m.From()], s.Board[m.To()]
	sideways := m.From().String()[0] != to[0]
	if man != bughouse.NoPiece && man.Kind() == bughouse.King && m.From().String()[0] == 'e' && (to[0] == 'g' || to[0] == 'c') {
		if to[0] == 'g' {
			return w.Say("%s castles short", colourWord(w, c))
		}
		return w.Say("%s castles long", colourWord(w, c))
	}
	captured := manWord(w, taken)
	if man != bughouse.NoPiece && man.Kind() == bughouse.Pawn && sideways && taken == bughouse.NoPiece { // in passing
		captured = w.Say(manWords[c.Opponent()][bughouse.Pawn])
	}
	said := w.Say("%s from %s to %s", manWord(w, man), m.From(), to)
	if captured != "" {
		said = w.Say("%s from %s to %s, captures: %s", manWord(w, man), m.From(), to, captured)
	}
	if k := m.Promotion(); k != bughouse.NoKind {
		said = w.Say("%s, becomes: %s", said, w.Say(manWords[c][k]))
	}
	return said
}
