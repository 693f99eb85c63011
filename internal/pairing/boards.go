package pairing

import (
	"cmp"
	"slices"
)

// boardKey orders pairs.
type boardKey struct {
	top, sum, number int
	place            int // in the unsorted list
}

// sortBoards puts pairs in board order (C.04.2): the higher pairing score of the
// better-ranked member, the sum of both, the smaller number of the better-ranked
// member; the pairing-allocated bye comes last.
func (f *field) sortBoards(pairs []Pair) {
	keys := make([]boardKey, len(pairs))
	for k, p := range pairs {
		if p.IsBye() {
			keys[k] = boardKey{top: -1 << 62, place: k}
			continue
		}
		a, b := f.mustPlace(p.White), f.mustPlace(p.Black)
		if f.rank(b, a) < 0 {
			a, b = b, a
		}
		high, low := f.all[a].pairing, f.all[b].pairing
		keys[k] = boardKey{high, high + low, a, k}
	}
	slices.SortFunc(keys, func(x, y boardKey) int {
		return cmp.Or(cmp.Compare(y.top, x.top), cmp.Compare(y.sum, x.sum), cmp.Compare(x.number, y.number))
	})
	sorted := make([]Pair, len(pairs))
	for k, key := range keys {
		sorted[k] = pairs[key.place]
	}
	copy(pairs, sorted)
}
