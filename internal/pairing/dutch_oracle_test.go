package pairing_test

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/tandemchess/tandem/internal/pairing"
)

// The oracle pairs by the letter of C.04.3: it writes down every candidate of a
// bracket in the order of art. 3 and 4, judges each by the list of criteria, and
// keeps the first best one. It shares nothing with the engine but the input
// types, knows no matching theory and serves up to a dozen players.
type oracle struct {
	t        *pairing.Tournament
	players  []oraclePlayer // to be paired, in ranking order
	byeScore int
	complete map[uint]bool
	next     map[[2]uint][]int
}

type oraclePlayer struct {
	number, parity, score, games, balance int
	colours                               []pairing.Colour
	wants                                 pairing.Colour
	level                                 int // 0 none, 1 mild, 2 strong, 3 absolute
	top, noBye                            bool
	met                                   map[int]bool
	floats                                []int // by round: +1 down, -1 up
}

func newOracle(t *pairing.Tournament) *oracle {
	o := &oracle{t: t, complete: map[uint]bool{}, next: map[[2]uint][]int{}}
	byNumber := slices.SortedFunc(slices.Values(t.Participants), func(a, b pairing.Participant) int { return a.Number - b.Number })
	scoreBefore := func(p pairing.Participant, round int) int { // round counts from 0
		sum := 0
		if round < len(p.Virtual) {
			sum = p.Virtual[round]
		}
		for _, r := range p.Records[:min(round, len(p.Records))] {
			sum += r.Points
		}
		for _, half := range p.Adjusted[:min(round+1, len(p.Adjusted))] {
			sum += half
		}
		return sum
	}
	find := func(number int) pairing.Participant {
		return byNumber[slices.IndexFunc(byNumber, func(p pairing.Participant) bool { return p.Number == number })]
	}
	parity := 0
	for _, p := range byNumber {
		here := p.Bye == pairing.NotArrived && p.Arrival <= t.Round && (p.Withdrawn == 0 || p.Withdrawn > t.Round)
		paired := here
		q := oraclePlayer{number: p.Number, score: scoreBefore(p, t.Round-1), met: map[int]bool{}}
		for i, r := range p.Records {
			float := 0
			switch r.Kind {
			case pairing.Played:
				paired = true
				q.games++
				q.met[r.Opponent] = true
				q.colours = append(q.colours, r.Colour)
				if r.Colour == pairing.White {
					q.balance++
				} else {
					q.balance--
				}
				float = cmp.Compare(scoreBefore(p, i), scoreBefore(find(r.Opponent), i))
			case pairing.AllocatedBye:
				paired, q.noBye, float = true, true, 1
			case pairing.ForfeitWin, pairing.ForfeitLoss, pairing.DoubleForfeit:
				paired = true
			}
			if r.Kind != pairing.Played && r.Points > t.Points.Loss { // 1.4.3
				float = 1
			}
			if r.Kind != pairing.Played && r.Points >= t.Points.Win { // C2
				q.noBye = true
			}
			q.floats = append(q.floats, float)
		}
		if paired {
			parity++
		}
		q.parity = parity
		if n := len(q.colours); n > 0 {
			last := q.colours[n-1]
			same := n > 1 && q.colours[n-2] == last
			due := pairing.White
			if q.balance > 0 {
				due = pairing.Black
			}
			switch {
			case max(q.balance, -q.balance) > 1:
				q.wants, q.level = due, 3
			case same:
				q.wants, q.level = last.Other(), 3
			case q.balance != 0:
				q.wants, q.level = due, 2
			default:
				q.wants, q.level = last.Other(), 1
			}
		}
		q.top = t.Round == t.Rounds && 2*q.score > (t.Round-1)*t.Points.Win
		for _, g := range t.Forbidden {
			if slices.Contains(g.Numbers, p.Number) {
				for _, other := range g.Numbers {
					q.met[other] = true
				}
			}
		}
		if here {
			o.players = append(o.players, q)
		}
	}
	slices.SortStableFunc(o.players, func(a, b oraclePlayer) int { return b.score - a.score })
	return o
}

