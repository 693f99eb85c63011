package rounds

import (
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
	pages "github.com/tandemchess/tandem/templates/rounds"
)

// moveTable gives a table of a published round another number.
func (h *Handlers) moveTable(v *visit.Visit) error {
	in := tournament.MoveTableInput{
		DraftInput: tournament.DraftInput{SectionID: v.Section.SectionID, RoundNo: v.RoundNo, Revision: v.FormRevision()},
		Table:      int(v.FormID("table")), To: int(v.FormID("to")),
	}
	receipt, err := h.Rounds.MoveTable(v.Request().Context(), v.Event.EventID, v.Command(), in)
	if err != nil {
		return h.benchAgain(v, pages.MoveForm, err)
	}
	said, err := journal.Answer[fault.Clause](receipt)
	if err != nil {
		return err
	}
	return v.Onward(v.DeskPath("/round/%d/pair", v.RoundNo), visit.Told(v, said))
}
