package tournament

import (
	"cmp"
	"slices"

	"github.com/tandemchess/tandem/internal/pairing"
)

// GroupStanding is the table of one group.
type GroupStanding struct {
	Letter   string
	Rows     []Standing // in order of place
	Complete bool       // every match of the group's rounds has a result
	Advance  int        // how many go on to the knockout behind the groups, 0 without one
	// Level are the teams that share a place which decides who goes on or who meets
	// whom, and that no lot and no official has ordered.
	Level [][]int64
	// Ordered are the decisions that stand in the table.
	Ordered [][]TieOrder
}

// groupStanding orders what the tie-breaks leave level, as far as it was decided.
func groupStanding(b *SectionBook, g Group, rows []Standing, counts int) GroupStanding {
	out := GroupStanding{Letter: g.Letter, Rows: rows, Complete: groupComplete(b, g, counts), Advance: b.Section.Advance}
	for start := 0; start < len(rows); {
		end := start + 1
		for end < len(rows) && rows[end].Place == rows[start].Place {
			end++
		}
		if end-start > 1 && start < b.Section.Advance {
			out.order(b, rows[start:end])
		}
		start = end
	}
	return out
}

// GroupTables are the tables of the groups as the knockout behind them takes them: by the results
// that count for pairings.
func GroupTables(b *SectionBook) (*Standings, error) {
	return standingsFor(b, groupRounds(b, b.Groups()), forPairing)
}

// GoesOn reports whether a team of the group plays in the knockout behind it for certain: nobody
// level with the team stays behind.
func (g GroupStanding) GoesOn(row Standing) bool { return g.final() && row.Last() <= g.Advance }

// StaysBehind reports whether a team of the group is out of the knockout for certain.
func (g GroupStanding) StaysBehind(row Standing) bool {
	return g.final() && g.Advance > 0 && row.Place > g.Advance
}

// final reports whether the group is over, with no result under review.
func (g GroupStanding) final() bool {
	return g.Complete && !slices.ContainsFunc(g.Rows, func(r Standing) bool { return r.Provisional })
}

// GroupStage are the tables of the groups while they are the standings: none in a section of one
// table, and none once the knockout behind the groups has begun.
func (s *Standings) GroupStage() []GroupStanding {
	if s.Round == 0 || !s.book.GroupStage(s.Round) {
		return nil
	}
	return s.Groups
}

// InGroup is the group of a team and the team's row in its table.
func (s *Standings) InGroup(teamID int64) (g GroupStanding, row Standing, found bool) {
	for _, g := range s.Groups {
		if i := slices.IndexFunc(g.Rows, func(r Standing) bool { return r.TeamID == teamID }); i >= 0 {
			return g, g.Rows[i], true
		}
	}
	return g, row, false
}

// order breaks a tie by the decision about it, or notes that it stands.
func (g *GroupStanding) order(b *SectionBook, level []Standing) {
	ids := make([]int64, len(level))
	for i, row := range level {
		ids[i] = row.TeamID
	}
	order, ok := decided(b, ids)
	if !ok {
		g.Level = append(g.Level, ids)
		return
	}
	g.Ordered = append(g.Ordered, order)
	first := level[0].Place
	position := func(s Standing) int {
		return slices.IndexFunc(order, func(t TieOrder) bool { return t.TeamID == s.TeamID })
	}
	slices.SortFunc(level, func(x, y Standing) int { return cmp.Compare(position(x), position(y)) })
	for i := range level {
		level[i].Place, level[i].Shared = first+i, 1
	}
}

// groupComplete reports whether every match of a group up to a round has a
// result and no round is missing.
func groupComplete(b *SectionBook, g Group, rounds int) bool {
	for r := 1; r <= rounds; r++ {
		round := b.Round(r)
		if round == nil || !round.Public() {
			return false
		}
		for _, p := range round.Pairings {
			if p.Bye == nil && slices.Contains(g.Teams, p.TeamID(1)) && b.Section.Score(p).Missing > 0 {
				return false
			}
		}
	}
	return rounds > 0 && rounds >= groupRounds(b, []Group{g})
}

// across reports whether the places of the section are not those of one table.
func (s *Standings) across() bool {
	return s.Round > 0 && (s.book.Section.System.Bracket() || len(s.Groups) > 0)
}

// rankAcross gives places in the whole section where points alone do not. The teams
// of a bracket have the places they can still finish on; all others come behind
// them by the place in their group.
func (s *Standings) rankAcross() {
	if !s.across() {
		return
	}
	places := s.bracketPlaces()
	outside := func(row Standing) int {
		if _, plays := places[row.TeamID]; plays {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(s.Rows, func(x, y Standing) int { return outside(x) - outside(y) })
	playing := min(len(places), len(s.Rows))
	rankBracket(s.Rows[:playing], places)
	s.rankBehind(playing)
}

// bracketPlaces are those of the teams in the bracket; none before it begins.
func (s *Standings) bracketPlaces() map[int64]pairing.Places {
	if !s.book.Section.System.Bracket() || s.Round < s.book.FirstKnockout() {
		return nil
	}
	// A round without winners yet ends the replay; the bracket is good up to there.
	bracket, _ := s.book.Bracket(s.Round + 1)
	if bracket == nil {
		return nil
	}
	return bracket.places()
}

func rankBracket(rows []Standing, places map[int64]pairing.Places) {
	slices.SortStableFunc(rows, func(x, y Standing) int {
		a, c := places[x.TeamID], places[y.TeamID]
		return cmp.Or(cmp.Compare(a.First, c.First), cmp.Compare(a.Last, c.Last), cmp.Compare(y.Points, x.Points))
	})
	for i := range rows {
		p := places[rows[i].TeamID]
		rows[i].Place, rows[i].Shared = p.First, p.Last-p.First+1
	}
}

// rankBehind ranks the rows from one index on by the place in the group; teams of
// different groups with the same one share a place.
func (s *Standings) rankBehind(from int) {
	rows := s.Rows[from:]
	level := func(row Standing) int {
		if s.book.Section.System == Knockout {
			return 0
		}
		return row.Place
	}
	slices.SortStableFunc(rows, func(x, y Standing) int {
		return cmp.Or(cmp.Compare(level(x), level(y)), cmp.Compare(y.Points, x.Points))
	})
	for start := 0; start < len(rows); {
		end := start + 1
		for end < len(rows) && level(rows[end]) == level(rows[start]) {
			end++
		}
		for i := start; i < end; i++ {
			rows[i].Place, rows[i].Shared = from+start+1, end-start
		}
		start = end
	}
}

// settled are the rows with every place given once: teams whose places contain
// those of others, as in the middle of a round of a knockout, share all of them.
func settled(rows []Standing) []Standing {
	out := slices.Clone(rows)
	for start := 0; start < len(out); {
		end, last := start+1, out[start].Last()
		for end < len(out) && out[end].Place <= last {
			last = max(last, out[end].Last())
			end++
		}
		for i := start; i < end; i++ {
			out[i].Place, out[i].Shared = out[start].Place, end-start
		}
		start = end
	}
	return out
}
