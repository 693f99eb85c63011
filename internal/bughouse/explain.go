package bughouse

import "fmt"

// Explain says in one sentence why a seat's move is illegal; it is empty for a
// legal one.
func (m *Match) Explain(s Seat, move Move) string {
	board := m.Board(s.Board())
	if m.Legal(s, move) == NotYourTurn {
		return fmt.Sprintf("it is %v's turn on board %v", board.turn, s.Board())
	}
	return board.Explain(move)
}

// Refusal is why a move is illegal: a sentence and its parts, so that pages can say
// it in another language. Parts are strings, numbers and explanations.
type Refusal struct {
	format string
	parts  []any
}

func wrong(format string, parts ...any) Refusal { return Refusal{format, parts} }

// String is the explanation in English.
func (e Refusal) String() string { return fmt.Sprintf(e.format, e.parts...) }

// Sentence makes it sayable, see package fault.
func (e Refusal) Sentence() (format string, parts []any) { return e.format, e.parts }

// manNamed and sideNamed are the men and the sides as parts of an explanation.
var (
	manNamed  = [kinds]Refusal{Pawn: wrong("pawn"), Knight: wrong("knight"), Bishop: wrong("bishop"), Rook: wrong("rook"), Queen: wrong("queen"), King: wrong("king")}
	sideNamed = [...]Refusal{White: wrong("White"), Black: wrong("Black")}
)

// Explain says in one sentence why a move of the side to move is illegal, such as
// "the king on e8 stays in check from the bishop on b5"; it is empty for a legal move.
func (p *Position) Explain(m Move) string { return p.Explained(m).String() }

// Explained is [Position.Explain] with its parts.
func (p *Position) Explained(m Move) Refusal {
	from, to := m.From(), m.To()
	man := p.At(from).Kind()
	switch reason := p.Legal(m); reason {
	case Legal:
		return Refusal{}
	case KingNotPlaced:
		return wrong("%s has to place the king first", sideNamed[p.turn])
	case KingPlacementCentre:
		return wrong("no king may be placed in the centre, c3 to f6; %s is in it", to.String())
	case KingPlacementAdjacent:
		return wrong("%s is on or next to the other king, on %s", to.String(), p.king(p.turn.Opponent()).String())
	case QueenDrop:
		return wrong("queens may not be dropped")
	case NotInStock:
		return wrong("%s has no %s in stock", sideNamed[p.turn], manNamed[m.Dropped()%kinds])
	case NotYetPassable:
		return wrong("the %s was handed over before the clock was pressed and may not be used yet", manNamed[m.Dropped()%kinds])
	case SquareOccupied:
		return wrong("a %s stands on %s", manNamed[p.At(to).Kind()%kinds], to.String())
	case PawnDropRank:
		return wrong("a pawn may not be dropped on the first or last rank")
	case NoOwnMan:
		return wrong("%s has no man on %s", sideNamed[p.turn], from.String())
	case OwnManThere:
		return wrong("%s's own %s stands on %s", sideNamed[p.turn], manNamed[p.At(to).Kind()%kinds], to.String())
	case KingCapture:
		return wrong("a king is never captured")
	case Movement:
		return wrong("the %s on %s cannot go to %s", manNamed[man%kinds], from.String(), to.String())
	case PromotionPiece:
		if man == Pawn && endRanks.Has(to) {
			return wrong("a pawn is promoted to a queen, rook, bishop or knight, and which one has to be said")
		}
		return wrong("only a pawn reaching the last rank is promoted")
	case KingLeftInCheck:
		return p.explainCheck(m)
	default:
		return p.explainCastling(m, reason)
	}
}

func (p *Position) explainCastling(m Move, reason Reason) Refusal {
	switch reason {
	case CastlingNotAllowed:
		return wrong("castling is not allowed here")
	case CastlingRight:
		return wrong("the king or the rook has moved, or the rook is not the original one")
	case CastlingPath:
		return wrong("there is a man between king and rook")
	case CastlingCheck:
		if p.InCheck() {
			return wrong("a king in check may not castle")
		}
		return wrong("the king may not castle over or onto an attacked square, from %s to %s", m.From().String(), m.To().String())
	}
	return wrong("%s", string(reason))
}

// explainCheck names the men that would give check after the move.
func (p *Position) explainCheck(m Move) Refusal {
	us := p.turn
	before := p.Checkers()
	after := *p
	after.play(m)
	king := after.king(us)
	if king == NoSquare {
		return wrong("%s", string(KingLeftInCheck))
	}
	checkers := after.attackers(king, us.Opponent(), after.occupied())
	var by Refusal
	for s := range checkers.All() {
		checker := wrong("the %s on %s", manNamed[after.At(s).Kind()%kinds], s.String())
		if by.format == "" {
			by = checker
		} else {
			by = wrong("%s and %s", by, checker)
		}
	}
	if checkers&before != 0 {
		return wrong("the king on %s stays in check from %s", king.String(), by)
	}
	return wrong("the king on %s comes into check from %s", king.String(), by)
}
