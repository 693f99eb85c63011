package roster

import (
	"bytes"
	"fmt"

	"github.com/xuri/excelize/v2"
)

// unzipped is how large a workbook may become in memory, in bytes.
const unzipped = 64 << 20

// readXLSX reads the first sheet that holds anything.
func readXLSX(data []byte) (rows []Row, note string, err error) {
	defer func() { // a damaged workbook must not end the program
		if p := recover(); p != nil {
			rows, note, err = nil, "", fmt.Errorf("the workbook is damaged. Save it again as XLSX or as CSV UTF-8")
		}
	}()
	book, err := excelize.OpenReader(bytes.NewReader(data), excelize.Options{UnzipSizeLimit: unzipped, UnzipXMLSizeLimit: unzipped})
	if err != nil {
		return nil, "", fmt.Errorf("the workbook cannot be opened. Save it again as XLSX without a password, or as CSV UTF-8: %w", err)
	}
	defer book.Close()
	sheets := book.GetSheetList()
	for _, sheet := range sheets {
		rows, err := readSheet(book, sheet)
		if err != nil {
			return nil, "", err
		}
		if len(filled(rows)) == 0 {
			continue
		}
		if len(sheets) > 1 {
			note = fmt.Sprintf("The workbook has %d sheets; “%s” is read.", len(sheets), sheet)
		}
		return rows, note, nil
	}
	return nil, "", fmt.Errorf("the workbook is empty")
}

func readSheet(book *excelize.File, sheet string) ([]Row, error) {
	lines, err := book.Rows(sheet)
	if err != nil {
		return nil, fmt.Errorf("the sheet “%s” cannot be read: %w", sheet, err)
	}
	defer lines.Close()
	var rows []Row
	for n := 1; lines.Next(); n++ {
		cells, err := lines.Columns()
		if err != nil {
			return nil, fmt.Errorf("row %d of the sheet “%s” cannot be read: %w", n, sheet, err)
		}
		if cells = trimEnd(cells); len(cells) == 0 {
			continue // sheets end in thousands of formatted empty rows
		}
		if err := tooWide(n, len(cells)); err != nil {
			return nil, err
		}
		rows = append(rows, Row{Line: n, Cells: cells})
		if len(rows) > MaxRows+1 {
			return nil, fmt.Errorf("the sheet has more than %d rows. Split it", MaxRows)
		}
	}
	if err := lines.Error(); err != nil {
		return nil, fmt.Errorf("the sheet “%s” cannot be read: %w", sheet, err)
	}
	return rows, nil
}
