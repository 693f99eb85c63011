package bughouse

// Status says what the side to move can still do.
type Status string

const (
	InPlay        Status = "none"           // a legal move exists now
	AwaitingBlock Status = "awaiting-block" // in check, no legal move now, a piece to come could parry
	Checkmate     Status = "checkmate"      // in check, and no piece to come could help
	AwaitingPiece Status = "awaiting-piece" // not in check, no legal move now, a piece to come could be dropped
	Stalemate     Status = "stalemate"      // not in check, and no piece to come could be dropped
)

// Status classifies the position for the side to move under its rules. Promotions
// not yet declared do not matter: every promotion moves the same pawn.
func (p *Position) Status() Status {
	if p.MoveCount() > 0 {
		return InPlay
	}
	if p.InCheck() {
		if p.mayAwaitBlock() {
			return AwaitingBlock
		}
		return Checkmate
	}
	if p.rules.MateTest != MateHand && p.canDropFrom(p.PotentialStock(p.turn), ^p.occupied()) {
		return AwaitingPiece
	}
	return Stalemate
}

// mayAwaitBlock reports whether a player in check without a legal move may wait
// for a piece, under the rules' mate test.
func (p *Position) mayAwaitBlock() bool {
	switch p.rules.MateTest {
	case MateHand:
		return false
	case MateAnyMaterial:
		if p.stock[p.turn].Plus(p.early[p.turn]).Len() > 0 {
			return false
		}
	case MateDoubleWaits:
		if p.CheckKind() == DoubleCheck {
			return p.distantCheckersOnly()
		}
	}
	return p.potentialBlock()
}

// PotentialStock returns what could be in a colour's stock at best: two full
// sets less its men on this board, promoted ones counting as pawns.
func (p *Position) PotentialStock(c Color) Stock {
	potential := TwoSets
	potential[King] = 0
	for k := Pawn; k <= Queen; k++ {
		men := p.men[c][k] &^ p.promoted
		if k == Pawn {
			men |= p.men[c][0] & p.promoted
		}
		potential[k] -= min(potential[k], uint8(men.Len()))
	}
	return potential
}

// potentialBlock reports whether a piece from the potential stock could be
// dropped between the king and the only checker.
func (p *Position) potentialBlock() bool {
	checkers := p.Checkers()
	if checkers == 0 || checkers.severalBits() {
		return false
	}
	return p.canDropFrom(p.PotentialStock(p.turn), between[p.king(p.turn)][checkers.first()])
}

// distantCheckersOnly reports whether every checker stands on a line with a square between.
func (p *Position) distantCheckersOnly() bool {
	king := p.king(p.turn)
	for s := range p.Checkers().All() {
		if between[king][s] == 0 {
			return false
		}
	}
	return true
}

func (p *Position) canDropFrom(stock Stock, free SquareSet) bool {
	for k := Pawn; k <= Queen; k++ {
		squares := free
		if k == Pawn {
			squares &^= endRanks
		}
		if stock[k] > 0 && squares != 0 && (k != Queen || !p.rules.NoQueenDrops) {
			return true
		}
	}
	return false
}

// LegalNow counts the legal moves with and without drops.
func (p *Position) LegalNow() (all, withoutDrops int) {
	var c choices
	p.choose(&c)
	all = c.count()
	return all, all - c.countDrops()
}

// LegalWithPotentialStock reports whether a move exists now or would with a
// piece from the potential stock, whatever the mate test.
func (p *Position) LegalWithPotentialStock() bool {
	switch {
	case p.MoveCount() > 0:
		return true
	case p.InCheck():
		return p.potentialBlock()
	}
	return p.canDropFrom(p.PotentialStock(p.turn), ^p.occupied())
}
