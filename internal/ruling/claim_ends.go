package ruling

import (
	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/phrase"
	"github.com/tandemchess/tandem/internal/rulebook"
)

// judgeFlag upholds a flag pointed out in time; with both flags down the game is drawn.
func (f *fold) judgeFlag(c *Claim) judgement {
	if f.set.silent(rulebook.FlagClaim) {
		return f.leave(rulebook.FlagClaim)
	}
	you, board := c.game()
	switch {
	case f.boards[board].end.ended:
		return f.tooLate(c)
	case !f.on(board):
		return deny(phrase.Of("the match was over"), rulebook.MatchEndsOn, rulebook.LateEnd)
	}
	rests := append([]rulebook.Setting{rulebook.FlagClaim}, f.pendingRests(board)...)
	switch {
	case !f.seats[you].down:
		return deny(phrase.Of("the opponent's flag is up"), rests...)
	case f.seats[c.By].down && f.set.silent(rulebook.BothFlags):
		return f.leave(rulebook.BothFlags)
	case f.seats[c.By].down:
		return deny(phrase.Of("both flags are down, so the game is drawn"), append(rests, rulebook.BothFlags)...).
			ends(board, Nobody, rulebook.ReasonBothFlags)
	case c.Running:
		return deny(phrase.Of("the clock was not stopped"), rests...)
	}
	return uphold(phrase.Of("the opponent's flag is down and the claimant's is up"), rests...).
		ends(board, WonBy(c.By.Color()), rulebook.ReasonFlag)
}

// judgeBothFlags draws a game in which both flags are down.
func (f *fold) judgeBothFlags(c *Claim) judgement {
	if f.set.silent(rulebook.BothFlags) {
		return f.leave(rulebook.BothFlags)
	}
	you, board := c.game()
	switch {
	case f.boards[board].end.ended:
		return f.tooLate(c)
	case !f.on(board):
		return deny(phrase.Of("the match was over"), rulebook.MatchEndsOn, rulebook.LateEnd)
	}
	rests := append([]rulebook.Setting{rulebook.BothFlags}, f.pendingRests(board)...)
	if !f.seats[you].down || !f.seats[c.By].down {
		return deny(phrase.Of("not both flags are down"), rests...)
	}
	return uphold(phrase.Of("both flags are down and nothing was claimed before"), rests...).
		ends(board, Nobody, rulebook.ReasonBothFlags)
}

// pendingRests cites what keeps a mate on the board from counting.
func (f *fold) pendingRests(b bughouse.BoardID) []rulebook.Setting {
	if f.boards[b].mate == nil {
		return nil
	}
	return []rulebook.Setting{rulebook.MateCountsFrom}
}

// judgeCheckmate upholds a mate that ended the game, or announces one that was
// still waiting to count.
func (f *fold) judgeCheckmate(c *Claim) judgement {
	you, board := c.game()
	b := &f.boards[board]
	rests := append([]rulebook.Setting{rulebook.MateTest}, f.pendingRests(board)...)
	if m := f.lastOn(board); m != nil && m.move.IsDrop() {
		rests = append(rests, rulebook.Drops)
	}
	won := uphold(phrase.Of("the opponent is in check and no piece that could still come would help"), rests...)
	if b.end.ended {
		if b.end.Reason == rulebook.ReasonCheckmate && b.end.Winner == WonBy(c.By.Color()) && f.counted(board) {
			return won
		}
		j := f.tooLate(c)
		j.rests = append(j.rests, rulebook.MateTest)
		return j
	}
	if b.pos.Turn() != you.Color() {
		return deny(phrase.Of("it is the claimant who is to move"), rulebook.MateTest)
	}
	if s := f.status(&b.pos); s != bughouse.Checkmate {
		return deny(notMate[s], rulebook.MateTest)
	}
	if j, illegal := f.endedIllegally(board, rulebook.MateTest); illegal {
		return j
	}
	switch {
	case !f.on(board):
		return deny(phrase.Of("the match was already decided"), rulebook.MatchEndsOn, rulebook.LateEnd)
	case b.mate != nil && !f.set.is(rulebook.MateCountsFrom, "announce-or-press") && !f.set.is(rulebook.MateCountsFrom, "release"):
		return deny(phrase.Of("the mate does not count before the clock is pressed"), rulebook.MateCountsFrom)
	}
	return won.ends(board, WonBy(c.By.Color()), rulebook.ReasonCheckmate)
}

var notMate = map[bughouse.Status]phrase.Sentence{
	bughouse.InPlay:        phrase.Of("the opponent has a legal move"),
	bughouse.AwaitingBlock: phrase.Of("the opponent may wait for a piece to block the check while time lasts"),
	bughouse.AwaitingPiece: phrase.Of("the opponent is not in check and may wait for a piece"),
	bughouse.Stalemate:     phrase.Of("the opponent is not in check"),
}

