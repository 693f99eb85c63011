package tournament

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tandemchess/tandem/internal/fault"
)

// Setting is all that is said about one setting of a section, wherever it is asked
// for, kept, printed or told. The list of them is Settings.
type Setting struct {
	Name    string      // of its field in the form, of its refusals, and in the journal
	Label   fault.Word  // as sentences about it begin: "The hall"
	Step    SettingStep // the step of preparing that asks for it
	Weight  Weight
	Columns []string // of table section
	Sheet   string   // its line on the printed sheet of settings; empty: none of its own
	Ask     Question // how its step asks for it; zero: the step's page draws it itself

	Least, Most int      // of a whole number; Most 0: its own check says it
	Not         []System // in which it means nothing, so that no form offers it

	kept keeper
	told teller
}

// Concerns reports whether the setting means something in a pairing system.
func (s Setting) Concerns(system System) bool { return !slices.Contains(s.Not, system) }

// SettingStep is a step of preparing a section.
type SettingStep int

// The steps. What a section is called is asked when it is made, and on the page with
// all its settings.
const (
	NamingStep SettingStep = iota
	SystemStep
	TemplateStep
	RulebookStep
	ScoringStep
	TieBreakStep
	TableStep
)

// Weight is what rests on a setting; each weight includes those before it.
type Weight int

const (
	Handy    Weight = iota // of use in the hall: no result rests on it
	Decisive               // results, standings or rulings rest on it: stored values are compared with the journal's
	Founding               // the journal says it when the section is added
	Frozen                 // the first publication fixes it
)

// Question is how a form asks for a setting.
type Question struct {
	Label, Hint string
	Required    bool
	Choices     []Option   // the values there are; none: it is typed
	Refusal     fault.Word // for a value that is none of the choices
}

// Option is one value of a setting, as people choose it.
type Option struct{ Value, Label string }

// Control is how a value is typed.
type Control int

const (
	TextControl Control = iota
	NumberControl
	CheckControl
)

// keeper moves a setting between what people say, the row and the form.
type keeper interface {
	keep(n *NewSection, s *Section) // from what was said into the row
	show(s *Section, n *NewSection) // and back
	value(s *Section) any           // of the row, as the journal has it
	stored(s *Section) []any        // of the row, as its columns have it
	typed(n *NewSection) string     // as the form shows it
	take(n *NewSection, typed string) (problem fault.Word)
	control() Control
}

// direct is a setting that has one type where people say it and in the row.
type direct[T any] struct {
	said func(*NewSection) *T
	row  func(*Section) *T
}

func (d direct[T]) keep(n *NewSection, s *Section) { *d.row(s) = *d.said(n) }
func (d direct[T]) show(s *Section, n *NewSection) { *d.said(n) = *d.row(s) }
func (d direct[T]) value(s *Section) any           { return *d.row(s) }
func (d direct[T]) stored(s *Section) []any        { return []any{*d.row(s)} }

// words are a text, or one of a few.
type words[T ~string] struct{ direct[T] }

func text[T ~string](said func(*NewSection) *T, row func(*Section) *T) keeper {
	return words[T]{direct[T]{said, row}}
}

func (w words[T]) typed(n *NewSection) string { return string(*w.said(n)) }
func (words[T]) control() Control             { return TextControl }
func (w words[T]) take(n *NewSection, typed string) fault.Word {
	*w.said(n) = T(typed)
	return ""
}

// whole is a whole number; nothing typed is zero.
type whole struct{ direct[int] }

func number(said func(*NewSection) *int, row func(*Section) *int) keeper {
	return whole{direct[int]{said, row}}
}

func (w whole) typed(n *NewSection) string { return strconv.Itoa(*w.said(n)) }
func (whole) control() Control             { return NumberControl }
func (w whole) take(n *NewSection, typed string) fault.Word {
	value, problem := optionalNumber(typed)
	*w.said(n) = 0
	if value != nil {
		*w.said(n) = *value
	}
	return problem
}

