package roster

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/tournament"
)

// unrated are the ways of saying that there is no rating.
var unrated = map[string]bool{
	"": true, "0": true, "-": true, "–": true, "unr": true, "unr.": true, "unrated": true, "nr": true, "n/r": true, "none": true, "n/a": true,
	"ohne": true, "sans": true, "nc": true, "sin": true, "bez": true, "new": true,
}

// parseRating reads a rating; a provisional one keeps its number ("1234P12",
// "1234/12"). Nil is unrated. problem says what is wrong.
func parseRating(text string) (rating *int, problem fault.Clause, ok bool) {
	key := tournament.NameKey(text)
	if unrated[key] {
		return nil, problem, true
	}
	digits := key
	for _, mark := range []string{"p", "/"} {
		if before, after, found := strings.Cut(key, mark); found && before != "" && strings.Trim(after, "0123456789") == "" {
			digits = before
			break
		}
	}
	n, err := strconv.Atoi(digits)
	switch {
	case err != nil:
		return nil, fault.Part("“%s” is no rating.", text), false
	case n < 0 || n > tournament.MaxRating:
		return nil, fault.Part("A rating of %s is impossible.", strconv.Itoa(n)), false
	}
	return &n, problem, true
}

// leastBehind is the least number in brackets behind a name that is a rating; smaller ones are
// grades and ages.
const leastBehind = 100

var inBrackets = regexp.MustCompile(`^(.*\S)\s*[(\[]([^()\[\]]+)[)\]]$`)

// ratingBehind takes the rating off that stands in brackets behind a name: "Ada Abara (1500)",
// "Ben Castillo [unr.]". What is no rating belongs to the name, and so does a number without
// brackets.
func ratingBehind(cell string) (name string, rating *int) {
	parts := inBrackets.FindStringSubmatch(cell)
	if parts == nil {
		return cell, nil
	}
	rating, _, ok := parseRating(parts[2])
	if !ok || rating != nil && *rating < leastBehind {
		return cell, nil
	}
	return parts[1], rating
}
