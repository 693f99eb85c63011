package print

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/square"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/internal/wording"
	pages "github.com/tandemchess/tandem/templates/print"
)

// headOf is what stands beside the title of a list: section, round and start.
func headOf(v *visit.Visit, b *publicpages.SectionView, r *tournament.Round) string {
	words := v.Words.Say("%s, round %d", b.Section.Name, r.RoundNo)
	if r.StartsAt != nil {
		words += ", " + v.Words.Say("starts %s", v.Clock(*r.StartsAt))
	}
	if b.Section.Hall != "" {
		words += ", " + b.Section.Hall
	}
	return words
}

func namesPaper(v *visit.Visit, b *publicpages.SectionView, r *tournament.Round) ([]pages.Sheet, error) {
	change, err := b.Moved(v.Request().Context(), r)
	if err != nil {
		return nil, err
	}
	var lines []pages.Line
	for _, p := range b.RowsByName(v.Words, r, change) {
		if p.Heading != "" {
			lines = append(lines, pages.Line{Heading: p.Heading})
		}
		line := pages.Line{Main: p.Team, Beside: publicpages.BesideWords(v.Words, p), End: strconv.Itoa(p.Table)}
		if p.Table == 0 {
			line.Beside, line.End = p.Says, p.Bye
		}
		line.Was = publicpages.ChangedWords(v.Words, p)
		lines = append(lines, line)
	}
	return pages.Names(v.Words.Say("Pairings by name"), headOf(v, b, r), lines), nil
}

func tablesPaper(v *visit.Visit, b *publicpages.SectionView, r *tournament.Round) ([]pages.Sheet, error) {
	change, err := b.Moved(v.Request().Context(), r)
	if err != nil {
		return nil, err
	}
	w := v.Words
	columns := []pages.Column{
		{Label: w.Say("Table"), Num: true}, {Label: w.Say("Team 1")}, {Label: w.Say("Team 2")}, {Label: w.Say("Team 1, match 1")}, {Label: w.Say("Result"), Num: true},
	}
	pairings := b.RowsByTable(v.Words, r, change)
	changed := change.Tables > 0 || publicpages.NewLineUps(b, r) > 0
	if changed {
		columns = append(columns, pages.Column{Label: w.Say("Changed")})
	}
	var rows []pages.Row
	for _, p := range pairings {
		one, other := p.Sides()
		row := pages.Row{Cells: []string{strconv.Itoa(p.Table), one, other, p.ColourA, p.Score}, Mark: p.Moved || p.LineUp}
		if p.Table == 0 {
			row.Cells = []string{p.Bye, p.Team, p.Says, "", ""}
		}
		if changed {
			row.Cells = append(row.Cells, publicpages.ChangedWords(w, p))
		}
		rows = append(rows, row)
	}
	return pages.Table(w.Say("Pairings by table"), headOf(v, b, r), columns, rows), nil
}

func standingsPaper(v *visit.Visit, b *publicpages.SectionView, r *tournament.Round) ([]pages.Sheet, error) {
	table, err := b.After(r.RoundNo)
	if err != nil {
		return nil, err
	}
	page := b.StandingsPage(v.Words, table)
	w := v.Words
	columns := []pages.Column{{Label: w.Say("Place"), Num: true}, {Label: publicpages.EntryHead(w, b)}, {Label: w.Say("Points"), Num: true}}
	for _, c := range page.Codes {
		columns = append(columns, pages.Column{Label: c.Name, Num: true})
	}
	reach := publicpages.ReachOf(b, v.Words, table)
	if !reach.None() {
		columns = slices.Insert(columns, 3, pages.Column{Label: w.Say("Possible")})
	}
	var rows []pages.Row
	listed := page.Listed(0)
	for i, ranked := range publicpages.Ranked(table) {
		row := listed[i]
		team := row.Team
		if row.Provisional {
			team += " (" + w.Say("under review") + ")"
		}
		if row.GoesOn != "" {
			team += " → " + row.GoesOn
		}
		cells := append([]string{row.Place, team, row.Points}, row.Values...)
		if !reach.None() {
			cells = slices.Insert(cells, 3, reach.Short(ranked.Row.TeamID))
		}
		rows = append(rows, pages.Row{Cells: cells, Heading: row.Heading, Cut: row.Line})
	}
	sub := w.Say("%s, after round %d", b.Section.Name, table.Round)
	if reach.Bounds() {
		sub += ", " + w.Say("possible places as bounds")
	}
	if page.Open > 0 {
		sub += ", " + w.Say("%d results open", page.Open)
	}
	if page.Review > 0 {
		sub += ", " + w.Say("provisional: %d results under review", page.Review)
	}
	if page.Outside != "" {
		sub += ". " + w.Say("Given outside the rounds: %s", page.Outside)
	}
	for _, says := range page.GoesOn {
		sub += ". " + strings.TrimSuffix(says, ".")
	}
	for _, off := range page.PlayOffs {
		sub += ". " + strings.TrimSuffix(off.Says, ".")
	}
	if page.Stage {
		for _, g := range page.Groups {
			for _, note := range g.Notes {
				sub += ". " + w.Say("Group %s", g.Letter) + ": " + strings.TrimSuffix(note, ".")
			}
		}
	}
	sheets := pages.Table(w.Say("Standings"), sub, columns, rows)
	if bracket := b.BracketAfter(r.RoundNo); bracket != nil {
		sheets = append(bracketPaper(w, b, bracket, sub), sheets...)
	}
	return sheets, nil
}

