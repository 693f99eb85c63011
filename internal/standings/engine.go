package standings

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
)

// The two scores of an entry.
const (
	matchScore = iota
	gameScore
)

// round is a Record in the form values are computed from: small, because a large
// event has a hundred thousand of them.
type round struct {
	kind     Kind
	colour   Colour
	outcome  Outcome
	review   bool
	opponent int32 // index of the entry, -1 for none
	number   int32 // number of the opponent as recorded, 0 for none
	points   [2]int32
}

// hasOpponent reports whether the participant was paired with somebody and the
// result is known.
func (r *round) hasOpponent() bool { return r.opponent >= 0 }

// voluntary reports a voluntary unplayed round (C.07 art. 16): a half- or
// zero-point bye, or a forfeit loss.
func (r *round) voluntary() bool { return r.requested() || r.kind == ForfeitLoss }

// requested reports a half- or zero-point bye.
func (r *round) requested() bool {
	return r.kind == HalfBye || r.kind == ZeroBye || r.kind == NotArrived
}

// of are the half points of a round in one of the two scores.
func (r *round) of(score int) int { return int(r.points[score]) }

// entry is a participant prepared for computing. Entries refer to each other by
// index, so that a hypothetical result can replace a few and share the rest.
type entry struct {
	number, rating int
	penalty        [2]int
	rounds         []round
	boards         [][]int // points by board and round; nil unless some are given
	total          [2]int
	adjusted       [2]int // the score its opponents count (C.07 art. 16.3)
	fore           [2]int // the same with the last round's paired game as a draw
	foreTotal      [2]int // the own score with the last round's paired game as a draw
	values         []Value
}

// engine holds what all values of one event are computed from. It is not
// changed once built.
type engine struct {
	in      Input
	codes   []Code
	defs    []definition
	entries []*entry    // by number
	index   map[int]int // number → index
	rounds  int
	primary int  // the score that PTS names
	unrated bool // somebody has no rating
	games   int  // most games scheduled for one participant
	// least and most bound what a round can bring in each score.
	least, most [2]int
}

func newEngine(in Input, codes []Code) (*engine, error) {
	e := &engine{in: in, codes: codes, index: make(map[int]int, len(in.Participants))}
	if len(codes) == 0 {
		return nil, errors.New("standings need at least one code, such as PTS")
	}
	if in.Boards == 0 {
		e.in.Boards = 1
	}
	switch in.Edition {
	case 0:
		e.in.Edition = Edition2026
	case Edition2023, Edition2026:
	default:
		return nil, fmt.Errorf("tie-break edition %d: known are 2023 and 2026", in.Edition)
	}
	for _, c := range codes {
		def, ok := find(c.Name)
		if !ok {
			return nil, fmt.Errorf("tie-break %q is unknown", c.Name)
		}
		e.defs = append(e.defs, def)
	}
	if in.GamePointsFirst {
		e.primary = gameScore
	}
	for _, c := range codes {
		if c.Name == "PTS" {
			e.primary = e.scoreOf(c.Score)
			break
		}
	}
	if err := e.number(); err != nil {
		return nil, err
	}
	for score := range 2 {
		e.least[score] = min(0, e.loss(score))
		e.most[score] = e.win(score)
	}
	return e, e.enter()
}

// number orders the participants by number and indexes them.
func (e *engine) number() error {
	e.in.Participants = slices.Clone(e.in.Participants)
	slices.SortFunc(e.in.Participants, func(a, b Participant) int { return cmp.Compare(a.Number, b.Number) })
	for i, p := range e.in.Participants {
		if p.Number < 1 || p.Number > math.MaxInt32 {
			return fmt.Errorf("participant %d: numbers begin with 1", p.Number)
		}
		if _, twice := e.index[p.Number]; twice {
			return fmt.Errorf("participant %d is listed twice", p.Number)
		}
		e.index[p.Number] = i
		e.rounds = max(e.rounds, len(p.Records))
		e.unrated = e.unrated || p.Rating == 0
	}
	return nil
}

// enter prepares all entries.
func (e *engine) enter() error {
	n := len(e.in.Participants)
	e.entries = make([]*entry, n)
	entries := make([]entry, n)
	rounds := make([]round, n*e.rounds)
	values := make([]Value, n*len(e.codes))
	for i, p := range e.in.Participants {
		if len(p.Records) != e.rounds {
			return fmt.Errorf("participant %d has %d rounds, others have %d", p.Number, len(p.Records), e.rounds)
		}
		x := &entries[i]
		x.number, x.rating, x.penalty = p.Number, p.Rating, [2]int{p.Penalty, p.GamePenalty}
		x.rounds = rounds[i*e.rounds : (i+1)*e.rounds : (i+1)*e.rounds]
		x.values = values[i*len(e.codes) : (i+1)*len(e.codes) : (i+1)*len(e.codes)]
		games := 0
		for k, r := range p.Records {
			if err := e.record(x, k, r); err != nil {
				return err
			}
			if x.rounds[k].hasOpponent() || r.Kind == Pending {
				games++
			}
		}
		e.games = max(e.games, games)
		e.score(x)
		e.entries[i] = x
	}
	return nil
}

