package bughouse_test

import (
	. "github.com/tandemchess/tandem/internal/bughouse"
)

// oracle is a second opinion on the rules: squares in a plain array, moves found
// by walking, legality by making the move and looking at every enemy man. It is
// slow and shares nothing with the package but the types.
type oracle struct {
	Setup
	rules Rules
}

func newOracle(p *Position) oracle {
	s := p.Setup()
	s.EnPassant = p.EnPassant()
	return oracle{s, p.Rules()}
}

func sq(file, rank int) (Square, bool) {
	if file < 0 || file > 7 || rank < 0 || rank > 7 {
		return NoSquare, false
	}
	return SquareAt(file, rank), true
}

var (
	straight = [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}
	slanted  = [][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}
	around   = append(append([][2]int{}, straight...), slanted...)
	jumps    = [][2]int{{1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}}
)

func forward(c Color) int {
	if c == White {
		return 1
	}
	return -1
}

func home(c Color) int {
	if c == White {
		return 0
	}
	return 7
}

// hits reports whether the man on a square attacks another square.
func (o *oracle) hits(from, to Square) bool {
	man := o.Board[from]
	walk := func(steps [][2]int, far bool) bool {
		for _, d := range steps {
			f, r := from.File()+d[0], from.Rank()+d[1]
			for s, ok := sq(f, r); ok; s, ok = sq(f, r) {
				if s == to {
					return true
				}
				if !far || o.Board[s] != NoPiece {
					break
				}
				f, r = f+d[0], r+d[1]
			}
		}
		return false
	}
	switch man.Kind() {
	case Pawn:
		up := forward(man.Color())
		return walk([][2]int{{-1, up}, {1, up}}, false)
	case Knight:
		return walk(jumps, false)
	case Bishop:
		return walk(slanted, true)
	case Rook:
		return walk(straight, true)
	case Queen:
		return walk(around, true)
	case King:
		return walk(around, false)
	}
	return false
}

func (o *oracle) hit(to Square, by Color) bool {
	for s, man := range o.Board {
		if man != NoPiece && man.Color() == by && o.hits(Square(s), to) {
			return true
		}
	}
	return false
}

func (o *oracle) king(c Color) Square {
	for s, man := range o.Board {
		if man.Kind() == King && man.Color() == c {
			return Square(s)
		}
	}
	return NoSquare
}

func (o *oracle) inCheck(c Color) bool {
	k := o.king(c)
	return k != NoSquare && o.hit(k, c.Opponent())
}

// moves returns every legal move.
func (o *oracle) moves() map[Move]bool {
	us := o.Turn
	out := map[Move]bool{}
	placing := o.rules.KingPlacement && o.king(us) == NoSquare && o.Stock[us][King] > 0
	try := func(m Move) {
		next := *o
		next.make(m)
		if !next.inCheck(us) {
			out[m] = true
		}
	}
	for i := range 64 {
		to := Square(i)
		if o.Board[to] != NoPiece {
			continue
		}
		for k := Pawn; k <= King; k++ {
			switch {
			case o.Stock[us][k] == 0, placing != (k == King):
			case k == Queen && o.rules.NoQueenDrops:
			case k == Pawn && (to.Rank() == 0 || to.Rank() == 7):
			case k == King && to.File() >= 2 && to.File() <= 5 && to.Rank() >= 2 && to.Rank() <= 5:
			default:
				try(NewDrop(k, to))
			}
		}
	}
	if placing {
		return out
	}
	for i, man := range o.Board {
		if man == NoPiece || man.Color() != us {
			continue
		}
		for j := range 64 {
			from, to := Square(i), Square(j)
			if !o.canGo(from, to) {
				continue
			}
			if man.Kind() == Pawn && to.Rank() == home(us.Opponent()) {
				for k := Knight; k <= Queen; k++ {
					try(NewMove(from, to, k))
				}
				continue
			}
			try(NewMove(from, to, NoKind))
		}
	}
	return out
}

// canGo reports whether a man may go from one square to another, checks left aside.
func (o *oracle) canGo(from, to Square) bool {
	man, target := o.Board[from], o.Board[to]
	if target != NoPiece && (target.Color() == o.Turn || target.Kind() == King) {
		return false
	}
	if man.Kind() == King && o.canCastle(from, to) {
		return true
	}
	if man.Kind() != Pawn {
		return o.hits(from, to)
	}
	if o.hits(from, to) {
		return target != NoPiece || to == o.EnPassant
	}
	up := forward(o.Turn)
	if to.File() != from.File() || target != NoPiece {
		return false
	}
	switch to.Rank() - from.Rank() {
	case up:
		return true
	case 2 * up:
		over, _ := sq(from.File(), from.Rank()+up)
		return from.Rank() == home(o.Turn)+up && o.Board[over] == NoPiece &&
			!(o.rules.NoDroppedPawnTwoStep && o.Dropped.Has(from))
	}
	return false
}

