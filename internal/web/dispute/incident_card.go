package dispute

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/livegame"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/internal/wording"
	pages "github.com/tandemchess/tandem/templates/dispute"
	"github.com/tandemchess/tandem/templates/layout"
)

// incidentCard shows an incident for filling in; for reading only while somebody
// else writes on it.
func (h *Handlers) incidentCard(v *visit.Visit) error {
	f, err := h.incidentOf(v, access.SeeIncident)
	if err != nil {
		return err
	}
	facts := dispute.FactsOf(f.Incident)
	card, err := h.cardPage(v, f, facts)
	if err != nil {
		return err
	}
	return v.Page(pages.CardPage(cardFrame(v, f), card))
}

func cardFrame(v *visit.Visit, f dispute.WholeIncident) layout.Frame {
	return v.Frame(layout.Desk, v.Words.Say("Incident %d", f.Incident.IncidentID), v.Event.Version)
}

func (h *Handlers) cardPage(v *visit.Visit, f dispute.WholeIncident, facts dispute.Facts) (pages.Card, error) {
	c := pages.Card{
		ID: int(f.Incident.IncidentID), Revision: f.Incident.Revision, State: string(f.Incident.State), Base: incidentBase(v, f), Rulebook: f.Section.Rulebook,
		Summary: f.Incident.Summary, Kinds: claimChoices(v.Words), Kind: facts.Claim.Kind, By: facts.Claim.By, Against: facts.Claim.Against, Piece: facts.Claim.Piece,
		Silent: facts.Claim.Silent, Running: facts.Claim.Running, CallsAgreed: facts.Agreement, Evidence: h.evidence(v.Words, f, facts), OpenedAt: f.Incident.OpenedAt,
		ActLines: dispute.FormatActs(facts.Acts), Certainty: string(facts.Certainty), Owner: facts.Owner, Photo: f.Incident.Photo, Statements: spoken(f),
		CanRule: v.CanIn(access.MakeRuling, f.Section.SectionID), Open: f.Incident.State == dispute.Called || f.Incident.State == dispute.Open,
		ChiefCalled: f.Incident.ChiefCalledAt != nil, ChiefComes: f.Incident.ChiefComes, Sentence: claimSentence(v.Words, f, facts), Checks: shownChecks(v.Words, f.Checks(facts)), OneBoard: f.Section.TeamSize == 1,
	}
	c.CanEdit = c.Open && v.CanIn(access.EditIncident, f.Section.SectionID)
	if writer, name := f.Incident.Writing(v.Now); writer != v.Who.Account.AccountID && c.Open {
		c.Writer = name
	}
	for i, ms := range facts.Clocks {
		c.Clocks[i] = clockField(ms)
	}
	if facts.Other != nil {
		c.OtherOwner, c.Versions = facts.Other.Owner, true
		for i, ms := range facts.Other.Clocks {
			c.OtherClocks[i] = clockField(ms)
		}
	}
	for _, info := range rulebook.Claims() {
		if string(info.Kind) == facts.Claim.Kind {
			c.Question = v.Words.Told(info.Question)
		}
	}
	for _, kind := range dispute.ActKinds {
		choices := []layout.Choice{}
		for _, d := range kind.Details {
			choices = append(choices, layout.Choice{Value: d.Word, Label: d.Says.In(v.Words.Told)})
		}
		c.ActKinds = append(c.ActKinds, pages.ActKind{Kind: kind.Kind, Label: actLabel(v.Words, kind), Detail: kind.Detail, Choices: choices})
	}
	for _, a := range facts.Answers {
		question, answer := f.Asked(a)
		c.Answered = append(c.Answered, pages.Words{Label: f.Named(question).In(v.Words.Told), Text: answer.In(v.Words.Told)})
	}
	if c.Away = f.Record == nil && facts.AwayFromTables(); c.Away {
		c.Sentence, c.Checks, c.Kinds = "", nil, awayChoices(v.Words, c.Kind)
	}
	cardPeople(v.Words, f, &c)
	if len(f.Rulings) > 0 {
		c.Ruled = c.Base + "/ruling"
	}
	return c, h.cardAround(v, f, facts, &c)
}

