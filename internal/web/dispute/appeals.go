package dispute

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/internal/wording"
	pages "github.com/tandemchess/tandem/templates/dispute"
	"github.com/tandemchess/tandem/templates/layout"
)

// appealOf reads the appeal the address names with its whole file.
func (h *appealHandlers) appealOf(v *visit.Visit) (dispute.WholeIncident, dispute.Appeal, error) {
	n, err := v.Number("appeal")
	if err != nil {
		return dispute.WholeIncident{}, dispute.Appeal{}, err
	}
	f, err := h.Dispute.Reader().WholeIncidentOfAppeal(v.Request().Context(), v.Event.EventID, int64(n))
	if err != nil {
		return f, dispute.Appeal{}, err
	}
	return f, *appealIn(f, int64(n)), h.ownSection(v, access.SeeAppeals, f.Section.SectionID)
}

// toReview is the appeal of the address, for those who may decide it.
func (h *appealHandlers) toReview(v *visit.Visit) (dispute.WholeIncident, dispute.Appeal, error) {
	f, a, err := h.appealOf(v)
	if err == nil && !v.CanIn(levelAction(a.Level), f.Section.SectionID) {
		err = h.Refuse(v, levelAction(a.Level))
	}
	return f, a, err
}

// appealPage is the whole packet on one screen: evidence left, rule, rulings and
// decision right.
func (h *appealHandlers) appealPage(v *visit.Visit) error {
	f, a, err := h.appealOf(v)
	if err != nil {
		return err
	}
	page, err := h.appealView(v, f, a)
	if err != nil {
		return err
	}
	return v.Page(pages.AppealPage(appealFrame(v, a), page))
}

func appealFrame(v *visit.Visit, a dispute.Appeal) layout.Frame {
	return v.Frame(layout.Desk, v.Words.Say("Appeal %d", a.AppealID), v.Event.Version)
}

// levelAction is the permission that deciding at a level takes.
func levelAction(l dispute.Level) access.Action {
	if l == dispute.ByChief {
		return access.DecideFinal
	}
	return access.DecideAppeal
}

func (h *appealHandlers) appealView(v *visit.Visit, f dispute.WholeIncident, a dispute.Appeal) (pages.Appeal, error) {
	facts := dispute.FactsOf(f.Incident)
	p, err := f.Propose()
	if err != nil {
		return pages.Appeal{}, err
	}
	page := pages.Appeal{
		ID: int(a.AppealID), Revision: f.Incident.Revision, Base: fmt.Sprintf("/e/%s/desk/appeals/%d", v.Event.Slug, a.AppealID), Evidence: h.evidence(v.Words, f, facts),
		Statements: spoken(f), Grounds: a.Grounds, FiledBy: a.FiledBy, FiledAt: a.FiledAt, Late: a.Late, Chain: stepsOf(v.Words, f, facts, p.Ruling), Points: pointsOf(v.Words, p.Ruling),
		Checks: shownChecks(v.Words, f.Checks(facts)), Level: wording.LevelName(v.Words, a.Level), Final: a.Level == dispute.ByChief,
		State: v.FormValue("state"), Outcome: v.FormValue("outcome"), Reason: v.FormText("reason"), Note: v.FormText("note"), Heard: map[string]bool{},
		MayDecide: v.CanIn(levelAction(a.Level), f.Section.SectionID), Clocks: [4]string{}, OpenQuestion: v.FormText("question"),
		Asked: v.FormText("asked"), Within: v.FormText("within"), Rulebook: f.Section.Rulebook, Holder: a.HolderName,
		MayWithdraw: a.State == dispute.AppealOpen && v.CanIn(access.EditIncident, f.Section.SectionID),
		Aside:       v.FormText("aside"), LateReason: v.FormText("late"), Withdrawal: v.FormText("withdrawal"),
		WhyNot: v.Words.Say("This appeal is decided by the %s.", wording.LevelName(v.Words, a.Level)),
	}
	for _, who := range dispute.ToHear {
		page.Heard[who] = v.FormValue("heard_"+who) == "yes"
	}
	page.Question, page.Where = claimSentence(v.Words, f, facts), whereOf(v, f)
	if f.Record != nil {
		page.Teams, page.Place = f.Record.Teams, v.Words.Say("Match %d", f.Record.Match.MatchNo)
		page.Team = f.Teams[max(0, f.Record.Pairing.Slot(a.TeamID)-1)].Name
	}
	reviewChoices(v, f, &page)
	now, err := h.clocksNow(v, f, facts)
	if err != nil {
		return page, err
	}
	for i, ms := range now {
		if page.Clocks[i] = v.FormText("clock_" + dispute.Seats[i]); page.Clocks[i] == "" {
			page.Clocks[i] = clockField(ms)
		}
	}
	page.History = packet(v.Words, f, a.AppealID, 0)
	if f.Section.AppealDeposit != "" {
		page.Deposit = v.Words.Say("Deposit of %s: %s", f.Section.AppealDeposit, v.Words.Say(depositWords[a.Deposit]))
	}
	page.Held = a.Holder != nil && *a.Holder == v.Who.Account.AccountID
	if page.Articles, err = h.ArticlesOf(v.Request().Context(), f, p.Ruling); err != nil {
		return page, err
	}
	if page.Precedents, err = h.precedentsOf(v, f); err != nil {
		return page, err
	}
	if a.AcceptedAt != nil {
		page.Accepted = &pages.Signed{Reason: a.AcceptedReason, By: a.AcceptedByName, At: *a.AcceptedAt}
	}
	if err := h.appealRecusal(v, a, &page); err != nil {
		return page, err
	}
	if a.State != dispute.AppealOpen {
		appealDecided(v, a, &page)
		if a.State == dispute.AppealSentBack && f.Incident.State == dispute.Open {
			page.Card = incidentBase(v, f)
		}
	}
	return page, h.appealEffect(v, f, &page)
}

