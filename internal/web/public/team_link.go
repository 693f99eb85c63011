package public

import (
	"net/http"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/address"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/templates/layout"
)

func (h *ownTeamHandlers) teamLinkRoutes() []visit.Route {
	return []visit.Route{
		visit.Get("/l/:code", access.ReadPublic, h.openTeamLink),
		visit.Get(address.Event+"/team/:team/own", access.ActForTeam, h.ownTeam),
	}
}

// teamCookieLife is how long a phone stays the team's; an event is shorter.
const teamCookieLife = 14 * 24 * time.Hour

// openTeamLink turns the private link of a team into a cookie, so that the code
// does not stay in the address, and leads to the team's own page.
func (h *ownTeamHandlers) openTeamLink(v *visit.Visit) error {
	linked, err := h.Reader.TeamByLink(v.Request().Context(), account.HashToken(v.Param("code")))
	if fault.Is(err, fault.NotFound) {
		return visit.Refused(fault.NotFound, text.Message("This private link is not known: a letter of it is wrong, or the desk has replaced it. Scan the code again, or ask at the desk."))
	}
	if err != nil {
		return err
	}
	v.SetCookie(&http.Cookie{
		Name: h.TeamCookieName(), Value: v.Param("code"), Path: "/", HttpOnly: true, Secure: h.Secure, SameSite: http.SameSiteLaxMode,
		MaxAge: int(teamCookieLife / time.Second),
	})
	v.Response().Header().Set("Cache-Control", "no-store")
	return v.SeeOther("/e/%s/team/%s/own", linked.EventSlug, linked.Slug)
}

// teamFrame is the public frame around a page about one team.
func teamFrame(v *visit.Visit, b *publicpages.SectionView, team tournament.Team) layout.Frame {
	frame := v.Frame(layout.Public, team.Name, b.Event.Version)
	if frame.Across = wentOn(b, team); frame.Across {
		frame.Version = v.Event.Version
	}
	frame.Tab, frame.SectionName, frame.SectionSlug, frame.SectionLetter = "find", b.Section.Name, b.Section.Slug, b.Section.Letter
	return frame
}
