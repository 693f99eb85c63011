package dispute

import (
	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/web/visit"
)

// answerChiefCall says that a chief comes to the table.
func (h *Handlers) answerChiefCall(v *visit.Visit) error {
	f, err := h.incidentOf(v, access.SeeAppeals)
	if err != nil {
		return err
	}
	if !visit.IsChief(v, f.Section.SectionID) {
		return h.Refuse(v, access.DecideAppeal)
	}
	err = h.Dispute.AnswerChiefCall(v.Request().Context(), v.Event.EventID, v.Command(), f.Incident.IncidentID)
	if err != nil {
		return h.cardAgain(v, f, err)
	}
	return v.Onward(incidentBase(v, f), v.Words.Say("The table knows that you come."))
}
