package rounds

import (
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
	pages "github.com/tandemchess/tandem/templates/rounds"
)

// decideLevel records who goes on from a level tie of a knockout.
func (h *Handlers) decideLevel(v *visit.Visit) error {
	var form fault.Form
	in := tournament.Decider{
		SectionID: v.Section.SectionID, RoundNo: v.RoundNo, Table: v.FormNumber(&form, "table", 1, 99999), Slot: v.FormNumber(&form, "decider", 0, 2),
		How: tournament.DeciderHow(v.FormValue("how")), Reason: v.FormText("reason"),
	}
	err := form.Err()
	var said fault.Clause
	if err == nil {
		said, err = h.Rounds.SetDecider(v.Request().Context(), v.Event.EventID, v.Command(), in)
	}
	if visit.Refusable(err) {
		frame, page, again := h.bench(v, visit.SaidIn(v.Words, err))
		refuseDecider(page.Deciders, in, visit.FieldsIn(v.Words, err))
		if again != nil {
			return again
		}
		return v.Again(err, pages.Bench(frame, page))
	}
	if err != nil {
		return err
	}
	b, err := v.FreshBook()
	if err != nil {
		return err
	}
	if level := b.Undecided(); level != nil {
		return v.Onward(visit.LevelAddress(v, level), visit.Told(v, said))
	}
	if v.RoundNo == b.LastRound() {
		return v.Onward(v.DeskPath("/round/%d/pair", v.RoundNo), visit.Told(v, said))
	}
	return v.Onward(v.DeskPath("/round/%d/pair", v.RoundNo+1), visit.Told(v, said))
}

// refuseDecider puts what was typed back into the form that was refused, with what is wrong.
func refuseDecider(level []pages.LevelTable, in tournament.Decider, errors map[string]string) {
	for i := range level {
		if at := &level[i]; at.Table == in.Table {
			at.Slot, at.How, at.Words, at.Errors = in.Slot, string(in.How), in.Reason, errors
		}
	}
}
