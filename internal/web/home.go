package web

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/a-h/templ"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/public"
	"github.com/tandemchess/tandem/templates/setup"
)

var homeRoutes = []route{
	{get, "/", access.ReadPublic, (*Server).eventList},
	{get, eventPath, access.ReadPublic, (*Server).eventHome},
	{get, eventPath + "/poster", access.ReadPublic, (*Server).poster},
	{get, "/desk", access.UseAccount, (*Server).myDesk},
	{get, deskPath, access.SeeDesk, (*Server).deskStart},
}

// eventList shows the events that went live; those being set up are for their
// officials only.
func (s *Server) eventList(v *visit) error {
	return v.public("events", func() (templ.Component, int64, error) {
		events, err := s.Public.PublicEvents(v.Request().Context())
		if err != nil {
			return nil, 0, err
		}
		var p pages.EventsPage
		for _, e := range events {
			switch e.State {
			case tournament.EventLive:
				p.Now = append(p.Now, e)
			case tournament.EventArchived:
				p.Past = append(p.Past, e)
			}
		}
		return pages.Events(v.frame(layout.Public, v.words.Say("Events"), 0), p), 0, nil
	})
}

// eventHome leads to the right section in one tap. After the event it is the way
// to everything that remains.
func (s *Server) eventHome(v *visit) error {
	return v.public("home", func() (templ.Component, int64, error) {
		p := pages.HomePage{
			Event: v.event, Over: v.event.State == tournament.EventArchived, Days: scheduleOf(v.words, v.event), Map: mapOf(v.event),
		}
		for _, b := range v.shelves() {
			section, err := v.homeSection(b, p.Over)
			if err != nil {
				return nil, 0, err
			}
			p.Sections = append(p.Sections, section)
		}
		frame := v.frame(layout.Public, v.event.Name, v.event.Version)
		frame.Share.Data = v.sportsEvent()
		return pages.Home(frame, p), v.event.Version, nil
	})
}

// topPlaces are named on the page of an event that is over, with all who share
// them or, where these are many, none of them.
const topPlaces, mostNamed = 3, 6

func (v *visit) homeSection(b *shelf, over bool) (pages.HomeSection, error) {
	section := pages.HomeSection{
		Name: b.Section.Name, Slug: b.Section.Slug, Letter: b.Section.Letter, Rulebook: b.Section.Rulebook, State: roundSentence(v.words, b, v.event),
		Teams: len(b.Teams), Alone: b.alone(), Published: b.Current() != nil,
	}
	if !over {
		return section, nil
	}
	section.Rounds = publishedRounds(b)
	table, err := b.after(0)
	if err != nil {
		return section, err
	}
	for _, row := range table.Rows {
		if row.Place > topPlaces || row.Last() > mostNamed {
			break
		}
		section.First = append(section.First, v.words.Say("%s. %s, %s", placeWords(row), b.Team(row.TeamID).Name, pointsWords(v.words, row.Points)))
	}
	recorded, err := b.watched(v.Request().Context())
	if err != nil {
		return section, err
	}
	for i := range b.Rounds {
		r := &b.Rounds[i]
		for k := range r.Pairings {
			p := &r.Pairings[k]
			for _, m := range p.Matches {
				if !recorded[m.MatchID] || !r.Public() {
					continue
				}
				names := teamNames(b.Book, *p)
				section.Replays = append(section.Replays, pages.WatchLink{
					Label: v.words.Say("Round %d, match %d: %s – %s", r.RoundNo, m.MatchNo, names[0], names[1]), To: b.watchAddress(r, p, m, recorded),
				})
			}
		}
	}
	return section, nil
}

// scheduleOf is the schedule day by day.
func scheduleOf(w text.Words, e tournament.Event) []pages.HomeDay {
	var days []pages.HomeDay
	for _, h := range e.Happenings() {
		day := w.Date(h.At)
		if len(days) == 0 || days[len(days)-1].Day != day {
			days = append(days, pages.HomeDay{Day: day})
		}
		last := &days[len(days)-1]
		last.Lines = append(last.Lines, pages.HomeLine{Time: w.Clock(h.At), What: h.What})
	}
	return days
}

// mapOf is the map the organizer chose, or one that looks the address up.
func mapOf(e tournament.Event) string {
	if e.MapLink != "" || e.Address == "" {
		return e.MapLink
	}
	return "https://www.openstreetmap.org/search?query=" + url.QueryEscape(e.Address)
}