func crossPaper(v *visit.Visit, b *publicpages.SectionView, r *tournament.Round) ([]pages.Sheet, error) {
	table, err := b.After(r.RoundNo)
	if err != nil {
		return nil, err
	}
	page := b.CrossPage(v.Words, table)
	w := v.Words
	lines, first := page.Lines(), w.Say("Place")
	if lines {
		first = w.Say("Line")
	}
	columns := []pages.Column{{Label: first, Num: true}, {Label: publicpages.EntryHead(w, b)}}
	robin := page.Robin()
	for _, line := range page.RobinHeads() {
		columns = append(columns, pages.Column{Label: line, Num: true})
	}
	for n := range min(len(page.Rounds), table.Round) {
		if !robin {
			columns = append(columns, pages.Column{Label: w.Say("R%d", n+1), Num: true})
		}
	}
	rounds := len(columns)
	columns = append(columns, pages.Column{Label: w.Say("Points"), Num: true})
	if lines {
		columns = append(columns, pages.Column{Label: w.Say("Place"), Num: true})
	}
	legend := page.Legend(w)
	if robin {
		legend = page.RobinLegend(w)
	}
	sub := w.Say("%s, after round %d", b.Section.Name, table.Round) + ". " + legend
	var rows []pages.Row
	for _, g := range page.Groups {
		for i, row := range g.Rows {
			cells := []string{row.Line, row.Team}
			for _, c := range row.By(robin) {
				cells = append(cells, c.Text)
			}
			for len(cells) < rounds {
				cells = append(cells, "")
			}
			points := row.Points
			if row.Outside != "" {
				points += " (" + row.Outside + ")"
			}
			line := pages.Row{Cells: append(cells[:rounds], points, row.Place)[:len(columns)]}
			if i == 0 {
				line.Heading = g.Title
			}
			rows = append(rows, line)
		}
	}
	return pages.Table(w.Say("Cross table"), sub, columns, rows), nil
}

func missingPaper(v *visit.Visit, b *publicpages.SectionView, r *tournament.Round) ([]pages.Sheet, error) {
	w := v.Words
	columns := []pages.Column{
		{Label: w.Say("Table"), Num: true}, {Label: w.Say("Teams")}, {Label: w.Say("Open")}, {Label: w.Say("Late"), Num: true}, {Label: w.Say("Seen"), Num: true}, {Label: w.Say("Slip"), Num: true},
	}
	var rows []pages.Row
	rowOf := map[string]int{} // of the hall, by table
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
		late, overdue := b.Section.Late(r, p, r.Moment(v.Now))
		minutes := ""
		if overdue {
			minutes = w.Say("under 1 min")
			if late >= time.Minute {
				minutes = w.Say("%d min", int(late.Minutes()))
			}
		}
		names := publicpages.TeamNames(b.SectionBook, p)
		rowOf[strconv.Itoa(p.Table())] = b.Section.HallRow(p.Table())
		rows = append(rows, pages.Row{Cells: []string{
			strconv.Itoa(p.Table()), w.Versus(names[:]...), w.Say("match %s", strings.Join(open, ", ")), minutes, pages.Box, pages.Box,
		}})
	}
	if b.Section.TablesPerRow > 0 && len(rows) > 0 {
		return missingByRow(v, b, r, columns, rows, rowOf), nil
	}
	slices.SortStableFunc(rows, func(a, b pages.Row) int { return strings.Compare(lateKey(a), lateKey(b)) })
	if len(rows) == 0 {
		rows = []pages.Row{{Cells: []string{"", w.Say("Nothing is missing."), "", "", "", ""}}}
	}
	return pages.Table(w.Say("Missing results"), headOf(v, b, r), columns, rows), nil
}

// missingByRow gives every row of the hall its own sheet, in the order in which a
// runner passes the tables.
func missingByRow(v *visit.Visit, b *publicpages.SectionView, r *tournament.Round, columns []pages.Column, rows []pages.Row, rowOf map[string]int) []pages.Sheet {
	var sheets []pages.Sheet
	for len(rows) > 0 {
		row := rowOf[rows[0].Cells[0]]
		n := slices.IndexFunc(rows, func(r pages.Row) bool { return rowOf[r.Cells[0]] != row })
		if n < 0 {
			n = len(rows)
		}
		sheets = append(sheets, pages.Table(v.Words.Say("Missing results, row %d", row), headOf(v, b, r), columns, rows[:n])...)
		rows = rows[n:]
	}
	for i := range sheets {
		sheets[i].No, sheets[i].Of = i+1, len(sheets)
	}
	return sheets
}

// lateKey puts late tables before those that still have time.
func lateKey(r pages.Row) string {
	if r.Cells[3] == "" {
		return "1"
	}
	return "0"
}

