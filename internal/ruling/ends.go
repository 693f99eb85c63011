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
		f.unsettled = append(f.unsettled, rulebook.NoClock)
		return
	}
	f.finish(id, Result{Nobody, rulebook.ReasonNoClock}, -1)
}

// ends is what the match result depends on, as things stand.
func (f *fold) ends() rulebook.Ends {
	e := rulebook.Ends{Agreed: f.agreed, LossFor: f.lossFor, Forfeiter: f.forfeiter, OneBoard: f.set.book.Boards() == 1}
	for id := range f.boardIDs() {
		b := &f.boards[id].end
		e.Games[id] = rulebook.GameEnd{Ended: b.ended, Winner: b.Winner.side(id), Reason: b.Reason}
	}
	a, b := &f.boards[bughouse.A].end, &f.boards[bughouse.B].end
	if !a.ended || !b.ended {
		return e
	}
	if b.order < a.order {
		e.First = bughouse.B
	}
	// Two ends from before the timeline cannot be told apart either.
	e.SameTime = a.time.same(b.time) || a.order == b.order
	e.Linked = a.linked && b.linked || f.answerOneCapture(a, b)
	e.Stopped = f.stopsBetween(e.First)
	return e
}

// stopsBetween tells who stopped clocks after the first end and before the second.
func (f *fold) stopsBetween(first bughouse.BoardID) rulebook.Stops {
	running := first.Other()
	from, to := f.boards[first].end.order, f.boards[running].end.order
	return f.stopsSince(first, from, to)
}

func (f *fold) stopsSince(ended bughouse.BoardID, from, to int) rulebook.Stops {
	running := ended.Other()
	var s rulebook.Stops
	for _, st := range f.stops {
		if st.act <= from || st.act >= to {
			continue
		}
		if st.boards[running] {
			s |= rulebook.StoppedByAnyone
			if st.by == ActorDirector {
				s |= rulebook.StoppedByDirector
			}
		}
		for _, actor := range st.actors() {
			switch {
			case actor.Board() == ended:
				s |= rulebook.StoppedByEnded
			case st.boards[running]:
				s |= rulebook.StoppedByRunning
			}
		}
	}
	return s
}

// actors are the players who stopped the clocks.
func (s *stop) actors() []bughouse.Seat {
	if by, ok := s.by.Seat(); ok {
		return append([]bughouse.Seat{by}, s.with...)
	}
	return s.with
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

// decided reports whether the match has a result.
func (f *fold) decided() bool {
	return rulebook.DecideMatch(f.set, f.ends()).Match != rulebook.Continues
}

// on reports whether play on a board still matters: its game has not ended, and
// either the match is open or a later end can still count (TR3 12).
func (f *fold) on(id bughouse.BoardID) bool {
	if f.boards[id].end.ended {
		return false
	}
	e := f.ends()
	if rulebook.DecideMatch(f.set, e).Match == rulebook.Continues {
		return true
	}
	other := id.Other()
	if e.Agreed || e.LossFor != 0 || e.OneBoard || !e.Games[other].Ended {
		return false
	}
	e.First = other
	e.Games[id] = rulebook.GameEnd{Ended: true, Reason: rulebook.ReasonForfeit}
	e.Stopped = f.stopsSince(other, f.boards[other].end.order, f.now)
	e.SameTime = f.time.same(f.boards[other].end.time)
	return rulebook.DecideMatch(f.set, e).Counted[id]
}