// pair returns "white black" numbers of each pair, bye as {n, 0}; false when the round
// cannot be completed.
func (o *oracle) pair() ([][2]int, bool) {
	all := uint(1)<<len(o.players) - 1
	if len(o.players)%2 == 1 {
		found := false
		for _, p := range slices.Backward(o.players) {
			o.byeScore = p.score
			clear(o.complete)
			if o.completable(all) {
				found = true
				break
			}
		}
		if !found {
			return nil, false
		}
	} else if !o.completable(all) {
		return nil, false
	}
	var result [][2]int
	var moved []int
	for at := 0; at < len(o.players); {
		end := at
		var residents, next []int
		for ; end < len(o.players) && o.players[end].score == o.players[at].score; end++ {
			residents = append(residents, end)
		}
		for i := end; i < len(o.players) && o.players[i].score == o.players[end].score; i++ {
			next = append(next, i)
		}
		pairs, left := o.bracket(moved, residents, next, all&^(1<<end-1))
		for _, p := range pairs {
			a, b := p[0], p[1]
			if o.colour(a, b) == pairing.White {
				result = append(result, [2]int{o.players[a].number, o.players[b].number})
			} else {
				result = append(result, [2]int{o.players[b].number, o.players[a].number})
			}
		}
		moved, at = left, end
	}
	for _, a := range moved {
		result = append(result, [2]int{o.players[a].number, 0})
	}
	return result, true
}

func (o *oracle) legal(a, b int) bool {
	p, q := o.players[a], o.players[b]
	if a == b || p.met[q.number] {
		return false
	}
	return !(p.level == 3 && q.level == 3 && p.wants == q.wants && !p.top && !q.top)
}

// completable tries every way to pair a set of players (C1–C3, C5).
func (o *oracle) completable(set uint) bool {
	if set == 0 {
		return true
	}
	if known, ok := o.complete[set]; ok {
		return known
	}
	a := bits.TrailingZeros(set)
	rest := set &^ (1 << a)
	ok := false
	if bits.OnesCount(set)%2 == 1 && !o.players[a].noBye && o.players[a].score == o.byeScore {
		ok = o.completable(rest)
	}
	for b := a + 1; !ok && b < len(o.players); b++ {
		if rest>>b&1 == 1 && o.legal(a, b) {
			ok = o.completable(rest &^ (1 << b))
		}
	}
	o.complete[set] = ok
	return ok
}

// oracleCandidate is one way to pair a bracket.
type oracleCandidate struct {
	pairs [][2]int
	left  []int
	value [][]int // criterion by criterion; smaller is better
}

// bracket tries the candidates in order; rest is the set of lower players.
func (o *oracle) bracket(moved, residents, next []int, rest uint) (pairs [][2]int, left []int) {
	var best *oracleCandidate
	most := (len(moved) + len(residents)) / 2
	for count := most; count >= 0 && best == nil; count-- {
		for m1 := min(len(moved), count); m1 >= 0; m1-- {
			for _, set := range choices(moved, m1) {
				o.arrange(set, residents, func(top [][2]int) {
					o.remainder(minus(residents, top), count-m1, func(low [][2]int) {
						c := &oracleCandidate{pairs: append(slices.Clone(top), low...)}
						c.left = append(minus(moved, c.pairs), minus(residents, c.pairs)...)
						if !o.judge(c, moved, next, rest) {
							return
						}
						if best == nil || slices.CompareFunc(c.value, best.value, slices.Compare) < 0 {
							best = c
						}
					})
				})
			}
		}
	}
	return best.pairs, best.left
}

// choices lists the subsets of a size in lexicographic order.
func choices(of []int, size int) [][]int {
	if size == 0 {
		return [][]int{nil}
	}
	var all [][]int
	for i := range of {
		for _, tail := range choices(of[i+1:], size-1) {
			all = append(all, append([]int{of[i]}, tail...))
		}
	}
	return all
}

