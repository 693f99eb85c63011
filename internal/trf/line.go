package trf

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Error says where a file breaks the format and what was expected there.
// Lines and columns count from 1; columns are characters, not bytes.
type Error struct {
	Line, Column int
	Found        string
	Expected     string
}

func (e *Error) Error() string {
	if e.Found == "" {
		return fmt.Sprintf("line %d, column %d: expected %s", e.Line, e.Column, e.Expected)
	}
	return fmt.Sprintf("line %d, column %d: expected %s, found %q", e.Line, e.Column, e.Expected, e.Found)
}

// line is one record with its place in the file. Columns count from 1.
type line struct {
	number int
	text   string
	runes  []rune // set when text is not plain ASCII
}

// newLine decodes one record: UTF-8, or Latin-1 where it is not valid UTF-8
// (older programs write that).
func newLine(number int, raw string) line {
	for i := 0; i < len(raw); i++ {
		if raw[i] < utf8.RuneSelf {
			continue
		}
		l := line{number: number, text: raw}
		if utf8.ValidString(raw) {
			l.runes = []rune(raw)
			return l
		}
		l.runes = make([]rune, len(raw))
		for j := range len(raw) {
			l.runes[j] = rune(raw[j])
		}
		l.text = string(l.runes)
		return l
	}
	return line{number: number, text: raw}
}

// width is the number of columns.
func (l line) width() int {
	if l.runes != nil {
		return len(l.runes)
	}
	return len(l.text)
}

// slice returns columns from..to as they stand; columns past the end are absent.
func (l line) slice(from, to int) string {
	to = min(to, l.width())
	if from > to {
		return ""
	}
	if l.runes != nil {
		return string(l.runes[from-1 : to])
	}
	return l.text[from-1 : to]
}

// field returns columns from..to without surrounding blanks.
func (l line) field(from, to int) string { return strings.TrimSpace(l.slice(from, to)) }

// rest returns everything from a column on without surrounding blanks.
func (l line) rest(from int) string { return l.field(from, l.width()) }

// failure builds the error for a field.
func (l line) failure(column int, found, expected string) *Error {
	return &Error{Line: l.number, Column: column, Found: found, Expected: expected}
}

// start is the column of the first non-blank in from..to, or from.
func (l line) start(from, to int) int {
	s := l.slice(from, to)
	return from + utf8.RuneCountInString(s) - utf8.RuneCountInString(strings.TrimLeft(s, " \t"))
}

// number reads an unsigned number of at most limit; blank counts as 0.
func (l line) count(from, to, limit int, what string) (int, error) {
	s := l.field(from, to)
	n, ok := parseCount(s, limit)
	if !ok {
		return 0, l.failure(l.start(from, to), s, fmt.Sprintf("%s in columns %d-%d (a number up to %d)", what, from, to, limit))
	}
	return n, nil
}

// need is count with blank and 0 refused.
func (l line) need(from, to, limit int, what string) (int, error) {
	n, err := l.count(from, to, limit, what)
	if err == nil && n == 0 {
		return 0, l.failure(l.start(from, to), l.field(from, to), fmt.Sprintf("%s in columns %d-%d (a number from 1 to %d)", what, from, to, limit))
	}
	return n, err
}

// points reads half points; blank counts as 0.
func (l line) points(from, to int, what string) (int, error) {
	s := l.field(from, to)
	if s == "" {
		return 0, nil
	}
	half, ok := parsePoints(s)
	if !ok {
		return 0, l.failure(l.start(from, to), s, fmt.Sprintf("%s in columns %d-%d (a multiple of 0.5)", what, from, to))
	}
	return half, nil
}

// token is one blank-separated word with its column.
type token struct {
	column int
	text   string
}

// tokens splits everything from a column on at blanks.
func (l line) tokens(from int) []token {
	var out []token
	column, start, word := from, 0, ""
	for _, c := range l.slice(from, l.width()) + " " {
		switch {
		case c != ' ' && c != '\t':
			if word == "" {
				start = column
			}
			word += string(c)
		case word != "":
			out = append(out, token{start, word})
			word = ""
		}
		column++
	}
	return out
}

func parseCount(s string, limit int) (int, bool) {
	n := 0
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		if n = n*10 + int(s[i]-'0'); n > limit {
			return 0, false
		}
	}
	return n, true
}
