package publicpages

// slipsIn is how many slips of the finger a word of that length may hold and
// still mean a name: none in three letters, one up to six, two beyond.
func slipsIn(typed string) int {
	switch n := len([]rune(typed)); {
	case n < 4:
		return 0
	case n < 7:
		return 1
	}
	return 2
}

// near reports whether some words of the text begin like what was typed, with up
// to so many letters wrong, missing, too many or swapped.
func near(text, typed string, slips int) bool {
	letters, wanted := []rune(text), []rune(typed)
	for at := range letters {
		if at > 0 && letters[at-1] != ' ' {
			continue
		}
		rest := letters[at:]
		for n := max(1, len(wanted)-slips); n <= len(wanted)+slips && n <= len(rest); n++ {
			if distance(rest[:n], wanted) <= slips {
				return true
			}
		}
	}
	return false
}

// distance is the least number of letters to change, add, leave out or swap with
// their neighbour that makes one word of the other (optimal string alignment).
func distance(a, b []rune) int {
	before, last, now := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range a {
		now[0] = i + 1
		for j := range b {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			now[j+1] = min(last[j+1]+1, now[j]+1, last[j]+cost)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				now[j+1] = min(now[j+1], before[j-1]+1)
			}
		}
		before, last, now = last, now, before
	}
	return last[len(b)]
}
