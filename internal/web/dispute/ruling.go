package dispute

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
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/internal/wording"
	pages "github.com/tandemchess/tandem/templates/dispute"
	"github.com/tandemchess/tandem/templates/layout"
)

// rulingPage shows the proposal and takes the decision; once signed, it is the
// card to read aloud.
func (h *rulingHandlers) rulingPage(v *visit.Visit) error {
	f, err := h.incidentOf(v, access.SeeIncident)
	if err != nil {
		return err
	}
	r, err := h.rulingView(v, f)
	if err != nil {
		return h.cardAgain(v, f, err) // the facts make no case yet: the card says where
	}
	return v.Page(pages.RulingPage(rulingFrame(v, f), r))
}

func rulingFrame(v *visit.Visit, f dispute.WholeIncident) layout.Frame {
	return v.Frame(layout.Desk, v.Words.Say("Ruling on incident %d", f.Incident.IncidentID), v.Event.Version)
}

// rulingView puts the page together: the proposal with its reasons, the decision
// as typed, and what signing it changes.
func (h *rulingHandlers) rulingView(v *visit.Visit, f dispute.WholeIncident) (pages.Ruling, error) {
	facts := dispute.FactsOf(f.Incident)
	p, err := f.Propose()
	if err != nil {
		return pages.Ruling{}, err
	}
	r := pages.Ruling{
		ID: int(f.Incident.IncidentID), Revision: f.Incident.Revision, Where: whereOf(v, f), Rulebook: f.Section.Rulebook, Base: incidentBase(v, f), Evidence: h.evidence(v.Words, f, facts),
		Statements: spoken(f), Proposal: f.Headline(p).In(v.Words.Told), Explain: f.Named(p.Ruling.Explain).In(v.Words.Told), Discretion: p.Ruling.Verdict == rulebook.Discretion, Unanswered: len(p.Missing) > 0, Basis: string(p.Ruling.Basis),
		Steps: stepsOf(v.Words, f, facts, p.Ruling), Points: pointsOf(v.Words, p.Ruling), Choice: v.FormValue("choice"), Outcome: v.FormValue("outcome"), Reason: v.FormText("reason"), Hold: v.FormValue("hold") == "yes",
		MaySign: v.CanIn(access.MakeRuling, f.Section.SectionID), WhyNot: v.Words.Say("A director signs rulings."), HasMatch: f.Record != nil,
		MayFile: v.CanIn(access.EditIncident, f.Section.SectionID), Deposit: f.Section.AppealDeposit, AppealUntil: v.Words.Say("%d minutes", f.Section.AppealMinutes),
		SecondNeeded: f.Section.HeavyPenalties == tournament.SecondOfficial,
		Appellant:    v.FormValue("team"), Grounds: v.FormText("grounds"), DepositPaid: v.FormValue("deposit") == "yes", Open: f.Incident.State == dispute.Open || f.Incident.State == dispute.Called,
	}
	if r.Choice == "" && !r.Discretion {
		r.Choice = "follow"
	}
	if r.Seen, err = seenOf(f, facts); err != nil {
		return r, err
	}
	for i, ms := range facts.Clocks {
		if r.Clocks[i] = v.FormText("clock_" + dispute.Seats[i]); r.Clocks[i] == "" {
			r.Clocks[i] = clockField(ms)
		}
	}
	if r.Options, err = optionsOf(v.Words, f, p); err != nil {
		return r, err
	}
	if book, err := f.Section.Rules(); err == nil && len(book.AppealPath().Levels) == 0 {
		r.AppealSource = v.Words.Say("The rulebook names no appeal; this event does.")
	}
	if r.Ask, err = askOf(v.Words, f, p); err != nil {
		return r, err
	}
	rulingPeople(v.Words, f, p, &r)
	if f.Record == nil && p.Ruling.Verdict == rulebook.None {
		r.Explain = "" // it would tell of a match
	}
	r.NewPenalty, r.MustSayWhy = newPenalty(v, f), f.MustSayWhy(p).In(visit.Saying(v.Words))
	if err := h.effectOf(v, f, &r, p); err != nil {
		return r, err
	}
	if err := h.whoSigns(v, f, facts, p, &r); err != nil {
		return r, err
	}
	if signed := lastRuling(f); signed != nil && !r.Open {
		if err := h.signedCard(v, f, *signed, &r); err != nil {
			return r, err
		}
	}
	level := dispute.ByDirector
	if r.Signed != nil {
		level = lastRuling(f).LastHeard(f.Appeals)
	}
	if r.AppealTo, err = h.appealTo(v, f, level); err != nil {
		return r, err
	}
	if r.Articles, err = h.ArticlesOf(v.Request().Context(), f, p.Ruling); err != nil {
		return r, err
	}
	r.Precedents, err = h.precedentsOf(v, f)
	return r, err
}

