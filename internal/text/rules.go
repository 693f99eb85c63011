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
	if said, ok := v.rules[sentence]; ok {
		return said
	}
	if v.pseudo != nil {
		return v.pseudo(sentence)
	}
	return sentence
}

// Answer is the value of a setting as the end of an answer to its question.
func (w Words) Answer(s rulebook.Setting, v rulebook.Value) string {
	answer := ""
	for i, together := range s.Phrases(v) {
		step := w.Rule(together[0])
		for _, more := range together[1:] {
			step = w.Say("%s and %s", step, w.Rule(more))
		}
		if i > 0 {
			step = w.Say("%s, then %s", answer, step)
		}
		answer = step
	}
	return answer
}