// endedIllegally denies an end that is read from a position which arose by an
// illegal move: a game ends only by a legal last move (base law, TR3 18, FIDEX 19,
// USCF 8). The opponent may claim that move while his window is open.
func (f *fold) endedIllegally(id bughouse.BoardID, read rulebook.Setting) (judgement, bool) {
	why := func(illegal phrase.Word) phrase.Sentence {
		return phrase.Of("the last move was illegal, and a game ends only by a legal one: %s; the other player may still claim it", illegal)
	}
	rests := []rulebook.Setting{read, rulebook.IllegalPenalty}
	if m := f.lastOn(id); m == nil {
		if f.boards[id].pos.OpponentInCheck() {
			return deny(why(whyIllegal[bughouse.KingLeftInCheck]), rests...), true
		}
	} else if f.illegal(m) && !f.closed(m.by.Opponent(), m) {
		return deny(why(reasonSentence(m, f.undeclaredIllegal(m))), append(rests, m.rests...)...), true
	}
	return judgement{}, false
}

// counted reports whether an ended game took part in the match result.
func (f *fold) counted(b bughouse.BoardID) bool {
	return rulebook.DecideMatch(f.set, f.ends()).Counted[b]
}

// judgeStalemate upholds a stalemate where stalemate draws.
func (f *fold) judgeStalemate(c *Claim) judgement {
	b := &f.boards[c.By.Board()]
	drawn := uphold(phrase.Of("the player to move is not in check and has no move"), rulebook.Stalemate)
	if b.end.ended {
		if b.end.Reason == rulebook.ReasonStalemate && f.counted(c.By.Board()) {
			return drawn
		}
		return f.tooLate(c)
	}
	if s := f.status(&b.pos); s != bughouse.Stalemate && s != bughouse.AwaitingPiece {
		return deny(phrase.Of("the player to move is in check or has a legal move"), rulebook.Stalemate)
	}
	if j, illegal := f.endedIllegally(c.By.Board(), rulebook.Stalemate); illegal {
		return j
	}
	if !f.set.is(rulebook.Stalemate, "draw") {
		return deny(phrase.Of("a player without a move waits for a piece while time lasts"), rulebook.Stalemate)
	}
	if !f.on(c.By.Board()) {
		return deny(phrase.Of("the match was over"), rulebook.MatchEndsOn, rulebook.LateEnd)
	}
	if b.mate != nil && f.set.is(rulebook.MateCountsFrom, "press") {
		return deny(phrase.Of("the move does not count before the clock is pressed"), rulebook.MateCountsFrom)
	}
	return drawn.ends(c.By.Board(), Nobody, rulebook.ReasonStalemate)
}

// judgeRepetition counts how often the position on the claimant's board has been there.
func (f *fold) judgeRepetition(c *Claim) judgement {
	if f.set.silent(rulebook.Repetition) {
		return f.leave(rulebook.Repetition)
	}
	board := c.By.Board()
	switch {
	case f.boards[board].end.ended:
		return f.tooLate(c)
	case !f.on(board):
		return deny(phrase.Of("the match was over"), rulebook.MatchEndsOn, rulebook.LateEnd)
	}
	if j, illegal := f.endedIllegally(board, rulebook.Repetition); illegal {
		return j
	}
	rests := []rulebook.Setting{rulebook.Repetition}
	needed := int(f.set.Value(rulebook.Repetition).Number())
	n, drop := f.occurrences(board)
	switch {
	case needed == 0:
		return deny(phrase.Of("the rulebook knows no draw by repetition"), rests...)
	case n < needed:
		return deny(phrase.Of("the position has occurred %s, not %s", times(n), times(needed)), rests...)
	case drop && f.set.is(rulebook.RepetitionDropBreaks, "yes"):
		return deny(phrase.Of("a piece was dropped in between"), append(rests, rulebook.RepetitionDropBreaks)...)
	case c.Silent && f.set.is(rulebook.RepetitionAloud, "yes"):
		return deny(phrase.Of("the repetitions were not counted aloud"), append(rests, rulebook.RepetitionAloud)...)
	}
	return uphold(phrase.Of("the position has occurred %s", times(n)), rests...).ends(board, Nobody, rulebook.ReasonRepetition)
}

func times(n int) phrase.Sentence {
	switch n {
	case 0:
		return phrase.Of("never")
	case 1:
		return phrase.Of("once")
	}
	return phrase.Of("%d times", n)
}

// occurrences counts the position now on a board and tells whether a piece was
// dropped since it first occurred.
func (f *fold) occurrences(id bughouse.BoardID) (n int, drop bool) {
	b := &f.boards[id]
	key := b.pos.Key()
	for i, s := range b.seen {
		drop = drop || n > 0 && s.drop
		if s.key != key {
			continue
		}
		if i == 0 {
			n, drop = b.before, b.dropped
			continue
		}
		n++
	}
	return n, drop
}
