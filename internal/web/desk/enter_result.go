package desk

import (
	"fmt"
	"net/http"
	"strconv"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/livegame"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/internal/wording"
	pages "github.com/tandemchess/tandem/templates/desk"
	"github.com/tandemchess/tandem/templates/layout"
)

// enterResult saves one result and opens the next match of the table that has
// none, or the table box.
func (h *Handlers) enterResult(v *visit.Visit) error {
	in, err := typedResult(v, v.RoundNo)
	if err == nil {
		var done tournament.Entered
		if done, err = h.Results.EnterResult(v.Request().Context(), v.Event.EventID, v.Command(), in); err == nil {
			return afterEntry(v, in, done)
		}
	}
	if visit.Refusable(err) && !v.InBackground() {
		return h.typedAgain(v, err)
	}
	return err
}

// afterEntry leads back to the wall: to the next match of the same table, or to
// an empty table box; a conflict stays in sight.
func afterEntry(v *visit.Visit, in tournament.TypedResult, done tournament.Entered) error {
	said := wording.EnteredWords(v.Words, done)
	if v.InBackground() {
		return v.JSON(http.StatusOK, map[string]any{"said": said, "kind": done.Kind})
	}
	next := ""
	if in.Match < v.Section.MatchesPerPairing && done.Kind != tournament.ReportConflict {
		next = fmt.Sprintf("table=%d&match=%d", in.Table, in.Match+1)
	}
	return v.Onward(viewAsked(v).with(v.DeskRound(in.Round)+"/wall", next), said)
}

// typedResult reads the form of the entry panel.
func typedResult(v *visit.Visit, round int) (tournament.TypedResult, error) {
	var form fault.Form
	in := tournament.TypedResult{
		SectionID: v.Section.SectionID, Round: round, Table: v.FormNumber(&form, "table", 1, 99999), Match: v.FormNumber(&form, "match", 1, 9),
		Revision: v.FormNumber(&form, "revision", 0, 1<<30), Source: "desk", Slip: v.FormText("slip"), Reason: v.FormText("reason"),
		Change: v.FormValue("change") == "yes", MayChange: v.Can(access.ChangeResult), MayForfeit: v.Can(access.EnterForfeit), Ends: visit.Ends(v, &form),
	}
	in.Outcome = visit.Outcome(v, &form, "outcome")
	if forfeit := visit.Outcome(v, &form, "forfeit"); forfeit != "" {
		in.Outcome, in.Forfeit, in.Ends = forfeit, true, livegame.Ends{}
	}
	quickEnd(v, &form, &in)
	return in, form.Err()
}

// pointsOfOutcomes are the half points of every result, for the sentence that reads an
// entry back.
func pointsOfOutcomes() map[string][2]int {
	all := map[string][2]int{}
	for _, o := range tournament.Outcomes() {
		first, second := o.Points()
		all[string(o)] = [2]int{first, second}
	}
	return all
}

// ordersOf is what the panel asks about two ends under the section's rulebook.
func ordersOf(section tournament.Section) pages.Orders {
	return pages.Orders{Choices: section.OrdersToAsk(), Asked: section.EndsToAsk()}
}

// quickEnd turns "team 1, board B, flag" into the end of that board. With one
// board there is nothing to choose.
func quickEnd(v *visit.Visit, form *fault.Form, in *tournament.TypedResult) {
	board, how := v.FormValue("board"), rulebook.Reason(v.FormValue("how"))
	if in.Forfeit || in.Ends.Known() || board == "" && how == "" {
		return
	}
	if v.Section.TeamSize == 1 {
		board = "a"
	}
	switch {
	case board != "a" && board != "b":
		form.Add("board", "Choose the board that decided: a or b.")
		return
	case how == "":
		form.Add("board", "Choose how board %s ended: m, f, r or i.", board)
		return
	case in.Outcome.Winner() == 0:
		form.Add("outcome", "Choose the team that won board %s, or open the panel for rare results.", board)
		return
	}
	end := livegame.BoardEnd{Winner: in.Outcome.Winner(), Reason: how}
	if board == "a" {
		in.Ends.A = end
	} else {
		in.Ends.B = end
	}
}

