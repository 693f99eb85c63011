package visit

import (
	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/templates/layout"
)

// deskMessages are the messages that this person has not dismissed. They are not
// worth an error of the page they stand on.
func deskMessages(v *Visit) []layout.Message {
	if !v.Who.SignedIn() || !v.Can(access.SeeDesk) {
		return nil
	}
	found, err := v.site.reader.DeskMessages(v.Request().Context(), v.Event.EventID, v.Who.Account.AccountID)
	if err != nil {
		v.site.Log.Error("the messages to the desks cannot be read", "error", err)
		return nil
	}
	var shown []layout.Message
	for _, m := range found {
		if m.SentBy != v.Who.Account.AccountID && (m.SectionID == nil || v.CanIn(access.SeeDesk, *m.SectionID)) {
			shown = append(shown, layout.Message{ID: m.MessageID, Body: m.Body, From: m.SentName, At: m.SentAt})
		}
	}
	return shown
}