// optionalNumber reads a whole number; nil where nothing is typed.
func optionalNumber(typed string) (n *int, problem fault.Word) {
	if typed == "" {
		return nil, ""
	}
	value, err := strconv.Atoi(typed)
	if err != nil {
		return new(int), fault.Word("Enter a whole number.")
	}
	return &value, ""
}

func optionalTyped(n *int) string {
	if n == nil {
		return ""
	}
	return strconv.Itoa(*n)
}

// chosenNumber is a whole number of which zero is a value of its own: nil takes the default.
type chosenNumber struct {
	said func(*NewSection) **int
	row  func(*Section) *int
}

func (c chosenNumber) keep(n *NewSection, s *Section) { *c.row(s) = **c.said(n) }
func (c chosenNumber) value(s *Section) any           { return *c.row(s) }
func (c chosenNumber) stored(s *Section) []any        { return []any{*c.row(s)} }
func (c chosenNumber) typed(n *NewSection) string     { return optionalTyped(*c.said(n)) }
func (chosenNumber) control() Control                 { return NumberControl }
func (c chosenNumber) show(s *Section, n *NewSection) {
	value := *c.row(s)
	*c.said(n) = &value
}

func (c chosenNumber) take(n *NewSection, typed string) (problem fault.Word) {
	*c.said(n), problem = optionalNumber(typed)
	return problem
}

// limitOrNone is a whole number that a section may go without.
type limitOrNone struct{ direct[*int] }

func (b limitOrNone) typed(n *NewSection) string { return optionalTyped(*b.said(n)) }
func (limitOrNone) control() Control             { return NumberControl }
func (b limitOrNone) take(n *NewSection, typed string) (problem fault.Word) {
	*b.said(n), problem = optionalNumber(typed)
	return problem
}

// toggle is yes or no.
type toggle struct{ direct[bool] }

func yesNo(said func(*NewSection) *bool, row func(*Section) *bool) keeper {
	return toggle{direct[bool]{said, row}}
}

const yes = "yes"

func (t toggle) typed(n *NewSection) string {
	if *t.said(n) {
		return yes
	}
	return ""
}
func (toggle) control() Control { return CheckControl }
func (t toggle) take(n *NewSection, typed string) fault.Word {
	*t.said(n) = typed == yes
	return ""
}

// secondSource is said as its contrary, and kept for both sources at once.
type secondSource struct{}

func (secondSource) keep(n *NewSection, s *Section) {
	s.VerifyTeams, s.VerifyRekey = !n.SingleSource, !n.SingleSource
}

func (secondSource) show(s *Section, n *NewSection) {
	n.SingleSource = !s.VerifyTeams && !s.VerifyRekey
}
func (secondSource) value(s *Section) any    { return s.VerifyTeams || s.VerifyRekey }
func (secondSource) stored(s *Section) []any { return []any{s.VerifyTeams, s.VerifyRekey} }
func (secondSource) control() Control        { return CheckControl }
func (secondSource) typed(n *NewSection) string {
	if n.SingleSource {
		return ""
	}
	return yes
}

func (secondSource) take(n *NewSection, typed string) fault.Word {
	n.SingleSource = typed != yes
	return ""
}

// answers are house rules: the form asks for them rule by rule and reads them itself.
type answers struct{ direct[json.RawMessage] }

func (a answers) stored(s *Section) []any           { return []any{string(*a.row(s))} }
func (answers) typed(*NewSection) string            { return "" }
func (answers) take(*NewSection, string) fault.Word { return "" }
func (answers) control() Control                    { return TextControl }

// clockTime is a time on the clocks, in milliseconds.
type clockTime struct{ direct[int64] }

func (clockTime) control() Control { return TextControl }
func (c clockTime) typed(n *NewSection) string {
	ms := *c.said(n)
	if ms%60_000 == 0 {
		return strconv.FormatInt(ms/60_000, 10)
	}
	return fmt.Sprintf("%d:%02d", ms/60_000, ms/1000%60)
}

func (c clockTime) take(n *NewSection, typed string) fault.Word {
	if *c.said(n) = ParseClock(typed); *c.said(n) < 0 {
		return fault.Word("Enter minutes such as 5, or minutes and seconds such as 2:30.")
	}
	return ""
}

