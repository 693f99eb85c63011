package wording_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/wording"
)

// A move of a card is told with its man and what it took, as the board stood after
// the acts before it; a man still in the hand has not moved.
func TestActsTellWhichManMoved(t *testing.T) {
	t.Parallel()
	acts, err := dispute.ParseActs("WA move e2e4\nBA move d7d5 held\nBA move d7d5\nWA move e4d5\nWB move N@e5\nBB move e7e5\nWB press\n")
	expect.OK(t, err)
	start := expect.Must(bughouse.ParseFEN("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"))(t)
	want := []string{
		"WA plays e2-e4", "BA plays d7-d5, still in the hand", "BA plays d7-d5", "WA plays e4xd5",
		"WB plays N@e5", "BB plays e7xe5", "WB presses the clock",
	}
	diff := cmp.Diff(want, wording.ActWords(text.Words{}, dispute.WholeIncident{}, acts, [2]bughouse.Setup{start, start}))
	expect.True(t, diff == "", "%v", diff)
}
