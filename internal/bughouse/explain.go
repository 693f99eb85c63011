package bughouse

import (
	"fmt"
	"strings"
)

// Explain says in one sentence why a seat's move is illegal; it is empty for a
// legal one.
func (m *Match) Explain(s Seat, move Move) string {
	board := m.Board(s.Board())
	if m.Legal(s, move) == NotYourTurn {
		return fmt.Sprintf("it is %v's turn on board %v", board.turn, s.Board())
	}
	return board.Explain(move)
}

// Explain says in one sentence why a move of the side to move is illegal, such as
// "the king on e8 stays in check from the bishop on b5"; it is empty for a legal move.
func (p *Position) Explain(m Move) string {
	from, to := m.From(), m.To()
	man := p.At(from).Kind()
	switch reason := p.Legal(m); reason {
	case Legal:
		return ""
	case KingNotPlaced:
		return fmt.Sprintf("%v has to place the king first", p.turn)
	case KingPlacementCentre:
		return fmt.Sprintf("no king may be placed in the centre, c3 to f6; %v is in it", to)
	case KingPlacementAdjacent:
		return fmt.Sprintf("%v is on or next to the other king, on %v", to, p.king(p.turn.Opponent()))
	case QueenDrop:
		return "queens may not be dropped"
	case NotInStock:
		return fmt.Sprintf("%v has no %v in stock", p.turn, m.Dropped())
	case NotYetPassable:
		return fmt.Sprintf("the %v was handed over before the clock was pressed and may not be used yet", m.Dropped())
	case SquareOccupied:
		return fmt.Sprintf("a %v stands on %v", p.At(to).Kind(), to)
	case PawnDropRank:
		return "a pawn may not be dropped on the first or last rank"
	case NoOwnMan:
		return fmt.Sprintf("%v has no man on %v", p.turn, from)
	case OwnManThere:
		return fmt.Sprintf("%v's own %v stands on %v", p.turn, p.At(to).Kind(), to)
	case KingCapture:
		return "a king is never captured"
	case Movement:
		return fmt.Sprintf("the %v on %v cannot go to %v", man, from, to)
	case PromotionPiece:
		if man == Pawn && endRanks.Has(to) {
			return "a pawn is promoted to a queen, rook, bishop or knight, and which one has to be said"
		}
		return "only a pawn reaching the last rank is promoted"
	case KingLeftInCheck:
		return p.explainCheck(m)
	default:
		return p.explainCastling(m, reason)
	}
}

func (p *Position) explainCastling(m Move, reason Reason) string {
	switch reason {
	case CastlingNotAllowed:
		return "castling is not allowed here"
	case CastlingRight:
		return "the king or the rook has moved, or the rook is not the original one"
	case CastlingPath:
		return "there is a man between king and rook"
	case CastlingCheck:
		if p.InCheck() {
			return "a king in check may not castle"
		}
		return fmt.Sprintf("the king may not castle over or onto an attacked square, from %v to %v", m.From(), m.To())
	}
	return string(reason)
}

// explainCheck names the men that would give check after the move.
func (p *Position) explainCheck(m Move) string {
	us := p.turn
	before := p.Checkers()
	after := *p
	after.play(m)
	king := after.king(us)
	if king == NoSquare {
		return string(KingLeftInCheck)
	}
	checkers := after.attackers(king, us.Opponent(), after.occupied())
	var names []string
	for s := range checkers.All() {
		names = append(names, fmt.Sprintf("the %v on %v", after.At(s).Kind(), s))
	}
	verb := "comes into check"
	if checkers&before != 0 {
		verb = "stays in check"
	}
	return fmt.Sprintf("the king on %v %s from %s", king, verb, strings.Join(names, " and "))
}