// appealDecided fills in how an appeal ended.
func appealDecided(v *visit.Visit, a dispute.Appeal, page *pages.Appeal) {
	page.Decided = &pages.Signed{Sentence: v.Words.Say(wording.AppealWords(a.State).Decided), Reason: a.Reason, At: a.FiledAt, By: a.DecidedByName}
	if a.DecidedAt != nil {
		page.Decided.At = *a.DecidedAt
	}
	switch a.State {
	case dispute.AppealWithdrawn, dispute.AppealLapsed:
		return // nobody was to be heard
	case dispute.AppealSentBack:
		page.Decided.Sentence += v.Words.Say(" %s finds out: %s", a.Asked, a.Question)
		if a.DueAt != nil {
			page.Decided.Sentence += v.Words.Say(" By %s.", v.Clock(*a.DueAt))
		}
	}
	page.WasHeard, page.Note = whoWasHeard(v.Words, a)
}

// heardWords name who is heard before an appeal is decided.
var heardWords = map[string]text.Message{
	"claimant": text.Message("The claimant"), "opponent": text.Message("The other side"), "official": text.Message("The first official"),
}

// lapsedWith names the publication with which an appeal about a match of round
// lapsed at a time.
func lapsedWith(w text.Words, book *tournament.SectionBook, round int, at time.Time) string {
	for _, r := range book.Rounds {
		if r.RoundNo > round && r.Public() && r.PublishedAt != nil && !r.PublishedAt.Before(at) {
			return w.Say("Lapsed when round %d was published", r.RoundNo)
		}
	}
	return w.Say("Lapsed when the next round was published")
}

var depositWords = map[dispute.Deposit]text.Message{
	dispute.NoDeposit: text.Message("not paid"), dispute.DepositPaid: text.Message("paid"), dispute.DepositReturned: text.Message("returned"), dispute.DepositKept: text.Message("kept"),
}

// appealRecusal says at once when the reader may not decide, and who is next.
func (h *appealHandlers) appealRecusal(v *visit.Visit, a dispute.Appeal, page *pages.Appeal) error {
	if !page.MayDecide {
		return nil
	}
	review, err := h.Dispute.MayReview(v.Request().Context(), v.Event.EventID, a.AppealID, v.Who.Account.AccountID)
	if err != nil {
		return err
	}
	if review.WhyNot != nil {
		page.MayDecide, page.WhyNot = false, visit.SaidIn(v.Words, review.WhyNot)
		page.Aside = cmp.Or(page.Aside, page.WhyNot)
	}
	page.StepsTo = v.Words.Say("It goes to %s, %s.", review.Next.Name, wording.LevelName(v.Words, review.Next.Level))
	if review.Nobody != nil {
		page.StepsTo = visit.SaidIn(v.Words, review.Nobody)
	}
	return nil
}

