package tournament

import (
	"encoding/json"
	"fmt"
	"strings"
)

// SettingWords are a section's setting as people say it: what it is called and what
// it says, of a value as the journal has it. ok is false where name is no setting.
func SettingWords(name string, value any) (label, said string, ok bool) {
	setting, ok := SettingByName(name)
	if !ok {
		return "", "", false
	}
	return strings.TrimPrefix(strings.TrimPrefix(string(setting.Label), "The "), "What "), setting.told.words(value), true
}

// teller says the numbers and texts of a setting; nil says them as they are.
type teller struct {
	number func(int) string
	text   func(string) string
}

func inNumbers(say func(int) string) teller { return teller{number: say} }
func inText(say func(string) string) teller { return teller{text: say} }
func oneOf(meanings map[string]string) teller {
	return teller{text: func(value string) string {
		if said := meanings[value]; said != "" {
			return said
		}
		return value
	}}
}

func minuteWords(n int) string { return amount(n, "minute") }
func secondWords(n int) string { return amount(n, "second") }

func spaced(value string) string { return strings.ReplaceAll(value, "-", " ") }

// listed puts a comma after each code.
func listed(codes string) string {
	return strings.Join(strings.FieldsFunc(codes, func(r rune) bool { return r == ',' || r == ' ' }), ", ")
}

// clockWords are milliseconds as people say them.
func clockWords(ms int) string {
	if ms%60_000 == 0 {
		return minuteWords(ms / 60_000)
	}
	return fmt.Sprintf("%d:%02d minutes", ms/60_000, ms/1000%60)
}

// halves are half points as points.
func halves(n int) string {
	if n%2 == 1 {
		return strings.TrimPrefix(fmt.Sprintf("%d½", n/2), "0")
	}
	return fmt.Sprint(n / 2)
}

// words say a value as the journal has it.
func (t teller) words(value any) string {
	switch v := value.(type) {
	case nil:
		return "none"
	case bool:
		if v {
			return yes
		}
		return "no"
	case float64:
		if t.number != nil {
			return t.number(int(v))
		}
		return fmt.Sprint(int(v))
	case string:
		if v == "" {
			return "none"
		}
		if t.text != nil {
			return t.text(v)
		}
		return v
	}
	if none, is := value.(map[string]any); is && len(none) == 0 {
		return "none"
	}
	b, err := json.Marshal(value)
	if err != nil {
		return fmt.Sprint(value)
	}
	return string(b)
}

func amount(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
