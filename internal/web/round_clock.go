package web

import "fmt"

// startClock starts the clock of a round.
func (s *Server) startClock(v *visit) error {
	round, err := v.number("round")
	if err != nil {
		return err
	}
	if err := s.Tournament.StartClock(v.Request().Context(), v.event.EventID, v.command(), v.section.SectionID, round); err != nil {
		return err
	}
	return v.say(v.deskPath(""), fmt.Sprintf("The clock of round %d runs: %d minutes.", round, v.section.RoundMinutes))
}
