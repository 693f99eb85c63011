// Package prospect says who can still win: the best and the worst place that each team can
// reach, whatever happens in the matches that are left.
//
// It is pure arithmetic on points. It knows no rulebook, no tie-break and no page, and it
// never guesses how likely something is. Teams that end with equal points are ranked by
// tie-breaks that further play can change, so a best place counts every tie for the team and
// a worst place every tie against it. A place that it calls impossible never comes true, as
// long as every match that is left gives its points to the two who play it: a director who
// takes points away or lets both lose stands outside of that.
package prospect

import "slices"

// Meeting is what two teams still play for: Left half points that they share in whole half
// points, whoever gets how many.
type Meeting struct {
	One, Other int // indices of teams
	Left       int // half points
}

// Field is a table that is not finished.
type Field struct {
	Points   []int // half points of each team so far
	Meetings []Meeting
	// Extra are half points that a team can get besides, or not: in rounds that nobody has
	// paired yet. Nil for nobody.
	Extra []int
	// Among are the teams whose places are counted: those of a category, who play everybody and
	// are ranked among each other. Nil for all.
	Among []bool
}

func (f Field) counts(team int) bool { return f.Among == nil || f.Among[team] }

// Range is what a team can still reach. Exact says that both places are reached by some
// results; otherwise they are bounds, and the truth lies within.
type Range struct {
	Best, Worst int // from 1
	Exact       bool
}

// State is how a team stands to a number of first places.
type State int

// The states.
const (
	Open State = iota
	Certain
	Gone
	NotFor // the places are for others: those of a category that the team is not in
)

// Of says how the team stands to the first so many places: the title is 1.
func (r Range) Of(places int) State {
	switch {
	case r.Worst <= places:
		return Certain
	case r.Best > places:
		return Gone
	}
	return Open
}

// mostExact is how many teams a table may have whose teams meet more than once still, so
// that its places are computed exactly: how few of the others must, and how many can, come
// ahead is a search among subsets.
const mostExact = 12

// Places are the ranges of all teams that are counted; those of the others are zero. They are exact where nothing is Extra, and either
// nobody has more than one meeting left or at most twelve teams take part.
func Places(f Field) []Range {
	degree := make([]int, len(f.Points))
	for _, m := range f.Meetings {
		degree[m.One]++
		degree[m.Other]++
	}
	single := len(degree) == 0 || slices.Max(degree) <= 1
	fixed := !slices.ContainsFunc(f.Extra, func(n int) bool { return n != 0 })
	ranges := make([]Range, len(f.Points))
	for team := range ranges {
		if !f.counts(team) {
			continue
		}
		best, worst := f.forTeam(team, true), f.forTeam(team, false)
		switch {
		case single:
			ranges[team] = Range{1 + best.fewestApart(), 1 + worst.mostApart(), fixed}
		case fixed && len(f.Points) <= mostExact:
			ranges[team] = Range{1 + best.fewest(), 1 + worst.most(), true}
		default:
			ranges[team] = Range{1 + best.fewestAtLeast(), 1 + worst.mostAtMost(), false}
		}
	}
	return ranges
}

// rest is a field seen by one team whose own matches have gone all its way, or all the other
// way: how many of the others come ahead of it?
type rest struct {
	points   []int // of the others; own meetings are in
	extra    []int // what each of the others can still get besides
	meetings []Meeting
	counts   []bool // who of the others is counted
	mark     int    // more than this is ahead of the team (best), or at least this (worst)
	team     int
}

// forTeam plays the team's own matches: won, with all that it can get besides, while nobody
// else gets anything besides; or lost, the other way round.
func (f Field) forTeam(team int, won bool) rest {
	r := rest{points: slices.Clone(f.Points), extra: make([]int, len(f.Points)), counts: make([]bool, len(f.Points)), mark: f.Points[team], team: team}
	for i := range r.counts {
		r.counts[i] = i != team && f.counts(i)
	}
	for i, n := range f.Extra {
		switch {
		case i == team && won:
			r.mark += n
		case i != team && !won:
			r.extra[i] = n
		}
	}
	for _, m := range f.Meetings {
		switch {
		case m.One != team && m.Other != team:
			r.meetings = append(r.meetings, m)
		case won:
			r.mark += m.Left
		default:
			r.points[m.One+m.Other-team] += m.Left
		}
	}
	return r
}

// ahead reports whether one of the others is ahead with so many points more.
func (r rest) ahead(i, more int) bool { return r.counts[i] && r.points[i]+more > r.mark }

// level reports whether one of the others is level at least with so many points more.
func (r rest) level(i, more int) bool {
	return r.counts[i] && r.points[i]+r.extra[i]+more >= r.mark
}

// fewestApart counts who must be ahead where nobody has two meetings left: each meeting is
// looked at by itself.
func (r rest) fewestApart() int { return r.apart(r.ahead, func(a, b int) bool { return a < b }) }

// mostApart counts who can be level there.
func (r rest) mostApart() int { return r.apart(r.level, func(a, b int) bool { return a > b }) }

func (r rest) apart(counts func(i, more int) bool, better func(a, b int) bool) int {
	plays, sum := make([]bool, len(r.points)), 0
	for _, m := range r.meetings {
		plays[m.One], plays[m.Other] = true, true
		chosen := one(counts(m.One, 0)) + one(counts(m.Other, m.Left))
		for n := 1; n <= m.Left; n++ {
			if now := one(counts(m.One, n)) + one(counts(m.Other, m.Left-n)); better(now, chosen) {
				chosen = now
			}
		}
		sum += chosen
	}
	for i := range r.points {
		if !plays[i] {
			sum += one(counts(i, 0))
		}
	}
	return sum
}

// fewestAtLeast counts who is ahead already, mostAtMost who is level when all goes their
// way: both are true whatever happens, and more cannot be said quickly.
func (r rest) fewestAtLeast() (n int) {
	for i := range r.points {
		n += one(r.ahead(i, 0))
	}
	return n
}

func (r rest) mostAtMost() (n int) {
	more := make([]int, len(r.points))
	for _, m := range r.meetings {
		more[m.One] += m.Left
		more[m.Other] += m.Left
	}
	for i := range r.points {
		n += one(r.level(i, more[i]))
	}
	return n
}

func one(yes bool) int {
	if yes {
		return 1
	}
	return 0
}
