package dispute

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/ruling"
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
		ID: int(f.Incident.IncidentID), Revision: f.Incident.Revision, Where: whereOf(f), Rulebook: f.Section.Rulebook, Base: incidentBase(v, f), Evidence: h.evidence(f, facts),
		Statements: spoken(f), Proposal: f.Headline(p), Explain: f.Named(p.Ruling.Explain), Discretion: p.Ruling.Verdict == rulebook.Discretion, Unanswered: len(p.Missing) > 0, Basis: string(p.Ruling.Basis),
		Steps: stepsOf(f, facts, p.Ruling), Points: pointsOf(p.Ruling), Choice: v.FormValue("choice"), Outcome: v.FormValue("outcome"), Reason: v.FormText("reason"), Hold: v.FormValue("hold") == "yes",
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
	if r.Options, err = optionsOf(f, p); err != nil {
		return r, err
	}
	if book, err := f.Section.Rules(); err == nil && len(book.AppealPath().Levels) == 0 {
		r.AppealSource = v.Words.Say("The rulebook names no appeal; this event does.")
	}
	if r.Ask, err = askOf(f, p); err != nil {
		return r, err
	}
	rulingPeople(f, p, &r)
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
func rulingPeople(f dispute.WholeIncident, p dispute.Proposal, r *pages.Ruling) {
	r.SignLabel = "Sign the ruling"
	if f.Record == nil {
		return
	}
	r.Teams, r.Place = f.Record.Teams, fmt.Sprintf("Match %d", f.Record.Match.MatchNo)
	r.OneBoard = f.Section.TeamSize == 1
	for _, t := range f.Teams {
		r.TeamChoices = append(r.TeamChoices, layout.Choice{Value: strconv.FormatInt(t.TeamID, 10), Label: t.Name})
	}
	r.FollowEffect, r.SignLabel = outcomeWords(p.Outcome, f.Record.Teams), signWords(p.Outcome, f.Record.Teams, f.Record.Match.MatchNo)
	r.FollowSign = r.SignLabel
	r.BoardOutcomes = boardOutcomes(f)
}

// boardOutcomes are the decisions about one board that leave the match to the other.
func boardOutcomes(f dispute.WholeIncident) (list []layout.Choice) {
	if f.Record == nil || f.Section.TeamSize == 1 {
		return nil
	}
	for i, board := range []string{"A", "B"} {
		white, black, other := f.TeamAt("W"+board).Name, f.TeamAt("B"+board).Name, []string{"B", "A"}[i]
		list = append(list, layout.Choice{Value: board + " W", Label: white + " win board " + board + ", " + other + " plays on"},
			layout.Choice{Value: board + " B", Label: black + " win board " + board + ", " + other + " plays on"},
			layout.Choice{Value: board + " none", Label: "board " + board + " is drawn, " + other + " plays on"})
	}
	return list
}

