package preview

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/text/unicode/norm"
)

// known is a text in letters that the font has: one it lacks is drawn without its
// marks, and a sign that is no letter is left out. Nothing is drawn of a text with
// other letters, such as a Hebrew name: boxes in their place would tell nobody anything,
// and the words beside the picture have the name.
func (s *sheet) known(f *opentype.Font, text string) string {
	var b sfnt.Buffer
	has := func(r rune) bool {
		i, err := f.GlyphIndex(&b, r)
		return err == nil && i != 0
	}
	drawn := make([]rune, 0, len(text))
	for _, r := range norm.NFC.String(text) {
		if !has(r) {
			plain, _ := utf8.DecodeRuneInString(norm.NFD.String(string(r)))
			switch {
			case has(plain):
				r = plain
			case unicode.IsLetter(r):
				return ""
			default:
				continue
			}
		}
		drawn = append(drawn, r)
	}
	return string(drawn)
}