func minus(list []int, pairs [][2]int) []int {
	var rest []int
	for _, a := range list {
		if !slices.ContainsFunc(pairs, func(p [2]int) bool { return p[0] == a || p[1] == a }) {
			rest = append(rest, a)
		}
	}
	return rest
}

// arrange goes through the transpositions of s2 in lexicographic order and pairs
// them with s1, one after the other.
func (o *oracle) arrange(s1, s2 []int, yield func([][2]int)) {
	var pairs [][2]int
	used := make([]bool, len(s2))
	var step func()
	step = func() {
		if len(pairs) == len(s1) {
			yield(pairs)
			return
		}
		a := s1[len(pairs)]
		for i, b := range s2 {
			if used[i] || !o.legal(a, b) {
				continue
			}
			used[i] = true
			pairs = append(pairs, [2]int{a, b})
			step()
			pairs = pairs[:len(pairs)-1]
			used[i] = false
		}
	}
	step()
}

// remainder goes through the exchanges, and for each through the transpositions.
func (o *oracle) remainder(list []int, count int, yield func([][2]int)) {
	if len(list) < 2*count {
		return
	}
	type exchange struct{ down, up []int } // numbers in the remainder
	var exchanges []exchange
	numbers := make([]int, len(list))
	for i := range numbers {
		numbers[i] = i
	}
	for size := 0; size <= min(count, len(list)-count); size++ {
		var some []exchange
		for _, down := range choices(numbers[:count], size) {
			for _, up := range choices(numbers[count:], size) {
				some = append(some, exchange{down, up})
			}
		}
		sum := func(e exchange) (s int) {
			for i := range e.up {
				s += e.up[i] - e.down[i]
			}
			return s
		}
		reversed := func(l []int) []int {
			l = slices.Clone(l)
			slices.Reverse(l)
			return l
		}
		slices.SortStableFunc(some, func(a, b exchange) int {
			return cmp.Or(cmp.Compare(sum(a), sum(b)),
				slices.Compare(reversed(b.down), reversed(a.down)),
				slices.Compare(a.up, b.up))
		})
		exchanges = append(exchanges, some...)
	}
	for _, e := range exchanges {
		var s1, s2 []int
		for i, a := range list {
			if (i < count) != slices.Contains(e.down, i) && !slices.Contains(e.up, i) || slices.Contains(e.up, i) {
				s1 = append(s1, a)
			} else {
				s2 = append(s2, a)
			}
		}
		o.arrange(s1, s2, yield)
	}
}

// judge fills in the criteria; false when C4 is broken.
func (o *oracle) judge(c *oracleCandidate, moved, next []int, rest uint) bool {
	var left uint
	var scores []int
	for _, a := range c.left {
		left |= 1 << a
		scores = append(scores, o.players[a].score)
	}
	if !o.completable(left | rest) {
		return false
	}
	isMoved := func(a int) bool { return slices.Contains(moved, a) }
	add := func(values ...int) { c.value = append(c.value, values) }
	add(len(c.left))                     // C6
	add(scores...)                       // C7
	add(o.bestNext(left, next, rest)...) // C8
	unplayed := 0                        // C9
	if len(o.players)%2 == 1 && len(c.left) == 1 && scores[0] == o.byeScore && !o.scoreBelow(c, moved, left) {
		unplayed = o.t.Round - o.players[c.left[0]].games
	}
	add(unplayed)
	var c10, c11, c12, c13 int
	for _, p := range c.pairs {
		for i, a := range p {
			q, got := o.players[a], o.colour(a, p[1-i])
			if o.players[a].top || o.players[p[1-i]].top {
				after := q.balance + 1
				if got == pairing.Black {
					after = q.balance - 1
				}
				if max(after, -after) > 2 && got != q.wants {
					c10++
				}
				if n := len(q.colours); n > 1 && q.colours[n-1] == got && q.colours[n-2] == got {
					c11++
				}
			}
			if q.level > 0 && got != q.wants {
				c12++
				if q.level == 2 {
					c13++
				}
			}
		}
	}
	add(c10)
	add(c11)
	add(c12)
	add(c13)
	floated := func(a, ago, way int) bool {
		f := o.players[a].floats
		i := o.t.Round - 1 - ago
		return i >= 0 && i < len(f) && f[i] == way
	}
	for ago := 1; ago <= 2; ago++ {
		down, up := 0, 0
		for _, a := range c.left {
			if !isMoved(a) && floated(a, ago, 1) {
				down++
			}
		}
		for _, p := range c.pairs {
			if isMoved(p[0]) && floated(p[1], ago, -1) {
				up++
			}
		}
		add(down) // C14, C16
		add(up)   // C15, C17
	}
	for ago := 1; ago <= 2; ago++ {
		var down, up []int
		for _, a := range c.left {
			if isMoved(a) && floated(a, ago, 1) {
				down = append(down, o.players[a].score)
			}
		}
		for _, p := range c.pairs {
			if isMoved(p[0]) && floated(p[1], ago, -1) {
				up = append(up, o.players[p[0]].score)
			}
		}
		for _, l := range [][]int{down, up} {
			slices.SortFunc(l, func(a, b int) int { return b - a })
			add(l...) // C18, C20; C19, C21
		}
	}
	return true
}

