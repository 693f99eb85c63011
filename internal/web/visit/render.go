package visit

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
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/web/address"
	"github.com/tandemchess/tandem/templates/layout"
)

// Render writes a page. It is built whole before the first byte goes out, so a
// failure never leaves half a page.
func (s *Site) Render(c echo.Context, status int, page templ.Component) error {
	var b bytes.Buffer
	if err := page.Render(c.Request().Context(), &b); err != nil {
		return err
	}
	return s.send(c, status, b)
}

func (s *Site) send(c echo.Context, status int, b bytes.Buffer) error {
	if s.Saving.Off.Load() && strings.HasPrefix(c.Path(), address.Desk) {
		return c.HTMLBlob(status, asOff(b.Bytes()))
	}
	return c.HTMLBlob(status, b.Bytes())
}

// Page renders with status 200.
func (v *Visit) Page(p templ.Component) error { return v.site.Render(v.Context, http.StatusOK, p) }

// SendLong is Page for one that is long and cannot fail any more: what is drawn goes out
// while the rest is still being drawn.
func (v *Visit) SendLong(p templ.Component) error {
	if v.site.Saving.Off.Load() {
		return v.Page(p) // which is looked through as a whole
	}
	v.Response().Header().Set(echo.HeaderContentType, echo.MIMETextHTMLCharsetUTF8)
	v.Response().WriteHeader(http.StatusOK)
	if err := p.Render(v.Request().Context(), v.Response()); err != nil {
		return fmt.Errorf("send a long page: %w", err)
	}
	return nil
}

// Again shows a form once more with its messages. A page that sent it by itself still
// has the form and wants only the messages. A message whose field the page does not have, or
// not any more, stands on top of it.
func (v *Visit) Again(err error, p templ.Component) error {
	if v.InBackground() {
		return err
	}
	var b bytes.Buffer
	if err := p.Render(v.Request().Context(), &b); err != nil {
		return err
	}
	if lost := notOn(b.Bytes(), v.Words, err); len(lost) > 0 {
		b.Reset()
		if err := p.Render(layout.WithMessages(v.Request().Context(), lost), &b); err != nil {
			return err
		}
	}
	return v.site.send(v.Context, StatusOf[fault.Of(err)], b)
}

// notOn are the messages of fields that a page does not show.
func notOn(page []byte, w text.Words, err error) []string {
	said := FieldsIn(w, err)
	var lost []string
	for field := range fault.Each(err) {
		if message := said[field]; !bytes.Contains(page, []byte(templ.EscapeString(message))) && !slices.Contains(lost, message) {
			lost = append(lost, message)
		}
	}
	return lost
}

// Public serves a page from memory, built once per version of what it is made of
// and language. key names the page among those of the section of the address, or
// of the event when the address has none; it holds everything the page depends on
// besides. On success build returns the page and the version it was read at.
func (v *Visit) Public(key string, build func() (templ.Component, int64, error)) error {
	if v.asksAnew() {
		key += v.Words.Say(" main part")
	} else {
		key += " " + v.Site() // the head names the page's own address
	}
	return v.Kept(v.Words.Code()+" "+key, echo.MIMETextHTMLCharsetUTF8, func() ([]byte, int64, error) {
		component, version, err := build()
		if err != nil {
			return nil, 0, err
		}
		var b bytes.Buffer
		building, cancel := publicpages.ForAll(v.Request().Context())
		defer cancel()
		if err := component.Render(building, &b); err != nil {
			return nil, 0, err
		}
		return b.Bytes(), version, nil
	})
}

// asksAnew reports whether an open page asks for its newer self (live.js).
func (v *Visit) asksAnew() bool { return v.QueryParam("part") == "main" }

// Kept serves bytes from memory as public does. key tells the kinds apart.
func (v *Visit) Kept(key, contentType string, build func() ([]byte, int64, error)) error {
	language := v.Words.Code()
	if IsAPI(v) {
		language = ""
	}
	pages := v.pages()
	page, err := pages.Get(key, func() (*live.Page, error) {
		v.site.builders <- struct{}{} // the rest of the machine belongs to the desk
		defer func() { <-v.site.builders }()
		body, version, err := build()
		if err != nil {
			return nil, err
		}
		return v.site.finish(body, version, contentType, language, openHeaders(v)...), nil
	})
	if err != nil {
		return err
	}
	if r := v.Request(); !v.Passing && !strings.Contains(r.URL.RawQuery, "lang=") {
		pages.Remember(live.Address{Host: v.site.KeptFor(r), Language: language, URI: r.RequestURI}, page)
		if r.Context().Value(publicpages.Preparing{}) == nil {
			page.Ask()
		}
	}
	Send(v.Response(), v.Request(), page)
	return nil
}

// MostBuilders is how many public pages are built at once, whatever the crowd asks
// for.
func MostBuilders() int { return max(2, runtime.GOMAXPROCS(0)/2) }

// pages are where the page of this address is kept.
func (v *Visit) pages() *live.Pages {
	if v.Snap == nil {
		return v.site.listing.Load()
	}
	if p := v.Snap.Parts[v.Section.Slug]; p != nil {
		return p.Pages
	}
	return v.Snap.Pages
}

// finish makes a page ready to be sent. own are headers of this page, in place of the
// fixed ones.
func (s *Site) finish(body []byte, version int64, contentType, language string, own ...live.Field) *live.Page {
	instead := func(f live.Field) bool {
		return slices.ContainsFunc(own, func(o live.Field) bool { return o.Name == f.Name })
	}
	header := append(slices.DeleteFunc(s.FixedHeaders(), instead), own...)
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

// Frame fills the parts every page shares. version is the event version the
// page was read at; 0 leaves the page without live updates.
func (v *Visit) Frame(kind layout.Kind, title string, version int64) layout.Frame {
	f := layout.Frame{
		Kind: kind, Title: title, Asset: v.site.Asset, Version: version, Now: v.Now,
		EventName: v.Event.Name, EventSlug: v.Event.Slug, Zone: v.Event.Zone(),
		SectionName: v.Section.Name, SectionSlug: v.Section.Slug, SectionLetter: v.Section.Letter,
		Path: v.Request().URL.Path, Words: v.Words, Program: v.site.program,
	}
	if kind == layout.Public || kind == layout.Hall {
		f.Part = v.asksAnew()
	}
	if kind == layout.Public {
		f.Share = share(v)
	}
	if kind == layout.Public || kind == layout.Embed {
		DeclareLanguage(v)
	} else {
		// A public page is shared by all its readers; only a page made for one
		// person may hold a one-time key.
		f.FormKey = account.NewToken()
		f.Answer = v.Request().Method == http.MethodPost
		f.Build = v.site.build
		f.Said = v.Said()
		f.Person = v.Who.Account.Name
		f.Help = helpOf(v)
		f.Theme, f.Density, f.SingleKeys, f.TextSize = v.Who.Account.Theme, v.Who.Account.Density, v.Who.Account.SingleKeys, v.Who.Account.TextSize
		if v.Event.EventID != 0 {
			f.Sections = DeskSections(v)
			f.Links = deskLinks(v)
			f.TakeBack = takeBackFrom(v)
			v.around(&f)
			f.Tour = tourOf(v)
			f.Heard = v.Event.Version
			f.ReadOnly = v.site.Saving.Off.Load()
			if v.Can(access.EditIncident) {
				f.KeepPage = "/e/" + v.Event.Slug + "/desk/incidents/new"
			}
		}
	}
	return f
}