// actLabel is an act as the list of acts offers it.
func actLabel(w text.Words, kind dispute.ActKind) string {
	if kind.Detail == "" {
		return w.Told(string(kind.Phrase))
	}
	return w.Told(string(kind.Phrase), "…")
}

// cardPeople fills in who can claim, speak and own a version.
func cardPeople(w text.Words, f dispute.WholeIncident, c *pages.Card) {
	c.Seats = append(c.Seats, layout.Choice{Value: "", Label: w.Say("choose")})
	for _, seat := range dispute.Seats[:2*f.Section.TeamSize] {
		c.Seats = append(c.Seats, layout.Choice{Value: seat, Label: seat + " " + wording.NameAt(f, seat)})
	}
	c.Speakers = append(c.Speakers, layout.Choice{Value: "0", Label: w.Say("somebody else")})
	for _, p := range f.Players {
		c.Speakers = append(c.Speakers, layout.Choice{Value: strconv.FormatInt(p.PlayerID, 10), Label: p.Name()})
	}
	c.Owners = append(c.Owners, layout.Choice{Value: "", Label: w.Say("nobody in particular")})
	for _, t := range f.Teams {
		if t.TeamID != 0 {
			c.Owners = append(c.Owners, layout.Choice{Value: t.Name, Label: w.Say("claimed by %s", t.Name)})
		}
	}
	c.Owners = append(c.Owners, layout.Choice{Value: "agreed", Label: w.Say("agreed")}, layout.Choice{Value: "reconstructed", Label: w.Say("reconstructed")},
		layout.Choice{Value: "official", Label: w.Say("as the official found it")})
	for _, owner := range []string{c.Owner, c.OtherOwner} {
		if !slices.ContainsFunc(c.Owners, func(o layout.Choice) bool { return o.Value == owner }) {
			c.Owners = append(c.Owners, layout.Choice{Value: owner, Label: w.Say("claimed by %s", owner)})
		}
	}
}

// cardAround fills in what stands around the facts: where the match is, what the
// players did before, other cards, and the question that decides.
func (h *Handlers) cardAround(v *visit.Visit, f dispute.WholeIncident, facts dispute.Facts, c *pages.Card) error {
	where, err := h.placesOf(v, map[int64]bool{f.Section.SectionID: true})
	if err != nil {
		return err
	}
	c.Place, _ = where.match(f.Section.SectionID, f.Incident.MatchID)
	c.Place += wording.AwayFrom(v.Words, f.Incident)
	c.Priors = priorsOf(v.Words, f, where.books[f.Section.SectionID])
	c.Clean = clean(f, c.Priors)
	for _, twin := range f.AlsoOpen {
		c.Twins = append(c.Twins, h.otherCard(v, f, twin))
	}
	for _, joined := range f.JoinedIn {
		c.JoinedIn = append(c.JoinedIn, h.otherCard(v, f, joined))
	}
	if f.Incident.JoinedTo != nil {
		c.JoinedTo = fmt.Sprintf("/e/%s/desk/incidents/%d", v.Event.Slug, *f.Incident.JoinedTo)
	}
	for i := range f.Appeals {
		if a := f.Appeals[i]; a.State == dispute.AppealSentBack && c.Open {
			c.SentBack = &pages.SentBack{Question: a.Question, Asked: a.Asked, By: a.DecidedByName, Due: a.DueAt, Reason: a.Reason}
		}
	}
	if pending := f.Incident.Pending; pending != nil {
		c.Pending = pending.ByName + ": " + f.ToldPending().In(v.Words.Told)
	}
	if p, err := f.Propose(); err == nil { // facts that make no case yet ask nothing
		if facts.Claim.Kind == string(rulebook.ClaimConduct) && len(p.Missing) == 0 {
			c.Question = "" // the act is there
		}
		if c.Ask, err = askOf(v.Words, f, p); err != nil {
			return err
		}
	}
	return h.startPositions(v, f, c)
}

