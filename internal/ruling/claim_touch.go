package ruling

import (
	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/phrase"
	"github.com/tandemchess/tandem/internal/rulebook"
)

// binding is what a player has bound himself to in one turn.
type binding struct {
	man     Man
	move    bughouse.Move // the move that must stand, 0 if any of the man's will do
	settled bool          // move applies
	rests   rulebook.Setting
}

// turnActs is the part of the timeline in which a player thought about and made
// his last move: from his press before that move on.
func (f *fold) turnActs(s bughouse.Seat) (from int) {
	last := -1
	for i := range f.in.Timeline[:f.now] {
		if a := &f.in.Timeline[i]; a.By == Seated(s) && a.Kind == ActMove {
			last = i
		}
	}
	for i := last - 1; i >= 0; i-- {
		if a := &f.in.Timeline[i]; a.By == Seated(s) && a.Kind == ActPress {
			return i + 1
		}
	}
	return 0
}

// judgeTouchMove finds what a player bound himself to in his last turn and
// whether he then did otherwise.
func (f *fold) judgeTouchMove(c *Claim) judgement {
	you, board := c.game()
	onBoard, stock := f.handled(you)
	switch {
	case !stock && f.set.silent(rulebook.TouchBoard):
		return f.leave(rulebook.TouchBoard)
	case stock && !onBoard && f.set.silent(rulebook.TouchStock):
		return f.leave(rulebook.TouchStock)
	case f.boards[board].end.ended && !f.endedByMove(board, you):
		return f.tooLate(c)
	}
	var rests []rulebook.Setting
	if onBoard || !stock {
		rests = append(rests, rulebook.TouchBoard)
	}
	if stock {
		rests = append(rests, rulebook.TouchStock)
	}
	bound := f.firstBinding(you)
	if bound == nil {
		return deny(phrase.Of("nothing the player did is binding"), rests...)
	}
	standing := f.standingInTurn(you)
	switch {
	case standing != nil && bound.settled && standing.move == bound.move,
		standing != nil && !bound.settled && manOf(standing.move) == bound.man,
		standing == nil && !bound.settled && !f.letGoOf(you, bound.man):
		return deny(phrase.Of("the player has kept to what is binding"), rests...)
	case f.playedOn(c.By, you):
		return deny(phrase.Of("the claimant has touched a man to play it since, so the claim comes too late"), bound.rests)
	}
	j := uphold(phrase.Of("the player was bound to something else"), bound.rests)
	if standing != nil {
		j = j.with(Remedy{Kind: rulebook.TakeBack, Seat: you})
	}
	if bound.settled {
		return j.with(Remedy{Kind: rulebook.MoveStands, Seat: you, Move: bound.move})
	}
	return j.with(Remedy{Kind: rulebook.SamePiece, Seat: you, Man: bound.man})
}

// letGoOf reports that a player who has played nothing else no longer keeps to the
// man he is bound to: he has put back what he held, or holds another one.
func (f *fold) letGoOf(s bughouse.Seat, man Man) bool {
	gone := false
	for i := f.turnActs(s); i < f.now; i++ {
		switch a := &f.in.Timeline[i]; {
		case a.By != Seated(s):
		case a.Kind == ActTakeBack:
			gone = true
		case a.Kind == ActMove && !a.Accidental:
			gone = manOf(a.Move) != man
		}
	}
	return gone
}

// playedOn reports that a claimant touched a man on his board, or dropped one, after
// the last thing his opponent did in the turn complained about: by the base law (FIDE
// 4.8) he can then no longer claim touch-move. A stock piece that he only touches
// binds nobody, and so forfeits nothing.
func (f *fold) playedOn(claimant, you bughouse.Seat) bool {
	on := false
	for i := f.turnActs(you); i < f.now; i++ {
		a := &f.in.Timeline[i]
		switch {
		case a.By == Seated(you) && (a.Kind == ActMove || a.Kind == ActTouch || a.Kind == ActTakeBack):
			on = false
		case a.By != Seated(claimant) || a.Accidental:
		case a.Kind == ActMove, a.Kind == ActTouch && a.Man.Kind == bughouse.NoKind:
			on = true
		}
	}
	return on
}

// endedByMove reports a game that ended by the very move complained about.
func (f *fold) endedByMove(b bughouse.BoardID, s bughouse.Seat) bool {
	e := &f.boards[b].end
	return e.move >= 0 && f.moves[e.move].by == s
}

// handled tells whether the player handled men on the board and stock pieces in his turn.
func (f *fold) handled(s bughouse.Seat) (board, stock bool) {
	for i := f.turnActs(s); i < f.now; i++ {
		a := &f.in.Timeline[i]
		if a.By != Seated(s) {
			continue
		}
		switch {
		case a.Kind == ActMove && a.Move.IsDrop(), a.Kind == ActTouch && a.Man.Kind != bughouse.NoKind:
			stock = true
		case a.Kind == ActMove, a.Kind == ActTouch:
			board = true
		}
	}
	return board, stock
}

// standingInTurn is the move the player's turn came to, nil if he has taken
// everything back.
func (f *fold) standingInTurn(s bughouse.Seat) *made {
	if m := f.lastBy(s); m != nil && m.act >= f.turnActs(s) {
		return m
	}
	return nil
}

// firstBinding is the first act of the player's turn that binds him, sharpened to
// a move if he then released a legal one of the bound man.
func (f *fold) firstBinding(s bughouse.Seat) *binding {
	start := f.turnStart(s)
	var bound *binding
	for i := f.turnActs(s); i < f.now; i++ {
		a := &f.in.Timeline[i]
		if a.By != Seated(s) || a.Accidental || a.Kind != ActMove && a.Kind != ActTouch {
			continue
		}
		b := f.binds(s, a, i, start)
		switch {
		case b == nil:
		case bound == nil:
			bound = b
		case b.settled && !bound.settled && b.man == bound.man:
			b.rests = bound.rests
			return b
		}
		if bound != nil && bound.settled {
			return bound
		}
	}
	return bound
}

// turnStart is the position in which the player's turn began.
func (f *fold) turnStart(s bughouse.Seat) *bughouse.Position {
	from := f.turnActs(s)
	for i := range f.moves {
		if m := &f.moves[i]; m.by == s && m.act >= from {
			return &m.before
		}
	}
	return &f.boards[s.Board()].pos
}

// binds tells what one act binds the player to, nil for nothing.
func (f *fold) binds(s bughouse.Seat, a *Act, at int, start *bughouse.Position) *binding {
	man := a.Man
	released := false
	if a.Kind == ActMove {
		man, released = manOf(a.Move), !a.Held
	}
	setting := rulebook.TouchBoard
	if man.Kind != bughouse.NoKind {
		setting = rulebook.TouchStock
	}
	rule := f.set.Value(setting)
	if rule == "none" || rule == rulebook.NoRule {
		return nil
	}
	if released && f.legal[at] == bughouse.Legal {
		return &binding{man: man, move: a.Move, settled: true, rests: setting}
	}
	switch {
	case rule == "release":
		return nil
	case setting == rulebook.TouchStock && (a.Kind != ActMove || start.At(a.Move.To()) != bughouse.NoPiece):
		return nil // only contact with an empty square
	case setting == rulebook.TouchBoard && !ownMan(start, s, man.Square):
		return nil
	case !canPlay(start, s.Color(), man):
		return nil
	}
	return &binding{man: man, rests: setting}
}

func ownMan(p *bughouse.Position, s bughouse.Seat, sq bughouse.Square) bool {
	man := p.At(sq)
	return man != bughouse.NoPiece && man.Color() == s.Color()
}