// rulingPeople fills in the teams and players that a decision can name.
func rulingPeople(w text.Words, f dispute.WholeIncident, p dispute.Proposal, r *pages.Ruling) {
	r.SignLabel = w.Say("Sign the ruling")
	if f.Record == nil {
		return
	}
	r.Teams, r.Place = f.Record.Teams, w.Say("Match %d", f.Record.Match.MatchNo)
	r.OneBoard = f.Section.TeamSize == 1
	for _, t := range f.Teams {
		r.TeamChoices = append(r.TeamChoices, layout.Choice{Value: strconv.FormatInt(t.TeamID, 10), Label: t.Name})
	}
	r.FollowEffect, r.SignLabel = outcomeWords(w, p.Outcome, f.Record.Teams), signWords(w, p.Outcome, f.Record.Teams, f.Record.Match.MatchNo)
	r.FollowSign = r.SignLabel
	r.BoardOutcomes = boardOutcomes(w, f)
}

// boardOutcomes are the decisions about one board that leave the match to the other.
func boardOutcomes(w text.Words, f dispute.WholeIncident) (list []layout.Choice) {
	if f.Record == nil || f.Section.TeamSize == 1 {
		return nil
	}
	for i, board := range []string{"A", "B"} {
		white, black, other := f.TeamAt("W"+board).Name, f.TeamAt("B"+board).Name, []string{"B", "A"}[i]
		list = append(list, layout.Choice{Value: board + " W", Label: w.Say("%s win board %s, %s plays on", white, board, other)},
			layout.Choice{Value: board + " B", Label: w.Say("%s win board %s, %s plays on", black, board, other)},
			layout.Choice{Value: board + " none", Label: w.Say("board %s is drawn, %s plays on", board, other)})
	}
	return list
}

// newPenalty is what the form of a penalty offers, and what was typed into it.
func newPenalty(v *visit.Visit, f dispute.WholeIncident) pages.NewPenalty {
	n := pages.NewPenalty{
		Seats: []layout.Choice{{Value: "", Label: v.Words.Say("nobody")}}, Kinds: penaltyKinds(v.Words, f), Offences: f.Offences(),
		Seat: v.FormValue("penalty_seat"), Offence: v.FormText("penalty_offence"), Kind: v.FormValue("penalty"),
	}
	if f.Record == nil {
		playersOfSection(f, &n)
		return n
	}
	for _, seat := range f.People() {
		n.Seats = append(n.Seats, layout.Choice{Value: seat, Label: seat + " " + wording.NameAt(f, seat)})
		for _, ladder := range f.Ladders() {
			for _, next := range f.NextStep(seat, ladder) {
				n.NextSteps = append(n.NextSteps, pages.NextStep{Seat: seat, Offence: ladder, Kind: string(next)})
			}
		}
	}
	return n
}

