// Package plaintext reads plain text files in the encodings that people's programs write:
// UTF-8, UTF-16 and those of Windows in which a byte is a letter. It must never guess at
// what a text means, and it takes no file that holds anything else than text.
package plaintext

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// The encodings by name.
const (
	UTF8        = "UTF-8"
	UTF16       = "UTF-16"
	Windows1250 = "Windows-1250" // Central Europe
	Windows1251 = "Windows-1251" // Cyrillic
	Windows1252 = "Windows-1252" // Western Europe
	Windows1253 = "Windows-1253" // Greek
	Windows1254 = "Windows-1254" // Turkish
	Windows1255 = "Windows-1255" // Hebrew
	Windows1256 = "Windows-1256" // Arabic
	Windows1257 = "Windows-1257" // the Baltic
)

// ofWindows are the encodings in which a byte is a letter; no file says which of them it is in.
var ofWindows = map[string]*charmap.Charmap{
	Windows1250: charmap.Windows1250, Windows1251: charmap.Windows1251, Windows1252: charmap.Windows1252, Windows1253: charmap.Windows1253,
	Windows1254: charmap.Windows1254, Windows1255: charmap.Windows1255, Windows1256: charmap.Windows1256, Windows1257: charmap.Windows1257,
}

// OfWindows reports whether the name is that of an encoding in which a byte is a letter.
func OfWindows(name string) bool { return ofWindows[name] != nil }

// ErrNoText is the error of a file that holds bytes that are no text, such as a picture
// or a document of an office program.
var ErrNoText = errors.New("the file holds bytes that are no text")

// Decode returns the text of a file, its lines ended by \n, and the encoding it was read
// as. A byte-order mark decides; without one anything that is not valid UTF-8 is
// Windows-1252. Bytes that no text holds are ErrNoText.
func Decode(data []byte) (text, encodedAs string, err error) { return DecodeIn(data, Windows1252) }

// DecodeIn is Decode for readers whose files, where they are no Unicode, are commonly in
// another of the encodings of Windows. Where that one is Latin and most letters are not,
// the text is Cyrillic, or Hebrew if it has no capitals.
func DecodeIn(data []byte, common string) (text, encodedAs string, err error) {
	var from encoding.Encoding
	encodedAs = UTF8
	switch {
	case bytes.HasPrefix(data, []byte("\xef\xbb\xbf")):
		data = data[3:]
	case bytes.HasPrefix(data, []byte("\xff\xfe")), bytes.HasPrefix(data, []byte("\xfe\xff")):
		from, encodedAs = unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), UTF16
	}
	if from == nil && !utf8.Valid(data) {
		encodedAs = alphabet(data, common)
		from = ofWindows[encodedAs]
	}
	if from != nil {
		if data, err = from.NewDecoder().Bytes(data); err != nil {
			return "", encodedAs, fmt.Errorf("decode %s: %w", encodedAs, err)
		}
	}
	if bytes.IndexByte(data, 0) >= 0 {
		return "", encodedAs, ErrNoText
	}
	return strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(string(data)), encodedAs, nil
}

// alphabet is the encoding of a text by what its letters are: accents stand among Latin
// letters, and are fewer.
func alphabet(data []byte, common string) string {
	switch common {
	case Windows1251, Windows1253, Windows1255, Windows1256:
		return common
	}
	latin, high, capitals := 0, 0, 0
	for _, b := range data {
		switch {
		case 'a' <= b|0x20 && b|0x20 <= 'z':
			latin++
		case b >= 0xe0:
			high++
		case b >= 0xc0:
			capitals++
		}
	}
	switch {
	case high+capitals <= latin:
		return common
	case capitals == 0:
		return Windows1255
	}
	return Windows1251
}

// Reread returns a text that was read in one of the encodings of Windows as another has
// it. ok is false for a text that the first one cannot hold, such as one typed since.
func Reread(text, from, to string) (reread string, ok bool) {
	was, is := ofWindows[from], ofWindows[to]
	if was == nil || is == nil {
		return "", false
	}
	raw, err := was.NewEncoder().String(text)
	if err != nil {
		return "", false
	}
	reread, err = is.NewDecoder().String(raw)
	return reread, err == nil
}
