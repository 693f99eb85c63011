package web

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/web/visit"
)

// visitOf is what is known of a request that failed. An address that does not exist is
// answered before anybody asks for its event and who is there; both are found here, so
// that a missing page leads to Find, and an official back to the desk. There may be none.
func (s *Server) visitOf(c echo.Context, status int) *visit.Visit {
	v := visit.Of(c)
	known := v != nil
	slug, desk := deskOf(c), true
	if slug == "" {
		slug, desk = eventOf(c), false
	}
	if status != http.StatusNotFound || slug == "" || known && (!desk || v.Who.SignedIn()) {
		return v
	}
	if !known {
		v = s.Begin(c)
	}
	if event, err := s.Events.Find(c.Request().Context(), slug); err == nil {
		v.Event = event.Event
	}
	if !desk {
		return v
	}
	// Without a session, or without the database, the page is that for everybody.
	if err := s.identifySession(v); err != nil {
		s.Log.Warn("the visitor of a missing page is not known", "error", err)
	}
	return v
}

// eventOf is the event the address belongs to, "" for an address of none.
func eventOf(c echo.Context) string {
	below, _ := strings.CutPrefix(c.Request().URL.Path, "/e/")
	slug, _, found := strings.Cut(below, "/")
	if !found || slug == "" || len(below) == len(c.Request().URL.Path) {
		return ""
	}
	return slug
}

// deskOf is the event whose desk the address belongs to, "" for any other address.
func deskOf(c echo.Context) string {
	below, found := strings.CutPrefix(c.Request().URL.Path, "/e/")
	slug, page, _ := strings.Cut(below, "/")
	if !found || page != "desk" && !strings.HasPrefix(page, "desk/") {
		return ""
	}
	return slug
}

// deskOnward is where an official goes on from a page that failed: the desk of the
// section, or of the event. It is empty for everybody else.
func deskOnward(v *visit.Visit) string {
	switch {
	case !v.Who.SignedIn() || !v.CanIn(access.SeeDesk, 0):
		return ""
	case v.Section.SectionID != 0 && v.Can(access.SeeDesk):
		return "/e/" + v.Event.Slug + "/desk/" + v.Section.Slug
	}
	return "/e/" + v.Event.Slug + "/desk"
}
