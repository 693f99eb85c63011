package pairing

import (
	"slices"

	"github.com/tandemchess/tandem/internal/pairing/matching"
)

// quickRemainder pairs S1 with S2 (art. 4.2) in a free bracket: in order, each
// player of S1 gets the first partner that keeps the needed value in reach.
type quickRemainder struct {
	*quickBracket
	needed value // what the remainder may still cost

	tops, bottoms []int // indexes in residents, in order
	top, bottom   [classes]int
	floaters      [classes]int // bottoms that may float at the needed cost
	// queue[c][1] holds the bottoms of a class that may float, queue[c][0] the
	// others; those already taken are skipped and head moves past them.
	queue [classes][2][]int
	head  [classes][2]int
	taken []bool // by index in residents
	made  []quickChoice
}

type quickChoice struct{ top, bottom int }

// mayFloat reports whether floating this resident costs what is needed.
func (r *quickRemainder) mayFloat(j int) bool {
	if !r.odd {
		return false
	}
	v, ok := r.floating(r.kinds[r.kindOf[j]])
	return ok && v[atC8] == r.needed[atC8] && v[atC9] == r.needed[atC9] &&
		v[atC14] == r.needed[atC14] && v[atC16] == r.needed[atC16]
}

func (r *quickRemainder) classOf(j int) class { return r.kinds[r.kindOf[j]].class }

// start takes S1 and S2 and reports whether the needed value is in reach.
func (r *quickRemainder) start(tops, bottoms []int) bool {
	r.tops, r.bottoms, r.made = tops, bottoms, nil
	r.top, r.bottom, r.floaters = [classes]int{}, [classes]int{}, [classes]int{}
	for _, j := range tops {
		r.top[r.classOf(j)]++
	}
	for _, j := range bottoms {
		r.bottom[r.classOf(j)]++
		if r.mayFloat(j) {
			r.floaters[r.classOf(j)]++
		}
	}
	return r.reachable(value{})
}

// worthSwapping reports whether exchanging two players changes what start looks at.
func (r *quickRemainder) worthSwapping(down, up int) bool {
	return r.classOf(down) != r.classOf(up) || r.mayFloat(down) != r.mayFloat(up)
}

// reachable reports whether the players left can bring the colours to exactly what
// is needed, spent included, if nobody had met.
func (r *quickRemainder) reachable(spent value) bool {
	if !r.odd {
		return r.fits(spent)
	}
	for c, n := range r.floaters {
		if n == 0 {
			continue
		}
		r.bottom[c]--
		ok := r.fits(spent)
		r.bottom[c]++
		if ok {
			return true
		}
	}
	return false
}

func (r *quickRemainder) fits(spent value) bool {
	v, legal := sameColourAcross(r.top, r.bottom)
	return legal && v[atC12]+spent[atC12] == r.needed[atC12] && v[atC13]+spent[atC13] == r.needed[atC13]
}

// run pairs everybody; the tail of the list exactly, longer and longer if earlier
// meetings spoil it.
func (r *quickRemainder) run() bool {
	r.taken = make([]bool, len(r.residents))
	r.queue, r.head = [classes][2][]int{}, [classes][2]int{}
	for _, j := range r.bottoms {
		q := &r.queue[r.classOf(j)][one(r.mayFloat(j))]
		*q = append(*q, j)
	}
	var spent value
	stop := len(r.tops) - quickTail
	for len(r.made) < stop {
		cost, ok := r.step(spent)
		if !ok {
			break
		}
		spent = spent.plus(cost)
	}
	for tail := quickTail; ; tail *= 2 {
		for len(r.made) > max(0, len(r.tops)-tail) {
			r.takeBack()
		}
		if len(r.tops)-len(r.made) > longTail {
			return false
		}
		if r.finishExactly() {
			break
		}
		if len(r.made) == 0 {
			return false
		}
	}
	for _, c := range r.made {
		r.pairs = append(r.pairs, [2]int{r.residents[c.top], r.residents[c.bottom]})
	}
	return true
}

