package board

import (
	"slices"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/livegame"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/internal/wording"
	"github.com/tandemchess/tandem/templates/board"
)

// overBy reports whether the match is over by a step, for the reader: by its boards,
// or at the newest step by the result that is stored.
func (l *liveView) overBy(step int) bool {
	over, _ := l.live.OverBy(l.match.Side1Slot, step)
	return over || l.told && step == len(l.live.Steps)
}

// endedItself reports whether the position on a board tells by itself that it is over.
func (l *liveView) endedItself(match *bughouse.Match, id bughouse.BoardID) bool {
	over, _ := match.Over(id)
	return over
}

// overWords tell on a board that is not where the match ended that it has.
func (l *liveView) overWords(w text.Words, step int) string {
	switch over, on := l.live.OverBy(l.match.Side1Slot, step); {
	case over && on != "":
		return w.Say("The match has ended on board %s.", on)
	case over:
		return w.Say("The match has ended.")
	}
	return w.Say("The match has its result.")
}

// overIn is overWords for spectators.
func (l *liveView) overIn(w text.Words, step int) string {
	if over, on := l.live.OverBy(l.match.Side1Slot, step); over && on != "" {
		return w.Say("The match has ended on board %s.", on)
	}
	return w.Say("The match has ended.")
}

// flags ask about every clock that stands at zero on a board that plays on.
func (l *liveView) flags(v *visit.Visit) []board.Flag {
	var list []board.Flag
	teams := publicpages.TeamNames(l.book, l.pair)
	may := v.Can(access.EnterResult) && l.round.State != tournament.RoundLocked
	for _, seat := range l.live.Flags(l.match.Side1Slot) {
		flag := board.Flag{Seat: seat.String(), Question: v.Words.Say("The clock of %v shows 0:00. Has the flag fallen, and was it claimed?", seat)}
		ends, err := l.live.FlagEnds(l.match.Side1Slot, seat)
		if err == nil {
			derived, undecided := tournament.Derive(l.book.Section, l.match, ends)
			err = undecided
			flag.Rests = derived.Articles
			if undecided == nil && may {
				flag.Button = v.Words.Say("Yes: %s", winWords(v.Words, derived.Outcome, teams))
			}
		}
		if err != nil {
			flag.Why = wording.UpperFirst(visit.SaidIn(v.Words, err))
			if fault.Of(err) == fault.Internal {
				flag.Why = wording.UpperFirst(visit.Why(v.Words, err)) + "."
			}
		}
		list = append(list, flag)
	}
	return list
}

// endsOf are the ends that a form about the result rests on: those of the record, and
// the flag that the form says has fallen.
func (l *liveView) endsOf(v *visit.Visit) (livegame.Ends, error) {
	ends := l.live.Ends(l.match.Side1Slot)
	if typed := v.FormValue("flag"); typed != "" {
		seat, err := bughouse.ParseSeat(typed)
		if err == nil {
			ends, err = l.live.FlagEnds(l.match.Side1Slot, seat)
		}
		if err != nil {
			return ends, fault.New(fault.Conflict, "No flag can be entered here: %s. Nothing was saved.", err)
		}
	}
	if order := livegame.Order(v.FormValue("order")); slices.Contains(l.book.Section.OrdersToAdd(ends.Order), order) {
		ends.Order = order
	}
	return ends, nil
}
