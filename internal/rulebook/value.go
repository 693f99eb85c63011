package rulebook

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tandemchess/tandem/internal/phrase"
)

// Value is one answer to a setting in its written form: a word ("press"), a
// number ("5"), or steps ("warning → game-loss"; options open together are
// joined by " + "). The zero Value is "no rule": the matter is left to the
// official.
type Value string

// NoRule is the value of a setting the rulebook does not answer.
const NoRule Value = ""

const (
	arrow        = " → "
	together     = " + "
	offenderFlag = "offender-flag"
	dash         = "—"
)

func (v Value) String() string {
	if v == NoRule {
		return dash
	}
	return string(v)
}

// Number is the value of a numeric setting, 0 for any other.
func (v Value) Number() int64 {
	n, _ := strconv.ParseInt(string(v), 10, 64) // a word is not a number: 0
	return n
}

// Levels are the entries of a path or the steps of a ladder in order.
func (v Value) Levels() []string {
	if v == NoRule {
		return nil
	}
	return strings.Split(string(v), arrow)
}

// Join makes the value of a path or ladder from its entries.
func Join(levels ...string) Value { return Value(strings.Join(levels, arrow)) }

// ParseValue reads an answer to a setting and refuses words outside it. "—" is
// no rule. Spaces around arrows and plus signs do not matter.
func ParseValue(s Setting, text string) (Value, error) {
	text = strings.TrimSpace(text)
	if text == dash {
		return NoRule, nil
	}
	in := infos[s]
	switch in.domain {
	case number:
		n, err := parseNumber(s, text)
		if err != nil || n < 0 {
			return NoRule, wrong("%s takes a whole number of 0 or more, not “%s”", s.String(), text)
		}
		return Value(strconv.FormatInt(n, 10)), nil
	case path:
		return parseSteps(s, text, func(step string) bool { _, err := ParseOfficial(step); return err == nil })
	case ladder:
		if slices.ContainsFunc(in.special, func(c Choice) bool { return string(c.Value) == text }) {
			return Value(text), nil
		}
		return parseSteps(s, text, isStep)
	}
	if slices.ContainsFunc(in.values, func(c Choice) bool { return string(c.Value) == text }) {
		return Value(text), nil
	}
	return NoRule, wrong("%s takes %s, not “%s”", s.String(), phrase.Or(valuesOf(in.values)...), text)
}

func parseSteps(s Setting, text string, known func(string) bool) (Value, error) {
	levels := strings.Split(text, strings.TrimSpace(arrow))
	for i, level := range levels {
		options := strings.Split(level, "+")
		for j, option := range options {
			options[j] = strings.TrimSpace(option)
			if !known(options[j]) {
				return NoRule, wrong("%s has no step “%s”", s.String(), options[j])
			}
		}
		levels[i] = strings.Join(options, together)
	}
	return Join(levels...), nil
}

func valuesOf(choices []Choice) []Value {
	list := make([]Value, len(choices))
	for i, c := range choices {
		list[i] = c.Value
	}
	return list
}

// Say is the value as the plain end of an answer to the setting's question, in English.
func (s Setting) Say(v Value) string { return Answer{s, v}.String() }

// Phrases are the parts of what Say says, for readers in another language: the
// steps of a ladder or the levels of a path in order, each with what applies
// together in it. Any other answer is one phrase.
func (s Setting) Phrases(v Value) [][]string {
	in := infos[s]
	whole := func(phrase string) [][]string { return [][]string{{phrase}} }
	if v == NoRule {
		return whole(silent)
	}
	for _, c := range slices.Concat(in.values, in.special) {
		if c.Value == v {
			return whole(c.Meaning)
		}
	}
	var phrases [][]string
	switch in.domain {
	case ladder:
		for _, level := range v.Levels() {
			phrases = append(phrases, stepMeanings(level))
		}
	case path:
		for _, level := range v.Levels() {
			phrases = append(phrases, []string{Official(level).Title()})
		}
	case number:
		phrases = whole(sayNumber(s, v))
	default:
		phrases = whole(string(v))
	}
	return phrases
}

// minute is what the minutes of a time are worth, in milliseconds.
const minute = 60_000

// parseNumber reads a whole number, and a time also as minutes: "5 min".
func parseNumber(s Setting, text string) (int64, error) {
	minutes, timed := strings.CutSuffix(text, "min")
	if s != ExcessTimeOver || !timed {
		return strconv.ParseInt(text, 10, 64)
	}
	n, err := strconv.ParseInt(strings.TrimSpace(minutes), 10, 32)
	return n * minute, err
}

// sayNumber is a number as people say it: a time in minutes, where they are whole.
func sayNumber(s Setting, v Value) string {
	if minutes, whole := wholeMinutes(s, v); whole {
		return strconv.FormatInt(minutes, 10) + " min"
	}
	return string(v)
}

// wholeMinutes are the minutes of a setting that is a time of whole ones.
func wholeMinutes(s Setting, v Value) (int64, bool) {
	return v.Number() / minute, s == ExcessTimeOver && v.Number()%minute == 0
}

// silent is the answer of a text without a rule.
const silent = "the text is silent: the official decides"
