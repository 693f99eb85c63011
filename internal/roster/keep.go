package roster

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/plaintext"
)

// Keep writes a table so that a form can carry it while the director decides.
func (t Table) Keep() (string, error) {
	b, err := json.Marshal(t)
	if err != nil {
		return "", fmt.Errorf("keep the list: %w", err)
	}
	return string(b), nil
}

// Restore reads what Keep wrote. The text has been in a browser meanwhile, so
// everything about it is checked again.
func Restore(kept string) (Table, error) {
	var t Table
	if err := json.Unmarshal([]byte(kept), &t); err != nil {
		return Table{}, fault.Wrap(fault.Invalid, err, "The list of this form is damaged. Choose the file again.")
	}
	if len(t.Columns) == 0 || len(t.Columns) > MaxColumns || len(t.Rows) > MaxRows {
		return Table{}, fault.New(fault.Invalid, "The list of this form is damaged. Choose the file again.")
	}
	if !plaintext.OfWindows(t.Letters) {
		t.Letters = ""
	}
	last := 0
	for i, r := range t.Rows {
		if r.Line <= last || len(r.Cells) != len(t.Columns) {
			return Table{}, fault.New(fault.Invalid, "The list of this form is damaged at row %d. Choose the file again.", r.Line)
		}
		last = r.Line
		for _, cell := range r.Cells {
			if len([]rune(cell)) > maxCell {
				return Table{}, fault.New(fault.Invalid, "Row %d has a cell of more than %d characters.", r.Line, maxCell)
			}
		}
		t.Rows[i].Flaws = slices.DeleteFunc(r.Flaws, func(f CellFlaw) bool { return f.Cell < 0 || f.What == "" })
	}
	return t, nil
}

// Correct replaces the cells of a row by what the director typed. The old flaws
// are gone with the old text; the new text may have its own.
func (t *Table) Correct(line int, cells []string) {
	i, found := slices.BinarySearchFunc(t.Rows, line, func(r Row, line int) int { return r.Line - line })
	if !found || len(cells) != len(t.Columns) || slices.Equal(t.Rows[i].Cells, cells) {
		return
	}
	t.Rows[i] = fit(Row{Line: line, Cells: cells}, t.Columns)
}

// ReadAs reads the list again as one in another encoding of Windows. A cell that the first
// one cannot hold was typed since and stays. It reports whether it is another one.
func (t *Table) ReadAs(letters string) bool {
	if !plaintext.OfWindows(letters) || t.Letters == "" || letters == t.Letters {
		return false
	}
	again := func(text string) string {
		if reread, ok := plaintext.Reread(text, t.Letters, letters); ok {
			return reread
		}
		return text
	}
	for i := range t.Columns {
		t.Columns[i] = again(t.Columns[i])
	}
	for i := range t.Rows {
		for j := range t.Rows[i].Cells {
			t.Rows[i].Cells[j] = again(t.Rows[i].Cells[j])
		}
	}
	t.Letters = letters
	return true
}

// SectionsNamed lists the sections the rows name, in the order of the list.
func (t Table) SectionsNamed(m Mapping) []string {
	column := m.column(Section)
	if column < 0 {
		return nil
	}
	var named []string
	known := map[string]bool{"": true}
	for _, r := range t.Rows {
		if name := r.Cells[column]; !known[name] {
			known[name], named = true, append(named, name)
		}
	}
	return named
}
