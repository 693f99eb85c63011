package chief

import (
	"net/http"
	"strconv"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/web/address"
	"github.com/tandemchess/tandem/internal/web/visit"
	pages "github.com/tandemchess/tandem/templates/chief"
)

func (h *Handlers) messageRoutes() []visit.Route {
	return []visit.Route{
		visit.Post(address.Desk+"/messages", access.SteerFloor, h.sendMessage),
		visit.Post(address.Desk+"/messages/:message/end", access.SteerFloor, h.endMessage),
		visit.Post(address.Desk+"/messages/:message/dismiss", access.SeeDesk, h.dismissMessage),
	}
}

// sendMessage tells the desks something from the floor overview.
func (h *Handlers) sendMessage(v *visit.Visit) error {
	sectionID, err := sectionField(v, "section")
	if err == nil {
		err = h.Floor.SendMessage(v.Request().Context(), v.Event.EventID, v.Command(), sectionID, v.FormText("body"))
	}
	if err != nil {
		return h.floorAgain(v, pages.MessageForm, err)
	}
	return v.Onward(floorAddress(v), v.Words.Say("The message is on the desks."))
}

func (h *Handlers) endMessage(v *visit.Visit) error {
	n, err := v.Number("message")
	if err != nil {
		return err
	}
	if err := h.Floor.EndMessage(v.Request().Context(), v.Event.EventID, v.Command(), int64(n)); err != nil {
		return err
	}
	return v.Onward(floorAddress(v), v.Words.Say("The message is taken back."))
}

// dismissMessage takes a message off this person's pages.
func (h *Handlers) dismissMessage(v *visit.Visit) error {
	n, err := v.Number("message")
	if err != nil {
		return err
	}
	if err := h.Floor.DismissMessage(v.Request().Context(), v.Event.EventID, int64(n), v.Who.Account.AccountID); err != nil {
		return err
	}
	return v.Redirect(http.StatusSeeOther, visit.LocalAddress(v.FormValue("next")))
}

func floorAddress(v *visit.Visit) string { return "/e/" + v.Event.Slug + "/desk/floor" }

// sectionField reads a section of this event, 0 for all of them.
func sectionField(v *visit.Visit, field string) (int64, error) {
	id, err := strconv.ParseInt(v.FormValue(field), 10, 64)
	sections, sectionsErr := v.Sections()
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
