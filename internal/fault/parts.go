package fault

import (
	"errors"

	"github.com/tandemchess/tandem/internal/phrase"
)

// What people read of a fault is put together from the parts of package phrase.
type (
	// Say says a sentence of this package's callers in the reader's language.
	Say = phrase.Say
	// Word is a part of a sentence that is itself said in the reader's language.
	Word = phrase.Word
	// Clause is a part of a sentence that has parts of its own, such as why.
	Clause = phrase.Sentence
	// Chain is a row of parts with the same between any two of them.
	Chain = phrase.Chain
)

// Part returns a clause.
func Part(format string, parts ...any) Clause { return phrase.Of(format, parts...) }

// At is what err says of one field, as part of another sentence.
func At(err error, field string) Clause {
	var f *Error
	if errors.As(err, &f) {
		return f.texts[field]
	}
	return Clause{}
}

// Sentences are parts that are said one after the other.
func Sentences[T any](parts ...T) Chain { return phrase.Row(" ", parts...) }

// List is parts with commas between them.
func List[T any](parts ...T) Chain { return phrase.Row(", ", parts...) }

// And is parts with commas between them and an "and" before the last.
func And[T any](parts ...T) Clause { return phrase.And(parts...) }

// Or is parts with an "or" between any two of them.
func Or[T any](parts ...T) Clause { return phrase.Or(parts...) }

// In is what people may read of the fault as say puts it.
func (e *Error) In(say Say) string { return e.text.In(say) }
