package pairing

import "github.com/tandemchess/tandem/internal/phrase"

// Where nothing speaks against a more obvious choice itself, the bracket is paired
// once more with that choice made, to see which criterion it would have cost.

const (
	trialSize   = 60 // a trial with so many players costs one
	trialRounds = 60 // what the trials of a round may cost together
)

// prices says what being worse on a criterion means.
var prices = [22]phrase.Sentence{
	6: phrase.Of("more players would float down (C6)"), 7: phrase.Of("higher scores would float down (C7)"),
	8: phrase.Of("the next bracket would do worse (C8)"), 9: phrase.Of("the bye would go to somebody who missed more games (C9)"),
	10: phrase.Of("more topscorers would be three games ahead with a colour (C10)"), 11: phrase.Of("more topscorers would have a colour three times running (C11)"),
	12: phrase.Of("more players would miss the colour they want (C12)"), 13: phrase.Of("more players would miss the colour they strongly want (C13)"),
	14: phrase.Of("more would float down again after last round (C14)"), 15: phrase.Of("more would float up again after last round (C15)"),
	16: phrase.Of("more would float down again after the round before last (C16)"), 17: phrase.Of("more would float up again after the round before last (C17)"),
	18: phrase.Of("a higher score would float down again after last round (C18)"), 19: phrase.Of("somebody would float up further again after last round (C19)"),
	20: phrase.Of("a higher score would float down again after the round before last (C20)"), 21: phrase.Of("somebody would float up further again after the round before last (C21)"),
}

// pricePair says what pairing p with q would have cost; empty when that would take
// too long to find out.
func (b *dutchBracket) pricePair(p, q int) phrase.Sentence {
	if b.quick != nil {
		return b.quick.pricePair(p, q)
	}
	return b.price(func(x *exactBracket) { x.m.Fix(x.vertex(p), x.vertex(q)) })
}

// priceFloat says what floating p would have cost.
func (b *dutchBracket) priceFloat(p int) phrase.Sentence {
	if b.quick != nil {
		return b.quick.priceFloat(p)
	}
	return b.price(func(x *exactBracket) {
		for u := range x.r1 {
			x.m.Remove(u, x.vertex(p))
		}
	})
}

// price pairs the bracket again after a change to the choices it has.
func (b *dutchBracket) price(change func(*exactBracket)) phrase.Sentence {
	if b.trials >= trialRounds {
		return phrase.Sentence{}
	}
	members := append(append([]int(nil), b.moved...), b.residents...)
	kept := make([]int, len(members))
	for i, a := range members {
		kept[i] = b.mate[a]
		b.mate[a] = -1
	}
	defer func() {
		for i, a := range members {
			b.mate[a] = kept[i]
		}
	}()
	horizon := b.horizon(b.end(), len(members))
	sinks := 0
	if horizon < len(b.players) {
		sinks = horizon - b.end() + len(members)
	}
	size := len(members) + horizon - b.end() + sinks
	cost := 1 + size*size*size/(trialSize*trialSize*trialSize)
	if b.trials+cost > trialRounds {
		return phrase.Sentence{}
	}
	b.trials += cost
	now := newExactBracket(b, horizon, sinks)
	for i, a := range members {
		if m := kept[i]; m > a {
			now.m.Fix(now.vertex(a), now.vertex(m))
		}
	}
	instead := newExactBracket(b, horizon, sinks)
	change(instead)
	if !now.m.Solve() {
		return phrase.Sentence{}
	}
	if !instead.m.Solve() {
		return phrase.Of("the round could not be completed (C4)")
	}
	instead.byeGames()
	is, would := now.reached(), instead.reached()
	for c := 6; c < len(prices); c++ {
		if would[c] != is[c] {
			return prices[c]
		}
	}
	return phrase.Of("another equally good pairing comes first (art. 4)")
}

// vertex is the vertex of a place of the bracket.
func (x *exactBracket) vertex(place int) int {
	for u, a := range x.vertices {
		if a == place {
			return u
		}
	}
	return -1
}

// reached are the values of the matching found, with C8 as the players the next
// bracket leaves over.
func (x *exactBracket) reached() criteriaValues {
	var left []int
	for u := range x.r1 {
		a := x.vertices[u]
		if x.mate[a] = -1; x.m.Mate(u) < x.r1 {
			x.mate[a] = x.vertices[x.m.Mate(u)]
		} else {
			left = append(left, a)
		}
	}
	v := x.values(left)
	for u := range x.n1 {
		if w := x.m.Mate(u); w >= x.n1 && (u >= x.r1 || x.m.Mate(u) >= x.r1) {
			v[8] += 1 + x.players[x.vertices[u]].pairing
		}
	}
	return v
}
