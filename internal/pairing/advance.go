package pairing

import (
	"math/bits"

	"github.com/tandemchess/tandem/internal/pairing/matching"
)

// Advance seeds a knockout from finished groups: the first k of each group, group
// winners first, then the seconds, and so on. rankings holds each group's numbers
// from first to last. Within the seconds (thirds, ...) the order is chosen such
// that members of one group meet as late as possible, and otherwise stays that of
// the groups.
func Advance(rankings [][]int, k int) []int {
	var seeds, groupOf []int
	for rank := range k {
		var level []int // groups that have somebody at this rank
		for g, ranking := range rankings {
			if rank < len(ranking) {
				level = append(level, g)
			}
		}
		total := 0
		for _, ranking := range rankings {
			total += min(k, len(ranking))
		}
		for _, g := range apart(level, groupOf, total) {
			seeds = append(seeds, rankings[g][rank])
			groupOf = append(groupOf, g)
		}
	}
	return seeds
}

// apart orders the groups of a level for the next seeds of a bracket of total
// participants, given the groups of the seeds before: of all orders in which no
// group meets itself before a certain round, that round as late as possible, the
// first one.
func apart(level, before []int, total int) []int {
	size := 1 << bits.Len(uint(max(total-1, 1)))
	place := make([]int, size+1)
	for p, seed := range SeedPlaces(size) {
		place[seed] = p
	}
	fits := [][]bool{{true}}
	kinds := make([]int, len(level))
	for round := bits.Len(uint(size)) - 1; round > 0; round-- {
		order, ok := matching.FirstPerfect(kinds, kinds, fits, [][]int{{len(level)}}, func(i, j int) bool {
			mine := place[len(before)+i+1]
			for s, g := range before {
				// Places that agree after dropping r low bits meet in round r at the latest.
				if g == level[j] && bits.Len(uint(mine^place[s+1])) < round {
					return true
				}
			}
			return false
		})
		if ok {
			groups := make([]int, len(level))
			for i, j := range order {
				groups[i] = level[j]
			}
			return groups
		}
	}
	return level
}
