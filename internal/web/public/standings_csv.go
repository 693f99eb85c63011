package public

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"net/http"
	"strconv"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/roster"
	"github.com/tandemchess/tandem/internal/standings"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
)

// sheet is how a table is written as CSV. Programs get the same columns in every language,
// commas, decimal points and no byte order mark. A person's spreadsheet gets the reader's
// words and decimals, with the separator and the mark by which Excel opens the file right.
type sheet struct {
	words       text.Words
	spreadsheet bool
	separator   rune
	mark        bool
}

var separators = map[string]rune{"comma": ',', "semicolon": ';', "tab": '\t'}

// sheetAsked reads ?for=spreadsheet, ?separator= and ?bom=.
func sheetAsked(v *visit.Visit) (sheet, error) {
	how := sheet{separator: ','}
	switch asked := v.QueryParam("for"); asked {
	case "":
	case "spreadsheet":
		how = sheet{words: v.Words, spreadsheet: true, separator: ',', mark: true}
		if v.Words.Decimal("1.5") != "1.5" { // where the comma is a decimal one, lists have semicolons
			how.separator = ';'
		}
	default:
		return how, visit.Refused(fault.Invalid, text.Message("A table is made “for” spreadsheet, or for programs without that word, not for “%s”."), asked)
	}
	if asked := v.QueryParam("separator"); asked != "" {
		r, ok := separators[asked]
		if !ok {
			return how, visit.Refused(fault.Invalid, text.Message("The separator is comma, semicolon or tab, not “%s”."), asked)
		}
		how.separator = r
	}
	switch asked := v.QueryParam("bom"); asked {
	case "":
	case "yes", "no":
		how.mark = asked == "yes"
	default:
		return how, visit.Refused(fault.Invalid, text.Message("The byte order mark (bom) is yes or no, not “%s”."), asked)
	}
	return how, nil
}

// head names the columns.
func (how sheet) head(table *tournament.Standings) []string {
	w := how.words
	head := []string{"place", "team", "school"}
	if how.spreadsheet {
		head = []string{w.Say("Place"), w.Say("Team"), w.Say("School")}
	}
	for _, c := range table.Codes {
		head = append(head, c.String())
	}
	for n := 1; n <= table.Round; n++ {
		if how.spreadsheet {
			head = append(head, w.Say("Round %d", n))
		} else {
			head = append(head, fmt.Sprintf("round_%d", n))
		}
	}
	last, groups := []string{"provisional", "outside", "line"}, []string{"group", "group_place"}
	if how.spreadsheet {
		last, groups = []string{w.Say("Provisional"), w.Say("Outside the rounds"), w.Say("Line")}, []string{w.Say("Group"), w.Say("Place in the group")}
	}
	if head = append(head, last...); len(table.Groups) > 0 {
		head = append(head, groups...)
	}
	return head
}

// standingsCSV is the table for a program or a spreadsheet.
func (h *Handlers) standingsCSV(v *visit.Visit) error {
	b := v.Book()
	how, err := sheetAsked(v)
	if err != nil {
		return err
	}
	round := 0
	if asked := v.QueryParam("round"); asked != "" {
		round, err = strconv.Atoi(asked)
		if r := b.Round(round); err != nil || r == nil || !r.Public() {
			return visit.Refused(fault.NotFound, text.Message("There are no standings after round “%s”."), asked)
		}
	}
	table, err := b.After(round)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if how.mark {
		out.WriteString("\ufeff")
	}
	file := csv.NewWriter(&out)
	file.Comma = how.separator
	if err := file.WriteAll(how.lines(b, table)); err != nil {
		return fmt.Errorf("write the standings: %w", err)
	}
	head := v.Response().Header()
	if how.spreadsheet {
		visit.DeclareLanguage(v)
	}
	head.Set("Content-Disposition", fmt.Sprintf(`attachment; filename="%s-%s-standings.csv"`, v.Event.Slug, v.Section.Slug))
	return v.Blob(http.StatusOK, "text/csv; charset=utf-8", out.Bytes())
}

func (how sheet) lines(b *publicpages.SectionView, table *tournament.Standings) [][]string {
	lines := [][]string{how.head(table)}
	numbers := publicpages.SectionLines(table)
	said := publicpages.NewCrossWords(how.words, b, numbers)
	for _, row := range table.Rows {
		team := b.Team(row.TeamID)
		line := []string{strconv.Itoa(row.Place), roster.PlainCell(team.Name), roster.PlainCell(team.School)}
		for i, value := range row.Values {
			line = append(line, how.words.Decimal(publicpages.ValueWords(table.Codes[i], value)))
		}
		for _, cell := range row.Rounds {
			line = append(line, said.Cell(cell).Text)
		}
		outside := ""
		if row.Adjusted != 0 {
			outside = how.words.Decimal(standings.Value{N: row.Adjusted, Unit: standings.Halves}.String())
		}
		line = append(line, map[bool]string{true: how.words.Say("yes")}[row.Provisional], outside, numbers[row.TeamID])
		if g, inGroup, found := table.InGroup(row.TeamID); found {
			line = append(line, g.Letter, strconv.Itoa(inGroup.Place))
		} else if len(table.Groups) > 0 { // came too late for one
			line = append(line, "", "")
		}
		lines = append(lines, line)
	}
	return lines
}