func (h *appealHandlers) appealEffect(v *visit.Visit, f dispute.WholeIncident, page *pages.Appeal) error {
	if f.Record == nil {
		return nil
	}
	page.MatchBefore = score(v.Words, f.Record.Match.Result)
	page.MatchAfter = page.MatchBefore
	page.OneBoard = f.Section.TeamSize == 1
	book, err := h.Reader.Book(v.Request().Context(), v.Event.EventID, f.Section.SectionID)
	if err != nil {
		return err
	}
	page.Later = laterPairings(v.Words, book, f.Record.Round.RoundNo)
	if page.Decided != nil && page.Decided.By == "" {
		page.LapsedWith = lapsedWith(v.Words, book, f.Record.Round.RoundNo, page.Decided.At)
	}
	if page.Decided == nil {
		page.Round = waitingRound(v.Words, book, f.Incident.MatchID)
		if page.Correction, err = visit.CorrectionChoices(v, f, book); err != nil {
			return err
		}
	}
	if page.State != "modified" && page.State != "overturned" {
		return nil
	}
	d, err := decision(v, f)
	if visit.Refusable(err) {
		return nil // said at its field
	}
	if err != nil {
		return err
	}
	outcome := d.OnRecord()
	if outcome == "" {
		page.MatchAfter = withoutRulings(v.Words, f)
		return nil
	}
	page.MatchAfter = scoreOfOutcome(v.Words, outcome)
	if page.Correction != nil {
		page.Later = ""
		return visit.ShowRulingEffect(v, f, book, outcome, page.Correction)
	}
	page.Effect, err = standingsEffect(book, f.Record.Match.MatchID, outcome)
	return err
}

// decideAppeal signs the reviewer's decision.
func (h *appealHandlers) decideAppeal(v *visit.Visit) error {
	f, a, err := h.toReview(v)
	if err != nil {
		return err
	}
	var form fault.Form
	in := dispute.Review{
		AppealID: a.AppealID, Revision: v.FormNumber(&form, "revision", 0, 1<<30), Level: a.Level, State: dispute.AppealState(v.FormValue("state")),
		Reason: v.FormText("reason"), Note: v.FormText("note"), Question: v.FormText("question"), Asked: v.FormText("asked"),
	}
	if within := v.FormValue("within"); within != "" {
		in.Within = time.Duration(v.FormNumber(&form, "within", 1, 600)) * time.Minute
	}
	for _, who := range dispute.ToHear {
		if v.FormValue("heard_"+who) == "yes" {
			in.Heard = append(in.Heard, who)
		}
	}
	if err = form.Err(); err == nil && (in.State == dispute.AppealModified || in.State == dispute.AppealOverturned) {
		if in.Decision, err = reviewDecision(v, f, in.State); err == nil {
			in.Decision.Counts, in.Decision.From = visit.CorrectionScope(v, &form)
			err = form.Err()
		}
	}
	var tables string // to pair again once this is signed
	if err == nil && v.FormValue("then") == "pair" && in.Decision.Outcome != "" && a.State == dispute.AppealOpen {
		tables, err = h.TablesToPair(v, f, in.Decision.Outcome)
	}
	if err == nil {
		err = h.Dispute.Decide(v.Request().Context(), v.Event.EventID, v.Command(), in)
	}
	if fault.Is(err, fault.Forbidden) {
		return h.handOn(v, a, err)
	}
	if err == nil && tables != "" {
		return v.Onward(tables, v.Words.Say("Signed. Tell both teams. Here are the tables to pair again."))
	}
	return h.appealDone(v, a, err, v.Words.Say("Signed. Tell both teams."))
}

// handOn passes an appeal to the next person when somebody who may not decide
// has tried to.
func (h *appealHandlers) handOn(v *visit.Visit, a dispute.Appeal, why error) error {
	cmd := v.Command()
	cmd.Key, cmd.Reason = "", fault.Message(why)
	to, err := h.Dispute.StepAside(v.Request().Context(), v.Event.EventID, cmd, a.AppealID)
	if err != nil && !visit.Refusable(err) {
		return err
	}
	words := visit.SaidIn(v.Words, why)
	if err == nil {
		words += v.Words.Say(" The appeal goes to %s, %s.", to.To, wording.LevelName(v.Words, to.Level))
	} else {
		words += " " + visit.SaidIn(v.Words, err)
	}
	return h.appealDone(v, a, fault.New(fault.Forbidden, "%s", words), "")
}

