package publicpages

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
)

// Typed is what somebody looks for: a name in whatever order and completeness, a code,
// a table.
type Typed struct {
	Text   string   // as tournament.NameKey folds it; empty for nothing
	words  []string // the longest first
	joined string   // its letters and digits alone, as a code
	table  int      // "12", "table 12"; 0 for none
}

func ReadTyped(query string) Typed {
	t := Typed{Text: tournament.NameKey(query)}
	words := wordsOf(t.Text)
	t.joined = strings.Join(words, "")
	t.table = tableIn(words)
	t.words = slices.SortedStableFunc(slices.Values(words), func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	return t
}

// TableWords are the words for a table in all languages, folded.
var TableWords = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{}
	for _, w := range text.Languages() {
		all[tournament.NameKey(w.Say("Table"))] = true
	}
	return all
})

// tableIn is the number of a table, alone or beside the word, 0 for none.
func tableIn(words []string) int {
	if len(words) == 2 && TableWords()[words[1]] {
		words = words[:1]
	}
	if len(words) == 2 && TableWords()[words[0]] {
		words = words[1:]
	}
	if len(words) != 1 {
		return 0
	}
	n, err := strconv.Atoi(text.PlainDigits(words[0]))
	if err != nil || n < 0 {
		return 0
	}
	return n
}

// starts reports whether each word begins a word of its own of a name: "Ortiz, Maya",
// "m ortiz", "Maria Ruiz" for Maria Jose Ruiz. The longest words choose first: what
// they can be, a shorter beginning of them can be as well.
func (t Typed) starts(name []string) bool { return t.each(name, strings.HasPrefix) }

// is reports whether the words are those of the name, in whatever order.
func (t Typed) is(name []string) bool {
	return t.each(name, func(word, typed string) bool { return word == typed })
}

func (t Typed) each(name []string, fits func(word, typed string) bool) bool {
	if len(t.words) == 0 || len(t.words) > len(name) {
		return false
	}
	taken := make([]bool, len(name))
	for _, w := range t.words {
		found := false
		for i, word := range name {
			if !taken[i] && fits(word, w) {
				taken[i], found = true, true
				break
			}
		}
		if !found {
			return false
		}
	}
	return true
}

// runs reports whether the words of a name follow one another without a blank, whichever
// is first: Chinese, Japanese and Korean names are written so, the family's before the given one.
func (t Typed) runs(name []string) bool {
	if len(t.words) != 1 || len(name) < 2 || !strings.ContainsFunc(t.joined, withoutBlanks) {
		return false
	}
	for i := range name {
		if strings.HasPrefix(strings.Join(name[i:], "")+strings.Join(name[:i], ""), t.joined) {
			return true
		}
	}
	return false
}

func withoutBlanks(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana)
}

// slips is how many slips of the finger all words together may hold and still mean a
// name.
func (t Typed) slips() (n int) {
	for _, w := range t.words {
		n += slipsIn(w)
	}
	return n
}

// near reports whether the words begin words of the name but for slips of the finger,
// or all of them together do, where a blank was the slip.
func (t Typed) near(name []string) bool {
	return t.each(name, func(word, typed string) bool { return near(word, typed, slipsIn(typed)) }) ||
		near(strings.Join(name, " "), t.Text, slipsIn(t.Text))
}
