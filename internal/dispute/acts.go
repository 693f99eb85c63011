package dispute

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tandemchess/tandem/internal/fault"
)

// grammar lists the acts a card can hold, in the words of the rulings format,
// with the words that follow each: a name takes the next word, a name in
// brackets may be left out, and a name with a question mark is a switch.
var grammar = map[string][]string{
	"move": {"move", "held?", "accidental?", "in-time?", "not-in-time?"}, "take-back": nil, "press": nil, "touch": {"man", "accidental?"}, "declare": {"piece"},
	"announce-mate": nil, "pass": {"piece"}, "withhold": {"piece"}, "take-king": nil, "flag": nil, "offer-draw": nil, "accept-draw": nil,
	"refuse-draw": nil, "resign": nil, "claim": {"kind"}, "end": {"board", "winner", "reason", "linked?"}, "no-clock": {"board"},
	"stop-clocks": {"boards", "[with]"}, "hide-stock": nil, "show-stock": nil, "partner-board": {"how"}, "hover": {"over"}, "two-hands": nil,
	"other-hand": nil, "displace": nil, "restore": nil, "knock-clock": nil, "swap-clock": nil, "bang": nil, "annoy": nil, "touch-clock": {"why"},
	"lift-clock": nil, "speak": {"about"}, "off-board": nil, "abuse": nil, "telephone": nil, "late": nil,
	orderUnknown: nil,
}

// without an actor: facts about a board.
var boardActs = []string{"end", "no-clock"}

// orderUnknown is about both boards: nobody knows which ended first. Whoever its
// line names does not matter; it is written as "match order-unknown".
const orderUnknown = "order-unknown"

// ParseActs reads one act per line: who, what, and what belongs to it, as in
// "BA move c6d4", "BA press", "A end W checkmate", "t=2500 WA flag".
func ParseActs(text string) ([]Act, error) {
	var acts []Act
	for n, line := range strings.Split(text, "\n") {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		act, err := parseAct(words)
		if err != nil {
			var form fault.Form
			form.Add("acts", "Line %d, “%s”: %s.", n+1, strings.TrimSpace(line), err)
			return nil, form.Err()
		}
		acts = append(acts, act)
	}
	return acts, nil
}

func parseAct(words []string) (Act, error) {
	act := Act{}
	if ms, ok := strings.CutPrefix(words[0], "t="); ok {
		t, err := strconv.Atoi(ms)
		if err != nil {
			return nil, fault.New(fault.Invalid, "after t= comes a number of milliseconds")
		}
		act["t"] = t
		words = words[1:]
	}
	if len(words) == 1 && words[0] == orderUnknown {
		words = []string{"match", orderUnknown}
	}
	if len(words) < 2 {
		return nil, fault.New(fault.Invalid, "expected who and what, such as WA press")
	}
	who, kind, rest := words[0], words[1], words[2:]
	fields, ok := grammar[kind]
	if !ok {
		return nil, fault.New(fault.Invalid, "there is no act “%s”", kind)
	}
	act["act"] = kind
	switch {
	case slices.Contains(boardActs, kind):
		rest = append([]string{who}, rest...)
	case kind != orderUnknown:
		act["by"] = who
	}
	for _, field := range fields {
		var err error
		if rest, err = act.take(field, rest); err != nil {
			return nil, err
		}
	}
	if len(rest) > 0 {
		return nil, fault.New(fault.Invalid, "“%s” does not belong to %s", strings.Join(rest, " "), kind)
	}
	return act, nil
}

// take moves the words of one field from the line into the act.
func (a Act) take(field string, words []string) ([]string, error) {
	if name, ok := strings.CutSuffix(field, "?"); ok {
		if len(words) == 0 || words[0] != name {
			return words, nil
		}
		switch name {
		case "held":
			a["released"] = false
		case "accidental":
			a["deliberate"] = false
		case "in-time", "not-in-time":
			a["handed_over"] = name == "in-time"
		default:
			a[name] = true
		}
		return words[1:], nil
	}
	name := strings.Trim(field, "[]")
	if len(words) == 0 {
		if name != field {
			return nil, nil
		}
		return nil, fault.New(fault.Invalid, "“%s” is missing", name)
	}
	switch name {
	case "boards", "with":
		a[name] = strings.Split(words[0], ",")
	default:
		a[name] = words[0]
	}
	return words[1:], nil
}

// FormatActs writes acts as ParseActs reads them.
func FormatActs(acts []Act) string {
	var b strings.Builder
	for _, a := range acts {
		if t, ok := a["t"]; ok {
			fmt.Fprintf(&b, "t=%v ", t)
		}
		kind := fmt.Sprint(a["act"])
		fields := grammar[kind]
		if slices.Contains(boardActs, kind) {
			fmt.Fprintf(&b, "%v %s", a[fields[0]], kind)
			fields = fields[1:]
		} else if kind == orderUnknown {
			b.WriteString("match " + kind)
		} else {
			fmt.Fprintf(&b, "%v %s", a["by"], kind)
		}
		for _, field := range fields {
			b.WriteString(a.words(field))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func (a Act) words(field string) string {
	if name, ok := strings.CutSuffix(field, "?"); ok {
		switch {
		case name == "held" && a["released"] == false, name == "accidental" && a["deliberate"] == false, a[name] == true,
			name == "in-time" && a["handed_over"] == true, name == "not-in-time" && a["handed_over"] == false:
			return " " + name
		}
		return ""
	}
	switch v := a[strings.Trim(field, "[]")].(type) {
	case nil:
		return ""
	case []any:
		return " " + strings.Trim(strings.ReplaceAll(fmt.Sprint(v), " ", ","), "[]")
	case []string:
		return " " + strings.Join(v, ",")
	default:
		return fmt.Sprintf(" %v", v)
	}
}
