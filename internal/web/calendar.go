package web

import (
	"fmt"
	"strconv"
	"time"

	ics "github.com/arran4/golang-ical"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/tournament"
)

// Calendar files (iCalendar, RFC 5545) that a phone takes in once or subscribes to.
var calendarRoutes = []route{
	{get, eventPath + "/calendar.ics", access.ReadPublic, (*Server).eventCalendar},
	{get, eventPath + "/team/:team/calendar.ics", access.ReadPublic, (*Server).teamCalendar},
}

// appointmentTakes is how long an appointment is shown when nothing follows it that day:
// a schedule says when things begin, not when they end.
const appointmentTakes = time.Hour

func (s *Server) eventCalendar(v *visit) error {
	return v.calendar(func() (*ics.Calendar, int64, error) {
		c := v.newCalendar(v.event.Name)
		v.addSchedule(c)
		return c, v.event.Version, nil
	})
}

// teamCalendar is the event's, with the tables of one team as far as they are out.
func (s *Server) teamCalendar(v *visit) error {
	b, team, err := v.teamOf()
	if err != nil {
		return err
	}
	return v.calendar(func() (*ics.Calendar, int64, error) {
		c := v.newCalendar(team.Name + " · " + v.event.Name)
		v.addSchedule(c)
		for i := range b.Rounds {
			if r := &b.Rounds[i]; r.Public() && r.StartsAt != nil {
				v.addRound(c, b, team, r)
			}
		}
		return c, b.Event.Version, nil
	})
}

func (v *visit) calendar(about func() (*ics.Calendar, int64, error)) error {
	v.speaks()
	return v.kept(v.words.Code()+" "+v.site()+" "+v.Request().URL.Path, "text/calendar; charset=utf-8", func() ([]byte, int64, error) {
		c, version, err := about()
		if err != nil {
			return nil, 0, err
		}
		return []byte(c.Serialize()), version, nil
	})
}

func (v *visit) newCalendar(name string) *ics.Calendar {
	c := ics.NewCalendar()
	c.SetMethod(ics.MethodPublish)
	c.SetProductId("-//Tandem//Tandem//EN")
	c.SetXWRCalName(ics.ToText(name))
	c.SetXWRTimezone(v.event.Zone().String())
	return c
}

// appointment is a line of a calendar. Times are given in UTC, so that no calendar needs
// to know the zone of the event.
func (v *visit) appointment(c *ics.Calendar, id, what, where string) *ics.VEvent {
	e := c.AddEvent(fmt.Sprintf("%s/%s@tandem", v.event.Slug, id))
	e.SetDtStampTime(v.now)
	e.SetSequence(int(v.event.Version))
	e.SetSummary(what)
	if where != "" {
		e.SetLocation(where)
	}
	return e
}

// leadsTo gives an appointment the address of a page, where the calendar knows its host.
func (v *visit) leadsTo(e *ics.VEvent, path string) {
	if site := v.site(); site != "" {
		e.SetURL(site + path)
	}
}

// place is where the event is, on one line.
func (v *visit) place() string {
	if v.event.Venue != "" && v.event.Address != "" {
		return v.event.Venue + ", " + v.event.Address
	}
	return v.event.Venue + v.event.Address
}

func (v *visit) addSchedule(c *ics.Calendar) {
	happenings := v.event.Happenings()
	if len(happenings) == 0 {
		e := v.appointment(c, "days", v.event.Name, v.place())
		e.SetAllDayStartAt(v.event.StartsOn)
		e.SetAllDayEndAt(v.event.EndsOn.AddDate(0, 0, 1)) // the first day that is free again
		v.leadsTo(e, "/e/"+v.event.Slug)
		return
	}
	for i, h := range happenings {
		e := v.appointment(c, fmt.Sprintf("schedule-%d", i+1), h.What+" · "+v.event.Name, v.place())
		e.SetStartAt(h.At)
		e.SetEndAt(endOf(happenings, i))
		v.leadsTo(e, "/e/"+v.event.Slug)
	}
}

// endOf is when the next thing of the same day begins.
func endOf(all []tournament.Happening, i int) time.Time {
	at := all[i].At
	if i+1 < len(all) && all[i+1].At.After(at) && all[i+1].At.Format(time.DateOnly) == at.Format(time.DateOnly) {
		return all[i+1].At
	}
	return at.Add(appointmentTakes)
}

// addRound says where a team plays a round.
func (v *visit) addRound(c *ics.Calendar, b *shelf, team tournament.Team, r *tournament.Round) {
	what, where := v.words.Say("Round %d", r.RoundNo)+": ", b.Section.Hall
	p := r.PairingOf(team.TeamID)
	switch {
	case p == nil:
		return
	case p.Bye != nil:
		what += byeSentence(v.words, *p)
	default:
		what += v.words.Say("table %s", strconv.Itoa(p.Table())) + ", " + v.words.Say("vs %s", b.SideName(*p, 3-p.Slot(team.TeamID)))
	}
	if where == "" {
		where = v.place()
	}
	e := v.appointment(c, fmt.Sprintf("%s-%d-%s", b.Section.Slug, r.RoundNo, team.Slug), what, where)
	e.SetStartAt(*r.StartsAt)
	e.SetEndAt(r.StartsAt.Add(appointmentTakes))
	v.leadsTo(e, "/e/"+v.event.Slug+"/team/"+team.Slug)
}
