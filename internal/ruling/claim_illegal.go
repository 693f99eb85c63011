package ruling

import (
	"slices"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/phrase"
	"github.com/tandemchess/tandem/internal/rulebook"
)

// illegal reports whether a released move counts as illegal under the reading.
func (f *fold) illegal(m *made) bool {
	if m.reason == bughouse.GameOver {
		return false // nothing can be lost or won by it any more
	}
	return m.reason != bughouse.Legal || f.undeclaredIllegal(m)
}

// undeclaredIllegal reports a promotion that is illegal because it was not named
// in time.
func (f *fold) undeclaredIllegal(m *made) bool {
	return (m.undeclared || m.late) && f.set.is(rulebook.PromotionUndeclared, "illegal")
}

// lastIllegal is the opponent's last illegal move that was not taken back before
// it became claimable, or nil.
func (f *fold) lastIllegal(s bughouse.Seat) *made {
	for i := len(f.moves) - 1; i >= 0; i-- {
		m := &f.moves[i]
		if m.by != s || !f.illegal(m) {
			continue
		}
		if m.stands() || m.completed >= 0 || f.set.is(rulebook.IllegalFrom, "release") {
			return m
		}
	}
	return nil
}

// judgeIllegalMove goes through the five steps: is there an illegal move, can it
// be claimed yet, is the window open, is the form right, then uphold.
func (f *fold) judgeIllegalMove(c *Claim) judgement {
	you, board := c.game()
	switch {
	case f.boards[board].end.ended:
		return f.tooLate(c)
	case !f.on(board):
		return deny(phrase.Of("the match was over"), rulebook.MatchEndsOn, rulebook.LateEnd)
	}
	m := f.lastIllegal(you)
	if m == nil {
		return f.inVain(c, f.allLegal(you))
	}
	if f.set.is(rulebook.IllegalFrom, "press") && m.completed < 0 {
		return f.inVain(c, f.notYet(m))
	}
	if f.closed(c.By, m) {
		return f.inVain(c, f.alsoChoose(you, deny(phrase.Of("the claim window is closed, so the move stands"),
			rulebook.IllegalUntil, rulebook.IllegalLapsed)))
	}
	if !f.inForm(c, m) {
		return f.inVain(c, deny(phrase.Of("the claim was not made in the form the rulebook asks for"), rulebook.IllegalClaim))
	}
	rests := append([]rulebook.Setting{rulebook.IllegalFrom, rulebook.IllegalPenalty, rulebook.IllegalClaim, rulebook.IllegalUntil}, m.rests...)
	j := uphold(phrase.Of("the move was illegal: %s", reasonSentence(m, f.undeclaredIllegal(m))), rests...)
	if f.undeclaredIllegal(m) {
		j.rests = append(j.rests, rulebook.PromotionUndeclared)
	}
	onlyReturned := m.reason == bughouse.NotYetPassable && f.set.is(rulebook.EarlyUse, "return")
	if onlyReturned || f.set.is(rulebook.IllegalPenalty, "take-back") {
		return j.with(Remedy{Kind: rulebook.TakeBack, Seat: you})
	}
	return j.ends(board, WonBy(c.By.Color()), rulebook.ReasonIllegalMove)
}

// tooLate denies a claim about a game that has ended, citing what ended it.
func (f *fold) tooLate(c *Claim) judgement {
	e := &f.boards[c.By.Board()].end
	j := deny(phrase.Of("the game had already ended by %s", phrase.Word(e.Reason.Label())), append(f.restsOfEnd(e), rulebook.MatchEndsOn)...)
	switch {
	case c.Kind == rulebook.ClaimIllegalMove && e.Reason == rulebook.ReasonFlag,
		c.Kind == rulebook.ClaimFlag && e.Reason == rulebook.ReasonIllegalMove:
		if !f.set.silent(rulebook.IllegalVFlag) {
			j.rests = append(j.rests, rulebook.IllegalVFlag)
		}
	case c.Kind == rulebook.ClaimFlag:
		j.rests = append(j.rests, rulebook.FlagClaim, rulebook.BothFlags)
	case c.Kind == rulebook.ClaimBothFlags:
		j.rests = append(j.rests, rulebook.BothFlags)
	}
	return j
}

// allLegal denies a claim where no illegal move can be held against the opponent:
// there was none, it was taken back before it was complete, its man was never let
// go, or the game was over. A promotion nobody named is asked for.
func (f *fold) allLegal(you bughouse.Seat) judgement {
	j := deny(phrase.Of("every move of the opponent was legal"), rulebook.IllegalPenalty)
	if m := f.lastBy(you); m != nil {
		j.rests = append(j.rests, m.rests...)
	}
	if slices.ContainsFunc(f.moves, func(m made) bool { return m.by == you && m.stands() && m.brought }) {
		j.why = phrase.Of("every move of the opponent was legal, and what was captured, completed and dropped counts as handed over in time")
		j.rests = append(j.rests, rulebook.PassFrom)
	}
	switch m := f.lastNotLegal(you); {
	case m != nil && !m.stands():
		j = deny(phrase.Of("the illegal move was taken back before it was complete"), rulebook.IllegalFrom)
	case m != nil:
		j.why = phrase.Of("what the opponent played after the end of the game decides nothing")
	case f.heldIllegally(you):
		j.why = phrase.Of("the man was not let go, so no illegal move was made")
	}
	return f.alsoChoose(you, j)
}

