package print

import (
	"strconv"
	"strings"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/internal/wording"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/print"
)

// draftPaper prints a draft with the reason of every table, for the chief's
// folder.
func (h *Handlers) draftPaper(v *visit.Visit) error {
	n := v.RoundNo
	b, err := v.FreshBook()
	if err != nil {
		return err
	}
	round, err := h.Reader.DraftRound(v.Request().Context(), v.Event.EventID, v.Section.SectionID, n)
	if err != nil {
		return err
	}
	if round.Draft == nil || round.Publication > 0 {
		return fault.New(fault.NotFound, "Round %d has no draft to print.", n)
	}
	if _, err := round.Draft.Refresh(b.SectionBook); err != nil {
		return err
	}
	paper := visit.OnPaper(v)
	w := paper.Words
	sub := w.Say("%s, round %d, made by %s", b.Section.Name, n, round.Editor)
	foot, err := visit.Foot(paper, b, n, nil, true)
	if err != nil {
		return err
	}
	job := visit.Paper(paper, v.Words.Say("%s, draft of round %d with reasons", b.Section.Name, n), foot, draftSheets(w, b, round.Draft, sub))
	job.Draft = true
	return v.Page(pages.Papers(v.Frame(layout.Desk, v.Words.Say("Print"), 0), job))
}

// draftSheets list the problems first, then the tables and the byes.
func draftSheets(w text.Words, s *publicpages.SectionView, d *tournament.Draft, sub string) []pages.Sheet {
	columns := []pages.Column{{Label: w.Say("Table"), Num: true}, {Label: w.Say("Teams")}, {Label: w.Say("Why")}}
	team := func(seat tournament.DraftSeat) string {
		if seat.TeamID == 0 {
			return w.Say("empty")
		}
		return w.Apart(s.Team(seat.TeamID).Name) + " (" + layout.Half(seat.Points) + ")"
	}
	side := func(one, partner tournament.DraftSeat) string {
		if partner.TeamID == 0 {
			return team(one)
		}
		return w.Together(team(one), team(partner))
	}
	why := func(by string, reasons ...string) string {
		if by != "" {
			return w.Say("set by %s", by)
		}
		return strings.Join(reasons, " ")
	}
	var rows []pages.Row
	for _, p := range d.Told() {
		rows = append(rows, pages.Row{Mark: true, Cells: []string{"", p.In(visit.Saying(w)), map[tournament.Severity]string{
			tournament.Blocks: w.Say("Cannot be published like this."), tournament.Sign: w.Say("Needs a reason when it is published."), tournament.Wish: w.Say("A wish that is not met."),
		}[p.Severity]}})
	}
	for _, t := range d.Tables {
		rows = append(rows, pages.Row{Cells: []string{strconv.Itoa(t.Table), w.Versus(side(t.First, t.FirstPartner), side(t.Second, t.SecondPartner)), why(t.By, t.In(visit.Saying(w))...)}})
	}
	for _, bye := range d.Byes {
		rows = append(rows, pages.Row{Cells: []string{w.Say("bye"), team(bye.DraftSeat) + ", " + wording.PointsWords(w, bye.Award), why(bye.By, bye.In(visit.Saying(w)))}})
	}
	for _, seat := range d.Loose {
		rows = append(rows, pages.Row{Mark: true, Cells: []string{"", team(seat), w.Say("No opponent and no bye.")}})
	}
	const lines = 2 // a reason may need a second line
	return pages.TallTable(w.Say("Draft with reasons"), sub, columns, rows, lines)
}
