package desk

import (
	"fmt"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/address"
	"github.com/tandemchess/tandem/internal/web/visit"
	pages "github.com/tandemchess/tandem/templates/desk"
	"github.com/tandemchess/tandem/templates/layout"
)

func (h *Handlers) noShowRoutes() []visit.Route {
	return []visit.Route{
		visit.Get(address.DeskRound+"/table/:table/no-show", access.EnterForfeit, h.noShowForm),
		visit.Post(address.DeskRound+"/table/:table/no-show", access.EnterForfeit, h.noShow),
	}
}

// noShowForm asks who did not come to a table.
func (h *Handlers) noShowForm(v *visit.Visit) error { return h.noShowPage(v, nil) }

// noShow forfeits every match of a table that nobody reported, in one act.
func (h *Handlers) noShow(v *visit.Visit) error {
	var form fault.Form
	in := tournament.NoShow{SectionID: v.Section.SectionID, Round: v.RoundNo, Table: v.TableNo, Outcome: visit.Outcome(v, &form, "forfeit"), Reason: v.FormText("reason")}
	if in.Outcome == "" || in.Outcome == tournament.NoResult {
		form.Add("forfeit", "Choose who did not come.")
	}
	err := form.Err()
	var said fault.Clause
	if err == nil {
		said, err = h.Results.ForfeitTable(v.Request().Context(), v.Event.EventID, v.Command(), in)
	}
	return visit.Answer(v, err, func() error { return h.noShowPage(v, err) }, v.DeskRound(v.RoundNo)+fmt.Sprintf("/wall?table=%d", v.TableNo), visit.Told(v, said))
}

func (h *Handlers) noShowPage(v *visit.Visit, refused error) error {
	book, round, err := h.RoundBook(v)
	if err != nil {
		return err
	}
	p, _, err := tableAt(v, book, round)
	if err != nil {
		return err
	}
	page := pages.NoShow{
		Base: v.DeskRound(round.RoundNo), Round: round.RoundNo, Table: p.Table(), Teams: publicpages.TeamNames(book, p), Open: unreported(p), Forfeit: v.FormValue("forfeit"), Reason: v.FormText("reason"),
	}
	if page.Reason == "" && refused == nil {
		page.Reason = v.Words.Say("Did not come.")
	}
	frame := v.Frame(layout.Desk, v.Words.Say("No-show at table %d", p.Table()), book.Event.Version)
	if refused == nil {
		return v.Page(pages.NoShowPage(frame, page))
	}
	page.Problem, page.Errors = visit.SaidIn(v.Words, refused), visit.FieldsIn(v.Words, refused)
	return v.Again(refused, pages.NoShowPage(frame, page))
}

// tableAt finds the table that the address names.
func tableAt(v *visit.Visit, book *tournament.SectionBook, round *tournament.Round) (tournament.Pairing, int, error) {
	p := round.AtTable(v.TableNo)
	if p == nil {
		return tournament.Pairing{}, 0, fault.New(fault.NotFound, "There is no table %d in %s, round %d.", v.TableNo, book.Section.Name, round.RoundNo)
	}
	return *p, v.TableNo, nil
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