// appealIn is an appeal of the file, which was read by its number.
func appealIn(f dispute.WholeIncident, id int64) *dispute.Appeal {
	return &f.Appeals[slices.IndexFunc(f.Appeals, func(a dispute.Appeal) bool { return a.AppealID == id })]
}

// appealDone shows the appeal after something was carried out or refused.
func (h *appealHandlers) appealDone(v *visit.Visit, a dispute.Appeal, err error, said string) error {
	return visit.Answer(v, err, func() error {
		now, viewErr := h.Dispute.Reader().WholeIncidentOfAppeal(v.Request().Context(), v.Event.EventID, a.AppealID)
		if viewErr != nil {
			return viewErr // somebody else may have been faster: the page shows what stands now
		}
		page, viewErr := h.appealView(v, now, *appealIn(now, a.AppealID))
		if viewErr != nil {
			return viewErr
		}
		page.Problem, page.Errors, page.NewPenalty.Errors = visit.SaidIn(v.Words, err), visit.FieldsIn(v.Words, err), visit.FieldsIn(v.Words, err)
		page.Revision = visit.MadeFrom(v, err, page.Revision)
		if page.Decided != nil || !page.MayDecide {
			page.NotTaken = reviewNotTaken(v)
		}
		if page.Correction != nil {
			page.Correction.Errors = page.Errors
		}
		return v.Again(err, pages.AppealPage(appealFrame(v, a), page))
	}, fmt.Sprintf("/e/%s/desk/appeals/%d", v.Event.Slug, a.AppealID), said)
}

// reviewerAct carries out something that only a reviewer of this appeal may do.
func (h *appealHandlers) reviewerAct(v *visit.Visit, said string, do func(id int64) error) error {
	_, a, err := h.toReview(v)
	if err != nil {
		return err
	}
	return h.appealDone(v, a, do(a.AppealID), said)
}

// holdAppeal takes an appeal up.
func (h *appealHandlers) holdAppeal(v *visit.Visit) error {
	return h.reviewerAct(v, v.Words.Say("You hold this appeal."), func(id int64) error {
		return h.Dispute.HoldAppeal(v.Request().Context(), v.Event.EventID, v.Command(), id)
	})
}

// acceptLate accepts a late appeal, or lets it lapse.
func (h *appealHandlers) acceptLate(v *visit.Visit) error {
	refuse := v.FormValue("do") == "refuse"
	said := v.Words.Say("Accepted although late. Decide it now.")
	if refuse {
		said = v.Words.Say("The appeal lapses; the ruling stands. Tell the team.")
	}
	return h.reviewerAct(v, said, func(id int64) error {
		if !refuse && v.FormValue("do") != "accept" {
			return fault.New(fault.Invalid, "Choose to accept the appeal or to let it lapse.")
		}
		return h.Dispute.AcceptLate(v.Request().Context(), v.Event.EventID, v.CommandWith("late"), id, refuse)
	})
}

// withdrawAppeal takes an appeal back for its team.
func (h *appealHandlers) withdrawAppeal(v *visit.Visit) error {
	f, a, err := h.appealOf(v)
	if err != nil {
		return err
	}
	if err := h.ownSection(v, access.EditIncident, f.Section.SectionID); err != nil {
		return err
	}
	err = h.Dispute.Withdraw(v.Request().Context(), v.Event.EventID, v.CommandWith("withdrawal"), a.AppealID)
	return h.appealDone(v, a, err, v.Words.Say("The appeal is withdrawn; the ruling stands."))
}

// stepAside hands the appeal on to the next person.
func (h *appealHandlers) stepAside(v *visit.Visit) error {
	_, a, err := h.toReview(v)
	if err != nil {
		return err
	}
	to, err := h.Dispute.StepAside(v.Request().Context(), v.Event.EventID, v.CommandWith("aside"), a.AppealID)
	if err != nil {
		return h.appealDone(v, a, err, "")
	}
	return v.Onward("/e/"+v.Event.Slug+"/desk/appeals", v.Words.Say("Appeal %d goes to %s, %s.", a.AppealID, to.To, wording.LevelName(v.Words, to.Level)))
}
