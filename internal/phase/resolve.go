package phase

import (
	"cmp"
	"slices"

	"github.com/tandemchess/tandem/internal/pairing"
)

// Resolve says who would come in now, who can still, and where the lines run. lot is the
// seed of the lot; without one a field seeded by lot has the order of places and waits for
// the draw.
func Resolve(rule Rule, sources map[int64]Source, lot string) Field {
	r := resolver{rule: rule, taken: map[int64]bool{}}
	for _, f := range rule.Feeds {
		source := sources[f.From]
		if f.Kind == Losers {
			r.losers(f, source)
			continue
		}
		for _, t := range source.Tables {
			r.table(f, t)
		}
	}
	field := r.field
	field.Entrants = r.seeded(lot)
	if len(field.Entrants) < 2 {
		field.Wait = append(field.Wait, Wait{Why: TooFew})
	}
	field.Ready = len(field.Wait) == 0
	return field
}

type resolver struct {
	rule     Rule
	field    Field
	rankings [][]Entrant // of every table of every feed
	taken    map[int64]bool
}

// level is a run of rows that nothing separates. From and To are its places once all is
// played.
type level struct {
	rows     []Row
	from, to int
}

// table takes the places of a feed from a table.
func (r *resolver) table(f Feed, t Table) {
	wait := Wait{From: f.From, Table: t.Name}
	var ranking []Entrant
	settled := true
	for _, l := range levels(r.rule.Breaking, f, t) {
		inside := 0
		for n := l.from; n <= l.to; n++ {
			if f.holds(n) {
				inside++
			}
		}
		across := inside > 0 && inside < l.to-l.from+1
		for i, row := range stronger(l.rows) {
			certain := t.Over && inside > 0 && !across
			if !t.Over {
				certain = surely(f, row)
				if !certain && possibly(f, row) {
					r.field.Open = append(r.field.Open, row.Team)
					settled = false
				}
			} else if across {
				r.field.Open = append(r.field.Open, row.Team)
			}
			now := f.holds(l.from + i)
			if t.Bracket {
				now = certain
			}
			if now && !row.Gone && !r.taken[row.Team] {
				r.taken[row.Team] = true
				place := l.from
				ranking = append(ranking, Entrant{Team: row.Team, From: f.From, Table: t.Name, Place: place, Shared: len(l.rows) > 1, Certain: certain, row: row})
			}
		}
		if across && t.Over {
			wait.Why = StillLevel
		}
	}
	if !t.Over && (!t.Bracket || !settled) {
		wait.Why = StillPlayed
	}
	if wait.Why != "" {
		r.field.Wait = append(r.field.Wait, wait)
	}
	r.rankings = append(r.rankings, ranking)
	r.lines(f, t)
}

// surely reports whether a team comes in whatever happens, possibly whether it can.
func surely(f Feed, row Row) bool {
	return row.Best >= f.First && (f.Last == 0 || row.Worst <= f.Last)
}

func possibly(f Feed, row Row) bool {
	return row.Worst >= f.First && (f.Last == 0 || row.Best <= f.Last)
}

// levels are the rows that can come in, in runs that nothing separates. Who is gone leaves
// the place to the next.
func levels(breaking Breaking, f Feed, t Table) []level {
	rows := t.Rows
	if !t.Bracket {
		rows = slices.DeleteFunc(slices.Clone(rows), func(row Row) bool { return row.Gone })
	}
	var found []level
	for start := 0; start < len(rows); {
		end := start + 1
		for end < len(rows) && rows[end].Place == rows[start].Place {
			end++
		}
		found = append(found, level{rows[start:end], start + 1, end})
		start = end
	}
	if t.Bracket {
		for i := range found {
			found[i].from = found[i].rows[0].Place
			found[i].to = found[i].from + len(found[i].rows) - 1
		}
		return found
	}
	if breaking == PlayOff && t.Over {
		return playOffs(f, rows)
	}
	return found
}

// playOffs are the runs where only points separate, and a play-off that was played. Teams
// with equal points that are all on one side of every line keep their order.
func playOffs(f Feed, rows []Row) []level {
	var found []level
	for start := 0; start < len(rows); {
		end := start + 1
		for end < len(rows) && rows[end].Points == rows[start].Points {
			end++
		}
		run := rows[start:end]
		across := false
		for n := start + 1; n < end; n++ {
			across = across || f.holds(n) != f.holds(n+1)
		}
		if !across || ordered(run) {
			for i := 0; i < len(run); {
				k := i + 1
				for k < len(run) && run[k].Place == run[i].Place {
					k++
				}
				found = append(found, level{run[i:k], start + i + 1, start + k})
				i = k
			}
		} else {
			found = append(found, level{run, start + 1, end})
		}
		start = end
	}
	return found
}

