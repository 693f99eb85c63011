package account

import (
	"strconv"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/web/address"
	"github.com/tandemchess/tandem/internal/web/visit"
	pages "github.com/tandemchess/tandem/templates/account"
	"github.com/tandemchess/tandem/templates/layout"
)

const tourPath = address.Desk + "/tour"

func (h *Handlers) tourRoutes() []visit.Route {
	return []visit.Route{
		visit.Get(tourPath, access.SeeDesk, h.tour),
		visit.Post(tourPath, access.SeeDesk, h.setTour),
	}
}

// tour lists the steps, and is where the tour is taken up again.
func (h *Handlers) tour(v *visit.Visit) error {
	at := v.Who.Account.Tour()
	p := pages.TourPage{Steps: visit.TourSteps(v), Act: "/e/" + v.Event.Slug + "/desk/tour", At: max(at.Step, 1), On: at.On(), Done: at.Done()}
	if at.Done() {
		p.At = 1
	}
	return v.Page(pages.Tour(v.Frame(layout.Desk, v.Words.Say("Tour"), 0), p))
}

// setTour goes to another step, or leaves the tour where it is.
func (h *Handlers) setTour(v *visit.Visit) error {
	at := v.Who.Account.Tour()
	to := visit.LocalAddress(v.FormValue("next"))
	if v.FormValue("leave") == "yes" {
		at.Left = true
	} else {
		step, err := strconv.Atoi(v.FormValue("step"))
		if err != nil {
			step = at.Step
		}
		at = account.Tour{Step: step}
		to = visit.TourStepAt(v, step)
	}
	if err := h.Accounts.SetTour(v.Request().Context(), v.Who.Account.AccountID, at); err != nil {
		return err
	}
	if at.Done() {
		return v.Onward("/e/"+v.Event.Slug+"/desk/tour", v.Words.Say("That was the tour. You find it again under the question mark of every page."))
	}
	return v.SeeOther("%s", to)
}