// playersOfSection offers the players of all teams, by last name. Only those of whom the
// register knows something have a step of their own; the others stand on the first.
func playersOfSection(f dispute.WholeIncident, n *pages.NewPenalty) {
	known := func(seat string) bool {
		player, _ := f.PlayerAt(seat)
		return slices.ContainsFunc(f.Priors, func(p dispute.Penalty) bool {
			return p.TeamID == f.TeamAt(seat).TeamID || p.PlayerID != nil && *p.PlayerID == player.PlayerID
		})
	}
	var seats []layout.Choice
	var climbing []string
	for _, player := range f.Players {
		seat := dispute.PlayerSeat(player.PlayerID)
		if known(seat) {
			climbing = append(climbing, seat)
		}
		seats = append(seats, layout.Choice{Value: seat, Label: strings.Trim(player.LastName+", "+player.FirstName, ", ") + " · " + f.TeamAt(seat).Name})
	}
	slices.SortStableFunc(seats, func(a, b layout.Choice) int {
		return strings.Compare(tournament.NameKey(a.Label), tournament.NameKey(b.Label))
	})
	n.Seats = append(n.Seats, seats...)
	for _, ladder := range f.Ladders() {
		for _, next := range f.NextStep("", ladder) {
			n.NextSteps = append(n.NextSteps, pages.NextStep{Seat: "any", Offence: ladder, Kind: string(next)})
		}
		for _, seat := range climbing {
			for _, next := range f.NextStep(seat, ladder) {
				n.NextSteps = append(n.NextSteps, pages.NextStep{Seat: seat, Offence: ladder, Kind: string(next)})
			}
		}
	}
}

func penaltyKinds(w text.Words, f dispute.WholeIncident) (list []layout.Choice) {
	for _, kind := range f.PenaltyKinds() {
		list = append(list, layout.Choice{Value: string(kind), Label: remedyWords(w, kind)})
	}
	return list
}

// signWords is the effect of a signature on its button.
func signWords(w text.Words, o tournament.Outcome, teams [2]string, match int) string {
	switch slot := o.Winner(); {
	case slot != 0:
		return w.Say("Sign: %s win match %d", teams[slot-1], match)
	case o == tournament.Drawn:
		return w.Say("Sign: match %d is drawn", match)
	case o == tournament.DoubleLoss:
		return w.Say("Sign: both lose match %d", match)
	}
	return w.Say("Sign: play goes on")
}

// whoSigns says who may sign here, what to look at before, and what waits for a
// second official.
func (h *rulingHandlers) whoSigns(v *visit.Visit, f dispute.WholeIncident, facts dispute.Facts, p dispute.Proposal, r *pages.Ruling) error {
	r.Before = beforeSigning(v.Words, f, facts, p)
	me := v.Who.Account.AccountID
	why, err := h.Dispute.Recusal(v.Request().Context(), v.Event.EventID, f.Incident.IncidentID, me)
	if err != nil {
		return err
	}
	link := pages.Check{State: "ok", Headline: v.Words.Say("You have no link to either team.")}
	if f.Record == nil {
		link.Headline = v.Words.Say("Whether you are tied to a team is asked when you name a player of it.")
	}
	if tied := visit.SaidIn(v.Words, why); why != nil {
		r.MaySign, r.WhyNot, link = false, tied, pages.Check{State: "bad", Headline: tied}
	}
	r.Before = append([]pages.Check{link}, r.Before...)
	pending := f.Incident.Pending
	if pending == nil {
		return nil
	}
	r.Pending = &pages.Pending{Sentence: f.ToldPending().In(v.Words.Told), Reason: pending.Reason, By: pending.ByName, At: pending.At, Mine: pending.By == me && !f.Section.OneOfficial}
	return nil
}

