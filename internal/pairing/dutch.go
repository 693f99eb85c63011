package pairing

import (
	"slices"
)

// The Dutch system, C.04.3 in force from 1 February 2026.
//
// A round is paired scoregroup by scoregroup from the top (art. 1.8). The players
// of a scoregroup (residents) and those left over from above (moved-down players,
// MDPs) form a bracket; what the bracket cannot pair floats down, and the last
// player left gets the pairing-allocated bye. Among all candidates of a bracket
// the best on the criteria C6–C21 wins, and among equals the one the procedure of
// art. 3 and 4 generates first.
//
//	dutch_colours                      preferences and colours (art. 1.6, 5)
//	dutch_criteria                     the criteria (art. 2) as digits of a number
//	dutch_bracket, dutch_exact         a bracket by weighted matching
//	dutch_rest, dutch_below            what the players below can take (C4, C8)
//	dutch_quick, _bound, _remainder    large brackets by counting
//	dutch_explain, dutch_trial, _price why the more obvious opponent was passed over
//	package matching                   the matcher, and who comes first among equals

// dutch is one round being paired. Players are known by their place: 0 is the
// first in ranking order (art. 1.2) among those to be paired.
type dutch struct {
	f       *field
	players []dutchPlayer
	odd     bool // somebody gets the pairing-allocated bye
	// byeScore is the pairing score of the bye's receiver (C5), when odd.
	byeScore int
	mate     []int // by place; -1 not paired yet, or the bye
	bracket  []int // by place: score of the bracket the player was paired in
	// reasons are kept by the higher place of the pair they belong to; those of a
	// floater lack the opponent until it is known.
	reasons map[int][]Reason
	trials  int // brackets paired once more for a reason
	draft   *Draft
	census
	// smallest is the number of residents from which a bracket is tried without
	// matching; whole leaves out every shortcut. Tests set them.
	smallest int
	whole    bool
}

// dutchPlayer holds what the criteria ask about a player.
type dutchPlayer struct {
	*entrant
	colourWish
	topscorer bool
	barred    []int   // places, ascending
	down, up  [2]bool // floated down or up 1 and 2 rounds ago
	unplayed  int     // rounds without a game (C9)
}

func init() { systems[Dutch] = pairDutch }

// pairDutch pairs one round by C.04.3.
func pairDutch(t *Tournament) (*Draft, error) {
	return withSoftWishes(Dutch, t, func(f *field) (*Draft, error) { return newDutch(f).pair() })
}

func (d *dutch) pair() (*Draft, error) {
	if err := d.outlook(); err != nil {
		return nil, err
	}
	for start, moved := 0, []int(nil); start < len(d.players); {
		if err := d.f.tell(start - len(moved)); err != nil {
			return nil, err
		}
		end := d.groupEnd(start)
		b := &dutchBracket{dutch: d, moved: moved, residents: places(start, end), next: places(end, d.groupEnd(end))}
		if err := b.pair(); err != nil {
			return nil, err
		}
		moved, start = b.floaters(), end
	}
	return d.finish(), nil
}

func newDutch(f *field) *dutch {
	t := f.t
	n := len(f.active)
	d := &dutch{
		f: f, players: make([]dutchPlayer, n), odd: n%2 == 1, mate: make([]int, n), bracket: make([]int, n),
		draft: &Draft{Round: t.Round}, smallest: quickSize,
		reasons: make(map[int][]Reason),
	}
	place := make([]int, len(f.all))
	for i := range place {
		place[i] = -1
	}
	for p, i := range f.active {
		place[i] = p
	}
	f.countPaired()
	for p, i := range f.active {
		e := &f.all[i]
		q := dutchPlayer{entrant: e, colourWish: wishOf(e), unplayed: t.Round - 1 - e.games}
		q.topscorer = t.topscorer(e)
		for ago := range 2 {
			float := e.lastFloat(ago + 1)
			q.down[ago] = float == DownFloat || float == ByeFloat
			q.up[ago] = float == UpFloat
		}
		for _, j := range e.barred {
			if place[j] >= 0 {
				q.barred = append(q.barred, place[j])
			}
		}
		slices.Sort(q.barred)
		d.players[p], d.mate[p] = q, -1
	}
	return d
}

