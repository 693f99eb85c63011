package pairing

import (
	"slices"

	"github.com/tandemchess/tandem/internal/phrase"
)

// Prices in brackets paired by counting: the bound with the more obvious choice
// made says which criterion it would have cost.

// priced are the criteria of a value, in its order.
var priced = [len(value{})]int{8, 9, 12, 13, 14, 15, 16, 17, 19, 21}

// pricePair says what pairing p with resident o would have cost.
func (q *quickBracket) pricePair(p, o int) phrase.Sentence {
	q.recount()
	k := q.kindOf[o-q.residents[0]]
	if i := slices.Index(q.moved, p); i >= 0 {
		q.forced = slices.Repeat([]int{-1}, len(q.moved))
		q.forced[i] = k
		defer func() { q.forced = nil }()
		if why := q.priceOf(value{}); !why.Empty() {
			return why
		}
		return phrase.Of("the others could not be paired as well without a second meeting (C1)")
	}
	mine := q.kindOf[p-q.residents[0]]
	q.counts[k]--
	q.counts[mine]--
	spent, _ := colours(q.kinds[mine].class, q.kinds[k].class)
	if why := q.priceOf(spent); !why.Empty() {
		return why
	}
	if !q.withoutExchange(p, o) {
		return phrase.Of("as good a pairing without a further exchange comes first (art. 4)")
	}
	return phrase.Of("the others could not be paired as well without a second meeting (C1)")
}

// priceFloat says what floating p would have cost.
func (q *quickBracket) priceFloat(p int) phrase.Sentence {
	q.recount()
	k := q.kindOf[p-q.residents[0]]
	cost, allowed := q.floating(q.kinds[k])
	if !allowed {
		return phrase.Of("the round could not be completed (C4)")
	}
	q.counts[k]--
	q.odd = false
	defer func() { q.odd = true }()
	if why := q.priceOf(cost); !why.Empty() {
		return why
	}
	return phrase.Of("another equally good pairing comes first (art. 4)")
}

// recount makes all residents free again.
func (q *quickBracket) recount() {
	clear(q.counts)
	for _, k := range q.kindOf {
		q.counts[k]++
	}
}

// priceOf names the first criterion in which the best with something spent and the
// residents in q.counts is worse than the goal; empty when it is as good.
func (q *quickBracket) priceOf(spent value) phrase.Sentence {
	best, ok := q.bound(0, spent)
	if !ok {
		return prices[6]
	}
	for at, v := range best {
		if v != q.goal[at] {
			return prices[priced[at]]
		}
	}
	return phrase.Sentence{}
}

// withoutExchange reports whether, after the pairs above p, with S1 and S2 as they
// are, p could meet o and the others still reach the goal, if nobody had met.
func (q *quickBracket) withoutExchange(p, o int) bool {
	first := q.residents[0]
	r := &quickRemainder{quickBracket: q, needed: q.goal}
	var tops, bottoms []int
	for j, a := range q.residents {
		switch m := q.mate[a]; {
		case m >= 0 && m < first:
			i := slices.Index(q.moved, m)
			r.needed = r.needed.minus(q.meeting(i, q.kinds[q.kindOf[j]]))
		case m > a:
			tops = append(tops, j)
		default:
			bottoms = append(bottoms, j)
		}
	}
	if !r.start(tops, bottoms) {
		return false
	}
	r.taken = make([]bool, len(q.residents))
	var spent value
	for _, t := range tops {
		j := q.mate[q.residents[t]] - first
		if t == p-first {
			j = o - first
		}
		cost, _ := colours(r.classOf(t), r.classOf(j))
		spent = spent.plus(cost)
		r.top[r.classOf(t)]--
		r.take(j, 1)
		if t == p-first {
			break
		}
	}
	return r.reachable(spent)
}
