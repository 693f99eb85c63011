package roster

import (
	"bytes"
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/tandemchess/tandem/internal/fault"
)

// Limits of a list; a larger one is refused as a whole.
const (
	MaxRows    = 20_000
	MaxColumns = 60
	maxCell    = 400            // characters
	maxCells   = 4 * MaxColumns // in a row as read: one far cell makes a row as wide as it is far
)

// tooWide refuses a row before thousands of such are kept.
func tooWide(line, cells int) error {
	if cells <= maxCells {
		return nil
	}
	return fault.New(fault.Invalid, "Row %d has %d cells; up to %d columns can be read. Remove what stands far to the right.", line, cells, MaxColumns)
}

// Table is a list as read: its column names and the rows below them.
type Table struct {
	Columns []string       `json:"columns"`
	Rows    []Row          `json:"rows"`
	Notes   []fault.Clause `json:"notes,omitempty"`   // what was recognised about the whole file
	Letters string         `json:"letters,omitempty"` // the encoding of Windows it was read in; "" for a file that says its own
}

// Row is one row. Line counts from 1 and is what a spreadsheet or an editor
// shows beside it.
type Row struct {
	Line  int        `json:"line"`
	Cells []string   `json:"cells"`
	Flaws []CellFlaw `json:"flaws,omitempty"`
}

// CellFlaw is what reading the file found odd about a cell. A person may accept
// the cell as it was read.
type CellFlaw struct {
	Cell int        `json:"cell"` // from 0
	What fault.Word `json:"what"`
	Rest string     `json:"rest,omitempty"` // the part of What, if it has one
}

func (f CellFlaw) says() fault.Clause {
	if f.Rest == "" {
		return fault.Part("%s", f.What)
	}
	return fault.Part(string(f.What), f.Rest)
}

// MaxBytes is how large a file with a list may be.
const MaxBytes = 10 << 20

// Read reads an entry list; its content decides between XLSX and CSV. common is the
// encoding of Windows that files have which are no Unicode (plaintext). The error
// says why nothing of it can be used. Nothing is read once ctx has ended.
func Read(ctx context.Context, data []byte, common string) (Table, error) {
	if len(data) > MaxBytes {
		return Table{}, fault.New(fault.Invalid, "The file is larger than %d MB; a list of %d players takes less.", MaxBytes>>20, MaxRows)
	}
	if len(bytes.TrimSpace(data)) == 0 {
		return Table{}, fault.New(fault.Invalid, "The file is empty; choose a CSV or XLSX file with one row per team or player.")
	}
	var grid []Row
	var letters string
	var notes []fault.Clause
	var err error
	if bytes.HasPrefix(data, []byte("PK\x03\x04")) {
		grid, notes, err = readXLSX(ctx, data)
	} else {
		grid, letters, notes, err = readCSV(ctx, data, common)
	}
	if err != nil {
		return Table{}, err
	}
	t, err := makeTable(grid, notes)
	t.Letters = letters
	return t, err
}

// makeTable takes the first row that names columns as their names and gives every row as many cells as there are columns.
func makeTable(grid []Row, notes []fault.Clause) (Table, error) {
	if len(grid) == 0 {
		return Table{}, fault.New(fault.Invalid, "The file holds no text; choose a CSV or XLSX file with one row per team or player.")
	}
	t := Table{Notes: notes}
	at := headerOf(grid)
	if at > 0 {
		t.Notes = append(t.Notes, fault.Part("Row %d names the columns; what stands above it is a title: “%s”.", grid[at].Line, shorten(strings.Join(slices.DeleteFunc(slices.Clone(grid[0].Cells), isBlank), " "))))
		grid = grid[at:]
	}
	head := trimEnd(grid[0].Cells)
	if len(head) > MaxColumns {
		return Table{}, fault.New(fault.Invalid, "Row %d has %d columns; up to %d can be read. Remove those that are not needed.", grid[0].Line, len(head), MaxColumns)
	}
	rows := grid[1:]
	if at < 0 {
		if rows = grid; len(rows) > MaxRows {
			return Table{}, fault.New(fault.Invalid, "The list has more than %d rows. Split it.", MaxRows)
		}
		t.Notes = append(t.Notes, fault.Part("The first row names no column that is known, so it is read as an entry. Say below what each column holds."))
		widest := 0
		for _, r := range grid {
			widest = max(widest, len(trimEnd(r.Cells)))
		}
		head = make([]string, min(widest, MaxColumns))
	}
	t.Columns = columnNames(head)
	for _, r := range rows {
		t.Rows = append(t.Rows, fit(r, t.Columns))
	}
	return t, nil
}

