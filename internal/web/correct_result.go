package web

import (
	"fmt"
	"strconv"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/livegame"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	pages "github.com/tandemchess/tandem/templates/desk"
	"github.com/tandemchess/tandem/templates/layout"
	"github.com/tandemchess/tandem/templates/setup"
)

// correction is the match that the address names, with what the page shows.
type correction struct {
	book  *tournament.Book
	match tournament.Match
	page  pages.Correct
}

// correctForm shows a stored result with its history, takes the new value and
// says what it changes before anything is signed.
func (s *Server) correctForm(v *visit) error {
	c, err := s.correction(v)
	if err != nil {
		return err
	}
	in, err := v.correctionInput(c)
	if err == nil {
		err = v.showEffect(&c, in)
	}
	if refusable(err) {
		return v.correctAgain(c, err)
	}
	if err != nil {
		return err
	}
	return v.page(pages.CorrectPage(v.frame(layout.Desk, "Correction", c.book.Event.Version), c.page))
}

func (v *visit) correctAgain(c correction, err error) error {
	c.page.Problem, c.page.Errors, c.page.Stale = fault.Message(err), fault.Fields(err), fault.Is(err, fault.Stale)
	return v.again(err, pages.CorrectPage(v.frame(layout.Desk, "Correction", c.book.Event.Version), c.page))
}

func (s *Server) correction(v *visit) (correction, error) {
	book, round, err := s.roundBook(v)
	if err != nil {
		return correction{}, err
	}
	p, m, err := v.matchAt(book, round)
	if err != nil {
		return correction{}, err
	}
	c := correction{book: book, match: m, page: pages.Correct{
		Place: fmt.Sprintf("%s, round %d, table %d, match %d", book.Section.Name, round.RoundNo, p.Table(), m.MatchNo), Base: v.deskRound(round.RoundNo),
		Teams: teamNames(book, p), OneBoard: book.Section.TeamSize == 1, Orders: ordersOf(book.Section), Revision: m.Revision, Stored: "No result.", Propose: !v.can(access.Correct),
		Outcome: v.FormValue("outcome"), Reason: v.formText("reason"), Slip: v.formText("slip"), Forfeit: v.FormValue("forfeit") == "yes",
		WinnerA: v.FormValue("winner_a"), ReasonA: v.FormValue("reason_a"), WinnerB: v.FormValue("winner_b"), ReasonB: v.FormValue("reason_b"),
		Order: v.FormValue("order"), Then: v.FormValue("then"), From: v.formText("from"),
	}}
	if c.page.Then == "" {
		c.page.Then = "count"
	}
	for n := round.RoundNo + 1; n <= book.Section.Rounds; n++ {
		c.page.FromRounds = append(c.page.FromRounds, n)
	}
	if last := book.Current(); last != nil && last.RoundNo > round.RoundNo && !book.Section.OneOfficial {
		c.page.TwoSign = last.RoundNo
		if v.can(access.EditSetup) {
			c.page.AloneTo = setup.StepRulebook.Path(v.event.Slug, v.section.Slug)
		}
	}
	if m.Result != nil {
		c.page.Scope = m.Result.ScopeWords()
		if m.Result.Source == "correction" && v.can(access.Print) {
			c.page.Notice = v.Request().URL.Path + "/notice"
		}
	}
	waiting, err := s.Tournament.Reader().WaitingCorrections(v.Request().Context(), v.event.EventID, v.section.SectionID)
	if err != nil {
		return c, err
	}
	for _, w := range waiting {
		if w.MatchID == m.MatchID {
			c.page.Waits, c.page.WaitsBy = v.deskPath("/corrections/%d", w.CorrectionID), w.AskedName
		}
	}
	if m.Result != nil {
		c.page.Stored = m.Result.Outcome.Sentence(c.page.Teams, m.Result.Forfeit, m.Result.EndsOf()) + "."
	} else if m.State == tournament.MatchConflict {
		c.page.Stored = "Two different results; neither counts."
	}
	reports, err := s.Tournament.Reader().Reports(v.Request().Context(), v.event.EventID, m.MatchID)
	if err != nil {
		return c, err
	}
	for _, r := range reports {
		c.page.History = append(c.page.History, heard(r, c.page.Teams))
	}
	c.page.Next, err = v.roundAfter(book, round.RoundNo)
	return c, err
}

var (
	sourceWords = map[string]string{
		"desk": "desk", "rekey": "second entry at the desk", "team": "reported by the team", "api": "sent by a program", "import": "report file", "live": "live record", "ruling": "ruling", "correction": "correction",
		"forfeit": "forfeit",
	}
	reportWords = map[tournament.ReportState]string{
		tournament.ReportOpen: "disputed", tournament.ReportConfirmed: "counts", tournament.ReportSuperseded: "replaced", tournament.ReportWithdrawn: "taken back",
	}
)

