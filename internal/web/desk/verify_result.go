package desk

import (
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
	pages "github.com/tandemchess/tandem/templates/desk"
	"github.com/tandemchess/tandem/templates/layout"
)

// verifyQueue lists reported results for a second pair of eyes; the reader's
// own entries are left to somebody else.
func (h *Handlers) verifyQueue(v *visit.Visit, q pages.Verify, version int64) error {
	return v.Page(pages.VerifyPage(v.Frame(layout.Desk, v.Words.Say("Verify"), version), q))
}

func (h *Handlers) verifyPage(v *visit.Visit) (pages.Verify, int64, error) {
	book, round, err := h.RoundBook(v)
	if err != nil {
		return pages.Verify{}, 0, err
	}
	q := pages.Verify{Round: round.RoundNo, Base: v.DeskRound(round.RoundNo)}
	taken := h.Desks.taken(thisSeat(v, "verify"), v.Now)
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
			case r.ByAccount != nil && *r.ByAccount == v.Who.Account.AccountID:
				q.Own++
			default:
				q.Queue = append(q.Queue, pages.Waiting{
					MatchID: m.MatchID, Revision: m.Revision, Place: v.Words.Say("Table %d, match %d", p.Table(), m.MatchNo),
					Sentence: visit.Told(v, r.Outcome.Said(publicpages.TeamNames(book, p), r.Forfeit, r.EndsOf())), By: r.ByName, At: r.At, Slip: r.Slip,
					Teams: publicpages.TeamNames(book, p), Taken: takenWords(v.Words, taken[m.MatchID]),
				})
			}
		}
	}
	slices.SortStableFunc(q.Queue, func(a, b pages.Waiting) int {
		if (a.Taken == "") != (b.Taken == "") {
			return cmp.Compare(a.Taken, b.Taken) // what somebody else looks at comes after the rest
		}
		return a.At.Compare(b.At)
	})
	if i := slices.IndexFunc(q.Queue, func(w pages.Waiting) bool { return strconv.FormatInt(w.MatchID, 10) == v.QueryParam("first") }); i >= 0 {
		q.Queue = slices.Concat(q.Queue[i:i+1], q.Queue[:i], q.Queue[i+1:])
	}
	if publicpages.Over(round) {
		q.Sample = q.Base + "/verify/sample"
	}
	q.Rekey, q.Skipped = v.FormValue("mode") == "rekey", v.FormValue("skipped")
	if i := slices.IndexFunc(q.Queue, func(w pages.Waiting) bool { return strconv.FormatInt(w.MatchID, 10) == q.Skipped }); i >= 0 {
		q.Queue = slices.Concat(q.Queue[i+1:], q.Queue[:i+1]) // skipped ones come last
	}
	if id, err := strconv.ParseInt(v.QueryParam("stopped"), 10, 64); err == nil {
		q.Stopped = stoppedAt(v, book, round, id, q.Base)
	}
	return q, book.Event.Version, nil
}

func (h *Handlers) verifyResult(v *visit.Visit) error {
	match, err := strconv.ParseInt(v.FormValue("match"), 10, 64)
	if err != nil {
		return fault.New(fault.Invalid, "Choose a result from the queue.")
	}
	revision, err := strconv.Atoi(v.FormValue("revision"))
	if err != nil {
		return fault.New(fault.Invalid, "This form is incomplete. Open the queue again.")
	}
	if err := h.ownMatch(v, match); err != nil {
		return err
	}
	next := url.Values{}
	if skipped := v.FormValue("skipped"); skipped != "" {
		next.Set("skipped", skipped)
	}
	if v.FormValue("verdict") == "rekey" {
		var agree bool
		agree, err = h.Results.RekeyResult(v.Request().Context(), v.Event.EventID, v.Command(), tournament.Rekeying{
			MatchID: match, Revision: revision, Outcome: outcomeKeys[v.FormValue("outcome")],
		})
		next.Set("mode", "rekey")
		if !agree {
			next.Set("stopped", strconv.FormatInt(match, 10))
		}
	} else {
		err = h.Results.VerifyResult(v.Request().Context(), v.Event.EventID, v.Command(), tournament.Verdict{
			MatchID: match, Revision: revision, Confirm: v.FormValue("verdict") == "confirm", Reason: v.FormText("reason"),
		})
	}
	if visit.Refusable(err) {
		q, version, loadErr := h.verifyPage(v)
		if loadErr != nil {
			return loadErr
		}
		q.Failed, q.Reason, q.Problem = match, v.FormText("reason"), visit.SaidIn(v.Words, err)
		if why := visit.FieldsIn(v.Words, err)["reason"]; why != "" {
			q.Problem = why
		}
		return v.Again(err, pages.VerifyPage(v.Frame(layout.Desk, v.Words.Say("Verify"), version), q))
	}
	if err != nil {
		return err
	}
	return v.SeeOther("%s/verify?%s", v.DeskRound(v.RoundNo), next.Encode())
}

// verifyAt notes which result a person looks at and answers with those that others
// look at: a line each, the match and a sentence.
func (h *Handlers) verifyAt(v *visit.Visit) error {
	match, err := strconv.ParseInt(v.FormValue("match"), 10, 64)
	if err != nil {
		return fault.New(fault.Invalid, "Choose a result from the queue.")
	}
	seat := thisSeat(v, "verify")
	h.Desks.sit(seat, seatedAt{round: v.RoundNo, match: match, name: v.Who.Account.Name}, v.Now)
	var lines strings.Builder
	for id, name := range h.Desks.taken(seat, v.Now) {
		fmt.Fprintf(&lines, "%d\t%s\n", id, takenWords(v.Words, name))
	}
	return v.String(http.StatusOK, lines.String())
}

func takenWords(w text.Words, name string) string {
	if name == "" {
		return ""
	}
	return w.Say("%s has this one.", name)
}

// stoppedAt is the conflict at which re-keying stopped, while it is one.
func stoppedAt(v *visit.Visit, book *tournament.SectionBook, round *tournament.Round, matchID int64, base string) *pages.Conflict {
	for _, p := range round.Pairings {
		for i, c := range conflictsOf(v, book, p, base) {
			conflicts := slices.DeleteFunc(slices.Clone(p.Matches), func(m tournament.Match) bool { return m.State != tournament.MatchConflict })
			if conflicts[i].MatchID == matchID {
				return &c
			}
		}
	}
	return nil
}
