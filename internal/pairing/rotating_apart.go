package pairing

import (
	"cmp"
	"slices"
)

// Prohibitions in a rotating-partners round. Two who must not meet may well be
// partners: then they are on the same side.

// keepApart enters the prohibitions of the round. Players who are not on the list are
// skipped.
func (r *rotation) keepApart(apart []Forbidden) {
	n := len(r.numbers)
	r.hard, r.soft = square(n), square(n)
	for _, g := range apart {
		if !g.covers(r.round) {
			continue
		}
		wishes := r.soft
		if g.Hard {
			wishes = r.hard
		}
		for k, a := range g.Numbers {
			for _, b := range g.Numbers[:k] {
				i, knownA := r.place[a]
				j, knownB := r.place[b]
				if knownA && knownB && i != j {
					wishes[i][j], wishes[j][i] = 1, 1
				}
			}
		}
	}
}

// dealing is how good sides and tables are, by the aims in their order: hard
// prohibitions broken, repeats of partners, soft ones broken, the circle left,
// repeats of opponents. Values of tables add up.
type dealing [5]int64

func (d dealing) plus(e dealing) dealing {
	for i := range d {
		d[i] += e[i]
	}
	return d
}

func (d dealing) compare(e dealing) int { return slices.Compare(d[:], e[:]) }

// partners is what a partnership costs.
func (r *rotation) partners(a, b int) (d dealing) {
	again := int64(r.partnered[a][b])
	d[1] = again * again
	// The circle method breaks ties: in its round a and b are partners exactly if
	// their places add up to the round, so a steady field never runs dry.
	if r.circlePartner(a) != b {
		d[3] = 1
	}
	return d
}

// opponents is what a table of two sides costs.
func (r *rotation) opponents(x, y [2]int) (d dealing) {
	for _, a := range x {
		for _, b := range y {
			again := int64(r.opposed[a][b])
			d[0] += int64(r.hard[a][b])
			d[2] += int64(r.soft[a][b])
			d[4] += 4*again*again + int64(r.partnered[a][b])
		}
	}
	return d
}

// match is a table: two sides of two places.
type match [2][2]int

func (r *rotation) worth(tables []match) (sum dealing) {
	for _, t := range tables {
		sum = sum.plus(r.partners(t[0][0], t[0][1])).plus(r.partners(t[1][0], t[1][1])).plus(r.opponents(t[0], t[1]))
	}
	return sum
}

// redeal mends tables at which somebody meets whom he must not: their four players
// and those of each other table are dealt anew in the best of all ways, until that
// helps nowhere. Up to eight players this is the best draw there is. In larger
// fields a hard prohibition stays broken only if no two tables can mend it: never
// for one group of up to half of the players, because a table with three of
// them or four has another with fewer than two.
func (r *rotation) redeal(tables []match) {
	broken := func(t match) bool {
		d := r.opponents(t[0], t[1])
		return d[0]+d[2] > 0
	}
	for better := true; better; {
		better = false
		for i := range tables {
			for j := 0; j < len(tables) && broken(tables[i]); j++ {
				if i != j && r.redealTwo(&tables[i], &tables[j]) {
					better = true
				}
			}
			if len(tables) == 1 && broken(tables[0]) {
				r.dealBest(tables)
			}
		}
	}
	for i := range tables {
		slices.SortFunc(tables[i][:], func(x, y [2]int) int { return cmp.Compare(x[0], y[0]) })
	}
	slices.SortFunc(tables, func(s, t match) int { return cmp.Compare(s[0][0], t[0][0]) })
}

// redealTwo deals the players of two tables in the best way and reports whether
// that is better than before.
func (r *rotation) redealTwo(one, two *match) bool {
	tables := []match{*one, *two}
	if !r.dealBest(tables) {
		return false
	}
	*one, *two = tables[0], tables[1]
	return true
}

// dealBest deals the players of a few tables in the first best of all ways, if one
// is better than the present one.
func (r *rotation) dealBest(tables []match) (better bool) {
	var members []int
	for _, t := range tables {
		members = append(members, t[0][0], t[0][1], t[1][0], t[1][1])
	}
	slices.Sort(members)
	best := r.worth(tables)
	eachDeal(members, nil, func(way []match) {
		if d := r.worth(way); d.compare(best) < 0 {
			best, better = d, true
			copy(tables, way)
		}
	})
	return better
}

// eachDeal calls do with every way to seat the members, in ascending order, at
// tables of two sides; begun are the tables already filled.
func eachDeal(members []int, begun []match, do func([]match)) {
	if len(members) == 0 {
		do(begun)
		return
	}
	for p := 1; p < len(members); p++ {
		side := [2]int{members[0], members[p]}
		rest := slices.Concat(members[1:p], members[p+1:])
		for a := range rest {
			for b := a + 1; b < len(rest); b++ {
				others := slices.Concat(rest[:a], rest[a+1:b], rest[b+1:])
				eachDeal(others, append(begun[:len(begun):len(begun)], match{side, {rest[a], rest[b]}}), do)
			}
		}
	}
}
