package desk

import (
	"fmt"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/internal/wording"
	pages "github.com/tandemchess/tandem/templates/desk"
	"github.com/tandemchess/tandem/templates/layout"
	"github.com/tandemchess/tandem/templates/setup"
)

// correctForm shows a stored result with its history, takes the new value and
// says what it changes before anything is signed.
func (h *correctionHandlers) correctForm(v *visit.Visit) error {
	c, err := h.correction(v)
	if err != nil {
		return err
	}
	in, err := visit.CorrectionInput(v, c)
	if err == nil {
		err = visit.ShowEffect(v, &c, in)
	}
	if err != nil {
		return correctAgain(v, c, err)
	}
	if c.Page.Shown && v.FormValue("shown") == "" {
		c.Page.Then = c.Page.Advised()
	}
	return v.Page(pages.CorrectPage(v.Frame(layout.Desk, v.Words.Say("Correction"), c.Book.Event.Version), c.Page))
}

// correctAgain shows the form with what was refused. What people may not read is handed on.
func correctAgain(v *visit.Visit, c visit.Correction, err error) error {
	if !visit.Refusable(err) {
		return err
	}
	c.Page.Problem, c.Page.Errors, c.Page.Stale = visit.SaidIn(v.Words, err), visit.FieldsIn(v.Words, err), fault.Is(err, fault.Stale)
	c.Page.Revision = visit.MadeFrom(v, err, c.Page.Revision)
	return v.Again(err, pages.CorrectPage(v.Frame(layout.Desk, v.Words.Say("Correction"), c.Book.Event.Version), c.Page))
}

func (h *correctionHandlers) correction(v *visit.Visit) (visit.Correction, error) {
	book, round, err := h.RoundBook(v)
	if err != nil {
		return visit.Correction{}, err
	}
	p, m, err := visit.MatchAt(v, book, round)
	if err != nil {
		return visit.Correction{}, err
	}
	c := visit.Correction{Book: book, Match: m, Page: pages.Correct{
		Place: v.Words.Say("%s, round %d, table %d, match %d", book.Section.Name, round.RoundNo, p.Table(), m.MatchNo), Base: v.DeskRound(round.RoundNo),
		Teams: publicpages.TeamNames(book, p), OneBoard: book.Section.TeamSize == 1, Orders: ordersOf(book.Section), Revision: m.Revision, Stored: v.Words.Say("No result."), Propose: !v.Can(access.Correct),
		Outcome: v.FormValue("outcome"), Reason: v.FormText("reason"), Slip: v.FormText("slip"), Forfeit: v.FormValue("forfeit") == "yes",
		WinnerA: v.FormValue("winner_a"), ReasonA: v.FormValue("reason_a"), WinnerB: v.FormValue("winner_b"), ReasonB: v.FormValue("reason_b"),
		Order: v.FormValue("order"), Then: v.FormValue("then"), From: v.FormText("from"),
	}}
	if c.Page.Then == "" {
		c.Page.Then = "count"
	}
	for n := round.RoundNo + 1; n <= book.LastRound(); n++ {
		c.Page.FromRounds = append(c.Page.FromRounds, n)
	}
	if last := book.Current(); last != nil && last.RoundNo > round.RoundNo && !book.Section.OneOfficial {
		c.Page.TwoSign = last.RoundNo
		if v.Can(access.EditSetup) {
			c.Page.AloneTo = setup.StepRulebook.Path(v.Event.Slug, v.Section.Slug)
		}
	}
	if v.Can(access.ChangeResult) && round.State != tournament.RoundLocked && (m.State == tournament.MatchConflict || m.Result != nil && m.Result.Source != "ruling") {
		c.Page.TakeBack = v.DeskRound(round.RoundNo) + fmt.Sprintf("/table/%d/match/%d/take-back", p.Table(), m.MatchNo)
	}
	if v.Can(access.ChangeResult) && m.Result != nil && book.Section.EntrySize() == 2 {
		c.Page.Seats = v.DeskRound(round.RoundNo) + fmt.Sprintf("/table/%d/match/%d/seats", p.Table(), m.MatchNo)
	}
	if m.Result != nil {
		c.Page.Scope = m.Result.ScopeWords().In(v.Words.Told)
		if m.Result.Source == "correction" && v.Can(access.Print) {
			c.Page.Notice = v.Request().URL.Path + "/notice"
		}
	}
	waiting, err := h.Reader.WaitingCorrections(v.Request().Context(), v.Event.EventID, v.Section.SectionID)
	if err != nil {
		return c, err
	}
	for _, w := range waiting {
		if w.MatchID == m.MatchID {
			c.Page.Waits, c.Page.WaitsBy = v.DeskPath("/corrections/%d", w.CorrectionID), w.AskedName
		}
	}
	if m.Result != nil {
		c.Page.Stored = visit.Told(v, m.Result.Outcome.Said(c.Page.Teams, m.Result.Forfeit, m.Result.EndsOf())) + "."
	} else if m.State == tournament.MatchConflict {
		c.Page.Stored = v.Words.Say("Two different results; neither counts.")
	}
	reports, err := h.Reader.Reports(v.Request().Context(), v.Event.EventID, m.MatchID)
	if err != nil {
		return c, err
	}
	for _, r := range reports {
		c.Page.History = append(c.Page.History, heard(v, r, c.Page.Teams))
	}
	c.Page.Next, err = visit.RoundAfter(v, book, round.RoundNo)
	return c, err
}

