package pairing

import (
	"fmt"
	"slices"

	"github.com/tandemchess/tandem/internal/phrase"
)

// Explanations are made after a bracket is settled. They name what speaks against
// the more obvious choice and never change the pairing.

// notAsWell is the reason left when a bracket is too large for a trial.
var notAsWell = phrase.Of("the bracket could not be paired as well")

// report records the criteria of the bracket and why its pairs are not the obvious
// ones.
func (b *dutchBracket) report() {
	left := b.floaters()
	r := Bracket{Score: b.players[b.residents[0]].pairing, Criteria: b.values(left).list()}
	for _, p := range b.residents {
		r.Members = append(r.Members, b.players[p].number)
	}
	for _, p := range b.moved {
		r.Moved = append(r.Moved, b.players[p].number)
	}
	b.draft.Brackets = append(b.draft.Brackets, r)
	b.explainMoved()
	b.explainRemainder()
	b.explainFloaters(left)
}

// values counts the criteria of art. 2.2 and 2.3 (C8 looks at the next bracket and is
// left out). C7 and C18–C21 are given as sums of scores.
func (b *dutchBracket) values(left []int) criteriaValues {
	var v criteriaValues
	score := b.players[b.residents[0]].pairing
	first := b.residents[0]
	for _, p := range left {
		q := &b.players[p]
		v[6]++
		v[7] += q.pairing
		for ago := range 2 {
			switch {
			case q.down[ago] && p >= first:
				v[14+2*ago]++
			case q.down[ago]:
				v[18+2*ago] += q.pairing - score
			}
		}
	}
	if len(left) == 1 && b.dutch.odd && b.players[left[0]].pairing == b.byeScore && score <= b.byeScore {
		v[9] = b.players[left[0]].unplayed
	}
	for _, p := range slices.Concat(b.moved, b.residents) {
		m := b.mate[p]
		if m < p {
			continue
		}
		for i, broken := range b.faults(p, m) {
			v[10+i] += int(broken)
		}
		for ago := range 2 {
			if p < first && b.players[m].up[ago] {
				v[15+2*ago]++
				v[19+2*ago] += b.players[p].pairing - score
			}
		}
	}
	return v
}

// criteriaValues are indexed by the number of the criterion.
type criteriaValues [22]int

func (v criteriaValues) list() []Criterion {
	var list []Criterion
	for i := 6; i < len(v); i++ {
		if i != 8 {
			list = append(list, Criterion{Name: fmt.Sprintf("C%d", i), Value: v[i]})
		}
	}
	return list
}

// explainMoved: each MDP would have met the first resident still free.
func (b *dutchBracket) explainMoved() {
	taken := map[int]bool{}
	for _, p := range b.moved {
		i := slices.IndexFunc(b.residents, func(r int) bool { return !taken[r] })
		if i < 0 {
			return
		}
		obvious, m := b.residents[i], b.mate[p]
		if m >= 0 {
			taken[m] = true
		}
		if m != obvious {
			b.because(p, p, obvious)
		}
	}
}

// explainRemainder: each player of S1 would have met the first of S2 still free, and
// one who was exchanged into S2 its counterpart there.
func (b *dutchBracket) explainRemainder() {
	var rest []int
	half := 0
	for _, p := range b.residents {
		switch m := b.mate[p]; {
		case m >= b.residents[0]:
			half++
			rest = append(rest, p)
		case m < 0:
			rest = append(rest, p)
		}
	}
	half /= 2
	isTop := func(p int) bool { return b.mate[p] > p }
	taken := make(map[int]bool, half)
	first := 0
	for i, p := range rest {
		if i < half && !isTop(p) && i+half < len(rest) && b.mate[p] >= 0 {
			b.because(b.mate[p], p, rest[i+half])
		}
		if !isTop(p) {
			continue
		}
		for first < len(rest) && (taken[rest[first]] || isTop(rest[first])) {
			first++
		}
		m := b.mate[p]
		if taken[m] = true; first < len(rest) && rest[first] > p && rest[first] != m {
			b.because(p, p, rest[first])
		}
	}
}

