package web

import (
	"net/http"
	"strconv"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	pages "github.com/tandemchess/tandem/templates/chief"
	"github.com/tandemchess/tandem/templates/layout"
)

var messageRoutes = []route{
	{post, deskPath + "/messages", access.SteerFloor, (*Server).sendMessage},
	{post, deskPath + "/messages/:message/end", access.SteerFloor, (*Server).endMessage},
	{post, deskPath + "/messages/:message/dismiss", access.SeeDesk, (*Server).dismissMessage},
}

// deskMessages are the messages that this person has not dismissed. They are not
// worth an error of the page they stand on.
func (v *visit) deskMessages() []layout.Message {
	if !v.who.SignedIn() || !v.can(access.SeeDesk) {
		return nil
	}
	found, err := v.server.Tournament.Reader().DeskMessages(v.Request().Context(), v.event.EventID, v.who.Account.AccountID)
	if err != nil {
		v.server.Log.Error("the messages to the desks cannot be read", "error", err)
		return nil
	}
	var shown []layout.Message
	for _, m := range found {
		if m.SentBy != v.who.Account.AccountID && (m.SectionID == nil || v.canIn(access.SeeDesk, *m.SectionID)) {
			shown = append(shown, layout.Message{ID: m.MessageID, Body: m.Body, From: m.SentName, At: m.SentAt})
		}
	}
	return shown
}

// sendMessage tells the desks something from the floor overview.
func (s *Server) sendMessage(v *visit) error {
	sectionID, err := v.sectionField("section")
	if err == nil {
		err = s.Tournament.SendMessage(v.Request().Context(), v.event.EventID, v.command(), sectionID, v.formText("body"))
	}
	if refusable(err) {
		return s.floorAgain(v, pages.MessageForm, err)
	}
	if err != nil {
		return err
	}
	return v.say(v.floorAddress(), "The message is on the desks.")
}

func (s *Server) endMessage(v *visit) error {
	n, err := v.number("message")
	if err != nil {
		return err
	}
	if err := s.Tournament.EndMessage(v.Request().Context(), v.event.EventID, v.command(), int64(n)); err != nil {
		return err
	}
	return v.say(v.floorAddress(), "The message is taken back.")
}

// dismissMessage takes a message off this person's pages.
func (s *Server) dismissMessage(v *visit) error {
	n, err := v.number("message")
	if err != nil {
		return err
	}
	if err := s.Tournament.DismissMessage(v.Request().Context(), v.event.EventID, int64(n), v.who.Account.AccountID); err != nil {
		return err
	}
	return v.Redirect(http.StatusSeeOther, local(v.FormValue("next")))
}

func (v *visit) floorAddress() string { return "/e/" + v.event.Slug + "/desk/floor" }

// sectionField reads a section of this event, 0 for all of them.
func (v *visit) sectionField(field string) (int64, error) {
	id, err := strconv.ParseInt(v.FormValue(field), 10, 64)
	sections, sectionsErr := v.sections()
	if sectionsErr != nil {
		return 0, sectionsErr
	}
	known := id == 0
	for _, s := range sections {
		known = known || s.SectionID == id
	}
	if err != nil || !known {
		var form fault.Form
		form.Add(field, "Choose a section from the list.")
		return 0, form.Err()
	}
	return id, nil
}
