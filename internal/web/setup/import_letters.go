package setup

import (
	"github.com/tandemchess/tandem/internal/plaintext"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/web/visit"
)

// lettersOf are the encodings in which office programs of a language write lists as CSV,
// where it is not Western Europe's.
var lettersOf = map[string]string{
	"cs": plaintext.Windows1250, "sk": plaintext.Windows1250, "pl": plaintext.Windows1250, "hu": plaintext.Windows1250, "ro": plaintext.Windows1250,
	"sl": plaintext.Windows1250, "hr": plaintext.Windows1250, "bs": plaintext.Windows1250, "sq": plaintext.Windows1250,
	"ru": plaintext.Windows1251, "uk": plaintext.Windows1251, "be": plaintext.Windows1251, "bg": plaintext.Windows1251, "mk": plaintext.Windows1251, "sr": plaintext.Windows1251,
	"el": plaintext.Windows1253, "tr": plaintext.Windows1254, "az": plaintext.Windows1254, "he": plaintext.Windows1255, "ar": plaintext.Windows1256, "fa": plaintext.Windows1256,
	"et": plaintext.Windows1257, "lv": plaintext.Windows1257, "lt": plaintext.Windows1257,
}

// commonLetters is the encoding that lists of this person commonly have when they are no
// Unicode: by the language of the pages, and behind English pages by that of the browser.
func commonLetters(v *visit.Visit) string {
	wanted := []string{v.Words.Code()}
	if v.Words.English() {
		wanted = text.Preferred(v.Request().Header.Get("Accept-Language"))
	}
	for _, language := range wanted {
		if letters, ok := lettersOf[language]; ok {
			return letters
		}
	}
	return plaintext.Windows1252
}