// topscorer: more than half of the maximum score when the last round is paired
// (art. 1.7).
func (t *Tournament) topscorer(e *entrant) bool {
	return t.LastRound() && 2*e.pairing > (t.Round-1)*max(t.Points.Win, t.Points.Draw)
}

// countPaired numbers the participants for the rule that gives odd numbers the
// initial colour: those paired in this round or an earlier one. Reading: somebody
// who so far only had requested byes has not arrived yet (C.04.2).
func (f *field) countPaired() {
	paired := make(map[int]bool, len(f.all))
	for _, p := range f.t.Participants {
		paired[p.Number] = slices.ContainsFunc(p.Records, func(r Record) bool {
			return r.Kind == Played || r.Kind == ForfeitWin || r.Kind == ForfeitLoss || r.Kind == DoubleForfeit || r.Kind == AllocatedBye
		})
	}
	count := 0
	for i := range f.all {
		e := &f.all[i]
		if !e.absent || paired[e.number] {
			count++
		}
		e.parity = count
	}
}

// groupEnd returns the end of the scoregroup that starts at the given place.
func (d *dutch) groupEnd(start int) int {
	end := start
	for end < len(d.players) && d.players[end].pairing == d.players[start].pairing {
		end++
	}
	return end
}

func places(start, end int) []int {
	list := make([]int, end-start)
	for i := range list {
		list[i] = start + i
	}
	return list
}

// legal reports whether two players may meet: C1 and C3.
func (d *dutch) legal(a, b int) bool {
	p, q := &d.players[a], &d.players[b]
	if clash(p.colourWish, q.colourWish) && !p.topscorer && !q.topscorer {
		return false
	}
	_, hit := slices.BinarySearch(p.barred, b)
	return !hit && a != b
}

// clash reports whether two preferences are absolute and the same.
func clash(p, q colourWish) bool {
	return p.strength == absolute && q.strength == absolute && p.wants == q.wants
}

// mayBye reports whether the player may get the bye of this round: C2 and C5.
func (d *dutch) mayBye(a int) bool {
	return d.odd && !d.f.byeDrawn && !d.players[a].noBye && d.players[a].pairing == d.byeScore
}

// outlook decides that a complete pairing exists and what the receiver of the bye
// scores: as little as possible (art. 1.8, C4, C5).
func (d *dutch) outlook() error {
	if !d.odd {
		if d.census = d.newCensus(); d.restMatches(0) {
			return nil
		}
		return d.noPairing()
	}
	for i, p := range slices.Backward(d.players) {
		if i < len(d.players)-1 && p.pairing == d.players[i+1].pairing {
			continue
		}
		d.byeScore = p.pairing
		d.census = d.newCensus()
		if d.receivers[i+1] > 0 && d.restMatches(0) {
			return nil
		}
	}
	return d.noPairing()
}

// noPairing explains why the round cannot be completed.
func (d *dutch) noPairing() error {
	place := make(map[int]int, len(d.players))
	for p, i := range d.f.active {
		place[i] = p
	}
	return d.f.noPairing(d.f.active, func(a, b int) bool { return d.legal(place[a], place[b]) })
}

// finish writes the pairs with colours in board order.
func (d *dutch) finish() *Draft {
	t := d.f.t
	d.completeReasons()
	pairs := slices.Clone(d.f.fixed)
	for a, b := range d.mate {
		p := &d.players[a]
		switch {
		case b < 0:
			pairs = append(pairs, Pair{White: p.number, Bracket: d.bracket[a], Reasons: d.reasons[a]})
		case a < b:
			pairs = append(pairs, d.allot(a, b))
		}
	}
	d.f.sortBoards(pairs)
	d.draft.Pairs, d.draft.Byes, d.draft.Round = pairs, d.f.byes(), t.Round
	return d.draft
}