// lastNotLegal is the player's last released move that the rules do not allow,
// taken back or not, or nil.
func (f *fold) lastNotLegal(s bughouse.Seat) *made {
	for i := len(f.moves) - 1; i >= 0; i-- {
		if m := &f.moves[i]; m.by == s && (m.reason != bughouse.Legal || f.undeclaredIllegal(m)) {
			return m
		}
	}
	return nil
}

// heldIllegally reports a man that the player held where it may not go.
func (f *fold) heldIllegally(s bughouse.Seat) bool {
	for i, a := range f.in.Timeline[:f.now] {
		if a.Kind == ActMove && a.Held && a.By == Seated(s) && f.legal[i] != bughouse.Legal {
			return true
		}
	}
	return false
}

// anyLast is the player's last released move, taken back or not.
func (f *fold) anyLast(s bughouse.Seat) *made {
	for i := len(f.moves) - 1; i >= 0; i-- {
		if f.moves[i].by == s {
			return &f.moves[i]
		}
	}
	return nil
}

// alsoChoose asks for a promotion that has not been named.
func (f *fold) alsoChoose(you bughouse.Seat, j judgement) judgement {
	m := f.lastBy(you)
	if m == nil || !m.undeclared {
		return j
	}
	f.set.asked.add(rulebook.PromotionUndeclared)
	j.rests = append(j.rests, rulebook.PromotionUndeclared)
	j.why = phrase.Of("the promotion was not named; it is asked for now")
	return j.with(Remedy{Kind: rulebook.ChoosePromotion, Seat: you})
}

// notYet denies a claim against a move that was not completed: it is taken back,
// with the same piece where the rulebook wants that.
func (f *fold) notYet(m *made) judgement {
	j := deny(phrase.Of("the clock had not been pressed, so the move is only taken back"), rulebook.IllegalFrom)
	if m.move.IsDrop() {
		j.rests = append(j.rests, rulebook.IllegalDropBinds)
		if f.set.is(rulebook.IllegalDropBinds, "yes") {
			j.why = phrase.Of("the clock had not been pressed, and a dropped piece cannot be taken back")
			return j.with(Remedy{Kind: rulebook.MoveStands, Seat: m.by, Move: m.move})
		}
	}
	j = j.with(Remedy{Kind: rulebook.TakeBack, Seat: m.by})
	if f.set.is(rulebook.Correction, "same-piece") {
		j.rests = append(j.rests, rulebook.Correction)
		if canPlay(&m.before, m.by.Color(), manOf(m.move)) {
			j = j.with(Remedy{Kind: rulebook.SamePiece, Seat: m.by, Man: manOf(m.move)})
		}
	} else {
		j.rests = append(j.rests, rulebook.Correction)
	}
	return j
}

// canPlay reports whether a man or a stock piece of the side to move has a legal move.
func canPlay(p *bughouse.Position, c bughouse.Color, man Man) bool {
	if p.Turn() != c {
		return false
	}
	var buf [256]bughouse.Move
	for _, m := range p.Moves(buf[:0]) {
		if man.Kind != bughouse.NoKind && m.Dropped() == man.Kind || man.Kind == bughouse.NoKind && !m.IsDrop() && m.From() == man.Square {
			return true
		}
	}
	return false
}

// closed reports whether an act of the claimant has closed his window on a move.
func (f *fold) closed(by bughouse.Seat, m *made) bool {
	needsPress := f.set.is(rulebook.IllegalUntil, "press")
	for i := range f.moves {
		answer := &f.moves[i]
		if answer.by == by && answer.act > m.act && (!needsPress || answer.completed >= 0) {
			return true
		}
	}
	return false
}

// inForm reports whether the claim about a move was made as the rulebook asks.
func (f *fold) inForm(c *Claim, m *made) bool {
	stopped, aloud, king := !c.Running, !c.Silent, f.seats[c.By].tookKing > m.act
	switch f.set.Value(rulebook.IllegalClaim) {
	case "stop":
		return stopped
	case "aloud-and-stop":
		return aloud && stopped
	case "stop-or-king":
		return stopped || king
	case "aloud-and-stop-or-king":
		return aloud && stopped || king
	}
	return true
}

// inVain takes back a king that was taken without a good claim.
func (f *fold) inVain(c *Claim, j judgement) judgement {
	if f.seats[c.By].tookKing < 0 {
		return j
	}
	j.why = phrase.Of("%s; the king goes back", j.why)
	j.kingTaker, j.kingBack = c.By, true
	return j.with(Remedy{Kind: rulebook.TakeBack, Seat: c.By})
}