var sourceWords = map[string]text.Message{
	"desk": text.Message("desk"), "rekey": text.Message("second entry at the desk"), "team": text.Message("reported by the team"), "api": text.Message("sent by a program"),
	"import": text.Message("report file"), "live": text.Message("live record"), "ruling": text.Message("ruling"), "correction": text.Message("correction"), "forfeit": text.Message("forfeit"),
}

func heard(v *visit.Visit, r tournament.ResultReport, teams [2]string) pages.Heard {
	return pages.Heard{
		Sentence: visit.Told(v, r.Outcome.Said(teams, r.Forfeit, r.EndsOf())), By: r.ByName, Source: v.Words.Say(sourceWords[r.Source]), State: v.Words.Say(wording.ReportStateWords[r.State]), Reason: r.Reason,
		At: r.At, Counts: r.State == tournament.ReportConfirmed,
	}
}

// correctResult signs a correction, or files it as a proposal for those who may
// not sign it.
func (h *correctionHandlers) correctResult(v *visit.Visit) error {
	c, err := h.correction(v)
	if err != nil {
		return err
	}
	in, err := visit.CorrectionInput(v, c)
	if err == nil {
		// A contradiction is shown with the form; the service refuses it again.
		err = visit.ShowEffect(v, &c, in)
	}
	var to, said string
	if err == nil {
		to, said, err = h.carryOutCorrection(v, c, in)
	}
	if err != nil {
		return correctAgain(v, c, err)
	}
	return v.Onward(to, said)
}

func (h *correctionHandlers) carryOutCorrection(v *visit.Visit, c visit.Correction, in tournament.Correction) (to, said string, err error) {
	if c.Page.Propose {
		return h.proposeCorrection(v, c, in)
	}
	if c.Page.Overtaken && c.Page.Then == "count" && v.FormValue("shown") == "" {
		return "", "", fault.New(fault.Conflict, "Look at what this changes before you sign: a tie of the bracket is played already.")
	}
	again := c.Page.Then == "pair"
	if again && !c.Page.Next.MayPair() {
		return "", "", fault.New(fault.Conflict, "Round %d cannot be paired again: nothing of it depends on this, or there is no draft. Let the correction count in the standings.", c.Page.Next.Round)
	}
	done, err := h.Results.CorrectResult(v.Request().Context(), v.Event.EventID, v.Command(), in)
	if err != nil {
		return "", "", err
	}
	here := v.Request().URL.Path
	if done.Kind == tournament.ReportWaits {
		return here, v.Words.Say("Signed first. Round %d is published, so a second official signs too: it stands on the section's page.", c.Page.TwoSign), nil
	}
	to, said = here, v.Words.Say("Corrected. %s", visit.Told(v, done.Said))
	if again {
		more, err := h.pairAgain(v, c.Page.Next)
		return c.Page.Next.To, said + " " + more, err
	}
	return to, said, nil
}

// pairAgain discards the draft of the next round and says what is left to do at
// the workbench.
func (h *correctionHandlers) pairAgain(v *visit.Visit, next pages.Ahead) (string, error) {
	if next.State != "draft" {
		return v.Words.Say("Here are the tables to pair again."), nil
	}
	ctx := v.Request().Context()
	draft, err := h.Reader.DraftRound(ctx, v.Event.EventID, v.Section.SectionID, next.Round)
	if err != nil {
		return "", err
	}
	cmd := v.Command()
	cmd.Key += "/draft" // the form's second command
	_, err = h.Rounds.DiscardDraft(ctx, v.Event.EventID, cmd, tournament.DraftInput{SectionID: v.Section.SectionID, RoundNo: next.Round, Revision: draft.Revision})
	if visit.Refusable(err) {
		return v.Words.Say("The draft stays for now: %s", visit.SaidIn(v.Words, err)), nil // the correction itself is signed
	}
	return v.Words.Say("The draft of round %d is discarded; pair it again.", next.Round), err
}

// proposeCorrection opens an incident that carries the proposal to the chief.
func (h *correctionHandlers) proposeCorrection(v *visit.Visit, c visit.Correction, in tournament.Correction) (to, said string, err error) {
	var form fault.Form
	if !c.Page.Shown {
		form.Add("outcome", "Choose the new result.")
	}
	if in.Reason == "" {
		form.Add("reason", "Say why the result is to be corrected.")
	}
	if form.Err() != nil {
		return "", "", form.Err()
	}
	if in.Revision != c.Match.Revision {
		return "", "", fault.New(fault.Stale, "The match changed since this form was shown. It now has: %s You proposed: %s Nothing was filed; look at both.", c.Page.Stored, c.Page.New)
	}
	opened, err := h.Dispute.Open(v.Request().Context(), v.Event.EventID, v.Command(), dispute.OpenIncident{
		SectionID: v.Section.SectionID, MatchID: c.Match.MatchID, Summary: proposal(v, c.Page, in),
	})
	if err != nil {
		return "", "", err
	}
	if opened.Existing {
		return "", "", fault.New(fault.Conflict, "Incident %d is open at this match. Write the proposal there as a statement.", opened.IncidentID)
	}
	return fmt.Sprintf("/e/%s/desk/incidents/%d", v.Event.Slug, opened.IncidentID), v.Words.Say("Proposed. A chief decides; the match is under review until then."), nil
}

func proposal(v *visit.Visit, page pages.Correct, in tournament.Correction) string {
	said := v.Words.Say("Correction proposed by %s: %s Stored: %s Reason: %s.", v.Who.Account.Name, page.New, page.Stored, in.Reason)
	if in.Slip != "" {
		said += " " + v.Words.Say("Source: %s.", in.Slip)
	}
	return said
}
