package text

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/number"
	"golang.org/x/text/unicode/bidi"
)

// Marks between which a text has a direction of its own (Unicode UAX 9: first strong
// isolate, pop directional isolate). Nobody sees them.
const (
	apartFrom = "\u2068"
	apartTo   = "\u2069"
)

// Apart keeps a name written the other way than the language from turning round what
// stands beside it: after a Hebrew name "2–1" would be read "1–2", and of two such
// names the second would stand first. Any other name stays as it is. Say does this
// with its parts; what is put together in another way asks for it.
func (w Words) Apart(name string) string { return w.in().apart(name) }

// Versus names sides that meet, the first one first in any script.
func (w Words) Versus(sides ...string) string { return w.row(" – ", sides) }

// Together names partners who make up one side, in their order.
func (w Words) Together(partners ...string) string { return w.row(" / ", partners) }

func (w Words) row(between string, names []string) string {
	apart := make([]string, len(names))
	for i, name := range names {
		apart[i] = w.Apart(name)
	}
	return strings.Join(apart, between)
}

func (v *voice) apart(s string) string {
	if !v.turns(s) {
		return s
	}
	return apartFrom + s + apartTo
}

// turns reports whether a text holds a letter written against the language's direction.
func (v *voice) turns(s string) bool {
	for i := 0; i < len(s); {
		if s[i] < utf8.RuneSelf && !v.rightToLeft {
			i++
			continue
		}
		p, size := bidi.LookupString(s[i:])
		if size == 0 {
			return false
		}
		switch p.Class() {
		case bidi.R, bidi.AL:
			if !v.rightToLeft {
				return true
			}
		case bidi.L:
			if v.rightToLeft {
				return true
			}
		}
		i += size
	}
	return false
}

// saidApart are the parts of a sentence as the printer takes them.
func (v *voice) saidApart(parts []any) []any {
	said := make([]any, len(parts))
	for i, part := range parts {
		said[i] = part
		switch part := part.(type) {
		case string:
			said[i] = v.apart(part)
		case int:
			if ungrouped(int64(part)) {
				said[i] = number.Decimal(part, number.NoSeparator())
			}
		case int64:
			if ungrouped(part) {
				said[i] = number.Decimal(part, number.NoSeparator())
			}
		}
	}
	return said
}
