package tournament

import (
	"slices"

	"github.com/tandemchess/tandem/internal/prospect"
)

// Chance is how a team stands to a goal: the places that it can still reach among those whom
// the goal is for, and whether the goal is certain, open, out of reach, or not for the team.
type Chance struct {
	prospect.Range // zero where the goal is not for the team
	State          prospect.State
}

// contest is a goal with what decides about it.
type contest struct {
	Goal
	among []bool // by row; nil: everybody
	// won are the places that bring something whatever else the team wins, by place - 1.
	won []bool
	// paid are the places with money. A team that takes the money of another category leaves
	// its place here to the next one, so a team can come up by as many places as up says.
	paid []bool
	up   int
}

// inFirst is a contest for the first places among all.
func inFirst(places int, kind GoalKind) contest {
	return contest{Goal: Goal{Places: places, Kind: kind}, won: slices.Repeat([]bool{true}, places)}
}

// of says how a team stands that has these places within reach.
func (c contest) of(r prospect.Range) prospect.State {
	at := func(list []bool, place int) bool { return place <= len(list) && list[place-1] }
	open, certain := false, true
	for place := r.Best; place <= r.Worst; place++ {
		wins := at(c.won, place) || c.up == 0 && at(c.paid, place)
		open, certain = open || wins, certain && wins
	}
	if c.up > 0 { // each place from the first on that is paid is kept or bettered by whoever has it
		certain = certain || allTrue(c.paid) && r.Worst <= len(c.paid)
		for place := max(r.Best-c.up, 1); place <= min(r.Worst, len(c.paid)); place++ {
			open = open || c.paid[place-1]
		}
	}
	switch {
	case certain:
		return prospect.Certain
	case open:
		return prospect.Open
	}
	return prospect.Gone
}

func allTrue(list []bool) bool { return !slices.Contains(list, false) }

// prizeContests are those for the prizes of a section, category by category in the order of the
// plan, each among its own candidates. The title says what the first place is worth, so a prize
// for it alone is no contest of its own. spans are what the teams of the rows can end on.
func prizeContests(b *SectionBook, rows []Standing, spans []span) []contest {
	var list []contest
	for _, p := range b.Prizes.Prizes {
		if p.OfBoard() {
			continue // players win it: BoardProspects
		}
		i := slices.IndexFunc(list, func(c contest) bool { return c.Category == p.Category })
		if i < 0 {
			i = len(list)
			list = append(list, contest{Goal: Goal{Kind: ForPrize, Category: p.Category}, among: candidates(b, rows, p.Category)})
		}
		c := &list[i]
		c.Places = max(c.Places, p.Place)
		if p.Money > 0 {
			c.paid = marked(c.paid, p.Place)
		} else {
			c.won = marked(c.won, p.Place)
		}
	}
	if !b.Prizes.Several {
		for i := range list {
			list[i].up = comesUp(list, i, spans)
		}
	}
	return slices.DeleteFunc(list, func(c contest) bool { return c.Category == "" && c.Places == 1 && c.up == 0 })
}

func marked(list []bool, place int) []bool {
	for len(list) < place {
		list = append(list, false)
	}
	list[place-1] = true
	return list
}

func candidates(b *SectionBook, rows []Standing, category string) []bool {
	if category == "" {
		return nil
	}
	among := make([]bool, len(rows))
	for i, row := range rows {
		among[i] = b.InCategory(b.Team(row.TeamID), category)
	}
	return among
}

// comesUp bounds how many teams ahead can leave their place in a contest for money because they
// take that of another one. Each other contest pays its places, and all who share the last of
// them: never more than can end level. Where a place in between is not paid nothing is said.
func comesUp(list []contest, at int, spans []span) int {
	c, up := list[at], 0
	if len(c.paid) == 0 {
		return 0
	}
	in := func(c contest, i int) bool { return c.among == nil || c.among[i] }
	for k, other := range list {
		if k == at || len(other.paid) == 0 {
			continue
		}
		both := 0
		for i := range spans {
			if in(c, i) && in(other, i) {
				both++
			}
		}
		if both > 0 {
			up += min(len(other.paid)-1+mostLevel(spans, func(i int) bool { return in(c, i) && in(other, i) }), both)
		}
	}
	if !allTrue(c.paid) {
		return len(spans)
	}
	return min(up, len(spans))
}

// span is what a team can end on, in points or places: whoever has a value in common can end level.
type span struct{ low, high int }

// mostLevel is how many of some spans have a value in common.
func mostLevel(spans []span, of func(i int) bool) (most int) {
	var begins, ends []int
	for i, s := range spans {
		if of(i) {
			begins, ends = append(begins, s.low), append(ends, s.high)
		}
	}
	slices.Sort(begins)
	slices.Sort(ends)
	over := 0 // spans that ended before the one that begins
	for i, low := range begins {
		for ends[over] < low {
			over++
		}
		most = max(most, i+1-over)
	}
	return most
}

// chances fills in how each team stands to each contest. places are the ranges among some.
func chances(list []TeamProspect, contests []contest, places func(among []bool) []prospect.Range) []TeamProspect {
	for _, c := range contests {
		ranges := places(c.among)
		for i := range list {
			chance := Chance{Range: ranges[i], State: prospect.NotFor}
			if c.among == nil || c.among[i] {
				chance.State = c.of(ranges[i])
			}
			list[i].Chances = append(list[i].Chances, chance)
		}
	}
	return list
}

// whenOver is chances once all is played: who wins a prize is known.
func whenOver(list []TeamProspect, contests []contest, awards Awards) {
	wins := map[int64]map[string]bool{}
	for _, a := range awards.Given {
		if wins[a.TeamID] == nil {
			wins[a.TeamID] = map[string]bool{}
		}
		wins[a.TeamID][a.Category] = true
	}
	for i := range list {
		for k, c := range contests {
			switch chance := &list[i].Chances[k]; {
			case c.Kind != ForPrize || chance.State == prospect.NotFor:
			case wins[list[i].TeamID][c.Category]:
				chance.State = prospect.Certain
			default:
				chance.State = prospect.Gone
			}
		}
	}
}

// rangesAmong are those of rows whose places are known within bounds, among some of them.
func rangesAmong(rows []Standing, among []bool) []prospect.Range {
	ranges := make([]prospect.Range, len(rows))
	for i, row := range rows {
		if among == nil {
			ranges[i] = prospect.Range{Best: row.Place, Worst: row.Last(), Exact: true}
			continue
		}
		if !among[i] {
			continue
		}
		r := prospect.Range{Best: 1, Worst: 1, Exact: row.Place == row.Last()}
		for k, other := range rows {
			if k == i || !among[k] {
				continue
			}
			if other.Last() < row.Place {
				r.Best++
			}
			if other.Place <= row.Last() {
				r.Worst++
			}
		}
		ranges[i] = r
	}
	return ranges
}