func heard(r tournament.Report, teams [2]string) pages.Heard {
	return pages.Heard{
		Sentence: r.Outcome.Sentence(teams, r.Forfeit, r.EndsOf()), By: r.ByName, Source: sourceWords[r.Source], State: reportWords[r.State], Reason: r.Reason,
		At: r.At, Counts: r.State == tournament.ReportConfirmed,
	}
}

// roundAfter is how far the round has come that may still be paired otherwise: the
// last one that is out, or the next one where none is.
func (v *visit) roundAfter(book *tournament.Book, round int) (pages.Ahead, error) {
	next := pages.Ahead{Round: round + 1}
	if last := book.Current(); last != nil {
		next.Round = max(next.Round, last.RoundNo)
	}
	next.To = v.deskPath("/round/%d/pair", next.Round)
	if r := book.Round(next.Round); r != nil && r.Public() {
		next.State = "begun"
		if r.State == tournament.RoundPublished {
			next.State = "published"
		}
		return next, nil
	}
	if next.Round > book.Section.Rounds {
		return next, nil
	}
	draft, err := v.server.Tournament.Reader().DraftRound(v.Request().Context(), v.event.EventID, v.section.SectionID, next.Round)
	if draft.Draft != nil {
		next.State = "draft"
	}
	return next, err
}

// correctionInput reads the new value.
func (v *visit) correctionInput(c correction) (tournament.Correction, error) {
	var form fault.Form
	in := tournament.Correction{
		MatchID: c.match.MatchID, Outcome: v.outcome(&form, "outcome"), Ends: v.ends(&form), Reason: c.page.Reason, Slip: c.page.Slip, Forfeit: c.page.Forfeit,
	}
	if text := v.FormValue("revision"); text != "" {
		var err error
		if in.Revision, err = strconv.Atoi(text); err != nil {
			form.Add("outcome", "Open this page again from the wall.")
		}
	}
	if in.Forfeit {
		in.Ends = livegame.Ends{}
	}
	in.Counts, in.From = v.correctionScope(&form)
	return in, form.Err()
}

// correctionScope reads what a new result counts for, and from which round on.
func (v *visit) correctionScope(form *fault.Form) (counts tournament.CountsFor, from int) {
	switch v.FormValue("then") {
	case "standings":
		return tournament.CountsStandings, 0
	case "record":
		return tournament.CountsRecord, 0
	case "from":
		return "", v.formNumber(form, "from", 1, 99)
	}
	return "", 0
}

// showEffect works out what the new value would change; without one there is
// nothing to show.
func (v *visit) showEffect(c *correction, in tournament.Correction) error {
	if in.Outcome == "" && !in.Ends.Known() {
		return nil
	}
	effect, err := c.book.CorrectionEffect(in)
	if err != nil {
		return err
	}
	c.page.New = effect.Outcome.Sentence(c.page.Teams, in.Forfeit, in.Ends) + "."
	v.showCorrection(c.book, effect, &c.page)
	return nil
}

// showCorrection fills in the places, prizes and tables that a changed result moves.
func (v *visit) showCorrection(book *tournament.Book, effect tournament.CorrectionEffect, page *pages.Correct) {
	page.Shown = true
	for _, t := range effect.Ties {
		name := bracketRoundName(text.Words{}, t.Round)
		if t.Round.Stage == tournament.StageConsolation {
			name = fmt.Sprintf("Consolation bracket, round %d", t.Round.Round)
		}
		page.Ties = append(page.Ties, fmt.Sprintf("%s: %s instead of %s", name, tieWords(book, t.After), tieWords(book, t.Before)))
	}
	for _, m := range effect.Moved {
		page.Effect = append(page.Effect, pages.Effect{
			Team: book.Team(m.TeamID).Name, PlaceBefore: m.Before.Place, PlaceAfter: m.After.Place, PointsBefore: m.Before.Points, PointsAfter: m.After.Points,
		})
	}
	prizes := newShelf(&v.server.books, book)
	for _, moved := range effect.Prizes {
		page.Prizes = append(page.Prizes, pages.PrizeEffect{
			Team: book.Team(moved.TeamID).Name, Before: prizes.winnings(moved.MoneyBefore, moved.TitlesBefore), After: prizes.winnings(moved.MoneyAfter, moved.TitlesAfter),
		})
	}
	p := effect.Paired
	if p == nil {
		return
	}
	next := &page.Next
	if len(p.Tables) > 0 && !p.Stuck {
		next.To = v.repairAddress(p.RoundNo, p.Tables, len(p.Byes) > 0)
	}
	next.Known, next.Tables, next.Stuck = true, p.Tables, p.Stuck
	for _, id := range p.Byes {
		next.Byes = append(next.Byes, book.Team(id).Name)
	}
}

