package standings

import (
	"fmt"
	"maps"
	"slices"
)

// Change replaces what one participant did in one round.
type Change struct {
	Number int
	Round  int // from 1
	Record Record
}

// Decide returns the changes that give a paired round another result: the
// outcome is seen from the participant's side.
func (t *Table) Decide(number, round int, outcome Outcome) ([]Change, error) {
	e := t.engine
	i, err := t.entry(number)
	if err != nil {
		return nil, err
	}
	if round < 1 || round > e.rounds {
		return nil, fmt.Errorf("participant %d: there is no round %d", number, round)
	}
	own := e.entries[i].rounds[round-1]
	if own.number == 0 {
		return nil, fmt.Errorf("participant %d has no opponent in round %d", number, round)
	}
	j, known := e.index[int(own.number)]
	if !known {
		return nil, fmt.Errorf("participant %d, round %d: opponent %d does not take part", number, round, own.number)
	}
	theirs := e.entries[j].rounds[round-1]
	reverse := map[Outcome]Outcome{Win: Loss, Draw: Draw, Loss: Win}[outcome]
	if reverse == NoOutcome {
		return nil, fmt.Errorf("round %d: the result must be a win, a draw or a loss", round)
	}
	return []Change{
		{number, round, e.decided(own, outcome)},
		{int(own.number), round, e.decided(theirs, reverse)},
	}, nil
}

// decided is a round as a game with the given outcome. A result somebody decides
// on is no longer under review.
func (e *engine) decided(was round, outcome Outcome) Record {
	r := Record{Kind: Played, Opponent: int(was.number), Colour: was.colour, Outcome: outcome}
	switch outcome {
	case Win:
		r.Points, r.GamePoints = e.win(matchScore), e.win(gameScore)
	case Draw:
		r.Points, r.GamePoints = e.draw(matchScore), e.draw(gameScore)
	case Loss:
		r.Points, r.GamePoints = e.loss(matchScore), e.loss(gameScore)
	}
	return r
}

// Preview answers questions about the standings with some results replaced. It
// computes only what is asked for and must not be shared between goroutines.
type Preview struct {
	table    *Table
	engine   *engine
	affected []int        // entries whose values may differ, ascending
	fresh    map[int]bool // affected, by entry
	tie      *tie
}

// WhatIf prepares the standings with the given changes in place. Only the
// participants a change can reach are computed again.
func (t *Table) WhatIf(changes ...Change) (*Preview, error) {
	e := *t.engine
	e.entries = slices.Clone(t.engine.entries)
	p := &Preview{table: t, engine: &e, fresh: map[int]bool{}}
	for _, c := range changes {
		if err := e.replace(t.engine, c); err != nil {
			return nil, err
		}
		p.fresh[e.index[c.Number]] = true
	}
	changed := slices.Collect(maps.Keys(p.fresh))
	for _, i := range changed {
		e.score(e.entries[i])
	}
	p.spread(changed)
	p.affected = slices.Sorted(maps.Keys(p.fresh))
	var buffer []Contribution
	for _, i := range p.affected {
		n := *e.entries[i]
		n.values = slices.Clone(n.values)
		e.entries[i] = &n
		for k, def := range e.defs {
			if def.split == nil {
				n.values[k], buffer = e.value(i, k, buffer)
			}
		}
	}
	return p, nil
}

// replace puts a changed copy of an entry in place of the shared one.
func (e *engine) replace(shared *engine, c Change) error {
	i, ok := e.index[c.Number]
	if !ok {
		return fmt.Errorf("what if: participant %d does not take part", c.Number)
	}
	if c.Round < 1 || c.Round > e.rounds {
		return fmt.Errorf("what if: participant %d has no round %d", c.Number, c.Round)
	}
	if e.entries[i] == shared.entries[i] {
		n := *e.entries[i]
		n.rounds = slices.Clone(n.rounds)
		n.boards = slices.Clone(n.boards)
		e.entries[i] = &n
	}
	if err := e.record(e.entries[i], c.Round-1, c.Record); err != nil {
		return fmt.Errorf("what if: %w", err)
	}
	return nil
}

