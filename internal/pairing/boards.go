package pairing

import (
	"cmp"
	"slices"
)

// sortBoards puts pairs in board order (C.04.2): the higher pairing score of the
// better-ranked member, the sum of both, the smaller number of the better-ranked
// member; the pairing-allocated bye comes last.
func (f *field) sortBoards(pairs []Pair) {
	type key struct{ top, sum, number int }
	of := func(p Pair) key {
		if p.IsBye() {
			return key{top: -1 << 62}
		}
		a, b := f.position[p.White], f.position[p.Black]
		if f.rank(b, a) < 0 {
			a, b = b, a
		}
		high, low := f.all[a].pairing, f.all[b].pairing
		return key{high, high + low, f.all[a].number}
	}
	slices.SortStableFunc(pairs, func(p, q Pair) int {
		x, y := of(p), of(q)
		return cmp.Or(cmp.Compare(y.top, x.top), cmp.Compare(y.sum, x.sum), cmp.Compare(x.number, y.number))
	})
}