// step gives the next top its partner.
func (r *quickRemainder) step(spent value) (value, bool) {
	t := r.tops[len(r.made)]
	mine := r.classOf(t)
	r.top[mine]--
	var first []int // the first legal bottom of each queue
	for c := range r.queue {
		for f := range r.queue[c] {
			if j, ok := r.firstLegal(c, f, r.residents[t]); ok {
				first = append(first, j)
			}
		}
	}
	slices.Sort(first)
	for _, j := range first {
		cost, legal := colours(mine, r.classOf(j))
		if !legal {
			continue
		}
		r.take(j, 1)
		if r.reachable(spent.plus(cost)) {
			r.made = append(r.made, quickChoice{t, j})
			return cost, true
		}
		r.take(j, -1)
	}
	r.top[mine]++
	return value{}, false
}

// firstLegal finds the first bottom of a queue that may meet a player.
func (r *quickRemainder) firstLegal(c, f, player int) (int, bool) {
	q, head := r.queue[c][f], &r.head[c][f]
	for *head < len(q) && r.taken[q[*head]] {
		*head++
	}
	for _, j := range q[*head:] {
		if !r.taken[j] && r.legal(player, r.residents[j]) {
			return j, true
		}
	}
	return 0, false
}

// take marks a bottom as taken (by 1) or free again (-1).
func (r *quickRemainder) take(j, by int) {
	r.taken[j] = by > 0
	c := r.classOf(j)
	r.bottom[c] -= by
	if r.mayFloat(j) {
		r.floaters[c] -= by
	}
}

func (r *quickRemainder) takeBack() {
	last := r.made[len(r.made)-1]
	r.made = r.made[:len(r.made)-1]
	r.top[r.classOf(last.top)]++
	r.take(last.bottom, -1)
}

// finishExactly pairs the tops left with the bottoms left by a matching of largest
// weight and settles its order; false when it misses the needed value.
func (r *quickRemainder) finishExactly() bool {
	tops := r.tops[len(r.made):]
	var bottoms []int
	for _, j := range r.bottoms {
		if !r.taken[j] {
			bottoms = append(bottoms, j)
		}
	}
	n := len(tops)
	size := n + len(bottoms)
	sink := -1
	if r.odd {
		sink = size
		size++
	}
	width := matching.Digit(n)
	m := matching.NewWeighted(size, int(decisionBits+2*width+8+63)/64)
	w := m.NewWeight()
	for i, t := range tops {
		for j, b := range bottoms {
			cost, fine := colours(r.classOf(t), r.classOf(b))
			if !fine || !r.legal(r.residents[t], r.residents[b]) {
				continue
			}
			clear(w)
			w.Add(decisionBits+width, uint64(1-cost[atC12]))
			w.Add(decisionBits, uint64(1-cost[atC13]))
			m.Set(i, n+j, w)
		}
	}
	if sink >= 0 {
		clear(w)
		for j, b := range bottoms {
			if r.mayFloat(b) {
				m.Set(n+j, sink, w)
			}
		}
	}
	if !m.Solve() {
		return false
	}
	var spent value
	for _, c := range r.made {
		cost, _ := colours(r.classOf(c.top), r.classOf(c.bottom))
		spent = spent.plus(cost)
	}
	for i, t := range tops {
		cost, _ := colours(r.classOf(t), r.classOf(bottoms[m.Mate(i)-n]))
		spent = spent.plus(cost)
	}
	if spent[atC12] != r.needed[atC12] || spent[atC13] != r.needed[atC13] {
		return false
	}
	rows, partners := make([]int, n), make([]int, len(bottoms))
	for i := range rows {
		rows[i] = i
	}
	for j := range partners {
		partners[j] = n + j
	}
	m.ChooseRows(rows, partners)
	for i, t := range tops {
		r.made = append(r.made, quickChoice{t, bottoms[m.Mate(i)-n]})
	}
	return true
}
