package pairing

import (
	"slices"

	"github.com/tandemchess/tandem/internal/pairing/matching"
)

// dutchBracket is one bracket being paired (art. 1.3): places, in ranking order.
type dutchBracket struct {
	*dutch
	moved     []int // moved-down players
	residents []int
	next      []int         // the residents of the next bracket
	quick     *quickBracket // how the bracket was paired without matching, if it was
}

// pair pairs the bracket.
func (b *dutchBracket) pair() error {
	b.draft.Work.Brackets++
	if !b.pairQuickly() && !b.pairExactly() {
		return b.noPairing()
	}
	b.report()
	return nil
}

// pairExactly pairs the bracket by weighted matching, with as small a graph as a
// certificate allows.
func (b *dutchBracket) pairExactly() bool {
	b.draft.Work.Searches++
	least := b.unmatched()
	if least == len(b.moved)+len(b.residents) && !b.whole {
		return true // nobody here may meet anybody here: all float
	}
	size := len(b.moved) + len(b.residents)
	for sinks := size % 2; !b.whole && b.free(sinks); sinks = 2*sinks + 2 - sinks%2 {
		b.draft.Work.Certificates++
		if x := newExactBracket(b, b.end(), sinks); x.m.Solve() {
			x.settle()
			return true
		}
	}
	b.draft.Work.Matchings++
	for more := max(2, least); ; more *= 2 {
		horizon, sinks := len(b.players), 0
		if !b.whole {
			horizon = b.horizon(b.end(), more)
		}
		if horizon < len(b.players) {
			sinks = horizon - b.end() + more
		}
		x := newExactBracket(b, horizon, sinks)
		switch solved := x.m.Solve(); {
		case solved && (sinks == 0 || x.floating() <= more):
			x.settle()
			return true
		case sinks == 0:
			return false
		}
	}
}

// unmatched is the number of members that float at least.
func (b *dutchBracket) unmatched() int {
	members := slices.Concat(b.moved, b.residents)
	g := matching.NewGraph(len(members))
	for i, p := range members {
		for j := range i {
			if b.legal(members[j], p) {
				g.Join(i, j)
			}
		}
	}
	_, over := matching.Maximum(g)
	return over
}

// join pairs two players.
func (b *dutchBracket) join(p, q int) {
	b.mate[p], b.mate[q] = q, p
	score := b.players[b.residents[0]].pairing
	b.bracket[p], b.bracket[q] = score, score
}

// floaters lists who is left, in ranking order.
func (b *dutchBracket) floaters() []int {
	var left []int
	for _, p := range slices.Concat(b.moved, b.residents) {
		if b.mate[p] < 0 {
			left = append(left, p)
			b.bracket[p] = b.players[b.residents[0]].pairing
		}
	}
	return left
}