// record enters one round of an entry.
func (e *engine) record(x *entry, k int, r Record) error {
	if outside(r.Points) || outside(r.GamePoints) {
		return fmt.Errorf("participant %d, round %d: points out of range", x.number, k+1)
	}
	x.rounds[k] = round{
		kind: r.Kind, colour: r.Colour, outcome: r.Outcome, review: r.UnderReview,
		opponent: -1, points: [2]int32{int32(r.Points), int32(r.GamePoints)},
	}
	if r.Boards != nil {
		if x.boards == nil {
			x.boards = make([][]int, len(x.rounds))
		}
		x.boards[k] = r.Boards
	} else if x.boards != nil {
		x.boards[k] = nil
	}
	switch r.Kind {
	case Played, ForfeitWin, ForfeitLoss:
		if r.Opponent == 0 && r.Kind != Played {
			return nil // a forfeit against nobody named
		}
		j, known := e.index[r.Opponent]
		if !known || r.Opponent == x.number {
			return fmt.Errorf("participant %d, round %d: opponent %d does not take part", x.number, k+1, r.Opponent)
		}
		x.rounds[k].opponent, x.rounds[k].number = int32(j), int32(r.Opponent)
	case Pending:
		x.rounds[k].number = int32(r.Opponent)
	}
	return nil
}

// outside reports points no event awards; it keeps sums of products exact.
func outside(half int) bool { return half < -10_000 || half > 10_000 }

// draw is what a drawn round is worth, win what a won one is.
func (e *engine) draw(score int) int {
	if score == gameScore {
		return e.in.Game.Draw * e.in.Boards
	}
	return e.in.Match.Draw
}

func (e *engine) win(score int) int {
	if score == gameScore {
		return e.in.Game.Win * e.in.Boards
	}
	return e.in.Match.Win
}

func (e *engine) loss(score int) int {
	if score == gameScore {
		return e.in.Game.Loss * e.in.Boards
	}
	return e.in.Match.Loss
}

// score sums the scores of an entry. Its opponents count the half- and
// zero-point byes after which it never again was ready to play as draws
// (C.07 art. 16.3); everything else counts as awarded.
func (e *engine) score(n *entry) {
	last := -1 // the last round that was no voluntary unplayed one
	for k := range n.rounds {
		if !n.rounds[k].voluntary() {
			last = k
		}
	}
	final := len(n.rounds) - 1
	fore := final >= 0 && n.rounds[final].hasOpponent()
	for score := range 2 {
		total, late := n.penalty[score], 0
		for k := range n.rounds {
			r := &n.rounds[k]
			half := r.of(score)
			e.least[score], e.most[score] = min(e.least[score], half), max(e.most[score], half)
			if r.kind == Pending {
				continue
			}
			total += half
			if k > last && r.requested() && !e.in.RoundRobin {
				late += e.draw(score) - half
			}
		}
		n.total[score], n.adjusted[score] = total, total+late
		n.foreTotal[score], n.fore[score] = total, total+late
		if fore { // ready to play in the last round: no bye before it is late
			n.foreTotal[score] = total + e.draw(score) - n.rounds[final].of(score)
			n.fore[score] = n.foreTotal[score]
		}
	}
}

// scoreOf is the score a code speaks of.
func (e *engine) scoreOf(s Score) int {
	switch s {
	case MatchPoints:
		return matchScore
	case GamePoints:
		return gameScore
	}
	return e.primary
}

// value computes one code for one entry from its contributions.
func (e *engine) value(i, code int, buffer []Contribution) (Value, []Contribution) {
	def, c := e.defs[code], e.codes[code]
	if def.rating && e.unrated {
		return Value{Unit: def.unit, Undefined: true}, buffer[:0]
	}
	list := def.collect(e, i, c, buffer[:0])
	if def.finish != nil {
		return def.finish(e, i, c, list), list
	}
	return Value{N: sum(list), Unit: def.unit}, list
}

// sum adds the contributions that count.
func sum(list []Contribution) int {
	n := 0
	for k := range list {
		if !list[k].Cut.Left() {
			n += list[k].N
		}
	}
	return n
}
