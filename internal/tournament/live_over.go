package tournament

import (
	"fmt"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/rulebook"
)

// OverBy reports whether the match is over by step n of its record: a ruling decided
// it, its boards have all ended, or the end of one decides it by the section's
// rulebook. It names the board that ended alone, empty where it was not one.
func (l *Live) OverBy(section Section, m Match, n int) (over bool, on string) {
	for _, end := range l.EndedBy(n) {
		if end != nil && end.Reason == "" {
			return true, ""
		}
	}
	ends := l.endsBy(n, m)
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
	if _, err := Derive(section, m, ends); err != nil {
		return false, "" // the other board decides
	}
	return true, on
}

// endsBy is how the boards stood by step n, without the order of the ends.
func (l *Live) endsBy(n int, m Match) Ends {
	var ends Ends
	now, _ := l.At(n)
	for id, end := range []*BoardEnd{&ends.A, &ends.B} {
		if found, over := l.endOf(bughouse.BoardID(id), n, &now, m); over {
			*end = found
		}
	}
	return ends
}

// closed says why the match takes no more moves, empty while it takes them.
func (r *Record) closed(live *Live) string {
	over, on := live.OverBy(r.Section, r.Match, len(live.Steps))
	why := "The match has ended"
	switch {
	case over && on != "":
		why += " on board " + on
	case !over && r.Match.Result != nil:
		why = "The match has its result"
	case !over:
		return ""
	}
	return why + ", so nothing more is played. Withdraw the last entry if it was typed wrongly; moves that were made all the same go on record with “Put more moves on record”."
}

// FlagEnds are the ends of the boards if the flag of a player whose clock the record
// shows at zero has fallen. It is refused where that clock shows something else, where
// the board has ended, and where both clocks of the board stand at zero: which flag
// fell first is for an official.
func (l *Live) FlagEnds(m Match, seat bughouse.Seat) (Ends, error) {
	ends := l.Ends(m)
	_, clocks := l.Head()
	end, other := &ends.A, &ends.B
	if seat.Board() == bughouse.B {
		end, other = other, end
	}
	switch {
	case end.Reason != "":
		return ends, fmt.Errorf("board %v has ended", seat.Board())
	case clocks[seat] != 0:
		return ends, fmt.Errorf("the clock of %v shows %s", seat, FormatClock(clocks[seat]))
	case clocks[opposite(seat)] == 0:
		return ends, fmt.Errorf("both clocks of board %v show 0:00", seat.Board())
	}
	*end = BoardEnd{Winner: m.SlotOf(opposite(seat).String()), Reason: rulebook.ReasonFlag}
	if other.Reason != "" {
		ends.Order = AEarlier
		if seat.Board() == bughouse.A {
			ends.Order = BEarlier
		}
	}
	return ends, nil
}

// Flags are the players whose clock the record shows at zero on a board that plays on.
func (l *Live) Flags(m Match) []bughouse.Seat {
	_, clocks := l.Head()
	ends := l.Ends(m)
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

// opposite is the opponent at the same board.
func opposite(seat bughouse.Seat) bughouse.Seat {
	return bughouse.SeatAt(seat.Board(), seat.Color().Opponent())
}