// explainFloaters: the last resident would have floated.
func (b *dutchBracket) explainFloaters(left []int) {
	var resident []int
	for _, p := range left {
		if p >= b.residents[0] {
			resident = append(resident, p)
		}
	}
	for i, p := range resident {
		obvious := b.residents[len(b.residents)-len(resident)+i]
		if p == obvious || b.mate[obvious] < 0 {
			continue
		}
		q, f := &b.players[obvious], &b.players[p]
		bye := b.dutch.odd && f.pairing == b.byeScore && len(left) == 1
		r := Reason{Of: q.number}
		switch {
		case bye && q.noBye:
			r.Why = phrase.Of("had a bye or a win's points without a game before (C2)")
		case bye && q.unplayed > f.unplayed:
			r.Why = phrase.Of("missed more games (C9)")
		case q.down[0] && !f.down[0]:
			r.Why = phrase.Of("floated down last round (C14)")
		case q.down[1] && !f.down[1]:
			r.Why = phrase.Of("floated down the round before last (C16)")
		default:
			if r.Why = b.priceFloat(obvious); r.Why.Empty() {
				r.Why = notAsWell
			}
		}
		b.reasons[p] = append(b.reasons[p], r)
	}
}

// because records, for the pair of the place at, why p did not meet the obvious
// opponent.
func (b *dutchBracket) because(at, p, obvious int) {
	if len(b.reasons[at]) == mostReasons {
		return
	}
	r := Reason{Of: b.players[p].number, Other: b.players[obvious].number}
	m, left := b.mate[p], b.mate[obvious]
	if r.Why = b.against(p, m, obvious); r.Why.Empty() && m >= 0 && left >= 0 {
		if why := b.against(min(m, left), -1, max(m, left)); !why.Empty() {
			r.Why = wouldRemain(b.players[m].number, b.players[left].number, why)
		}
	}
	if r.Why.Empty() {
		r.Why = b.pricePair(p, obvious)
	}
	if r.Why.Empty() {
		r.Why = notAsWell
	}
	b.reasons[at] = append(b.reasons[at], r)
}

// against says what speaks against p meeting q rather than m (-1 nobody); empty if
// nothing does.
func (b *dutchBracket) against(p, m, q int) phrase.Sentence {
	x, y := &b.players[p], &b.players[q]
	if !b.legal(p, q) {
		if why := b.f.barredBecause(b.f.active[p], b.f.active[q]); !why.Empty() {
			return why
		}
		return phrase.Of("both must have %s (C3)", phrase.Word(x.wants.String()))
	}
	now, instead := colourFaults{}, b.faults(p, q)
	if m >= 0 {
		now = b.faults(min(p, m), max(p, m))
	}
	for i, name := range [4]phrase.Sentence{
		phrase.Of("one would be three games ahead with a colour (C10)"), phrase.Of("one would have the same colour three times running (C11)"),
		phrase.Of("both want %s (C12)", phrase.Word(x.wants.String())), phrase.Of("both strongly want %s (C13)", phrase.Word(x.wants.String())),
	} {
		switch {
		case instead[i] > now[i]:
			return name
		case instead[i] < now[i]:
			return phrase.Sentence{}
		}
	}
	if x.pairing == y.pairing || m < 0 {
		return phrase.Sentence{}
	}
	switch now := &b.players[m]; {
	case y.up[0] && !now.up[0]:
		return phrase.Of("%d floated up last round (C15)", y.number)
	case y.up[1] && !now.up[1]:
		return phrase.Of("%d floated up the round before last (C17)", y.number)
	}
	return phrase.Sentence{}
}

// completeReasons fills in whom an explanation of a float leaves open: the floater's
// opponent, whom the more obvious floater would have met.
func (d *dutch) completeReasons() {
	for p, list := range d.reasons {
		if m := d.mate[p]; m >= 0 {
			for i := range list {
				if list[i].Other == 0 {
					list[i].Other = d.players[m].number
				}
			}
		}
	}
}
