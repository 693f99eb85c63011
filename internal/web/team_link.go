package web

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/templates/layout"
)

var teamLinkRoutes = []route{
	{get, "/l/:code", access.ReadPublic, (*Server).openTeamLink},
	{get, eventPath + "/team/:team/own", access.ActForTeam, (*Server).ownTeam},
}

// teamCookieLife is how long a phone stays the team's; an event is shorter.
const teamCookieLife = 14 * 24 * time.Hour

// openTeamLink turns the private link of a team into a cookie, so that the code
// does not stay in the address, and leads to the team's own page.
func (s *Server) openTeamLink(v *visit) error {
	linked, err := s.Tournament.Reader().TeamByLink(v.Request().Context(), account.HashToken(v.Param("code")))
	if fault.Is(err, fault.NotFound) {
		return refused(fault.NotFound, text.Message("This private link is not known: a letter of it is wrong, or the desk has replaced it. Scan the code again, or ask at the desk."))
	}
	if err != nil {
		return err
	}
	v.SetCookie(&http.Cookie{
		Name: s.teamCookieName(), Value: v.Param("code"), Path: "/", HttpOnly: true, Secure: s.Secure, SameSite: http.SameSiteLaxMode,
		MaxAge: int(teamCookieLife / time.Second),
	})
	v.Response().Header().Set("Cache-Control", "no-store")
	return v.seeOther("/e/%s/team/%s/own", linked.EventSlug, linked.Slug)
}

func (s *Server) teamCookieName() string { return s.cookieName() + "-team" }

// identifyTeam finds the team behind the cookie of a private link. A renewed link
// makes the old cookie nobody's.
func (s *Server) identifyTeam(v *visit) error {
	cookie, err := v.Cookie(s.teamCookieName())
	if errors.Is(err, http.ErrNoCookie) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read the team cookie: %w", err)
	}
	var linked tournament.LinkedTeam
	if code, ok := strings.CutPrefix(cookie.Value, slipMark); ok {
		linked, err = s.teamOfSlip(v, code)
	} else {
		linked, err = s.Tournament.Reader().TeamByLink(v.Request().Context(), account.HashToken(cookie.Value))
	}
	if fault.Is(err, fault.NotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	v.linked = linked
	v.who.Actor.TeamEvent, v.who.Actor.TeamID = linked.EventID, linked.TeamID
	return nil
}

// linkedTo is the id of the visitor's own team when the address names it, else 0.
func (v *visit) linkedTo() int64 {
	if v.linked.TeamID != 0 && v.linked.EventID == v.event.EventID && v.Param("team") == v.linked.Slug {
		return v.linked.TeamID
	}
	return 0
}

// teamFrame is the public frame around a page about one team.
func (v *visit) teamFrame(b *shelf, team tournament.Team) layout.Frame {
	frame := v.frame(layout.Public, team.Name, b.Event.Version)
	frame.Tab, frame.SectionName, frame.SectionSlug, frame.SectionLetter = "find", b.Section.Name, b.Section.Slug, b.Section.Letter
	return frame
}
