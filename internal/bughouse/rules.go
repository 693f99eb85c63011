package bughouse

// Rules are the points of play in which rulebooks differ, named by what they
// mean. The zero value is ordinary bughouse: castling with the original rook
// only, every kind may be dropped, a dropped pawn on its second rank may advance
// two squares, captured men go to the partner once the clock was pressed and a
// promoted one becomes a pawn again, and mate counts the potential stock.
type Rules struct {
	NoQueenDrops         bool // a queen in stock may not be dropped (JARED 5)
	KingPlacement        bool // each side's first move places its king from stock (JARED 3, 4)
	NoCastling           bool // kings that are placed cannot castle
	DroppedRookCastles   bool // a rook dropped on its corner castles like the original (FIDEX 8)
	NoDroppedPawnTwoStep bool // a dropped pawn may not advance two squares
	SwappedCastling      bool // king and queen set up the wrong way round castle mirrored (USCF-R 8.III, USCF-C 8.c)
	DeclarePromotion     bool // a promotion without a named piece is illegal instead of asked about
	CapturesToOpponent   bool // a captured man goes back to its owner's stock at once (JARED 6)
	PromotedKeepKind     bool // a captured promoted man stays what it was promoted to
	PassFrom             PassFrom
	MateTest             MateTest
	StalemateDraws       bool // a player who is not in check and has no move ends the game drawn
}

// PassFrom says from when a captured man may be passed and used by the partner.
type PassFrom uint8

const (
	PassFromPress   PassFrom = iota // once the capturer has pressed his clock (TR3 18, FIDEX 5, USCF 9)
	PassFromRelease                 // once the capturing man was released
	PassFromMove                    // at once, without being handed over (JARED 6)
)

// MateTest says which pieces count when a player in check has no legal move.
type MateTest uint8

const (
	MatePotential   MateTest = iota // any piece that could still reach him may block (TR3 8, FIDEX 10)
	MateHand                        // only pieces in hand (JARED 7)
	MateDoubleWaits                 // as potential, but a distant multiple check may be waited out too
	MateAnyMaterial                 // as potential, but a player with anything in stock may not wait
)

// stockOf returns the kind a captured man has in stock.
func (r Rules) stockOf(p Piece) Kind {
	if p.Promoted() && !r.PromotedKeepKind {
		return Pawn
	}
	return p.Kind()
}

// Ends reports whether a status ends the game and whether it ends drawn.
func (r Rules) Ends(s Status) (over, drawn bool) {
	switch s {
	case Checkmate:
		return true, false
	case Stalemate, AwaitingPiece:
		return r.StalemateDraws, r.StalemateDraws
	}
	return false, false
}
