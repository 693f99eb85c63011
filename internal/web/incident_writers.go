package web

import (
	"fmt"
	"net/http"
	"strconv"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
)

// holdCard answers an open card's sign of life: who writes on it now.
func (s *Server) holdCard(v *visit) error {
	f, err := s.incidentOf(v, access.EditIncident)
	if err != nil {
		return err
	}
	me := journal.Actor{AccountID: v.who.Account.AccountID, Name: v.who.Account.Name}
	held, err := s.Dispute.Hold(v.Request().Context(), v.event.EventID, f.Incident.IncidentID, me)
	if err != nil {
		return err
	}
	id, name := held.Writing(v.now)
	return v.JSON(http.StatusOK, map[string]any{"mine": id == me.AccountID, "writer": name})
}

// takeOverCard lets a second official write on the card.
func (s *Server) takeOverCard(v *visit) error {
	return s.onCard(v, "The card is yours to write on.", func(f dispute.File) error {
		return s.Dispute.TakeOver(v.Request().Context(), v.event.EventID, v.command(), f.Incident.IncidentID)
	})
}

// joinCards continues another card of the match in this one.
func (s *Server) joinCards(v *visit) error {
	from, unread := strconv.ParseInt(v.FormValue("from"), 10, 64) // told only to those who may join the card
	return s.onCard(v, fmt.Sprintf("Incident %d continues here. What both cards say is kept.", from), func(f dispute.File) error {
		if unread != nil {
			return fault.New(fault.Invalid, "Choose the card to join.")
		}
		return s.Dispute.Join(v.Request().Context(), v.event.EventID, v.command(), f.Incident.IncidentID, from)
	})
}

// callChief asks the section chief to come.
func (s *Server) callChief(v *visit) error {
	return s.onCard(v, "The section chief is called and is told so on every desk page that is open.", func(f dispute.File) error {
		return s.Dispute.CallChief(v.Request().Context(), v.event.EventID, v.command(), f.Incident.IncidentID)
	})
}

// onCard carries something out on a card and shows the card again.
func (s *Server) onCard(v *visit, said string, do func(dispute.File) error) error {
	f, err := s.incidentOf(v, access.EditIncident)
	if err != nil {
		return err
	}
	err = do(f)
	if refusable(err) {
		return s.cardAgain(v, f, err)
	}
	if err != nil {
		return err
	}
	return v.say(v.incidentBase(f), said)
}