func isBlank(cell string) bool { return strings.TrimSpace(cell) == "" }

// nameless stands before the letter of a column without a name.
const nameless = "column "

// ColumnWords is what a column is called to people: its name, or its letter.
func ColumnWords(name string) fault.Clause {
	if letter, ok := strings.CutPrefix(name, nameless); ok {
		return fault.Part("column %s", letter)
	}
	return fault.Part("%s", name)
}

// columnNames gives nameless columns the letter a spreadsheet shows.
func columnNames(head []string) []string {
	names := make([]string, len(head))
	for i, name := range head {
		names[i] = strings.Join(strings.Fields(name), " ")
		if names[i] == "" {
			names[i] = nameless + letter(i)
		}
	}
	return names
}

// column names cell i of a row.
func (t Table) column(i int) string {
	if i < 0 || i >= len(t.Columns) {
		return nameless + letter(max(i, 0))
	}
	return t.Columns[i]
}

// letter is the spreadsheet's name of column i, from 0.
func letter(i int) string {
	if i < 26 {
		return string(rune('A' + i))
	}
	return letter(i/26-1) + letter(i%26)
}

// fit gives the row one cell per column and flags what lies beside them or
// looks like more than plain text.
func fit(r Row, columns []string) Row {
	cells := trimEnd(r.Cells)
	if extra := len(cells) - len(columns); extra > 0 {
		r.Flaws = append(r.Flaws, CellFlaw{
			Cell: len(columns),
			What: fault.Word("The row has more cells than there are columns: “%s”."), Rest: shorten(strings.Join(cells[len(columns):], "”, “")),
		})
		cells = cells[:len(columns)]
	}
	full := make([]string, len(columns))
	for i, cell := range cells {
		full[i] = strings.TrimSpace(cell)
		switch {
		case len([]rune(full[i])) > maxCell:
			r.Flaws = append(r.Flaws, CellFlaw{Cell: i, What: fault.Word("The cell is longer than %s characters; the rest is cut off."), Rest: strconv.Itoa(maxCell)})
			full[i] = string([]rune(full[i])[:maxCell])
		case isFormula(full[i]):
			r.Flaws = append(r.Flaws, CellFlaw{Cell: i, What: fault.Word("The cell begins like a formula of a spreadsheet.")})
		case strings.Contains(full[i], "<") && strings.Contains(full[i], ">"):
			r.Flaws = append(r.Flaws, CellFlaw{Cell: i, What: fault.Word("The cell contains markup of a web page.")})
		}
	}
	r.Cells = full
	return r
}

// shorten keeps a sentence readable, whatever it quotes.
func shorten(text string) string {
	if letters := []rune(text); len(letters) > maxCell {
		return string(letters[:maxCell]) + "…"
	}
	return text
}

// isFormula reports whether a spreadsheet would calculate the cell. A lone sign
// and a signed number are plain text to people.
func isFormula(cell string) bool {
	if len(cell) < 2 || !strings.ContainsRune("=+-@", rune(cell[0])) {
		return false
	}
	return cell[0] == '=' || cell[0] == '@' || strings.Trim(cell[1:], "0123456789 .") != ""
}

func trimEnd(cells []string) []string {
	for len(cells) > 0 && strings.TrimSpace(cells[len(cells)-1]) == "" {
		cells = cells[:len(cells)-1]
	}
	return cells
}
