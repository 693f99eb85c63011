package roster

import (
	"context"
	"errors"
	"strings"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/plaintext"
)

// decode returns the text of a file, the encoding of Windows it was read in ("" for
// Unicode), and a note where it was not read as UTF-8.
func decode(data []byte, common string) (text, letters string, note fault.Clause, err error) {
	text, encodedAs, err := plaintext.DecodeIn(data, common)
	switch {
	case errors.Is(err, plaintext.ErrNoText):
		return "", "", note, fault.New(fault.Invalid, "The file is not a list: it holds bytes that are no text. Choose a CSV or XLSX file.")
	case err != nil:
		return "", "", note, fault.Wrap(fault.Invalid, err, "The text of the file cannot be decoded; save it as CSV UTF-8.")
	case encodedAs == plaintext.UTF16:
		note = fault.Part("The file is read as UTF-16.")
	case encodedAs != plaintext.UTF8:
		letters = encodedAs
	}
	return text, letters, note, nil
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

// maxLine is how many bytes a line of a list may have; the scanner looks through some
// of it for each cell.
const maxLine = 200_000

func readCSV(ctx context.Context, data []byte, common string) (rows []Row, letters string, notes []fault.Clause, err error) {
	text, letters, note, err := decode(data, common)
	if err != nil {
		return nil, "", nil, err
	}
	s, g := scanner{rest: text, sep: separator(text)}, newGather(ctx)
	for more := true; more && s.line(0) != nil; {
		row, err := s.row()
		if err != nil {
			return nil, "", nil, err
		}
		if more, err = g.add(row); err != nil {
			return nil, "", nil, err
		}
	}
	for _, n := range []fault.Clause{note, g.note()} {
		if !n.Empty() {
			notes = append(notes, n)
		}
	}
	return g.rows, letters, notes, nil
}

// maxQuotedLines is how many lines a quoted cell may span before its quote
// counts as unclosed.
const maxQuotedLines = 4

// scanner splits lines into rows. It differs from encoding/csv in one thing: a
// quote that is never closed spoils its own row and no other.
type scanner struct {
	rest  string   // lines not looked at yet
	ahead []string // lines looked at and not read
	taken int      // lines read
	ended bool
	sep   byte
}

// line is the i-th line that is not read yet, nil behind the last.
func (s *scanner) line(i int) *string {
	for len(s.ahead) <= i && !s.ended {
		first, rest, found := strings.Cut(s.rest, "\n")
		s.ahead, s.rest, s.ended = append(s.ahead, first), rest, !found
	}
	if i >= len(s.ahead) {
		return nil
	}
	return &s.ahead[i]
}

// take reads n lines.
func (s *scanner) take(n int) {
	s.ahead = append(s.ahead[:0], s.ahead[n:]...)
	s.taken += n
}

// row reads the row that begins at the next line.
func (s *scanner) row() (Row, error) {
	row := Row{Line: s.taken + 1}
	line, used := *s.line(0), 1
	if len(line) > maxLine {
		return row, fault.New(fault.Invalid, "Row %d has more than %d characters. Choose a file with one row per team or player.", row.Line, maxLine)
	}
	for at := 0; at <= len(line); {
		if len(row.Cells) > maxCells {
			return row, tooWide(row.Line, len(row.Cells)+1+strings.Count(line[at:], string(s.sep)))
		}
		var cell string
		if strings.HasPrefix(strings.TrimLeft(line[at:], " "), `"`) {
			whole, rest, next, more, ok := s.quoted(line, at, used)
			if ok {
				cell, line, at, used = whole, rest, next, used+more
			} else {
				cell, at = s.plain(line, at)
				row.Flaws = append(row.Flaws, CellFlaw{
					Cell: len(row.Cells), What: fault.Word("A quote opens in this cell and is never closed; the cell is read up to the next separator."),
				})
				cell = strings.TrimPrefix(strings.TrimLeft(cell, " "), `"`)
			}
		} else {
			cell, at = s.plain(line, at)
		}
		row.Cells = append(row.Cells, cell)
	}
	s.take(used)
	return row, nil
}

// plain reads up to the next separator and returns the position behind it,
// beyond the line at its end.
func (s *scanner) plain(line string, at int) (cell string, next int) {
	if i := strings.IndexByte(line[at:], s.sep); i >= 0 {
		return line[at : at+i], at + i + 1
	}
	return line[at:], len(line) + 1
}

// quoted reads a quoted cell, which may go on in more lines behind those that are used
// already. It fails when the quote is not closed properly.
func (s *scanner) quoted(line string, at, used int) (cell, rest string, next, more int, ok bool) {
	at += strings.IndexByte(line[at:], '"') + 1
	var b strings.Builder
	for {
		i := strings.IndexByte(line[at:], '"')
		if i < 0 {
			following := s.line(used + more)
			if more++; following == nil || more >= maxQuotedLines || len(*following) > maxLine {
				return "", "", 0, 0, false
			}
			b.WriteString(line[at:] + "\n")
			line, at = *following, 0
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
			return b.String(), line, len(line) + 1, more, true
		case tail[0] == s.sep:
			return b.String(), line, len(line) - len(tail) + 1, more, true
		}
		return "", "", 0, 0, false
	}
}
