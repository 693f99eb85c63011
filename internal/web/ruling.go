package web

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/ruling"
	"github.com/tandemchess/tandem/internal/tournament"
	pages "github.com/tandemchess/tandem/templates/dispute"
	"github.com/tandemchess/tandem/templates/layout"
)

// rulingPage shows the proposal and takes the decision; once signed, it is the
// card to read aloud.
func (s *Server) rulingPage(v *visit) error {
	f, err := s.incidentOf(v, access.SeeIncident)
	if err != nil {
		return err
	}
	r, err := s.rulingView(v, f)
	if refusable(err) {
		return s.cardAgain(v, f, err) // the facts make no case yet: the card says where
	}
	if err != nil {
		return err
	}
	return v.page(pages.RulingPage(v.rulingFrame(f), r))
}

func (v *visit) rulingFrame(f dispute.File) layout.Frame {
	return v.frame(layout.Desk, fmt.Sprintf("Ruling on incident %d", f.Incident.IncidentID), v.event.Version)
}

func (s *Server) rulingView(v *visit, f dispute.File) (pages.Ruling, error) {
	facts, err := dispute.FactsOf(f.Incident)
	if err != nil {
		return pages.Ruling{}, err
	}
	p, err := f.Propose()
	if err != nil {
		return pages.Ruling{}, err
	}
	r := pages.Ruling{
		ID: int(f.Incident.IncidentID), Revision: f.Incident.Revision, Rulebook: f.Section.Rulebook, Base: v.incidentBase(f), Evidence: s.evidence(f, facts),
		Statements: spoken(f), Proposal: f.Headline(p), Explain: f.Named(p.Ruling.Explain), Discretion: p.Ruling.Verdict == rulebook.Discretion, Basis: string(p.Ruling.Basis),
		Steps: stepsOf(f, p.Ruling), Points: pointsOf(p.Ruling), Choice: v.FormValue("choice"), Outcome: v.FormValue("outcome"), Reason: v.formText("reason"),
		MaySign: v.canIn(access.MakeRuling, f.Section.SectionID), WhyNot: "A director signs rulings.", SignLabel: "Sign the ruling", HasMatch: f.Record != nil,
		AppealUntil: layout.Count(f.Section.AppealMinutes, "minute"), AppealTo: "section chief",
	}
	if r.Choice == "" && !r.Discretion {
		r.Choice = "follow"
	}
	options, err := ruling.Options(p.Incident)
	if err != nil {
		return r, fmt.Errorf("list the official's options: %w", err)
	}
	for _, o := range options {
		r.Options = append(r.Options, pages.Option{Sentence: f.Named(o.Sentence), Effect: o.Source})
	}
	if book, err := f.Section.Rules(); err == nil && len(book.AppealPath().Levels) == 0 {
		r.AppealSource = "The rulebook names no appeal; this event does."
	}
	if r.Ask, err = askOf(f, p); err != nil {
		return r, err
	}
	if f.Record != nil {
		r.Teams, r.Place = f.Record.Teams, fmt.Sprintf("Match %d", f.Record.Match.MatchNo)
		for _, t := range f.Teams {
			r.TeamChoices = append(r.TeamChoices, layout.Choice{Value: strconv.FormatInt(t.TeamID, 10), Label: t.Name})
		}
		r.FollowEffect = outcomeWords(p.Outcome, f.Record.Teams)
	}
	if err := s.effectOf(v, f, &r, p); err != nil {
		return r, err
	}
	r.Before = beforeSigning(f, facts)
	if signed := lastRuling(f); signed != nil && f.Incident.State == dispute.Ruled {
		r.Signed = signedView(*signed)
		r.AppealUntil = ""
		if signed.AppealUntil != nil {
			r.AppealUntil = signed.AppealUntil.In(v.event.Zone()).Format("3:04 pm")
		}
		if signed.Level == dispute.BySectionChief {
			r.AppealTo = "chief floor director"
		}
	}
	return r, s.sameOffence(v, f, &r)
}

func lastRuling(f dispute.File) *dispute.Ruling {
	if standing := f.Standing(); standing != nil {
		return standing
	}
	if len(f.Rulings) == 0 {
		return nil
	}
	return &f.Rulings[len(f.Rulings)-1]
}

func signedView(r dispute.Ruling) *pages.Signed {
	view := &pages.Signed{
		Sentence: r.Sentence, Reason: r.Reason, By: r.MadeByName, Articles: r.Articles, State: string(r.State), Level: levelName(r.Level), At: r.At, Follows: r.Follows,
	}
	for _, m := range r.Remedies {
		words := strings.ReplaceAll(m.Kind, "-", " ")
		if m.Seat != nil {
			words += " " + *m.Seat
		}
		if m.MS != nil {
			words += " " + layout.ClockTime(*m.MS)
		}
		view.Remedies = append(view.Remedies, words)
	}
	return view
}

