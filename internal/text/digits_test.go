package text_test

import (
	"testing"
	"unicode"

	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/text"
)

func TestDigitsOfAllScriptsCount(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]string{
		"": "", "12": "12", "Table 7 – é": "Table 7 – é", "١٢": "12", "۴۵۶": "456", "१०": "10", "１２": "12", "１：３０": "1:30", "－２．５": "-2.5",
		"๐๙": "09", "𝟘𝟡𝟎𝟗": "0909", "½": "½", "四": "四",
	} {
		expect.Equal(t, text.PlainDigits(typed), want, "%q", typed)
	}
}

// Every decimal digit there is becomes one of ten, and each ten has each once.
func TestNoDigitIsLeftOut(t *testing.T) {
	t.Parallel()
	counts := map[string]int{}
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if unicode.Is(unicode.Nd, r) {
			counts[text.PlainDigits(string(r))]++
		}
	}
	expect.Equal(t, len(counts), 10, "%v", counts)
	for digit, n := range counts {
		expect.Equal(t, n, counts["0"], "%s", digit)
	}
}

func TestMoneyIsGroupedWhereItIsMuch(t *testing.T) {
	t.Parallel()
	for code, want := range map[string][]string{
		"en": {"0.05", "325.00", "9999.50", "14,800.00", "1,234,567.89"}, "de": {"0,05", "325,00", "9999,50", "14.800,00", "1.234.567,89"},
		"fr": {"0,05", "325,00", "9999,50", "14\u00a0800,00", "1\u00a0234\u00a0567,89"}, "es": {"0,05", "325,00", "9999,50", "14.800,00", "1.234.567,89"},
		"cs": {"0,05", "325,00", "9999,50", "14\u00a0800,00", "1\u00a0234\u00a0567,89"},
	} {
		words, ok := text.Exactly(code)
		expect.MustTrue(t, ok, "no language %s", code)
		for i, n := range []int{5, 32500, 999950, 1480000, 123456789} {
			expect.Equal(t, words.Money(n), want[i], "%d in %s", n, code)
		}
	}
}
