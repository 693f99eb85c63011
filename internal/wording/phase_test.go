package wording_test

import (
	"testing"

	"github.com/tandemchess/tandem/internal/phase"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/wording"
)

// Where groups play side by side, a place is one of each.
func TestPlacesThatGoOnAreOfEveryGroup(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		first, last, groups int
		want                string
	}{
		{1, 2, 1, "Places 1 to 2 go on to Final."},
		{1, 2, 4, "Places 1 to 2 of every group go on to Final."},
		{1, 1, 4, "Place 1 of every group goes on to Final."},
		{3, 0, 4, "Everybody from place 3 of every group on plays on in Final."},
		{1, 0, 4, "Everybody plays on in Final."},
	} {
		got := wording.FeedWords(text.Words{}, phase.Feed{Kind: phase.Places, First: c.first, Last: c.last}, "Final", c.groups)
		expect.Equal(t, got, c.want, "places %d to %d of %d groups", c.first, c.last, c.groups)
	}
}
