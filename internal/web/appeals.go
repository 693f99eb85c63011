package web

import (
	"fmt"
	"slices"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/tournament"
	pages "github.com/tandemchess/tandem/templates/dispute"
	"github.com/tandemchess/tandem/templates/layout"
)

// appeals lists what waits for a decision and what was decided.
func (s *Server) appeals(v *visit) error {
	ctx := v.Request().Context()
	found, err := s.Dispute.Reader().Appeals(ctx, v.event.EventID)
	if err != nil {
		return err
	}
	rulings, err := s.Dispute.Reader().Rulings(ctx, v.event.EventID)
	if err != nil {
		return err
	}
	incidents, err := s.Dispute.Reader().Incidents(ctx, v.event.EventID)
	if err != nil {
		return err
	}
	incidentOf, needed := map[int64]dispute.Incident{}, map[int64]bool{}
	for _, r := range rulings {
		for _, i := range incidents {
			if i.IncidentID == r.IncidentID {
				incidentOf[r.RulingID], needed[i.SectionID] = i, true
			}
		}
	}
	where, err := s.placesOf(v, needed)
	if err != nil {
		return err
	}
	var open, done []pages.AppealLine
	for _, a := range found {
		i := incidentOf[a.RulingID]
		if !v.canIn(access.SeeAppeals, i.SectionID) {
			continue
		}
		line := pages.AppealLine{
			ID: a.AppealID, Question: a.Grounds, Level: levelName(a.Level), State: string(a.State), At: a.FiledAt, Late: a.Late,
			To: fmt.Sprintf("/e/%s/desk/appeals/%d", v.event.Slug, a.AppealID), Team: where.books[i.SectionID].Team(a.TeamID).Name,
		}
		line.Place, _ = where.match(i.SectionID, i.MatchID)
		if a.State == dispute.AppealOpen {
			open = append(open, line)
		} else {
			done = append(done, line)
		}
	}
	return v.page(pages.AppealsPage(v.frame(layout.Desk, "Appeals", v.event.Version), open, done))
}

// appealOf reads the appeal the address names with its whole file.
func (s *Server) appealOf(v *visit) (dispute.File, dispute.Appeal, error) {
	n, err := v.number("appeal")
	if err != nil {
		return dispute.File{}, dispute.Appeal{}, err
	}
	f, err := s.Dispute.Reader().FileOfAppeal(v.Request().Context(), v.event.EventID, int64(n))
	if err != nil {
		return f, dispute.Appeal{}, err
	}
	i := slices.IndexFunc(f.Appeals, func(a dispute.Appeal) bool { return a.AppealID == int64(n) })
	return f, f.Appeals[i], v.ownSection(access.SeeAppeals, f.Section.SectionID)
}

// appealPage is the whole packet on one screen: evidence left, rule, rulings and
// decision right.
func (s *Server) appealPage(v *visit) error {
	f, a, err := s.appealOf(v)
	if err != nil {
		return err
	}
	page, err := s.appealView(v, f, a)
	if err != nil {
		return err
	}
	return v.page(pages.AppealPage(v.appealFrame(a), page))
}

func (v *visit) appealFrame(a dispute.Appeal) layout.Frame {
	return v.frame(layout.Desk, fmt.Sprintf("Appeal %d", a.AppealID), v.event.Version)
}

// needed is the permission that deciding at a level takes.
func levelAction(l dispute.Level) access.Action {
	if l == dispute.ByChief {
		return access.DecideFinal
	}
	return access.DecideAppeal
}

func (s *Server) appealView(v *visit, f dispute.File, a dispute.Appeal) (pages.Appeal, error) {
	facts, err := dispute.FactsOf(f.Incident)
	if err != nil {
		return pages.Appeal{}, err
	}
	p, err := f.Propose()
	if err != nil {
		return pages.Appeal{}, err
	}
	page := pages.Appeal{
		ID: int(a.AppealID), Revision: f.Incident.Revision, Base: fmt.Sprintf("/e/%s/desk/appeals/%d", v.event.Slug, a.AppealID), Evidence: s.evidence(f, facts),
		Statements: spoken(f), Grounds: a.Grounds, FiledBy: a.FiledBy, FiledAt: a.FiledAt, Late: a.Late, Chain: stepsOf(f, p.Ruling), Points: pointsOf(p.Ruling),
		Checks: cardChecks(f, facts), Level: levelName(a.Level), Final: a.Level == dispute.ByChief,
		State: v.FormValue("state"), Outcome: v.FormValue("outcome"), Reason: v.formText("reason"), Note: v.formText("note"), Heard: map[string]bool{},
		AcceptLate: v.FormValue("accept_late") == "yes", MayDecide: v.canIn(levelAction(a.Level), f.Section.SectionID),
		WhyNot: "This appeal is decided by the " + levelName(a.Level) + ".",
	}
	for _, who := range []string{"claimant", "opponent", "official"} {
		page.Heard[who] = v.FormValue("heard_"+who) == "yes"
	}
	page.Question = claimSentence(f, facts)
	if f.Record != nil {
		page.Teams, page.Place = f.Record.Teams, fmt.Sprintf("Match %d", f.Record.Match.MatchNo)
		page.Team = f.Teams[max(0, f.Record.Pairing.Slot(a.TeamID)-1)].Name
	}
	for i := range f.Rulings {
		page.History = append(page.History, *signedView(f.Rulings[i]))
	}
	if err := s.appealRecusal(v, f, &page); err != nil {
		return page, err
	}
	if a.State != dispute.AppealOpen {
		page.Decided = &pages.Signed{Sentence: decisionWords[a.State], Reason: a.Reason, At: a.FiledAt}
		if a.DecidedAt != nil {
			page.Decided.At = *a.DecidedAt
		}
	}
	return page, s.appealEffect(v, f, &page)
}