// otherCard names another card of the match.
func (h *Handlers) otherCard(v *visit.Visit, f dispute.WholeIncident, i dispute.Incident) pages.Line {
	line := pages.Line{
		ID: i.IncidentID, State: string(i.State), What: wording.ClaimLabel(v.Words, i.Kind), At: i.OpenedAt, To: fmt.Sprintf("/e/%s/desk/incidents/%d", v.Event.Slug, i.IncidentID),
	}
	for _, t := range f.Teams {
		if i.CalledBy != nil && *i.CalledBy == t.TeamID {
			line.Teams = v.Words.Say("called by %s", t.Name)
		}
	}
	if i.Summary != "" {
		line.What += ": " + i.Summary
	}
	return line
}

// startPositions are what a board can be set to at once.
func (h *Handlers) startPositions(v *visit.Visit, f dispute.WholeIncident, c *pages.Card) error {
	const empty = "8/8/8/8/8/8/8/8[] w - - 0 1"
	c.Starts = []pages.Start{{Label: v.Words.Say("Initial position"), A: dispute.StartFEN, B: dispute.StartFEN}, {Label: v.Words.Say("Empty boards"), A: empty, B: empty}}
	if f.Incident.MatchID == nil || !c.CanEdit {
		return nil
	}
	live, err := h.Live.LiveMatch(v.Request().Context(), v.Event.EventID, *f.Incident.MatchID)
	if err != nil || len(live.Steps) == 0 {
		return err
	}
	now, clocks := live.Head()
	last := pages.Start{Label: v.Words.Say("Last recorded move"), A: now.Board(bughouse.A).FEN(), B: now.Board(bughouse.B).FEN()}
	for i, ms := range clocks {
		last.Clocks[i] = clockField(ms)
	}
	c.Starts = append([]pages.Start{last}, c.Starts...)
	return nil
}

// clockField is a clock as its field shows it, empty while unknown.
func clockField(ms int64) string {
	if ms < 0 {
		return ""
	}
	return layout.ClockTime(ms)
}

// claimSentence says who claims what against whom.
func claimSentence(w text.Words, f dispute.WholeIncident, facts dispute.Facts) string {
	if facts.Claim.By == "" || facts.Claim.Kind == "" {
		return w.Say("Choose what is claimed and who claims it.")
	}
	seat, err := bughouse.ParseSeat(facts.Claim.By)
	if err != nil {
		return w.Say("Choose who claims.")
	}
	against := seat.Opponent().String()
	if facts.Claim.Against != "" {
		against = facts.Claim.Against
	}
	who := wording.NameAt(f, facts.Claim.By)
	whom := wording.NameAt(f, against)
	if f.Record != nil {
		who += " (" + f.TeamAt(facts.Claim.By).Name + ")"
		if slices.Contains(dispute.Seats[:], against) {
			whom += " (" + f.TeamAt(against).Name + ")"
		}
	}
	return w.Say("%s claims: %s. Against %s.", who, claimName(w, facts.Claim.Kind), whom)
}

// saveIncident saves the card. Its page saves at every change and wants only to
// know that (then=keep); "Save and rule" leads on; an answer to the deciding
// question is recorded behind the save.
func (h *Handlers) saveIncident(v *visit.Visit) error {
	f, err := h.incidentOf(v, access.EditIncident)
	if err != nil {
		return err
	}
	in, err := cardForm(v, f)
	if err == nil {
		err = h.Dispute.SaveFacts(v.Request().Context(), v.Event.EventID, v.Command(), in)
	}
	if v.FormValue("then") == "keep" {
		return h.kept(v, f, in, err)
	}
	if err != nil {
		return h.cardAgain(v, f, err)
	}
	if fact, n, ok := strings.Cut(v.FormValue("answer"), "|"); ok {
		return h.answerOnCard(v, f, fact, n)
	}
	if v.FormValue("then") == "rule" {
		return v.SeeOther("%s/ruling", incidentBase(v, f))
	}
	return v.Onward(incidentBase(v, f), v.Words.Say("Saved."))
}

// savedIncident answers a save at a change (incident-card.js).
type savedIncident struct {
	Revision int `json:"revision"`
}

