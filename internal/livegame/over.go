package livegame

import (
	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/rulebook"
)

// OverBy reports whether the match is over by step n of its record: a ruling decided
// it, its boards have all ended, or the end of one decides it by the
// rulebook. It names the board that ended alone, empty where it was not one.
func (l *Record) OverBy(side1Slot int, n int) (over bool, on string) {
	for _, end := range l.EndedBy(n) {
		if end != nil && end.Reason == "" {
			return true, ""
		}
	}
	ends := l.endsBy(n, side1Slot)
	switch a, b := ends.A.Reason != "", ends.B.Reason != ""; {
	case a && b:
		return true, ""
	case a:
		on = bughouse.A.String()
	case b:
		on = bughouse.B.String()
	default:
		return false, ""
	}
	if !l.decided(ends.Facts(side1Slot, l.rules.OneBoard)) {
		return false, "" // the other board decides
	}
	return true, on
}

// decided reports whether the rulebook makes a result of the ends.
func (l *Record) decided(facts rulebook.Ends) bool {
	d := l.rules.Book.Decide(facts)
	switch d.Match {
	case rulebook.WonByT1, rulebook.WonByT2, rulebook.Drawn, rulebook.DoubleLoss:
		return d.Lacks == 0 && !d.Discretion
	}
	return false
}

// endsBy is how the boards stood by step n, without the order of the ends.
func (l *Record) endsBy(n int, side1Slot int) Ends {
	var ends Ends
	now, _ := l.At(n)
	for id, end := range []*BoardEnd{&ends.A, &ends.B} {
		if found, over := l.endOf(bughouse.BoardID(id), n, &now, side1Slot); over {
			*end = found
		}
	}
	return ends
}

// FlagEnds are the ends of the boards if the flag of a player whose clock the record
// shows at zero has fallen. It is refused where that clock shows something else, where
// the board has ended, and where both clocks of the board stand at zero: which flag
// fell first is for an official.
func (l *Record) FlagEnds(side1Slot int, seat bughouse.Seat) (Ends, error) {
	ends := l.Ends(side1Slot)
	_, clocks := l.Head()
	end, other := &ends.A, &ends.B
	if seat.Board() == bughouse.B {
		end, other = other, end
	}
	switch {
	case end.Reason != "":
		return ends, wrong("board %s has ended", seat.Board().String())
	case clocks[seat] != 0:
		return ends, wrong("the clock of %s shows %s", seat.String(), FormatClock(clocks[seat]))
	case clocks[seat.Opponent()] == 0:
		return ends, wrong("both clocks of board %s show 0:00", seat.Board().String())
	}
	*end = BoardEnd{Winner: slotOf(seat.Opponent(), side1Slot), Reason: rulebook.ReasonFlag}
	if other.Reason != "" {
		ends.Order = AEarlier
		if seat.Board() == bughouse.A {
			ends.Order = BEarlier
		}
	}
	return ends, nil
}

// Flags are the players whose clock the record shows at zero on a board that plays on.
func (l *Record) Flags(side1Slot int) []bughouse.Seat {
	_, clocks := l.Head()
	ends := l.Ends(side1Slot)
	var list []bughouse.Seat
	for seat := bughouse.WA; seat <= bughouse.BB; seat++ {
		ended := ends.A.Reason != ""
		if seat.Board() == bughouse.B {
			ended = ends.B.Reason != ""
		}
		if clocks[seat] == 0 && !ended {
			list = append(list, seat)
		}
	}
	return list
}
