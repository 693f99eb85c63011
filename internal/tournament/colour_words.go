package tournament

import (
	"regexp"
	"strings"

	"github.com/tandemchess/tandem/internal/phrase"
)

// colourReasons say in words why a pair has its colours, by what the pairing system
// calls it after the number of the article.
var colourReasons = map[string]phrase.Word{
	// C.04.6 art. 4.3
	"initial colour, odd number":                                 phrase.Word("neither has played, and the number of the one ranked first is odd, so it has the colour drawn for round 1"),
	"initial colour, even number":                                phrase.Word("neither has played, and the number of the one ranked first is even, so it has the other colour than the one drawn for round 1"),
	"only one preference":                                        phrase.Word("one of them is due a colour and has it"),
	"opposite preferences":                                       phrase.Word("both have the colour they are due"),
	"the stronger preference":                                    phrase.Word("both are due the same colour; the one that needs it more has it"),
	"fewer Whites so far":                                        phrase.Word("White goes to the one that had it less often"),
	"opposite of the last match in which their colours differed": phrase.Word("both are due the same colour, and change from the last match in which their colours differed"),
	"preference of the first-team":                               phrase.Word("both are due the same colour; the one ranked first has it"),
	"the first-team alternates":                                  phrase.Word("neither is due a colour; the one ranked first changes its colour"),
	"the other team alternates":                                  phrase.Word("neither is due a colour; the one ranked second changes its colour"),
	// C.04.3 art. 5.2
	"initial colour":          phrase.Word("neither has played: the number of the one ranked first, odd or even, and the colour drawn for round 1"),
	"both preferences":        phrase.Word("both have the colour they are due"),
	"the only preference":     phrase.Word("one of them is due a colour and has it"),
	"stronger preference":     phrase.Word("both are due the same colour; the one that needs it more has it"),
	"wider colour difference": phrase.Word("both must have the same colour; the one whose colours differ more has it"),
	"alternate from the last round with different colours": phrase.Word("both are due the same colour, and change from the last round in which their colours differed"),
	"preference of the higher-ranked player":               phrase.Word("both are due the same colour; the one ranked higher has it"),
	// US Chess 29E
	"equalise":                            phrase.Word("White goes to the one that had it less often"),
	"alternate":                           phrase.Word("their colours differed in the last round, and change"),
	"latest difference":                   phrase.Word("they change from the last round in which their colours differed"),
	"higher-ranked alternates":            phrase.Word("their colours were the same in all rounds; the one ranked higher changes its colour"),
	"lower-ranked alternates":             phrase.Word("the one ranked lower changes its colour"),
	"by lot, alternating down the boards": phrase.Word("neither has played; the colour drawn for the first board changes from board to board"),
}

var articleFirst = regexp.MustCompile(`^((?:C\.04\.\d|US Chess) [0-9A-Z.]+) (.+)$`)

// ColourWords is the reason for the colours of a pair in words, with the article after
// them. What has no words is said as the system says it.
func ColourWords(rule string) phrase.Sentence {
	if found := articleFirst.FindStringSubmatch(rule); found != nil && colourReasons[found[2]] != "" {
		return phrase.Of("Colours: %s (%s).", colourReasons[found[2]], found[1])
	}
	return phrase.Of("Colours: %s.", strings.TrimSuffix(rule, "."))
}
