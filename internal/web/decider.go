package web

import (
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/tournament"
	pages "github.com/tandemchess/tandem/templates/rounds"
)

// decideLevel records who goes on from a level tie of a knockout.
func (s *Server) decideLevel(v *visit) error {
	n, err := v.number("round")
	if err != nil {
		return err
	}
	var form fault.Form
	in := tournament.Decider{SectionID: v.section.SectionID, RoundNo: n, Table: v.formNumber(&form, "table", 1, 99999), Slot: v.formNumber(&form, "decider", 0, 2), Reason: v.formText("reason")}
	said := ""
	if err = form.Err(); err == nil {
		said, err = s.Tournament.SetDecider(v.Request().Context(), v.event.EventID, v.command(), in)
	}
	if refusable(err) {
		frame, page, again := v.bench(fault.Message(err))
		if again != nil {
			return again
		}
		return v.again(err, pages.Bench(frame, page))
	}
	if err != nil {
		return err
	}
	return v.say(v.deskPath("/round/%d/pair", n+1), said)
}

// levelTables are the ties of the last round that ended level, before the next is drafted.
func (v *visit) levelTables(b *shelf, n int) []pages.LevelTable {
	if n != nextRound(b) {
		return nil
	}
	var level []pages.LevelTable
	for _, p := range b.LevelTies() {
		line := pages.LevelTable{Table: p.Table(), Teams: teamNames(b.Book, p), How: p.Decider, To: v.deskPath("/round/%d/pair/decider", p.RoundNo)}
		if p.DeciderSlot != nil {
			line.Slot = *p.DeciderSlot
		}
		level = append(level, line)
	}
	return level
}
