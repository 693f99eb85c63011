package desk

import (
	"fmt"
	"slices"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/address"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/internal/wording"
	pages "github.com/tandemchess/tandem/templates/desk"
	"github.com/tandemchess/tandem/templates/layout"
	sheets "github.com/tandemchess/tandem/templates/print"
)

func (h *correctionHandlers) correctionRoutes() []visit.Route {
	return []visit.Route{
		visit.Get(address.DeskSection+"/corrections/:correction", access.ProposeChange, visit.WithBoth(h.countersignPage, h.countersignForm)),
		visit.Post(address.DeskSection+"/corrections/:correction", access.ProposeChange, visit.WithBoth(h.countersignPage, h.countersign)),
		visit.Get(address.DeskRound+"/table/:table/match/:match/correct/notice", access.Print, visit.WithBoth(h.RoundBook, h.correctionNotice)),
	}
}

// countersignForm shows a correction to the second official with what it changes.
func (h *correctionHandlers) countersignForm(v *visit.Visit, page pages.Countersign, _ tournament.WaitingCorrection) error {
	return v.Page(pages.CountersignPage(v.Frame(layout.Desk, v.Words.Say("Correction"), v.Event.Version), page))
}

func (h *correctionHandlers) countersignPage(v *visit.Visit) (pages.Countersign, tournament.WaitingCorrection, error) {
	n, err := v.Number("correction")
	if err != nil {
		return pages.Countersign{}, tournament.WaitingCorrection{}, err
	}
	w, err := h.Reader.CorrectionOf(v.Request().Context(), v.Event.EventID, v.Section.SectionID, int64(n))
	if err != nil {
		return pages.Countersign{}, w, err
	}
	in, err := w.Asked()
	if err != nil {
		return pages.Countersign{}, w, err
	}
	b, err := v.FreshBook()
	if err != nil {
		return pages.Countersign{}, w, err
	}
	page := pages.Countersign{
		Base: v.DeskPath(""), Stored: v.Words.Say("no result"), Reason: in.Reason, Slip: in.Slip, By: w.AskedName, At: w.AskedAt,
		Own: w.AskedBy == v.Who.Account.AccountID && !b.Section.OneOfficial, Scope: in.ScopeWords().In(v.Words.Told),
	}
	if w.State != "waiting" {
		page.Done = v.Words.Say("It was %s by %s.", visit.Told(v, w.DecidedWord()), w.DecidedName)
	}
	p, m := b.FindMatch(w.MatchID)
	if p == nil {
		return page, w, fault.New(fault.NotFound, "The match of this correction is no longer there.")
	}
	page.Match = v.DeskRound(p.RoundNo) + fmt.Sprintf("/table/%d/match/%d/correct", p.Table(), m.MatchNo)
	c := visit.Correction{Book: b.SectionBook, Match: *m}
	c.Page.Teams = publicpages.TeamNames(b.SectionBook, *p)
	page.Sentence = v.Words.Say("%s, round %d, table %d, match %d", b.Section.Name, p.RoundNo, p.Table(), m.MatchNo) + ": " + visit.Told(v, in.Outcome.Said(c.Page.Teams, in.Forfeit, in.Ends))
	if m.Result != nil {
		page.Stored = visit.Told(v, m.Result.Outcome.Said(c.Page.Teams, m.Result.Forfeit, m.Result.EndsOf()))
	}
	if c.Page.Next, err = visit.RoundAfter(v, b.SectionBook, p.RoundNo); err != nil {
		return page, w, err
	}
	if in.Counts == tournament.CountsRecord {
		return page, w, nil
	}
	err = visit.ShowEffect(v, &c, in)
	page.Effect, page.Prizes, page.Phases = c.Page.Effect, c.Page.Prizes, c.Page.Phases
	if in.Counts != tournament.CountsStandings {
		page.Ties, page.Overtaken, page.Next = c.Page.Ties, c.Page.Overtaken, c.Page.Next
	}
	return page, w, err
}