// kept answers a save at a change: the new revision, or what is wrong with it. A
// save whose answer was lost comes again and finds itself saved.
func (h *Handlers) kept(v *visit.Visit, f dispute.WholeIncident, in dispute.SaveFacts, err error) error {
	if fault.Is(err, fault.Stale) && f.Incident.Summary == in.Summary {
		if len(dispute.Differences(dispute.FactsOf(f.Incident), in.Facts)) == 0 {
			return v.JSON(http.StatusOK, savedIncident{Revision: f.Incident.Revision})
		}
	}
	if visit.Refusable(err) {
		return v.JSON(visit.StatusOf[fault.Of(err)], visit.Refusal{Problem: visit.FirstSaidIn(v.Words, err)})
	}
	if err != nil {
		return err
	}
	now, err := h.Dispute.Reader().WholeIncident(v.Request().Context(), v.Event.EventID, f.Incident.IncidentID)
	if err != nil {
		return err
	}
	return v.JSON(http.StatusOK, savedIncident{Revision: now.Incident.Revision})
}

// answerOnCard records what the official learned, on the card just saved.
func (h *Handlers) answerOnCard(v *visit.Visit, f dispute.WholeIncident, fact, number string) error {
	n, err := strconv.Atoi(number)
	if err != nil {
		return fault.New(fault.Invalid, "Choose one of the answers.")
	}
	now, err := h.Dispute.Reader().WholeIncident(v.Request().Context(), v.Event.EventID, f.Incident.IncidentID)
	if err != nil {
		return err
	}
	cmd := v.Command()
	if cmd.Key != "" {
		cmd.Key += "-answer"
	}
	err = h.Dispute.AnswerQuestion(v.Request().Context(), v.Event.EventID, cmd, dispute.AnswerQuestion{
		IncidentID: f.Incident.IncidentID, Revision: now.Incident.Revision, Fact: fact, Number: n,
	})
	if err != nil {
		return err
	}
	return v.SeeOther("%s", incidentBase(v, f))
}

// cardForm reads the card as typed; the facts are those that can be read, whatever cannot.
func cardForm(v *visit.Visit, f dispute.WholeIncident) (dispute.SaveFacts, error) {
	var form fault.Form
	facts := dispute.FactsOf(f.Incident)
	kind := v.FormValue("kind")
	in := dispute.SaveFacts{
		IncidentID: f.Incident.IncidentID, Revision: v.FormNumber(&form, "revision", 0, 1<<30), Summary: v.FormText("summary"), Photo: v.FormText("photo"),
		WrittenAt: writtenAt(v),
	}
	if f.Record == nil && facts.AwayFromTables() && !v.Request().Form.Has("a") { // its page has no boards
		facts.Claim.Kind = kind
		in.Facts = facts
		return in, form.Err()
	}
	for i, typed := range []string{v.FormText("a"), v.FormText("b")} {
		if typed != []string{facts.BoardA, facts.BoardB}[i] {
			facts.Dropped[i] = nil // a board set up by hand no longer says who was dropped
		}
	}
	facts.BoardA, facts.BoardB = v.FormText("a"), v.FormText("b")
	if f.Section.TeamSize == 1 {
		facts.BoardB = ""
	}
	facts.Clocks = clockFields(v, &form, "clock_")
	facts.Claim = dispute.Claim{
		By: v.FormValue("by"), Kind: kind, Against: v.FormValue("against"), Silent: v.FormValue("silent") == "yes",
		Running: v.FormValue("running") == "yes", Piece: v.FormValue("piece"),
	}
	facts.Agreement, facts.Certainty, facts.Other = v.FormValue("calls_agreed") == "yes", dispute.Certainty(v.FormValue("certainty")), nil
	facts.Owner = v.FormText("owner")
	if a := v.FormText("other_a"); a != "" {
		facts.Other = &dispute.Version{Owner: v.FormText("other_owner"), BoardA: a, BoardB: v.FormText("other_b"), Clocks: clockFields(v, &form, "other_clock_")}
	}
	if v.FormValue("then") == "other" { // the other version begins as the first
		facts.Certainty = dispute.Disputed
		facts.Other = &dispute.Version{BoardA: facts.BoardA, BoardB: facts.BoardB, Clocks: facts.Clocks}
	}
	acts, err := dispute.ParseActs(v.FormValue("acts"))
	if err == nil {
		facts.Acts = acts
	}
	in.Facts = facts
	return in, cmp.Or(err, form.Err())
}

