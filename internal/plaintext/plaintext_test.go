package plaintext_test

import (
	"errors"
	"testing"

	"github.com/tandemchess/tandem/internal/plaintext"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

func TestTextsAreReadInTheEncodingsPeopleHave(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ file, as string }{
		"UTF-8":                       {"19. é\r\nb", plaintext.UTF8},
		"UTF-8 with a mark":           {"\xef\xbb\xbf19. é\nb", plaintext.UTF8},
		"UTF-16, the low byte first":  {"\xff\xfe1\x009\x00.\x00 \x00\xe9\x00\n\x00b\x00", plaintext.UTF16},
		"UTF-16, the high byte first": {"\xfe\xff\x001\x009\x00.\x00 \x00\xe9\x00\n\x00b", plaintext.UTF16},
		"Windows-1252":                {"19. \xe9\rb", plaintext.Windows1252},
	} {
		text, as, err := plaintext.Decode([]byte(c.file))
		expect.True(t, text == "19. é\nb" && as == c.as && err == nil, "%s: %q as %s, %v", name, text, as, err)
	}
	for name, file := range map[string]string{"zeros": "a\x00b", "UTF-16 without a mark": "1\x009\x00"} {
		text, _, err := plaintext.Decode([]byte(file))
		expect.True(t, errors.Is(err, plaintext.ErrNoText), "%s: %q, %v", name, text, err)
	}
}