var decisionWords = map[dispute.AppealState]string{
	dispute.AppealUpheld: "Upheld: the ruling stands.", dispute.AppealModified: "Modified: same finding, other effect.",
	dispute.AppealOverturned: "Overturned: other finding.", dispute.AppealSentBack: "Sent back to be ruled again.", dispute.AppealWithdrawn: "Withdrawn by the team.",
	dispute.AppealLapsed: "Lapsed.",
}

// appealRecusal says at once when the reader may not decide.
func (s *Server) appealRecusal(v *visit, f dispute.File, page *pages.Appeal) error {
	if !page.MayDecide {
		return nil
	}
	page.MayStepAside = true
	why, err := s.Dispute.Recusal(v.Request().Context(), v.event.EventID, f.Incident.IncidentID, v.who.Account.AccountID)
	if err != nil {
		return err
	}
	if why != "" {
		page.MayDecide, page.WhyNot = false, why
	}
	return nil
}

func (s *Server) appealEffect(v *visit, f dispute.File, page *pages.Appeal) error {
	if f.Record == nil {
		return nil
	}
	page.MatchBefore = score(f.Record.Match.Result)
	page.MatchAfter = page.MatchBefore
	book, err := s.Tournament.Reader().Book(v.Request().Context(), v.event.EventID, f.Section.SectionID)
	if err != nil {
		return err
	}
	page.Later = laterPairings(book, f.Record.Round.RoundNo)
	switch page.State {
	case "modified", "overturned":
	case "sent-back":
		page.MatchAfter = "open"
		return nil
	default:
		return nil
	}
	outcome, err := tournament.ParseOutcome(page.Outcome)
	if err != nil || outcome == "" {
		page.MatchAfter = "open"
		return nil
	}
	page.MatchAfter = scoreOfOutcome(outcome)
	page.Effect, err = standingsEffect(book, f.Record.Match.MatchID, outcome)
	return err
}

// decideAppeal signs the reviewer's decision.
func (s *Server) decideAppeal(v *visit) error {
	f, a, err := s.appealOf(v)
	if err != nil {
		return err
	}
	if !v.canIn(levelAction(a.Level), f.Section.SectionID) {
		return s.refuse(v, levelAction(a.Level))
	}
	var form fault.Form
	in := dispute.Review{
		AppealID: a.AppealID, Revision: v.formNumber(&form, "revision", 0, 1<<30), Level: a.Level, State: dispute.AppealState(v.FormValue("state")),
		Reason: v.formText("reason"), Note: v.formText("note"), Question: v.formText("question"), Asked: v.formText("asked"),
	}
	if within := v.FormValue("within"); within != "" {
		in.Within = time.Duration(v.formNumber(&form, "within", 1, 600)) * time.Minute
	}
	for _, who := range []string{"claimant", "opponent", "official"} {
		if v.FormValue("heard_"+who) == "yes" {
			in.Heard = append(in.Heard, who)
		}
	}
	if err = form.Err(); err == nil && (in.State == dispute.AppealModified || in.State == dispute.AppealOverturned) {
		in.Decision, err = v.decision(f)
	}
	if err == nil {
		err = s.Dispute.Decide(v.Request().Context(), v.event.EventID, v.command(), in)
	}
	if refusable(err) {
		page, viewErr := s.appealView(v, f, a)
		if viewErr != nil {
			return viewErr
		}
		page.Problem, page.Errors = fault.Message(err), fault.Fields(err)
		return v.again(err, pages.AppealPage(v.appealFrame(a), page))
	}
	if err != nil {
		return err
	}
	return v.say(fmt.Sprintf("/e/%s/desk/appeals/%d", v.event.Slug, a.AppealID), "Signed. Tell both teams.")
}

// stepAside hands the appeal on to the next person.
func (s *Server) stepAside(v *visit) error {
	f, a, err := s.appealOf(v)
	if err != nil {
		return err
	}
	if !v.canIn(levelAction(a.Level), f.Section.SectionID) {
		return s.refuse(v, levelAction(a.Level))
	}
	to, err := s.Dispute.StepAside(v.Request().Context(), v.event.EventID, v.command(), a.AppealID)
	if refusable(err) {
		page, viewErr := s.appealView(v, f, a)
		if viewErr != nil {
			return viewErr
		}
		page.Problem, page.Errors = fault.Message(err), fault.Fields(err)
		return v.again(err, pages.AppealPage(v.appealFrame(a), page))
	}
	if err != nil {
		return err
	}
	return v.say("/e/"+v.event.Slug+"/desk/appeals", fmt.Sprintf("Appeal %d goes to %s, %s.", a.AppealID, to.To, levelName(to.Level)))
}
