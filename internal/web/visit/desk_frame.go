package visit

import (
	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/templates/layout"
)

// around fills in what stands around a page of the desk: messages and alerts, and the
// seal for the foot of what is printed. Public pages have none of it: they do not change
// with work that is the desk's alone. It is not worth an error of the page itself, but is
// said in its place.
func (v *Visit) around(f *layout.Frame) {
	official := v.Who.SignedIn() && v.Can(access.SeeDesk)
	if f.Kind != layout.Desk && !official {
		return
	}
	read, err := v.site.frames.DeskFrame(v.Request().Context(), v.Event.EventID, v.Who.Account.AccountID, official && hearsAlerts(v))
	if err != nil {
		v.site.Log.Error("messages and alerts cannot be read", "error", err)
		f.Alerts = []layout.Alert{{Headline: f.Say("Messages and alerts cannot be read now."), Place: f.Say("This page shows none"), Detail: f.Say("Load it again in a moment."), At: v.Now}}
		return
	}
	if f.Kind == layout.Desk {
		f.Seal = read.Seal.Groups()
	}
	if official {
		f.Messages, f.Alerts = messages(v, read.Messages), alerts(v, read.Alerts)
	}
}

// messages are those to the desks of this person.
func messages(v *Visit, found []tournament.DeskMessage) []layout.Message {
	var shown []layout.Message
	for _, m := range found {
		if m.SentBy != v.Who.Account.AccountID && (m.SectionID == nil || v.CanIn(access.SeeDesk, *m.SectionID)) {
			shown = append(shown, layout.Message{ID: m.MessageID, Body: m.Body, From: m.SentName, At: m.SentAt})
		}
	}
	return shown
}