func levelName(l dispute.Level) string {
	return map[dispute.Level]string{dispute.ByDirector: "director", dispute.BySectionChief: "section chief", dispute.ByChief: "chief floor director"}[l]
}

func outcomeWords(o tournament.Outcome, teams [2]string) string {
	switch o {
	case tournament.FirstWins:
		return teams[0] + " 1, " + teams[1] + " 0"
	case tournament.SecondWins:
		return teams[0] + " 0, " + teams[1] + " 1"
	case tournament.Drawn:
		return "Draw"
	case tournament.DoubleLoss:
		return "Both lose"
	}
	return "Play goes on."
}

func stepsOf(f dispute.File, r ruling.Ruling) []pages.Step {
	var steps []pages.Step
	for _, s := range r.Reasons {
		step := pages.Step{Sentence: sentenceCase(f.Named(s.Sentence)), State: "ok", Article: strings.Join(s.Articles, ", ")}
		switch {
		case s.IsRule:
			step.Detail = string(s.Basis)
		default:
			step.Detail = string(s.State)
			if s.State != ruling.Recorded {
				step.State = "warn"
			}
		}
		steps = append(steps, step)
	}
	return steps
}

func pointsOf(r ruling.Ruling) []pages.OpenPoint {
	var points []pages.OpenPoint
	for _, p := range r.Points {
		points = append(points, pages.OpenPoint{
			Sentence: fmt.Sprintf("Point %d: %s This event does: %s.", p.Number, p.Setting.Question(), p.Setting.Say(p.Applied)),
			Other:    fmt.Sprintf("The other answer (%s) would make it %s.", p.Setting.Say(p.Other), p.Verdict),
		})
	}
	return points
}

// askOf is the one question worth asking before anything is signed.
func askOf(f dispute.File, p dispute.Proposal) (*pages.Ask, error) {
	q, ok, err := ruling.NextQuestion(p.Incident)
	if err != nil || !ok {
		return nil, err
	}
	ask := &pages.Ask{Text: f.Named(q.Text), Fact: q.Fact.String()}
	for i, a := range q.Answers {
		ask.Answers = append(ask.Answers, pages.AskAnswer{Value: strconv.Itoa(i), Label: a.Label, Effect: fmt.Sprintf("the claim would be %s.", a.Verdict)})
	}
	return ask, nil
}

// answerQuestion records what the official learned.
func (s *Server) answerQuestion(v *visit) error {
	f, err := s.incidentOf(v, access.EditIncident)
	if err != nil {
		return err
	}
	var form fault.Form
	in := dispute.AnswerQuestion{
		IncidentID: f.Incident.IncidentID, Revision: v.formNumber(&form, "revision", 0, 1<<30), Fact: v.FormValue("fact"), Number: v.formNumber(&form, "answer", 0, 20),
	}
	if err := form.Err(); err != nil {
		return err
	}
	if err := s.Dispute.AnswerQuestion(v.Request().Context(), v.event.EventID, v.command(), in); err != nil {
		return err
	}
	return v.seeOther("%s/ruling", v.incidentBase(f))
}

// decision reads the choice of another outcome.
func (v *visit) decision(f dispute.File) (dispute.Decision, error) {
	facts, err := dispute.FactsOf(f.Incident)
	if err != nil {
		return dispute.Decision{}, err
	}
	d := dispute.Decision{Clocks: facts.Clocks}
	text := v.FormValue("outcome")
	if text == "replay" {
		d.Replay = true
		return d, nil
	}
	if d.Outcome, err = tournament.ParseOutcome(text); err != nil {
		var form fault.Form
		form.Add("outcome", "Choose an outcome from the list.")
		return d, form.Err()
	}
	return d, nil
}

// effectOf fills in what the chosen decision changes: the match, the table, the
// standing and later pairings.
func (s *Server) effectOf(v *visit, f dispute.File, r *pages.Ruling, p dispute.Proposal) error {
	if f.Record == nil {
		return nil
	}
	outcome := p.Outcome
	switch r.Choice {
	case "deny":
		outcome = ""
	case "other":
		d, err := v.decision(f)
		if err != nil {
			return err
		}
		outcome = d.Outcome
	}
	r.MatchBefore, r.MatchAfter = score(f.Record.Match.Result), scoreOfOutcome(outcome)
	book, err := s.Tournament.Reader().Book(v.Request().Context(), v.event.EventID, f.Section.SectionID)
	if err != nil {
		return err
	}
	r.Later = laterPairings(book, f.Record.Round.RoundNo)
	if outcome == "" {
		return nil
	}
	r.Effect, err = standingsEffect(book, f.Record.Match.MatchID, outcome)
	return err
}

func score(r *tournament.Report) string {
	if r == nil {
		return "open"
	}
	return layout.Half(r.Slot1Points) + "–" + layout.Half(r.Slot2Points)
}

func scoreOfOutcome(o tournament.Outcome) string {
	if o == "" {
		return "open"
	}
	a, b := o.Points()
	return layout.Half(a) + "–" + layout.Half(b)
}

