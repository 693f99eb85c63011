// Package print draws what comes out of the printer: pairing lists, slips,
// table cards, standings and the forms of the day without computers. Every page
// is cut into sheets here and not by the browser, so that each carries its own
// foot and page number. Components take plain display values and never a service.
package print

import (
	"slices"
	"strconv"

	"github.com/a-h/templ"

	"github.com/tandemchess/tandem/internal/letters"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/templates/layout"
)

// Rows that fit one sheet below a head of three lines and between the bands of a
// draft, on A4 as on Letter.
const (
	rowsPerColumn = 26 // lists in columns
	tallPerColumn = 15 // the same with room for long names
	rowsPerTable  = 26 // full-width tables
	rowsPerWide   = 18 // tables across a sheet laid on its side
	slipsPerSheet = 4
	slipsPerHalf  = 2 // of three or four matches
	slipsPerWhole = 1 // of more
	cardsPerSheet = 2

	badgesPerSheet = 10

	lettersPerLine = 46 // of running text in two columns
	linesPerColumn = 54
)

// Foot is at the end of every sheet.
type Foot struct {
	Event, Place, Version, Printed, Seal string
}

// Sheet is one side of paper. Its number counts within its own list.
type Sheet struct {
	Title, Sub string // none where it is bare
	No, Of     int
	Body       templ.Component
	Bare       bool // slips and cards use the head's space themselves
	Wide       bool // the sheet lies on its side
	empty      bool // a list of nothing
	codes      []Code
}

// Job is what goes to the printer at once. Its sheets speak Words, the page around them
// the language of whoever prints them.
type Job struct {
	Words     text.Words
	Languages []layout.Choice // the same in the others, by their addresses
	Title     string
	Draft     bool // every sheet carries the band
	Foot      Foot
	Sheets    []Sheet

	Note string // where it is noted that the sheets were printed; empty for a single slip
	Done string // when that was last
}

// numbered counts the sheets of one list.
func numbered(sheets []Sheet) []Sheet {
	for i := range sheets {
		sheets[i].No, sheets[i].Of = i+1, len(sheets)
	}
	return sheets
}

// Line is one entry of a list in columns: a team with its table, or a letter.
type Line struct {
	Heading      string // a letter; the rest is empty
	Main, Beside string
	End          string
	Was          string // "was 12"
}

// manyLines is where three columns begin, and opponents no longer fit.
const manyLines = 160

// Names cuts a list into sheets of two or three columns. A letter never stands
// at the end of a column. One name that needs a third line makes all rows tall.
func Names(title, sub string, lines []Line) []Sheet {
	columns, rows := 2, rowsPerColumn
	if len(lines) > manyLines {
		columns = 3
	}
	tall := slices.ContainsFunc(lines, func(l Line) bool {
		return letters.Count(l.Main) > namesFit || columns == 2 && letters.Count(l.Beside) > besideFits
	})
	if tall {
		rows = tallPerColumn
	}
	var all [][]Line
	for len(lines) > 0 {
		n := min(rows, len(lines))
		if n < len(lines) && n > 1 && lines[n-1].Heading != "" {
			n--
		}
		all, lines = append(all, lines[:n]), lines[n:]
	}
	var sheets []Sheet
	for group := range slices.Chunk(all, columns) {
		sheets = append(sheets, Sheet{Title: title, Sub: sub, Body: nameColumns(group, columns, tall)})
	}
	return numbered(sheets)
}

// Column is the head of a table's column; Num sets it to the end.
type Column struct {
	Label string
	Num   bool
}

// Row is a line of a full-width table; Mark sets a bar beside it.
type Row struct {
	Cells   []string
	Heading string // over the first row of a part that stays together on a sheet
	Mark    bool
	Cut     bool // the line at which it is decided where teams go on runs under it
}

// Table cuts a table into sheets, each with its heading row. One of many columns
// lies on its side; one of more columns than such a sheet holds goes on, beside its first
// words, on further ones.
func Table(title, sub string, columns []Column, rows []Row) []Sheet {
	return TallTable(title, sub, columns, rows, 1)
}

// TallTable is a Table whose rows need the height of lines rows.
func TallTable(title, sub string, columns []Column, rows []Row, lines int) []Sheet {
	if len(rows) == 0 {
		return numbered([]Sheet{{Title: title, Sub: sub, empty: true}})
	}
	var sheets []Sheet
	for _, part := range sideBySide(columns, rows) {
		sheets = append(sheets, tableSheets(title, sub, part.columns, part.rows, lines)...)
	}
	return numbered(sheets)
}

// tablePart is some columns of a table.
type tablePart struct {
	columns []Column
	rows    []Row
}

