package web

import (
	"fmt"
	"strings"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/templates/layout"
)

// alertsShown is how many alerts stand above a page, the oldest first.
const alertsShown = 6

// alerts are what this person is told at once, on every desk page. They are not
// worth an error of the page they stand on.
func (v *visit) alerts() []layout.Alert {
	if !v.hearsAlerts() {
		return nil
	}
	found, err := v.server.Dispute.Reader().Alerts(v.Request().Context(), v.event.EventID)
	if err != nil {
		v.server.Log.Error("the alerts of the desk cannot be read", "error", err)
		return nil
	}
	var shown []layout.Alert
	for _, a := range found {
		if a.ByAccount != v.who.Account.AccountID && v.concerns(a) {
			shown = append(shown, v.alert(a))
		}
	}
	if more := len(shown) - alertsShown; more > 0 {
		told := fmt.Sprintf("%d more wait.", more)
		if len(found) == dispute.MostAlerts {
			told = fmt.Sprintf("More than %d others wait.", more)
		}
		shown = append(shown[:alertsShown], layout.Alert{
			Headline: told, Place: "Penalties to look at, calls and rulings to confirm", Look: "Open all incidents", To: fmt.Sprintf("/e/%s/desk/incidents", v.event.Slug), At: shown[alertsShown].At,
		})
	}
	return shown
}

// hearsAlerts spares everybody else the look.
func (v *visit) hearsAlerts() bool {
	if !v.who.SignedIn() || !v.can(access.SeeDesk) {
		return false
	}
	all, err := v.sections()
	if err != nil {
		return false // the page itself has just read them
	}
	for _, s := range all {
		if v.canIn(access.MakeRuling, s.SectionID) || v.isChief(s.SectionID) {
			return true
		}
	}
	return false
}

func (v *visit) isChief(sectionID int64) bool {
	return v.canIn(access.DecideAppeal, sectionID) || v.canIn(access.DecideFinal, sectionID)
}

func (v *visit) concerns(a dispute.Alert) bool {
	if a.Kind == dispute.AlertSecond {
		return v.canIn(access.MakeRuling, a.SectionID)
	}
	return v.isChief(a.SectionID)
}

// alert puts an alert into words, with the way there and the answer to it.
func (v *visit) alert(a dispute.Alert) layout.Alert {
	base := fmt.Sprintf("/e/%s/desk/incidents/%d", v.event.Slug, a.IncidentID)
	shown := layout.Alert{Place: v.alertPlace(a), Detail: strings.TrimSpace(a.Words), From: a.ByName, At: a.At, To: base + "/ruling"}
	switch a.Kind {
	case dispute.AlertHeavy:
		shown.Headline, shown.Look = "A game or match is taken away as a penalty.", "Look at the ruling"
		shown.Answer, shown.Button, shown.Ruling = base+"/note", "I have looked at it", a.RulingID
	case dispute.AlertCalled:
		shown.Headline, shown.Look, shown.To = "The chief is called to the table.", "Open the card", base
		shown.Answer, shown.Button = base+"/chief-comes", "I am going"
	case dispute.AlertSecond:
		shown.Headline, shown.Look = "A second official is asked for.", "Look and confirm"
	}
	if at := v.Request().URL.Path; at == shown.To || a.Kind == dispute.AlertSecond && at == base+"/second" {
		shown.Look = "" // the reader is there
		if a.Kind == dispute.AlertSecond {
			shown.Headline, shown.Detail = "You are asked as the second official: confirm this ruling here, or give it up.", ""
		}
	}
	return shown
}

func (v *visit) alertPlace(a dispute.Alert) string {
	place := fmt.Sprintf("Incident %d", a.IncidentID)
	all, err := v.sections()
	if err != nil {
		return place
	}
	for _, s := range all {
		if s.SectionID == a.SectionID {
			place = s.Name
		}
	}
	if a.RoundNo > 0 {
		place += fmt.Sprintf(", round %d, table %d, match %d", a.RoundNo, a.TableNo, a.MatchNo)
	}
	return place
}

// answerChiefCall says that a chief comes to the table.
func (s *Server) answerChiefCall(v *visit) error {
	f, err := s.incidentOf(v, access.SeeAppeals)
	if err != nil {
		return err
	}
	if !v.isChief(f.Section.SectionID) {
		return s.refuse(v, access.DecideAppeal)
	}
	err = s.Dispute.AnswerChiefCall(v.Request().Context(), v.event.EventID, v.command(), f.Incident.IncidentID)
	if refusable(err) {
		return s.cardAgain(v, f, err)
	}
	if err != nil {
		return err
	}
	return v.say(v.incidentBase(f), "The table knows that you come.")
}