// typedAgain shows the wall with the refused form, values kept.
func (h *Handlers) typedAgain(v *visit.Visit, cause error) error {
	book, round, err := h.RoundBook(v)
	if err != nil {
		return err
	}
	w := h.wallPage(v, book, round)
	match, _ := strconv.Atoi(v.FormValue("match")) // anything else means the first match without a result
	w.Entry = h.entryPanel(v, book, round, v.FormValue("table"), match, w.Entry)
	e := &w.Entry
	e.Outcome, e.Board, e.How = v.FormValue("outcome"), v.FormValue("board"), v.FormValue("how")
	e.WinnerA, e.ReasonA, e.WinnerB, e.ReasonB = v.FormValue("winner_a"), v.FormValue("reason_a"), v.FormValue("winner_b"), v.FormValue("reason_b")
	e.Order, e.Reason, e.Slip, e.Forfeit = v.FormValue("order"), v.FormValue("reason"), v.FormValue("slip"), v.FormValue("forfeit")
	e.Problem, e.Errors, e.Revision = visit.SaidIn(v.Words, cause), visit.FieldsIn(v.Words, cause), visit.MadeFrom(v, cause, e.Revision)
	for field := range e.Errors {
		e.NeedsDecision = e.NeedsDecision || field != "outcome" && field != "board"
	}
	f := v.Frame(layout.Desk, v.Words.Say("Round %d", round.RoundNo), book.Event.Version)
	f.Wide = true
	return v.Again(cause, pages.WallPage(f, w))
}

// undoResult takes the person's own last report of a match back. A page that entered
// it a moment ago names the match by its table; the log of the wall by its id.
func (h *Handlers) undoResult(v *visit.Visit, match int64) error {
	if err := h.Results.UndoResult(v.Request().Context(), v.Event.EventID, v.Command(), match); err != nil {
		return err
	}
	if v.InBackground() {
		return v.JSON(http.StatusOK, map[string]any{"said": v.Words.Say(takenBack)})
	}
	return v.Onward(viewAsked(v).with(v.DeskRound(v.RoundNo)+"/wall"), v.Words.Say(takenBack))
}

const takenBack = text.Message("Taken back.")

// matchToUndo is the match of this section that the form names.
func (h *Handlers) matchToUndo(v *visit.Visit) (int64, error) {
	if v.FormValue("table") == "" {
		match, err := strconv.ParseInt(v.FormValue("match"), 10, 64)
		if err != nil {
			return 0, fault.New(fault.Invalid, "Choose an entry from the list.")
		}
		return match, h.ownMatch(v, match)
	}
	var form fault.Form
	table, no := v.FormNumber(&form, "table", 1, 99999), v.FormNumber(&form, "match", 1, 9)
	if err := form.Err(); err != nil {
		return 0, err
	}
	book, round, err := h.RoundBook(v)
	if err != nil {
		return 0, err
	}
	if p := round.AtTable(table); p != nil && no <= len(p.Matches) {
		return p.Matches[no-1].MatchID, nil
	}
	return 0, fault.New(fault.NotFound, "There is no match %d at table %d in %s, round %d.", no, table, book.Section.Name, round.RoundNo)
}

// ownMatch refuses a match of another section: the permission was asked for the
// section of the address.
func (h *Handlers) ownMatch(v *visit.Visit, matchID int64) error {
	book, round, err := h.RoundBook(v)
	if err != nil {
		return err
	}
	for _, p := range round.Pairings {
		for _, m := range p.Matches {
			if m.MatchID == matchID {
				return nil
			}
		}
	}
	return fault.New(fault.NotFound, "There is no such match in %s, round %d.", book.Section.Name, round.RoundNo)
}
