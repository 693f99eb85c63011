package rulebook

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tandemchess/tandem/internal/phrase"
)

// Name is the setting inside a sentence: "hiding stock pieces".
func (s Setting) Name() phrase.Word {
	if s == OnStopClocks {
		return phrase.Word("stopping clocks")
	}
	return phrase.Word(lowerFirst(s.Question()))
}

// Name is the kind of claim inside a sentence: "illegal move".
func (c ClaimInfo) Name() phrase.Word { return phrase.Word(lowerFirst(c.Label)) }

func lowerFirst(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToLower(r)) + s[n:]
}

// Rule is the setting with an answer as a statement: "What does an illegal move cost: the game".
func (s Setting) Rule(v Value) phrase.Sentence { return phrase.Of("%s: %s", asked{s}, Answer{s, v}) }

// asked is a setting's question without its marks.
type asked struct{ Setting }

func (a asked) In(say phrase.Say) string {
	question := say(a.Question())
	if plain, marked := strings.CutSuffix(question, "?"); marked {
		return strings.TrimPrefix(strings.TrimRight(plain, " \u00a0\u202f"), "¿")
	}
	return question
}

// Answer is a value of a setting as the plain end of an answer to its question.
type Answer struct {
	Setting Setting
	Value   Value
}

// Answer is what the rulebook answers to a setting.
func (b *Rulebook) Answer(s Setting) Answer { return Answer{s, b.Value(s)} }

// String is the answer in English.
func (a Answer) String() string {
	if infos[a.Setting].domain == path {
		return strings.ReplaceAll(a.In(phrase.English), ", then ", ", then the ")
	}
	return a.In(phrase.English)
}

// In is the answer as say puts it.
func (a Answer) In(say phrase.Say) string {
	phrases := a.Setting.Phrases(a.Value)
	if infos[a.Setting].domain == number && a.Value != NoRule {
		if minutes, whole := wholeMinutes(a.Setting, a.Value); whole {
			return phrase.Of("%d min", minutes).In(say)
		}
		return phrases[0][0] // figures
	}
	answer := ""
	for i, together := range phrases {
		step := say(together[0])
		for _, more := range together[1:] {
			step = phrase.Of("%s and %s", step, phrase.Word(more)).In(say)
		}
		if i > 0 {
			step = phrase.Of("%s, then %s", answer, step).In(say)
		}
		answer = step
	}
	return answer
}
