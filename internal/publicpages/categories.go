package publicpages

import (
	"slices"
	"time"

	"github.com/tandemchess/tandem/internal/tournament"
)

// KnownCategories are the categories that some team of the section is in.
func (s *SectionView) KnownCategories() []string {
	var known []string
	add := func(word string) {
		if !slices.ContainsFunc(known, func(k string) bool { return tournament.NameKey(k) == tournament.NameKey(word) }) {
			known = append(known, word)
		}
	}
	for _, t := range s.Teams {
		for _, word := range tournament.CategoriesOf(t.Categories) {
			add(word)
		}
		if t.School != "" {
			add(tournament.SchoolCategory)
		}
	}
	slices.Sort(known)
	return known
}

// LastWindow is when the last of the appeal windows closes.
func LastWindow(windows []tournament.AppealWindow) time.Time {
	var last time.Time
	for _, w := range windows {
		if w.Until.After(last) {
			last = w.Until
		}
	}
	return last
}
