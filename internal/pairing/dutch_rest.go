package pairing

import (
	"slices"

	"github.com/tandemchess/tandem/internal/pairing/matching"
)

// Whether the players below a bracket can take whatever it floats is mostly
// answered by counting.
//
// Dirac: a graph with h >= 3 vertices in which everybody has at least h/2
// neighbours has a Hamiltonian cycle, hence, for even h, a perfect matching. A
// player misses at most maxBarred opponents for C1 (and forbidden pairs) and, for
// C3, those with the same absolute preference. So c lower players can take any
// set D of at most k floaters, when D and they are even in number, if
//
//	c - 1 - barred - max(absolute White, absolute Black) >= (c + k) / 2,
//
// counting for everybody only neighbours among the c; pairs inside D are not
// needed. When one of them gets the bye, c-1 take the place of c.

// census counts, over the places before each place, what the certificate needs.
type census struct {
	absolute  [2][]int // players with an absolute preference for White, Black; no topscorers
	receivers []int    // players who may get the bye
	maxBarred int
}

func (d *dutch) newCensus() census {
	n := len(d.players)
	c := census{absolute: [2][]int{make([]int, n+1), make([]int, n+1)}, receivers: make([]int, n+1)}
	for p := range d.players {
		q := &d.players[p]
		for i, colour := range [2]Colour{White, Black} {
			c.absolute[i][p+1] = c.absolute[i][p]
			if q.strength == absolute && q.wants == colour && !q.topscorer {
				c.absolute[i][p+1]++
			}
		}
		c.receivers[p+1] = c.receivers[p]
		if d.mayBye(p) {
			c.receivers[p+1]++
		}
		c.maxBarred = max(c.maxBarred, len(q.barred))
	}
	return c
}

// takes reports, by the certificate, that the players start..end can be paired
// among themselves and with any floaters, up to the given number, that make the
// total even; with bye, one of the players gets the bye.
func (d *dutch) takes(start, end, floaters int, bye bool) bool {
	c := end - start
	if bye {
		if d.receivers[end] == d.receivers[start] {
			return false
		}
		c--
	}
	if c == 0 && floaters == 0 {
		return true
	}
	if c+floaters < 3 {
		return false
	}
	least := 1 + max(d.absolute[0][end]-d.absolute[0][start], d.absolute[1][end]-d.absolute[1][start])
	fits := func(barred int) bool { return 2*(c-least-barred) >= c+floaters }
	return fits(d.maxBarred) || fits(0) && fits(d.barredWithin(start, end))
}

// barredWithin is the largest number of the players start..end that one not paired
// yet must not meet for C1 or a wish.
func (d *dutch) barredWithin(start, end int) int {
	most := 0
	for p, mate := range d.mate {
		if barred := d.players[p].barred; mate < 0 && len(barred) > most {
			first, _ := slices.BinarySearch(barred, start)
			last, _ := slices.BinarySearch(barred[first:], end)
			most = max(most, last)
		}
	}
	return most
}

// byeAbove reports whether the bye goes to somebody ranked above the given place,
// the start of a scoregroup.
func (d *dutch) byeAbove(place int) bool {
	return d.odd && place > 0 && d.players[place-1].pairing <= d.byeScore
}

// free reports that whatever the bracket floats, as long as it is at most the given
// number of players, the round can be completed (C4, C5) and the next bracket
// does as well as any bracket can: it pairs all of them, and all its residents
// but at most one (C8). The bracket can then be paired without a look below.
func (b *dutchBracket) free(floaters int) bool {
	next, lower, all := b.end(), b.end()+len(b.next), len(b.players)
	if next == all || b.byeAbove(next) {
		return false
	}
	evenly := (floaters+len(b.next))%2 == 0
	switch byeNext := b.odd && b.players[next].pairing == b.byeScore; {
	case byeNext:
		return !evenly && b.takes(next, lower, floaters, true) && b.takes(lower, all, 0, false)
	case evenly:
		return b.takes(next, lower, floaters, false) && b.takes(lower, all, 0, b.odd)
	default:
		// The last resident of the next bracket goes on.
		return b.takes(next, lower-1, floaters, false) && b.takes(lower, all, 1, b.odd)
	}
}

// end is the place after the last resident.
func (b *dutchBracket) end() int { return b.residents[len(b.residents)-1] + 1 }

// horizon returns the first place that need not be in a graph of the players from
// start on: the end of a scoregroup, at least the first one, below which the
// players can take everybody the graph has from start on and the given number
// more. It is the number of players when there is none.
func (d *dutch) horizon(start, more int) int {
	all := len(d.players)
	if start == all {
		return all
	}
	for cut := d.groupEnd(start); cut < all; cut = d.groupEnd(cut) {
		if d.takes(cut, all, cut-start+more, d.odd && !d.byeAbove(cut)) {
			return cut
		}
	}
	return all
}

// restMatches reports whether the players from start on can be paired among
// themselves, one of them with the bye if it goes to them.
func (d *dutch) restMatches(start int) bool {
	all := len(d.players)
	bye := d.odd && start < all && !d.byeAbove(start)
	if start == all || d.takes(start, all, 0, bye) {
		return true
	}
	d.draft.Work.Matchings++
	n := all - start
	if bye {
		n++
	}
	g := matching.NewGraph(n)
	for a := start; a < all; a++ {
		for b := start; b < a; b++ {
			if d.legal(a, b) {
				g.Join(a-start, b-start)
			}
		}
		if bye && d.mayBye(a) {
			g.Join(a-start, n-1)
		}
	}
	_, over := matching.Maximum(g)
	return over == 0
}
