package web

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/print"
)

// headOf is what stands beside the title of a list: section, round and start.
func (v *visit) headOf(b *shelf, r *tournament.Round) string {
	words := fmt.Sprintf("%s, round %d", b.Section.Name, r.RoundNo)
	if r.StartsAt != nil {
		words += ", starts " + r.StartsAt.In(v.event.Zone()).Format("3:04 pm")
	}
	if b.Section.Hall != "" {
		words += ", " + b.Section.Hall
	}
	return words
}

func (v *visit) namesPaper(b *shelf, r *tournament.Round) ([]pages.Sheet, error) {
	change, err := b.moved(v.Request().Context(), r)
	if err != nil {
		return nil, err
	}
	var lines []pages.Line
	for _, p := range b.rowsByName(text.Words{}, r, change) {
		if p.Heading != "" {
			lines = append(lines, pages.Line{Heading: p.Heading})
		}
		line := pages.Line{Main: p.Team, Beside: besideWords(text.Words{}, p), End: strconv.Itoa(p.Table)}
		if p.Table == 0 {
			line.Beside, line.End = p.Says, p.Bye
		}
		if p.Moved {
			line.Was = movedWords(p.Was)
		}
		lines = append(lines, line)
	}
	return pages.Names("Pairings by name", v.headOf(b, r), lines), nil
}

func (v *visit) tablesPaper(b *shelf, r *tournament.Round) ([]pages.Sheet, error) {
	change, err := b.moved(v.Request().Context(), r)
	if err != nil {
		return nil, err
	}
	columns := []pages.Column{{Label: "Table", Num: true}, {Label: "Team 1"}, {Label: "Team 2"}, {Label: "Team 1, match 1"}, {Label: "Result", Num: true}}
	if change.tables > 0 {
		columns = append(columns, pages.Column{Label: "Changed"})
	}
	var rows []pages.Row
	for _, p := range b.rowsByTable(text.Words{}, r, change) {
		one, other := p.Sides()
		row := pages.Row{Cells: []string{strconv.Itoa(p.Table), one, other, p.ColourA, p.Score}, Mark: p.Moved}
		if p.Table == 0 {
			row.Cells = []string{p.Bye, p.Team, p.Says, "", ""}
		}
		if change.tables > 0 {
			was := ""
			if p.Moved {
				was = movedWords(p.Was)
			}
			row.Cells = append(row.Cells, was)
		}
		rows = append(rows, row)
	}
	return pages.Table("Pairings by table", v.headOf(b, r), columns, rows), nil
}

func (v *visit) standingsPaper(b *shelf, r *tournament.Round) ([]pages.Sheet, error) {
	table, err := b.after(r.RoundNo)
	if err != nil {
		return nil, err
	}
	page := b.standingsPage(text.Words{}, table)
	columns := []pages.Column{{Label: "Place", Num: true}, {Label: "Team"}, {Label: "Points", Num: true}}
	for _, c := range page.Codes {
		columns = append(columns, pages.Column{Label: c.Name, Num: true})
	}
	var rows []pages.Row
	for _, row := range page.Rows {
		team := row.Team
		if row.Provisional {
			team += " (under review)"
		}
		rows = append(rows, pages.Row{Cells: append([]string{row.Place, team, row.Points}, row.Values...)})
	}
	sub := fmt.Sprintf("%s, after round %d", b.Section.Name, table.Round)
	if page.Open > 0 {
		sub += fmt.Sprintf(", %s open", layout.Count(page.Open, "result"))
	}
	if page.Review > 0 {
		sub += fmt.Sprintf(", provisional: %s under review", layout.Count(page.Review, "result"))
	}
	return pages.Table("Standings", sub, columns, rows), nil
}

func (v *visit) crossPaper(b *shelf, r *tournament.Round) ([]pages.Sheet, error) {
	table, err := b.after(r.RoundNo)
	if err != nil {
		return nil, err
	}
	page := b.crossPage(text.Words{}, table)
	columns := []pages.Column{{Label: "Place", Num: true}, {Label: "Team"}}
	for n := range min(len(page.Rounds), table.Round) {
		columns = append(columns, pages.Column{Label: fmt.Sprintf("R%d", n+1), Num: true})
	}
	columns = append(columns, pages.Column{Label: "Points", Num: true})
	var rows []pages.Row
	for _, row := range page.Rows {
		cells := []string{row.Place, row.Team}
		for _, c := range row.Cells {
			cells = append(cells, c.Text)
		}
		for len(cells) < len(columns)-1 {
			cells = append(cells, "")
		}
		rows = append(rows, pages.Row{Cells: append(cells[:len(columns)-1], row.Points)})
	}
	sub := fmt.Sprintf("%s, after round %d. Each cell: place of the opponent, colour on board A, own points.", b.Section.Name, table.Round)
	return pages.Table("Cross table", sub, columns, rows), nil
}

func (v *visit) missingPaper(b *shelf, r *tournament.Round) ([]pages.Sheet, error) {
	columns := []pages.Column{{Label: "Table", Num: true}, {Label: "Teams"}, {Label: "Open"}, {Label: "Late", Num: true}, {Label: "Seen", Num: true}, {Label: "Slip", Num: true}}
	var rows []pages.Row
	for _, p := range r.Pairings {
		var open []string
		for _, m := range p.Matches {
			if m.Result == nil {
				open = append(open, strconv.Itoa(m.MatchNo))
			}
		}
		if p.Table() == 0 || len(open) == 0 {
			continue
		}
		late, overdue := lateness(b.Section, r, p, v.now)
		minutes := ""
		if overdue {
			minutes = fmt.Sprintf("%d min", int(late.Minutes()))
		}
		names := teamNames(b.Book, p)
		rows = append(rows, pages.Row{Cells: []string{
			strconv.Itoa(p.Table()), names[0] + " – " + names[1], "match " + strings.Join(open, ", "), minutes, pages.Box, pages.Box,
		}})
	}
	slices.SortStableFunc(rows, func(a, b pages.Row) int { return strings.Compare(lateKey(a), lateKey(b)) })
	if len(rows) == 0 {
		rows = []pages.Row{{Cells: []string{"", "Nothing is missing.", "", "", "", ""}}}
	}
	return pages.Table("Missing results", v.headOf(b, r), columns, rows), nil
}

// lateKey puts late tables before those that still have time.
func lateKey(r pages.Row) string {
	if r.Cells[3] == "" {
		return "1"
	}
	return "0"
}

// movedWords says on paper where a team sat in the version before.
func movedWords(was int) string {
	if was == 0 {
		return "new"
	}
	return fmt.Sprintf("was %d", was)
}
