package preview

import (
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/text/unicode/norm"
)

// known is a text in letters that the font has: one it lacks is drawn without its
// marks, and as a box when that is no letter of it either.
func (s *sheet) known(f *opentype.Font, text string) string {
	var b sfnt.Buffer
	has := func(r rune) bool {
		i, err := f.GlyphIndex(&b, r)
		return err == nil && i != 0
	}
	drawn := make([]rune, 0, len(text))
	for _, r := range norm.NFC.String(text) {
		if !has(r) {
			if plain := []rune(norm.NFD.String(string(r))); len(plain) > 0 && has(plain[0]) {
				r = plain[0]
			}
		}
		drawn = append(drawn, r)
	}
	return string(drawn)
}
