package roster

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/intake"
)

// What a workbook may hold before it is handed to the library that reads it, which has
// no bounds of its own but the size, and does not ask whether anybody waits. A list of
// MaxRows people with twenty columns fits.
const (
	unzipped    = 64 << 20 // bytes of all parts
	maxParts    = 2_000
	maxElements = 2_000_000 // of all parts
	maxDepth    = 100
	maxXMLCells = 450_000 // with those that are only formatted
	maxStrings  = 450_000
	maxFormat   = 255 // characters of a number format, as spreadsheets have it
)

// errNotUTF8 stops the inspection of a part that the library would decode otherwise.
var errNotUTF8 = fault.New(fault.Invalid, "A part of the workbook is not in UTF-8. Save it again as XLSX, or as CSV UTF-8.")

var errUnpacks = fault.New(fault.Invalid, "The workbook unpacks to more than %d MB. Save the sheet of the list alone.", unzipped>>20)

// inspection goes through the XML of a workbook without keeping any of it.
type inspection struct {
	pace                     *intake.Pace
	read                     int64
	elements, cells, strings int
}

// inspect refuses a workbook that would take more than a list does. What it lets pass
// is small enough for the library, whatever the parts are called.
func inspect(ctx context.Context, data []byte) error {
	book, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil // the library says why it cannot be opened
	}
	if len(book.File) > maxParts {
		return fault.New(fault.Invalid, "The workbook has more than %d parts. Save the sheet of the list alone.", maxParts)
	}
	declared := uint64(0)
	for _, part := range book.File {
		if declared += part.UncompressedSize64; part.UncompressedSize64 > unzipped || declared > unzipped {
			return errUnpacks
		}
	}
	in := &inspection{pace: intake.NewPace(ctx)}
	for _, part := range book.File {
		if err := in.part(ctx, part); err != nil {
			return err
		}
	}
	return nil
}

func (in *inspection) part(ctx context.Context, part *zip.File) error {
	from, err := part.Open()
	if err != nil {
		return nil // as above
	}
	defer from.Close()
	bytesOf := intake.Limit(ctx, from, unzipped-in.read)
	err = in.xml(bytesOf)
	in.read += bytesOf.Count()
	var large *intake.TooLargeError
	if errors.As(err, &large) {
		return errUnpacks
	}
	if left := ctx.Err(); left != nil {
		return fmt.Errorf("read the workbook: %w", left)
	}
	var bad *xml.SyntaxError
	if errors.As(err, &bad) || errors.Is(err, io.EOF) || errors.Is(err, zip.ErrFormat) || errors.Is(err, zip.ErrChecksum) || errors.Is(err, io.ErrUnexpectedEOF) {
		return nil // a picture, or damaged: the library gets no further in it
	}
	return err
}

// xml goes through one part up to its end, or up to where the library stops reading.
func (in *inspection) xml(r io.Reader) error {
	d := xml.NewDecoder(r)
	d.CharsetReader = func(string, io.Reader) (io.Reader, error) { return nil, errNotUTF8 }
	depth, empty := 0, 0
	for {
		token, err := d.RawToken()
		if err != nil {
			return err
		}
		if err := in.pace.Step(); err != nil {
			return err
		}
		switch t := token.(type) {
		case xml.StartElement:
			if depth++; depth > maxDepth {
				return fault.New(fault.Invalid, "The workbook is nested more than %d deep. Save it again as XLSX, or as CSV UTF-8.", maxDepth)
			}
			if err := in.element(t); err != nil {
				return err
			}
			switch t.Name.Local {
			case "row":
				if empty++; empty > maxEmptyRun {
					return nil // nobody reads further, see gather
				}
			case "v", "f", "t", "is":
				empty = 0
			}
		case xml.EndElement:
			depth--
		}
	}
}

func (in *inspection) element(t xml.StartElement) error {
	in.elements++
	switch t.Name.Local {
	case "c":
		in.cells++
	case "si":
		in.strings++
	case "numFmt":
		for _, a := range t.Attr {
			if len(a.Value) > 4*maxFormat {
				return fault.New(fault.Invalid, "The workbook has a number format of more than %d characters. Save it again as XLSX, or as CSV UTF-8.", maxFormat)
			}
		}
	}
	if in.cells > maxXMLCells || in.strings > maxStrings || in.elements > maxElements {
		return fault.New(fault.Invalid, "The workbook has more than %d cells. Save the sheet of the list alone, or as CSV UTF-8.", maxXMLCells)
	}
	return nil
}
