package web

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
	pages "github.com/tandemchess/tandem/templates/desk"
	"github.com/tandemchess/tandem/templates/layout"
)

// enterResult saves one result and opens the next match of the table that has
// none, or the table box.
func (s *Server) enterResult(v *visit) error {
	round, err := v.number("round")
	if err != nil {
		return err
	}
	in, err := v.resultEntry(round)
	if err == nil {
		var done tournament.Entered
		if done, err = s.Tournament.EnterResult(v.Request().Context(), v.event.EventID, v.command(), in); err == nil {
			return v.afterEntry(in, done)
		}
	}
	if refusable(err) && !v.inBackground() {
		return s.entryAgain(v, err)
	}
	return err
}

// afterEntry leads back to the wall: to the next match of the same table, or to
// an empty table box; a conflict stays in sight.
func (v *visit) afterEntry(in tournament.ResultEntry, done tournament.Entered) error {
	said := enteredWords[done.Kind] + done.Sentence
	if v.inBackground() {
		return v.JSON(http.StatusOK, map[string]any{"said": said, "kind": done.Kind})
	}
	next := ""
	if in.Match < v.section.MatchesPerPairing && done.Kind != tournament.EntryConflict {
		next = fmt.Sprintf("table=%d&match=%d", in.Table, in.Match+1)
	}
	return v.say(v.wallView().with(v.deskRound(in.Round)+"/wall", next), said)
}

// enteredWords stand before the sentence that reads an entry back.
var enteredWords = map[tournament.EntryKind]string{
	tournament.EntryFirst:    "Saved. ",
	tournament.EntryVerified: "Verified by a second entry. ",
	tournament.EntryAgain:    "Already stored. ",
	tournament.EntryChanged:  "Changed. ",
	tournament.EntryConflict: "Different results, none counts: a director resolves it. You entered: ",
}

// resultEntry reads the form of the entry panel.
func (v *visit) resultEntry(round int) (tournament.ResultEntry, error) {
	var form fault.Form
	in := tournament.ResultEntry{
		SectionID: v.section.SectionID, Round: round, Table: v.formNumber(&form, "table", 1, 99999), Match: v.formNumber(&form, "match", 1, 9),
		Revision: v.formNumber(&form, "revision", 0, 1<<30), Source: "desk", Slip: v.formText("slip"), Reason: v.formText("reason"),
		Change: v.FormValue("change") == "yes", MayChange: v.can(access.ChangeResult), Ends: v.ends(&form),
	}
	in.Outcome = v.outcome(&form, "outcome")
	if forfeit := v.outcome(&form, "forfeit"); forfeit != "" {
		in.Outcome, in.Forfeit, in.Ends = forfeit, true, livegame.Ends{}
		if !v.can(access.EnterForfeit) {
			return in, fault.New(fault.Forbidden, "A forfeit is entered by a director.")
		}
	}
	v.quickEnd(&form, &in)
	return in, form.Err()
}

func (v *visit) outcome(form *fault.Form, field string) tournament.Outcome {
	o, err := tournament.ParseOutcome(v.FormValue(field))
	if err != nil {
		form.Add(field, "Choose a result from the list.")
	}
	return o
}

// ends reads how both boards ended from the fields for rare results.
func (v *visit) ends(form *fault.Form) livegame.Ends {
	end := func(board string) livegame.BoardEnd {
		winner, err := strconv.Atoi(v.FormValue("winner_" + board))
		if err != nil && v.FormValue("winner_"+board) != "" {
			form.Add("winner_"+board, "Choose a team from the list.")
		}
		return livegame.BoardEnd{Winner: winner, Reason: rulebook.Reason(v.FormValue("reason_" + board))}
	}
	return livegame.Ends{A: end("a"), B: end("b"), Order: livegame.Order(v.FormValue("order"))}
}

// ordersOf is what the panel asks about two ends under the section's rulebook.
func ordersOf(section tournament.Section) pages.Orders {
	return pages.Orders{Choices: section.OrdersToAsk(), Asked: section.EndsToAsk()}
}

