// Package expect says in one line what a test expects, so that a test reads as a list of facts.
// A fact that does not hold is told with what was found, and the test goes on; the functions
// that begin with Must end it there, for what everything after it rests on. Only tests may
// import it.
package expect

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/fault"
)

// Equal expects two values to be the same. The words say what they are values of.
func Equal[T comparable](t testing.TB, got, want T, format string, args ...any) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got %s, want %s", fmt.Sprintf(format, args...), shown(got), shown(want))
	}
}

// MustEqual is [Equal] for what the rest of the test rests on.
func MustEqual[T comparable](t testing.TB, got, want T, format string, args ...any) {
	t.Helper()
	if got != want {
		t.Fatalf("%s: got %s, want %s", fmt.Sprintf(format, args...), shown(got), shown(want))
	}
}

// True expects a fact to hold. The words say what is so instead.
func True(t testing.TB, fact bool, format string, args ...any) {
	t.Helper()
	if !fact {
		t.Errorf(format, args...)
	}
}

// MustTrue is [True] for what the rest of the test rests on.
func MustTrue(t testing.TB, fact bool, format string, args ...any) {
	t.Helper()
	if !fact {
		t.Fatalf(format, args...)
	}
}

// Contains expects a text to hold some words.
func Contains(t testing.TB, text, words, format string, args ...any) {
	t.Helper()
	if !strings.Contains(text, words) {
		t.Errorf("%s: %s does not hold %s", fmt.Sprintf(format, args...), shown(text), shown(words))
	}
}

// Lacks expects a text not to hold some words.
func Lacks(t testing.TB, text, words, format string, args ...any) {
	t.Helper()
	if strings.Contains(text, words) {
		t.Errorf("%s: %s holds %s", fmt.Sprintf(format, args...), shown(text), shown(words))
	}
}

// NoDiff expects an empty difference, of cmp.Diff(want, got).
func NoDiff(t testing.TB, diff, format string, args ...any) {
	t.Helper()
	if diff != "" {
		t.Errorf("%s: wanted (-) and found (+) differ:\n%s", fmt.Sprintf(format, args...), diff)
	}
}

// shown is a value in the message of a failed test: texts in quotation marks, unless they
// have several lines.
func shown(value any) string {
	if text, is := value.(string); is && !strings.Contains(text, "\n") {
		return fmt.Sprintf("%q", text)
	}
	return fmt.Sprintf("%+v", value)
}

// OK ends the test when a step of its preparation failed.
func OK(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err, fault.Fields(err))
	}
}

// Must is the value of a step that has to succeed; the test ends there when it did not:
//
//	book := expect.Must(reader.Book(ctx, event, section))(t)
func Must[T any](value T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		OK(t, err)
		return value
	}
}

// Err is the error of a step whose value the test does not look at.
func Err[T any](_ T, err error) error { return err }

// Refused expects an error of the kind, whose message with those of the fields says the words.
func Refused(t testing.TB, err error, kind fault.Kind, words ...string) {
	t.Helper()
	text := fault.Message(err)
	for _, field := range fault.Fields(err) {
		text += " " + field
	}
	for _, w := range append(words, "") {
		if !fault.Is(err, kind) || !strings.Contains(text, w) {
			t.Errorf("got %v (%s), want %s with %q", err, text, kind, w)
			return
		}
	}
}
