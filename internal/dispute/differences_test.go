package dispute_test

import (
	"slices"
	"testing"

	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/livegame"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// The second of two versions is compared like the first: whose it is, its boards, each told by
// itself so that a page can say it in any language, and its clocks.
func TestDifferencesOfTheSecondVersion(t *testing.T) {
	t.Parallel()
	const start, moved = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR[] b KQkq - 0 1"
	before := dispute.Facts{Other: &dispute.Version{Owner: "WA", BoardA: start, BoardB: start, Clocks: livegame.UnknownClocks}}
	after := dispute.Facts{Other: &dispute.Version{Owner: "BB", BoardA: moved, BoardB: start, Clocks: [4]int64{60_000, livegame.NoClock, livegame.NoClock, livegame.NoClock}}}

	list := dispute.Differences(before, after)
	var what []string
	for _, d := range list {
		what = append(what, d.What.String())
	}
	expect.MustTrue(t, slices.Equal(what, []string{"Second version", "Second version, board A", "Second version, clock WA"}), "differs in %q", what)
	expect.Equal(t, list[0].String(), "Second version: WA → BB", "whose it is")
	expect.Equal(t, list[1].Men, [2]string{start, moved}, "the boards")
	expect.Equal(t, list[2].After.String(), "1:00", "the clock")

	gone := dispute.Differences(before, dispute.Facts{})
	expect.Equal(t, len(gone), 3, "a version that is gone takes its owner and both boards with it, and no unknown clock: %v", gone)
}
