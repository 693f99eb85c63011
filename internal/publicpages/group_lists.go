package publicpages

import (
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/wording"
)

// RankedRow is a line of a list that ranks a section: of its one table, or of its groups one
// after the other.
type RankedRow struct {
	Row   tournament.Standing
	Group string // empty in a list of one table
	Ends  bool   // the last of its table
}

// Place is "3", and "B3" in a list of groups.
func (r RankedRow) Place() string { return r.Group + wording.PlaceWords(r.Row) }

// Ranked lists a section in one column: while groups play, their tables are the standings, and
// places across them say nothing to anybody.
func Ranked(table *tournament.Standings) []RankedRow {
	groups := table.GroupStage()
	if len(groups) == 0 {
		groups = []tournament.GroupStanding{{Rows: table.Rows}}
	}
	list := make([]RankedRow, 0, len(table.Rows))
	for _, g := range groups {
		for i, row := range g.Rows {
			list = append(list, RankedRow{Row: row, Group: g.Letter, Ends: i+1 == len(g.Rows)})
		}
	}
	return list
}

// Stands says how a team stands: "3 points, place 2", and while groups play in which of them.
func Stands(w text.Words, table *tournament.Standings, row tournament.Standing) string {
	points := wording.PointsWords(w, row.Points)
	if g, inGroup, found := table.InGroup(row.TeamID); found && len(table.GroupStage()) > 0 {
		return w.Say("%s, place %s in group %s", points, wording.PlaceWords(inGroup), g.Letter)
	}
	return w.Say("%s, place %s", points, wording.PlaceWords(row))
}
