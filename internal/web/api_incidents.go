package web

import (
	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/journal"
)

var apiIncidentRoutes = []route{
	{post, matchAPI + "/incidents", access.EditIncident, apiWrite((*Server).apiOpenIncident)},
}

type apiNewIncident struct {
	Kind    string `json:"kind"`    // of claim, as the ruling cases name them; may be empty
	Summary string `json:"summary"` // what was claimed, in a sentence
}

// apiOpenIncident opens a card for a match, filled with what its live record knows.
func (s *Server) apiOpenIncident(v *visit, cmd journal.Command, in apiNewIncident) (any, error) {
	_, _, _, m, err := s.apiMatchAt(v)
	if err != nil {
		return nil, err
	}
	facts, err := s.recordedFacts(v, m.MatchID)
	if err != nil {
		return nil, err
	}
	return s.Dispute.Open(v.Request().Context(), v.event.EventID, cmd, dispute.OpenIncident{
		SectionID: v.section.SectionID, MatchID: m.MatchID, Kind: in.Kind, Summary: in.Summary, Facts: facts,
	})
}
