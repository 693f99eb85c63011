package standings

import (
	"errors"
	"fmt"
)

// The two scores of an entry.
const (
	matchScore = iota
	gameScore
)

// entry is a participant prepared for computing. Entries refer to each other by
// index, so that a hypothetical result can replace a few and share the rest.
type entry struct {
	number, rating int
	records        []Record
	opponents      []int // index of the opponent by round, -1 for none
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
	entries []*entry
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
	for _, c := range codes {
		if c.Name == "PTS" {
			if c.Score == GamePoints {
				e.primary = gameScore
			}
			break
		}
	}
	for i, p := range in.Participants {
		if p.Number < 1 {
			return nil, fmt.Errorf("participant %d: numbers begin with 1", p.Number)
		}
		if _, twice := e.index[p.Number]; twice {
			return nil, fmt.Errorf("participant %d is listed twice", p.Number)
		}
		e.index[p.Number] = i
		e.rounds = max(e.rounds, len(p.Records))
		e.unrated = e.unrated || p.Rating == 0
	}
	for score := range 2 {
		e.least[score] = min(0, e.loss(score))
		e.most[score] = e.win(score)
	}
	return e, e.enter()
}

// enter prepares all entries.
func (e *engine) enter() error {
	e.entries = make([]*entry, len(e.in.Participants))
	block := make([]entry, len(e.in.Participants))
	opponents := make([]int, len(e.in.Participants)*e.rounds)
	values := make([]Value, len(e.in.Participants)*len(e.codes))
	for i, p := range e.in.Participants {
		if len(p.Records) != e.rounds {
			return fmt.Errorf("participant %d has %d rounds, others have %d", p.Number, len(p.Records), e.rounds)
		}
		n := &block[i]
		*n = entry{
			number: p.Number, rating: p.Rating, records: p.Records,
			opponents: opponents[i*e.rounds : (i+1)*e.rounds : (i+1)*e.rounds],
			values:    values[i*len(e.codes) : (i+1)*len(e.codes) : (i+1)*len(e.codes)],
		}
		if err := e.prepare(n); err != nil {
			return err
		}
		games := 0
		for _, r := range p.Records {
			if r.hasOpponent() || r.Kind == Pending {
				games++
			}
		}
		e.games = max(e.games, games)
		e.entries[i] = n
	}
	return nil
}

// prepare links an entry to its opponents and sums its scores.
func (e *engine) prepare(n *entry) error {
	for round, r := range n.records {
		n.opponents[round] = -1
		if !r.hasOpponent() {
			if r.Kind == Played {
				return fmt.Errorf("participant %d, round %d: a played round needs an opponent", n.number, round+1)
			}
			continue
		}
		j, known := e.index[r.Opponent]
		if !known || r.Opponent == n.number {
			return fmt.Errorf("participant %d, round %d: opponent %d does not take part", n.number, round+1, r.Opponent)
		}
		n.opponents[round] = j
	}
	e.score(n)
	return nil
}

// points are the half points of a record in one of the two scores.
func (r Record) points(score int) int {
	if score == gameScore {
		return r.GamePoints
	}
	return r.Points
}

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
	p := e.in.Participants[e.index[n.number]]
	last := -1 // the last round that was no voluntary unplayed one
	for round, r := range n.records {
		if !r.voluntary() {
			last = round
		}
	}
	final := len(n.records) - 1
	foreLast := last
	if final >= 0 && n.records[final].hasOpponent() {
		foreLast = final
	}
	for score := range 2 {
		for _, r := range n.records {
			e.least[score] = min(e.least[score], r.points(score))
			e.most[score] = max(e.most[score], r.points(score))
		}
		penalty := p.Penalty
		if score == gameScore {
			penalty = p.GamePenalty
		}
		total, adjusted, fore, foreTotal := penalty, penalty, penalty, penalty
		for round, r := range n.records {
			awarded := 0
			if r.Kind != Pending {
				awarded = r.points(score)
			}
			seen := func(last int) int {
				late := round > last && (r.Kind == HalfBye || r.Kind == ZeroBye || r.Kind == NotArrived)
				if late && !e.in.RoundRobin {
					return e.draw(score)
				}
				return awarded
			}
			total += awarded
			adjusted += seen(last)
			if round == final && r.hasOpponent() {
				fore += e.draw(score)
				foreTotal += e.draw(score)
			} else {
				fore += seen(foreLast)
				foreTotal += awarded
			}
		}
		n.total[score], n.adjusted[score] = total, adjusted
		n.fore[score], n.foreTotal[score] = fore, foreTotal
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