// sideBySide cuts a table between its columns where a sheet on its side has no room for all
// numbers: each part begins with the columns up to the first of words, and has about as many
// others as the next.
func sideBySide(columns []Column, rows []Row) []tablePart {
	lead := 1 + slices.IndexFunc(columns, func(c Column) bool { return !c.Num })
	rest := len(columns) - lead
	for n := 1; n < rest; n++ {
		var parts []tablePart
		for from := lead; from < len(columns); from += (rest + n - 1) / n {
			to := min(from+(rest+n-1)/n, len(columns))
			part := tablePart{columns: slices.Concat(columns[:lead], columns[from:to])}
			for _, r := range rows {
				r.Cells = slices.Concat(r.Cells[:lead], r.Cells[from:to])
				part.rows = append(part.rows, r)
			}
			parts = append(parts, part)
		}
		if !slices.ContainsFunc(parts, func(p tablePart) bool { return measure(p.columns, p.rows, lettersWide, 1).crowded }) {
			return parts
		}
	}
	return []tablePart{{columns, rows}}
}

func tableSheets(title, sub string, columns []Column, rows []Row, lines int) []Sheet {
	set, perSheet := measure(columns, rows, lettersAcross, lines), rowsPerTable
	wide := set.tight
	if wide {
		set, perSheet = measure(columns, rows, lettersWide, lines), rowsPerWide
	}
	if set.tight {
		lines++
		set.lines = lines
	}
	var sheets []Sheet
	for len(rows) > 0 {
		n := set.fill(rows, perSheet)
		sheets = append(sheets, Sheet{Title: title, Sub: sub, Wide: wide, Body: tableSheet(columns, rows[:n], set)})
		rows = rows[n:]
	}
	return sheets
}

// SlipSide is one team of a match on a slip: its seats in words.
type SlipSide struct{ Team, Seats string }

// SlipMatch is one match on a slip.
type SlipMatch struct {
	Number int
	Sides  [2]SlipSide
}

// Slip takes the result of one table. An empty one is filled in by hand.
type Slip struct {
	Section, Round, Table string
	Teams                 [2]string
	Matches               []SlipMatch
	Codes                 [2]Code // each team reports by its own
}

// CutAndStack orders slips so that the stacks of cut sheets, laid on each other,
// are in the order given: with three sheets, the first quarters hold slips 1–3.
func CutAndStack[T any](slips []T, perSheet int) [][]T {
	sheets := (len(slips) + perSheet - 1) / perSheet
	stacked := make([][]T, sheets)
	for i, s := range slips {
		stacked[i%sheets] = append(stacked[i%sheets], s)
	}
	return stacked
}

// lettersOfSeats is how many letters the seats of a team may have on a quarter of a
// sheet: two lines in the smallest print, below which the boxes and the signatures stand.
const lettersOfSeats = 110

// perSheet is how many slips like this a sheet holds: more matches, or names so long that a
// quarter would push the signatures off the paper, need more of it.
func (s Slip) perSheet() int {
	if len(s.Matches) > 4 {
		return slipsPerWhole
	}
	if len(s.Matches) > 2 || slices.ContainsFunc(s.Matches, func(m SlipMatch) bool {
		return letters.Count(m.Sides[0].Seats) > lettersOfSeats || letters.Count(m.Sides[1].Seats) > lettersOfSeats
	}) {
		return slipsPerHalf
	}
	return slipsPerSheet
}

// Slips makes sheets of four, or of fewer where one slip needs more room.
func Slips(w text.Words, slips []Slip) []Sheet {
	perSheet := slipsPerSheet
	for _, s := range slips {
		perSheet = min(perSheet, s.perSheet())
	}
	var sheets []Sheet
	for _, group := range CutAndStack(slips, perSheet) {
		sheet := Sheet{Body: slipSheet(w, group, perSheet), Bare: true}
		for _, s := range group {
			sheet.codes = append(sheet.codes, s.Codes[:]...)
		}
		sheets = append(sheets, sheet)
	}
	return numbered(sheets)
}

// Card stands on a table.
type Card struct {
	Letter, Section, Table, Hall, Link string
	QR                                 Code
}

// Cards makes sheets of two.
func Cards(w text.Words, cards []Card) []Sheet {
	var sheets []Sheet
	for _, group := range CutAndStack(cards, cardsPerSheet) {
		sheet := Sheet{Body: cardSheet(w, group), Bare: true}
		for _, c := range group {
			sheet.codes = append(sheet.codes, c.QR)
		}
		sheets = append(sheets, sheet)
	}
	return numbered(sheets)
}

// Claim is the form of an incident, in the order of the screen.
func Claim(w text.Words, section string, kinds []string) []Sheet {
	return numbered([]Sheet{{Title: w.Say("Incident"), Sub: section, Body: claimForm(w, kinds)}})
}

