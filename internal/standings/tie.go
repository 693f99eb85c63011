package standings

import (
	"cmp"
	"slices"
)

// tie works on one group of entries that are equal on everything before.
type tie struct {
	*engine
	// place is scratch by entry: 1-based position in the group, 0 outside.
	place []int32
}

func newTie(e *engine) *tie { return &tie{engine: e} }

// enter marks the members of a group; leave unmarks them.
func (x *tie) enter(group []int) {
	if x.place == nil {
		x.place = make([]int32, len(x.entries))
	}
	for k, i := range group {
		x.place[i] = int32(k + 1)
	}
}

func (x *tie) leave(group []int) {
	for _, i := range group {
		x.place[i] = 0
	}
}

// encounterScale makes averages of up to ten meetings exact.
const encounterScale = 2520

// stage is one way to count the results among the tied (C.07 art. 6 and 13.3).
type stage struct {
	points    func(x *tie, n *entry, round int) int
	win, loss func(*tie) int
	score     int  // the score the points are of
	pairsOnly bool // only for exactly two tied participants
}

// directEncounter returns the split for DE (no further stages) and EDE: the
// primary score, then S the secondary one; for exactly two tied teams also C the
// board count, T the boards from the top, B the boards without the bottom ones.
func directEncounter(further string) func(*tie, Code, []int) [][]int {
	return func(x *tie, c Code, group []int) [][]int {
		stages := []stage{x.scoreStage(x.scoreOf(c.Score))}
		for _, s := range further {
			switch s {
			case 'S':
				stages = append(stages, x.scoreStage(1-x.scoreOf(c.Score)))
			case 'C':
				stages = append(stages, weightStage(func(b, _ int) int { return -(b + 1) }))
			case 'T':
				for top := range x.in.Boards {
					stages = append(stages, weightStage(func(b, _ int) int { return one(b == top) }))
				}
			case 'B':
				for bottom := 1; bottom < x.in.Boards; bottom++ {
					stages = append(stages, weightStage(func(b, boards int) int { return one(b < boards-bottom) }))
				}
			}
		}
		return x.encounter(c.AsPlayed || x.in.RoundRobin, stages, group)
	}
}

