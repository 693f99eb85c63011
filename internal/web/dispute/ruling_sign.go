package dispute

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/livegame"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/internal/wording"
	pages "github.com/tandemchess/tandem/templates/dispute"
)

// decision reads the choice of another outcome: what becomes of the match or of
// one board, the clocks when play goes on, and a penalty for a player.
func decision(v *visit.Visit, f dispute.WholeIncident) (dispute.Decision, error) {
	var form fault.Form
	d := dispute.Decision{Clocks: clockFields(v, &form, "clock_")}
	if err := form.Err(); err != nil {
		return d, err
	}
	if seat := v.FormValue("penalty_seat"); seat != "" {
		d.Penalties = []dispute.PersonPenalty{{Seat: seat, Offence: v.FormText("penalty_offence"), Kind: rulebook.RemedyKind(v.FormValue("penalty"))}}
	}
	text := v.FormValue("outcome")
	board, winner, boardOnly := strings.Cut(text, " ")
	switch {
	case text == "replay":
		d.Replay = true
		return d, nil
	case text == "card":
		d.Restore = true
		return d, nil
	case boardOnly && f.Record != nil && (board == "A" || board == "B"):
		end := livegame.BoardEnd{Reason: rulebook.ReasonRuled}
		if winner == "W" || winner == "B" {
			end = livegame.BoardEnd{Winner: f.Record.Match.SlotOf(winner + board), Reason: "forfeit"}
		}
		if board == "A" {
			d.Ends.A = end
		} else {
			d.Ends.B = end
		}
		return d, nil
	}
	var err error
	if d.Outcome, err = tournament.ParseOutcome(text); err != nil {
		form.Add("outcome", "Choose an outcome from the list.")
	}
	return d, form.Err()
}

// answerQuestion records what the official learned.
func (h *rulingHandlers) answerQuestion(v *visit.Visit) error {
	f, err := h.incidentOf(v, access.EditIncident)
	if err != nil {
		return err
	}
	var form fault.Form
	in := dispute.AnswerQuestion{
		IncidentID: f.Incident.IncidentID, Revision: v.FormNumber(&form, "revision", 0, 1<<30), Fact: v.FormValue("fact"), Number: v.FormNumber(&form, "answer", 0, 20),
	}
	if err := form.Err(); err != nil {
		return err
	}
	if err := h.Dispute.AnswerQuestion(v.Request().Context(), v.Event.EventID, v.Command(), in); err != nil {
		return err
	}
	return v.SeeOther("%s/ruling", incidentBase(v, f))
}

// signRuling signs the director's decision.
func (h *rulingHandlers) signRuling(v *visit.Visit) error {
	f, err := h.incidentOf(v, access.MakeRuling)
	if err != nil {
		return err
	}
	var form fault.Form
	in := dispute.Sign{
		IncidentID: f.Incident.IncidentID, Revision: v.FormNumber(&form, "revision", 0, 1<<30), Choice: dispute.Choice(v.FormValue("choice")), Reason: v.FormText("reason"),
		Hold: v.FormValue("hold") == "yes",
	}
	in.Counts, in.From = visit.CorrectionScope(v, &form)
	if err = form.Err(); err == nil && in.Choice == dispute.Otherwise {
		in.Decision, err = decision(v, f)
	}
	var tables string // to pair again once this is signed
	if err == nil && v.FormValue("then") == "pair" {
		tables, err = h.tablesOfRuling(v, f, in)
	}
	var signed dispute.Signed
	if err == nil {
		signed, err = h.Dispute.Sign(v.Request().Context(), v.Event.EventID, v.Command(), in)
	}
	if visit.Refusable(err) {
		r, viewErr := h.rulingAgain(v, &f, err)
		if viewErr != nil {
			return viewErr
		}
		if r.Correction != nil {
			r.Correction.Errors = r.Errors
		}
		if fault.Is(err, fault.Stale) {
			if r.Stale, viewErr = sinceOpening(v, f); viewErr != nil {
				return viewErr
			}
			r.Problem = v.Words.Say("The incident changed since you opened this page. Look at what changed, then sign again.")
		}
		return v.Again(err, pages.RulingPage(rulingFrame(v, f), r))
	}
	if err != nil {
		return err
	}
	if signed.Waits {
		return v.Onward(incidentBase(v, f)+"/ruling", v.Words.Say("A second official confirms it on this page. Until then nothing counts."))
	}
	if tables != "" {
		return v.Onward(tables, v.Words.Say("Signed. Read it to both teams. Here are the tables to pair again."))
	}
	if in.Hold {
		return v.Onward(incidentBase(v, f)+"/ruling", v.Words.Say("Signed and held. Nobody but officials knows it until it is announced."))
	}
	return v.Onward(incidentBase(v, f)+"/ruling", v.Words.Say("Signed. Read it to both teams."))
}

