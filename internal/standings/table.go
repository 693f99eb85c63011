package standings

import (
	"cmp"
	"fmt"
	"slices"
)

// Row is one participant in the standings.
type Row struct {
	Number int
	Place  int // 1 is first; tied participants share the better place
	Shared int // how many share it, 1 for a place of its own
	Values []Value
	// Provisional: a result under review could change the score or a tie-break.
	Provisional bool
}

// Table is the standings of one input by one list of codes. It is safe for
// concurrent use.
type Table struct {
	engine  *engine
	rows    []Row           // in order of place
	at      []int           // entry index → position in rows
	buckets map[Value][]int // value of the first code → entries that have it
}

// Compute ranks the participants by the codes in order: each code splits the
// groups that are still tied, and what no code splits shares its place.
func Compute(in Input, codes []Code) (*Table, error) {
	e, err := newEngine(in, codes)
	if err != nil {
		return nil, err
	}
	buffer := make([]Contribution, 0, e.rounds+1)
	for i, n := range e.entries {
		for k, def := range e.defs {
			if def.split == nil {
				n.values[k], buffer = e.value(i, k, buffer)
			}
		}
	}
	t := &Table{engine: e}
	t.rank()
	t.fillBuckets()
	t.markProvisional()
	return t, nil
}

// rank orders the entries and fills rows.
func (t *Table) rank() {
	e := t.engine
	order := make([]int, len(e.entries))
	for i := range order {
		order[i] = i
	}
	groups := [][]int{order}
	x := newTie(e)
	for k := range e.codes {
		next := make([][]int, 0, len(groups))
		for _, group := range groups {
			if len(group) == 1 && e.defs[k].split == nil {
				next = append(next, group)
				continue
			}
			next = append(next, x.split(k, group, e.entries)...)
		}
		groups = next
	}
	t.rows = make([]Row, 0, len(order))
	t.at = make([]int, len(order))
	for _, group := range groups {
		place := len(t.rows) + 1
		for _, i := range group {
			t.at[i] = len(t.rows)
			t.rows = append(t.rows, Row{Number: e.entries[i].number, Place: place, Shared: len(group), Values: e.entries[i].values})
		}
	}
}

// split orders a tied group by one code and enters the places that a group code
// gives: 0 where it decides nothing, else the place inside the group.
func (x *tie) split(code int, group []int, entries []*entry) [][]int {
	def := x.defs[code]
	if def.split == nil {
		return splitByValue(group, entries, code, def.low)
	}
	parts := [][]int{group}
	if len(group) > 1 {
		parts = def.split(x, x.codes[code], group)
	}
	place := 1
	for _, part := range parts {
		for _, i := range part {
			entries[i].values[code] = Value{Unit: Whole}
			if len(parts) > 1 {
				entries[i].values[code].N = place
			}
		}
		slices.Sort(part)
		place += len(part)
	}
	return parts
}

// better compares two values of one code: negative when a ranks before b.
func better(a, b Value, low bool) int {
	switch {
	case a.Undefined != b.Undefined:
		if a.Undefined {
			return 1
		}
		return -1
	case a.Undefined:
		return 0
	case low:
		return cmp.Compare(a.N, b.N)
	}
	return cmp.Compare(b.N, a.N)
}

// splitByValue orders a group by a code's value and cuts it where it changes.
func splitByValue(group []int, entries []*entry, code int, low bool) [][]int {
	slices.SortFunc(group, func(a, b int) int {
		return cmp.Or(better(entries[a].values[code], entries[b].values[code], low), cmp.Compare(a, b))
	})
	var parts [][]int
	start := 0
	for k := 1; k <= len(group); k++ {
		if k == len(group) || better(entries[group[start]].values[code], entries[group[k]].values[code], low) != 0 {
			parts = append(parts, group[start:k:k])
			start = k
		}
	}
	return parts
}

// Codes returns the list the standings were made by.
func (t *Table) Codes() []Code { return slices.Clone(t.engine.codes) }

// Rows returns the participants in order of place, tied ones by number. The
// rows must not be changed.
func (t *Table) Rows() []Row { return t.rows }

// Row returns one participant's row.
func (t *Table) Row(number int) (Row, error) {
	i, err := t.entry(number)
	if err != nil {
		return Row{}, err
	}
	return t.rows[t.at[i]], nil
}

func (t *Table) entry(number int) (int, error) {
	i, ok := t.engine.index[number]
	if !ok {
		return 0, fmt.Errorf("participant %d does not take part", number)
	}
	return i, nil
}

// Explanation is a value with the contributions it was computed from.
type Explanation struct {
	Code          Code
	Value         Value
	Contributions []Contribution
}

// Explain returns where one value comes from. code counts from 0 in the list.
// For DE and the other codes that compare tied groups, the contributions are the
// results against those tied on everything before.
func (t *Table) Explain(number, code int) (Explanation, error) {
	i, err := t.entry(number)
	if err != nil {
		return Explanation{}, err
	}
	e := t.engine
	if code < 0 || code >= len(e.codes) {
		return Explanation{}, fmt.Errorf("there is no tie-break %d in a list of %d", code+1, len(e.codes))
	}
	x := Explanation{Code: e.codes[code], Value: e.entries[i].values[code]}
	if e.defs[code].split == nil {
		_, x.Contributions = e.value(i, code, nil)
		return x, nil
	}
	tied := t.tiedBefore(i, code)
	n := e.entries[i]
	asPlayed := e.codes[code].AsPlayed || e.in.RoundRobin
	score := e.scoreOf(e.codes[code].Score)
	for k := range n.rounds {
		r := &n.rounds[k]
		if !r.hasOpponent() || !slices.Contains(tied, int(r.opponent)) || r.kind != Played && !asPlayed {
			continue
		}
		x.Contributions = append(x.Contributions, Contribution{
			Round: k + 1, Opponent: int(r.number), N: r.of(score), Points: r.of(score), Reason: reasonOf(r),
		})
	}
	return x, nil
}

// tiedBefore lists the entries equal to i on all codes before the given one.
func (t *Table) tiedBefore(i, code int) []int {
	var tied []int
	own := t.engine.entries[i].values[:code]
	for j, n := range t.engine.entries {
		if slices.Equal(own, n.values[:code]) {
			tied = append(tied, j)
		}
	}
	return tied
}
