package phrase

import (
	"encoding/json"
	"fmt"
)

// stored is a sentence or a part of one as records keep it: what was decided years ago is still
// said in the language of whoever reads it.
type stored struct {
	Say     string    `json:"say,omitempty"` // a sentence with its parts
	Parts   []*stored `json:"parts,omitempty"`
	Row     []*stored `json:"row,omitempty"` // a chain
	Between string    `json:"between,omitempty"`
	Capital *stored   `json:"capital,omitempty"`
	Word    Word      `json:"word,omitempty"`
	Text    *string   `json:"text,omitempty"` // what is the same in every language
	Number  *int      `json:"number,omitempty"`
}

// MarshalJSON writes the sentence for records. A part that no record keeps is
// written in English.
func (s Sentence) MarshalJSON() ([]byte, error) { return json.Marshal(keep(s)) }

func keep(part any) *stored {
	switch part := part.(type) {
	case Sentence:
		return &stored{Say: part.format, Parts: keepAll(part.parts)}
	case Chain:
		return &stored{Row: keepAll(part.Parts), Between: part.Between}
	case Capital:
		return &stored{Capital: keep(part.Sayable)}
	case Word:
		return &stored{Word: part}
	case int:
		return &stored{Number: &part}
	}
	text := fmt.Sprint(PartIn(part, English))
	return &stored{Text: &text}
}

func keepAll(parts []any) []*stored {
	var kept []*stored
	for _, part := range parts {
		kept = append(kept, keep(part))
	}
	return kept
}

// UnmarshalJSON reads what MarshalJSON has written, and a plain text, as which older programs
// kept some sentences.
func (s *Sentence) UnmarshalJSON(raw []byte) error {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		*s = Plain(text)
		return nil
	}
	var kept stored
	if err := json.Unmarshal(raw, &kept); err != nil {
		return fmt.Errorf("read a sentence: %w", err)
	}
	*s = Of(kept.Say, tellAll(kept.Parts)...)
	return nil
}

func (k *stored) tell() any {
	switch {
	case k == nil:
		return ""
	case k.Number != nil:
		return *k.Number
	case k.Text != nil:
		return *k.Text
	case k.Word != "":
		return k.Word
	case k.Capital != nil:
		if held, ok := k.Capital.tell().(Sayable); ok {
			return Capital{held}
		}
		return ""
	case k.Row != nil:
		return Chain{Parts: tellAll(k.Row), Between: k.Between}
	}
	return Of(k.Say, tellAll(k.Parts)...)
}

func tellAll(kept []*stored) []any {
	var parts []any
	for _, k := range kept {
		parts = append(parts, k.tell())
	}
	return parts
}

// Kept are sentences as a record keeps them. They are read only when somebody asks for
// them, since most of those who carry a record on never do. The zero value holds none.
type Kept struct{ written json.RawMessage }

// Keep writes sentences down.
func Keep(said ...Sentence) Kept {
	var kept []*stored
	for _, s := range said {
		kept = append(kept, keep(s))
	}
	written, err := json.Marshal(kept)
	if err != nil || kept == nil {
		return Kept{} // texts and numbers always encode
	}
	return Kept{written}
}

// Sentences reads what was kept, none where it cannot be read.
func (k Kept) Sentences() []Sentence {
	var said []Sentence
	if k.IsZero() || json.Unmarshal(k.written, &said) != nil {
		return nil
	}
	return said
}

// IsZero reports whether nothing is kept.
func (k Kept) IsZero() bool { return len(k.written) == 0 }

// MarshalJSON is a list of sentences, each as Sentence writes itself.
func (k Kept) MarshalJSON() ([]byte, error) { return k.written.MarshalJSON() }

// UnmarshalJSON takes a list of sentences over as it is.
func (k *Kept) UnmarshalJSON(raw []byte) error { return k.written.UnmarshalJSON(raw) }
