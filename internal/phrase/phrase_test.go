package phrase_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/tandemchess/tandem/internal/phrase"
)

// loud says every sentence of ours between exclamation marks.
func loud(format string, parts ...any) string { return fmt.Sprintf("¡"+format+"!", parts...) }

// A sentence that a record has kept is said as it was before, in English and in any
// language, with the words, rows, names and numbers it holds.
func TestASentenceComesBackFromARecord(t *testing.T) {
	t.Parallel()
	row := phrase.Row("; ", phrase.Of("one of %d", 2), phrase.Of("%s", phrase.Word("director")))
	for _, s := range []phrase.Sentence{
		{},
		phrase.Of("plain"),
		phrase.Of("%s and %s; %s.", "Ana", phrase.Word("White"), row),
		phrase.Of("%s.", phrase.Capital{Sayable: row}),
		phrase.Of("%d %s", 0, ""),
	} {
		raw, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		var back phrase.Sentence
		if err := json.Unmarshal(raw, &back); err != nil {
			t.Fatal(err)
		}
		if back.String() != s.String() || back.In(loud) != s.In(loud) {
			t.Errorf("%s came back as %q, %q; want %q, %q", raw, back, back.In(loud), s, s.In(loud))
		}
	}
	var broken phrase.Sentence
	if err := json.Unmarshal([]byte(`[7]`), &broken); err == nil {
		t.Error("a list was read as a sentence")
	}
}

// A row of sentences is kept as their list is, carried on untouched, and read by whoever asks;
// what cannot be read says nothing, and keeps nobody from the rest of the record.
func TestSentencesAreKeptUntilAsked(t *testing.T) {
	t.Parallel()
	said := []phrase.Sentence{phrase.Of("%s meets %s.", "Ana", phrase.Word("White")), phrase.Of("plain")}
	list, err := json.Marshal(said)
	if err != nil {
		t.Fatal(err)
	}
	type record struct {
		Kept phrase.Kept `json:"kept,omitzero"`
	}
	for text, want := range map[string][]phrase.Sentence{
		`{"kept":` + string(list) + `}`: said,
		`{"kept":[7]}`:                  nil,
		`{"kept":null}`:                 nil,
		`{}`:                            nil,
	} {
		var r record
		if err := json.Unmarshal([]byte(text), &r); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		got := r.Kept.Sentences()
		if len(got) != len(want) || len(want) > 0 && (!got[0].Equal(want[0]) || !got[1].Equal(want[1])) {
			t.Errorf("%s says %v, want %v", text, got, want)
		}
		if back, err := json.Marshal(r); err != nil || string(back) != text {
			t.Errorf("%s is written as %s: %v", text, back, err)
		}
	}
	if back, err := json.Marshal(record{phrase.Keep(said...)}); err != nil || string(back) != `{"kept":`+string(list)+`}` {
		t.Errorf("the row is written as %s: %v", back, err)
	}
	if !phrase.Keep().IsZero() {
		t.Error("no sentences are kept as some")
	}
}

// A capital letter is that of the reader's language.
func TestCapitalOfEachLanguage(t *testing.T) {
	t.Parallel()
	say := func(format string, _ ...any) string {
		return map[string]string{"black": "černý", "none": ""}[format]
	}
	for word, want := range map[phrase.Word]string{"black": "Černý", "none": ""} {
		if got := (phrase.Capital{Sayable: word}).In(say); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
