// Package phrase keeps sentences before they are said: the English, with the places of its parts,
// and the parts. What decides makes a [Sentence] and stays free of languages; its String is the
// English, for records and programs, and a page says it in the language of its reader, with the
// English as the key. It must know no catalogue.
package phrase

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Say says an English sentence with its parts in some language.
type Say func(format string, parts ...any) string

// English says a sentence in English.
func English(format string, parts ...any) string {
	return OneStop(fmt.Sprintf(format, parts...), parts)
}

// OneStop ends a sentence that was said with one full stop where its last part brings its own, as
// a shortened name does: "Open still: Ada A. / Ben C."
func OneStop(said string, parts []any) string {
	if !strings.Contains(said, "..") {
		return said
	}
	for _, part := range parts {
		name, is := part.(string)
		if s, says := part.(fmt.Stringer); says {
			name, is = s.String(), true
		}
		if is && strings.HasSuffix(name, ".") {
			said = strings.ReplaceAll(said, name+".", name)
		}
	}
	return said
}

// Sayable is a part of a sentence that is itself said in the reader's language.
type Sayable interface{ In(say Say) string }

// Word is a part without parts of its own: a role, a state, the name of a thing
// that Tandem named. Names that people gave are plain strings.
type Word string

// String is the word in English.
func (w Word) String() string { return string(w) }

// In is the word as say puts it.
func (w Word) In(say Say) string {
	if w == "" {
		return ""
	}
	return say(string(w))
}

// Sentence is a sentence or a clause with its parts: strings and numbers, which
// every language writes alike, and what is said. The zero value says nothing.
type Sentence struct {
	format string
	parts  []any
}

// Of returns a sentence.
func Of(format string, parts ...any) Sentence { return Sentence{format, parts} }

// Plain is a text that somebody wrote, the same in every language; empty for none.
func Plain(text string) Sentence {
	if text == "" {
		return Sentence{}
	}
	return Of("%s", text)
}

// Empty reports a sentence that says nothing.
func (s Sentence) Empty() bool { return s.format == "" }

// Equal reports whether both say the same in every language.
func (s Sentence) Equal(other Sentence) bool { return reflect.DeepEqual(s, other) }

// String is the sentence in English.
func (s Sentence) String() string { return s.In(English) }

// In is the sentence as say puts it.
func (s Sentence) In(say Say) string {
	if s.Empty() {
		return ""
	}
	parts := make([]any, len(s.parts))
	for i, part := range s.parts {
		parts[i] = PartIn(part, say)
	}
	return say(s.format, parts...)
}

// PartIn is a part of a sentence as say puts it; what is no word of ours stays.
func PartIn(part any, say Say) any {
	switch part := part.(type) {
	case Sayable:
		return part.In(say)
	case error:
		return errorIn(part, say)
	case Teller:
		return told(part, say)
	}
	return part
}

// Teller holds a sentence without knowing this package.
type Teller interface {
	Sentence() (format string, parts []any)
}

func told(part Teller, say Say) string {
	format, parts := part.Sentence()
	return Of(format, parts...).In(say)
}

// errorIn is what an error says, or one that it wraps.
func errorIn(err error, say Say) string {
	var sayable interface {
		error
		Sayable
	}
	if errors.As(err, &sayable) {
		return sayable.In(say)
	}
	var teller interface {
		error
		Teller
	}
	if errors.As(err, &teller) {
		return told(teller, say)
	}
	return err.Error()
}

// Chain is a row of parts with the same between any two of them: sentences one after
// the other, or a list.
type Chain struct {
	Parts   []any
	Between string
}

// Row is a chain.
func Row[T any](between string, parts ...T) Chain {
	c := Chain{Between: between}
	for _, part := range parts {
		c.Parts = append(c.Parts, part)
	}
	return c
}

// And is parts with commas between them and an "and" before the last.
func And[T any](parts ...T) Sentence {
	n := len(parts)
	if n == 0 {
		return Sentence{}
	}
	if n == 1 {
		return Of("%s", parts[0])
	}
	return Of("%s and %s", Row(", ", parts[:n-1]...), parts[n-1])
}

// Or is parts with an "or" between any two of them.
func Or[T any](parts ...T) Sentence {
	if len(parts) == 0 {
		return Sentence{}
	}
	said := Of("%s", parts[0])
	for _, part := range parts[1:] {
		said = Of("%s or %s", said, part)
	}
	return said
}

// String is the chain in English.
func (c Chain) String() string { return c.In(English) }

// In is the chain as say puts it.
func (c Chain) In(say Say) string {
	said := make([]string, len(c.Parts))
	for i, part := range c.Parts {
		said[i] = fmt.Sprint(PartIn(part, say))
	}
	return strings.Join(said, c.Between)
}

// Capital begins what it holds with a capital letter, in every language.
type Capital struct{ Sayable }

// String is the same in English.
func (c Capital) String() string { return c.In(English) }

// In is the part as say puts it, with a capital letter first.
func (c Capital) In(say Say) string {
	said := c.Sayable.In(say)
	r, n := utf8.DecodeRuneInString(said)
	if n == 0 || r == utf8.RuneError {
		return said
	}
	return string(unicode.ToUpper(r)) + said[n:]
}