// correctResult signs a correction, or files it as a proposal for those who may
// not sign it.
func (s *Server) correctResult(v *visit) error {
	c, err := s.correction(v)
	if err != nil {
		return err
	}
	in, err := v.correctionInput(c)
	if err == nil {
		// A contradiction is shown with the form; the service refuses it again.
		err = v.showEffect(&c, in)
	}
	var to, said string
	if err == nil {
		to, said, err = s.carryOutCorrection(v, c, in)
	}
	if refusable(err) {
		return v.correctAgain(c, err)
	}
	if err != nil {
		return err
	}
	return v.say(to, said)
}

func (s *Server) carryOutCorrection(v *visit, c correction, in tournament.Correction) (to, said string, err error) {
	if c.page.Propose {
		return s.proposeCorrection(v, c, in)
	}
	again := c.page.Then == "pair"
	if again && !c.page.Next.MayPair() {
		return "", "", fault.New(fault.Conflict, "Round %d cannot be paired again: nothing of it depends on this, or there is no draft. Let the correction count in the standings.", c.page.Next.Round)
	}
	done, err := s.Tournament.CorrectResult(v.Request().Context(), v.event.EventID, v.command(), in)
	if err != nil {
		return "", "", err
	}
	here := v.Request().URL.Path
	if done.Kind == tournament.EntryWaits {
		return here, fmt.Sprintf("Signed first. Round %d is published, so a second official signs too: it stands on the section's page.", c.page.TwoSign), nil
	}
	to, said = here, "Corrected. "+done.Sentence
	if again {
		more, err := s.pairAgain(v, c.page.Next)
		return c.page.Next.To, said + " " + more, err
	}
	return to, said, nil
}

// pairAgain discards the draft of the next round and says what is left to do at
// the workbench.
func (s *Server) pairAgain(v *visit, next pages.Ahead) (string, error) {
	if next.State != "draft" {
		return "Here are the tables to pair again.", nil
	}
	ctx := v.Request().Context()
	draft, err := s.Tournament.Reader().DraftRound(ctx, v.event.EventID, v.section.SectionID, next.Round)
	if err != nil {
		return "", err
	}
	cmd := v.command()
	cmd.Key += "/draft" // the form's second command
	_, err = s.Tournament.DiscardDraft(ctx, v.event.EventID, cmd, tournament.DraftInput{SectionID: v.section.SectionID, RoundNo: next.Round, Revision: draft.Revision})
	if refusable(err) {
		return "The draft stays for now: " + fault.Message(err), nil // the correction itself is signed
	}
	return fmt.Sprintf("The draft of round %d is discarded; pair it again.", next.Round), err
}

// proposeCorrection opens an incident that carries the proposal to the chief.
func (s *Server) proposeCorrection(v *visit, c correction, in tournament.Correction) (to, said string, err error) {
	var form fault.Form
	if !c.page.Shown {
		form.Add("outcome", "Choose the new result.")
	}
	if in.Reason == "" {
		form.Add("reason", "Say why the result is to be corrected.")
	}
	if form.Err() != nil {
		return "", "", form.Err()
	}
	if in.Revision != c.match.Revision {
		return "", "", fault.New(fault.Stale, "The match changed since this form was shown. It now has: %s You proposed: %s Nothing was filed; look at both.", c.page.Stored, c.page.New)
	}
	opened, err := s.Dispute.Open(v.Request().Context(), v.event.EventID, v.command(), dispute.OpenIncident{
		SectionID: v.section.SectionID, MatchID: c.match.MatchID, Summary: proposal(v.command().Actor, c.page, in),
	})
	if err != nil {
		return "", "", err
	}
	if opened.Existing {
		return "", "", fault.New(fault.Conflict, "Incident %d is open at this match. Write the proposal there as a statement.", opened.IncidentID)
	}
	return fmt.Sprintf("/e/%s/desk/incidents/%d", v.event.Slug, opened.IncidentID), "Proposed. A chief decides; the match is under review until then.", nil
}

func proposal(by journal.Actor, page pages.Correct, in tournament.Correction) string {
	source := ""
	if in.Slip != "" {
		source = " Source: " + in.Slip + "."
	}
	return fmt.Sprintf("Correction proposed by %s: %s Stored: %s Reason: %s.%s", by.Name, page.New, page.Stored, in.Reason, source)
}

// tieWords name two sides of a bracket as far as they are known.
func tieWords(book *tournament.Book, teams [2]int64) string {
	names := [2]string{"nobody yet", "nobody yet"}
	for i, id := range teams {
		if id != 0 {
			names[i] = book.Team(id).Name
		}
	}
	return names[0] + " – " + names[1]
}
