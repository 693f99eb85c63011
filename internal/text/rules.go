package text

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"

	"github.com/tandemchess/tandem/internal/rulebook"
)

// Rulebooks reads the rulebooks in a language, sentence by sentence: topics,
// articles, settings and their answers, by the English that package rulebook
// holds. English itself has none.
func Rulebooks(code string) (map[string]string, error) { return rulebooks(code, folderOf(code)) }

func rulebooks(code string, folder fs.FS) (map[string]string, error) {
	raw, err := fs.ReadFile(folder, "rules.json")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the rules in %q: %w", code, err)
	}
	var sentences map[string]string
	if err := json.Unmarshal(raw, &sentences); err != nil {
		return nil, fmt.Errorf("read the rules in %q: %w", code, err)
	}
	return sentences, nil
}

// Rule says a sentence of a rulebook in this language. Numbers and what is cited
// stay as they are.
func (w Words) Rule(sentence string) string {
	v := w.in()
	if said, ok := v.vocabulary().rules[sentence]; ok {
		return said
	}
	if v.pseudo != nil && ruleTranslated(sentence) {
		return v.pseudo(sentence)
	}
	return sentence
}

// Told says a part of a sentence: one of the catalogues, or of a rulebook.
func (w Words) Told(format string, parts ...any) string {
	v := w.in()
	_, ours := v.vocabulary().sentences[Message(format)]
	if ours = ours || v.pseudo != nil && translated(Message(format)); !ours && len(parts) == 0 {
		return w.Rule(format)
	}
	return w.Say(Message(format), parts...)
}

// Answer is the value of a setting as the end of an answer to its question.
func (w Words) Answer(s rulebook.Setting, v rulebook.Value) string {
	return rulebook.Answer{Setting: s, Value: v}.In(w.Told)
}