// signedCard is the card to read aloud: the decision, and until when and to whom
// it may be appealed.
func (h *rulingHandlers) signedCard(v *visit.Visit, f dispute.WholeIncident, signed dispute.Ruling, r *pages.Ruling) (err error) {
	r.Signed = signedView(v.Words, f, signed)
	r.Earlier = packet(v.Words, f, 0, signed.RulingID)
	r.AppealUntil, r.RulingID = "", signed.RulingID
	if signed.Held {
		r.AnnounceAt = fmt.Sprintf("/e/%s/desk/%s/announcements", v.Event.Slug, f.Section.Slug)
	}
	if signed.AppealUntil != nil && signed.LastHeard(f.Appeals) != dispute.ByChief {
		r.AppealUntil = v.Clock(*signed.AppealUntil)
		r.AppealOver = v.Now.After(*signed.AppealUntil)
	}
	r.MayNote = signed.ForChief() && signed.MadeBy != v.Who.Account.AccountID &&
		(v.CanIn(access.DecideAppeal, f.Section.SectionID) || v.CanIn(access.DecideFinal, f.Section.SectionID))
	for i := range f.Appeals {
		a := f.Appeals[i]
		r.Appeals = append(r.Appeals, pages.AppealLine{
			ID: a.AppealID, Level: wording.LevelName(v.Words, a.Level), State: string(a.State), At: a.FiledAt, Late: a.Late, To: fmt.Sprintf("/e/%s/desk/appeals/%d", v.Event.Slug, a.AppealID),
		})
	}
	return nil
}

// appealTo names who decides an appeal against a ruling of a level.
func (h *rulingHandlers) appealTo(v *visit.Visit, f dispute.WholeIncident, level dispute.Level) (string, error) {
	reviewers, err := h.Dispute.Reader().Reviewers(v.Request().Context(), v.Event.EventID, f.Section.SectionID)
	if err != nil {
		return "", err
	}
	next := dispute.BySectionChief
	if level == dispute.BySectionChief || !slices.ContainsFunc(reviewers, func(r dispute.Reviewer) bool { return r.Level == dispute.BySectionChief }) {
		next = dispute.ByChief
	}
	var names []string
	for _, r := range reviewers {
		if r.Level == next {
			names = append(names, r.Name)
		}
	}
	if len(names) == 0 {
		return v.Words.Say("the %s", wording.LevelName(v.Words, next)), nil
	}
	return v.Words.Say("the %s, %s", wording.LevelName(v.Words, next), fault.Or(names...).In(v.Words.Told)), nil
}

func lastRuling(f dispute.WholeIncident) *dispute.Ruling {
	if standing := f.Standing(); standing != nil {
		return standing
	}
	if len(f.Rulings) == 0 {
		return nil
	}
	return &f.Rulings[len(f.Rulings)-1]
}

func signedView(w text.Words, f dispute.WholeIncident, r dispute.Ruling) *pages.Signed {
	view := &pages.Signed{
		Sentence: wording.TellsIn(w, f, r), Reason: wording.ReasonIn(w, f, r), By: r.MadeByName, Articles: strings.Join(r.Articles, ", "), State: string(r.State), Level: wording.LevelName(w, r.Level), At: r.At, Follows: r.Follows,
		Heavy: r.Heavy, Seconded: r.SecondedByName, Noted: r.NotedByName, ForChief: r.ForChief(),
	}
	for _, m := range r.Remedies {
		words := remedyWords(w, rulebook.RemedyKind(m.Kind))
		if m.Seat != nil {
			words = *m.Seat + ": " + words
		}
		if m.MS != nil && rulebook.RemedyKind(m.Kind) == rulebook.SetTime {
			words += " " + layout.ClockTime(*m.MS)
		}
		view.Remedies = append(view.Remedies, words)
	}
	return view
}

func outcomeWords(w text.Words, o tournament.Outcome, teams [2]string) string {
	switch o {
	case tournament.FirstWins:
		return teams[0] + " 1, " + teams[1] + " 0"
	case tournament.SecondWins:
		return teams[0] + " 0, " + teams[1] + " 1"
	case tournament.Drawn:
		return w.Say("Draw")
	case tournament.DoubleLoss:
		return w.Say("Both lose")
	}
	return w.Say("Play goes on.")
}

