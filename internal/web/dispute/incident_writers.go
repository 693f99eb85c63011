package dispute

import (
	"net/http"
	"strconv"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/web/visit"
)

// cardWriter is who writes on an open card (incident-card.js).
type cardWriter struct {
	Mine   bool   `json:"mine"`
	Writer string `json:"writer"`
}

// holdCard answers an open card's sign of life: who writes on it now.
func (h *Handlers) holdCard(v *visit.Visit) error {
	f, err := h.incidentOf(v, access.EditIncident)
	if err != nil {
		return err
	}
	me := journal.Actor{AccountID: v.Who.Account.AccountID, Name: v.Who.Account.Name}
	held, err := h.Dispute.Hold(v.Request().Context(), v.Event.EventID, f.Incident.IncidentID, me)
	if err != nil {
		return err
	}
	id, name := held.Writing(v.Now)
	return v.JSON(http.StatusOK, cardWriter{Mine: id == me.AccountID, Writer: name})
}

// takeOverCard lets a second official write on the card.
func (h *Handlers) takeOverCard(v *visit.Visit) error {
	return h.onCard(v, v.Words.Say("The card is yours to write on."), func(f dispute.WholeIncident) error {
		return h.Dispute.TakeOver(v.Request().Context(), v.Event.EventID, v.Command(), f.Incident.IncidentID)
	})
}

// joinCards continues another card of the match in this one.
func (h *Handlers) joinCards(v *visit.Visit) error {
	from, unread := strconv.ParseInt(v.FormValue("from"), 10, 64) // told only to those who may join the card
	return h.onCard(v, v.Words.Say("Incident %d continues here. What both cards say is kept.", from), func(f dispute.WholeIncident) error {
		if unread != nil {
			return fault.New(fault.Invalid, "Choose the card to join.")
		}
		return h.Dispute.Join(v.Request().Context(), v.Event.EventID, v.Command(), f.Incident.IncidentID, from)
	})
}

// callChief asks the section chief to come.
func (h *Handlers) callChief(v *visit.Visit) error {
	return h.onCard(v, v.Words.Say("The section chief is called and is told so on every desk page that is open."), func(f dispute.WholeIncident) error {
		return h.Dispute.CallChief(v.Request().Context(), v.Event.EventID, v.Command(), f.Incident.IncidentID)
	})
}

// onCard carries something out on a card and shows the card again.
func (h *Handlers) onCard(v *visit.Visit, said string, do func(dispute.WholeIncident) error) error {
	f, err := h.incidentOf(v, access.EditIncident)
	if err != nil {
		return err
	}
	err = do(f)
	if err != nil {
		return h.cardAgain(v, f, err)
	}
	return v.Onward(incidentBase(v, f), said)
}
