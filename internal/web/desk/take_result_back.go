package desk

import (
	"fmt"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
)

// takeResultBack takes away what is stored, such as the slip of another table, and leads back to
// the match at the wall. The form is part of the correction's page.
func (h *correctionHandlers) takeResultBack(v *visit.Visit) error {
	c, err := h.correction(v)
	if err != nil {
		return err
	}
	c.Page.Taken = v.FormText("taken")
	var form fault.Form
	in := tournament.TakeResultBack{MatchID: c.Match.MatchID, Revision: v.FormNumber(&form, "revision", 0, 1<<30), Reason: c.Page.Taken}
	var done tournament.Entered
	if err = form.Err(); err == nil {
		done, err = h.Results.TakeResultBack(v.Request().Context(), v.Event.EventID, v.Command(), in)
	}
	if err != nil {
		return correctAgain(v, c, visit.Renamed(err, map[string]string{"reason": "taken"}))
	}
	return v.Onward(c.Page.Base+fmt.Sprintf("/wall?table=%d&match=%d", v.TableNo, v.MatchNo), v.Words.Say("Taken back: %s", visit.Told(v, done.Said)))
}
