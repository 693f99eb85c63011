package pairing

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/tandemchess/tandem/internal/pairing/matching"
)

// SinglePlayer is somebody who enters without a partner and gets a new one every
// round.
type SinglePlayer struct {
	Number int // unique, positive
	Absent bool
}

// Table is one match of a rotating-partners round. Side 1 is WhiteA with BlackB,
// side 2 is BlackA with WhiteB.
type Table struct {
	WhiteA, BlackA, WhiteB, BlackB int
}

// Partners and opponents of a table's players.
func (t Table) sides() [2][2]int {
	return [2][2]int{{t.WhiteA, t.BlackB}, {t.BlackA, t.WhiteB}}
}

// RotatingRound is one round of single players: tables of four, and up to three
// who sit out.
type RotatingRound struct {
	Tables []Table
	Out    []int
}

// PairRotating draws the next round of a rotating-partners event from the rounds
// before it. Points are personal and never decide who plays whom; the aims are,
// one after the other:
//
//  1. Nobody sits out more often than others: those with the fewest rounds out
//     go first, then those whose turn it is in the circle, then the last numbers.
//  2. Two who must not meet are not at the same table, unless as partners.
//  3. Partners repeat as rarely as possible (least sum of squares over all pairs
//     of the round, found exactly as a cheapest perfect matching). In a steady
//     field this is the circle method: everyone partners everyone once. Soft
//     prohibitions come after it.
//  4. Opponents repeat as rarely as possible, again a cheapest perfect matching,
//     of the partnerships.
//  5. Seats even out everybody's colours and who sits opposite whom.
//
// Where the partners of aim 3 leave a prohibition broken, they change: see redeal
// for how far. A prohibition nothing can keep is no error; the round stands with it.
func PairRotating(players []SinglePlayer, past []RotatingRound, apart []Forbidden) (*RotatingRound, error) {
	r := &rotation{place: map[int]int{}, round: len(past) + 1}
	for _, p := range players {
		if p.Number < 1 {
			return nil, &InputError{Number: p.Number, What: "numbers count from 1"}
		}
		r.numbers = append(r.numbers, p.Number)
	}
	slices.Sort(r.numbers)
	for i, number := range r.numbers {
		if i > 0 && r.numbers[i-1] == number {
			return nil, &InputError{Number: number, What: "the number is used twice"}
		}
		r.place[number] = i
	}
	n := len(r.numbers)
	r.partnered, r.opposed, r.across = square(n), square(n), square(n)
	r.out, r.balance = make([]int, n), make([]int, n)
	for k, round := range past {
		if err := r.remember(round); err != nil {
			return nil, fmt.Errorf("round %d: %w", k+1, err)
		}
	}
	r.keepApart(apart)
	var here []int
	for _, p := range players {
		if !p.Absent {
			here = append(here, r.place[p.Number])
		}
	}
	slices.Sort(here)
	if len(here) < 4 {
		return nil, &InputError{Round: r.round, What: fmt.Sprintf("a table needs 4 players, %d came", len(here))}
	}
	return r.draw(here), nil
}

// rotation counts what happened so far; players are places in ascending number.
type rotation struct {
	round                      int
	numbers                    []int
	place                      map[int]int
	partnered, opposed, across [][]int // how often two were partners, opponents, opposite each other
	hard, soft                 [][]int // 1 = the two must not meet
	out, balance               []int   // rounds sat out; Whites minus Blacks
}

func square(n int) [][]int {
	m := make([][]int, n)
	for i := range m {
		m[i] = make([]int, n)
	}
	return m
}

// remember enters a past round. Players who have left the list are skipped.
func (r *rotation) remember(round RotatingRound) error {
	count := func(m [][]int, a, b int) {
		i, okA := r.place[a]
		j, okB := r.place[b]
		if okA && okB {
			m[i][j]++
			m[j][i]++
		}
	}
	seen := map[int]bool{}
	for _, t := range round.Tables {
		for _, number := range []int{t.WhiteA, t.BlackA, t.WhiteB, t.BlackB} {
			if seen[number] {
				return &InputError{Number: number, What: "sits in two places"}
			}
			seen[number] = true
		}
		sides := t.sides()
		count(r.partnered, sides[0][0], sides[0][1])
		count(r.partnered, sides[1][0], sides[1][1])
		for _, a := range sides[0] {
			for _, b := range sides[1] {
				count(r.opposed, a, b)
			}
		}
		count(r.across, t.WhiteA, t.BlackA)
		count(r.across, t.WhiteB, t.BlackB)
		for number, step := range map[int]int{t.WhiteA: 1, t.WhiteB: 1, t.BlackA: -1, t.BlackB: -1} {
			if i, ok := r.place[number]; ok {
				r.balance[i] += step
			}
		}
	}
	for _, number := range round.Out {
		if i, ok := r.place[number]; ok {
			r.out[i]++
		}
	}
	return nil
}

