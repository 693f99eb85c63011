package pairing_test

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/pairing"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

func TestSeedPlaces(t *testing.T) {
	expect.NoDiff(t, cmp.Diff([]int{1, 8, 5, 4, 3, 6, 7, 2}, pairing.SeedPlaces(8)), "(-want +got)")
}

// TestKnockoutPlayedOut plays brackets of every size to the end: everybody but
// the champion loses once in the main stage, the first-match losers without a
// match for third place all come to the consolation stage, and the favourites meet where seeding says.
func TestKnockoutPlayedOut(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 8))
	for n := 2; n <= 40; n++ {
		for _, upsets := range []bool{false, true} {
			var seeds []int
			for i := range n {
				seeds = append(seeds, i+1)
			}
			k := expect.Must(pairing.NewKnockout(seeds, pairing.KnockoutOptions{ThirdPlace: true, Consolation: true}))(t)
			games, lost := map[pairing.Stage]int{}, map[pairing.Stage][]int{}
			played := map[int]int{}
			var firstLosers, consoled []int
			for ready := k.Ready(); len(ready) > 0; ready = k.Ready() {
				for _, tie := range ready {
					a, b, _ := k.Slots(tie.ID)
					winner, loser := min(a, b), max(a, b)
					if upsets && rng.IntN(3) == 0 {
						winner, loser = loser, winner
					}
					games[tie.Stage]++
					lost[tie.Stage] = append(lost[tie.Stage], loser)
					if rounds := bits.Len(uint(n - 1)); tie.Stage == pairing.MainStage && played[loser] == 0 && tie.Round < rounds-1 {
						firstLosers = append(firstLosers, loser)
					}
					if tie.Stage == pairing.ConsolationStage {
						consoled = append(consoled, a, b)
					}
					played[a]++
					played[b]++
					err := k.Win(tie.ID, winner)
					expect.MustTrue(t, err == nil, "%d participants: %v", n, err)
				}
			}
			expect.Equal(t, games[pairing.MainStage], n-1, "%d participants: main ties", n)
			everybody := slices.Sorted(slices.Values(append(lost[pairing.MainStage], k.Champion())))
			expect.NoDiff(t, cmp.Diff(seeds, everybody), "%d participants: losers and champion (-want +got)", n)
			expect.True(t, upsets || k.Champion() == 1, "%d participants: champion %d without an upset", n, k.Champion())
			if n > 2 {
				slices.Sort(firstLosers)
				slices.Sort(consoled)
				if consoled = slices.Compact(consoled); len(firstLosers) > 1 && !slices.Equal(firstLosers, consoled) {
					t.Errorf("%d participants: first-match losers %v, in the consolation %v", n, firstLosers, consoled)
				}
				expect.Equal(t, games[pairing.ConsolationStage], max(0, len(firstLosers)-1), "%d participants: consolation ties for %d first-match losers", n, len(firstLosers))
			}
			wantThird := min(1, max(0, n-3))
			expect.Equal(t, games[pairing.ThirdPlaceStage], wantThird, "%d participants: ties for third place", n)
		}
	}
}

func TestKnockoutRefuses(t *testing.T) {
	if _, err := pairing.NewKnockout([]int{1}, pairing.KnockoutOptions{}); err == nil {
		t.Error("a knockout of one is accepted")
	}
	if _, err := pairing.NewKnockout([]int{1, 2, 1}, pairing.KnockoutOptions{}); err == nil {
		t.Error("a participant seeded twice is accepted")
	}
	k := expect.Must(pairing.NewKnockout([]int{1, 2, 3, 4}, pairing.KnockoutOptions{}))(t)
	if err := k.Win(2, 1); err == nil {
		t.Error("the final is decided before the semifinals")
	}
	if err := k.Win(0, 2); err == nil {
		t.Error("a team wins a tie it does not play")
	}
	for _, tie := range k.Ready() {
		a, _, _ := k.Slots(tie.ID)
		expect.OK(t, k.Win(tie.ID, a))
	}
	expect.OK(t, k.Win(2, k.Pairs()[0].White))
	if err := k.Win(0, 4); err == nil {
		t.Error("a semifinal is changed under a played final")
	}
}

// TestAdvanceKeepsGroupsApart checks that members of one group meet as late as
// the bracket allows.
func TestAdvanceKeepsGroupsApart(t *testing.T) {
	for groups := 2; groups <= 9; groups++ {
		for k := 1; k <= 3; k++ {
			var rankings [][]int
			for g := range groups {
				rankings = append(rankings, []int{100*g + 1, 100*g + 2, 100*g + 3, 100*g + 4})
			}
			seeds := pairing.Advance(rankings, k)
			expect.MustTrue(t, len(seeds) == groups*k && len(slices.Compact(slices.Sorted(slices.Values(seeds)))) == groups*k, "%d groups, %d of each: %v", groups, k, seeds)
			size := 1 << bits.Len(uint(len(seeds)-1))
			place := map[int]int{}
			for p, seed := range pairing.SeedPlaces(size) {
				if seed <= len(seeds) {
					place[seeds[seed-1]] = p
				}
			}
			for g := range groups {
				first, second := place[100*g+1], place[100*g+2]
				if k == 2 && bits.Len(uint(first^second)) < bits.Len(uint(size))-1 && groups&(groups-1) == 0 {
					t.Errorf("%d groups: %s", groups, fmt.Sprintf("first and second of group %d meet before the final: %v", g+1, seeds))
				}
			}
		}
	}
}