// laterPairings says what a change means for rounds that are out already.
func laterPairings(book *tournament.Book, round int) string {
	for _, later := range slices.Backward(book.Rounds) {
		if later.RoundNo > round && later.Public() {
			return fmt.Sprintf("Round %d is published already: its tables stay, the standings change.", later.RoundNo)
		}
	}
	return fmt.Sprintf("Round %d pairings: not published, so no table changes.", round+1)
}

func beforeSigning(f dispute.File, facts dispute.Facts) []pages.Check {
	heard := map[string]bool{}
	for _, s := range f.Statements {
		heard[s.Role] = true
	}
	checks := []pages.Check{{State: "ok", Headline: "Both sides were heard."}}
	if !heard["claimant"] || !heard["opponent"] {
		checks[0] = pages.Check{State: "warn", Headline: "Hear both sides.", Detail: "There is no statement of the claimant and of the opponent yet."}
	}
	if facts.Certainty == dispute.Unasked || facts.Certainty == dispute.Disputed {
		checks = append(checks, pages.Check{State: "warn", Headline: "The position is not agreed.", Detail: "Say on the card whether it is as found, agreed or disputed."})
	}
	return append(checks, conservation(f, facts)...)
}

// sameOffence lists earlier rulings of the event on the same kind of claim.
func (s *Server) sameOffence(v *visit, f dispute.File, r *pages.Ruling) error {
	ctx := v.Request().Context()
	incidents, err := s.Dispute.Reader().Incidents(ctx, v.event.EventID)
	if err != nil {
		return err
	}
	same := map[int64]bool{}
	for _, i := range incidents {
		same[i.IncidentID] = i.Kind == f.Incident.Kind && i.IncidentID != f.Incident.IncidentID && i.Kind != ""
	}
	rulings, err := s.Dispute.Reader().Rulings(ctx, v.event.EventID)
	if err != nil {
		return err
	}
	counts := map[string]int{}
	for _, old := range rulings {
		if !same[old.IncidentID] {
			continue
		}
		state := map[dispute.RulingState]string{dispute.Standing: "stands"}[old.State]
		if state == "" {
			state = string(old.State)
		}
		counts[string(old.Verdict)]++
		r.Same = append(r.Same, pages.Earlier{
			Place: fmt.Sprintf("Incident %d", old.IncidentID), Outcome: string(old.Verdict), State: state,
			To: fmt.Sprintf("/e/%s/desk/incidents/%d/ruling", v.event.Slug, old.IncidentID),
		})
	}
	var parts []string
	for _, verdict := range []string{"upheld", "denied", "discretion"} {
		if counts[verdict] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", counts[verdict], verdict))
		}
	}
	r.SameSummary = claimLabel(f.Incident.Kind) + ": " + strings.Join(parts, ", ") + "."
	return nil
}

// signRuling signs the director's decision.
func (s *Server) signRuling(v *visit) error {
	f, err := s.incidentOf(v, access.MakeRuling)
	if err != nil {
		return err
	}
	var form fault.Form
	in := dispute.Sign{
		IncidentID: f.Incident.IncidentID, Revision: v.formNumber(&form, "revision", 0, 1<<30), Choice: dispute.Choice(v.FormValue("choice")), Reason: v.formText("reason"),
	}
	if err = form.Err(); err == nil && in.Choice == dispute.Else {
		in.Decision, err = v.decision(f)
	}
	if err == nil {
		_, err = s.Dispute.Sign(v.Request().Context(), v.event.EventID, v.command(), in)
	}
	if refusable(err) {
		r, viewErr := s.rulingView(v, f)
		if viewErr != nil {
			return viewErr
		}
		r.Problem, r.Errors = fault.Message(err), fault.Fields(err)
		return v.again(err, pages.RulingPage(v.rulingFrame(f), r))
	}
	if err != nil {
		return err
	}
	return v.say(v.incidentBase(f)+"/ruling", "Signed. Read it to both teams.")
}

// fileAppealAtDesk files an appeal for a team that came to the desk.
func (s *Server) fileAppealAtDesk(v *visit) error {
	f, err := s.incidentOf(v, access.EditIncident)
	if err != nil {
		return err
	}
	standing := f.Standing()
	if standing == nil {
		return fault.New(fault.Conflict, "There is no ruling to appeal yet.")
	}
	team, err := strconv.ParseInt(v.FormValue("team"), 10, 64)
	if err != nil {
		return fault.New(fault.Invalid, "Choose the team that appeals.")
	}
	filed, err := s.Dispute.FileAppeal(v.Request().Context(), v.event.EventID, v.command(), dispute.FileAppeal{
		RulingID: standing.RulingID, TeamID: team, Grounds: v.formText("grounds"),
	})
	if err != nil {
		return err
	}
	return v.say(v.incidentBase(f)+"/ruling", fmt.Sprintf("Appeal %d is filed with the %s.", filed.AppealID, levelName(filed.Level)))
}
