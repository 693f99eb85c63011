package bughouse

// Make plays a legal move and returns the man it captured, NoPiece without one.
// An illegal move changes nothing and ok is false; [Position.Legal] says why.
// An undeclared promotion leaves the pawn on the last rank until [Position.Declare].
// The captured man leaves the board: where it goes is the business of [Match].
func (p *Position) Make(m Move) (captured Piece, ok bool) {
	if p.Legal(m) != Legal {
		return NoPiece, false
	}
	return p.play(m), true
}

// MakeAsPlayed carries out a move as a player has made it, legal or not, and
// passes the turn: rulings look at the board as it really stands. A man put on
// an occupied square takes the place of the one there, which is returned; a
// piece not in stock is put on the board all the same. Moving from an empty
// square, or dropping a second king, changes nothing but the turn.
func (p *Position) MakeAsPlayed(by Color, m Move) (captured Piece) {
	if p.turn != by {
		p.setTurn(by)
		p.enPassant = NoSquare
	}
	switch reason := p.Legal(m); {
	case reason == Legal:
		return p.play(m)
	case m.IsDrop():
		captured = p.playIllegalDrop(m)
	case p.board[m.From()] == NoPiece || m.From() == m.To():
	case reason == KingLeftInCheck: // moves as it should, special moves included
		captured = p.play(m)
		p.loseRights()
		return captured
	default:
		captured = p.playIllegalMove(m)
	}
	p.halfMoves++
	if captured != NoPiece || !m.IsDrop() && p.board[m.To()].Kind() == Pawn {
		p.halfMoves = 0
	}
	p.enPassant = NoSquare
	p.loseRights()
	p.passTurn()
	return captured
}

func (p *Position) playIllegalDrop(m Move) (captured Piece) {
	k := m.Dropped()
	if k == NoKind || k > King || k == King && p.king(p.turn) != NoSquare {
		return NoPiece
	}
	if p.board[m.To()] != NoPiece {
		captured = p.take(m.To())
	}
	p.playDrop(m)
	return captured
}

// playIllegalMove puts a man where it cannot go. A castling brings its rook
// along when that can be done; a pawn keeps a promotion it may have.
func (p *Position) playIllegalMove(m Move) (captured Piece) {
	from, to := m.From(), m.To()
	if p.board[to] != NoPiece {
		captured = p.take(to)
	}
	man := p.take(from)
	switch c := castlingOf(from, to); {
	case man.Kind() == King:
		p.unmoved[man.Color()] = false
		if c != nil && p.board[c.rookFrom] == NewPiece(man.Color(), Rook) && p.board[c.rookTo] == NoPiece {
			p.put(c.rookTo, p.take(c.rookFrom))
		}
	case man.Kind() == Pawn && promotable(m.Promotion()):
		man = NewPiece(man.Color(), m.Promotion()).AsPromoted()
	}
	p.put(to, man)
	return captured
}

// loseRights drops the rights whose king has moved or is gone, or whose rook is
// no longer at home.
func (p *Position) loseRights() {
	for c := range p.unmoved {
		p.unmoved[c] = p.unmoved[c] && p.men[c][King] != 0
		if !p.unmoved[c] {
			p.setRights(p.rights &^ rightsOf(Color(c)))
		}
	}
	p.setRights(p.supportedRights(p.rights))
}

// Declare names the promotion of a pawn standing on its last rank; it reports
// whether there is one and it can become that kind.
func (p *Position) Declare(s Square, k Kind) bool {
	if !promotable(k) {
		return false
	}
	pawn := p.At(s)
	if pawn.Kind() != Pawn || homeRank(pawn.Color().Opponent())&s.set() == 0 {
		return false
	}
	p.take(s)
	p.put(s, NewPiece(pawn.Color(), k).AsPromoted())
	return true
}

func promotable(k Kind) bool { return k >= Knight && k <= Queen }

// play carries out a legal move.
func (p *Position) play(m Move) (captured Piece) {
	p.halfMoves++
	if m.IsDrop() {
		p.playDrop(m)
		p.enPassant = NoSquare
		p.passTurn()
		return NoPiece
	}
	us, from, to := p.turn, m.From(), m.To()
	if p.board[to] != NoPiece {
		captured = p.take(to)
		p.halfMoves = 0
	}
	man := p.take(from)
	enPassant := NoSquare
	switch man.Kind() {
	case Pawn:
		p.halfMoves = 0
		switch {
		case to == p.enPassant:
			captured = p.take(p.victimOfEnPassant().first())
		case from^to == 16:
			enPassant = (from + to) / 2
		case m.Promotion() != NoKind:
			man = NewPiece(us, m.Promotion()).AsPromoted()
		}
	case King:
		p.unmoved[us] = false
		if p.rights&rightsOf(us) != 0 {
			if c := castlingOf(from, to); c != nil && p.rights&c.right != 0 {
				p.put(c.rookTo, p.take(c.rookFrom))
			}
			p.setRights(p.rights &^ rightsOf(us))
		}
	}
	p.put(to, man)
	if lost := cornerRights[from] | cornerRights[to]; p.rights&lost != 0 {
		p.setRights(p.rights &^ lost)
	}
	p.enPassant = enPassant
	p.passTurn()
	return captured
}

func (p *Position) playDrop(m Move) {
	us, k, to := p.turn, m.Dropped(), m.To()
	if p.stock[us][k] > 0 {
		p.stock[us][k]--
	} else if p.early[us][k] > 0 {
		p.early[us][k]--
	}
	p.put(to, NewPiece(us, k))
	p.dropped |= to.set()
	if right := cornerRights[to] & rightsOf(us); k == Rook && right != 0 && p.rules.DroppedRookCastles && p.unmoved[us] {
		p.setRights(p.rights | right)
	}
}

// castlingOf returns the castling a king's step from one square to another is,
// or nil; a king moves two squares sideways for no other reason.
func castlingOf(from, to Square) *castling {
	if from^to != 2 && from^to != 6 || from.Rank() != to.Rank() {
		return nil
	}
	for swapped := range castlingTable {
		for i := range castlingTable[swapped] {
			if c := &castlingTable[swapped][i]; c.from == from && c.to == to {
				return c
			}
		}
	}
	return nil
}

func (p *Position) setRights(rights CastlingRights) {
	p.key ^= rightsKeys[p.rights] ^ rightsKeys[rights]
	p.rights = rights
}

func (p *Position) setTurn(c Color) {
	if p.turn != c {
		p.turn = c
		p.key ^= turnKey
	}
}

// passTurn lets the opponent move; the number grows after Black's moves.
func (p *Position) passTurn() {
	if p.turn == Black && p.fullMoves < maxCounter {
		p.fullMoves++
	}
	p.halfMoves = min(p.halfMoves, maxCounter)
	p.setTurn(p.turn.Opponent())
}
