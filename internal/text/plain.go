package text

import (
	"strconv"
	"strings"
)

// ungrouped reports whether every language writes a number alike: table 1003 and 1003 teams,
// but 10,000 of them.
func ungrouped(n int64) bool { return 0 <= n && n <= 9999 }

// plainly says a sentence without plural forms whose parts are words and numbers that
// every language writes alike. That is nearly all that pages say, and a large
// table says it thousands of times: the printer would take ten times as long. ok is
// false where the printer has to speak.
func (v *voice) plainly(m Message, parts []any) (said string, ok bool) {
	rest := string(m)
	if e, known := v.vocabulary().sentences[m]; known {
		if e.Forms != nil {
			return "", false
		}
		rest = e.Plain
	}
	var b strings.Builder
	b.Grow(len(rest) + 16*len(parts))
	next := 0 // index of the part that the next verb says
	for {
		before, after, more := strings.Cut(rest, "%")
		b.WriteString(before)
		if !more {
			return b.String(), next == len(parts)
		}
		if len(after) > 3 && after[0] == '[' && after[2] == ']' { // "%[2]s"
			next, after = int(after[1]-'1'), after[3:]
		}
		if after == "" || next >= len(parts) || !v.plainPart(&b, after[0], parts[next]) {
			return "", false
		}
		next, rest = next+1, after[1:]
	}
}

// plainPart writes a part in the place of a verb if every language writes it alike.
func (v *voice) plainPart(b *strings.Builder, verb byte, part any) bool {
	switch part := part.(type) {
	case string:
		b.WriteString(v.apart(part))
		return verb == 's'
	case int:
		b.WriteString(strconv.Itoa(part))
		return verb == 'd' && ungrouped(int64(part))
	}
	return false
}
