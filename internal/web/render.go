package web

import (
	"bytes"
	"fmt"
	"net/http"
	"runtime"
	"slices"
	"strings"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/live"
	"github.com/tandemchess/tandem/templates/layout"
)

// render writes a page. It is built whole before the first byte goes out, so a
// failure never leaves half a page.
func (s *Server) render(c echo.Context, status int, page templ.Component) error {
	var b bytes.Buffer
	if err := page.Render(c.Request().Context(), &b); err != nil {
		return err
	}
	if s.saving.off.Load() && strings.HasPrefix(c.Path(), deskPath) {
		return c.HTMLBlob(status, asOff(b.Bytes()))
	}
	return c.HTMLBlob(status, b.Bytes())
}

// page renders with status 200.
func (v *visit) page(p templ.Component) error { return v.server.render(v.Context, http.StatusOK, p) }

// stream is page for one that is long and cannot fail any more: what is drawn goes out
// while the rest is still being drawn.
func (v *visit) stream(p templ.Component) error {
	if v.server.saving.off.Load() {
		return v.page(p) // which is looked through as a whole
	}
	v.Response().Header().Set(echo.HeaderContentType, echo.MIMETextHTMLCharsetUTF8)
	v.Response().WriteHeader(http.StatusOK)
	if err := p.Render(v.Request().Context(), v.Response()); err != nil {
		return fmt.Errorf("send a long page: %w", err)
	}
	return nil
}

// again shows a form once more with its messages. A page that sent it by itself still
// has the form and wants only the messages.
func (v *visit) again(err error, p templ.Component) error {
	if v.inBackground() {
		return err
	}
	status := statusOf[fault.Of(err)]
	return v.server.render(v.Context, status, p)
}

// inBackground reports whether a page that stays open sent this form by itself
// (post.js): it wants to know what came of it, in few words, and no page.
func (v *visit) inBackground() bool { return sentInBackground(v.Context) }

func sentInBackground(c echo.Context) bool {
	return c.Request().Method == http.MethodPost && c.Request().Header.Get("X-Refetch") != ""
}

// refusable reports whether a form with this error is shown again, values kept.
func refusable(err error) bool {
	switch fault.Of(err) {
	case fault.Invalid, fault.Stale, fault.Conflict, fault.Forbidden:
		return err != nil
	}
	return false
}

// public serves a page from memory, built once per version of what it is made of
// and language. key names the page among those of the section of the address, or
// of the event when the address has none; it holds everything the page depends on
// besides. On success build returns the page and the version it was read at.
func (v *visit) public(key string, build func() (templ.Component, int64, error)) error {
	if v.asksAnew() {
		key += " main part"
	} else {
		key += " " + v.site() // the head names the page's own address
	}
	return v.kept(v.words.Code()+" "+key, echo.MIMETextHTMLCharsetUTF8, func() ([]byte, int64, error) {
		component, version, err := build()
		if err != nil {
			return nil, 0, err
		}
		var b bytes.Buffer
		building, cancel := forAll(v.Request().Context())
		defer cancel()
		if err := component.Render(building, &b); err != nil {
			return nil, 0, err
		}
		return b.Bytes(), version, nil
	})
}

// asksAnew reports whether an open page asks for its newer self (live.js).
func (v *visit) asksAnew() bool { return v.QueryParam("part") == "main" }

// kept serves bytes from memory as public does. key tells the kinds apart.
func (v *visit) kept(key, contentType string, build func() ([]byte, int64, error)) error {
	language := v.words.Code()
	if isAPI(v) {
		language = ""
	}
	pages := v.pages()
	page, err := pages.Get(key, func() (*live.Page, error) {
		v.server.builders <- struct{}{} // the rest of the machine belongs to the desk
		defer func() { <-v.server.builders }()
		body, version, err := build()
		if err != nil {
			return nil, err
		}
		return v.server.finish(body, version, contentType, language, v.openHeaders()...), nil
	})
	if err != nil {
		return err
	}
	if r := v.Request(); !v.passing && !strings.Contains(r.URL.RawQuery, "lang=") {
		pages.Remember(live.Address{Host: v.server.keptFor(r), Language: language, URI: r.RequestURI}, page)
		if r.Context().Value(preparing{}) == nil {
			page.Ask()
		}
	}
	send(v.Response(), v.Request(), page)
	return nil
}

// mostBuilders is how many public pages are built at once, whatever the crowd asks
// for.
func mostBuilders() int { return max(2, runtime.GOMAXPROCS(0)/2) }

// pages are where the page of this address is kept.
func (v *visit) pages() *live.Pages {
	if v.snap == nil {
		return v.server.listing.Load()
	}
	if p := v.snap.parts[v.section.Slug]; p != nil {
		return p.pages
	}
	return v.snap.pages
}

// finish makes a page ready to be sent. own are headers of this page, in place of the
// fixed ones.
func (s *Server) finish(body []byte, version int64, contentType, language string, own ...live.Field) *live.Page {
	instead := func(f live.Field) bool {
		return slices.ContainsFunc(own, func(o live.Field) bool { return o.Name == f.Name })
	}
	header := append(slices.DeleteFunc(s.fixedHeaders(), instead), own...)
	add := func(name, value string) { header = append(header, live.Field{Name: name, Value: []string{value}}) }
	add("Cache-Control", "no-cache")
	add("Content-Type", contentType)
	if language == "" {
		add("Vary", "Accept-Encoding")
	} else {
		add("Content-Language", language)
		add("Vary", "Accept-Encoding, Accept-Language, Cookie")
	}
	return live.NewPage(version, body, header)
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
	if kind == layout.Public || kind == layout.Hall {
		f.Part = v.asksAnew()
	}
	if kind == layout.Public {
		f.Share = v.share()
	}
	if kind == layout.Desk && !f.Part { // public pages do not change with work that is the desk's alone
		f.Seal = v.seal()
	}
	if kind == layout.Public || kind == layout.Embed {
		f.Words = v.words
		v.speaks()
	} else {
		// A public page is shared by all its readers; only a page made for one
		// person may hold a one-time key.
		f.FormKey = account.NewToken()
		f.Answer = v.Request().Method == http.MethodPost
		f.Build = v.server.Machine.Build
		f.Said = v.said()
		f.Person = v.who.Account.Name
		f.Theme, f.Density, f.SingleKeys, f.TextSize = v.who.Account.Theme, v.who.Account.Density, v.who.Account.SingleKeys, v.who.Account.TextSize
		if v.event.EventID != 0 {
			f.Sections = v.deskSections()
			f.Links = v.deskLinks()
			f.Messages, f.Alerts = v.deskMessages(), v.alerts()
			f.Heard = v.event.Version
			f.ReadOnly = v.server.saving.off.Load()
			if v.can(access.EditIncident) {
				f.KeepPage = "/e/" + v.event.Slug + "/desk/incidents/new"
			}
		}
	}
	return f
}

// seal is that of the event's journal, for the foot of what a reader prints; none
// where it cannot be read, which only paper misses.
func (v *visit) seal() string {
	if v.event.EventID == 0 {
		return ""
	}
	head, err := v.server.Journal.Head(v.Request().Context(), v.event.EventID)
	if err != nil {
		return ""
	}
	return head.Groups()
}
