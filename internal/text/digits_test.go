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