// quickEnd turns "team 1, board B, flag" into the end of that board. With one
// board there is nothing to choose.
func (v *visit) quickEnd(form *fault.Form, in *tournament.ResultEntry) {
	board, how := v.FormValue("board"), rulebook.Reason(v.FormValue("how"))
	if in.Forfeit || in.Ends.Known() || board == "" && how == "" {
		return
	}
	if v.section.TeamSize == 1 {
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

// entryAgain shows the wall with the refused form, values kept.
func (s *Server) entryAgain(v *visit, cause error) error {
	book, round, err := s.roundBook(v)
	if err != nil {
		return err
	}
	w := s.wallPage(v, book, round)
	match, _ := strconv.Atoi(v.FormValue("match")) // anything else means the first match without a result
	w.Entry = v.entryPanel(book, round, v.FormValue("table"), match, w.Entry)
	e := &w.Entry
	e.Outcome, e.Board, e.How = v.FormValue("outcome"), v.FormValue("board"), v.FormValue("how")
	e.WinnerA, e.ReasonA, e.WinnerB, e.ReasonB = v.FormValue("winner_a"), v.FormValue("reason_a"), v.FormValue("winner_b"), v.FormValue("reason_b")
	e.Order, e.Reason, e.Slip, e.Forfeit = v.FormValue("order"), v.FormValue("reason"), v.FormValue("slip"), v.FormValue("forfeit")
	e.Problem, e.Errors = fault.Message(cause), fault.Fields(cause)
	for field := range e.Errors {
		e.NeedsDecision = e.NeedsDecision || field != "outcome" && field != "board"
	}
	f := v.frame(layout.Desk, fmt.Sprintf("Round %d", round.RoundNo), book.Event.Version)
	f.Wide = true
	return v.again(cause, pages.WallPage(f, w))
}

// undoResult takes the person's own last entry at a match back. A page that entered
// it a moment ago names the match by its table; the log of the wall by its id.
func (s *Server) undoResult(v *visit) error {
	round, err := v.number("round")
	if err != nil {
		return err
	}
	match, err := s.matchToUndo(v)
	if err != nil {
		return err
	}
	if err := s.Tournament.UndoResult(v.Request().Context(), v.event.EventID, v.command(), match); err != nil {
		return err
	}
	if v.inBackground() {
		return v.JSON(http.StatusOK, map[string]any{"said": takenBack})
	}
	return v.say(v.wallView().with(v.deskRound(round)+"/wall"), takenBack)
}

const takenBack = "Taken back."

// matchToUndo is the match of this section that the form names.
func (s *Server) matchToUndo(v *visit) (int64, error) {
	if v.FormValue("table") == "" {
		match, err := strconv.ParseInt(v.FormValue("match"), 10, 64)
		if err != nil {
			return 0, fault.New(fault.Invalid, "Choose an entry from the list.")
		}
		return match, s.ownMatch(v, match)
	}
	var form fault.Form
	table, no := v.formNumber(&form, "table", 1, 99999), v.formNumber(&form, "match", 1, 9)
	if err := form.Err(); err != nil {
		return 0, err
	}
	book, round, err := s.roundBook(v)
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
func (s *Server) ownMatch(v *visit, matchID int64) error {
	book, round, err := s.roundBook(v)
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

// matchAt finds the match that the address names.
func (v *visit) matchAt(book *tournament.Book, round *tournament.Round) (tournament.Pairing, tournament.Match, error) {
	table, err := v.number("table")
	if err != nil {
		return tournament.Pairing{}, tournament.Match{}, err
	}
	match, err := v.number("match")
	if err != nil {
		return tournament.Pairing{}, tournament.Match{}, err
	}
	p := round.AtTable(table)
	if p == nil || match > len(p.Matches) {
		return tournament.Pairing{}, tournament.Match{}, refused(fault.NotFound, text.Message("There is no match %d at table %d in %s, round %d."), match, table, book.Section.Name, round.RoundNo)
	}
	return *p, p.Matches[match-1], nil
}
