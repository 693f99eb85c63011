package web

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
)

// identifyProgram finds whom the token of a request acts for. The cookie of a browser
// counts for nothing here: a token has scopes and an end, and no page of another site
// can send it.
func (s *Server) identifyProgram(v *visit.Visit) error {
	scheme, token, ok := strings.Cut(v.Request().Header.Get("Authorization"), " ")
	if !ok || !strings.EqualFold(scheme, "Bearer") { // RFC 9110, 11.1: schemes know no case
		return nil
	}
	token = strings.TrimSpace(token)
	who, err := s.deps.Accounts.IdentifyProgram(v.Request().Context(), token)
	if err != nil {
		return err
	}
	v.Who = who
	v.Response().Header().Set(visit.RateLimitHeader, tokenPolicy)
	return s.admitProgram(token)
}

// resolvePublic finds what the address of a public page names in the snapshot.
func (s *Server) resolvePublic(v *visit.Visit) error {
	slug := v.Param("event")
	if slug == "" {
		return nil
	}
	if err := v.OpenSnapshot(slug); err != nil {
		return err
	}
	if err := visit.RefuseHiddenEvent(v); err != nil {
		return err
	}
	if name := v.Param("section"); name != "" {
		p := v.Snap.Parts[name]
		if p == nil {
			return visit.Refused(fault.NotFound, text.Message("%s has no section “%s”."), v.Event.Name, name)
		}
		v.Section = p.View.Section
	}
	return nil
}

// identifyTeam finds the team behind the cookie of a private link. A renewed link
// makes the old cookie nobody's.
func (s *Server) identifyTeam(v *visit.Visit) error {
	cookie, err := v.Cookie(s.TeamCookieName())
	if errors.Is(err, http.ErrNoCookie) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read the team cookie: %w", err)
	}
	var linked tournament.LinkedTeam
	if code, ok := strings.CutPrefix(cookie.Value, visit.SlipMark); ok {
		linked, err = s.TeamOfSlip(v, code)
	} else {
		linked, err = s.deps.Tournament.Reader().TeamByLink(v.Request().Context(), account.HashToken(cookie.Value))
	}
	if fault.Is(err, fault.NotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	v.Linked = linked
	v.Who.Actor.TeamEvent, v.Who.Actor.TeamID = linked.EventID, linked.TeamID
	return nil
}

// admit resolves the address, checks the permission and calls the handler.
func (s *Server) admit(c echo.Context, r visit.Route) error {
	defer visit.WithDeadline(c, r.Path)()
	v := s.Begin(c)
	v.Words = s.Language(v)
	public := r.Needs == access.ReadPublic && r.Method == http.MethodGet
	if public {
		if err := s.admitPublic(v); err != nil {
			return err
		}
	}
	if public {
		if err := s.resolvePublic(v); err != nil {
			return err
		}
		if err := v.ReadPlace(); err != nil {
			return err
		}
		c.Response().Header().Set("Cache-Control", "no-cache") // unless the page says otherwise
		return r.Handle(v)                                     // public pages hold no session
	}
	c.Response().Header().Set("Cache-Control", "no-store")
	if err := s.resolve(v, r); err != nil {
		return err
	}
	if err := s.identify(v); err != nil {
		return err
	}
	visit.SpeakAsChosen(v)
	if !v.Can(r.Needs) {
		return s.Refuse(v, r.Needs)
	}
	from := v.Origin()
	s.InUse.Note(v.Who.Session.SessionID, from.Device, "", v.Now)
	c.SetRequest(c.Request().WithContext(journal.WithOrigin(c.Request().Context(), from)))
	if err := v.CheckForm(); err != nil {
		return err
	}
	if err := v.ReadPlace(); err != nil {
		return err
	}
	v.RememberSection()
	return r.Handle(v)
}

// resolve finds the event and the section that the address names.
func (s *Server) resolve(v *visit.Visit, r visit.Route) error {
	slug := v.Param("event")
	if slug == "" {
		return nil
	}
	ctx := v.Request().Context()
	known, err := s.Events.Find(ctx, slug)
	if fault.Is(err, fault.NotFound) {
		return visit.Refused(fault.NotFound, text.Message("There is no event at this address."))
	}
	if err != nil {
		return err
	}
	if known.Event.Slug != slug {
		return v.Moved(slug, known.Event.Slug)
	}
	v.Event = known.Event
	if err := visit.RefuseHiddenEvent(v); err != nil {
		return err
	}
	if name := v.Param("section"); name != "" {
		section, ok := known.Sections[name]
		if !ok && r.Hides {
			if section, ok, err = s.outOfSight(v, name); err != nil {
				return err
			}
		}
		if !ok {
			return visit.Refused(fault.NotFound, text.Message("%s has no section “%s”."), v.Event.Name, name)
		}
		v.Section = section
	}
	return nil
}

// outOfSight finds a section that was put out of sight.
func (s *Server) outOfSight(v *visit.Visit, slug string) (tournament.Section, bool, error) {
	hidden, err := s.deps.Tournament.Reader().HiddenSections(v.Request().Context(), v.Event.EventID)
	i := slices.IndexFunc(hidden, func(section tournament.Section) bool { return section.Slug == slug })
	if err != nil || i < 0 {
		return tournament.Section{}, false, err
	}
	return hidden[i], true, nil
}

// identify finds the person behind the session cookie and the team behind its
// private link.
func (s *Server) identify(v *visit.Visit) error {
	if visit.IsAPI(v) {
		return s.identifyProgram(v)
	}
	if err := s.identifySession(v); err != nil {
		return err
	}
	return s.identifyTeam(v)
}

func (s *Server) identifySession(v *visit.Visit) error {
	cookie, err := v.Cookie(s.CookieName())
	if errors.Is(err, http.ErrNoCookie) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read the session cookie: %w", err)
	}
	v.Who, err = s.deps.Accounts.Identify(v.Request().Context(), cookie.Value)
	return err
}
