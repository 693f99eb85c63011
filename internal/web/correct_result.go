package web

import (
	"fmt"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/tournament"
	pages "github.com/tandemchess/tandem/templates/desk"
	"github.com/tandemchess/tandem/templates/layout"
)

// correctForm shows a stored result, the new value, and what a correction
// changes in the standings before anything is signed.
func (s *Server) correctForm(v *visit) error {
	page, _, version, err := s.correctPage(v)
	if err != nil {
		return err
	}
	return v.page(pages.CorrectPage(v.frame(layout.Desk, "Correction", version), page))
}

func (s *Server) correctPage(v *visit) (pages.Correct, tournament.Match, int64, error) {
	book, round, err := s.roundBook(v)
	if err != nil {
		return pages.Correct{}, tournament.Match{}, 0, err
	}
	p, m, err := v.matchAt(book, round)
	if err != nil {
		return pages.Correct{}, m, 0, err
	}
	c := pages.Correct{
		Place: fmt.Sprintf("%s, round %d, table %d, match %d", book.Section.Name, round.RoundNo, p.Table(), m.MatchNo), Base: v.deskRound(round.RoundNo),
		Teams: teamNames(book, p), Revision: m.Revision, Stored: "no result", Outcome: v.FormValue("outcome"), Reason: v.formText("reason"),
	}
	if m.Result != nil {
		c.Stored = m.Result.Outcome.Sentence(c.Teams, m.Result.Forfeit, m.Result.EndsOf()) + " (" + m.Result.ByName + ")"
	}
	for _, later := range book.Rounds {
		if later.RoundNo > round.RoundNo && later.Public() {
			c.Later = append(c.Later, later.RoundNo)
		}
	}
	if outcome, err := tournament.ParseOutcome(c.Outcome); err == nil && outcome != "" {
		if c.Effect, err = standingsEffect(book, m.MatchID, outcome); err != nil {
			return c, m, 0, err
		}
	}
	return c, m, book.Event.Version, nil
}

func (s *Server) correctResult(v *visit) error {
	page, m, version, err := s.correctPage(v)
	if err != nil {
		return err
	}
	var form fault.Form
	in := tournament.Correction{
		MatchID: m.MatchID, Revision: v.formNumber(&form, "revision", 0, 1<<30), Outcome: v.outcome(&form, "outcome"), Reason: v.formText("reason"),
		Forfeit: v.FormValue("forfeit") == "yes",
	}
	var done tournament.Entered
	if err = form.Err(); err == nil {
		done, err = s.Tournament.CorrectResult(v.Request().Context(), v.event.EventID, v.command(), in)
	}
	if refusable(err) {
		page.Forfeit, page.Problem, page.Errors = in.Forfeit, fault.Message(err), fault.Fields(err)
		return v.again(err, pages.CorrectPage(v.frame(layout.Desk, "Correction", version), page))
	}
	if err != nil {
		return err
	}
	return v.say(page.Base+"/wall", "Corrected. "+done.Sentence)
}
