package visit

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/livegame"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	pages "github.com/tandemchess/tandem/templates/desk"
)

// Correction is the match that the address names, with what the page shows.
type Correction struct {
	Book  *tournament.SectionBook
	Match tournament.Match
	Page  pages.Correct
}

// RoundAfter is how far the round has come that may still be paired otherwise: the
// last one that is out, or the next one where none is.
func RoundAfter(v *Visit, book *tournament.SectionBook, round int) (pages.Ahead, error) {
	next := pages.Ahead{Round: round + 1}
	if last := book.Current(); last != nil {
		next.Round = max(next.Round, last.RoundNo)
	}
	next.To = v.DeskPath("/round/%d/pair", next.Round)
	if r := book.Round(next.Round); r != nil && r.Public() {
		next.State = "begun"
		if r.State == tournament.RoundPublished {
			next.State = "published"
		}
		return next, nil
	}
	if next.Round > book.LastRound() {
		return next, nil
	}
	draft, err := v.site.reader.DraftRound(v.Request().Context(), v.Event.EventID, v.Section.SectionID, next.Round)
	if draft.Draft != nil {
		next.State = "draft"
	}
	return next, err
}

// CorrectionInput reads the new value.
func CorrectionInput(v *Visit, c Correction) (tournament.Correction, error) {
	var form fault.Form
	in := tournament.Correction{
		MatchID: c.Match.MatchID, Outcome: Outcome(v, &form, "outcome"), Ends: Ends(v, &form), Reason: c.Page.Reason, Slip: c.Page.Slip, Forfeit: c.Page.Forfeit,
	}
	if text := v.FormValue("revision"); text != "" {
		var err error
		if in.Revision, err = strconv.Atoi(text); err != nil {
			form.Add("outcome", "Open this page again from the wall.")
		}
	}
	if in.Forfeit {
		in.Ends = livegame.Ends{}
	}
	in.Counts, in.From = CorrectionScope(v, &form)
	return in, form.Err()
}

// CorrectionScope reads what a new result counts for, and from which round on.
func CorrectionScope(v *Visit, form *fault.Form) (counts tournament.CountsFor, from int) {
	switch v.FormValue("then") {
	case "standings":
		return tournament.CountsStandings, 0
	case "record":
		return tournament.CountsRecord, 0
	case "from":
		return "", v.FormNumber(form, "from", 1, 99)
	}
	return "", 0
}

// ShowEffect works out what the new value would change; without one there is
// nothing to show.
func ShowEffect(v *Visit, c *Correction, in tournament.Correction) error {
	if in.Outcome == "" && !in.Ends.Known() {
		return nil
	}
	effect, err := c.Book.CorrectionEffect(in)
	if err != nil {
		return err
	}
	c.Page.New = Told(v, effect.Outcome.Said(c.Page.Teams, in.Forfeit, in.Ends)) + "."
	showCorrection(v, c.Book, effect, &c.Page)
	return nil
}

// showCorrection fills in the places, prizes and tables that a changed result moves.
func showCorrection(v *Visit, book *tournament.SectionBook, effect tournament.CorrectionEffect, page *pages.Correct) {
	page.Shown = true
	for _, t := range effect.Ties {
		name := publicpages.BracketRoundName(v.Words, t.Round)
		if t.Round.Stage == tournament.StageConsolation {
			name = v.Words.Say("Consolation bracket, round %d", t.Round.Round)
		}
		page.Ties = append(page.Ties, v.Words.Say("%s: %s instead of %s", name, tieWords(v.Words, book, t.After), tieWords(v.Words, book, t.Before)))
	}
	page.Overtaken = effect.Overtaken
	page.Phases = qualifierWords(v.Words, effect.Phases)
	for _, m := range effect.Moved {
		page.Effect = append(page.Effect, pages.Effect{
			Team: book.Team(m.TeamID).Name, PlaceBefore: m.Before.Place, PlaceAfter: m.After.Place, PointsBefore: m.Before.Points, PointsAfter: m.After.Points,
		})
	}
	prizes := publicpages.NewSectionView(&v.site.Books, book)
	for _, moved := range effect.Prizes {
		winner := book.Team(moved.TeamID).Name
		if player, ok := book.Player(moved.PlayerID); ok {
			winner = player.Name() + ", " + winner
		}
		page.Prizes = append(page.Prizes, pages.PrizeEffect{
			Team: winner, Before: publicpages.Winnings(v.Words, prizes, moved.MoneyBefore, moved.TitlesBefore), After: publicpages.Winnings(v.Words, prizes, moved.MoneyAfter, moved.TitlesAfter),
		})
	}
	p := effect.Paired
	if p == nil {
		return
	}
	next := &page.Next
	if len(p.Tables) > 0 && !p.Stuck {
		next.To = RepairAddress(v, p.RoundNo, p.Tables, len(p.Byes) > 0)
	}
	next.Known, next.Tables, next.Stuck = true, p.Tables, p.Stuck
	for _, id := range p.Byes {
		next.Byes = append(next.Byes, book.Team(id).Name)
	}
}

// qualifierWords say who would come into later phases by a new result, and who would not.
func qualifierWords(w text.Words, changes []tournament.QualifierChange) []string {
	var said []string
	for _, c := range changes {
		names := func(ids []int64) string {
			var list []string
			for _, id := range ids {
				list = append(list, c.From.Team(id).Name)
			}
			return strings.Join(list, ", ")
		}
		var parts []string
		if len(c.In) > 0 {
			parts = append(parts, w.Say("would come in: %s", names(c.In)))
		}
		if len(c.Out) > 0 {
			parts = append(parts, w.Say("would not come in any more: %s", names(c.Out)))
		}
		if len(c.Level) > 0 {
			parts = append(parts, w.Say("would be level across the line: %s", names(c.Level)))
		}
		if c.Seeds {
			parts = append(parts, w.Say("the same teams come in with other seeds"))
		}
		if c.Carried {
			parts = append(parts, w.Say("what came along from here would be different"))
		}
		line := c.Phase.Name + ": " + strings.Join(parts, "; ") + "."
		if c.Phase.StartedAt != nil {
			line += " " + w.Say("It has started with the teams of before; nobody is moved unless the start is taken back.")
		}
		said = append(said, line)
	}
	return said
}

// tieWords name two sides of a bracket as far as they are known.
func tieWords(w text.Words, book *tournament.SectionBook, teams [2]int64) string {
	names := [2]string{w.Say("nobody yet"), w.Say("nobody yet")}
	for i, id := range teams {
		if id != 0 {
			names[i] = book.Team(id).Name
		}
	}
	return w.Versus(names[:]...)
}

// Ends reads how both boards ended from the fields for rare results.
func Ends(v *Visit, form *fault.Form) livegame.Ends {
	end := func(board string) livegame.BoardEnd {
		winner, err := strconv.Atoi(v.FormValue("winner_" + board))
		if err != nil && v.FormValue("winner_"+board) != "" {
			form.Add("winner_"+board, "Choose a team from the list.")
		}
		return livegame.BoardEnd{Winner: winner, Reason: rulebook.Reason(v.FormValue("reason_" + board))}
	}
	return livegame.Ends{A: end("a"), B: end("b"), Order: livegame.Order(v.FormValue("order"))}
}

func RepairAddress(v *Visit, round int, tables []int, bye bool) string {
	to := v.DeskPath("/round/%d/pair/tables?tables=%s", round, strings.Trim(strings.ReplaceAll(fmt.Sprint(tables), " ", ","), "[]"))
	if bye {
		to += "&bye=yes"
	}
	return to
}
