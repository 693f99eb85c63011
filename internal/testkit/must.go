package testkit

import (
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/postgres"
)

// OK ends the test when a step of its preparation failed.
func OK(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err, fault.Fields(err))
	}
}

// Must is the value of a step that has to succeed; the test ends there when it did not:
//
//	book := testkit.Must(reader.Book(ctx, event, section))(t)
func Must[T any](value T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		OK(t, err)
		return value
	}
}

// second is the error of a command whose answer the test does not look at.
func second[T any](_ T, err error) error { return err }

// Refused fails the test unless the error is of the kind, and its message with those of
// the fields says the words.
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

// Stored is the one value that a query finds, in the database past the program.
func Stored[T any](t testing.TB, pool *postgres.Pool, sql string, args ...any) (value T) {
	t.Helper()
	OK(t, pool.QueryRow(t.Context(), sql, args...).Scan(&value))
	return value
}