func (o *oracle) canCastle(from, to Square) bool {
	us, rank := o.Turn, home(o.Turn)
	if o.rules.NoCastling || from.Rank() != rank || to.Rank() != rank {
		return false
	}
	step := to.File() - from.File()
	if step != 2 && step != -2 || from.File() != 4 && !(from.File() == 3 && o.rules.SwappedCastling) {
		return false
	}
	cornerFile, right := 7, WhiteHRook
	if step < 0 {
		cornerFile, right = 0, WhiteARook
	}
	if us == Black {
		right <<= 2
	}
	if o.Castling&right == 0 {
		return false
	}
	for f := from.File() + step/2; f != cornerFile; f += step / 2 {
		if o.Board[SquareAt(f, rank)] != NoPiece {
			return false
		}
	}
	for f := from.File(); f != to.File()+step/2; f += step / 2 {
		if o.hit(SquareAt(f, rank), us.Opponent()) {
			return false
		}
	}
	return true
}

// make plays a move that canGo allows.
func (o *oracle) make(m Move) {
	us, to := o.Turn, m.To()
	enPassant := NoSquare
	o.HalfMoves++
	if m.IsDrop() {
		k := m.Dropped()
		o.Stock[us][k]--
		o.Board[to] = NewPiece(us, k)
		o.Dropped |= SetOf(to)
		if k == Rook && o.rules.DroppedRookCastles && o.Unmoved[us] {
			o.Castling |= o.cornerRight(us, to)
		}
	} else {
		from := m.From()
		man := o.Board[from]
		if o.Board[to] != NoPiece || man.Kind() == Pawn {
			o.HalfMoves = 0
		}
		switch {
		case man.Kind() == Pawn && to == o.EnPassant && from.File() != to.File():
			o.clear(SquareAt(to.File(), from.Rank()))
		case man.Kind() == Pawn && (to.Rank()-from.Rank() == 2 || from.Rank()-to.Rank() == 2):
			enPassant = SquareAt(to.File(), (from.Rank()+to.Rank())/2)
		case man.Kind() == King:
			if d := to.File() - from.File(); d == 2 || d == -2 {
				corner := SquareAt(0, from.Rank())
				if d > 0 {
					corner = SquareAt(7, from.Rank())
				}
				o.Board[SquareAt((from.File()+to.File())/2, from.Rank())] = o.Board[corner]
				o.clear(corner)
			}
			o.Unmoved[us] = false
			o.Castling &^= o.cornerRight(us, SquareAt(0, home(us))) | o.cornerRight(us, SquareAt(7, home(us)))
		}
		if m.Promotion() != NoKind {
			man = NewPiece(us, m.Promotion()).AsPromoted()
		}
		for _, c := range []Color{White, Black} {
			o.Castling &^= o.cornerRight(c, from) | o.cornerRight(c, to)
		}
		o.clear(from)
		o.clear(to)
		o.Board[to] = man
	}
	o.EnPassant = enPassant
	if us == Black {
		o.FullMoves++
	}
	o.Turn = us.Opponent()
}

func (o *oracle) clear(s Square) {
	o.Board[s] = NoPiece
	o.Dropped &^= SetOf(s)
}

// cornerRight is the right that goes with a colour's rook on a corner.
func (o *oracle) cornerRight(c Color, s Square) CastlingRights {
	if s.Rank() != home(c) || s.File() != 0 && s.File() != 7 {
		return 0
	}
	right := WhiteHRook
	if s.File() == 0 {
		right = WhiteARook
	}
	return right << (2 * c)
}

// status classifies by the definitions, trying every piece that could come.
func (o *oracle) status() Status {
	us := o.Turn
	check := o.inCheck(us)
	switch {
	case len(o.moves()) > 0:
		return InPlay
	case check && o.mayWait():
		return AwaitingBlock
	case check:
		return Checkmate
	case o.rules.MateTest != MateHand && o.suppliedMoves() > 0:
		return AwaitingPiece
	}
	return Stalemate
}

func (o *oracle) mayWait() bool {
	var checkers []Square
	king := o.king(o.Turn)
	for s, man := range o.Board {
		if man != NoPiece && man.Color() != o.Turn && o.hits(Square(s), king) {
			checkers = append(checkers, Square(s))
		}
	}
	switch o.rules.MateTest {
	case MateHand:
		return false
	case MateAnyMaterial:
		if o.Stock[o.Turn].Len() > 0 {
			return false
		}
	case MateDoubleWaits:
		far := func(s Square) bool {
			df, dr := s.File()-king.File(), s.Rank()-king.Rank()
			return o.Board[s].Kind() != Knight && df*df+dr*dr > 2
		}
		if len(checkers) > 1 {
			for _, s := range checkers {
				if !far(s) {
					return false
				}
			}
			return true
		}
	}
	return o.suppliedMoves() > 0
}

// suppliedMoves counts the moves there would be with everything that could come.
func (o *oracle) suppliedMoves() int {
	supplied := *o
	full := Stock{Pawn: 16, Knight: 4, Bishop: 4, Rook: 4, Queen: 2}
	for _, man := range o.Board {
		if man == NoPiece || man.Color() != o.Turn || man.Kind() == King {
			continue
		}
		k := man.Kind()
		if man.Promoted() {
			k = Pawn
		}
		if full[k] > 0 {
			full[k]--
		}
	}
	supplied.Stock[o.Turn] = full
	return len(supplied.moves())
}