func (r *rotation) draw(here []int) *RotatingRound {
	play, out := r.sitOut(here)
	round := &RotatingRound{}
	for _, i := range out {
		round.Out = append(round.Out, r.numbers[i])
	}
	sides := r.pairUp(play, func(a, b int) int64 {
		d := r.partners(a, b)
		return 1000*d[1] + d[3]
	})
	tables := r.oppose(sides)
	if d := r.worth(tables); d[0]+d[2] > 0 {
		r.redeal(tables)
	}
	for _, t := range tables {
		round.Tables = append(round.Tables, r.seat(t[0], t[1]))
	}
	return round
}

// oppose puts the sides of a round opposite each other.
func (r *rotation) oppose(sides [][2]int) []match {
	order := make([]int, len(sides))
	most := int64(1) // what the repeats at all tables come to, at most
	for i := range order {
		order[i] = i
		for j := range i {
			most = max(most, 1+int64(len(sides))*r.opponents(sides[i], sides[j])[4])
		}
	}
	soft := most
	hard := soft * (4*int64(len(sides)) + 1)
	var tables []match
	for _, m := range r.pairUp(order, func(x, y int) int64 {
		d := r.opponents(sides[x], sides[y])
		return hard*d[0] + soft*d[2] + d[4]
	}) {
		tables = append(tables, match{sides[m[0]], sides[m[1]]})
	}
	return tables
}

// sitOut leaves a multiple of four to play.
func (r *rotation) sitOut(here []int) (play, out []int) {
	turn := func(i int) int {
		if r.circlePartner(i) < 0 {
			return 0
		}
		return 1
	}
	order := slices.Clone(here)
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(r.out[a], r.out[b]), cmp.Compare(turn(a), turn(b)), cmp.Compare(b, a))
	})
	out = order[:len(here)%4]
	slices.Sort(out)
	return without(here, out), out
}

// circlePartner is the partner the circle method gives a place in this round;
// -1 = none, with an odd field.
func (r *rotation) circlePartner(i int) int {
	n := len(r.numbers)
	even := n + n%2
	wrap := even - 1
	last, k := even-1, r.round%wrap
	var partner int
	switch {
	case i == last:
		partner = k * (wrap + 1) / 2 % wrap // the x with 2x = k
	case 2*i%wrap == k:
		partner = last
	default:
		partner = ((k-i)%wrap + wrap) % wrap
	}
	if partner >= n {
		return -1
	}
	return partner
}

// pairUp is a cheapest perfect matching of the members, as pairs in their order.
func (r *rotation) pairUp(members []int, cost func(a, b int) int64) [][2]int {
	mate, _, _ := matching.CheapestPerfect(len(members), func(i, j int) int64 { return cost(members[i], members[j]) })
	var pairs [][2]int
	for i, j := range mate {
		if i < j {
			pairs = append(pairs, [2]int{members[i], members[j]})
		}
	}
	return pairs
}

// seat chooses the colours of a table: colours as even as possible for all four,
// then opposite somebody new, then the first way.
func (r *rotation) seat(one, two [2]int) Table {
	var best Table
	bestCost := -1
	for way := range 8 {
		a, b := one, two
		if way&1 > 0 {
			a[0], a[1] = a[1], a[0]
		}
		if way&2 > 0 {
			b[0], b[1] = b[1], b[0]
		}
		if way&4 > 0 {
			a, b = b, a
		}
		// a[0] is White on A, b[0] Black on A, b[1] White on B, a[1] Black on B.
		white := func(i int) int { return (r.balance[i] + 1) * (r.balance[i] + 1) }
		black := func(i int) int { return (r.balance[i] - 1) * (r.balance[i] - 1) }
		cost := 100*(white(a[0])+black(b[0])+white(b[1])+black(a[1])) + r.across[a[0]][b[0]] + r.across[b[1]][a[1]]
		if bestCost < 0 || cost < bestCost {
			bestCost = cost
			best = Table{WhiteA: r.numbers[a[0]], BlackA: r.numbers[b[0]], WhiteB: r.numbers[b[1]], BlackB: r.numbers[a[1]]}
		}
	}
	return best
}