// poster is a sheet for the doors with the address as a code.
func (s *Server) poster(v *visit) error {
	link := v.absolute("/e/" + v.event.Slug)
	code, err := qrCode(v.words, link)
	if err != nil {
		return err
	}
	v.Response().Header().Set("Cache-Control", "no-cache")
	return v.page(pages.Poster(v.frame(layout.Public, v.words.Say("Poster to print"), 0), pages.PosterPage{Event: v.event, Link: shortLink(link), QR: code}))
}

// roundSentence says where a section's round is.
func roundSentence(w text.Words, b *shelf, e tournament.Event) string {
	r := b.Current()
	if r == nil {
		return w.Say("Entries are open. Round %d is not out yet.", 1)
	}
	switch r.State {
	case tournament.RoundPublished:
		if r.StartsAt != nil {
			return w.Say("Round %d starts %s.", r.RoundNo, w.Clock(r.StartsAt.In(e.Zone())))
		}
		return w.Say("Round %d is out.", r.RoundNo)
	case tournament.RoundInPlay:
		return w.Say("Round %d is in play.", r.RoundNo)
	}
	if r.RoundNo >= b.LastRound() {
		return w.Say("All rounds are played.")
	}
	return w.Say("Round %d is complete. Round %d is not out yet.", r.RoundNo, r.RoundNo+1)
}

// myDesk lists the events in which a person has a role now.
func (s *Server) myDesk(v *visit) error {
	events, err := s.Tournament.Reader().Events(v.Request().Context())
	if err != nil {
		return err
	}
	var mine, hidden []setup.MyEvent
	for _, e := range events {
		var roles []string
		for _, g := range v.who.Actor.Grants {
			held := g.EventID == e.EventID && (g.ExpiresAt.IsZero() || v.now.Before(g.ExpiresAt))
			if name := roleNames[g.Role]; held && !slices.Contains(roles, name) {
				roles = append(roles, name)
			}
		}
		switch line := (setup.MyEvent{Event: e, Roles: strings.Join(roles, ", ")}); {
		case len(roles) == 0:
		case e.State == tournament.EventHidden:
			hidden = append(hidden, line)
		default:
			mine = append(mine, line)
		}
	}
	return v.page(setup.MyDesk(v.frame(layout.Desk, "Desk", 0), mine, hidden, v.can(access.CreateEvent)))
}

// deskStart leads to the section this device showed last, or to the only one a person
// has; otherwise, and when asked for all of them, it lets choose.
func (s *Server) deskStart(v *visit) error {
	sections, err := v.sections()
	if err != nil {
		return err
	}
	sections = slices.DeleteFunc(sections, func(section tournament.Section) bool { return !v.canIn(access.SeeDesk, section.SectionID) })
	if len(sections) == 1 {
		return v.seeOther("/e/%s/desk/%s", v.event.Slug, sections[0].Slug)
	}
	if last := v.lastSection(); v.QueryParam("all") == "" && slices.ContainsFunc(sections, func(section tournament.Section) bool { return section.Slug == last }) {
		return v.seeOther("/e/%s/desk/%s", v.event.Slug, last)
	}
	var lines []setup.DeskLine
	for _, section := range sections {
		at := *v
		at.section = section
		b, err := at.freshBook()
		if err != nil {
			return err
		}
		line := setup.DeskLine{Section: section, Teams: len(b.Teams), State: roundSentence(v.words, b, v.event), To: at.deskPath("")}
		if r := b.Current(); r != nil {
			line.Round, line.Wall = r.RoundNo, at.deskPath("/round/%d/wall", r.RoundNo)
			count := b.progress(r)
			line.Playing, line.Conflicts = count.playing, count.conflicts
		}
		lines = append(lines, line)
	}
	return v.page(setup.DeskStart(v.frame(layout.Desk, "Desk", 0), lines))
}

// lastSectionCookie names, for the desk of one event, the section a device showed last.
const lastSectionCookie = "tandem-section"

// lastSection is the slug of the section this device showed last, "" for none.
func (v *visit) lastSection() string {
	c, err := v.Cookie(lastSectionCookie)
	if err != nil {
		return ""
	}
	return c.Value
}

// rememberSection keeps the section of a desk page on the device.
func (v *visit) rememberSection() {
	desk := "/e/" + v.event.Slug + "/desk"
	path := v.Request().URL.Path
	if v.section.SectionID == 0 || v.Request().Method != http.MethodGet || !strings.HasPrefix(path, desk+"/"+v.section.Slug) || v.lastSection() == v.section.Slug {
		return
	}
	v.SetCookie(&http.Cookie{
		Name: lastSectionCookie, Value: v.section.Slug, Path: desk, HttpOnly: true, Secure: v.server.Secure, SameSite: http.SameSiteLaxMode, MaxAge: int(deviceCookieLife / time.Second),
	})
}
