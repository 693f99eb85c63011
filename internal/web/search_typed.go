package web

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
)

// typed is what somebody looks for: a name in whatever order and completeness, a code,
// a table.
type typed struct {
	text   string   // as tournament.NameKey folds it; empty for nothing
	words  []string // the longest first
	joined string   // its letters and digits alone, as a code
	table  int      // "12", "table 12"; 0 for none
}

func readTyped(query string) typed {
	t := typed{text: tournament.NameKey(query)}
	words := wordsOf(t.text)
	t.joined = strings.Join(words, "")
	t.table = tableIn(words)
	t.words = slices.SortedStableFunc(slices.Values(words), func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	return t
}

// tableWords are the words for a table in all languages, folded.
var tableWords = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{}
	for _, w := range text.Languages() {
		all[tournament.NameKey(w.Say("Table"))] = true
	}
	return all
})

// tableIn is the number of a table, alone or beside the word, 0 for none.
func tableIn(words []string) int {
	if len(words) == 2 && tableWords()[words[1]] {
		words = words[:1]
	}
	if len(words) == 2 && tableWords()[words[0]] {
		words = words[1:]
	}
	if len(words) != 1 {
		return 0
	}
	n, err := strconv.Atoi(words[0])
	if err != nil || n < 0 {
		return 0
	}
	return n
}

// starts reports whether each word begins a word of its own of a name: "Ortiz, Maya",
// "m ortiz", "Maria Ruiz" for Maria Jose Ruiz. The longest words choose first: what
// they can be, a shorter beginning of them can be as well.
func (t typed) starts(name []string) bool { return t.each(name, strings.HasPrefix) }

// is reports whether the words are those of the name, in whatever order.
func (t typed) is(name []string) bool {
	return t.each(name, func(word, typed string) bool { return word == typed })
}

func (t typed) each(name []string, fits func(word, typed string) bool) bool {
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

// slips is how many slips of the finger all words together may hold and still mean a
// name.
func (t typed) slips() (n int) {
	for _, w := range t.words {
		n += slipsIn(w)
	}
	return n
}

// near reports whether the words begin words of the name but for slips of the finger,
// or all of them together do, where a blank was the slip.
func (t typed) near(name []string) bool {
	return t.each(name, func(word, typed string) bool { return near(word, typed, slipsIn(typed)) }) ||
		near(strings.Join(name, " "), t.text, slipsIn(t.text))
}