// ParseClock reads minutes ("5", "2.5") or minutes and seconds ("2:30") into
// milliseconds; empty is 0, anything else -1.
func ParseClock(text string) int64 {
	if text == "" {
		return 0
	}
	if minutes, seconds, ok := strings.Cut(text, ":"); ok {
		m, err1 := strconv.Atoi(minutes)
		s, err2 := strconv.Atoi(seconds)
		if err1 != nil || err2 != nil || m < 0 || m > 999 || s < 0 || s > 59 {
			return -1
		}
		return int64(m*60+s) * 1000
	}
	m, err := strconv.ParseFloat(strings.ReplaceAll(text, ",", "."), 64)
	if err != nil || !(m > 0 && m < 1000) {
		return -1
	}
	return int64(math.Round(m * 60_000))
}

// SettingByName finds a setting by the name of its field.
func SettingByName(name string) (Setting, bool) {
	i := slices.IndexFunc(settings, func(s Setting) bool { return s.Name == name })
	if i < 0 {
		return Setting{}, false
	}
	return settings[i], true
}

// SettingsOfStep are the settings that a step asks for, in their order.
func SettingsOfStep(step SettingStep) []Setting {
	return slices.DeleteFunc(Settings(), func(s Setting) bool { return s.Step != step })
}

// Settings are all settings of a section, in the order of the printed sheet.
func Settings() []Setting { return slices.Clone(settings) }

// Frozen reports whether the first publication fixes the setting.
func (s Setting) Frozen() bool { return s.Weight >= Frozen }

// Control is how the setting is typed.
func (s Setting) Control() Control { return s.kept.control() }

// Typed is the setting as its form shows it.
func (s Setting) Typed(n NewSection) string { return s.kept.typed(&n) }

// Take reads what was typed; the problem is a sentence for the person who typed it,
// empty when there is none.
func (s Setting) Take(n *NewSection, typed string) (problem fault.Word) { return s.kept.take(n, typed) }

// Said is the setting of a section in words, as the journal tells it.
func (s Setting) Said(section Section) string {
	b, err := json.Marshal(s.kept.value(&section))
	var value any
	if err != nil || json.Unmarshal(b, &value) != nil {
		return "?"
	}
	return s.told.words(value)
}

// ColumnValue is what a column of the table section holds.
type ColumnValue struct {
	Name     string
	Decisive bool
	Value    any
}

// SettingColumns are the columns that keep the settings, with the section's values.
func SettingColumns(section Section) []ColumnValue {
	var columns []ColumnValue
	for _, s := range settings {
		for i, value := range s.kept.stored(&section) {
			columns = append(columns, ColumnValue{s.Columns[i], s.Weight >= Decisive, value})
		}
	}
	return columns
}

// SettingsOf is the inverse of creating a section: what its form shows.
func SettingsOf(s Section) NewSection {
	var n NewSection
	for _, setting := range settings {
		setting.kept.show(&s, &n)
	}
	return n
}

// valuesFrom names the settings of this weight or more, with their values.
func valuesFrom(least Weight, s Section) map[string]any {
	values := map[string]any{}
	for _, setting := range settings {
		if setting.Weight >= least {
			values[setting.Name] = setting.kept.value(&s)
		}
	}
	return values
}

// checkSettings notes numbers outside their bounds and values that are no choice.
func (n NewSection) checkSettings(form *fault.Form, at func(string) string) {
	for _, s := range settings {
		typed := s.Typed(n)
		if s.Ask.Refusal != "" && !slices.ContainsFunc(s.Ask.Choices, func(o Option) bool { return o.Value == typed }) {
			form.Add(at(s.Name), "%s", s.Ask.Refusal)
		}
		if s.Most == 0 || typed == "" {
			continue
		}
		if value, err := strconv.Atoi(typed); err != nil || value < s.Least || value > s.Most {
			form.Add(at(s.Name), "Enter a whole number from %d to %d.", s.Least, s.Most)
		}
	}
}