// restsOn and factWords say where a link of the chain comes from.
var (
	restsOn = map[rulebook.Basis]text.Message{
		rulebook.Explicit: text.Message("explicit in the text"), rulebook.Derived: text.Message("follows from the text"), rulebook.Default: text.Message("not explicit, this event’s default"),
		rulebook.OfficialsCall: text.Message("left to the official"), rulebook.HouseValue: text.Message("house rule of this event"),
	}
	factWords = map[ruling.FactState]text.Message{ruling.Recorded: text.Message("recorded"), ruling.Assumed: text.Message("assumed"), ruling.Missing: text.Message("not known")}
)

// stepsOf is the chain of reasons for reading, each fact once: one that was asked reads
// as answered, whatever else the chain says of it.
func stepsOf(w text.Words, f dispute.WholeIncident, facts dispute.Facts, r ruling.Ruling) []pages.Step {
	var steps []pages.Step
	told := map[string]bool{} // answers that stand in the chain
	answered := func(s ruling.Step) bool {
		return s.About != nil && slices.ContainsFunc(facts.Answers, func(a dispute.Answer) bool { return a.Fact == s.About.String() })
	}
	rules := len(r.Reasons)
	for i, s := range r.Reasons {
		step := pages.Step{Sentence: wording.UpperFirst(f.Named(s.Sentence).In(w.Told)), State: "ok", Article: strings.Join(s.Articles, ", ")}
		switch {
		case s.IsRule:
			rules = min(rules, i)
			step.Detail = w.Say(restsOn[s.Basis])
			switch {
			case s.Law != "" && s.Basis == rulebook.Default:
				step.Detail = w.Say("%s; left to %s", step.Detail, s.Law.In(w.Told))
			case s.Law != "":
				step.Detail = w.Say("left to %s", s.Law.In(w.Told))
			}
		case answered(s):
			told[s.About.String()] = true
			step.Detail = w.Say("asked and answered")
		default:
			step.Detail = w.Say(factWords[s.State])
			if s.State == ruling.Missing && !s.Asks {
				step.Detail = w.Say("taken for granted, nobody was asked")
			}
			if s.State != ruling.Recorded {
				step.State = "warn"
			}
		}
		steps = append(steps, step)
	}
	var rest []pages.Step
	for _, a := range facts.Answers {
		if !told[a.Fact] {
			question, answer := f.Asked(a)
			rest = append(rest, pages.Step{
				Sentence: f.Named(question).In(w.Told) + " " + wording.UpperFirst(answer.In(w.Told)) + ".", State: "ok", Detail: w.Say("asked and answered"),
			})
		}
	}
	return slices.Insert(steps, rules, rest...)
}

func pointsOf(w text.Words, r ruling.Ruling) []pages.OpenPoint {
	var points []pages.OpenPoint
	for _, p := range r.Points {
		point := pages.OpenPoint{Sentence: w.Say(
			"It is open point %d in the comparison of the rulebooks: %s This event does: %s.", p.Number, w.Rule(p.Setting.Question()), w.Answer(p.Setting, p.Applied),
		)}
		if words, ok := otherVerdicts[p.Verdict]; ok {
			point.Other = w.Say(words, w.Answer(p.Setting, p.Other))
		}
		points = append(points, point)
	}
	return points
}

// otherVerdicts say what the other answer to an open point would come to.
var otherVerdicts = map[rulebook.Verdict]text.Message{
	rulebook.Upheld: text.Message("The other answer (%s) would make it upheld."), rulebook.Denied: text.Message("The other answer (%s) would make it denied."),
	rulebook.Discretion: text.Message("The other answer (%s) would leave it to the official."), rulebook.None: text.Message("The other answer (%s) would change the match."),
}

// wouldBe say what an answer makes of the claim.
var wouldBe = map[rulebook.Verdict]text.Message{
	rulebook.Upheld: text.Message("The claim would be upheld."), rulebook.Denied: text.Message("The claim would be denied."),
	rulebook.Discretion: text.Message("It would be left to the official."), rulebook.None: text.Message("Nothing would be proposed."),
}