// scoreBelow reports whether players with the bye's score are still below the
// bracket, so that its one floater need not be the receiver.
func (o *oracle) scoreBelow(c *oracleCandidate, moved []int, left uint) bool {
	lowest := o.players[c.left[0]].score
	for _, p := range c.pairs {
		for _, a := range p {
			lowest = min(lowest, o.players[a].score)
		}
	}
	return lowest > o.byeScore
}

// bestNext is the best the next bracket can do on C6 and C7 with these floaters.
func (o *oracle) bestNext(left uint, next []int, rest uint) []int {
	if len(next) == 0 {
		return nil
	}
	key := [2]uint{left, uint(next[0])}
	if known, ok := o.next[key]; ok {
		return known
	}
	var nextSet uint
	for _, a := range next {
		nextSet |= 1 << a
	}
	below := rest &^ nextSet
	var best []int
	var step func(open, floating uint)
	step = func(open, floating uint) {
		if open == 0 {
			if !o.completable(floating | below) {
				return
			}
			value := []int{bits.OnesCount(floating)}
			for f := floating; f != 0; f &= f - 1 {
				value = append(value, o.players[bits.TrailingZeros(f)].score)
			}
			if best == nil || slices.Compare(value, best) < 0 {
				best = value
			}
			return
		}
		a := bits.TrailingZeros(open)
		open &^= 1 << a
		step(open, floating|1<<a)
		for b := a + 1; b < len(o.players); b++ {
			if open&nextSet>>b&1 == 1 && o.legal(a, b) {
				step(open&^(1<<b), floating)
			}
		}
	}
	step(left|nextSet, 0)
	o.next[key] = best
	return best
}

// colour decides what a gets against b (art. 5.2).
func (o *oracle) colour(a, b int) pairing.Colour {
	p, q := o.players[a], o.players[b]
	if p.wants != q.wants && p.wants != pairing.NoColour {
		return p.wants
	}
	if p.wants != q.wants {
		return q.wants.Other()
	}
	if p.wants == pairing.NoColour {
		higher := p
		if b < a {
			higher = q
		}
		c := o.t.InitialColour
		if higher.parity%2 == 0 {
			c = c.Other()
		}
		if b < a {
			c = c.Other()
		}
		return c
	}
	size := func(x oraclePlayer) int {
		if x.level == 3 {
			return 3 + max(x.balance, -x.balance)
		}
		return x.level
	}
	if s, z := size(p), size(q); s != z {
		if s > z {
			return p.wants
		}
		return p.wants.Other()
	}
	for i := 1; i <= min(len(p.colours), len(q.colours)); i++ {
		if mine, theirs := p.colours[len(p.colours)-i], q.colours[len(q.colours)-i]; mine != theirs {
			return theirs
		}
	}
	if a < b {
		return p.wants
	}
	return p.wants.Other()
}
