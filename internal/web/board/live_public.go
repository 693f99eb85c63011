package board

import (
	"fmt"
	"strconv"
	"time"

	"github.com/a-h/templ"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/diagram"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/livegame"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/internal/wording"
	"github.com/tandemchess/tandem/templates/board"
	"github.com/tandemchess/tandem/templates/layout"
)

// publicLive shows a match to spectators where the section allows it, later than
// it happens by the section's delay. Nobody ever gets a step that is younger: the
// delay is counted from when the desk recorded it.
func (h *Handlers) publicLive(v *visit.Visit) error {
	shelf := v.Book()
	round := shelf.Round(v.RoundNo)
	if !shelf.Section.Broadcast || round == nil || !round.Public() {
		return visit.Refused(fault.NotFound, text.Message("Matches of %s are not shown live here."), v.Section.Name)
	}
	pair, match, err := visit.MatchAt(v, shelf.SectionBook, round)
	if err != nil {
		return err
	}
	if shelf.Unwatched(round, match) {
		return visit.Refused(fault.NotFound, text.Message("This match is shown when its result is announced."))
	}
	until := shownUntil(v.Now, shelf.Section.BroadcastDelayS)
	seen, err := h.lastSeen(v.Request().Context(), look{v.Event.EventID, match.MatchID, shelf.Event.Version, until})
	if err != nil {
		return err
	}
	v.Passing = true
	told := match.Result != nil && !match.Result.At.After(until)
	key := fmt.Sprintf("%s %d %d %v", v.Request().URL.Path, plyKey(v.QueryParam("ply"), seen), seen, told)
	return v.Public(key, func() (templ.Component, int64, error) {
		live, err := tournament.LiveMatchUntil(v.Request().Context(), h.Public, v.Event.EventID, match.MatchID, until)
		if err != nil {
			return nil, 0, err
		}
		// The board's result may be known before the moves are shown: leave it out.
		l := &liveView{book: shelf.SectionBook, round: round, pair: pair, match: match, live: live, name: shelf.PublicName, told: told && !match.UnderReview}
		page := h.livePage(v, l)
		page.Base, page.DelayS = v.Request().URL.Path, shelf.Section.BroadcastDelayS
		page.linkRows()
		page.Unrecorded = told && len(live.Steps) == 0
		h.tell(v.Words, l, &page.Live)
		if page.Review = match.UnderReview; told && !page.Review {
			page.Result = wording.ResultIn(v.Words, page.Teams, match.Result.Outcome, match.Result.Forfeit)
		}
		frame := v.Frame(layout.Public, v.Words.Say("Table %d, match %d", pair.Table(), match.MatchNo), shelf.Event.Version)
		return board.Watch(frame, page.Live), shelf.Event.Version, nil
	})
}

// allOfIt is later than any step of a record.
var allOfIt = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)

// shownUntil is the time up to which spectators may see what is recorded. Behind a
// delay it goes in whole seconds, so that a crowd costs one query a second. Without
// one there is no cut, not even at this moment: a step that is left out of the page
// of its version would not be asked for again, and the clocks of two nodes differ.
func shownUntil(now time.Time, delayS int) time.Time {
	if delayS == 0 {
		return allOfIt
	}
	return now.Truncate(time.Second).Add(-time.Duration(delayS) * time.Second)
}

// tell puts a match into the reader's language. Who keeps the record, and what
// was ruled, is the desk's business.
func (h *Handlers) tell(w text.Words, l *liveView, page *board.Live) {
	page.Place = w.Say("%s, round %d, table %d, match %d", l.book.Section.Name, l.round.RoundNo, l.pair.Table(), l.match.MatchNo)
	match, _ := l.live.At(page.At)
	drawn := diagram.MatchOf(&match)
	for i := range page.Boards {
		id, b := bughouse.BoardID(i), &page.Boards[i]
		sketch := drawn.Boards[id]
		sketch.Label, sketch.Told = w.Say("Board %s", b.ID), wording.BothSides(w, sketch.Setup)
		b.SVG = diagram.SVG(sketch, diagram.Linked(h.Asset("pieces.svg")))
		b.Status = toMove(w, &match, id)
		if l.overBy(page.At) && !l.endedItself(&match, id) {
			b.Status = l.overIn(w, page.At)
		}
		if l.live.EndedBy(page.At)[id] != nil {
			b.Status = w.Say("This board has ended.")
		}
		b.Told, b.Squares = sketch.Told, squaresOf(w, sketch.Setup)
	}
	for i := range page.Log {
		row, step := &page.Log[i], &l.live.Steps[i]
		row.Who, row.Note, row.Ruling, row.Bad = "", "", "", false
		row.Text, row.Spoken = stepWords(w, step), ""
		if step.No > len(l.live.Steps)-mostSpoken {
			row.Spoken = toldStep(w, l.live, step)
		}
	}
}

// mostSpoken is how many of the last steps carry their words: no page falls further
// behind between two readings of a match that is played.
const mostSpoken = 8

// toMove tells what the side to move can do.
func toMove(w text.Words, match *bughouse.Match, id bughouse.BoardID) string {
	p := match.Board(id)
	side := wording.Colour(w, p.Turn())
	over, _ := match.Over(id)
	switch status := p.Status(); {
	case status == bughouse.Checkmate && over:
		return w.Say("%s is checkmated.", side)
	case status == bughouse.Checkmate, status == bughouse.Stalemate:
		return w.Say("%s has no legal move.", side)
	case status == bughouse.AwaitingBlock, status == bughouse.AwaitingPiece:
		return w.Say("%s has no legal move until a piece comes.", side)
	}
	if p.InCheck() {
		return w.Say("%s to move, in check.", side)
	}
	return w.Say("%s to move.", side)
}

// stepWords tells one step of the record.
func stepWords(w text.Words, step *livegame.Step) string {
	seat, piece := step.Act.Seat, w.SAN(step.Act.Piece)
	switch step.Act.Kind {
	case livegame.ActTurn, livegame.ActMove:
		return w.SAN(step.SAN)
	case livegame.ActPress:
		return w.Say("%s presses the clock", seat)
	case livegame.ActPass:
		return w.Say("%s hands over %s", seat, piece)
	case livegame.ActDeclare:
		return w.Say("%s chooses %s", seat, piece)
	case livegame.ActTakeBack:
		return w.Say("%s takes the move back", seat)
	case livegame.ActClocks:
		return w.Say("clocks set")
	case livegame.ActPosition:
		return w.Say("position set up")
	case livegame.ActEnd, livegame.ActReopen:
		return endedWords(w, step.Act)
	}
	return w.Say("back to step %d", step.From)
}

// endedWords tells that play has stopped or goes on, and nothing of why.
func endedWords(w text.Words, act livegame.Act) string {
	switch {
	case act.Kind == livegame.ActReopen:
		return w.Say("board %s plays on", act.Board)
	case act.Board == "":
		return w.Say("the match has ended")
	}
	return w.Say("board %s has ended", act.Board)
}

// plyKey names the step a spectator asks for; whatever is no step of the record
// is the newest.
func plyKey(typed string, seen int) int {
	n, err := strconv.Atoi(typed)
	if err != nil || n < 0 || n > seen {
		return seen
	}
	return n
}
