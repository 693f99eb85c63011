package tournament_test

import (
	"testing"

	"github.com/tandemchess/tandem/internal/phase"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// Which sections of an event cannot be played at the same time.
func TestPlayedBefore(t *testing.T) {
	t.Parallel()
	const open, second, final, losers, playOff, other, late = 1, 2, 3, 4, 5, 6, 7
	path := []tournament.PathStep{
		{SectionID: second, FromSection: open, Kind: phase.Places},
		{SectionID: final, FromSection: second, Kind: phase.Places},
		{SectionID: losers, FromSection: second, Kind: phase.Losers},
		{SectionID: playOff, FromSection: open, Kind: phase.Level},
		{SectionID: other, FromSection: open, Kind: phase.Level},
		{SectionID: late, FromSection: second, Kind: phase.Level},
	}
	before := map[[2]int64]bool{
		{open, second}: true, {open, final}: true, {open, losers}: true, {open, playOff}: true, {open, other}: true, {open, late}: true,
		{second, final}: true, {second, late}: true,
		{playOff, second}: true, {playOff, final}: true, {playOff, losers}: true, {playOff, late}: true,
		{other, second}: true, {other, final}: true, {other, losers}: true, {other, late}: true,
		{late, final}: true,
	}
	for one := int64(open); one <= late; one++ {
		for then := int64(open); then <= late; then++ {
			expect.Equal(t, tournament.PlayedBefore(path, one, then), before[[2]int64{one, then}], "section %d before section %d", one, then)
		}
	}
}
