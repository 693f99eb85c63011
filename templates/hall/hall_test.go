package hall

import (
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// What stands beside a name takes the room of its own letters: a long word for the knockout, and
// shared places of two digits.
func TestANameGivesWayToWhatStandsBesideIt(t *testing.T) {
	t.Parallel()
	const name = "Knight Kings"
	for _, c := range []struct {
		row     Row
		smaller bool
	}{
		{Row{Place: "A1", Main: name}, false},
		{Row{Place: "A1", Main: name, GoesOn: "Knockout"}, false},
		{Row{Place: "A1", Main: name, GoesOn: "Vyřazovací část"}, true},
		{Row{Place: "13–16", Main: name, GoesOn: "Knockout"}, true},
		{Row{Place: "A1", Main: name, Tag: "neue Aufstellung"}, true},
	} {
		expect.Equal(t, c.row.snugName(false) || c.row.longName(false), c.smaller, "smaller letters for %+v", c.row)
	}
}
