package bughouse

import "fmt"

// CastlingRights says which castlings have not been lost: the king and the rook
// of that corner have not moved. What stands on the squares is a different matter.
type CastlingRights uint8

const (
	WhiteHRook CastlingRights = 1 << iota // K in FEN
	WhiteARook                            // Q
	BlackHRook                            // k
	BlackARook                            // q
)

const (
	castlingLetters = "KQkq"
	castlingFiles   = "HAha" // the same by the rooks' files, as Shredder-FEN writes them
)

func (r CastlingRights) String() string {
	if r == 0 {
		return "-"
	}
	var out []byte
	for i := range castlingLetters {
		if r>>i&1 != 0 {
			out = append(out, castlingLetters[i])
		}
	}
	return string(out)
}

// rightsOf returns both rights of a colour.
func rightsOf(c Color) CastlingRights { return (WhiteHRook | WhiteARook) << (2 * c) }

// corners are the rooks' original squares, in the order of the rights' bits.
var corners = [4]Square{7, 0, 63, 56}

// cornerRights gives the right that belongs to a corner, none for other squares.
var cornerRights = func() (table [65]CastlingRights) {
	for i, s := range corners {
		table[s] = 1 << i
	}
	return table
}()

// homeRank is the first rank from a colour's point of view.
func homeRank(c Color) SquareSet {
	if c == White {
		return rank1
	}
	return rank8
}

// Setup is a board as somebody typed it: anything may stand anywhere.
// [NewSetup] returns an empty one.
type Setup struct {
	Board     [64]Piece
	Stock     [2]Stock // by colour
	StockRead bool     // the text named the stocks, be they empty
	Turn      Color
	Castling  CastlingRights
	EnPassant Square // the square behind a pawn that has just advanced two, or NoSquare
	HalfMoves int    // since the last capture or pawn move
	FullMoves int    // number of the move to be made, from 1

	Dropped SquareSet // men that were dropped where they stand and have not moved
	Unmoved [2]bool   // by colour: the king has never moved; ParseFEN takes it from the castling letters
}

// NewSetup returns an empty board, White to move.
func NewSetup() Setup { return Setup{EnPassant: NoSquare, FullMoves: 1} }

// StartSetup returns the start of a game of bughouse.
func StartSetup() Setup {
	s := NewSetup()
	back := [8]Kind{Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook}
	for file, k := range back {
		s.Board[SquareAt(file, 0)] = NewPiece(White, k)
		s.Board[SquareAt(file, 1)] = NewPiece(White, Pawn)
		s.Board[SquareAt(file, 6)] = NewPiece(Black, Pawn)
		s.Board[SquareAt(file, 7)] = NewPiece(Black, k)
	}
	s.Castling = rightsOf(White) | rightsOf(Black)
	s.Unmoved = [2]bool{true, true}
	s.StockRead = true
	return s
}

// KingPlacementSetup returns the start of a game that begins with the kings
// being placed on an empty board: every man but the queen in stock (JARED 2, 5).
func KingPlacementSetup() Setup {
	s := NewSetup()
	full := Stock{Pawn: 8, Knight: 2, Bishop: 2, Rook: 2, King: 1}
	s.Stock = [2]Stock{full, full}
	s.StockRead = true
	return s
}

// SetupRule names the rule a set-up breaks.
type SetupRule string

const (
	RuleKings      SetupRule = "kings"       // each colour has exactly one king
	RuleKingStock  SetupRule = "king-stock"  // a king is in stock only where kings are placed
	RulePawnRank   SetupRule = "pawn-rank"   // no pawn stands on the first or last rank
	RulePromoted   SetupRule = "promoted"    // only queens, rooks, bishops and knights are promoted pawns
	RuleCastling   SetupRule = "castling"    // a castling right needs its king and rook at home
	RuleEnPassant  SetupRule = "en-passant"  // the en passant square lies behind a pawn that can just have advanced two
	RuleDropped    SetupRule = "dropped"     // a dropped man stands where it was dropped
	RuleUnmoved    SetupRule = "unmoved"     // a king that has not moved stands at home
	RuleKingTaken  SetupRule = "king-taken"  // the player who has moved is not in check
	RuleMoveNumber SetupRule = "move-number" // counters are not negative and moves count from 1
)

// SetupError says which rule a set-up breaks and where.
type SetupError struct {
	Rule   SetupRule
	Square Square // NoSquare where the rule is not about one square
	Detail string
}

func (e *SetupError) Error() string {
	if e.Square != NoSquare {
		return fmt.Sprintf("set-up breaks the rule %q at %v: %s", e.Rule, e.Square, e.Detail)
	}
	return fmt.Sprintf("set-up breaks the rule %q: %s", e.Rule, e.Detail)
}

// Position accepts the set-up under the rules or returns a *SetupError naming
// the first rule it breaks. More men than a set, more than eight pawns and
// several queens are fine: partners supply them.
func (s Setup) Position(rules Rules) (Position, error) {
	p, err := s.AsFound(rules)
	if err != nil {
		return Position{}, err
	}
	if err := s.check(rules, &p); err != nil {
		return Position{}, err
	}
	return p, nil
}

