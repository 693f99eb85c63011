package roster

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// decode returns the text of a file. A byte-order mark decides; without one
// anything that is not valid UTF-8 is Windows-1252, the other encoding that
// spreadsheets write.
func decode(data []byte) (text, note string, err error) {
	var from encoding.Encoding
	switch {
	case bytes.HasPrefix(data, []byte("\xef\xbb\xbf")):
		data = data[3:]
	case bytes.HasPrefix(data, []byte("\xff\xfe")), bytes.HasPrefix(data, []byte("\xfe\xff")):
		from = unicode.UTF16(unicode.LittleEndian, unicode.UseBOM)
		note = "The file is read as UTF-16."
	}
	if from == nil && !utf8.Valid(data) {
		from = charmap.Windows1252
		note = "The file is not UTF-8; it is read as Windows-1252. Check names with accents."
	}
	if from != nil {
		if data, err = from.NewDecoder().Bytes(data); err != nil {
			return "", "", fmt.Errorf("the text of the file cannot be decoded; save it as CSV UTF-8: %w", err)
		}
	}
	if bytes.IndexByte(data, 0) >= 0 {
		return "", "", fmt.Errorf("the file is not a list: it holds bytes that are no text. Choose a CSV or XLSX file")
	}
	return strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(string(data)), note, nil
}

// separator is the sign that splits the first line into most cells, quotes
// respected; a comma when none does.
func separator(text string) byte {
	first, _, _ := strings.Cut(strings.TrimLeft(text, "\n"), "\n")
	best, most := byte(','), 0
	for _, sep := range []byte{',', ';', '\t', '|'} {
		n, quoted := 0, false
		for i := range len(first) {
			switch first[i] {
			case '"':
				quoted = !quoted
			case sep:
				if !quoted {
					n++
				}
			}
		}
		if n > most {
			best, most = sep, n
		}
	}
	return best
}

func readCSV(data []byte) ([]Row, string, error) {
	text, note, err := decode(data)
	if err != nil {
		return nil, "", err
	}
	s := scanner{lines: strings.Split(text, "\n"), sep: separator(text)}
	var rows []Row
	for s.next < len(s.lines) {
		row := s.row()
		row.Cells = trimEnd(row.Cells)
		if err := tooWide(row.Line, len(row.Cells)); err != nil {
			return nil, "", err
		}
		rows = append(rows, row)
		if len(rows) > MaxRows+1 {
			return nil, "", fmt.Errorf("the list has more than %d rows. Split it", MaxRows)
		}
	}
	return rows, note, nil
}

// maxQuotedLines is how many lines a quoted cell may span before its quote
// counts as unclosed.
const maxQuotedLines = 4

// scanner splits lines into rows. It differs from encoding/csv in one thing: a
// quote that is never closed spoils its own row and no other.
type scanner struct {
	lines []string
	next  int
	sep   byte
}

// row reads the row that begins at the next line.
func (s *scanner) row() Row {
	start := s.next
	row := Row{Line: start + 1}
	line := s.lines[start]
	s.next++
	at := 0
	for {
		var cell string
		var ok bool
		if strings.HasPrefix(strings.TrimLeft(line[at:], " "), `"`) {
			began := s.next
			cell, line, at, ok = s.quoted(line, at)
			if !ok {
				s.next = began
				cell, at = s.plain(line, at)
				row.Flaws = append(row.Flaws, CellFlaw{
					Cell: len(row.Cells), What: "A quote opens in this cell and is never closed; the cell is read up to the next separator.",
				})
				cell = strings.TrimPrefix(strings.TrimLeft(cell, " "), `"`)
			}
		} else {
			cell, at = s.plain(line, at)
		}
		row.Cells = append(row.Cells, cell)
		if at > len(line) {
			return row
		}
	}
}

// plain reads up to the next separator and returns the position behind it,
// beyond the line at its end.
func (s *scanner) plain(line string, at int) (cell string, next int) {
	if i := strings.IndexByte(line[at:], s.sep); i >= 0 {
		return line[at : at+i], at + i + 1
	}
	return line[at:], len(line) + 1
}

// quoted reads a quoted cell, which may span lines. It fails when the quote is
// not closed properly.
func (s *scanner) quoted(line string, at int) (cell, rest string, next int, ok bool) {
	origin, start := line, at
	at += strings.IndexByte(line[at:], '"') + 1
	var b strings.Builder
	for n := 1; ; {
		i := strings.IndexByte(line[at:], '"')
		switch {
		case i < 0 && (s.next >= len(s.lines) || n >= maxQuotedLines):
			return "", origin, start, false
		case i < 0:
			b.WriteString(line[at:] + "\n")
			line, at = s.lines[s.next], 0
			s.next++
			n++
			continue
		}
		b.WriteString(line[at : at+i])
		at += i + 1
		if strings.HasPrefix(line[at:], `"`) { // a doubled quote stands for one
			b.WriteByte('"')
			at++
			continue
		}
		tail := strings.TrimLeft(line[at:], " ")
		switch {
		case tail == "":
			return b.String(), line, len(line) + 1, true
		case tail[0] == s.sep:
			return b.String(), line, len(line) - len(tail) + 1, true
		}
		return "", origin, start, false
	}
}
