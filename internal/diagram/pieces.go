package diagram

import (
	"errors"
	"strings"

	"github.com/tandemchess/tandem/internal/bughouse"
)

// Pieces says where the piece drawings come from: a sprite with the symbols wK
// to bP, either fetched by the browser or written into each picture.
type Pieces struct {
	address string
	symbols string
}

// Linked refers to the sprite at an address, such as the path of pieces.svg.
func Linked(address string) Pieces { return Pieces{address: address} }

// Inlined writes the symbols of a sprite into each picture, which then stands
// alone. It takes the sprite's text and complains when a piece is missing.
func Inlined(sprite string) (Pieces, error) {
	start, end := strings.Index(sprite, "<symbol"), strings.LastIndex(sprite, "</symbol>")
	if start < 0 || end < start {
		return Pieces{}, errors.New("piece sprite: expected <symbol> elements")
	}
	symbols := sprite[start : end+len("</symbol>")]
	for _, c := range []bughouse.Color{bughouse.White, bughouse.Black} {
		for k := bughouse.Pawn; k <= bughouse.King; k++ {
			if id := symbolID(bughouse.NewPiece(c, k)); !strings.Contains(symbols, `id="`+id+`"`) {
				return Pieces{}, errors.New("piece sprite: expected a symbol with the id " + id)
			}
		}
	}
	return Pieces{symbols: symbols}, nil
}

// symbolID names the drawing of a man: w or b and its letter.
func symbolID(p bughouse.Piece) string {
	return string([]byte{"wb"[p.Color()], p.Kind().Letter()})
}
