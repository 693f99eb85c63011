package publicpages

import (
	"slices"
)

// BracketWindow is a run of rounds, by index.
type BracketWindow struct{ First, End int }

// AllWindows are runs of at most so many of n rounds, counted from the final; each
// begins with the round the one before ends with.
func AllWindows(n, most int) []BracketWindow {
	var all []BracketWindow
	for end := n; end > 0; {
		first := max(0, end-most)
		all = append(all, BracketWindow{first, min(first+most, n)})
		if first == 0 {
			break
		}
		end = first + 1
	}
	slices.Reverse(all)
	return all
}
