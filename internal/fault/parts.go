package fault

import (
	"errors"
	"fmt"
	"strings"
)

// text is a sentence and its parts, so that it can be said in another language.
type text struct {
	format string
	parts  []any
}

// in says the sentence and those of its parts that are said too.
func (t text) in(say Say) string {
	parts := make([]any, len(t.parts))
	for i, part := range t.parts {
		parts[i] = partIn(part, say)
	}
	return say(t.format, parts...)
}

// Word is a part of a sentence that is itself said in the reader's language: a
// role, a state, the name of a thing that Tandem named. Names that people gave
// are plain strings.
type Word string

// Clause is a part of a sentence that has parts of its own, such as why.
type Clause struct{ text text }

// Part returns a clause.
func Part(format string, parts ...any) Clause { return Clause{text{format, parts}} }

// String is the clause in English.
func (c Clause) String() string { return fmt.Sprintf(c.text.format, c.text.parts...) }

// In is the clause as say puts it.
func (c Clause) In(say Say) string { return c.text.in(say) }

// At is what err says of one field, as part of another sentence.
func At(err error, field string) Clause {
	var f *Error
	if errors.As(err, &f) {
		return Clause{f.texts[field]}
	}
	return Clause{}
}

// Chain is a row of parts with the same between any two of them: sentences one after
// the other, or a list.
type Chain struct {
	Parts   []any
	Between string
}

// String is the chain in English.
func (c Chain) String() string { return c.In(fmt.Sprintf) }

// In is the chain as say puts it.
func (c Chain) In(say Say) string {
	said := make([]string, len(c.Parts))
	for i, part := range c.Parts {
		said[i] = fmt.Sprint(partIn(part, say))
	}
	return strings.Join(said, c.Between)
}

// Sentences are parts that are said one after the other.
func Sentences[T any](parts ...T) Chain { return chain(" ", parts) }

// List is parts with commas between them.
func List[T any](parts ...T) Chain { return chain(", ", parts) }

// And is parts with commas between them and an "and" before the last.
func And[T any](parts ...T) Clause {
	n := len(parts)
	if n == 0 {
		return Clause{}
	}
	if n == 1 {
		return Part("%s", parts[0])
	}
	return Part("%s and %s", List(parts[:n-1]...), parts[n-1])
}

// Or is parts with an "or" between any two of them.
func Or[T any](parts ...T) Clause {
	if len(parts) == 0 {
		return Clause{}
	}
	said := Part("%s", parts[0])
	for _, part := range parts[1:] {
		said = Part("%s or %s", said, part)
	}
	return said
}

func chain[T any](between string, parts []T) Chain {
	c := Chain{Between: between}
	for _, part := range parts {
		c.Parts = append(c.Parts, part)
	}
	return c
}

// Sayable is an error of a package that knows nothing of faults, with the sentence
// that it says and its parts. A part with such a method is said as well.
type Sayable interface {
	error
	Sentence() (format string, parts []any)
}

// partIn is a part of a sentence as say puts it; what is no word of ours stays.
func partIn(part any, say Say) any {
	switch part := part.(type) {
	case Word:
		if part == "" {
			return ""
		}
		return say(string(part))
	case interface{ In(say Say) string }:
		return part.In(say)
	case error:
		return errorIn(part, say)
	case interface {
		Sentence() (format string, parts []any)
	}:
		format, parts := part.Sentence()
		return text{format, parts}.in(say)
	}
	return part
}

func errorIn(err error, say Say) string {
	var f *Error
	if errors.As(err, &f) {
		return f.text.in(say)
	}
	var own Sayable
	if errors.As(err, &own) {
		format, parts := own.Sentence()
		return text{format, parts}.in(say)
	}
	return err.Error()
}
