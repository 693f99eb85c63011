package desk

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
	pages "github.com/tandemchess/tandem/templates/desk"
	"github.com/tandemchess/tandem/templates/layout"
)

// resolveForm shows the reports of a conflict side by side.
func (h *correctionHandlers) resolveForm(v *visit.Visit) error {
	r, _, version, err := h.resolvePage(v)
	if err == nil {
		err = stillConflict(r)
	}
	if err != nil {
		return err
	}
	return v.Page(pages.ResolvePage(v.Frame(layout.Desk, v.Words.Say("Conflict"), version), r))
}

func (h *correctionHandlers) resolvePage(v *visit.Visit) (pages.Resolve, tournament.Match, int64, error) {
	book, round, err := h.RoundBook(v)
	if err != nil {
		return pages.Resolve{}, tournament.Match{}, 0, err
	}
	p, m, err := visit.MatchAt(v, book, round)
	if err != nil {
		return pages.Resolve{}, m, 0, err
	}
	r := pages.Resolve{
		Place: v.Words.Say("Round %d, table %d, match %d", round.RoundNo, p.Table(), m.MatchNo), Base: v.DeskRound(round.RoundNo),
		Table: p.Table(), Match: m.MatchNo, Revision: m.Revision, Teams: publicpages.TeamNames(book, p),
	}
	others := []layout.Choice{{Value: "slot1", Label: v.Words.Say("%s won", r.Teams[0])}, {Value: "slot2", Label: v.Words.Say("%s won", r.Teams[1])}, {Value: "draw", Label: v.Words.Say("a draw")}}
	for _, o := range others { // what somebody reported stands above, and "none of these" would be wrong for it
		outcome, _ := tournament.ParseOutcome(o.Value) // a value of ours
		if !slices.ContainsFunc(m.Reports, func(report tournament.ResultReport) bool { return report.Outcome == outcome && !report.Forfeit }) {
			r.Others = append(r.Others, o)
		}
	}
	for _, report := range m.Reports {
		r.Reports = append(r.Reports, pages.Said{
			ReportID: report.ReportID, Sentence: visit.Told(v, report.Outcome.Said(r.Teams, report.Forfeit, report.EndsOf())), By: report.ByName, At: report.At,
		})
	}
	return r, m, book.Event.Version, nil
}

// stillConflict refuses a match that somebody decided meanwhile.
func stillConflict(r pages.Resolve) error {
	if len(r.Reports) == 0 {
		return fault.New(fault.Conflict, "Table %d, match %d has no conflict any more.", r.Table, r.Match)
	}
	return nil
}

func (h *correctionHandlers) resolveConflict(v *visit.Visit) error {
	page, m, version, err := h.resolvePage(v)
	if err != nil {
		return err
	}
	var form fault.Form
	in := tournament.Resolution{MatchID: m.MatchID, Revision: v.FormNumber(&form, "revision", 0, 1<<30), Reason: v.FormText("reason")}
	choice := v.FormValue("choice")
	if choice == pages.NoResult {
		return h.resolveToNothing(v, page, in, version, form.Err())
	}
	if id, ok := strings.CutPrefix(choice, "report "); ok {
		in.ReportID, err = strconv.ParseInt(id, 10, 64)
	} else {
		in.Outcome, err = tournament.ParseOutcome(choice)
	}
	if err != nil {
		form.Add("report", "Choose a result from the list.")
	}
	if err = form.Err(); err == nil {
		err = h.Results.ResolveConflict(v.Request().Context(), v.Event.EventID, v.Command(), in)
	}
	return h.resolved(v, page, version, choice, in.Reason, err)
}

// resolveToNothing takes both values back: the slips were of other tables, or the match still plays.
func (h *correctionHandlers) resolveToNothing(v *visit.Visit, page pages.Resolve, in tournament.Resolution, version int64, err error) error {
	if err == nil {
		_, err = h.Results.TakeResultBack(v.Request().Context(), v.Event.EventID, v.Command(), tournament.TakeResultBack{MatchID: in.MatchID, Revision: in.Revision, Reason: in.Reason})
	}
	return h.resolved(v, page, version, pages.NoResult, in.Reason, err)
}

// resolved leads on to the wall, or shows the form with what was refused.
func (h *correctionHandlers) resolved(v *visit.Visit, page pages.Resolve, version int64, choice, reason string, err error) error {
	return visit.Answer(v, err, func() error {
		if gone := stillConflict(page); gone != nil {
			return gone
		}
		page.Chosen, page.Reason, page.Problem, page.Errors = choice, reason, visit.SaidIn(v.Words, err), visit.FieldsIn(v.Words, err)
		page.Revision = visit.MadeFrom(v, err, page.Revision)
		return v.Again(err, pages.ResolvePage(v.Frame(layout.Desk, v.Words.Say("Conflict"), version), page))
	}, page.Base+"/wall", v.Words.Say("%s is decided.", page.Place))
}
