package bughouse

// Reason says why a move is illegal; the zero value means it is legal.
type Reason string

// The reasons in the order in which the first that applies is given. The first
// two concern the state of the game and are the caller's to find.
const (
	Legal       Reason = ""
	GameOver    Reason = "game-over"
	NotYourTurn Reason = "not-your-turn"

	KingNotPlaced         Reason = "king-not-placed"
	KingPlacementCentre   Reason = "king-placement-centre"
	KingPlacementAdjacent Reason = "king-placement-adjacent"
	QueenDrop             Reason = "queen-drop"
	NotInStock            Reason = "not-in-stock"
	NotYetPassable        Reason = "not-yet-passable"
	SquareOccupied        Reason = "square-occupied"
	PawnDropRank          Reason = "pawn-drop-rank"

	NoOwnMan           Reason = "no-own-man"
	CastlingNotAllowed Reason = "castling-not-allowed"
	CastlingRight      Reason = "castling-right"
	CastlingPath       Reason = "castling-path"
	CastlingCheck      Reason = "castling-check"
	OwnManThere        Reason = "own-man-there"
	KingCapture        Reason = "king-capture"
	Movement           Reason = "movement"
	PromotionPiece     Reason = "promotion-piece"

	KingLeftInCheck Reason = "king-left-in-check"
)

// Legal judges a move of the side to move: Legal, or the first reason against it.
func (p *Position) Legal(m Move) Reason {
	if m.IsDrop() {
		return p.legalDrop(m.Dropped(), m.To())
	}
	from, to := m.From(), m.To()
	man := p.board[from]
	if man == NoPiece || man.Color() != p.turn {
		return NoOwnMan
	}
	if p.mustPlaceKing() {
		return KingNotPlaced
	}
	if man.Kind() == King {
		if c := castlingOf(from, to); c != nil {
			return p.legalCastling(c, m.Promotion())
		}
	}
	target := p.board[to]
	switch {
	case target != NoPiece && target.Color() == p.turn:
		return OwnManThere
	case target.Kind() == King:
		return KingCapture
	case !p.reaches(man.Kind(), from, to):
		return Movement
	case !p.promotionFits(man.Kind(), to, m.Promotion()):
		return PromotionPiece
	case p.leavesKingInCheck(man.Kind(), from, to):
		return KingLeftInCheck
	}
	return Legal
}

func (p *Position) legalDrop(k Kind, to Square) Reason {
	if p.mustPlaceKing() {
		if k != King {
			return KingNotPlaced
		}
		if centre.Has(to) {
			return KingPlacementCentre
		}
		if king := p.king(p.turn.Opponent()); king != NoSquare && (kingAttacks[king] | king.set()).Has(to) {
			return KingPlacementAdjacent
		}
	}
	stock, early := &p.stock[p.turn], &p.early[p.turn]
	switch {
	case k == Queen && p.rules.NoQueenDrops:
		return QueenDrop
	case k == NoKind || k > King || stock[k] == 0 && early[k] == 0 || k == King && !p.mustPlaceKing():
		return NotInStock
	case stock[k] == 0:
		return NotYetPassable
	case p.occupied().Has(to):
		return SquareOccupied
	case k == Pawn && endRanks.Has(to):
		return PawnDropRank
	}
	king := p.king(p.turn)
	if k == King {
		king = to
	}
	if king != NoSquare && p.attacked(king, p.turn.Opponent(), p.occupied()|to.set()) {
		return KingLeftInCheck
	}
	return Legal
}

func (p *Position) legalCastling(c *castling, promotion Kind) Reason {
	occupied := p.occupied()
	switch {
	case p.rules.NoCastling || c.swapped && !p.rules.SwappedCastling:
		return CastlingNotAllowed
	case homeRank(p.turn)&c.from.set() == 0 || p.rights&c.right == 0:
		return CastlingRight
	case occupied&c.mustBeFree != 0:
		return CastlingPath
	case p.anyAttacked(c.unhit, occupied):
		return CastlingCheck
	case promotion != NoKind:
		return PromotionPiece
	}
	return Legal
}

// reaches reports whether a man of the side to move can go from one square to
// another by the way it moves, en passant included, castling not.
func (p *Position) reaches(k Kind, from, to Square) bool {
	occupied := p.occupied()
	if k != Pawn {
		return attacksOf(k, from, occupied).Has(to)
	}
	them := p.turn.Opponent()
	if pawnAttacks[p.turn][from].Has(to) {
		return p.men[them][0].Has(to) || to == p.enPassant
	}
	forward, second := 8, rank2
	if p.turn == Black {
		forward, second = -8, rank7
	}
	switch int(to) - int(from) {
	case forward:
		return !occupied.Has(to)
	case 2 * forward:
		over := Square(int(from) + forward)
		return second.Has(from) && occupied&(to.set()|over.set()) == 0 &&
			!(p.rules.NoDroppedPawnTwoStep && p.dropped.Has(from))
	}
	return false
}

func (p *Position) promotionFits(k Kind, to Square, promotion Kind) bool {
	if k != Pawn || homeRank(p.turn.Opponent())&to.set() == 0 {
		return promotion == NoKind
	}
	return promotable(promotion) || promotion == NoKind && !p.rules.DeclarePromotion
}

func (p *Position) leavesKingInCheck(k Kind, from, to Square) bool {
	us, them := p.turn, p.turn.Opponent()
	king := p.king(us)
	if k == King {
		king = to
	}
	if king == NoSquare {
		return false
	}
	gone := to.set()
	if k == Pawn && to == p.enPassant {
		gone = p.victimOfEnPassant()
	}
	occupied := p.occupied()&^from.set()&^gone | to.set()
	return p.attackers(king, them, occupied)&^gone != 0
}
