package letters_test

import (
	"testing"

	"github.com/tandemchess/tandem/internal/letters"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

func TestWideCharactersCountTwice(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"": 0, "Knight Shift": 12, "Běleč": 5, "Be\u030clec\u030c": 5, "Конь": 4, "北京": 4, "한국": 4, "ガ": 2, "Ｔ": 2, "♞ 1": 3, "🐴": 2,
		"\u2068דוד\u2069": 3, "กิ": 1,
	} {
		expect.Equal(t, letters.Count(text), want, "%q", text)
	}
}
