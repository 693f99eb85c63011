package web

import (
	"bytes"
	"context"
	"net/http"
	"strings"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/templates/layout"
)

// render writes a page. It is built whole before the first byte goes out, so a
// failure never leaves half a page.
func (s *Server) render(c echo.Context, status int, page templ.Component) error {
	var b bytes.Buffer
	if err := page.Render(c.Request().Context(), &b); err != nil {
		return err
	}
	return c.HTMLBlob(status, b.Bytes())
}

// page renders with status 200.
func (v *visit) page(p templ.Component) error { return v.server.render(v.Context, http.StatusOK, p) }

// again shows a form once more with its messages.
func (v *visit) again(err error, p templ.Component) error {
	status := statusOf[fault.Of(err)]
	return v.server.render(v.Context, status, p)
}

// refusable reports whether a form with this error is shown again, values kept.
func refusable(err error) bool {
	switch fault.Of(err) {
	case fault.Invalid, fault.Stale, fault.Conflict, fault.Forbidden:
		return err != nil
	}
	return false
}

// public serves a page from memory, built once per event version and language.
// key names the page among those of the event. On success build returns the
// page and the version of the event it was read at.
func (v *visit) public(key string, build func() (templ.Component, int64, error)) error {
	v.speaks()
	return v.kept(v.words.Code()+" "+key, echo.MIMETextHTMLCharsetUTF8, func() ([]byte, int64, error) {
		component, version, err := build()
		if err != nil {
			return nil, 0, err
		}
		var b bytes.Buffer
		if err := component.Render(context.WithoutCancel(v.Request().Context()), &b); err != nil {
			return nil, 0, err
		}
		return b.Bytes(), version, nil
	})
}

// kept serves bytes from memory as public does. key tells the kinds apart.
func (v *visit) kept(key, contentType string, build func() ([]byte, int64, error)) error {
	page, err := v.server.Pages.Get(v.Request().Context(), v.event.EventID, key, func(context.Context) ([]byte, int64, error) { return build() })
	if err != nil {
		return err
	}
	h := v.Response().Header()
	h.Set("ETag", page.ETag)
	h.Set("Cache-Control", "no-cache")
	h.Add("Vary", "Accept-Encoding")
	if v.Request().Header.Get("If-None-Match") == page.ETag {
		return v.NoContent(http.StatusNotModified)
	}
	if strings.Contains(v.Request().Header.Get("Accept-Encoding"), "gzip") {
		h.Set("Content-Encoding", "gzip")
		return v.Blob(http.StatusOK, contentType, page.Gzip)
	}
	return v.Blob(http.StatusOK, contentType, page.HTML)
}

// frame fills the parts every page shares. version is the event version the
// page was read at; 0 leaves the page without live updates.
func (v *visit) frame(kind layout.Kind, title string, version int64) layout.Frame {
	f := layout.Frame{
		Kind: kind, Title: title, Asset: v.server.Asset, Version: version, Now: v.now,
		EventName: v.event.Name, EventSlug: v.event.Slug, Zone: v.event.Zone(),
		SectionName: v.section.Name, SectionSlug: v.section.Slug, SectionLetter: v.section.Letter,
		Path: v.Request().URL.Path,
	}
	if kind == layout.Public {
		f.Words = v.words
		v.speaks()
	} else {
		// A public page is shared by all its readers; only a page made for one
		// person may hold a one-time key.
		f.FormKey = account.NewToken()
		f.Said = v.QueryParam("said")
		f.Person = v.who.Account.Name
		f.Theme, f.Density, f.SingleKeys = v.who.Account.Theme, v.who.Account.Density, v.who.Account.SingleKeys
		if v.event.EventID != 0 {
			f.Sections = v.deskSections()
			f.Links = v.deskLinks()
			f.Messages = v.deskMessages()
		}
	}
	return f
}