// ordered reports whether one decision gives all of them their order.
func ordered(rows []Row) bool {
	return rows[0].Decision != 0 && !slices.ContainsFunc(rows, func(row Row) bool { return row.Decision != rows[0].Decision })
}

// lines says where the feed ends and begins in a table. A bracket has only those that teams
// sharing their places lie across.
func (r *resolver) lines(f Feed, t Table) {
	all := levels(r.rule.Breaking, f, t)
	var rows []Row
	for _, l := range all {
		rows = append(rows, l.rows...)
	}
	for _, after := range []int{f.First - 1, f.Last} {
		if after < 1 || after >= len(rows) {
			continue
		}
		above, below := rows[after-1], rows[after]
		line := Line{From: f.From, Table: t.Name, After: after, Over: t.Over, Above: above.Team, Below: below.Team}
		for _, l := range all {
			if l.from <= after && l.to > after {
				for _, row := range l.rows {
					line.Level = append(line.Level, row.Team)
				}
			}
		}
		if t.Bracket && (line.Level == nil || !t.Over) {
			continue
		}
		if above.Points == below.Points && line.Level == nil {
			line.Broken = below.Apart
			if above.Decision != 0 && above.Decision == below.Decision {
				line.Broken = below.How
			}
		}
		r.field.Lines = append(r.field.Lines, line)
	}
}

// losers takes those who lost in rounds of a bracket: of the last of these rounds first, as
// they came further.
func (r *resolver) losers(f Feed, source Source) {
	var ranking []Entrant
	open, known := 0, 0
	for _, lost := range slices.Backward(source.Lost) {
		if !f.holds(lost.Round) {
			continue
		}
		open += lost.Open
		known++
		for _, row := range stronger(lost.Rows) {
			if row.Gone || r.taken[row.Team] {
				continue
			}
			r.taken[row.Team] = true
			ranking = append(ranking, Entrant{Team: row.Team, From: f.From, Round: lost.Round, Shared: len(lost.Rows) > 1, Certain: true, row: row})
		}
	}
	if open > 0 || known == 0 {
		r.field.Wait = append(r.field.Wait, Wait{From: f.From, Why: LosersOpen})
	}
	r.rankings = append(r.rankings, ranking)
}

// stronger orders rows that nothing separates.
func stronger(rows []Row) []Row {
	return slices.SortedFunc(slices.Values(rows), func(x, y Row) int {
		return cmp.Or(cmp.Compare(y.Strength, x.Strength), cmp.Compare(x.Code, y.Code), cmp.Compare(x.Team, y.Team))
	})
}

// seeded puts the entrants of all tables into one order.
func (r *resolver) seeded(lot string) []Entrant {
	list := byPlace(r.rankings)
	switch {
	case r.rule.Seeding == ByStrength:
		slices.SortStableFunc(list, func(x, y Entrant) int {
			return cmp.Or(cmp.Compare(y.row.Strength, x.row.Strength), cmp.Compare(x.row.Code, y.row.Code))
		})
	case r.rule.Seeding == ByLot && lot != "":
		drawn := make(map[int64]string, len(list))
		for _, e := range list {
			drawn[e.Team] = Lot(lot, e.row.Code)
		}
		slices.SortFunc(list, func(x, y Entrant) int { return cmp.Compare(drawn[x.Team], drawn[y.Team]) })
	}
	for i := range list {
		list[i].Seed = i + 1
	}
	return list
}

// byPlace merges rankings as groups lead to a knockout: the first of each, then the second,
// those of one table as late against each other as a bracket allows.
func byPlace(rankings [][]Entrant) []Entrant {
	rankings = slices.DeleteFunc(slices.Clone(rankings), func(ranking []Entrant) bool { return len(ranking) == 0 })
	if len(rankings) == 1 {
		return slices.Clone(rankings[0])
	}
	var all []Entrant
	numbers, longest := make([][]int, len(rankings)), 0
	for i, ranking := range rankings {
		for _, e := range ranking {
			all = append(all, e)
			numbers[i] = append(numbers[i], len(all))
		}
		longest = max(longest, len(ranking))
	}
	list := make([]Entrant, 0, len(all))
	for _, n := range pairing.Advance(numbers, longest) {
		list = append(list, all[n-1])
	}
	return list
}
