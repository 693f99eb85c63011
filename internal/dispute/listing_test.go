package dispute_test

import (
	"testing"

	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/testkit"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

func TestListIsOfAnEventASectionOrMatches(t *testing.T) {
	t.Parallel()
	f := newFloor(t)
	f.Section(event, 2, "Open", testkit.Row{"rulebook": "USCF-R", "appeal_minutes": 15})
	first := f.open(1)
	f.must(second(f.sign(first, dispute.Sign{Choice: dispute.Follow})))
	f.open(2)
	_, err := f.service.Open(t.Context(), event, as(f.director), dispute.OpenIncident{SectionID: 2, Kind: "conduct", Place: dispute.Corridor, Summary: "noise in the corridor"})
	f.must(err)
	for name, c := range map[string]struct {
		of                 dispute.Selection
		incidents, rulings int
	}{
		"the event":       {dispute.Selection{}, 3, 1},
		"a section":       {dispute.Selection{SectionID: 1}, 2, 1},
		"another section": {dispute.Selection{SectionID: 2}, 1, 0},
		"a match":         {dispute.Selection{Matches: []int64{1}}, 1, 1},
		"two matches":     {dispute.Selection{Matches: []int64{1, 2}}, 2, 1},
		"no match":        {dispute.Selection{Matches: []int64{}}, 0, 0},
	} {
		got, err := f.service.Reader().List(t.Context(), event, c.of)
		expect.True(t, err == nil && len(got.Incidents) == c.incidents && len(got.Rulings) == c.rulings,
			"%s has %d incidents and %d rulings, want %d and %d: %v", name, len(got.Incidents), len(got.Rulings), c.incidents, c.rulings, err)
	}
}

func second[T any](_ T, err error) error { return err }
