package print

import (
	"fmt"
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
	sub := fmt.Sprintf("%s, round %d, made by %s", b.Section.Name, n, round.Editor)
	job := pages.Job{Draft: true, Title: fmt.Sprintf("%s, draft of round %d with reasons", b.Section.Name, n), Sheets: draftSheets(b, round.Draft, sub)}
	if job.Foot, err = visit.Foot(v, b, n, nil, true); err != nil {
		return err
	}
	return v.Page(pages.Papers(v.Frame(layout.Desk, "Print", 0), job))
}

// draftSheets list the problems first, then the tables and the byes.
func draftSheets(s *publicpages.SectionView, d *tournament.Draft, sub string) []pages.Sheet {
	columns := []pages.Column{{Label: "Table", Num: true}, {Label: "Teams"}, {Label: "Why"}}
	team := func(seat tournament.DraftSeat) string {
		if seat.TeamID == 0 {
			return "empty"
		}
		return s.Team(seat.TeamID).Name + " (" + layout.Half(seat.Points) + ")"
	}
	side := func(one, partner tournament.DraftSeat) string {
		if partner.TeamID == 0 {
			return team(one)
		}
		return team(one) + " / " + team(partner)
	}
	why := func(by string, reasons ...string) string {
		if by != "" {
			return "set by " + by
		}
		return strings.Join(reasons, " ")
	}
	var rows []pages.Row
	for _, p := range d.Problems {
		rows = append(rows, pages.Row{Mark: true, Cells: []string{"", p.Sentence, map[tournament.Severity]string{
			tournament.Blocks: "Cannot be published like this.", tournament.Sign: "Needs a reason when it is published.", tournament.Wish: "A wish that is not met.",
		}[p.Severity]}})
	}
	for _, t := range d.Tables {
		rows = append(rows, pages.Row{Cells: []string{strconv.Itoa(t.Table), side(t.First, t.FirstPartner) + " – " + side(t.Second, t.SecondPartner), why(t.By, t.Reasons...)}})
	}
	for _, bye := range d.Byes {
		rows = append(rows, pages.Row{Cells: []string{"bye", team(bye.DraftSeat) + ", " + wording.PointsWords(text.Words{}, bye.Award), why(bye.By, bye.Reason)}})
	}
	for _, seat := range d.Loose {
		rows = append(rows, pages.Row{Mark: true, Cells: []string{"", team(seat), "No opponent and no bye."}})
	}
	const lines = 2 // a reason may need a second line
	return pages.TallTable("Draft with reasons", sub, columns, rows, lines)
}