// Appeal is the form of an appeal.
func Appeal(w text.Words, section string, minutes int) []Sheet {
	return numbered([]Sheet{{Title: w.Say("Appeal"), Sub: section, Body: appealForm(w, minutes)}})
}

// Box of a wall chart: one table with room for its results.
type ChartBox struct {
	Table   string
	Teams   [2]string
	Matches int
}

// What the smallest box holds: letters of a name, and matches beside it.
const (
	lettersOfBox = 80
	matchesOfBox = 4
)

// many reports whether the matches stand below the names.
func (b ChartBox) many() bool { return b.Matches > matchesOfBox }

// Chart makes sheets of a wall chart to fill in by hand. The fewer tables there
// are, the larger they stand; so do they where a name or many matches need the room.
func Chart(title, sub string, boxes []ChartBox) []Sheet {
	large := slices.ContainsFunc(boxes, func(b ChartBox) bool {
		return b.many() || max(letters.Count(b.Teams[0]), letters.Count(b.Teams[1])) > lettersOfBox
	})
	columns, perSheet := 4, 48
	switch {
	case large, len(boxes) <= 10:
		columns, perSheet = 2, 10
	case len(boxes) <= 24:
		columns, perSheet = 3, 24
	}
	var sheets []Sheet
	for part := range slices.Chunk(boxes, perSheet) {
		sheets = append(sheets, Sheet{Title: title, Sub: sub, Body: chartSheet(part, columns)})
	}
	return numbered(sheets)
}

// Badge is what a player wears. Team is empty for who plays alone.
type Badge struct {
	Team, Player, Section, Letter, Code string
	QR                                  Code
}

// Badges makes sheets of badges.
func Badges(badges []Badge) []Sheet {
	var sheets []Sheet
	for part := range slices.Chunk(badges, badgesPerSheet) {
		sheet := Sheet{Body: badgeSheet(part), Bare: true}
		for _, b := range part {
			sheet.codes = append(sheet.codes, b.QR)
		}
		sheets = append(sheets, sheet)
	}
	return numbered(sheets)
}

// Block is a paragraph of a running text: a heading of its own, or a title with
// its text.
type Block struct{ Heading, Title, Text, Note string }

// lines is how many lines of a column a block takes, a little generously.
func (b Block) lines() int {
	if b.Heading != "" {
		return 3
	}
	lines := 1
	for _, part := range []string{b.Title, b.Text, b.Note} {
		lines += (letters.Count(part) + lettersPerLine - 1) / lettersPerLine
	}
	return lines
}

// Text cuts a running text into sheets of two columns. A heading never stands at
// the end of a column.
func Text(title, sub string, blocks []Block) []Sheet {
	var columns [][]Block
	var column []Block
	used := 0
	for i, b := range blocks {
		need := b.lines()
		if b.Heading != "" && i+1 < len(blocks) {
			need += blocks[i+1].lines()
		}
		if used+need > linesPerColumn && len(column) > 0 {
			columns, column, used = append(columns, column), nil, 0
		}
		column = append(column, b)
		used += b.lines()
	}
	if len(column) > 0 {
		columns = append(columns, column)
	}
	var sheets []Sheet
	for pair := range slices.Chunk(columns, 2) {
		sheets = append(sheets, Sheet{Title: title, Sub: sub, Body: textSheet(pair)})
	}
	return numbered(sheets)
}

// Paper is one list of a round on the print centre, with what became of it.
type Paper struct {
	Name, Label, To string
	State           PaperState
	Says            string // "version 1, printed 2:05 pm by Kim Osei"
}

// PaperState is how true the printed copy of a paper is.
type PaperState string

// The states of a paper.
const (
	NeverPrinted PaperState = "never"
	Printed      PaperState = "printed"
	Outdated     PaperState = "outdated"
)

// RoundPapers is a round on the print centre.
type RoundPapers struct {
	Title, State string
	Draft        bool
	Newest       bool
	Earlier      bool   // a round before the newest
	Set          string // address of the whole set, empty for a draft
	SetSays      string // "3 of 4 papers to print"
	Papers       []Paper
}

// SectionPapers is a section on the print centre.
type SectionPapers struct {
	Letter, Name string
	Rounds       []RoundPapers
	Any          []Paper // without a round
}

// HasEarlier reports whether there are rounds before the newest.
func (s SectionPapers) HasEarlier() bool {
	return slices.ContainsFunc(s.Rounds, func(r RoundPapers) bool { return r.Earlier })
}

func itoa(n int) string { return strconv.Itoa(n) }

// squares are the 64 fields of an empty board, light ones left white.
func squares() [][2]string {
	var dark [][2]string
	for y := range 8 {
		for x := range 8 {
			if (x+y)%2 == 1 {
				dark = append(dark, [2]string{itoa(x), itoa(y)})
			}
		}
	}
	return dark
}