// tablesOfRuling is where tables are paired again once a ruling is signed, empty
// when it leaves the match open, and for a card that is ruled already.
func (h *rulingHandlers) tablesOfRuling(v *visit.Visit, f dispute.WholeIncident, in dispute.Sign) (string, error) {
	if f.Record == nil || f.Incident.State != dispute.Open {
		return "", nil
	}
	p, err := f.Propose()
	if err != nil {
		return "", err
	}
	outcome, err := chosenOutcome(v, f, p, string(in.Choice))
	if err != nil || outcome == "" || outcome == tournament.NoResult {
		return "", err
	}
	return h.TablesToPair(v, f, outcome)
}

// seen is what the page showed when it was opened; the form carries it, so that a
// refused signature can say what changed.
type seen struct {
	Facts      dispute.Facts `json:"facts"`
	Statements int           `json:"statements"`
}

func seenOf(f dispute.WholeIncident, facts dispute.Facts) (string, error) {
	text, err := json.Marshal(seen{facts, len(f.Statements)})
	return string(text), err
}

// sinceOpening is what changed on the card since the page was opened.
func sinceOpening(v *visit.Visit, f dispute.WholeIncident) ([]pages.Difference, error) {
	var was seen
	if err := json.Unmarshal([]byte(v.FormValue("seen")), &was); err != nil {
		return nil, nil // a form without it shows the card as it is
	}
	list := differencesOf(v.Words, was.Facts, dispute.FactsOf(f.Incident))
	for _, s := range f.Statements[min(was.Statements, len(f.Statements)):] {
		list = append(list, pages.Difference{What: v.Words.Say("Statement of %s", s.Speaker), After: s.Body})
	}
	return list, nil
}

// secondRuling confirms a ruling with a heavy penalty, or gives it up.
func (h *rulingHandlers) secondRuling(v *visit.Visit) error {
	f, err := h.incidentOf(v, access.MakeRuling)
	if err != nil {
		return err
	}
	said, to := v.Words.Say("The ruling that waited is given up. Nothing counted."), incidentBase(v, f)+"/ruling"
	switch v.FormValue("do") {
	case "drop":
		err = h.Dispute.DropPending(v.Request().Context(), v.Event.EventID, v.Command(), f.Incident.IncidentID)
	case "confirm":
		var form fault.Form
		revision := v.FormNumber(&form, "revision", 0, 1<<30)
		var tables string
		if err = form.Err(); err == nil {
			tables, err = h.tablesOfPending(v, f)
		}
		if err == nil {
			_, err = h.Dispute.Second(v.Request().Context(), v.Event.EventID, v.Command(), f.Incident.IncidentID, revision)
		}
		said = v.Words.Say("Confirmed and signed. Read it to both teams.")
		if tables != "" {
			said, to = v.Words.Say("%s Here are the tables that hang on it.", said), tables
		}
	default:
		err = fault.New(fault.Invalid, "Choose to confirm the ruling or to give it up.")
	}
	if err != nil {
		return h.rulingDone(v, f, err, said)
	}
	return v.Onward(to, said)
}

// tablesOfPending is where tables are paired again once the ruling that waits is
// confirmed, empty when nothing depends on it or the visitor publishes no rounds.
func (h *rulingHandlers) tablesOfPending(v *visit.Visit, f dispute.WholeIncident) (string, error) {
	pending := f.Incident.Pending
	if pending == nil || pending.Counts != "" || pending.From != 0 || f.Record == nil || f.Incident.State != dispute.Open {
		return "", nil
	}
	outcome := pending.Decision.OnRecord()
	if pending.Choice == dispute.Follow {
		p, err := f.Propose()
		if err != nil {
			return "", err
		}
		outcome = p.Outcome
	}
	if pending.Choice == dispute.Deny || outcome == "" || outcome == tournament.NoResult {
		return "", nil
	}
	c, err := h.RulingAhead(v, f, outcome)
	if err != nil || c == nil || !c.Next.MayPair() {
		return "", err
	}
	return c.Next.To, nil
}

