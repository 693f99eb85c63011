package pairing

import "slices"

// dutchBracket is one bracket being paired (art. 1.3): places, in ranking order.
type dutchBracket struct {
	*dutch
	moved     []int // moved-down players
	residents []int
	next      []int // the residents of the next bracket
}

// pair pairs the bracket.
func (b *dutchBracket) pair() error {
	b.draft.Work.Brackets++
	if !newExactBracket(b).run() {
		return &NoPairingError{Round: b.f.t.Round}
	}
	b.report()
	return nil
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

func (b *dutchBracket) report() {}
