package api

import (
	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/web/visit"
)

func (h *Handlers) apiIncidentRoutes() []visit.Route {
	return []visit.Route{
		visit.Post(matchAPI+"/incidents", access.EditIncident, apiWrite(h.apiOpenIncident)),
	}
}

type apiNewIncident struct {
	Kind    string `json:"kind"`    // of claim, as the ruling cases name them; may be empty
	Summary string `json:"summary"` // what was claimed, in a sentence
}

// apiOpenIncident opens a card for a match, filled with what its live record knows.
func (h *Handlers) apiOpenIncident(v *visit.Visit, cmd journal.Command, in apiNewIncident) (any, error) {
	_, _, _, m, err := h.apiMatchAt(v)
	if err != nil {
		return nil, err
	}
	facts, err := h.RecordedFacts(v, m.MatchID)
	if err != nil {
		return nil, err
	}
	return h.Dispute.Open(v.Request().Context(), v.Event.EventID, cmd, dispute.OpenIncident{
		SectionID: v.Section.SectionID, MatchID: m.MatchID, Kind: in.Kind, Summary: in.Summary, Facts: facts,
	})
}
