package web

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/tournament"
	pages "github.com/tandemchess/tandem/templates/desk"
	"github.com/tandemchess/tandem/templates/layout"
)

// verifyQueue lists reported results for a second pair of eyes; the reader's
// own entries are left to somebody else.
func (s *Server) verifyQueue(v *visit) error {
	q, version, err := s.verifyPage(v)
	if err != nil {
		return err
	}
	return v.page(pages.VerifyPage(v.frame(layout.Desk, "Verify", version), q))
}

func (s *Server) verifyPage(v *visit) (pages.Verify, int64, error) {
	book, round, err := s.roundBook(v)
	if err != nil {
		return pages.Verify{}, 0, err
	}
	q := pages.Verify{Round: round.RoundNo, Base: v.deskRound(round.RoundNo)}
	for _, p := range round.Pairings {
		for _, m := range p.Matches {
			if m.Result == nil {
				continue
			}
			q.Results++
			r := m.Result
			switch {
			case m.State == tournament.MatchVerified:
				q.Verified++
			case r.ByAccount != nil && *r.ByAccount == v.who.Account.AccountID:
				q.Own++
			default:
				q.Queue = append(q.Queue, pages.Waiting{
					MatchID: m.MatchID, Revision: m.Revision, Place: fmt.Sprintf("Table %d, match %d", p.Table(), m.MatchNo),
					Sentence: r.Outcome.Sentence(teamNames(book, p), r.Forfeit, r.EndsOf()), By: r.ByName, At: r.At, Slip: r.Slip,
				})
			}
		}
	}
	slices.SortStableFunc(q.Queue, func(a, b pages.Waiting) int { return a.At.Compare(b.At) })
	return q, book.Event.Version, nil
}

func (s *Server) verifyResult(v *visit) error {
	match, err := strconv.ParseInt(v.FormValue("match"), 10, 64)
	if err != nil {
		return fault.New(fault.Invalid, "Choose a result from the queue.")
	}
	revision, err := strconv.Atoi(v.FormValue("revision"))
	if err != nil {
		return fault.New(fault.Invalid, "This form is incomplete. Open the queue again.")
	}
	if err := s.ownMatch(v, match); err != nil {
		return err
	}
	err = s.Tournament.VerifyResult(v.Request().Context(), v.event.EventID, v.command(), tournament.Verdict{
		MatchID: match, Revision: revision, Confirm: v.FormValue("verdict") == "confirm", Reason: v.formText("reason"),
	})
	if refusable(err) {
		q, version, loadErr := s.verifyPage(v)
		if loadErr != nil {
			return loadErr
		}
		q.Failed, q.Reason, q.Problem = match, v.formText("reason"), fault.Message(err)
		if why := fault.Fields(err)["reason"]; why != "" {
			q.Problem = why
		}
		return v.again(err, pages.VerifyPage(v.frame(layout.Desk, "Verify", version), q))
	}
	if err != nil {
		return err
	}
	round, err := v.number("round")
	if err != nil {
		return err
	}
	return v.seeOther("%s/verify", v.deskRound(round))
}