// AsFound builds the position without judging it, for boards an illegal move
// has spoiled: the player who has moved may stand in check, a king may be gone,
// pawns may stand on the last rank. Rights nothing on the board supports are
// dropped. Only what no board can be is refused: two kings of a colour, a
// promoted king or pawn, or counters below zero.
func (s Setup) AsFound(rules Rules) (Position, error) {
	if s.HalfMoves < 0 || s.FullMoves < 1 || s.HalfMoves > maxCounter || s.FullMoves > maxCounter {
		return Position{}, &SetupError{
			RuleMoveNumber, NoSquare,
			fmt.Sprintf("the counters are %d and %d; expected 0 to %d and 1 to %d", s.HalfMoves, s.FullMoves, maxCounter, maxCounter),
		}
	}
	p := Position{
		rules: rules, turn: s.Turn & 1, enPassant: NoSquare, stock: s.Stock,
		halfMoves: uint16(s.HalfMoves), fullMoves: uint16(s.FullMoves),
	}
	for i, man := range s.Board {
		sq := Square(i)
		if man == NoPiece {
			continue
		}
		if k := man.Kind(); k == NoKind || k > King || man.Promoted() && (k == Pawn || k == King) {
			return Position{}, &SetupError{RulePromoted, sq, fmt.Sprintf("a %v cannot be a promoted pawn", k)}
		}
		if man.Kind() == King && p.men[man.Color()][King] != 0 {
			return Position{}, &SetupError{RuleKings, sq, fmt.Sprintf("a second %v king", man.Color())}
		}
		p.put(sq, man)
	}
	p.dropped = s.Dropped & (p.men[White][0] | p.men[Black][0])
	for c := White; c <= Black; c++ {
		// A right that stands means the king has not moved, whatever else was said.
		unmoved := s.Unmoved[c] || p.supportedRights(s.Castling)&rightsOf(c) != 0
		p.unmoved[c] = unmoved && p.men[c][King]&homeRank(c)&kingHomes != 0
	}
	p.rights = p.supportedRights(s.Castling)
	if p.enPassantPossible(s.EnPassant) {
		p.enPassant = s.EnPassant
	}
	p.key = p.keyFromScratch()
	return p, nil
}

const (
	maxCounter = 9999
	// kingHomes are the files a king that has not moved can stand on: e, or d
	// where king and queen were set up the wrong way round.
	kingHomes = fileA<<4 | fileA<<3
)

// supportedRights keeps the rights whose king and original rook stand at home,
// and adds those of rooks that were dropped at home where such rooks castle.
func (p *Position) supportedRights(claimed CastlingRights) (rights CastlingRights) {
	for i, corner := range corners {
		right := CastlingRights(1 << i)
		c := Color(i / 2)
		switch {
		case !p.men[c][Rook].Has(corner) || p.men[c][King]&homeRank(c)&kingHomes == 0:
		case !p.dropped.Has(corner):
			rights |= right & claimed
		case p.rules.DroppedRookCastles && p.unmoved[c]:
			rights |= right
		}
	}
	return rights
}

// enPassantPossible reports whether the side that has moved can just have
// advanced a pawn two squares over s.
func (p *Position) enPassantPossible(s Square) bool {
	us, over, behind, pawnAt := p.turn, rank6, Square(0), Square(0)
	if s >= NoSquare {
		return false
	}
	if us == White {
		behind, pawnAt = s+8, s-8
	} else {
		over, behind, pawnAt = rank3, s-8, s+8
	}
	occupied := p.occupied()
	return over.Has(s) && !occupied.Has(s) && !occupied.Has(behind) && p.men[us.Opponent()][Pawn].Has(pawnAt)
}

func (s Setup) check(rules Rules, p *Position) error {
	for c := White; c <= Black; c++ {
		onBoard, inStock := p.men[c][King].Len(), int(s.Stock[c][King])
		if inStock > 0 && !rules.KingPlacement {
			return &SetupError{RuleKingStock, NoSquare, fmt.Sprintf("%v has a king in stock", c)}
		}
		if onBoard+inStock != 1 {
			return &SetupError{RuleKings, NoSquare, fmt.Sprintf("%v has %d kings; expected one", c, onBoard+inStock)}
		}
	}
	if stray := (p.men[White][Pawn] | p.men[Black][Pawn]) & endRanks; stray != 0 {
		return &SetupError{RulePawnRank, stray.first(), "a pawn cannot stand on the first or last rank"}
	}
	if lost := s.Castling &^ p.rights; lost != 0 {
		return &SetupError{RuleCastling, NoSquare, fmt.Sprintf("the right %v needs its king and its original rook at home", lost)}
	}
	for c := White; c <= Black; c++ {
		if s.Unmoved[c] && !p.unmoved[c] {
			return &SetupError{RuleUnmoved, NoSquare, fmt.Sprintf("the %v king is not on its first square", c)}
		}
	}
	if s.EnPassant != NoSquare && p.enPassant != s.EnPassant {
		return &SetupError{RuleEnPassant, s.EnPassant, "no pawn can just have advanced two squares over it"}
	}
	if gone := s.Dropped &^ p.dropped; gone != 0 {
		return &SetupError{RuleDropped, gone.first(), "no man stands there to have been dropped"}
	}
	if king := p.men[p.turn.Opponent()][King]; king != 0 && p.attackers(king.first(), p.turn, p.occupied()) != 0 {
		return &SetupError{RuleKingTaken, king.first(), fmt.Sprintf("%v is to move and could take the king", p.turn)}
	}
	return nil
}
