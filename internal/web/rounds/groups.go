package rounds

import (
	"strconv"

	"github.com/a-h/templ"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/address"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/internal/wording"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/rounds"
)

func (h *Handlers) groupRoutes() []visit.Route {
	return []visit.Route{
		visit.Get(address.DeskSection+"/groups", access.SeeTeams, visit.WithBook(h.groups)),
		visit.Post(address.DeskSection+"/groups", access.EditTeams, h.setGroup),
	}
}

// groups shows who plays in which group and how each stands. Until round 1 is
// published teams are moved here; later a late team is given a free place.
func (h *Handlers) groups(v *visit.Visit, book *publicpages.SectionView) error {
	page, err := groupsPage(v, book, pages.GroupForm{})
	if err != nil {
		return err
	}
	return v.Page(page)
}

func groupsPage(v *visit.Visit, book *publicpages.SectionView, form pages.GroupForm) (templ.Component, error) {
	if !book.Section.System.Robin() {
		return nil, fault.New(fault.NotFound, "%s is not played in groups.", book.Section.Name)
	}
	p := pages.Groups{Form: form, CanEdit: v.Can(access.EditTeams), Action: v.DeskPath("/groups"), Setup: v.DeskPath("/teams")}
	first := book.Round(1)
	p.Fixed = first != nil && first.Public()
	table, err := book.Standings(0)
	if err != nil {
		return nil, err
	}
	for i, g := range book.Groups() {
		group := pages.GroupTable{Letter: g.Letter, Free: p.Fixed && len(g.Teams)%2 == 1}
		for _, id := range g.Teams {
			group.Rows = append(group.Rows, groupRow(book.Team(id)))
		}
		if p.Fixed && i < len(table.Groups) {
			group.Rows = group.Rows[:0]
			group.Complete, group.Notes = table.Groups[i].Complete, book.TieNotes(v.Words, table.Groups[i])
			for _, row := range table.Groups[i].Rows {
				line := groupRow(book.Team(row.TeamID))
				line.Place, line.Points, line.Advances = wording.PlaceWords(row), layout.Half(row.Points), table.Groups[i].GoesOn(row)
				group.Rows = append(group.Rows, line)
			}
		}
		p.Groups = append(p.Groups, group)
		p.Choices = append(p.Choices, layout.Choice{Value: strconv.Itoa(i + 1), Label: v.Words.Say("Group %s", g.Letter)})
	}
	for _, t := range book.Ungrouped() {
		p.Late = append(p.Late, groupRow(t))
	}
	return pages.GroupsPage(v.Frame(layout.Desk, v.Words.Say("Groups"), book.Event.Version), p), nil
}

func groupRow(t tournament.Team) pages.GroupRow {
	return pages.GroupRow{ID: t.TeamID, Name: t.Name, School: t.School, Strength: t.Strength, ByHand: t.GroupNo != nil}
}

// setGroup moves a team, or lets two change places.
func (h *Handlers) setGroup(v *visit.Visit) error {
	var in tournament.GroupMove
	in.TeamID, _ = strconv.ParseInt(v.FormValue("team"), 10, 64) // anything else is no team
	in.Group, _ = strconv.Atoi(v.FormValue("group"))
	var unread error
	if text := v.FormValue("exchange"); text != "" { // nobody
		in.ExchangeID, unread = strconv.ParseInt(text, 10, 64)
	}
	book, err := v.FreshBook()
	if err != nil {
		return err
	}
	var form fault.Form
	if book.Team(in.TeamID).TeamID == 0 {
		form.Add("team", "Choose a team of %s.", v.Section.Name)
	}
	if unread != nil {
		form.Add("exchange", "Choose a team to change places with, or nobody.")
	}
	if err = form.Err(); err == nil {
		_, err = h.Entries.SetGroup(v.Request().Context(), v.Event.EventID, v.Command(), in)
	}
	if visit.Refusable(err) {
		page, pageErr := groupsPage(v, book, pages.GroupForm{
			Team: v.FormValue("team"), Group: v.FormValue("group"), Exchange: v.FormValue("exchange"), Problem: visit.SaidIn(v.Words, err), Errors: visit.FieldsIn(v.Words, err),
		})
		if pageErr != nil {
			return pageErr
		}
		return v.Again(err, page)
	}
	if err != nil {
		return err
	}
	said := v.Words.Say("%s plays in group %s.", book.Team(in.TeamID).Name, book.Groups()[in.Group-1].Letter)
	if in.ExchangeID != 0 {
		said = v.Words.Say("%s and %s change places.", book.Team(in.TeamID).Name, book.Team(in.ExchangeID).Name)
	}
	return v.Onward(v.DeskPath("/groups"), said)
}
