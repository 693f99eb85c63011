package prospect

import (
	"math"
	"slices"
)

// fewest is how many of the others must come ahead. Those who are ahead already do; of the
// rest as few as possible are allowed to, until the points that are left can be shared out
// with everybody else kept behind. Whether they can is a question of flow (B. L. Schwartz,
// Possible Winners in Partially Completed Tournaments, 1966); whom to allow is tried out.
func (r rest) fewest() int {
	most := make([]int, len(r.points))
	var behind []int
	forced := 0
	for i := range r.points {
		switch {
		case i == r.team:
		case !r.counts[i]:
			most[i] = math.MaxInt
		case r.ahead(i, 0):
			most[i] = math.MaxInt
			forced++
		default:
			most[i] = r.mark - r.points[i]
			behind = append(behind, i)
		}
	}
	least := make([]int, len(r.points))
	return forced + smallest(len(behind), func(allowed []int) bool {
		now := slices.Clone(most)
		for _, i := range allowed {
			now[behind[i]] = math.MaxInt
		}
		return r.shared(least, now)
	})
}

// most is how many of the others can be level at least: all of them but as few as possible.
func (r rest) most() int {
	least, most := make([]int, len(r.points)), slices.Repeat([]int{math.MaxInt}, len(r.points))
	var below []int
	others := 0
	for i := range r.points {
		others += one(r.counts[i])
		if r.counts[i] && !r.level(i, 0) {
			least[i] = r.mark - r.points[i] - r.extra[i]
			below = append(below, i)
		}
	}
	return others - smallest(len(below), func(left []int) bool {
		now := slices.Clone(least)
		for _, i := range left {
			now[below[i]] = 0
		}
		return r.shared(now, most)
	})
}

// smallest is the size of the smallest subset of 0 … n-1 that does; all of them always do.
func smallest(n int, does func(subset []int) bool) int {
	for size := range n {
		subset := make([]int, size)
		for i := range subset {
			subset[i] = i
		}
		for {
			if does(subset) {
				return size
			}
			i := size - 1
			for i >= 0 && subset[i] == n-size+i {
				i--
			}
			if i < 0 {
				break
			}
			subset[i]++
			for k := i + 1; k < size; k++ {
				subset[k] = subset[k-1] + 1
			}
		}
	}
	return n
}

// shared reports whether the meetings can be played so that each team gets at least and at
// most so much. It begins with all points at one end of each meeting and moves them along
// chains of meetings, one half point at a time, from who has too much to who can take more.
func (r rest) shared(least, most []int) bool {
	got := make([]int, len(r.points))
	ones := make([]int, len(r.meetings)) // of each meeting, what its first team has
	for k, m := range r.meetings {
		ones[k] = m.Left / 2
		got[m.One] += ones[k]
		got[m.Other] += m.Left - ones[k]
	}
	for i := range got {
		for got[i] > most[i] {
			if !r.move(got, ones, i, -1, func(to int) bool { return got[to] < most[to] }) {
				return false
			}
		}
		for got[i] < least[i] {
			if !r.move(got, ones, i, 1, func(from int) bool { return got[from] > least[from] }) {
				return false
			}
		}
	}
	return true
}

// move takes a half point from a team (by -1), or gives it one (by 1), along the shortest
// chain of meetings whose end will do.
func (r rest) move(got, ones []int, team, by int, will func(i int) bool) bool {
	via := slices.Repeat([]int{-1}, len(r.points)) // the meeting by which a team was reached
	queue, seen := []int{team}, make([]bool, len(r.points))
	seen[team] = true
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		if at != team && will(at) {
			got[at] -= by
			got[team] += by
			for at != team {
				m := r.meetings[via[at]]
				before := m.One + m.Other - at
				if before == m.One {
					ones[via[at]] += by
				} else {
					ones[via[at]] -= by
				}
				at = before
			}
			return true
		}
		for k, m := range r.meetings {
			if m.One != at && m.Other != at {
				continue
			}
			next, has := m.One+m.Other-at, ones[k]
			if (m.One == at) == (by > 0) { // what moves leaves next to at, or at to next
				has = m.Left - ones[k]
			}
			if has > 0 && !seen[next] {
				seen[next], via[next] = true, k
				queue = append(queue, next)
			}
		}
	}
	return false
}
