package web

import (
	"fmt"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/tournament"
	pages "github.com/tandemchess/tandem/templates/desk"
	"github.com/tandemchess/tandem/templates/layout"
)

var noShowRoutes = []route{
	{get, deskRound + "/table/:table/no-show", access.EnterForfeit, (*Server).noShowForm},
	{post, deskRound + "/table/:table/no-show", access.EnterForfeit, (*Server).noShow},
}

// noShowForm asks who did not come to a table.
func (s *Server) noShowForm(v *visit) error { return s.noShowPage(v, nil) }

// noShow forfeits every match of a table that nobody reported, in one act.
func (s *Server) noShow(v *visit) error {
	round, err := v.number("round")
	if err != nil {
		return err
	}
	table, err := v.number("table")
	if err != nil {
		return err
	}
	var form fault.Form
	in := tournament.NoShow{SectionID: v.section.SectionID, Round: round, Table: table, Outcome: v.outcome(&form, "forfeit"), Reason: v.formText("reason")}
	if in.Outcome == "" || in.Outcome == tournament.NoResult {
		form.Add("forfeit", "Choose who did not come.")
	}
	said := ""
	if err = form.Err(); err == nil {
		said, err = s.Tournament.ForfeitTable(v.Request().Context(), v.event.EventID, v.command(), in)
	}
	if refusable(err) {
		return s.noShowPage(v, err)
	}
	if err != nil {
		return err
	}
	return v.say(v.deskRound(round)+fmt.Sprintf("/wall?table=%d", table), said)
}

func (s *Server) noShowPage(v *visit, refused error) error {
	book, round, err := s.roundBook(v)
	if err != nil {
		return err
	}
	p, _, err := v.tableAt(book, round)
	if err != nil {
		return err
	}
	page := pages.NoShow{
		Base: v.deskRound(round.RoundNo), Round: round.RoundNo, Table: p.Table(), Teams: teamNames(book, p), Open: unreported(p), Forfeit: v.FormValue("forfeit"), Reason: v.formText("reason"),
	}
	if page.Reason == "" && refused == nil {
		page.Reason = "Did not come."
	}
	frame := v.frame(layout.Desk, fmt.Sprintf("No-show at table %d", p.Table()), book.Event.Version)
	if refused == nil {
		return v.page(pages.NoShowPage(frame, page))
	}
	page.Problem, page.Errors = fault.Message(refused), fault.Fields(refused)
	return v.again(refused, pages.NoShowPage(frame, page))
}

// tableAt finds the table that the address names.
func (v *visit) tableAt(book *tournament.Book, round *tournament.Round) (tournament.Pairing, int, error) {
	table, err := v.number("table")
	if err != nil {
		return tournament.Pairing{}, 0, err
	}
	p := round.AtTable(table)
	if p == nil {
		return tournament.Pairing{}, 0, fault.New(fault.NotFound, "There is no table %d in %s, round %d.", table, book.Section.Name, round.RoundNo)
	}
	return *p, table, nil
}

// unreported are the numbers of the matches that nobody said anything about.
func unreported(p tournament.Pairing) []int {
	var open []int
	for _, m := range p.Matches {
		if m.State == tournament.MatchOpen && len(m.Reports) == 0 {
			open = append(open, m.MatchNo)
		}
	}
	return open
}
