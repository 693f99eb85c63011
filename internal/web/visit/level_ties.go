package visit

import (
	"slices"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/wording"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/rounds"
)

// LevelTables are the ties that ended level, for the workbench of their round n and, before it is
// drafted, of the next.
func LevelTables(v *Visit, b *publicpages.SectionView, n int) []pages.LevelTable {
	var level []pages.LevelTable
	for _, p := range b.LevelTies() {
		if due := n == b.NextRound() && (p.RoundNo == n-1 || p.DeciderSlot == nil); p.RoundNo != n && !due {
			continue
		}
		line := pages.LevelTable{
			Table: p.Table(), Teams: publicpages.TeamNames(b.SectionBook, p), How: string(p.DeciderHow), Words: p.Decider, To: v.DeskPath("/round/%d/pair/decider", p.RoundNo),
			Points: layout.Half(b.Section.Score(p).Matches[0]),
		}
		for _, how := range tournament.DeciderWays {
			line.Ways = append(line.Ways, layout.Choice{Value: string(how), Label: v.Words.Say(wording.DeciderLabels[how])})
		}
		if p.DeciderSlot != nil {
			line.Slot = *p.DeciderSlot
		}
		level = append(level, line)
	}
	return level
}

// LevelAddress is the form for a level tie, on the workbench of its own round.
func LevelAddress(v *Visit, p *tournament.Pairing) string {
	return v.DeskPath("/round/%d/pair#level-%d", p.RoundNo, p.Table())
}

// EndedLevel reports whether a table is a level tie of a knockout that may be decided now.
func EndedLevel(v *Visit, book *tournament.SectionBook, p tournament.Pairing) bool {
	return v.Can(access.SeeDraft) && slices.ContainsFunc(book.LevelTies(), func(level tournament.Pairing) bool {
		return level.RoundNo == p.RoundNo && level.PairingNo == p.PairingNo
	})
}
