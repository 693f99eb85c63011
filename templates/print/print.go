// Package print draws what comes out of the printer: pairing lists, slips,
// table cards, standings and the forms of the day without computers. Every page
// is cut into sheets here and not by the browser, so that each carries its own
// foot and page number. Components take plain display values and never a service.
package print

import (
	"slices"
	"strconv"

	"github.com/a-h/templ"
)

// Rows that fit one sheet below its head, on A4 as on Letter.
const (
	rowsPerColumn = 26 // lists in columns
	rowsPerTable  = 29 // full-width tables
	slipsPerSheet = 4
	cardsPerSheet = 2
)

// Foot is at the end of every sheet.
type Foot struct{ Event, Place, Version, Printed, Seal string }

// Sheet is one side of paper. Its number counts within its own list.
type Sheet struct {
	Title, Sub string
	No, Of     int
	Body       templ.Component
	Bare       bool // slips and cards use the head's space themselves
}

// Job is what goes to the printer at once.
type Job struct {
	Title  string
	Draft  bool // every sheet carries the band
	Foot   Foot
	Sheets []Sheet
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
// at the end of a column.
func Names(title, sub string, lines []Line) []Sheet {
	columns := 2
	if len(lines) > manyLines {
		columns = 3
	}
	var all [][]Line
	for len(lines) > 0 {
		n := min(rowsPerColumn, len(lines))
		if n < len(lines) && n > 1 && lines[n-1].Heading != "" {
			n--
		}
		all, lines = append(all, lines[:n]), lines[n:]
	}
	var sheets []Sheet
	for group := range slices.Chunk(all, columns) {
		sheets = append(sheets, Sheet{Title: title, Sub: sub, Body: nameColumns(group, columns)})
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
	Cells []string
	Mark  bool
}

// Table cuts a table into sheets, each with its heading row.
func Table(title, sub string, columns []Column, rows []Row) []Sheet {
	return TallTable(title, sub, columns, rows, 1)
}

// TallTable is a Table whose rows need the height of lines rows.
func TallTable(title, sub string, columns []Column, rows []Row, lines int) []Sheet {
	var sheets []Sheet
	for part := range slices.Chunk(rows, max(1, rowsPerTable/lines)) {
		sheets = append(sheets, Sheet{Title: title, Sub: sub, Body: tableSheet(columns, part)})
	}
	return numbered(sheets)
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

// Slips makes sheets of four.
func Slips(slips []Slip) []Sheet {
	var sheets []Sheet
	for _, group := range CutAndStack(slips, slipsPerSheet) {
		sheets = append(sheets, Sheet{Title: "Result slips", Body: slipSheet(group), Bare: true})
	}
	return numbered(sheets)
}

// Card stands on a table.
type Card struct {
	Letter, Section, Table, Hall, Link string
	QR                                 templ.Component
}

// Cards makes sheets of two.
func Cards(cards []Card) []Sheet {
	var sheets []Sheet
	for _, group := range CutAndStack(cards, cardsPerSheet) {
		sheets = append(sheets, Sheet{Title: "Table cards", Body: cardSheet(group), Bare: true})
	}
	return numbered(sheets)
}

// Claim is the form of an incident, in the order of the screen.
func Claim(section string, kinds []string) []Sheet {
	return numbered([]Sheet{{Title: "Incident", Sub: section, Body: claimForm(kinds)}})
}

// Paper is one list of a round on the print centre.
type Paper struct{ Label, To string }

// RoundPapers is a round on the print centre.
type RoundPapers struct {
	Title, State string
	Draft        bool
	Newest       bool
	Set          string // address of the whole set, empty for a draft
	Papers       []Paper
}

// SectionPapers is a section on the print centre.
type SectionPapers struct {
	Letter, Name string
	Rounds       []RoundPapers
	Any          []Paper // without a round
}

func itoa(n int) string { return strconv.Itoa(n) }

func columnsClass(n int) string { return "pcols-" + itoa(n) }

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