// chartPaper is the wall of the round on paper, with a box for each match.
func chartPaper(v *visit.Visit, b *publicpages.SectionView, r *tournament.Round) ([]pages.Sheet, error) {
	var boxes []pages.ChartBox
	for _, p := range r.Pairings {
		if p.Table() != 0 {
			boxes = append(boxes, pages.ChartBox{Table: strconv.Itoa(p.Table()), Teams: publicpages.TeamNames(b.SectionBook, p), Matches: len(p.Matches)})
		}
	}
	return pages.Chart(v.Words.Say("Wall chart"), headOf(v, b, r), boxes), nil
}

// blankChart has a box for every table the section can need.
func blankChart(b *publicpages.SectionView) []pages.ChartBox {
	var boxes []pages.ChartBox
	for n := range max(1, publicpages.Entered(b)/2) {
		boxes = append(boxes, pages.ChartBox{Table: strconv.Itoa(b.Section.FirstTable + n), Matches: b.Section.MatchesPerPairing})
	}
	return boxes
}

func teamsPaper(v *visit.Visit, b *publicpages.SectionView, _ *tournament.Round) ([]pages.Sheet, error) {
	w := v.Words
	columns := []pages.Column{{Label: w.Say("Code")}, {Label: publicpages.EntryHead(w, b)}}
	title, count := w.Say("Players"), w.Say("%d players", publicpages.Entered(b))
	if !b.Alone() {
		columns = append(columns, pages.Column{Label: w.Say("Players")})
		title, count = w.Say("Teams"), w.Say("%d teams", publicpages.Entered(b))
	}
	columns = append(columns, pages.Column{Label: w.Say("School or club")}, pages.Column{Label: w.Say("State")}, pages.Column{Label: w.Say("Here"), Num: true})
	var rows []pages.Row
	for _, t := range b.Teams {
		cells := []string{t.Code, t.Name}
		if !b.Alone() {
			var names []string
			for _, p := range b.Members(t.TeamID) {
				names = append(names, p.Name())
			}
			cells = append(cells, strings.Join(names, ", "))
		}
		rows = append(rows, pages.Row{Cells: append(cells, t.School, w.Say(entryStates[t.State]), pages.Box)})
	}
	return pages.Table(title, b.Section.Name+", "+count, columns, rows), nil
}

// entryStates are the states of a team in one word.
var entryStates = map[tournament.TeamState]text.Message{
	tournament.TeamEntered: text.Message("entered"), tournament.TeamHere: text.Message("here"),
	tournament.TeamAbsent: text.Message("absent"), tournament.TeamWithdrawn: text.Message("withdrawn"),
}

// badgesPaper has a badge for every player; its code opens the answer to "where
// do I sit" for the team.
func badgesPaper(v *visit.Visit, b *publicpages.SectionView, _ *tournament.Round) ([]pages.Sheet, error) {
	var badges []pages.Badge
	for _, t := range b.Teams {
		if t.State == tournament.TeamWithdrawn {
			continue
		}
		code, err := square.ForPaper(v.Absolute("/e/" + v.Event.Slug + "/find?team=" + t.Slug))
		if err != nil {
			return nil, err
		}
		for _, p := range b.Members(t.TeamID) {
			badge := pages.Badge{Team: t.Name, Player: p.Name(), Section: b.Section.Name, Letter: b.Section.Letter, Code: t.Code, QR: code}
			if b.Alone() {
				badge.Team = ""
			}
			badges = append(badges, badge)
		}
	}
	return pages.Badges(badges), nil
}

// rulesPaper is the rulebook of the section as a booklet, with what this event
// does where the text is silent. Other papers are for the desk; this one is for
// players and speaks the language in which it was asked for.
func rulesPaper(v *visit.Visit, b *publicpages.SectionView, _ *tournament.Round) ([]pages.Sheet, error) {
	book, err := b.Section.Rules()
	if err != nil {
		return nil, err
	}
	w := v.Words
	blocks := []pages.Block{{Heading: w.Say("Where the text is silent or open, this event does")}}
	for _, r := range publicpages.LocalRules(w, book) {
		blocks = append(blocks, pages.Block{Title: w.Rule(r.Setting.Question()), Text: wording.UpperFirst(w.Answer(r.Setting, book.Value(r.Setting))) + ".", Note: r.Why})
	}
	for _, topic := range rulebook.Topics() {
		headed := false
		for _, a := range book.Articles() {
			if a.Topic != topic {
				continue
			}
			if !headed {
				blocks, headed = append(blocks, pages.Block{Heading: w.Rule(string(topic))}), true
			}
			blocks = append(blocks, pages.Block{Title: a.Cite() + " " + w.Rule(a.Title), Text: w.Rule(a.Summary)})
		}
	}
	sub := w.Say("%s plays by this text. Every article is described here in our own words.", b.Section.Name) + " " +
		w.Rule(book.Title()) + ". " + w.Say("The window is %d minutes from the ruling.", b.Section.AppealMinutes)
	return pages.Text(w.Say("Rules"), sub, blocks), nil
}
