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

// What is no Unicode is in the common encoding while most of its letters are Latin, else
// Cyrillic, or Hebrew without capitals.
func TestTextsOfOtherAlphabets(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ file, want, as string }{
		{"\xc8en\xeck", "Čeněk", plaintext.Windows1250},
		{"\xc8\xe2\xe0\xed \xcf\xe5\xf2\xf0\xee\xe2;Elo", "Иван Петров;Elo", plaintext.Windows1251},
		{"\xee\xec\xeb\xe9\xed 3", "מלכים 3", plaintext.Windows1255},
	} {
		text, as, err := plaintext.DecodeIn([]byte(c.file), plaintext.Windows1250)
		expect.True(t, text == c.want && as == c.as && err == nil, "%q as %s, %v", text, as, err)
	}
	greek, as, err := plaintext.DecodeIn([]byte("\xc9\xf9\xdc\xed\xed\xe7\xf2"), plaintext.Windows1253)
	expect.True(t, greek == "Ιωάννης" && as == plaintext.Windows1253 && err == nil, "%q as %s, %v", greek, as, err)
	again, ok := plaintext.Reread("Èenìk", plaintext.Windows1252, plaintext.Windows1250)
	expect.True(t, ok && again == "Čeněk", "%q", again)
	for _, c := range [][3]string{{"Čeněk", plaintext.Windows1252, plaintext.Windows1250}, {"a", plaintext.UTF8, plaintext.Windows1250}, {"a", plaintext.Windows1250, "klingon"}} {
		again, ok := plaintext.Reread(c[0], c[1], c[2])
		expect.True(t, !ok, "%v is read again as %q", c, again)
	}
}
