package web_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// A draft tells each of its steps once, and between score groups how many teams are placed.
// Given up before it is saved it leaves nothing behind, numbers neither; a sender whose time
// is over gives nothing up.
func TestADraftTellsHowFarItIsAndIsGivenUp(t *testing.T) {
	t.Parallel()
	for _, system := range []string{"team-swiss", "us-swiss", "dutch"} {
		t.Run(system, func(t *testing.T) {
			t.Parallel()
			l := newLeague(t, 12)
			l.exec(`update section set system = $2 where event_id = $1`, l.event, system)
			l.accept()
			l.pair(1)
			l.play(1)
			var steps []tournament.DraftStage
			var placed []int
			before, revision := l.version(), l.at(2).Revision
			try := func(ctx context.Context, at func(tournament.DraftProgress)) (journal.Receipt, error) {
				return l.tournament.MakeDraft(ctx, l.event, l.command(), tournament.MakeDraftInput{DraftInput: l.at(2), Watch: at})
			}
			for _, giveUpAt := range []tournament.DraftStage{tournament.DraftReading, tournament.DraftPairing, tournament.DraftChecking} {
				ctx, giveUp := context.WithCancel(t.Context())
				_, err := try(ctx, func(s tournament.DraftProgress) {
					if s.Stage == giveUpAt {
						giveUp()
					}
				})
				expect.True(t, fault.Is(err, fault.Conflict) || errors.Is(err, context.Canceled), "given up at %q: %v", giveUpAt, err)
				giveUp()
			}
			expect.True(t, l.version() == before && l.at(2).Revision == revision, "a draft that was given up left something behind")
			if _, err := try(t.Context(), func(s tournament.DraftProgress) {
				if steps = append(steps, s.Stage); s.Stage == tournament.DraftPairing {
					if placed = append(placed, s.Progress.Placed); s.Progress.Of != 12 {
						t.Errorf("of %d teams, want 12", s.Progress.Of)
					}
				}
			}); err != nil {
				t.Fatal(err)
			}
			want := []tournament.DraftStage{tournament.DraftReading, tournament.DraftPairing, tournament.DraftChecking, tournament.DraftSaving}
			got := slices.Compact(steps)
			expect.True(t, slices.Equal(got, want), "steps %v, want %v", got, want)
			n := len(placed)
			expect.True(t, n >= 3 && placed[0] == 0 && placed[n-1] == 12 && slices.IsSorted(placed), "placed %v, want from 0 to 12 with the score groups between", placed)
		})
	}
}