// countersign signs or refuses a waiting correction.
func (h *correctionHandlers) countersign(v *visit.Visit, page pages.Countersign, w tournament.WaitingCorrection) error {
	refuse := v.FormValue("do") == "refuse"
	var done tournament.Entered
	var err error
	if refuse || v.FormValue("do") == "sign" {
		done, err = h.Results.Countersign(v.Request().Context(), v.Event.EventID, v.Command(), w.CorrectionID, refuse)
	} else {
		err = fault.New(fault.Invalid, "Choose to sign the correction or to refuse it.")
	}
	if visit.Refusable(err) {
		page.Problem = visit.SaidIn(v.Words, err)
		return v.Again(err, pages.CountersignPage(v.Frame(layout.Desk, v.Words.Say("Correction"), v.Event.Version), page))
	}
	if err != nil {
		return err
	}
	to, more, err := h.afterCountersign(v, page, refuse)
	if err != nil {
		return err
	}
	if refuse {
		return v.Onward(to, v.Words.Say("The correction is laid aside. %s%s", visit.Told(v, done.Said), more))
	}
	return v.Onward(to, v.Words.Say("Corrected. %s%s", visit.Told(v, done.Said), more))
}

// afterCountersign is where the second official goes on: at the tables that depend on
// the correction, at the draft that was made before it, at the next correction that
// waits for this person, or at the match itself with its notice to print.
func (h *correctionHandlers) afterCountersign(v *visit.Visit, page pages.Countersign, refused bool) (to, said string, err error) {
	if next := page.Next; !refused && next.MayPair() && v.Can(access.Publish) {
		if next.State == "draft" {
			return next.To, v.Words.Say(" The draft of round %d was made before it: make it again.", next.Round), nil
		}
		return next.To, v.Words.Say(" These tables hang on it."), nil
	}
	waiting, err := h.Reader.WaitingCorrections(v.Request().Context(), v.Event.EventID, v.Section.SectionID)
	if err != nil {
		return "", "", err
	}
	for _, w := range waiting {
		if w.AskedBy != v.Who.Account.AccountID {
			return v.DeskPath("/corrections/%d", w.CorrectionID), v.Words.Say(" The next correction waits for you here."), nil
		}
	}
	return page.Match, "", nil
}

// correctionNotice prints what was corrected, for the wall. It names no reason:
// that stays with the officials.
func (h *correctionHandlers) correctionNotice(v *visit.Visit, book *tournament.SectionBook, round *tournament.Round) error {
	p, m, err := visit.MatchAt(v, book, round)
	if err != nil {
		return err
	}
	if m.Result == nil || m.Result.Source != "correction" {
		return fault.New(fault.NotFound, "The result of this match was not corrected, so there is no notice.")
	}
	reports, err := h.Reader.Reports(v.Request().Context(), v.Event.EventID, m.MatchID)
	if err != nil {
		return err
	}
	names := publicpages.TeamNames(book, p)
	said := func(r tournament.ResultReport) string {
		return visit.Told(v, r.Outcome.Said(names, r.Forfeit, r.EndsOf())) + "."
	}
	before := v.Words.Say("No result.")
	for _, r := range slices.Backward(reports) {
		if r.ReportID != m.Result.ReportID && r.State == tournament.ReportSuperseded {
			before = said(r)
			break
		}
	}
	standings, err := book.Standings(0)
	if err != nil {
		return err
	}
	columns := []sheets.Column{{Label: ""}, {Label: v.Words.Say("Correction")}}
	line := func(label, text string) sheets.Row { return sheets.Row{Cells: []string{label, text}} }
	rows := []sheets.Row{line(v.Words.Say("Before"), before), line(v.Words.Say("Now"), said(*m.Result))}
	counts := v.Words.Say("At once.")
	if scope := m.Result.ScopeWords().In(v.Words.Told); scope != "" {
		counts = wording.UpperFirst(scope) + "."
	}
	rows = append(rows, line(v.Words.Say("It counts"), counts))
	for _, slot := range []int{1, 2} {
		if row, ok := standings.Of(p.TeamID(slot)); ok {
			rows = append(rows, line(names[slot-1], v.Words.Say("%s, after round %d", publicpages.Stands(v.Words, standings, row), standings.Round)))
		}
	}
	rows = append(rows, line(v.Words.Say("Corrected"), v.Words.Say("%s by %s", v.Clock(m.Result.At), m.Result.ByName)), line(v.Words.Say("Questions"), v.Words.Say("At the desk. %s", v.Event.Contact)))
	place := v.Words.Say("%s, round %d, table %d, match %d", book.Section.Name, round.RoundNo, p.Table(), m.MatchNo)
	const lines = 2
	job := sheets.Job{Title: v.Words.Say("Correction, %s", place), Sheets: sheets.TallTable(v.Words.Say("Correction of a result"), place, columns, rows, lines)}
	if job.Foot, err = visit.Foot(v, publicpages.NewSectionView(&h.Books, book), round.RoundNo, round, false); err != nil {
		return err
	}
	return v.Page(sheets.Papers(v.Frame(layout.Desk, v.Words.Say("Print"), 0), job))
}
