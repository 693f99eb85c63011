package ruling

import (
	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/rulebook"
)

// finish ends a game, unless it has ended already. move is the index of the
// mating move, -1 without one.
func (f *fold) finish(id bughouse.BoardID, r Result, move int) {
	b := &f.boards[id]
	if b.end.ended {
		return
	}
	b.mate = nil
	b.end = end{Result: r, ended: true, order: f.now, time: f.time, move: move}
}

// stateEnd records an end nobody disputes.
func (f *fold) stateEnd(a *Act) {
	if a.Result.Reason == rulebook.ReasonNoClock {
		f.stateNoClock(a.Board)
		return
	}
	if b := &f.boards[a.Board]; !b.end.ended {
		f.finish(a.Board, a.Result, -1)
		b.end.stated, b.end.linked = true, a.Linked
	}
}

// stateNoClock records that neither player of a board has a clock.
func (f *fold) stateNoClock(id bughouse.BoardID) {
	if f.set.silent(rulebook.NoClock) {
		f.leaveClockless(id)
		return
	}
	f.finish(id, Result{Nobody, rulebook.ReasonNoClock}, -1)
}

// leaveClockless leaves a board without a clock, and the match with it, to the
// official: the rulebook does not know it.
func (f *fold) leaveClockless(id bughouse.BoardID) {
	f.unsettled = append(f.unsettled, rulebook.NoClock)
	f.clockless[id] = true
}

// ends is what the match result depends on, as things stand.
func (f *fold) ends() rulebook.Ends {
	return f.endsWith([2]end{f.boards[bughouse.A].end, f.boards[bughouse.B].end})
}

// endsWith is the same for two ends of which one may only be supposed.
func (f *fold) endsWith(boards [2]end) rulebook.Ends {
	e := rulebook.Ends{LossFor: f.lossFor, Forfeiter: f.forfeiter, OneBoard: f.set.book.Boards() == 1}
	for id := range f.boardIDs() {
		b := &boards[id]
		e.Games[id] = rulebook.GameEnd{Ended: b.ended, Winner: b.Winner.side(id), Reason: b.Reason}
		if f.clockless[id] && !b.ended {
			e.Games[id] = rulebook.GameEnd{Ended: true, Reason: rulebook.ReasonNoClock}
		}
	}
	a, b := &boards[bughouse.A], &boards[bughouse.B]
	if a.ended && b.ended {
		e.Linked = a.linked && b.linked || f.answerOneCapture(a, b)
		f.sequence(&e, a, b)
	}
	return e
}

// answerOneCapture reports two mates that answer one capture: the capturer's
// partner mates with his next move by dropping the captured man, and the
// capturer's opponent mates with his next move.
func (f *fold) answerOneCapture(a, b *end) bool {
	if a.move < 0 || b.move < 0 || a.Reason != rulebook.ReasonCheckmate || b.Reason != rulebook.ReasonCheckmate {
		return false
	}
	return f.answers(a.move, b.move) || f.answers(b.move, a.move)
}

// answers looks for the capture that drop and reply answer.
func (f *fold) answers(drop, reply int) bool {
	d, r := &f.moves[drop], &f.moves[reply]
	capturer := d.by.Partner()
	if !d.move.IsDrop() || r.by != capturer.Opponent() {
		return false
	}
	for i := range f.moves {
		c := &f.moves[i]
		handed := c.captured == d.move.Dropped() && c.passed >= 0 && c.passed <= d.act
		if c.by == capturer && c.stands() && handed && i < reply && f.nextBy(d.by, i) == drop && f.nextBy(r.by, i) == reply {
			return true
		}
	}
	return false
}

// nextBy is the index of a player's first standing move after another move.
func (f *fold) nextBy(s bughouse.Seat, after int) int {
	for i := after + 1; i < len(f.moves); i++ {
		if f.moves[i].by == s && f.moves[i].stands() {
			return i
		}
	}
	return -1
}

// decided reports whether the match is known to have had a result by now: what is
// told without an order may have come before the end of the other board.
func (f *fold) decided() bool {
	for id := range f.boardIDs() {
		if f.lossFor == 0 && !f.boards[id].end.ended && f.boards[id.Other()].end.ended &&
			f.supposing(id, end{order: f.now, time: f.time, move: -1}).Order != rulebook.EndedFirst(id.Other()) {
			return false
		}
	}
	return rulebook.DecideMatch(f.set, f.ends()).Match != rulebook.Continues
}

// supposing are the ends if a board that still runs ended so.
func (f *fold) supposing(id bughouse.BoardID, supposed end) rulebook.Ends {
	supposed.ended, supposed.Reason = true, rulebook.ReasonForfeit
	boards := [2]end{f.boards[bughouse.A].end, f.boards[bughouse.B].end}
	boards[id] = supposed
	return f.endsWith(boards)
}

// on reports whether play on a board still matters: its game has not ended, and
// either the match is open or a later end can still count (TR3 12).
func (f *fold) on(id bughouse.BoardID) bool {
	return f.mayEnd(id, end{order: f.now, time: f.time, move: -1})
}

// mayEnd reports whether an end of a board at some point could count.
func (f *fold) mayEnd(id bughouse.BoardID, supposed end) bool {
	if f.boards[id].end.ended {
		return false
	}
	if rulebook.DecideMatch(f.set, f.ends()).Match == rulebook.Continues {
		return true
	}
	other := &f.boards[id.Other()].end
	if f.lossFor != 0 || !other.ended || other.Reason == rulebook.ReasonAgreement || f.set.book.Boards() == 1 {
		return false
	}
	return rulebook.DecideMatch(f.set, f.supposing(id, supposed)).Counted[id]
}

// concluded reports whether the match is over: both boards have ended, or it has
// a result that no later end can change.
func (f *fold) concluded() bool {
	switch a, b := f.boards[bughouse.A].end.ended, f.boards[bughouse.B].end.ended; {
	case f.in.openly:
		return false
	case f.in.Concluded, a && b, f.lossFor != 0:
		return true
	case rulebook.DecideMatch(f.set, f.ends()).Match == rulebook.Continues:
		return false
	}
	for id := range f.boardIDs() {
		if f.mayEnd(id, end{order: f.now, time: f.time, move: -1, after: true}) {
			return false
		}
	}
	return true
}
