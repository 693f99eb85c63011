package visit

import (
	"strconv"

	"github.com/tandemchess/tandem/internal/dispute"
)

// RecordedFacts is what the live record of a match knows at the step of the
// form, or at the last one; nil for a match that nobody records.
func (s *Site) RecordedFacts(v *Visit, matchID int64) (*dispute.Facts, error) {
	live, err := s.records.LiveMatch(v.Request().Context(), v.Event.EventID, matchID)
	if err != nil || len(live.Steps) == 0 {
		return nil, err
	}
	step, err := strconv.Atoi(v.FormValue("ply"))
	if err != nil {
		step = len(live.Steps)
	}
	return dispute.FactsAt(live, step), nil
}
