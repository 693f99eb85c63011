package pairing

// class is a colour preference as a small number: 0 none, 1–3 White mild, strong,
// absolute, 4–6 Black.
type class int8

const classes = 7

func (p *dutchPlayer) class() class {
	if p.wants == Black {
		return class(p.strength) + 3
	}
	return class(p.strength)
}

// same reports whether two classes want the same colour.
func (c class) same(d class) bool { return c > 0 && d > 0 && (c > 3) == (d > 3) }

// level is the strength of the preference.
func (c class) level() int {
	if c > 3 {
		return int(c) - 3
	}
	return int(c)
}

// kind is all that the criteria ask about a resident of a free bracket.
type kind struct {
	class    class
	down, up [2]bool
	below    int  // cost of floating on C8
	noBye    bool // these two only where the floater gets the bye
	unplayed int
}

func (q *quickBracket) kind(j int) kind {
	p := &q.players[q.residents[j]]
	k := kind{class: p.class(), down: p.down, up: p.up}
	if q.below != nil {
		k.below = q.below[j]
	}
	if q.bye {
		k.noBye, k.unplayed = p.noBye, p.unplayed
	}
	return k
}

// value holds the criteria that can differ between the candidates of a free
// bracket that pair everybody they can: C8, C9, C12–C17, C19 and C21. The others are
// at their best: C10 and C11 because equal absolute preferences are kept apart,
// C18 and C20 because every MDP is paired.
type value [10]int

// Places of the criteria in a value.
const (
	atC8 = iota
	atC9
	atC12
	atC13
	atC14
	atC15
	atC16
	atC17
	atC19
	atC21
)

func (v value) plus(w value) value {
	for i := range v {
		v[i] += w[i]
	}
	return v
}

func (v value) minus(w value) value {
	for i := range v {
		v[i] -= w[i]
	}
	return v
}

func (v value) less(w value) bool {
	for i := range v {
		if v[i] != w[i] {
			return v[i] < w[i]
		}
	}
	return false
}

// colours is the value of a pair of two classes; false when both want the same
// absolutely.
func colours(c, d class) (value, bool) {
	var v value
	if !c.same(d) {
		return v, true
	}
	v[atC12] = 1
	switch min(c.level(), d.level()) {
	case 2:
		v[atC13] = 1
	case 3:
		return v, false
	}
	return v, true
}

// meeting is the value of MDP number i against a resident of a kind.
func (q *quickBracket) meeting(i int, k kind) value {
	v, _ := colours(q.players[q.moved[i]].class(), k.class)
	if k.up[0] {
		v[atC15], v[atC19] = 1, q.levels[i]
	}
	if k.up[1] {
		v[atC17], v[atC21] = 1, q.levels[i]
	}
	return v
}

// floating is the value of floating a resident of a kind; false when it must not.
func (q *quickBracket) floating(k kind) (value, bool) {
	var v value
	v[atC8], v[atC9] = k.below, k.unplayed
	v[atC14], v[atC16] = int(one(k.down[0])), int(one(k.down[1]))
	return v, !k.noBye && k.below < noFloat
}

// work estimates the combinations of kinds a bound goes through.
func (q *quickBracket) work() int {
	n := 1
	for range q.moved {
		n *= len(q.kinds)
	}
	if q.odd {
		n *= len(q.kinds)
	}
	return n
}

// bound is the best value reachable for the bracket from MDP number i on, with the
// residents left in q.counts, if no two of them had met; sofar is added. False when
// not even that is legal.
func (q *quickBracket) bound(i int, sofar value) (best value, ok bool) {
	if i == len(q.moved) {
		return q.boundFloater(sofar)
	}
	for k := range q.kinds {
		if q.counts[k] == 0 || q.forced != nil && q.forced[i] >= 0 && q.forced[i] != k {
			continue
		}
		if v, legal := q.withOpponent(i, k, sofar); legal && (!ok || v.less(best)) {
			best, ok = v, true
		}
	}
	return best, ok
}

// withOpponent is the bound when MDP number i meets a resident of kind k.
func (q *quickBracket) withOpponent(i, k int, sofar value) (value, bool) {
	if _, legal := colours(q.players[q.moved[i]].class(), q.kinds[k].class); !legal {
		return value{}, false
	}
	q.counts[k]--
	v, ok := q.bound(i+1, sofar.plus(q.meeting(i, q.kinds[k])))
	q.counts[k]++
	return v, ok
}

// boundFloater goes on with the residents alone: one of them floats if the number
// is odd.
func (q *quickBracket) boundFloater(sofar value) (best value, ok bool) {
	var of [classes]int
	for k, n := range q.counts {
		of[q.kinds[k].class] += n
	}
	if !q.odd {
		v, ok := sameColourPairs(of)
		return sofar.plus(v), ok
	}
	for k, n := range q.counts {
		if n == 0 {
			continue
		}
		cost, allowed := q.floating(q.kinds[k])
		if !allowed {
			continue
		}
		c := q.kinds[k].class
		of[c]--
		if v, legal := sameColourPairs(of); legal {
			if v = sofar.plus(v).plus(cost); !ok || v.less(best) {
				best, ok = v, true
			}
		}
		of[c]++
	}
	return best, ok
}

// sameColourPairs bounds C12 and C13 for an even number of players paired with each
// other. If w of them want White, b < w Black and u nothing, at least
// x = (w-b-u)/2 pairs want White twice, and each of these fails C13 unless one of
// the two has only a mild preference. No such pair may be twice absolute, so at
// least x of its members are not.
func sameColourPairs(of [classes]int) (value, bool) {
	var v value
	w, b := of[1]+of[2]+of[3], of[4]+of[5]+of[6]
	x, most, soft := (w-b-of[0])/2, of[1], of[1]+of[2]
	if b > w {
		x, most, soft = (b-w-of[0])/2, of[4], of[4]+of[5]
	}
	if x <= 0 {
		return v, true
	}
	v[atC12], v[atC13] = x, max(0, x-most)
	return v, x <= soft
}

// sameColourAcross is the same bound when every player of one side meets one of
// the other: tops that want White have only the bottoms that want Black or
// nothing, so at least x = w - b' - u' of them meet a rival, and likewise for
// Black; both cannot be positive. Each such pair needs a mild preference on one
// side not to fail C13, and a preference that is not absolute on one side.
func sameColourAcross(top, bottom [classes]int) (value, bool) {
	var v value
	for at := 1; at <= 4; at += 3 {
		other := 5 - at
		wanting := top[at] + top[at+1] + top[at+2]
		x := wanting - bottom[other] - bottom[other+1] - bottom[other+2] - bottom[0]
		if x <= 0 {
			continue
		}
		v[atC12], v[atC13] = x, max(0, x-top[at]-bottom[at])
		hardTops := max(0, x-top[at]-top[at+1])
		hardBottoms := max(0, x-bottom[at]-bottom[at+1])
		return v, hardTops+hardBottoms <= x
	}
	return v, true
}
