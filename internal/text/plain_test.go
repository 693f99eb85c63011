package text_test

import (
	"regexp"
	"strings"
	"testing"

	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"golang.org/x/text/message/catalog"
	"golang.org/x/text/number"

	"github.com/tandemchess/tandem/internal/sentences"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/text"
)

// What Say says is what the printer of the language says, sentence by sentence,
// whatever the parts.
func TestSayAgreesWithThePrinter(t *testing.T) {
	t.Parallel()
	verb := regexp.MustCompile(`%(\[\d\])?[sd]`)
	english := expect.Must(sentences.Said("../.."))(t)
	for _, w := range text.Languages() {
		entries := expect.Must(text.Catalogue(w.Code()))(t)
		tag := language.MustParse(w.Code())
		plain := catalog.NewBuilder(catalog.Fallback(language.English))
		for m, e := range entries {
			if e.Forms == nil {
				expect.OK(t, plain.SetString(tag, string(m), e.Plain))
			}
		}
		printer := message.NewPrinter(tag, message.Catalog(plain))
		for m := range english {
			if entries[m].Forms != nil {
				continue
			}
			for _, n := range []int{0, 7, 999, 1003, 9998, 9999, 10_000, -1, 123456} {
				var parts, printed []any
				for i, v := range verb.FindAllString(string(m), -1) {
					switch {
					case !strings.HasSuffix(v, "d"):
						parts, printed = append(parts, "50 % ½ {n}"[i:]), append(printed, "50 % ½ {n}"[i:])
					case n+i >= 1000 && n+i <= 9999: // the number of a table has no comma
						parts, printed = append(parts, n+i), append(printed, number.Decimal(n+i, number.NoSeparator()))
					default:
						parts, printed = append(parts, n+i), append(printed, n+i)
					}
				}
				want := printer.Sprintf(message.Key(string(m), string(m)), printed...)
				if got := w.Say(m, parts...); got != want {
					t.Errorf("%s: %q is said as %q, the printer says %q", w.Code(), m, got, want)
				}
			}
		}
	}
}

// A sentence that does not fit its parts is left to the printer, which tells.
func TestSayWithPartsThatDoNotFit(t *testing.T) {
	t.Parallel()
	printer := message.NewPrinter(language.English, message.Catalog(catalog.NewBuilder()))
	for _, c := range []struct {
		m     text.Message
		parts []any
	}{
		{"%s here", nil},
		{"%s", []any{1}},
		{"%d", []any{"one"}},
		{"%s", []any{"a", "b"}},
		{"none", []any{"a"}},
		{"50 %", nil},
		{"50 %% of %s", []any{"a"}},
		{"%[2]s %[1]s", []any{"a", "b"}},
		{"%[3]s", []any{"a"}},
		{"%[0]s", []any{"a"}},
		{"%[1", []any{"a"}},
		{"%[2]s", []any{"a", "b"}},
		{"%v", []any{"a"}},
		{"%.1f", []any{0.5}},
	} {
		got, want := text.Words.Say(text.Words{}, c.m, c.parts...), printer.Sprintf(message.Key(string(c.m), string(c.m)), c.parts...)
		expect.True(t, got == want, "%q with %v: %q, the printer says %q", c.m, c.parts, got, want)
	}
}

func BenchmarkSay(b *testing.B) {
	german, _ := text.Exactly("de")
	b.ReportAllocs()
	for b.Loop() {
		german.Say("White on A against %s, %s", "Team 0001", "2 Punkte")
	}
}
