// Package plaintext reads plain text files in the encodings that people's programs write:
// UTF-8, UTF-16 and Windows-1252. It must never guess at what a text means, and it takes
// no file that holds anything else than text.
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
	Windows1252 = "Windows-1252"
)

// ErrNoText is the error of a file that holds bytes that are no text, such as a picture
// or a document of an office program.
var ErrNoText = errors.New("the file holds bytes that are no text")

// Decode returns the text of a file, its lines ended by \n, and the encoding it was read
// as. A byte-order mark decides; without one anything that is not valid UTF-8 is
// Windows-1252. Bytes that no text holds are ErrNoText.
func Decode(data []byte) (text, encodedAs string, err error) {
	var from encoding.Encoding
	encodedAs = UTF8
	switch {
	case bytes.HasPrefix(data, []byte("\xef\xbb\xbf")):
		data = data[3:]
	case bytes.HasPrefix(data, []byte("\xff\xfe")), bytes.HasPrefix(data, []byte("\xfe\xff")):
		from, encodedAs = unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), UTF16
	}
	if from == nil && !utf8.Valid(data) {
		from, encodedAs = charmap.Windows1252, Windows1252
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
