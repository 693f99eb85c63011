package roster

import (
	"bytes"
	"context"

	"github.com/xuri/excelize/v2"

	"github.com/tandemchess/tandem/internal/fault"
)

// readXLSX reads the first sheet that holds anything.
func readXLSX(ctx context.Context, data []byte) (rows []Row, notes []fault.Clause, err error) {
	defer func() { // a damaged workbook must not end the program
		if p := recover(); p != nil {
			rows, notes, err = nil, nil, fault.New(fault.Invalid, "The workbook is damaged. Save it again as XLSX or as CSV UTF-8.")
		}
	}()
	if err := inspect(ctx, data); err != nil {
		return nil, nil, err
	}
	book, err := excelize.OpenReader(bytes.NewReader(data), excelize.Options{UnzipSizeLimit: unzipped, UnzipXMLSizeLimit: unzipped})
	if err != nil {
		return nil, nil, fault.Wrap(fault.Invalid, err, "The workbook cannot be opened. Save it again as XLSX without a password, or as CSV UTF-8.")
	}
	defer book.Close()
	sheets := book.GetSheetList()
	for _, sheet := range sheets {
		g := newGather(ctx)
		if err := readSheet(g, book, sheet); err != nil {
			return nil, nil, err
		}
		if len(g.rows) == 0 {
			continue
		}
		if len(sheets) > 1 {
			notes = append(notes, fault.Part("The workbook has %d sheets; “%s” is read.", len(sheets), sheet))
		}
		if note := g.note(); !note.Empty() {
			notes = append(notes, note)
		}
		return g.rows, notes, nil
	}
	return nil, nil, fault.New(fault.Invalid, "The workbook is empty.")
}

func readSheet(g *gather, book *excelize.File, sheet string) error {
	lines, err := book.Rows(sheet)
	if err != nil {
		return fault.Wrap(fault.Invalid, err, "The sheet “%s” cannot be read.", sheet)
	}
	defer lines.Close()
	for n := 1; lines.Next(); n++ {
		cells, err := lines.Columns()
		if err != nil {
			return fault.Wrap(fault.Invalid, err, "Row %d of the sheet “%s” cannot be read.", n, sheet)
		}
		if more, err := g.add(Row{Line: n, Cells: cells}); !more {
			return err
		}
	}
	if err := lines.Error(); err != nil {
		return fault.Wrap(fault.Invalid, err, "The sheet “%s” cannot be read.", sheet)
	}
	return nil
}
