// Package letters measures text before anybody draws it: how much room it takes, in letters
// of the Latin alphabet. It must never say how long a text may be; that is counted in
// characters (internal/limit).
package letters

import (
	"unicode"

	"golang.org/x/text/width"
)

// Count is how many Latin letters are as wide as the text: a Chinese, Japanese or Korean
// character and an emoji are as wide as two, marks on a letter and invisible signs take no
// room (Unicode Annex 11).
func Count(text string) int {
	n := 0
	for _, r := range text {
		n += of(r)
	}
	return n
}

func of(r rune) int {
	if r < unicode.MaxLatin1 {
		return 1
	}
	if unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf) {
		return 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}