// optionsOf lists what the official may do where the rulebook leaves it open.
func optionsOf(w text.Words, f dispute.WholeIncident, p dispute.Proposal) ([]pages.Option, error) {
	if len(p.Missing) > 0 {
		return nil, nil
	}
	options, err := ruling.Options(p.Incident)
	if err != nil {
		return nil, fmt.Errorf("list the official's options: %w", err)
	}
	var list []pages.Option
	for _, o := range options {
		list = append(list, pages.Option{Sentence: f.Named(o.Sentence).In(w.Told)}) // an article of another book is never a reason by itself
	}
	return list, nil
}

// askOf is the one question worth asking before anything is signed.
func askOf(w text.Words, f dispute.WholeIncident, p dispute.Proposal) (*pages.Ask, error) {
	if len(p.Missing) > 0 {
		return nil, nil // the boards come first
	}
	q, ok, err := ruling.NextQuestion(p.Incident)
	if err != nil || !ok {
		return nil, err
	}
	ask := &pages.Ask{Text: f.Named(q.Text).In(w.Told), Fact: q.Fact.String()}
	for i, a := range q.Answers {
		effect := w.Say(wouldBe[a.Verdict])
		if p.Ruling.Lacks != 0 {
			effect = matchEffect(w, f, a.Match)
		}
		ask.Answers = append(ask.Answers, pages.AskAnswer{Value: strconv.Itoa(i), Label: a.Label.In(w.Told), Effect: effect})
	}
	return ask, nil
}

// matchEffect is what an answer makes of the match.
func matchEffect(w text.Words, f dispute.WholeIncident, match string) string {
	if f.Record == nil {
		return ""
	}
	o := dispute.OutcomeOf(f.Record.Match, match)
	if o == "" {
		return w.Say("The match stays open.")
	}
	return outcomeWords(w, o, f.Record.Teams)
}

func beforeSigning(w text.Words, f dispute.WholeIncident, facts dispute.Facts, p dispute.Proposal) []pages.Check {
	if f.Record == nil && facts.AwayFromTables() {
		if len(f.Statements) == 0 {
			return []pages.Check{{State: "warn", Headline: w.Say("Nobody was heard."), Detail: w.Say("Ask those who were there, and write down what they say.")}}
		}
		return []pages.Check{{State: "ok", Headline: w.Say("Somebody was heard.")}}
	}
	checks := []pages.Check{{State: "ok", Headline: w.Say("Both sides were heard.")}}
	if silent := f.Unheard(); len(silent) > 0 {
		checks[0] = pages.Check{State: "warn", Headline: w.Say("Hear both sides."), Detail: unheard(w, silent)}
	}
	if p.Ruling.Verdict == rulebook.None {
		checks = append(checks, pages.Check{
			State: "warn", Headline: w.Say("The card holds no claim."),
			Detail: w.Say("It was opened for: %s. Say on the card who claims what, and the rulebook answers that.", wording.ClaimLabel(w, f.Incident.Kind)),
		})
	}
	if facts.Certainty == dispute.Unasked || facts.Certainty == dispute.Disputed {
		checks = append(checks, pages.Check{State: "warn", Headline: w.Say("The position is not agreed."), Detail: w.Say("Say on the card whether it is as found, agreed or disputed.")})
	}
	return append(checks, shownChecks(w, f.CountPieces(facts))...)
}

// whereOf is the section of an incident, and the round, table and match it is about.
func whereOf(v *visit.Visit, f dispute.WholeIncident) string {
	if f.Record == nil {
		return f.Section.Name + wording.AwayFrom(v.Words, f.Incident)
	}
	return v.Words.Say("%s, round %d, table %d, match %d", f.Section.Name, f.Record.Round.RoundNo, f.Record.Pairing.Table(), f.Record.Match.MatchNo)
}

// unheard says of whom there is no statement yet.
func unheard(w text.Words, silent []string) string {
	switch {
	case len(silent) > 1:
		return w.Say("There is no statement of the claimant or the opponent yet.")
	case silent[0] == "claimant":
		return w.Say("There is no statement of the claimant yet.")
	}
	return w.Say("There is no statement of the opponent yet.")
}