func one(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

func (x *tie) scoreStage(score int) stage {
	return stage{
		score:  score,
		points: func(_ *tie, n *entry, k int) int { return n.rounds[k].of(score) },
		win:    func(x *tie) int { return x.win(score) },
		loss:   func(x *tie) int { return x.loss(score) },
	}
}

// weightStage counts boards by a weight; only meaningful for two teams that met.
func weightStage(weight func(board, boards int) int) stage {
	return stage{
		pairsOnly: true,
		points: func(x *tie, n *entry, k int) int {
			sum := 0
			for b, half := range x.boards(n, k) {
				sum += weight(b, x.in.Boards) * half
			}
			return sum
		},
		win:  func(*tie) int { return 0 },
		loss: func(*tie) int { return 0 },
	}
}

// encounter splits a group by its stages in turn. A stage that separates somebody
// is applied again to those still tied before the next one, and the stages go
// round until none of them separates anybody any more.
func (x *tie) encounter(asPlayed bool, stages []stage, group []int) [][]int {
	var out [][]int
	var resolve func(group []int, next, idle int)
	resolve = func(group []int, next, idle int) {
		if len(group) < 2 || idle == len(stages) {
			out = append(out, group)
			return
		}
		parts := x.encounterOnce(asPlayed, stages[next], group)
		if len(parts) == 1 {
			resolve(group, (next+1)%len(stages), idle+1)
			return
		}
		for _, part := range parts {
			resolve(part, next, 0)
		}
	}
	resolve(group, 0, 0)
	return out
}

// meeting is what one member made of the games against the others.
type meeting struct {
	index  int
	points int // scaled
	met    int // different members met
}

// encounterOnce compares the results among the tied once (C.07 art. 6.1, 6.2).
// If all have met, the sums decide. If not, somebody comes out on top only when
// nobody could catch up whatever the missing games brought.
func (x *tie) encounterOnce(asPlayed bool, s stage, group []int) [][]int {
	if s.pairsOnly && len(group) != 2 {
		return [][]int{group}
	}
	others := len(group) - 1
	win, loss := s.win(x)*encounterScale, s.loss(x)*encounterScale
	if !s.pairsOnly && x.undecidable(s.score, others) {
		return [][]int{group}
	}
	x.enter(group)
	list := make([]meeting, len(group))
	all := true
	for k, i := range group {
		list[k] = x.meetings(i, asPlayed, s)
		all = all && list[k].met == others
	}
	x.leave(group)
	if all {
		return splitBy(list)
	}
	if s.pairsOnly {
		return [][]int{group}
	}
	top := 0
	least := func(m meeting) int { return m.points + (others-m.met)*loss }
	for k := range list {
		if least(list[k]) > least(list[top]) {
			top = k
		}
	}
	rest := make([]int, 0, others)
	for k, m := range list {
		if k == top {
			continue
		}
		if m.points+(others-m.met)*win >= least(list[top]) {
			return [][]int{group}
		}
		rest = append(rest, m.index)
	}
	return [][]int{{list[top].index}, rest}
}

// undecidable reports groups so large that nothing can be decided: everybody
// misses at least others-rounds games, and winning those beats the most that
// anybody can have made in the rounds there were.
func (x *tie) undecidable(score, others int) bool {
	missing := others - x.rounds
	if missing <= 0 {
		return false
	}
	catchUp := x.rounds*x.least[score] + missing*x.win(score)
	ahead := x.rounds*x.most[score] + missing*x.loss(score)
	return catchUp >= ahead
}

// meetings sums an entry's results against the marked group. Several meetings
// with the same opponent count as one with their average.
func (x *tie) meetings(i int, asPlayed bool, s stage) meeting {
	n := x.entries[i]
	m := meeting{index: i}
	counts := func(k int) bool {
		r := &n.rounds[k]
		return r.hasOpponent() && x.place[r.opponent] != 0 && (r.kind == Played || asPlayed)
	}
	for k := range n.rounds {
		if !counts(k) {
			continue
		}
		sum, times, first := 0, 0, true
		for other := range n.rounds {
			if n.rounds[other].opponent == n.rounds[k].opponent && counts(other) {
				first = first && other >= k
				sum += s.points(x, n, other)
				times++
			}
		}
		if first {
			m.points += sum * encounterScale / times
			m.met++
		}
	}
	return m
}

// splitBy orders meetings by points, the most first, and groups equal ones.
func splitBy(list []meeting) [][]int {
	slices.SortStableFunc(list, func(a, b meeting) int { return cmp.Compare(b.points, a.points) })
	var parts [][]int
	for k, m := range list {
		if k == 0 || m.points != list[k-1].points {
			parts = append(parts, nil)
		}
		parts[len(parts)-1] = append(parts[len(parts)-1], m.index)
	}
	return parts
}

// byBoards returns the split that compares keys made from the points by board,
// the first difference deciding (C.07 art. 13).
func byBoards(key func(boards []int) []int) func(*tie, Code, []int) [][]int {
	return func(x *tie, _ Code, group []int) [][]int {
		keys := make(map[int][]int, len(group))
		for _, i := range group {
			total := make([]int, x.in.Boards)
			n := x.entries[i]
			for k := range n.rounds {
				if n.rounds[k].kind == Pending {
					continue
				}
				for b, half := range x.boards(n, k) {
					if b < len(total) {
						total[b] += half
					}
				}
			}
			keys[i] = key(total)
		}
		order := slices.Clone(group)
		slices.SortStableFunc(order, func(a, b int) int { return slices.Compare(keys[b], keys[a]) })
		var parts [][]int
		for k, i := range order {
			if k == 0 || !slices.Equal(keys[i], keys[order[k-1]]) {
				parts = append(parts, nil)
			}
			parts[len(parts)-1] = append(parts[len(parts)-1], i)
		}
		return parts
	}
}

// topBoards compares board 1, then board 2, and so on.
func topBoards(boards []int) []int { return boards }

// withoutBottom compares the sum without the last board, then without the last
// two, and so on.
func withoutBottom(boards []int) []int {
	var out []int
	for n := len(boards) - 1; n > 0; n-- {
		sum := 0
		for _, half := range boards[:n] {
			sum += half
		}
		out = append(out, sum)
	}
	return out
}
