// Package fault names the few ways in which a request can fail so that one
// table can turn them into answers. A fault keeps the text that people may read
// apart from its cause, which is for the log alone. It must never hold secrets
// in its message, and it knows nothing of HTTP.
package fault

import (
	"errors"
	"iter"

	"github.com/tandemchess/tandem/internal/phrase"
)

// Kind is the meaning of a failure.
type Kind string

const (
	Internal    Kind = "internal"    // our mistake or the machine's; the text never reaches people
	Invalid     Kind = "invalid"     // the input is wrong; Fields says where
	NotFound    Kind = "not found"   // no such thing, or nothing this person may know of
	Forbidden   Kind = "forbidden"   // the person lacks the role, or must step aside
	SignIn      Kind = "sign in"     // nobody is signed in
	Stale       Kind = "stale"       // the row changed since the form was shown
	Conflict    Kind = "conflict"    // the state of things does not allow it
	TooMany     Kind = "too many"    // slow down
	Unavailable Kind = "unavailable" // the database cannot be reached or written
)

// Error is a failure with a text safe for people.
type Error struct {
	Kind    Kind
	Message string
	Fields  map[string]string // input name → what is wrong with it
	Cause   error

	order []string          // of Fields, as they were noted
	text  Clause            // Message before it was put together
	texts map[string]Clause // the same of Fields
}

func (e *Error) Error() string {
	if e.Cause == nil {
		return e.Message
	}
	return e.Message + ": " + e.Cause.Error()
}

func (e *Error) Unwrap() error { return e.Cause }

// New returns a fault whose message people may read.
func New(kind Kind, format string, args ...any) *Error {
	return &Error{Kind: kind, Message: phrase.English(format, args...), text: Part(format, args...)}
}

// Wrap returns a fault that keeps its cause for the log.
func Wrap(kind Kind, cause error, format string, args ...any) *Error {
	return &Error{Kind: kind, Message: phrase.English(format, args...), Cause: cause, text: Part(format, args...)}
}

// Field returns an Invalid fault about one thing only, which the sentence names.
func Field(field, format string, args ...any) *Error {
	e := New(Invalid, format, args...)
	e.At(field)
	return e
}

// At says which field the fault is about, where the sentence stands for itself.
func (e *Error) At(field string) {
	e.order, e.Fields, e.texts = []string{field}, map[string]string{field: e.Message}, map[string]Clause{field: e.text}
}

// Of returns the kind of err: Internal for anything that is not a fault.
func Of(err error) Kind {
	var f *Error
	if errors.As(err, &f) {
		return f.Kind
	}
	return Internal
}

// Is reports whether err is a fault of that kind.
func Is(err error, kind Kind) bool { return err != nil && Of(err) == kind }

// Message returns the text people may read; for internal failures that is a
// fixed sentence.
func Message(err error) string {
	if err == nil {
		return ""
	}
	var f *Error
	if errors.As(err, &f) && f.Kind != Internal {
		return f.Message
	}
	return string(failed)
}

const failed = Word("Something failed on the server.")

// MessageIn is Message as say puts it.
func MessageIn(err error, say Say) string {
	if err == nil {
		return ""
	}
	var f *Error
	if errors.As(err, &f) && f.Kind != Internal {
		return f.text.In(say)
	}
	return say(string(failed))
}

// FieldsIn is Fields as say puts them.
func FieldsIn(err error, say Say) map[string]string {
	var f *Error
	if !errors.As(err, &f) {
		return nil
	}
	said := make(map[string]string, len(f.texts))
	for field, t := range f.texts {
		said[field] = t.In(say)
	}
	return said
}

// Fields returns the field messages of an Invalid fault.
func Fields(err error) map[string]string {
	var f *Error
	if errors.As(err, &f) {
		return f.Fields
	}
	return nil
}

// Each goes through Fields in the order in which the problems were noted.
func Each(err error) iter.Seq2[string, string] {
	return func(yield func(field, problem string) bool) {
		var f *Error
		if !errors.As(err, &f) {
			return
		}
		for _, field := range f.order {
			if !yield(field, f.Fields[field]) {
				return
			}
		}
	}
}

// First returns the field message that was noted first, ok false where there is none.
func First(err error) (field, problem string, ok bool) {
	var f *Error
	if !errors.As(err, &f) || len(f.order) == 0 {
		return "", "", false
	}
	return f.order[0], f.Fields[f.order[0]], true
}

// Form collects the problems of one form; its zero value is ready.
type Form struct {
	fields map[string]string
	texts  map[string]Clause
	order  []string
}

// Add notes a problem of a field; the first one wins.
func (f *Form) Add(field, format string, args ...any) {
	if f.fields == nil {
		f.fields, f.texts = map[string]string{}, map[string]Clause{}
	}
	if _, ok := f.fields[field]; !ok {
		f.order = append(f.order, field)
		f.fields[field], f.texts[field] = phrase.English(format, args...), Part(format, args...)
	}
}

// Err is nil when nothing was noted.
func (f *Form) Err() error {
	if len(f.fields) == 0 {
		return nil
	}
	e := New(Invalid, "Some entries need a correction. Nothing was saved.")
	if len(f.fields) == 1 {
		e = New(Invalid, "One entry needs a correction. Nothing was saved.")
	}
	e.Fields, e.order, e.texts = f.fields, f.order, f.texts
	return e
}
