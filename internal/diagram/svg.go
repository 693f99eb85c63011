package diagram

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"strings"

	"github.com/tandemchess/tandem/internal/bughouse"
)

// Measures of the drawing: pieces are drawn on a 40 × 40 grid and fill 34 of it.
const (
	cell  = 40
	side  = 8 * cell
	piece = 34
)

// SVG draws one board. Each square is a group with its name in data-square, so
// that a tap can be told to the square it hit.
func SVG(b Board, pieces Pieces) string {
	d := drawing{pieces: pieces}
	d.printf(`<svg xmlns="http://www.w3.org/2000/svg" class="board" viewBox="0 0 %d %d" role="img" aria-label="%s">`, side, side, escape(b.Label))
	d.printf(`<desc>%s</desc>`, escape(cmp.Or(b.Told, Words(b))))
	d.defs()
	d.board(b)
	d.WriteString(`</svg>`)
	return d.String()
}

// drawing collects the text of a picture.
type drawing struct {
	strings.Builder
	pieces Pieces
}

func (d *drawing) printf(format string, args ...any) { fmt.Fprintf(d, format, args...) }

func escape(text string) string {
	var b strings.Builder
	xml.EscapeText(&b, []byte(text)) // a builder takes everything
	return b.String()
}

func (d *drawing) defs() {
	if d.pieces.symbols != "" {
		d.WriteString("<defs>" + d.pieces.symbols + "</defs>")
	}
}

func (d *drawing) use(p bughouse.Piece, x, y, size int) {
	d.printf(`<use href="%s#%s" x="%d" y="%d" width="%d" height="%d"/>`, escape(d.pieces.address), symbolID(p), x, y, size, size)
}

func (d *drawing) board(b Board) {
	d.grounds(b.From)
	d.highlights(b)
	d.coordinates(b.From)
	for row := range 8 {
		for column := range 8 {
			d.square(b, column, row)
		}
	}
	d.checks(b)
}

// grounds draws the squares, a1 dark.
func (d *drawing) grounds(o Orientation) {
	d.printf(`<rect class="sq-l" width="%d" height="%d" fill="#f1f2e9"/><path class="sq-d" fill="#93ab9f" d="`, side, side)
	for row := range 8 {
		for column := range 8 {
			if s := o.square(column, row); (s.File()+s.Rank())%2 == 0 {
				d.printf("M%d %dh40v40h-40z", column*cell, row*cell)
			}
		}
	}
	d.WriteString(`"/>`)
}

func (d *drawing) highlights(b Board) {
	for s := range b.Marked.All() {
		x, y := corner(b.From, s)
		d.printf(`<rect class="hl-mark" x="%d" y="%d" width="%d" height="%d" fill="#0b5a63" fill-opacity=".3"/>`, x, y, cell, cell)
	}
	if b.Last == nil {
		return
	}
	if s := b.Last.From(); s != bughouse.NoSquare {
		x, y := corner(b.From, s)
		d.printf(`<rect class="hl-from" x="%d" y="%d" width="36" height="36" fill="none" stroke="#0a457a" stroke-width="2.5" stroke-dasharray="5 4"/>`, x+2, y+2)
	}
	x, y := corner(b.From, b.Last.To())
	d.printf(`<rect class="hl-to" x="%d" y="%d" width="36" height="36" fill="#ffe08a" fill-opacity=".75" stroke="#0a457a" stroke-width="2.5"/>`, x+2, y+2)
}

// corner returns the top left corner of a square.
func corner(o Orientation, s bughouse.Square) (x, y int) {
	column, row := o.place(s)
	return column * cell, row * cell
}

// coordinates names files and ranks inside the squares along the lower and the left edge.
func (d *drawing) coordinates(o Orientation) {
	d.WriteString(`<g font-family="system-ui, sans-serif" font-size="9.5" font-weight="600" fill="#2b3531" aria-hidden="true">`)
	for i := range 8 {
		below, left := o.square(i, 7).String(), o.square(0, i).String()
		along, up := below[:1], left[1:]
		if o == WhiteLeft || o == WhiteRight {
			along, up = below[1:], left[:1]
		}
		d.printf(`<text class="co" x="%d" y="317">%s</text><text class="co" x="2.5" y="%d">%s</text>`, i*cell+32, along, i*cell+11, up)
	}
	d.WriteString(`</g>`)
}

func (d *drawing) square(b Board, column, row int) {
	s := b.From.square(column, row)
	x, y := column*cell, row*cell
	d.printf(`<g data-square="%v"><rect x="%d" y="%d" width="%d" height="%d" fill="none" pointer-events="all"/>`, s, x, y, cell, cell)
	if man := b.Setup.Board[s]; man != bughouse.NoPiece {
		d.use(man, x+3, y+2, piece)
		if man.Promoted() {
			d.printf(`<path class="promo" fill="#161c1a" stroke="#ffffff" d="M%d.5 %d.5h18v18z"/>`, x+21, y)
			d.printf(`<path class="promo-v" fill="none" stroke="#ffffff" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" d="M%d.5 %d.8l3.6-4.2 3.6 4.2"/>`, x+29, y+7)
		}
	}
	d.WriteString(`</g>`)
}

// checks draws a line from each checker to the king to move, and a ring around it.
func (d *drawing) checks(b Board) {
	king := kingOf(b.Setup, b.Setup.Turn)
	if b.Checkers == 0 || king == bughouse.NoSquare {
		return
	}
	kx, ky := corner(b.From, king)
	d.printf(`<circle class="hl-ring" cx="%d" cy="%d" r="18" fill="none" stroke="#9a1717" stroke-width="3" pointer-events="none"/>`, kx+cell/2, ky+cell/2)
	for s := range b.Checkers.All() {
		x, y := corner(b.From, s)
		d.printf(`<path class="hl-line" d="M%d %dL%d %d" fill="none" stroke="#9a1717" stroke-width="4" stroke-dasharray="8 5" stroke-linecap="round" pointer-events="none"/>`,
			x+cell/2, y+cell/2, kx+cell/2, ky+cell/2)
	}
}

func kingOf(s bughouse.Setup, c bughouse.Color) bughouse.Square {
	for i, man := range s.Board {
		if man.Kind() == bughouse.King && man.Color() == c {
			return bughouse.Square(i)
		}
	}
	return bughouse.NoSquare
}