// newPenalty is what the form of a penalty offers, and what was typed into it.
func newPenalty(v *visit.Visit, f dispute.WholeIncident) pages.NewPenalty {
	n := pages.NewPenalty{
		Seats: []layout.Choice{{Value: "", Label: "nobody"}}, Kinds: penaltyKinds(f), Offences: f.Offences(),
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

func penaltyKinds(f dispute.WholeIncident) (list []layout.Choice) {
	for _, kind := range f.PenaltyKinds() {
		list = append(list, layout.Choice{Value: string(kind), Label: remedyWords(kind)})
	}
	return list
}

// signWords is the effect of a signature on its button.
func signWords(o tournament.Outcome, teams [2]string, match int) string {
	switch slot := o.Winner(); {
	case slot != 0:
		return fmt.Sprintf("Sign: %s win match %d", teams[slot-1], match)
	case o == tournament.Drawn:
		return fmt.Sprintf("Sign: match %d is drawn", match)
	case o == tournament.DoubleLoss:
		return fmt.Sprintf("Sign: both lose match %d", match)
	}
	return "Sign: play goes on"
}

// whoSigns says who may sign here, what to look at before, and what waits for a
// second official.
func (h *rulingHandlers) whoSigns(v *visit.Visit, f dispute.WholeIncident, facts dispute.Facts, p dispute.Proposal, r *pages.Ruling) error {
	r.Before = beforeSigning(f, facts, p)
	me := v.Who.Account.AccountID
	tied, err := h.Dispute.Recusal(v.Request().Context(), v.Event.EventID, f.Incident.IncidentID, me, false)
	if err != nil {
		return err
	}
	link := pages.Check{State: "ok", Headline: v.Words.Say("You have no link to either team.")}
	if f.Record == nil {
		link.Headline = v.Words.Say("Whether you are tied to a team is asked when you name a player of it.")
	}
	if tied != "" {
		r.MaySign, r.WhyNot, link = false, tied, pages.Check{State: "bad", Headline: tied}
	}
	r.Before = append([]pages.Check{link}, r.Before...)
	pending := f.Incident.Pending
	if pending == nil {
		return nil
	}
	r.Pending = &pages.Pending{Sentence: pending.Sentence, Reason: pending.Reason, By: pending.ByName, At: pending.At, Mine: pending.By == me && !f.Section.OneOfficial}
	return nil
}

// signedCard is the card to read aloud: the decision, and until when and to whom
// it may be appealed.
func (h *rulingHandlers) signedCard(v *visit.Visit, f dispute.WholeIncident, signed dispute.Ruling, r *pages.Ruling) (err error) {
	r.Signed = signedView(signed)
	r.Earlier = packet(f, 0, signed.RulingID)
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
			ID: a.AppealID, Level: wording.LevelName(a.Level), State: string(a.State), At: a.FiledAt, Late: a.Late, To: fmt.Sprintf("/e/%s/desk/appeals/%d", v.Event.Slug, a.AppealID),
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
		return v.Words.Say("the %s", wording.LevelName(next)), nil
	}
	return v.Words.Say("the %s, %s", wording.LevelName(next), strings.Join(names, " or ")), nil
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

func signedView(r dispute.Ruling) *pages.Signed {
	view := &pages.Signed{
		Sentence: r.Sentence, Reason: r.Reason, By: r.MadeByName, Articles: strings.Join(r.Articles, ", "), State: string(r.State), Level: wording.LevelName(r.Level), At: r.At, Follows: r.Follows,
		Heavy: r.Heavy, Seconded: r.SecondedByName, Noted: r.NotedByName, ForChief: r.ForChief(),
	}
	for _, m := range r.Remedies {
		words := remedyWords(rulebook.RemedyKind(m.Kind))
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

// restsOn and factWords say where a link of the chain comes from.
var (
	restsOn = map[rulebook.Basis]string{
		rulebook.Explicit: "explicit in the text", rulebook.Derived: "follows from the text", rulebook.Default: "not explicit, this event’s default",
		rulebook.OfficialsCall: "left to the official", rulebook.HouseValue: "house rule of this event",
	}
	factWords = map[ruling.FactState]string{ruling.Recorded: "recorded", ruling.Assumed: "assumed", ruling.Missing: "not known"}
)

// stepsOf is the chain of reasons for reading, each fact once: one that was asked reads
// as answered, whatever else the chain says of it.
func stepsOf(f dispute.WholeIncident, facts dispute.Facts, r ruling.Ruling) []pages.Step {
	var steps []pages.Step
	told := map[string]bool{} // answers that stand in the chain
	answered := func(s ruling.Step) bool {
		return s.About != nil && slices.ContainsFunc(facts.Answers, func(a dispute.Answer) bool { return a.Fact == s.About.String() })
	}
	rules := len(r.Reasons)
	for i, s := range r.Reasons {
		step := pages.Step{Sentence: wording.UpperFirst(f.Named(s.Sentence)), State: "ok", Article: strings.Join(s.Articles, ", ")}
		switch {
		case s.IsRule:
			rules = min(rules, i)
			step.Detail = restsOn[s.Basis]
			switch {
			case s.Law != "" && s.Basis == rulebook.Default:
				step.Detail += "; left to " + s.Law
			case s.Law != "":
				step.Detail = "left to " + s.Law
			}
		case answered(s):
			told[s.About.String()] = true
			step.Detail = "asked and answered"
		default:
			step.Detail = factWords[s.State]
			if s.State == ruling.Missing && !strings.HasSuffix(s.Sentence, "?") {
				step.Detail = "taken for granted, nobody was asked"
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
			rest = append(rest, pages.Step{Sentence: f.Named(a.Question) + " " + wording.UpperFirst(a.Answer) + ".", State: "ok", Detail: "asked and answered"})
		}
	}
	return slices.Insert(steps, rules, rest...)
}

func pointsOf(r ruling.Ruling) []pages.OpenPoint {
	var points []pages.OpenPoint
	for _, p := range r.Points {
		points = append(points, pages.OpenPoint{
			Sentence: fmt.Sprintf("It is open point %d in the comparison of the rulebooks: %s This event does: %s.", p.Number, p.Setting.Question(), p.Setting.Say(p.Applied)),
			Other:    fmt.Sprintf("The other answer (%s) would make it %s.", p.Setting.Say(p.Other), p.Verdict),
		})
	}
	return points
}

// optionsOf lists what the official may do where the rulebook leaves it open.
func optionsOf(f dispute.WholeIncident, p dispute.Proposal) ([]pages.Option, error) {
	if len(p.Missing) > 0 {
		return nil, nil
	}
	options, err := ruling.Options(p.Incident)
	if err != nil {
		return nil, fmt.Errorf("list the official's options: %w", err)
	}
	var list []pages.Option
	for _, o := range options {
		option := pages.Option{Sentence: f.Named(o.Sentence)}
		if o.Source != "" && !strings.Contains(o.Sentence, "as "+o.Source+" has it") {
			option.Effect = "as " + o.Source + " has it" // an article of another book is never a reason by itself
		}
		list = append(list, option)
	}
	return list, nil
}

// askOf is the one question worth asking before anything is signed.
func askOf(f dispute.WholeIncident, p dispute.Proposal) (*pages.Ask, error) {
	if len(p.Missing) > 0 {
		return nil, nil // the boards come first
	}
	q, ok, err := ruling.NextQuestion(p.Incident)
	if err != nil || !ok {
		return nil, err
	}
	ask := &pages.Ask{Text: f.Named(q.Text), Fact: q.Fact.String()}
	for i, a := range q.Answers {
		effect := fmt.Sprintf("The claim would be %s.", a.Verdict)
		if p.Ruling.Lacks != 0 {
			effect = matchEffect(f, a.Match)
		}
		ask.Answers = append(ask.Answers, pages.AskAnswer{Value: strconv.Itoa(i), Label: a.Label, Effect: effect})
	}
	return ask, nil
}

// matchEffect is what an answer makes of the match.
func matchEffect(f dispute.WholeIncident, match string) string {
	if f.Record == nil {
		return ""
	}
	o := dispute.OutcomeOf(f.Record.Match, match)
	if o == "" {
		return "The match stays open."
	}
	return outcomeWords(o, f.Record.Teams)
}

func beforeSigning(f dispute.WholeIncident, facts dispute.Facts, p dispute.Proposal) []pages.Check {
	if f.Record == nil && facts.AwayFromTables() {
		if len(f.Statements) == 0 {
			return []pages.Check{{State: "warn", Headline: "Nobody was heard.", Detail: "Ask those who were there, and write down what they say."}}
		}
		return []pages.Check{{State: "ok", Headline: "Somebody was heard."}}
	}
	checks := []pages.Check{{State: "ok", Headline: "Both sides were heard."}}
	if silent := f.Unheard(); len(silent) > 0 {
		checks[0] = pages.Check{State: "warn", Headline: "Hear both sides.", Detail: "There is no statement of " + "the " + strings.Join(silent, " or the ") + " yet."}
	}
	if p.Ruling.Verdict == rulebook.None {
		checks = append(checks, pages.Check{
			State: "warn", Headline: "The card holds no claim.",
			Detail: "It was opened for: " + wording.ClaimLabel(f.Incident.Kind) + ". Say on the card who claims what, and the rulebook answers that.",
		})
	}
	if facts.Certainty == dispute.Unasked || facts.Certainty == dispute.Disputed {
		checks = append(checks, pages.Check{State: "warn", Headline: "The position is not agreed.", Detail: "Say on the card whether it is as found, agreed or disputed."})
	}
	return append(checks, shownChecks(f.CountPieces(facts))...)
}

// whereOf is the section of an incident, and the round, table and match it is about.
func whereOf(f dispute.WholeIncident) string {
	if f.Record == nil {
		return f.Section.Name + wording.AwayFrom(f.Incident)
	}
	return fmt.Sprintf("%s, round %d, table %d, match %d", f.Section.Name, f.Record.Round.RoundNo, f.Record.Pairing.Table(), f.Record.Match.MatchNo)
}
