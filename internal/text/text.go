// Package text holds the words of Tandem's pages in every language it
// speaks: whole sentences with their parts, plural forms, days, clock times,
// decimals, and the letters of pieces. English is written where it is used; the
// English sentence is the key of its translations (messages/LANGUAGE/ROOM.json).
//
// It must never glue a sentence together from words, and never translate what is
// the same everywhere: board codes, article numbers, tie-break codes, names.
package text

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"golang.org/x/text/number"
	"golang.org/x/text/unicode/norm"

	"github.com/tandemchess/tandem/internal/phrase"
)

// Message is an English sentence, with %s and %d for its parts and {name} for
// parts that the browser fills in. Its translations hold the same parts.
type Message string

// Words speaks one language. The zero Words speak English.
type Words struct{ voice *voice }

// voice is what is known of a language.
type voice struct {
	code, name  string
	tag         language.Tag
	habits      habits
	vocabulary  func() *vocabulary
	pseudo      func(string) string // makes a test language from the English
	rightToLeft bool
}

func (w Words) in() *voice {
	if w.voice == nil {
		return english
	}
	return w.voice
}

// Code is the language's tag for lang attributes: "de".
func (w Words) Code() string { return w.in().code }

// Name is what the language calls itself: "Deutsch".
func (w Words) Name() string { return w.in().name }

// Direction is "ltr" or "rtl".
func (w Words) Direction() string {
	if w.in().rightToLeft {
		return "rtl"
	}
	return "ltr"
}

// English reports whether the words are English, as the texts of the rulebooks are.
func (w Words) English() bool { return w.in() == english }

// Pseudo reports whether this is a language made for tests only.
func (w Words) Pseudo() bool { return w.in().pseudo != nil }

// Say says the sentence in this language.
func (w Words) Say(m Message, parts ...any) string {
	v := w.in()
	said, ok := v.plainly(m, parts)
	if !ok {
		said = v.vocabulary().printer.Sprintf(message.Key(string(m), string(m)), v.saidApart(parts)...)
	}
	said = phrase.OneStop(said, parts)
	if v.pseudo != nil && translated(m) {
		return v.pseudo(said)
	}
	return said
}

// Clock prints a time of day as it stands in t's own zone: "2:05 pm", "14:05".
func (w Words) Clock(t time.Time) string { return t.Format(w.in().habits.Clock) }

// Date prints a day with its weekday: "Sat 2 May 2026", "Sa., 2. Mai 2026".
func (w Words) Date(t time.Time) string {
	h := w.in().habits
	return strings.NewReplacer("{weekday}", h.Weekdays[t.Weekday()], "{day}", strconv.Itoa(t.Day()), "{month}", h.Months[t.Month()-1],
		"{year}", strconv.Itoa(t.Year())).Replace(h.Date)
}

// DayAndClock prints a moment of this year: "Mon 2 Jan, 3:04 pm", "Mo, 2. Januar, 15:04".
func (w Words) DayAndClock(t time.Time) string {
	h := w.in().habits
	day := strings.NewReplacer("{weekday}", h.Weekdays[t.Weekday()], "{day}", strconv.Itoa(t.Day()), "{month}", h.Months[t.Month()-1]).Replace(h.Day)
	return day + ", " + w.Clock(t)
}

// Moment prints a moment of these days: "Mon 3:04 pm", "Mo 15:04".
func (w Words) Moment(t time.Time) string {
	return w.in().habits.Weekdays[t.Weekday()] + " " + w.Clock(t)
}

// Half prints half points: 3 is "1½" in every language, -1 is "−½".
func (w Words) Half(points int) string {
	if points < 0 {
		return "−" + w.Half(-points)
	}
	whole, half := points/2, points%2
	switch {
	case half == 0:
		return strconv.Itoa(whole)
	case whole == 0:
		return "½"
	}
	return strconv.Itoa(whole) + "½"
}

// To stands between the two numbers of a score or of a range. The word joiner keeps
// a line from ending behind it.
const To = "–\u2060"

// Score prints the half points of two sides: 3 and 1 are "1½–½".
func (w Words) Score(own, other int) string { return w.Half(own) + To + w.Half(other) }

// Decimal sets the decimal mark of a number that was written with a point.
func (w Words) Decimal(number string) string {
	return strings.Replace(number, ".", w.in().habits.Decimal, 1)
}

// Money prints hundredths of a currency without its sign: 1480050 is "14,800.50",
// "14.800,50". Sums below 10,000 are not grouped, as no number is.
func (w Words) Money(hundredths int) string {
	v := w.in()
	whole := strconv.Itoa(hundredths / 100)
	if !ungrouped(int64(hundredths / 100)) {
		whole = v.vocabulary().printer.Sprint(number.Decimal(hundredths / 100))
	}
	return whole + v.habits.Decimal + fmt.Sprintf("%02d", hundredths%100)
}

// SAN puts the language's piece letters into a move in standard notation, or
// into the letter of a piece alone. Squares, pawns' files and castling stay.
func (w Words) SAN(move string) string {
	letters := w.in().habits.Pieces
	return strings.NewReplacer("K", letters[0], "Q", letters[1], "R", letters[2], "B", letters[3], "N", letters[4], "P", letters[5]).Replace(move)
}

// Sort puts things into the language's order of their names.
func Sort[T any](w Words, list []T, name func(T) string) {
	order := collate.New(w.in().tag, collate.Loose, collate.Numeric)
	slices.SortStableFunc(list, func(a, b T) int { return order.CompareString(name(a), name(b)) })
}

// The consonants that begin a Korean syllable, as they stand alone; within a syllable they
// have signs of their own, from firstConsonant on.
const firstConsonant = 'ᄀ'

var consonants = []rune("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ")

// Initial is the letter under which a list files a name: its first one without
// accents, but for the letters the language counts as their own, such as Czech
// Č and Ch; "0–9" for anything that is no letter. Korean names are filed under their first
// consonant. All Chinese characters stand together, as nobody looks for one among
// twenty thousand headings.
func (w Words) Initial(name string) string {
	upper := []rune(strings.ToUpper(strings.TrimSpace(name)))
	if len(upper) == 0 || !unicode.IsLetter(upper[0]) {
		return "0–9"
	}
	for _, own := range w.in().habits.Letters {
		if strings.HasPrefix(string(upper), own) {
			return own
		}
	}
	if unicode.Is(unicode.Han, upper[0]) {
		return "字"
	}
	plain, _ := utf8.DecodeRuneInString(norm.NFD.String(string(upper[:1])))
	if at := plain - firstConsonant; at >= 0 && int(at) < len(consonants) {
		return string(consonants[at])
	}
	return string(plain)
}
