package roster

import (
	"encoding/csv"
	"fmt"
	"io"
)

// Write writes rows as CSV for spreadsheets: UTF-8 with a byte-order mark,
// comma, CRLF. A cell that a spreadsheet would calculate gets an apostrophe in
// front, which shows it as text.
func Write(w io.Writer, rows [][]string) error {
	if _, err := io.WriteString(w, "\ufeff"); err != nil {
		return fmt.Errorf("write the list: %w", err)
	}
	out := csv.NewWriter(w)
	out.UseCRLF = true
	for _, row := range rows {
		safe := make([]string, len(row))
		for i, cell := range row {
			safe[i] = PlainCell(cell)
		}
		if err := out.Write(safe); err != nil {
			return fmt.Errorf("write the list: %w", err)
		}
	}
	out.Flush()
	if err := out.Error(); err != nil {
		return fmt.Errorf("write the list: %w", err)
	}
	return nil
}

// PlainCell puts an apostrophe in front of what a spreadsheet would calculate.
func PlainCell(cell string) string {
	if cell == "" {
		return cell
	}
	switch cell[0] {
	case '=', '+', '-', '@', '\t', '\r':
		return "'" + cell
	}
	return cell
}