// clockFields reads the four clocks.
func clockFields(v *visit.Visit, form *fault.Form, prefix string) (clocks [4]int64) {
	for i, seat := range dispute.Seats {
		ms, ok := chessClock(v.FormText(prefix + seat))
		if !ok {
			form.Add(prefix+seat, "Type a time such as 2:41 or 241, or leave it empty.")
		}
		clocks[i] = ms
	}
	return clocks
}

// writtenAt is when something was written that a device kept without contact;
// zero for everything else.
func writtenAt(v *visit.Visit) time.Time {
	at, err := time.Parse(time.RFC3339, v.FormValue("written_at"))
	if err != nil {
		return time.Time{}
	}
	return at.UTC()
}

// cardAgain shows the card as typed with what is wrong with it. What people may not read
// is handed on.
func (h *Handlers) cardAgain(v *visit.Visit, f dispute.WholeIncident, cause error) error {
	if !visit.Refusable(cause) {
		return cause
	}
	f, err := h.Dispute.Reader().WholeIncident(v.Request().Context(), v.Event.EventID, f.Incident.IncidentID)
	if err != nil {
		return err // somebody else may have been faster: the page shows what stands now
	}
	facts := dispute.FactsOf(f.Incident)
	if v.FormValue("revision") != "" { // the card was sent, not one of the small forms beside it
		in, _ := cardForm(v, f) // what cannot be read of it is the cause
		facts = in.Facts
	}
	c, err := h.cardPage(v, f, facts)
	if err != nil {
		return err
	}
	cardNotTaken(v, &c)
	if !c.Open || fault.Is(cause, fault.Stale) {
		c.Stale = differencesOf(v.Words, dispute.FactsOf(f.Incident), facts)
	}
	if typed := v.FormValue("acts"); typed != "" {
		c.ActLines = typed
	}
	c.Problem, c.Errors, c.Revision = visit.SaidIn(v.Words, cause), visit.FieldsIn(v.Words, cause), visit.MadeFrom(v, cause, c.Revision)
	for i, seat := range dispute.Seats {
		for prefix, clocks := range map[string]*[4]string{"clock_": &c.Clocks, "other_clock_": &c.OtherClocks} {
			if c.Errors[prefix+seat] != "" {
				clocks[i] = v.FormText(prefix + seat)
			}
		}
	}
	if reason := c.Errors["reason"]; reason != "" {
		c.Problem = reason
	}
	return v.Again(cause, pages.CardPage(cardFrame(v, f), c))
}

// differencesOf tells what two states of a card do not agree about.
func differencesOf(w text.Words, before, after dispute.Facts) []pages.Difference {
	var list []pages.Difference
	for _, d := range dispute.Differences(before, after) {
		shown := pages.Difference{What: d.What.In(w.Told), Before: d.Before.In(w.Told), After: d.After.In(w.Told)}
		if d.Men != [2]string{} {
			shown.Before, shown.After = cmp.Or(menIn(w, d.Men[0]), shown.Before), cmp.Or(menIn(w, d.Men[1]), shown.After)
		}
		list = append(list, shown)
	}
	return list
}

// menIn is a board in words, "" when it cannot be read.
func menIn(w text.Words, fen string) string {
	setup, err := bughouse.ParseFEN(fen)
	if err != nil {
		return ""
	}
	return wording.BothSides(w, setup)
}

// claimName is a kind of claim inside a sentence.
func claimName(w text.Words, kind string) string {
	if info, ok := rulebook.ClaimKind(kind).Info(); ok {
		return info.Name().In(w.Told)
	}
	return kind
}

// chessClock reads a clock of the card; empty and –:–– are unknown.
func chessClock(text string) (ms int64, ok bool) {
	if strings.Contains(text, "–") {
		return livegame.NoClock, true
	}
	ms, err := livegame.ParseClock(text)
	return ms, err == nil
}
