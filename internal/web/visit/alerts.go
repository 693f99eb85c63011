package visit

import (
	"fmt"
	"strings"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/templates/layout"
)

// alertsShown is how many alerts stand above a page, the oldest first.
const alertsShown = 6

// alerts are what this person is told at once, on every desk page.
func alerts(v *Visit, found []dispute.Alert) []layout.Alert {
	var shown []layout.Alert
	for _, a := range found {
		if a.ByAccount != v.Who.Account.AccountID && concerns(v, a) {
			shown = append(shown, alert(v, a))
		}
	}
	if more := len(shown) - alertsShown; more > 0 {
		told := v.Words.Say("%d more wait.", more)
		if len(found) == dispute.MostAlerts {
			told = v.Words.Say("More than %d others wait.", more)
		}
		shown = append(shown[:alertsShown], layout.Alert{
			Headline: told, Place: v.Words.Say("Penalties to look at, calls and rulings to confirm"), Look: v.Words.Say("Open all incidents"), To: fmt.Sprintf("/e/%s/desk/incidents", v.Event.Slug), At: shown[alertsShown].At,
		})
	}
	return shown
}

// hearsAlerts spares everybody else the look.
func hearsAlerts(v *Visit) bool {
	all, err := v.Sections()
	if err != nil {
		return false // the page itself has just read them
	}
	for _, s := range all {
		if v.CanIn(access.MakeRuling, s.SectionID) || IsChief(v, s.SectionID) {
			return true
		}
	}
	return false
}

func IsChief(v *Visit, sectionID int64) bool {
	return v.CanIn(access.DecideAppeal, sectionID) || v.CanIn(access.DecideFinal, sectionID)
}

func concerns(v *Visit, a dispute.Alert) bool {
	if a.Kind == dispute.AlertSecond {
		return v.CanIn(access.MakeRuling, a.SectionID)
	}
	return IsChief(v, a.SectionID)
}

// alert puts an alert into words, with the way there and the answer to it.
func alert(v *Visit, a dispute.Alert) layout.Alert {
	base := fmt.Sprintf("/e/%s/desk/incidents/%d", v.Event.Slug, a.IncidentID)
	shown := layout.Alert{Place: alertPlace(v, a), Detail: strings.TrimSpace(a.Words), From: a.ByName, At: a.At, To: base + "/ruling"}
	if a.Kind != dispute.AlertCalled {
		shown.DetailLang = "en"
	}
	switch a.Kind {
	case dispute.AlertHeavy:
		shown.Headline, shown.Look = v.Words.Say("A game or match is taken away as a penalty."), v.Words.Say("Look at the ruling")
		shown.Answer, shown.Button, shown.Ruling = base+"/note", v.Words.Say("I have looked at it"), a.RulingID
	case dispute.AlertCalled:
		shown.Headline, shown.Look, shown.To = v.Words.Say("The chief is called to the table."), v.Words.Say("Open the card"), base
		shown.Answer, shown.Button = base+"/chief-comes", v.Words.Say("I am going")
	case dispute.AlertSecond:
		shown.Headline, shown.Look = v.Words.Say("A second official is asked for."), v.Words.Say("Look and confirm")
	}
	if at := v.Request().URL.Path; at == shown.To || a.Kind == dispute.AlertSecond && at == base+"/second" {
		shown.Look = "" // the reader is there
		if a.Kind == dispute.AlertSecond {
			shown.Headline, shown.Detail = v.Words.Say("You are asked as the second official: confirm this ruling here, or give it up."), ""
		}
	}
	return shown
}

func alertPlace(v *Visit, a dispute.Alert) string {
	place := v.Words.Say("Incident %d", a.IncidentID)
	all, err := v.Sections()
	if err != nil {
		return place
	}
	for _, s := range all {
		if s.SectionID == a.SectionID {
			place = s.Name
		}
	}
	if a.RoundNo > 0 {
		return v.Words.Say("%s, round %d, table %d, match %d", place, a.RoundNo, a.TableNo, a.MatchNo)
	}
	return place
}
