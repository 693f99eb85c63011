package public

import (
	"net/http"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/web/address"
	"github.com/tandemchess/tandem/internal/web/visit"
)

func (h *ownTeamHandlers) slipCodeRoutes() []visit.Route {
	return []visit.Route{
		visit.Get(address.Event+"/slip/:code", access.ReadPublic, h.openSlipCode),
	}
}

// slipLife is how long a phone stays the team's by a slip; the code itself ends
// with its round.
const slipLife = 12 * time.Hour

// openSlipCode makes the phone that scanned a slip that of the team, for the
// results of the slip's round, and leads to the team's own page.
func (h *ownTeamHandlers) openSlipCode(v *visit.Visit) error {
	linked, err := h.TeamOfSlip(v, v.Param("code"))
	if err != nil {
		return err
	}
	if linked.TeamID == 0 {
		return visit.Refused(fault.NotFound, text.Message("The code of this slip is not known: a letter of it is wrong, or its round is over. Scan it again, or ask at the desk."))
	}
	v.SetCookie(&http.Cookie{
		Name: h.TeamCookieName(), Value: visit.SlipMark + v.Param("code"), Path: "/", HttpOnly: true, Secure: h.Secure, SameSite: http.SameSiteLaxMode,
		MaxAge: int(slipLife / time.Second),
	})
	v.Response().Header().Set("Cache-Control", "no-store")
	return v.SeeOther("/e/%s/team/%s/own", linked.EventSlug, linked.Slug)
}
