package pairing

// strength of a colour preference (C.04.3 art. 1.6).
type strength int8

const (
	indifferent strength = iota // no game played yet
	mild                        // balanced: alternate
	strong                      // one game more with one colour
	absolute                    // two more, or the same colour twice running
)

// colourWish is what a player's colour history asks for.
type colourWish struct {
	wants    Colour
	strength strength
	twice    Colour // the colour of the last two games, if they had the same
}

// wishOf reads the played games. The colour difference goes before the last
// two games when they disagree (WWWWBB wants Black).
func wishOf(e *entrant) colourWish {
	n := len(e.colours)
	if n == 0 {
		return colourWish{}
	}
	p := colourWish{wants: e.colours[n-1].Other(), strength: mild}
	if n > 1 && e.colours[n-1] == e.colours[n-2] {
		p.twice = e.colours[n-1]
	}
	lacking := White
	if e.balance > 0 {
		lacking = Black
	}
	switch {
	case e.balance > 1 || e.balance < -1:
		p.wants, p.strength = lacking, absolute
	case p.twice != NoColour:
		p.strength = absolute
	case e.balance != 0:
		p.wants, p.strength = lacking, strong
	}
	return p
}

// rivals reports whether both players want the same colour.
func rivals(p, q *dutchPlayer) bool { return p.wants != NoColour && p.wants == q.wants }

// excess is the absolute colour difference.
func (p *dutchPlayer) excess() int { return max(p.balance, -p.balance) }

// colourOf decides the colour of a against b by C.04.3 art. 5.2; higher says that a is
// the higher-ranked of the two. It returns the rule that decided.
func (d *dutch) colourOf(a, b int, higher bool) (Colour, string) {
	p, q := &d.players[a], &d.players[b]
	if !rivals(p, q) {
		switch {
		case p.wants != NoColour && q.wants != NoColour:
			return p.wants, "C.04.3 5.2.1 both preferences"
		case p.wants != NoColour:
			return p.wants, "C.04.3 5.2.1 the only preference"
		case q.wants != NoColour:
			return q.wants.Other(), "C.04.3 5.2.1 the only preference"
		}
		if !higher {
			c, rule := d.colourOf(b, a, true)
			return c.Other(), rule
		}
		c := d.f.t.InitialColour
		if c == NoColour {
			c = White
		}
		if p.parity%2 == 0 {
			c = c.Other()
		}
		return c, "C.04.3 5.2.5 initial colour"
	}
	if p.strength != q.strength {
		if p.strength > q.strength {
			return p.wants, "C.04.3 5.2.2 stronger preference"
		}
		return q.wants.Other(), "C.04.3 5.2.2 stronger preference"
	}
	if p.strength == absolute && p.excess() != q.excess() {
		if p.excess() > q.excess() {
			return p.wants, "C.04.3 5.2.2 wider colour difference"
		}
		return q.wants.Other(), "C.04.3 5.2.2 wider colour difference"
	}
	for i, j := len(p.colours)-1, len(q.colours)-1; i >= 0 && j >= 0; i, j = i-1, j-1 {
		if p.colours[i] != q.colours[j] {
			return q.colours[j], "C.04.3 5.2.3 alternate from the last round with different colours"
		}
	}
	if higher {
		return p.wants, "C.04.3 5.2.4 preference of the higher-ranked player"
	}
	return q.wants.Other(), "C.04.3 5.2.4 preference of the higher-ranked player"
}

// allot makes the pair of two places, a above b in ranking order.
func (d *dutch) allot(a, b int) Pair {
	p, q := &d.players[a], &d.players[b]
	colour, rule := d.colourOf(a, b, true)
	pair := Pair{White: p.number, Black: q.number, Bracket: d.bracket[a], ColourRule: rule, Reasons: d.reasons[a]}
	high, low := NoFloat, NoFloat
	if p.pairing > q.pairing {
		high, low = DownFloat, UpFloat
	}
	pair.WhiteFloat, pair.BlackFloat = high, low
	if colour == Black {
		pair.White, pair.Black = pair.Black, pair.White
		pair.WhiteFloat, pair.BlackFloat = low, high
	}
	return pair
}
