package journal_test

import (
	"testing"

	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// A reach is what it was after it travelled. A round stands behind a space, where a
// program that does not know of rounds stops reading.
func TestReachTravels(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		reach journal.Reach
		want  string
	}{
		{journal.Reach{}, "*"}, {journal.DeskOnly, "-"}, {journal.InSection(7), "7"}, {journal.InRound(7, 3), "7 3"},
	} {
		text := c.reach.String()
		back, err := journal.ParseReach(text)
		expect.True(t, text == c.want && err == nil && back == c.reach, "%+v travels as %q and arrives as %+v, %v", c.reach, text, back, err)
	}
	for _, text := range []string{"", "x", "0", "-1", "7 ", "7 0", "7 x", "7 3 1", " 7"} {
		reach, err := journal.ParseReach(text)
		expect.True(t, err != nil, "%q is read as %+v", text, reach)
	}
}
