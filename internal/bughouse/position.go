package bughouse

// Position is one board the rules can be applied to. It is a value: copying it
// keeps the old one. The zero value is an empty board and of no use; positions
// come from [Setup.Position], [Setup.AsFound] and [Start].
type Position struct {
	men       [2][kinds]SquareSet // by colour and kind; kind 0 = all men of the colour
	promoted  SquareSet           // promoted pawns
	dropped   SquareSet           // men that were dropped where they stand
	key       uint64              // men, turn and castling rights, see Key
	board     [64]Piece
	stock     [2]Stock // what each colour may drop
	early     [2]Stock // in stock but not yet to be used: handed over before the clock was pressed
	rules     Rules
	rights    CastlingRights
	unmoved   [2]bool // the king has never moved
	turn      Color
	enPassant Square // behind a pawn that has just advanced two squares
	halfMoves uint16
	fullMoves uint16
}

// Start returns the position at the start of a game under the rules.
func Start(rules Rules) Position {
	setup := StartSetup()
	if rules.KingPlacement {
		setup = KingPlacementSetup()
	}
	p, err := setup.Position(rules)
	if err != nil {
		panic(err) // the start set-ups are ours and keep every rule
	}
	return p
}

// Rules returns the rules the position is played under.
func (p *Position) Rules() Rules { return p.rules }

// Turn returns the colour to move.
func (p *Position) Turn() Color { return p.turn }

// At returns the man on a square.
func (p *Position) At(s Square) Piece {
	if s >= NoSquare {
		return NoPiece
	}
	return p.board[s]
}

// Men returns where the men of a colour and kind stand; NoKind means all of the colour.
func (p *Position) Men(c Color, k Kind) SquareSet { return p.men[c&1][k%kinds] }

// Stock returns what a colour may drop; pieces handed over too early are not in it.
func (p *Position) Stock(c Color) Stock { return p.stock[c&1] }

// EarlyStock returns the pieces in a colour's stock that may not be used yet.
func (p *Position) EarlyStock(c Color) Stock { return p.early[c&1] }

// SetStock replaces what a colour may drop.
func (p *Position) SetStock(c Color, s Stock) { p.stock[c&1] = s }

// SetEarlyStock replaces the pieces in a colour's stock that may not be used yet.
func (p *Position) SetEarlyStock(c Color, s Stock) { p.early[c&1] = s }

// Castling returns the castling rights.
func (p *Position) Castling() CastlingRights { return p.rights }

// EnPassant returns the square a pawn has just advanced over with two squares, or
// NoSquare, whether or not anything can take it.
func (p *Position) EnPassant() Square { return p.enPassant }

// Dropped returns the men that were dropped where they stand and have not moved.
func (p *Position) Dropped() SquareSet { return p.dropped }

// KingUnmoved reports whether the king of a colour has never moved.
func (p *Position) KingUnmoved(c Color) bool { return p.unmoved[c&1] }

// HalfMoves returns the number of moves since the last capture or pawn move; a pawn drop counts as any other move.
func (p *Position) HalfMoves() int { return int(p.halfMoves) }

// FullMoves returns the number of the move to be made, from 1.
func (p *Position) FullMoves() int { return int(p.fullMoves) }

// Setup returns the position as a set-up. Pieces that may not be used yet are in
// its stocks, since that is where they lie; the en passant square is kept only
// where a capture on it is legal.
func (p *Position) Setup() Setup {
	s := Setup{
		Board: p.board, StockRead: true, Turn: p.turn, Castling: p.rights, EnPassant: p.capturableEnPassant(),
		HalfMoves: int(p.halfMoves), FullMoves: int(p.fullMoves), Dropped: p.dropped, Unmoved: p.unmoved,
	}
	for c := range s.Stock {
		s.Stock[c] = p.stock[c].Plus(p.early[c])
	}
	return s
}

// FEN writes the position with stocks and promotion marks.
func (p *Position) FEN() string { return p.Setup().FEN() }

func (p *Position) occupied() SquareSet { return p.men[White][0] | p.men[Black][0] }

// king returns the square of a colour's king, NoSquare when it is not on the board.
func (p *Position) king(c Color) Square { return p.men[c][King].first() }

// put sets a man on an empty square.
func (p *Position) put(s Square, piece Piece) {
	c, k, set := piece.Color(), piece.Kind(), s.set()
	p.men[c][0] |= set
	p.men[c][k] |= set
	if piece.Promoted() {
		p.promoted |= set
	}
	p.board[s] = piece
	p.key ^= manKeys[c][k][s]
}

// take removes the man from an occupied square.
func (p *Position) take(s Square) Piece {
	piece := p.board[s]
	c, k, set := piece.Color(), piece.Kind(), s.set()
	p.men[c][0] &^= set
	p.men[c][k] &^= set
	p.promoted &^= set
	p.dropped &^= set
	p.board[s] = NoPiece
	p.key ^= manKeys[c][k][s]
	return piece
}

// attackers returns the men of a colour that attack a square over the given occupation.
func (p *Position) attackers(s Square, by Color, occupied SquareSet) SquareSet {
	men := &p.men[by]
	return pawnAttacks[by.Opponent()][s]&men[Pawn] |
		knightAttacks[s]&men[Knight] |
		kingAttacks[s]&men[King] |
		bishopAttacks(s, occupied)&(men[Bishop]|men[Queen]) |
		rookAttacks(s, occupied)&(men[Rook]|men[Queen])
}

// attacked is attackers != 0, cheapest tests first.
func (p *Position) attacked(s Square, by Color, occupied SquareSet) bool {
	men := &p.men[by]
	if pawnAttacks[by.Opponent()][s]&men[Pawn]|knightAttacks[s]&men[Knight]|kingAttacks[s]&men[King] != 0 {
		return true
	}
	straight, slanted := men[Rook]|men[Queen], men[Bishop]|men[Queen]
	return straight != 0 && rookAttacks(s, occupied)&straight != 0 ||
		slanted != 0 && bishopAttacks(s, occupied)&slanted != 0
}

// InCheck reports whether the side to move is in check.
func (p *Position) InCheck() bool { return p.Checkers() != 0 }

// OpponentInCheck reports whether the player who is not to move stands in check:
// then the last move, whichever it was, was illegal.
func (p *Position) OpponentInCheck() bool {
	c := p.turn.Opponent()
	return p.men[c][King] != 0 && p.attacked(p.king(c), p.turn, p.occupied())
}

// Checkers returns the men giving check to the side to move.
func (p *Position) Checkers() SquareSet {
	king := p.king(p.turn)
	if king == NoSquare {
		return 0
	}
	return p.attackers(king, p.turn.Opponent(), p.occupied())
}

// CheckKind tells checks apart by what can be done about them.
type CheckKind string

const (
	NoCheck      CheckKind = "-"
	ContactCheck CheckKind = "contact" // one checker next to the king
	KnightCheck  CheckKind = "knight"  // one knight
	DistantCheck CheckKind = "distant" // one checker on a line, with squares between
	DoubleCheck  CheckKind = "double"  // several checkers
)

// CheckKind returns the kind of check the side to move is in.
func (p *Position) CheckKind() CheckKind {
	checkers := p.Checkers()
	switch {
	case checkers == 0:
		return NoCheck
	case checkers.severalBits():
		return DoubleCheck
	case p.board[checkers.first()].Kind() == Knight:
		return KnightCheck
	case kingAttacks[p.king(p.turn)]&checkers != 0:
		return ContactCheck
	}
	return DistantCheck
}
