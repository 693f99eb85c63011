package public

import (
	"fmt"
	"strconv"
	"time"

	ics "github.com/arran4/golang-ical"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/address"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/internal/wording"
)

// Calendar files (iCalendar, RFC 5545) that a phone takes in once or subscribes to.
func (h *sharingHandlers) calendarRoutes() []visit.Route {
	return []visit.Route{
		visit.Get(address.Event+"/calendar.ics", access.ReadPublic, h.eventCalendar),
		visit.Get(address.Event+"/team/:team/calendar.ics", access.ReadPublic, h.teamCalendar),
	}
}

// appointmentTakes is how long an appointment is shown when nothing follows it that day:
// a schedule says when things begin, not when they end.
const appointmentTakes = time.Hour

func (h *sharingHandlers) eventCalendar(v *visit.Visit) error {
	return calendar(v, func() (*ics.Calendar, int64, error) {
		c := newCalendar(v, v.Event.Name)
		addSchedule(v, c)
		return c, v.Event.Version, nil
	})
}

// teamCalendar is the event's, with the tables of one team as far as they are out.
func (h *sharingHandlers) teamCalendar(v *visit.Visit) error {
	b, team, err := teamOf(v)
	if err != nil {
		return err
	}
	return calendar(v, func() (*ics.Calendar, int64, error) {
		c := newCalendar(v, team.Name+" · "+v.Event.Name)
		addSchedule(v, c)
		for i := range b.Rounds {
			if r := &b.Rounds[i]; r.Public() && r.StartsAt != nil {
				addRound(v, c, b, team, r)
			}
		}
		addPlanned(v, c, b)
		return c, b.Event.Version, nil
	})
}

func calendar(v *visit.Visit, about func() (*ics.Calendar, int64, error)) error {
	visit.DeclareLanguage(v)
	return v.Kept(v.Words.Code()+" "+v.Site()+" "+v.Request().URL.Path, "text/calendar; charset=utf-8", func() ([]byte, int64, error) {
		c, version, err := about()
		if err != nil {
			return nil, 0, err
		}
		return []byte(c.Serialize()), version, nil
	})
}

func newCalendar(v *visit.Visit, name string) *ics.Calendar {
	c := ics.NewCalendar()
	c.SetMethod(ics.MethodPublish)
	c.SetProductId("-//Tandem//Tandem//EN")
	c.SetXWRCalName(ics.ToText(name))
	c.SetXWRTimezone(v.Event.Zone().String())
	return c
}

// appointment is a line of a calendar. Times are given in UTC, so that no calendar needs
// to know the zone of the event.
func appointment(v *visit.Visit, c *ics.Calendar, id, what, where string) *ics.VEvent {
	e := c.AddEvent(fmt.Sprintf("%s/%s@tandem", v.Event.Slug, id))
	e.SetDtStampTime(v.Now)
	e.SetSequence(int(v.Event.Version))
	e.SetSummary(what)
	if where != "" {
		e.SetLocation(where)
	}
	return e
}

// leadsTo gives an appointment the address of a page, where the calendar knows its host.
func leadsTo(v *visit.Visit, e *ics.VEvent, path string) {
	if site := v.Site(); site != "" {
		e.SetURL(site + path)
	}
}

// place is where the event is, on one line.
func place(v *visit.Visit) string {
	if v.Event.Venue != "" && v.Event.Address != "" {
		return v.Event.Venue + ", " + v.Event.Address
	}
	return v.Event.Venue + v.Event.Address
}

func addSchedule(v *visit.Visit, c *ics.Calendar) {
	lines := v.Event.ScheduleLines()
	if len(lines) == 0 {
		e := appointment(v, c, "days", v.Event.Name, place(v))
		e.SetAllDayStartAt(v.Event.StartsOn)
		e.SetAllDayEndAt(v.Event.EndsOn.AddDate(0, 0, 1)) // the first day that is free again
		leadsTo(v, e, "/e/"+v.Event.Slug)
		return
	}
	for i, h := range lines {
		e := appointment(v, c, fmt.Sprintf("schedule-%d", i+1), h.What+" · "+v.Event.Name, place(v))
		e.SetStartAt(h.At)
		e.SetEndAt(endOf(lines, i))
		leadsTo(v, e, "/e/"+v.Event.Slug)
	}
}

// endOf is when the next thing of the same day begins.
func endOf(all []tournament.ScheduleLine, i int) time.Time {
	at := all[i].At
	if i+1 < len(all) && all[i+1].At.After(at) && all[i+1].At.Format(time.DateOnly) == at.Format(time.DateOnly) {
		return all[i+1].At
	}
	return at.Add(appointmentTakes)
}

// addPlanned adds the rounds that are not out yet and have times of their own: the schedule has the
// others.
func addPlanned(v *visit.Visit, c *ics.Calendar, b *publicpages.SectionView) {
	for _, p := range b.Planned {
		if r := b.Round(p.RoundNo); p.RoundNo > b.LastRound() || r != nil && r.Public() {
			continue
		}
		where := b.Section.Hall
		if where == "" {
			where = place(v)
		}
		e := appointment(v, c, fmt.Sprintf("%s-%d", b.Section.Slug, p.RoundNo), b.Section.Name+": "+v.Words.Say("Round %d", p.RoundNo), where)
		e.SetStartAt(p.StartsAt)
		e.SetEndAt(p.StartsAt.Add(appointmentTakes))
		leadsTo(v, e, "/e/"+v.Event.Slug+"/"+b.Section.Slug+"/status")
	}
}

// addRound says where a team plays a round.
func addRound(v *visit.Visit, c *ics.Calendar, b *publicpages.SectionView, team tournament.Team, r *tournament.Round) {
	what, where := v.Words.Say("Round %d", r.RoundNo)+": ", b.Section.Hall
	p := r.PairingOf(team.TeamID)
	switch {
	case p == nil:
		return
	case p.Bye != nil:
		what += wording.ByeSentence(v.Words, *p)
	default:
		what += v.Words.Say("table %s", strconv.Itoa(p.Table())) + ", " + v.Words.Say("vs %s", b.SlotName(*p, 3-p.Slot(team.TeamID)))
	}
	if where == "" {
		where = place(v)
	}
	e := appointment(v, c, fmt.Sprintf("%s-%d-%s", b.Section.Slug, r.RoundNo, team.Slug), what, where)
	e.SetStartAt(*r.StartsAt)
	e.SetEndAt(r.StartsAt.Add(appointmentTakes))
	leadsTo(v, e, "/e/"+v.Event.Slug+"/team/"+team.Slug)
}
