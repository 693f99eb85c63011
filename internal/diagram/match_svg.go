package diagram

import (
	"cmp"

	"github.com/tandemchess/tandem/internal/bughouse"
)

// Measures of the picture of a match: above and below each board a line for the
// player and a strip for the stock.
const (
	gap        = 32
	lineHeight = 30
	strip      = 34
	boardTop   = lineHeight + strip
	matchWidth = 2*side + gap
	matchTall  = side + 2*boardTop
)

// MatchSVG draws both boards side by side with players, clocks and stocks.
func MatchSVG(m Match, pieces Pieces) string {
	d := drawing{pieces: pieces}
	d.printf(`<svg xmlns="http://www.w3.org/2000/svg" class="match" viewBox="0 0 %d %d" role="img" aria-label="%s">`, matchWidth, matchTall, escape(cmp.Or(m.Label, m.Boards[0].Label+" and "+m.Boards[1].Label)))
	d.printf(`<desc>%s</desc>`, escape(cmp.Or(m.Told, MatchWords(m))))
	d.defs()
	for id := range m.Boards {
		d.printf(`<g transform="translate(%d 0)" data-board="%v">`, id*(side+gap), bughouse.BoardID(id))
		d.half(m, bughouse.BoardID(id))
		d.WriteString(`</g>`)
	}
	d.WriteString(`</svg>`)
	return d.String()
}

// half draws one board of a match with what stands above and below it.
func (d *drawing) half(m Match, id bughouse.BoardID) {
	b := m.Boards[id]
	below := bughouse.White
	if b.From == BlackBelow {
		below = bughouse.Black
	}
	d.player(m, id, below.Opponent(), 0)
	d.stock(b.Setup, below.Opponent(), lineHeight)
	d.printf(`<g transform="translate(0 %d)">`, boardTop)
	d.board(b)
	d.printf(`<rect width="%d" height="%d" fill="none" stroke="#161c1a" stroke-width="1.5"/></g>`, side, side)
	d.stock(b.Setup, below, boardTop+side+2)
	d.player(m, id, below, boardTop+side+strip)
}

// player draws a seat's line: chip, name, a triangle when it is to move, clock.
func (d *drawing) player(m Match, id bughouse.BoardID, c bughouse.Color, y int) {
	seat := bughouse.SeatAt(id, c)
	who := m.Players[seat]
	ground, ink := "#ffffff", "#161c1a"
	if c == bughouse.Black {
		ground, ink = ink, ground
	}
	d.printf(`<g class="side" font-family="system-ui, sans-serif" font-size="14" data-seat="%v"><rect x="1" y="%d" width="32" height="22" rx="4" fill="%s" stroke="#161c1a" stroke-width="1.5"/>`, seat, y+4, ground)
	d.printf(`<text x="17" y="%d" text-anchor="middle" font-size="12" font-weight="700" fill="%s">%v</text>`, y+19, ink, seat)
	d.printf(`<text x="42" y="%d" font-weight="600" fill="#151c19">%s</text>`, y+20, escape(who.Name))
	if m.Boards[id].Setup.Turn == c {
		d.printf(`<path class="onmove" d="M236 %dl11 6-11 6z" fill="#151c19"/>`, y+9)
	}
	d.printf(`<text class="clock" x="%d" y="%d" text-anchor="end" font-size="18" font-weight="650" fill="#151c19">%s</text></g>`, side-4, y+21, escape(who.Clock))
}

// stock draws the five fixed places of a stock; empty ones stay, faded.
func (d *drawing) stock(s bughouse.Setup, c bughouse.Color, y int) {
	const width = side / len(stockPlaces)
	d.printf(`<g class="stock" font-family="system-ui, sans-serif" font-size="14" font-weight="700" data-stock="%v">`, c)
	for i, k := range stockPlaces {
		n, opacity := s.Stock[c][k], ""
		if n == 0 {
			opacity = ` opacity=".35"`
		}
		d.printf(`<g data-piece="%c"%s><rect x="%d" y="%d" width="%d" height="28" rx="3" fill="#f1f2e9"/>`, k.Letter(), opacity, i*width+1, y+1, width-2)
		d.use(bughouse.NewPiece(c, k), i*width+8, y+3, 24)
		d.printf(`<text x="%d" y="%d" fill="#161c1a">%d</text></g>`, i*width+38, y+20, n)
	}
	d.WriteString(`</g>`)
}