// spread marks everybody whose values depend on a changed entry: its opponents
// before and after the change, and theirs in turn, as far as the codes reach.
func (p *Preview) spread(changed []int) {
	reach := 0
	for _, def := range p.engine.defs {
		reach = max(reach, def.reach)
	}
	edge := changed
	for range reach {
		var next []int
		for _, i := range edge {
			for _, e := range []*engine{p.table.engine, p.engine} {
				for _, r := range e.entries[i].rounds {
					if j := int(r.opponent); j >= 0 && !p.fresh[j] {
						p.fresh[j] = true
						next = append(next, j)
					}
				}
			}
		}
		edge = next
	}
}

// Row is a participant's place and values with the changes in place.
func (p *Preview) Row(number int) (Row, error) {
	i, err := p.table.entry(number)
	if err != nil {
		return Row{}, err
	}
	if p.tie == nil {
		p.tie = newTie(p.engine)
	}
	n := p.engine.entries[i]
	row := Row{Number: number, Place: 1, Values: slices.Clone(n.values)}
	group := p.start(i, &row.Place)
	for k, def := range p.engine.defs {
		if def.split == nil {
			group = p.narrow(group, i, k, &row.Place)
			continue
		}
		group, row.Values[k] = p.narrowTied(group, i, k, &row.Place)
	}
	row.Shared = len(group)
	row.Provisional = p.table.rows[p.table.at[i]].Provisional
	return row, nil
}

// start returns those who have the entry's value of the first code, and moves
// the place past those who have a better one.
func (p *Preview) start(i int, place *int) []int {
	e, def := p.engine, p.engine.defs[0]
	if def.split != nil {
		all := make([]int, len(e.entries))
		for k := range all {
			all[k] = k
		}
		return all
	}
	own := e.entries[i].values[0]
	for value, members := range p.table.buckets {
		if better(value, own, def.low) < 0 {
			*place += len(members)
		}
	}
	var group []int
	for _, j := range p.table.buckets[own] {
		if !p.fresh[j] {
			group = append(group, j)
		}
	}
	for _, j := range p.affected {
		before, now := p.table.engine.entries[j].values[0], e.entries[j].values[0]
		if better(before, own, def.low) < 0 {
			*place--
		}
		switch d := better(now, own, def.low); {
		case d < 0:
			*place++
		case d == 0:
			group = append(group, j)
		}
	}
	return group
}

// narrow keeps those equal to the entry on one code.
func (p *Preview) narrow(group []int, i, code int, place *int) []int {
	if len(group) == 1 {
		return group
	}
	e := p.engine
	own := e.entries[i].values[code]
	kept := group[:0]
	for _, j := range group {
		switch d := better(e.entries[j].values[code], own, e.defs[code].low); {
		case d < 0:
			*place++
		case d == 0:
			kept = append(kept, j)
		}
	}
	return kept
}

// narrowTied keeps those a group code leaves tied with the entry.
func (p *Preview) narrowTied(group []int, i, code int, place *int) ([]int, Value) {
	if len(group) == 1 {
		return group, Value{}
	}
	parts := p.engine.defs[code].split(p.tie, p.engine.codes[code], group)
	inside := 1
	for _, part := range parts {
		if slices.Contains(part, i) {
			*place += inside - 1
			if len(parts) == 1 {
				return part, Value{}
			}
			return part, Value{N: inside}
		}
		inside += len(part)
	}
	return group, Value{}
}

// Affected lists the numbers of the participants whose score or tie-breaks the
// changes can reach, ascending.
func (p *Preview) Affected() []int {
	var numbers []int
	for _, i := range p.affected {
		numbers = append(numbers, p.engine.entries[i].number)
	}
	slices.Sort(numbers)
	return numbers
}

// fillBuckets groups the entries by their value of the first code.
func (t *Table) fillBuckets() {
	t.buckets = map[Value][]int{}
	for i, n := range t.engine.entries {
		t.buckets[n.values[0]] = append(t.buckets[n.values[0]], i)
	}
}
