package text_test

import (
	"regexp"
	"slices"
	"testing"

	"github.com/tandemchess/tandem/internal/sentences"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/text"
)

// counted is a number with what it counts in the plural behind it.
var counted = regexp.MustCompile(`%d (?:\w+ )?(?:players|people|tables|matches|rounds|teams|byes|minutes|seconds|moves|lines|results|rules|groups|sections|times|prizes|acts|codes|feeds|characters|columns|cells|rows|parts|games|steps|places|papers|requests|pairs|matters)\b`)

// bounds are limits of ours, which are more than one.
var bounds = regexp.MustCompile(`(?i)(?:at most|up to|more than|at least|1 to|within|after) %d `)

// neverOne are sentences whose counts are two or more where they are said.
var neverOne = []text.Message{
	"%d groups", "%d sections", "%d times", "all %d matches", "%s (%d teams)", "%s were partners %d times before.",
	"%d matches with the same seats", "%d matches, colours swap after each", "%d matches, colours swap after each; change boards after match %s",
	"%d of %d results, drawn with the seed", "%d of %d rounds are counted.", "All %d papers of round %d are printed.",
	"%d teams in %d groups make groups of %d, so %d cannot go on from each. Enter fewer teams or fewer groups.",
	"%s has %d players already. Let players leave first, or enter %d.",
	"%s has %d players, and in %s a team has %s. Let teams of %s have %d, or let players leave first. Nobody was let in.",
	"Berger table, %d places, round %d", "Berger table, %d places, round %d, colours reversed",
	"Group %s has %d teams, and its table has no free place. A late team joins a group with an odd number of teams: it then plays whoever would have been free.",
	"In %d rounds, %d of them for the knockout, a group has at most %d teams, so %d cannot go on from it. Enter more rounds or fewer teams.",
	"Nobody of the %d teams is checked in. Check teams in first, or say below that all of them are paired.",
	"Row %d has %d cells; up to %d columns can be read. Remove what stands far to the right.",
	"Row %d has %d columns; up to %d can be read. Remove those that are not needed.",
	"Teams of the section may have %d players from now on, as the file has them.",
	"The file is larger than %d MB; a list of %d players takes less.",
	"The tour has %d steps.", "{n} of %d characters.",
	"These clubs have %d pairs of teams, more than the %d that can be kept apart at once. Correct the schools of the teams, or keep single clubs apart.",
	"This path has %d sections. Give each of them a name.",
	"This token asks too much: %d requests a second are for it, and %d at once. Nothing was changed; send the same again when Retry-After is over.",
	"the last %d rounds (from round %d on)", "the last %d rounds of the groups (from round %d on)",
}

// A limit of one bye, a record of one move: what can be one is not said in the plural.
func TestCountsOfOneAreSingular(t *testing.T) {
	t.Parallel()
	english := expect.Must(text.Catalogue("en"))(t)
	said := expect.Must(sentences.Said("../.."))(t)
	for m, rooms := range said {
		if english[m].Forms != nil || !rooms.Translated() || !counted.MatchString(bounds.ReplaceAllString(string(m), "many ")) {
			continue
		}
		if !slices.Contains(neverOne, m) {
			t.Errorf("%q says one in the plural: give it forms in messages/en, or name it among those that are never one", m)
		}
	}
	for _, m := range neverOne {
		_, ok := said[m]
		expect.True(t, ok, "%q is said nowhere", m)
	}
}
