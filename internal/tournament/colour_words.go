package tournament

import (
	"regexp"
	"strings"
)

// colourReasons say in words why a pair has its colours, by what the pairing system
// calls it after the number of the article.
var colourReasons = map[string]string{
	// C.04.6 art. 4.3
	"initial colour, odd number":                                 "neither has played, and the number of the one ranked first is odd, so it has the colour drawn for round 1",
	"initial colour, even number":                                "neither has played, and the number of the one ranked first is even, so it has the other colour than the one drawn for round 1",
	"only one preference":                                        "one of them is due a colour and has it",
	"opposite preferences":                                       "both have the colour they are due",
	"the stronger preference":                                    "both are due the same colour; the one that needs it more has it",
	"fewer Whites so far":                                        "White goes to the one that had it less often",
	"opposite of the last match in which their colours differed": "both are due the same colour, and change from the last match in which their colours differed",
	"preference of the first-team":                               "both are due the same colour; the one ranked first has it",
	"the first-team alternates":                                  "neither is due a colour; the one ranked first changes its colour",
	"the other team alternates":                                  "neither is due a colour; the one ranked second changes its colour",
	// C.04.3 art. 5.2
	"initial colour":          "neither has played: the number of the one ranked first, odd or even, and the colour drawn for round 1",
	"both preferences":        "both have the colour they are due",
	"the only preference":     "one of them is due a colour and has it",
	"stronger preference":     "both are due the same colour; the one that needs it more has it",
	"wider colour difference": "both must have the same colour; the one whose colours differ more has it",
	"alternate from the last round with different colours": "both are due the same colour, and change from the last round in which their colours differed",
	"preference of the higher-ranked player":               "both are due the same colour; the one ranked higher has it",
	// US Chess 29E
	"equalise":                            "White goes to the one that had it less often",
	"alternate":                           "their colours differed in the last round, and change",
	"latest difference":                   "they change from the last round in which their colours differed",
	"higher-ranked alternates":            "their colours were the same in all rounds; the one ranked higher changes its colour",
	"lower-ranked alternates":             "the one ranked lower changes its colour",
	"by lot, alternating down the boards": "neither has played; the colour drawn for the first board changes from board to board",
}

var articleFirst = regexp.MustCompile(`^((?:C\.04\.\d|US Chess) [0-9A-Z.]+) (.+)$`)

// colourWords is the reason for the colours of a pair in words, with the article after
// them. What has no words is said as the system says it.
func colourWords(rule string) string {
	if found := articleFirst.FindStringSubmatch(rule); found != nil && colourReasons[found[2]] != "" {
		return "Colours: " + colourReasons[found[2]] + " (" + found[1] + ")."
	}
	return "Colours: " + strings.TrimSuffix(rule, ".") + "."
}
