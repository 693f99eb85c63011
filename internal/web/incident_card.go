package web

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/ruling"
	"github.com/tandemchess/tandem/internal/tournament"
	pages "github.com/tandemchess/tandem/templates/dispute"
	"github.com/tandemchess/tandem/templates/layout"
)

// incidentCard shows an incident for filling in.
func (s *Server) incidentCard(v *visit) error {
	f, err := s.incidentOf(v, access.SeeIncident)
	if err != nil {
		return err
	}
	facts, err := dispute.FactsOf(f.Incident)
	if err != nil {
		return err
	}
	return v.page(pages.CardPage(v.cardFrame(f), s.cardPage(v, f, facts)))
}

func (v *visit) cardFrame(f dispute.File) layout.Frame {
	return v.frame(layout.Desk, fmt.Sprintf("Incident %d", f.Incident.IncidentID), v.event.Version)
}

func (s *Server) cardPage(v *visit, f dispute.File, facts dispute.Facts) pages.Card {
	c := pages.Card{
		ID: int(f.Incident.IncidentID), Revision: f.Incident.Revision, State: string(f.Incident.State), Place: f.Subject(), Base: v.incidentBase(f),
		Summary: f.Incident.Summary, Kinds: claimChoices(), Kind: facts.Claim.Kind, By: facts.Claim.By, Against: facts.Claim.Against, Piece: facts.Claim.Piece,
		Silent: facts.Claim.Silent, Running: facts.Claim.Running, CallsAgreed: facts.Agreement, Evidence: s.evidence(f, facts),
		ActLines: dispute.FormatActs(facts.Acts), Certainty: string(facts.Certainty), Photo: f.Incident.Photo, Priors: priorsOf(f), Statements: spoken(f),
		CanEdit: v.canIn(access.EditIncident, f.Section.SectionID), CanRule: v.canIn(access.MakeRuling, f.Section.SectionID),
		Open: f.Incident.State == dispute.Called || f.Incident.State == dispute.Open,
	}
	for i, ms := range facts.Clocks {
		if ms >= 0 {
			c.Clocks[i] = layout.ClockTime(ms)
		}
	}
	if facts.Other != nil {
		c.OtherOwner, c.OtherA, c.OtherB = facts.Other.Owner, facts.Other.BoardA, facts.Other.BoardB
	}
	for _, info := range rulebook.Claims() {
		if string(info.Kind) == facts.Claim.Kind {
			c.Question = info.Question
		}
	}
	c.Seats = append(c.Seats, layout.Choice{Value: "", Label: "choose"})
	for _, seat := range dispute.Seats[:2*f.Section.TeamSize] {
		c.Seats = append(c.Seats, layout.Choice{Value: seat, Label: seat + " " + nameAt(f, seat)})
	}
	c.Speakers = append(c.Speakers, layout.Choice{Value: "0", Label: "somebody else"})
	for _, p := range f.Players {
		c.Speakers = append(c.Speakers, layout.Choice{Value: strconv.FormatInt(p.PlayerID, 10), Label: p.Name()})
	}
	if len(f.Rulings) > 0 {
		c.Ruled = c.Base + "/ruling"
	}
	c.Sentence, c.Checks = claimSentence(f, facts), append(legalityChecks(f, facts), conservation(f, facts)...)
	return c
}

// claimSentence says who claims what against whom.
func claimSentence(f dispute.File, facts dispute.Facts) string {
	if facts.Claim.By == "" || facts.Claim.Kind == "" {
		return "Choose what is claimed and who claims it."
	}
	seat, err := bughouse.ParseSeat(facts.Claim.By)
	if err != nil {
		return "Choose who claims."
	}
	against := seat.Opponent().String()
	if facts.Claim.Against != "" {
		against = facts.Claim.Against
	}
	who := nameAt(f, facts.Claim.By)
	whom := nameAt(f, against)
	if f.Record != nil {
		who += " (" + f.TeamAt(facts.Claim.By).Name + ")"
		if slices.Contains(dispute.Seats[:], against) {
			whom += " (" + f.TeamAt(against).Name + ")"
		}
	}
	return fmt.Sprintf("%s claims: %s. Against %s.", who, strings.ToLower(claimLabel(facts.Claim.Kind)), whom)
}

