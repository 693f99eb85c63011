package roster

import (
	"cmp"

	"github.com/tandemchess/tandem/internal/tournament"
)

// findTeamsAbove reads lists whose team stands in its first row alone, its cells below being
// empty or one with it, as people make them in spreadsheets. A list that names a team in more
// rows than one does not mean that: without a team there is without a partner. So is who stands
// below a team that is complete.
func (b *builder) findTeamsAbove(sections []tournament.Section) {
	if b.choices.Mapping.perTeam() || b.choices.Mapping.column(Team) < 0 {
		return
	}
	largest := map[string]int{} // team, by section
	for _, s := range sections {
		largest[tournament.NameKey(s.Name)] = max(s.EntrySize(), s.SquadSize)
	}
	named, above := map[string]bool{}, map[int]int{}
	last, players, most := -1, 0, 0 // of the team that was named last
	for i, r := range b.table.Rows {
		b.current = i
		team := tournament.NameKey(b.cell(Team))
		switch {
		case team != "" && named[team]:
			return
		case team != "":
			named[team] = true
			last, players, most = i, 1, cmp.Or(largest[tournament.NameKey(b.section())], 2)
		case last >= 0 && players < most && b.choices.Rows[r.Line] != Leave && b.choices.Rows[r.Line] != Pool && b.sameSection(last):
			above[i] = last
			players++
		}
	}
	b.above = above
}

// sameSection reports whether the current row may be in the section of another one: it names
// the same or none.
func (b *builder) sameSection(row int) bool {
	column := b.choices.Mapping.column(Section)
	if column < 0 || b.cell(Section) == "" {
		return true
	}
	return tournament.NameKey(b.cell(Section)) == tournament.NameKey(b.table.Rows[row].Cells[column])
}

// teamOf is what another row says of its team.
func (b *builder) teamOf(row int) (section, team, school string) {
	own := b.current
	defer func() { b.current = own }()
	b.current = row
	return b.section(), b.cell(Team), b.cell(School)
}
