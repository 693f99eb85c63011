package tournament

import (
	"cmp"
	"slices"
)

// GroupStanding is the table of one group.
type GroupStanding struct {
	Letter   string
	Rows     []Standing // in order of place
	Complete bool       // every match of the group's rounds has a result
	// Level are the teams that share a place which decides who goes on or who meets
	// whom, and that no lot and no official has ordered.
	Level [][]int64
	// Ordered are the decisions that stand in the table.
	Ordered [][]TieOrder
}

// groupStanding orders what the tie-breaks leave level, as far as it was decided.
func (b *Book) groupStanding(g Group, rows []Standing, counts int) GroupStanding {
	out := GroupStanding{Letter: g.Letter, Rows: rows, Complete: b.groupComplete(g, counts)}
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

// order breaks a tie by the decision about it, or notes that it stands.
func (g *GroupStanding) order(b *Book, level []Standing) {
	ids := make([]int64, len(level))
	for i, row := range level {
		ids[i] = row.TeamID
	}
	order, ok := b.decided(ids)
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
func (b *Book) groupComplete(g Group, rounds int) bool {
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
	return rounds > 0 && rounds >= b.groupRounds([]Group{g})
}

// across reports whether the places of the section are not those of one table.
func (s *Standings) across() bool {
	return s.Round > 0 && (s.book.Section.System.Bracket() || len(s.Groups) > 0)
}

// rankAcross gives places in the whole section where points alone do not: by the
// bracket in a knockout, else by the place in the group. Teams that neither
// separates share a place.
func (s *Standings) rankAcross() {
	b := s.book
	if !s.across() {
		return
	}
	const never = 1 << 20
	finish := map[int64][2]int{}
	if b.Section.System.Bracket() && s.Round >= b.FirstKnockout() {
		// A round without winners yet ends the replay; the bracket is good up to there.
		if bracket, _ := b.Bracket(s.Round + 1); bracket != nil {
			finish = bracket.finish()
		}
	}
	key := make(map[int64][2]int, len(s.Rows))
	for _, row := range s.Rows {
		in, ok := finish[row.TeamID]
		switch {
		case ok:
		case b.Section.System == Knockout:
			in = [2]int{never, 0}
		default:
			in = [2]int{never, row.Place}
		}
		key[row.TeamID] = in
	}
	slices.SortStableFunc(s.Rows, func(x, y Standing) int {
		a, c := key[x.TeamID], key[y.TeamID]
		return cmp.Or(cmp.Compare(a[0], c[0]), cmp.Compare(a[1], c[1]), cmp.Compare(y.Points, x.Points))
	})
	for start := 0; start < len(s.Rows); {
		end := start + 1
		for end < len(s.Rows) && key[s.Rows[end].TeamID] == key[s.Rows[start].TeamID] {
			end++
		}
		for i := start; i < end; i++ {
			s.Rows[i].Place, s.Rows[i].Shared = start+1, end-start
		}
		start = end
	}
}