// legalityChecks tells which of the recorded moves the rules allow.
func legalityChecks(f dispute.File, facts dispute.Facts) []pages.Check {
	in, err := facts.Incident(f.Section, [4]ruling.Offences{})
	if err != nil {
		for _, why := range fault.Fields(err) {
			return []pages.Check{{State: "warn", Headline: "Not a case yet.", Detail: why}}
		}
		return nil
	}
	answer, err := ruling.Rule(in)
	if err != nil {
		return []pages.Check{{State: "warn", Headline: "Not a case yet.", Detail: err.Error()}}
	}
	var checks []pages.Check
	for _, l := range answer.Legality {
		if l.Act == 0 {
			continue
		}
		act := actWords(f, facts.Acts[l.Act-1])
		if l.Reason == bughouse.Legal {
			checks = append(checks, pages.Check{State: "ok", Headline: act, Detail: "is legal."})
			continue
		}
		checks = append(checks, pages.Check{State: "bad", Headline: act, Detail: "is illegal: " + ruling.SayIllegal(l.Reason) + "."})
	}
	return checks
}

// saveIncident saves the card; "Save and rule" leads on.
func (s *Server) saveIncident(v *visit) error {
	f, err := s.incidentOf(v, access.EditIncident)
	if err != nil {
		return err
	}
	in, err := v.cardForm(f)
	if err == nil {
		err = s.Dispute.SaveFacts(v.Request().Context(), v.event.EventID, v.command(), in)
	}
	if refusable(err) {
		return s.cardAgain(v, f, err)
	}
	if err != nil {
		return err
	}
	if v.FormValue("then") == "rule" {
		return v.seeOther("%s/ruling", v.incidentBase(f))
	}
	return v.say(v.incidentBase(f), "Saved.")
}

// cardForm reads the card as typed.
func (v *visit) cardForm(f dispute.File) (dispute.SaveFacts, error) {
	var form fault.Form
	facts, err := dispute.FactsOf(f.Incident)
	if err != nil {
		return dispute.SaveFacts{}, err
	}
	for i, typed := range []string{v.formText("a"), v.formText("b")} {
		if typed != []string{facts.BoardA, facts.BoardB}[i] {
			facts.Dropped[i] = nil // a board set up by hand no longer says who was dropped
		}
	}
	facts.BoardA, facts.BoardB = v.formText("a"), v.formText("b")
	if f.Section.TeamSize == 1 {
		facts.BoardB = ""
	}
	for i, seat := range dispute.Seats {
		ms, ok := chessClock(v.formText("clock_" + seat))
		if !ok {
			form.Add("clock_"+seat, "Type a time such as 2:41 or 241, or leave it empty.")
		}
		facts.Clocks[i] = ms
	}
	facts.Claim = dispute.Claim{
		By: v.FormValue("by"), Kind: v.FormValue("kind"), Against: v.FormValue("against"), Silent: v.FormValue("silent") == "yes",
		Running: v.FormValue("running") == "yes", Piece: v.FormValue("piece"),
	}
	facts.Agreement, facts.Certainty, facts.Other = v.FormValue("calls_agreed") == "yes", dispute.Certainty(v.FormValue("certainty")), nil
	if owner, a, b := v.formText("other_owner"), v.formText("other_a"), v.formText("other_b"); owner != "" || a != "" || b != "" {
		facts.Other = &dispute.Version{Owner: owner, BoardA: a, BoardB: b, Clocks: facts.Clocks}
	}
	in := dispute.SaveFacts{
		IncidentID: f.Incident.IncidentID, Revision: v.formNumber(&form, "revision", 0, 1<<30), Summary: v.formText("summary"), Photo: v.formText("photo"),
	}
	acts, err := dispute.ParseActs(v.FormValue("acts"))
	if err != nil {
		return in, err
	}
	facts.Acts = acts
	in.Facts = facts
	return in, form.Err()
}

// cardAgain shows the card as typed with what is wrong with it.
func (s *Server) cardAgain(v *visit, f dispute.File, cause error) error {
	in, err := v.cardForm(f)
	facts := in.Facts
	if err != nil || v.FormValue("revision") == "" {
		if facts, err = dispute.FactsOf(f.Incident); err != nil {
			return err
		}
	}
	c := s.cardPage(v, f, facts)
	if typed := v.FormValue("acts"); typed != "" {
		c.ActLines = typed
	}
	c.Problem, c.Errors = fault.Message(cause), fault.Fields(cause)
	if reason := c.Errors["reason"]; reason != "" {
		c.Problem = reason
	}
	return v.again(cause, pages.CardPage(v.cardFrame(f), c))
}

// chessClock reads a clock of the card; empty and –:–– are unknown.
func chessClock(text string) (ms int64, ok bool) {
	if strings.Contains(text, "–") {
		return tournament.NoClock, true
	}
	ms, err := tournament.ParseClock(text)
	return ms, err == nil
}
