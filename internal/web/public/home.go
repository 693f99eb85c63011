package public

import (
	"net/url"
	"slices"
	"strings"

	"github.com/a-h/templ"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/address"
	"github.com/tandemchess/tandem/internal/web/square"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/internal/wording"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/public"
	"github.com/tandemchess/tandem/templates/setup"
)

func (h *Handlers) homeRoutes() []visit.Route {
	return []visit.Route{
		visit.Get("/", access.ReadPublic, h.eventList),
		visit.Get(address.Event, access.ReadPublic, h.eventHome),
		visit.Get(address.Event+"/poster", access.ReadPublic, h.poster),
		visit.Get("/desk", access.UseAccount, h.myDesk),
		visit.Get(address.Desk, access.SeeDesk, h.deskStart),
	}
}

// eventList shows the events that went live; those being set up are for their
// officials only.
func (h *Handlers) eventList(v *visit.Visit) error {
	return v.Public("events", func() (templ.Component, int64, error) {
		events, err := h.Public.PublicEvents(v.Request().Context())
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
		return pages.Events(v.Frame(layout.Public, v.Words.Say("Events"), 0), p), 0, nil
	})
}

// eventHome leads to the right section in one tap. After the event it is the way
// to everything that remains.
func (h *Handlers) eventHome(v *visit.Visit) error {
	return v.Public("home", func() (templ.Component, int64, error) {
		p := pages.HomePage{
			Event: v.Event, Over: v.Event.State == tournament.EventArchived, Days: scheduleOf(v.Words, v.Event), Map: mapOf(v.Event),
		}
		for _, b := range visit.SectionViews(v) {
			section, err := homeSection(v, b, p.Over)
			if err != nil {
				return nil, 0, err
			}
			p.Sections = append(p.Sections, section)
		}
		frame := v.Frame(layout.Public, v.Event.Name, v.Event.Version)
		frame.Share.Data = sportsEvent(v)
		return pages.Home(frame, p), v.Event.Version, nil
	})
}

func homeSection(v *visit.Visit, b *publicpages.SectionView, over bool) (pages.HomeSection, error) {
	section := pages.HomeSection{
		Name: b.Section.Name, Slug: b.Section.Slug, Letter: b.Section.Letter, Rulebook: b.Section.Rulebook, State: publicpages.RoundSentence(v.Words, b, v.Event),
		Teams: publicpages.Entered(b), Alone: b.Alone(), Published: b.Current() != nil,
	}
	if !over || !section.Published {
		return section, nil
	}
	section.Rounds = publicpages.PublishedRounds(b)
	table, err := b.After(0)
	if err != nil {
		return section, err
	}
	if !b.FinalHeld() { // before, these are not the standings that count
		section.First = firstOf(v.Words, b, table)
	}
	recorded, err := b.Watched(v.Request().Context())
	if err != nil {
		return section, err
	}
	for i := range b.Rounds {
		r := &b.Rounds[i]
		for k := range r.Pairings {
			p := &r.Pairings[k]
			for _, m := range p.Matches {
				if b.WatchAddress(r, p, m, recorded) == "" || !r.Public() {
					continue
				}
				names := publicpages.TeamNames(b.SectionBook, *p)
				section.Replays = append(section.Replays, pages.WatchLink{
					Label: v.Words.Say("Round %d, match %d: %s – %s", r.RoundNo, m.MatchNo, names[0], names[1]), To: b.WatchAddress(r, p, m, recorded),
				})
			}
		}
	}
	return section, nil
}

// scheduleOf is the schedule day by day.
func scheduleOf(w text.Words, e tournament.Event) []pages.HomeDay {
	var days []pages.HomeDay
	for _, h := range e.ScheduleLines() {
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
func (h *Handlers) poster(v *visit.Visit) error {
	link := v.Absolute("/e/" + v.Event.Slug)
	code, err := square.Draw(v.Words, link)
	if err != nil {
		return err
	}
	return v.Page(pages.Poster(v.Frame(layout.Public, v.Words.Say("Poster to print"), 0), pages.PosterPage{Event: v.Event, Link: visit.ShortLink(link), QR: code}))
}

// myDesk lists the events in which a person has a role now.
func (h *Handlers) myDesk(v *visit.Visit) error {
	events, err := h.Reader.Events(v.Request().Context())
	if err != nil {
		return err
	}
	var mine, hidden []setup.MyEvent
	for _, e := range events {
		var roles []string
		for _, g := range v.Who.Actor.Grants {
			held := g.EventID == e.EventID && (g.ExpiresAt.IsZero() || v.Now.Before(g.ExpiresAt))
			if name := wording.Role(v.Words, g.Role); held && !slices.Contains(roles, name) {
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
	return v.Page(setup.MyDesk(v.Frame(layout.Desk, v.Words.Say("Desk"), 0), mine, hidden, v.Can(access.CreateEvent)))
}

// deskStart leads to the section this device showed last, or to the only one a person
// has; otherwise, and when asked for all of them, it lets choose.
func (h *Handlers) deskStart(v *visit.Visit) error {
	sections, err := v.Sections()
	if err != nil {
		return err
	}
	sections = slices.DeleteFunc(sections, func(section tournament.Section) bool { return !v.CanIn(access.SeeDesk, section.SectionID) })
	if len(sections) == 1 {
		return v.SeeOther("/e/%s/desk/%s", v.Event.Slug, sections[0].Slug)
	}
	if last := visit.LastSection(v); v.QueryParam("all") == "" && slices.ContainsFunc(sections, func(section tournament.Section) bool { return section.Slug == last }) {
		return v.SeeOther("/e/%s/desk/%s", v.Event.Slug, last)
	}
	var lines []setup.DeskLine
	for _, section := range sections {
		at := *v
		at.Section = section
		b, err := at.FreshBook()
		if err != nil {
			return err
		}
		line := setup.DeskLine{Section: section, Teams: publicpages.Entered(b), State: publicpages.RoundSentence(v.Words, b, v.Event), To: at.DeskPath("")}
		if r := b.Current(); r != nil {
			line.Round, line.Wall = r.RoundNo, at.DeskPath("/round/%d/wall", r.RoundNo)
			count := r.Progress()
			line.Playing, line.Conflicts = count.Playing, count.Conflicts
		}
		lines = append(lines, line)
	}
	return v.Page(setup.DeskStart(v.Frame(layout.Desk, v.Words.Say("Desk"), 0), lines))
}

// firstOf names those who stand at the top, without a long list of equals: the winner of each
// group, when there are groups and no knockout behind them.
func firstOf(w text.Words, b *publicpages.SectionView, table *tournament.Standings) (first []string) {
	groups := len(table.GroupStage())
	if groups > publicpages.MostNamed {
		return nil
	}
	for _, ranked := range publicpages.Ranked(table) {
		row, last := ranked.Row, publicpages.TopPlaces
		if groups > 0 {
			last = 1
		}
		if row.Place > last || row.Last() > publicpages.MostNamed {
			continue
		}
		first = append(first, w.Say("%s. %s, %s", ranked.Place(), b.Team(row.TeamID).Name, wording.PointsWords(w, row.Points)))
	}
	return first
}
