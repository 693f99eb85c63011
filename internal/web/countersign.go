package web

import (
	"fmt"
	"slices"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/tournament"
	pages "github.com/tandemchess/tandem/templates/desk"
	"github.com/tandemchess/tandem/templates/layout"
	sheets "github.com/tandemchess/tandem/templates/print"
)

var correctionRoutes = []route{
	{get, deskSection + "/corrections/:correction", access.ProposeChange, (*Server).countersignForm},
	{post, deskSection + "/corrections/:correction", access.ProposeChange, (*Server).countersign},
	{get, deskRound + "/table/:table/match/:match/correct/notice", access.Print, (*Server).correctionNotice},
}

// countersignForm shows a correction to the second official with what it changes.
func (s *Server) countersignForm(v *visit) error {
	page, _, err := v.countersignPage()
	if err != nil {
		return err
	}
	return v.page(pages.CountersignPage(v.frame(layout.Desk, "Correction", v.event.Version), page))
}

func (v *visit) countersignPage() (pages.Countersign, tournament.WaitingCorrection, error) {
	n, err := v.number("correction")
	if err != nil {
		return pages.Countersign{}, tournament.WaitingCorrection{}, err
	}
	w, err := v.server.Tournament.Reader().CorrectionOf(v.Request().Context(), v.event.EventID, v.section.SectionID, int64(n))
	if err != nil {
		return pages.Countersign{}, w, err
	}
	in, err := w.Asked()
	if err != nil {
		return pages.Countersign{}, w, err
	}
	b, err := v.freshBook()
	if err != nil {
		return pages.Countersign{}, w, err
	}
	page := pages.Countersign{
		Base: v.deskPath(""), Sentence: w.Sentence, Stored: "no result", Reason: in.Reason, Slip: in.Slip, By: w.AskedName, At: w.AskedAt,
		Own: w.AskedBy == v.who.Account.AccountID && !b.Section.OneOfficial, Scope: in.ScopeWords(),
	}
	if w.State != "waiting" {
		page.Done = fmt.Sprintf("It was %s by %s.", w.State, w.DecidedName)
	}
	p, m := b.FindMatch(w.MatchID)
	if p == nil {
		return page, w, fault.New(fault.NotFound, "The match of this correction is no longer there.")
	}
	page.Match = v.deskRound(p.RoundNo) + fmt.Sprintf("/table/%d/match/%d/correct", p.Table(), m.MatchNo)
	c := correction{book: b.Book, match: *m}
	c.page.Teams = teamNames(b.Book, *p)
	if m.Result != nil {
		page.Stored = m.Result.Outcome.Sentence(c.page.Teams, m.Result.Forfeit, m.Result.EndsOf())
	}
	if c.page.Next, err = v.roundAfter(b.Book, p.RoundNo); err != nil {
		return page, w, err
	}
	if in.Counts == tournament.CountsRecord {
		return page, w, nil
	}
	err = v.showEffect(&c, in)
	page.Effect, page.Prizes, page.Next = c.page.Effect, c.page.Prizes, c.page.Next
	if in.Counts == tournament.CountsStandings {
		page.Next = pages.Ahead{}
	}
	return page, w, err
}

// countersign signs or refuses a waiting correction.
func (s *Server) countersign(v *visit) error {
	page, w, err := v.countersignPage()
	if err != nil {
		return err
	}
	refuse := v.FormValue("do") == "refuse"
	var done tournament.Entered
	if refuse || v.FormValue("do") == "sign" {
		done, err = s.Tournament.Countersign(v.Request().Context(), v.event.EventID, v.command(), w.CorrectionID, refuse)
	} else {
		err = fault.New(fault.Invalid, "Choose to sign the correction or to refuse it.")
	}
	if refusable(err) {
		page.Problem = fault.Message(err)
		return v.again(err, pages.CountersignPage(v.frame(layout.Desk, "Correction", v.event.Version), page))
	}
	if err != nil {
		return err
	}
	to, more, err := v.afterCountersign(page, refuse)
	if err != nil {
		return err
	}
	if refuse {
		return v.say(to, "The correction is laid aside. "+done.Sentence+more)
	}
	return v.say(to, "Corrected. "+done.Sentence+more)
}

// afterCountersign is where the second official goes on: at the tables that hang on
// the correction, at the draft that was made before it, at the next correction that
// waits for this person, or at the match itself with its notice to print.
func (v *visit) afterCountersign(page pages.Countersign, refused bool) (to, said string, err error) {
	if next := page.Next; !refused && next.MayPair() && v.can(access.Publish) {
		if next.State == "draft" {
			return next.To, fmt.Sprintf(" The draft of round %d was made before it: make it again.", next.Round), nil
		}
		return next.To, " These tables hang on it.", nil
	}
	waiting, err := v.server.Tournament.Reader().WaitingCorrections(v.Request().Context(), v.event.EventID, v.section.SectionID)
	if err != nil {
		return "", "", err
	}
	for _, w := range waiting {
		if w.AskedBy != v.who.Account.AccountID {
			return v.deskPath("/corrections/%d", w.CorrectionID), " The next correction waits for you here.", nil
		}
	}
	return page.Match, "", nil
}

// correctionNotice prints what was corrected, for the wall. It names no reason:
// that stays with the officials.
func (s *Server) correctionNotice(v *visit) error {
	book, round, err := s.roundBook(v)
	if err != nil {
		return err
	}
	p, m, err := v.matchAt(book, round)
	if err != nil {
		return err
	}
	if m.Result == nil || m.Result.Source != "correction" {
		return fault.New(fault.NotFound, "The result of this match was not corrected, so there is no notice.")
	}
	reports, err := s.Tournament.Reader().Reports(v.Request().Context(), v.event.EventID, m.MatchID)
	if err != nil {
		return err
	}
	names := teamNames(book, p)
	said := func(r tournament.Report) string { return r.Outcome.Sentence(names, r.Forfeit, r.EndsOf()) + "." }
	before := "No result."
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
	columns := []sheets.Column{{Label: ""}, {Label: "Correction"}}
	line := func(label, text string) sheets.Row { return sheets.Row{Cells: []string{label, text}} }
	rows := []sheets.Row{line("Before", before), line("Now", said(*m.Result))}
	counts := "At once."
	if scope := m.Result.ScopeWords(); scope != "" {
		counts = upperFirst(scope) + "."
	}
	rows = append(rows, line("It counts", counts))
	for _, slot := range []int{1, 2} {
		if row, ok := standings.Of(p.TeamID(slot)); ok {
			rows = append(rows, line(names[slot-1], fmt.Sprintf("place %s with %s after round %d", placeWords(row), layout.Half(row.Points), standings.Round)))
		}
	}
	rows = append(rows, line("Corrected", v.clock(m.Result.At)+" by "+m.Result.ByName), line("Questions", "At the desk. "+v.event.Contact))
	place := fmt.Sprintf("%s, round %d, table %d, match %d", book.Section.Name, round.RoundNo, p.Table(), m.MatchNo)
	const lines = 2
	job := sheets.Job{Title: "Correction, " + place, Sheets: sheets.TallTable("Correction of a result", place, columns, rows, lines)}
	if job.Foot, err = v.foot(newShelf(&s.books, book), round.RoundNo, round, false); err != nil {
		return err
	}
	return v.page(sheets.Papers(v.frame(layout.Desk, "Print", 0), job))
}