// noteRuling says that a chief has looked at a ruling.
func (h *rulingHandlers) noteRuling(v *visit.Visit) error {
	f, err := h.incidentOf(v, access.SeeAppeals)
	if err != nil {
		return err
	}
	if !v.CanIn(access.DecideAppeal, f.Section.SectionID) && !v.CanIn(access.DecideFinal, f.Section.SectionID) {
		return h.Refuse(v, access.DecideAppeal)
	}
	var form fault.Form
	id := v.FormNumber(&form, "ruling", 1, 1<<30)
	if err = form.Err(); err == nil && !slices.ContainsFunc(f.Rulings, func(r dispute.Ruling) bool { return r.RulingID == int64(id) }) {
		return fault.New(fault.NotFound, "Incident %d has no ruling %d.", f.Incident.IncidentID, id)
	}
	if err == nil {
		err = h.Dispute.NoteRuling(v.Request().Context(), v.Event.EventID, v.Command(), int64(id))
	}
	return h.rulingDone(v, f, err, v.Words.Say("Noted."))
}

// rulingAgain is the page after something was refused, as it stands now: somebody else
// may have been faster.
func (h *rulingHandlers) rulingAgain(v *visit.Visit, f *dispute.WholeIncident, cause error) (pages.Ruling, error) {
	now, err := h.Dispute.Reader().WholeIncident(v.Request().Context(), v.Event.EventID, f.Incident.IncidentID)
	if err != nil {
		return pages.Ruling{}, err
	}
	*f = now
	r, err := h.rulingView(v, now)
	r.Problem, r.Errors, r.NewPenalty.Errors = visit.SaidIn(v.Words, cause), visit.FieldsIn(v.Words, cause), visit.FieldsIn(v.Words, cause)
	if !r.Open || r.Pending != nil {
		r.NotTaken = rulingNotTaken(v)
	}
	if made := visit.MadeFrom(v, cause, r.Revision); made != r.Revision {
		r.Revision, r.Seen = made, v.FormValue("seen")
	}
	return r, err
}

// rulingDone shows the ruling page after something was carried out or refused.
func (h *rulingHandlers) rulingDone(v *visit.Visit, f dispute.WholeIncident, err error, said string) error {
	return visit.Answer(v, err, func() error {
		r, viewErr := h.rulingAgain(v, &f, err)
		if viewErr != nil {
			return viewErr
		}
		return v.Again(err, pages.RulingPage(rulingFrame(v, f), r))
	}, incidentBase(v, f)+"/ruling", said)
}

// fileAppealAtDesk files an appeal for a team that came to the desk.
func (h *rulingHandlers) fileAppealAtDesk(v *visit.Visit) error {
	f, err := h.incidentOf(v, access.EditIncident)
	if err != nil {
		return err
	}
	standing := f.Standing()
	if standing == nil {
		return fault.New(fault.Conflict, "There is no ruling to appeal yet.")
	}
	var form fault.Form
	team, err := strconv.ParseInt(v.FormValue("team"), 10, 64)
	if err != nil {
		form.Add("team", "Choose the team that appeals.")
		return h.rulingDone(v, f, form.Err(), "")
	}
	filed, err := h.Dispute.FileAppeal(v.Request().Context(), v.Event.EventID, v.Command(), dispute.FileAppeal{
		RulingID: standing.RulingID, TeamID: team, Grounds: v.FormText("grounds"), Deposit: v.FormValue("deposit") == "yes",
	})
	return visit.Answer(v, err, func() error {
		return h.rulingDone(v, f, err, "")
	}, incidentBase(v, f)+"/ruling", v.Words.Say("Appeal %d is filed with the %s.", filed.AppealID, wording.LevelName(v.Words, filed.Level)))
}
