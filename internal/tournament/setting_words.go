package tournament

import (
	"encoding/json"
	"fmt"
	"strings"
)

// SettingWords are a section's setting as people say it: what it is called and what
// it says, of a value as the journal has it. ok is false where name is no setting.
func SettingWords(name string, value any) (label, said string, ok bool) {
	label, ok = sectionFields[name]
	if !ok {
		return "", "", false
	}
	return strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(label, "The "), "the "), "What "), settingValue(name, value), true
}

// settingUnits are what the numbers of settings count.
var settingUnits = map[string]string{
	"round_minutes": "minute", "grace_minutes": "minute", "appeal_minutes": "minute", "broadcast_delay": "second",
}

// settingValues are values that stand for words.
var settingValues = map[string]map[string]string{
	"initial_colour": {"W": "White", "B": "Black"},
	"scoring":        {"match": "points for each match", "pairing": "one result for each pairing"},
}

func settingValue(name string, value any) string {
	switch v := value.(type) {
	case nil:
		return "none"
	case bool:
		if v {
			return "yes"
		}
		return "no"
	case float64:
		return settingNumber(name, int(v))
	case string:
		if said := settingValues[name][v]; said != "" {
			return said
		}
		if v == "" {
			return "none"
		}
		if name == "tie_breaks" {
			return strings.Join(strings.FieldsFunc(v, func(r rune) bool { return r == ',' || r == ' ' }), ", ")
		}
		if name == "system" || name == "seat_rotation" || name == "heavy_penalties" {
			return strings.ReplaceAll(v, "-", " ")
		}
		return v
	}
	b, err := json.Marshal(value)
	if err != nil {
		return fmt.Sprint(value)
	}
	return string(b)
}

func settingNumber(name string, n int) string {
	switch unit := settingUnits[name]; {
	case name == "clock" && n%60_000 == 0:
		return amount(n/60_000, "minute")
	case name == "clock":
		return fmt.Sprintf("%d:%02d minutes", n/60_000, n/1000%60)
	case name == "bye_points" && n%2 == 1:
		return strings.TrimPrefix(fmt.Sprintf("%d½", n/2), "0")
	case name == "bye_points":
		return fmt.Sprint(n / 2)
	case unit != "":
		return amount(n, unit)
	}
	return fmt.Sprint(n)
}

func amount(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
