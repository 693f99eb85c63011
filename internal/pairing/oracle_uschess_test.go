package pairing_test

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/tandemchess/tandem/internal/pairing"
)

// usOracle pairs a round by the US Chess description, trying everything. It
// borrows the reading of histories from teamOracle and shares nothing with the
// engine. Sets are bit masks over teams in ascending number.
type usOracle struct {
	*teamOracle
	rating  []int
	newcome []bool // unrated or late
}

func newUSOracle(t *pairing.Tournament) *usOracle {
	o := &usOracle{teamOracle: newTeamOracle(t)}
	for _, team := range o.teams {
		for _, p := range t.Participants {
			if p.Number == team.number {
				o.rating = append(o.rating, p.Rating)
				o.newcome = append(o.newcome, p.Rating == 0 || p.Arrival > 1)
			}
		}
	}
	return o
}

// ranked lists the members of a set by score, rating, number.
func (o *usOracle) ranked(set uint) []int {
	var members []int
	for i := range o.teams {
		if set>>i&1 == 1 {
			members = append(members, i)
		}
	}
	slices.SortFunc(members, func(a, b int) int {
		return cmp.Or(cmp.Compare(o.teams[b].score, o.teams[a].score), cmp.Compare(o.rating[b], o.rating[a]), cmp.Compare(a, b))
	})
	return members
}

func (o *usOracle) pair() (pairs [][2]int, ok bool) {
	var left uint
	for i, team := range o.teams {
		if !team.absent {
			left |= 1 << i
		}
	}
	if bits.OnesCount(left)%2 == 1 {
		bye := -1
		for _, newcome := range []bool{true, false} {
			for _, i := range o.ranked(left) { // the last one that fits wins
				if o.newcome[i] == newcome && !o.teams[i].noBye && o.pairable(left&^(1<<i)) &&
					(bye < 0 || o.teams[i].score <= o.teams[bye].score) {
					bye = i
				}
			}
		}
		if bye < 0 {
			return nil, false
		}
		pairs = append(pairs, [2]int{o.teams[bye].number, 0})
		left &^= 1 << bye
	} else if !o.pairable(left) {
		return nil, false
	}
	var dropped uint
	for left != 0 {
		group := dropped | o.topGroup(left&^dropped)
		if left == dropped {
			group = dropped
		}
		drop := o.drop(group, left&^group)
		pairs = append(pairs, o.group(group&^drop, dropped&^drop)...)
		left &^= group &^ drop
		dropped = drop
	}
	slices.SortFunc(pairs, func(a, b [2]int) int { return cmp.Compare(a[0], b[0]) })
	return pairs, true
}

// drop is the best set to drop from a group: the fewest, then the lowest-ranked.
func (o *usOracle) drop(group, below uint) uint {
	order := o.ranked(group)
	var best uint
	var bestKey []int
	subsets(group, func(set uint) {
		if !o.pairable(group&^set) || !o.pairable(below|set) {
			return
		}
		key := []int{bits.OnesCount(set)}
		for place := len(order) - 1; place >= 0; place-- {
			if set>>order[place]&1 == 1 {
				key = append(key, -place)
			}
		}
		if bestKey == nil || slices.Compare(key, bestKey) < 0 {
			best, bestKey = set, key
		}
	})
	return best
}

// group tries every pairing of those who stay in a group.
func (o *usOracle) group(stay, dropped uint) [][2]int {
	order := o.ranked(stay)
	place := map[int]int{}
	for k, i := range order {
		place[i] = k
	}
	var bestKey []int
	var best [][2]int
	var walk func(left uint, pairs [][2]int)
	walk = func(left uint, pairs [][2]int) {
		if left == 0 {
			key := o.groupKey(order, pairs, place, dropped)
			if bestKey == nil || slices.Compare(key, bestKey) < 0 {
				bestKey, best = key, slices.Clone(pairs)
			}
			return
		}
		i := bits.TrailingZeros(left)
		for j := i + 1; j < len(o.teams); j++ {
			if left>>j&1 == 1 && o.can[i][j] {
				walk(left&^(1<<i)&^(1<<j), append(pairs, [2]int{i, j}))
			}
		}
	}
	walk(stay, nil)
	for k, p := range best {
		a, b := o.teams[p[0]].number, o.teams[p[1]].number
		best[k] = [2]int{min(a, b), max(a, b)}
	}
	return best
}

// groupKey orders pairings: opponents of the dropped from the top, residents
// before other dropped ones, then upper members and their opponents.
func (o *usOracle) groupKey(order []int, pairs [][2]int, place map[int]int, dropped uint) []int {
	mate := map[int]int{}
	for _, p := range pairs {
		mate[p[0]], mate[p[1]] = p[1], p[0]
	}
	var key, tops, partners []int
	for _, i := range order {
		j := mate[i]
		switch {
		case dropped>>i&1 == 1 && dropped>>j&1 == 1:
			if place[i] < place[j] {
				key = append(key, 1000+place[j])
			}
		case dropped>>i&1 == 1:
			key = append(key, place[j])
		case dropped>>j&1 == 0 && place[i] < place[j]:
			tops, partners = append(tops, place[i]), append(partners, place[j])
		}
	}
	return slices.Concat(key, tops, partners)
}
