package web

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/setup"
)

const setupPath = deskPath + "/setup"

var setupRoutes = []route{
	{get, "/new-event", access.CreateEvent, (*Server).newEventForm},
	{post, "/new-event", access.CreateEvent, (*Server).createEvent},
	{get, setupPath, access.SeeSetup, (*Server).setup},
	{get, setupPath + "/check", access.SeeSetup, (*Server).setupCheck},
	{post, setupPath + "/state", access.EditSetup, (*Server).setEventState},
	{post, setupPath + "/hide", access.EditSetup, (*Server).hideSection},
	{get, setupPath + "/event", access.EditSetup, (*Server).eventForm},
	{post, setupPath + "/event", access.EditSetup, (*Server).saveEvent},
	{get, setupPath + "/new", access.EditSetup, (*Server).newSectionForm},
	{post, setupPath + "/new", access.EditSetup, (*Server).addSection},
	{get, setupPath + "/:section", access.EditSetup, (*Server).sectionForm},
	{get, setupPath + "/:section/paper", access.SeeSetup, (*Server).settingsSheet},
	{post, setupPath + "/:section", access.EditSetup, (*Server).saveSection},
	{get, setupPath + "/:section/:step", access.EditSetup, (*Server).sectionStep},
	{post, setupPath + "/:section/:step", access.EditSetup, (*Server).saveSectionStep},
}

// setup is the overview; every step is left and taken up again here.
func (s *Server) setup(v *visit) error {
	page, err := s.setupPage(v)
	if err != nil {
		return err
	}
	return v.page(pages.Overview(v.frame(layout.Desk, "Set-up", v.event.Version), page))
}

// setupCheck is the last step: the check list, and going live.
func (s *Server) setupCheck(v *visit) error {
	page, err := s.setupPage(v)
	if err != nil {
		return err
	}
	return v.page(pages.CheckList(v.frame(layout.Desk, "Check list", v.event.Version), page))
}

func (s *Server) setupPage(v *visit) (pages.Setup, error) {
	ctx := v.Request().Context()
	sections, err := v.sections()
	if err != nil {
		return pages.Setup{}, err
	}
	entries, err := s.Tournament.Reader().Entries(ctx, v.event.EventID)
	if err != nil {
		return pages.Setup{}, err
	}
	page := pages.Setup{Event: v.event, CanEdit: v.wholeEvent(access.EditSetup), Empty: len(entries.Teams)+len(entries.Players) == 0}
	if page.CanEdit {
		if page.Hidden, err = s.Tournament.Reader().HiddenSections(ctx, v.event.EventID); err != nil {
			return pages.Setup{}, err
		}
	}
	teams, pool := map[int64]int{}, map[int64]int{}
	for _, t := range entries.Teams {
		teams[t.SectionID]++
	}
	for _, p := range entries.Players {
		if p.TeamID == nil {
			pool[p.SectionID]++
		}
	}
	for _, section := range sections {
		page.Sections = append(page.Sections, pages.SectionLine{
			Section: section, System: systemName(section.System), Teams: teams[section.SectionID], Pool: pool[section.SectionID],
			HouseRules: section.CountHouseRules(), CanEdit: v.canIn(access.EditSetup, section.SectionID),
		})
	}
	if page.Checks, err = s.checkList(ctx, v, page.Sections); err != nil {
		return pages.Setup{}, err
	}
	for _, c := range page.Checks {
		page.Blocked = page.Blocked || c.Blocks && !c.Done
		if !c.Done {
			page.Left++
		}
	}
	return page, nil
}

// checkList says what is left to do and what of it blocks going live.
func (s *Server) checkList(ctx context.Context, v *visit, sections []pages.SectionLine) ([]pages.Check, error) {
	officials, err := s.Accounts.Officials(ctx, v.event.EventID)
	if err != nil {
		return nil, err
	}
	roles := map[access.Role]int{}
	for _, o := range officials {
		for _, g := range o.Grants {
			roles[g.Role]++
		}
	}
	desk := "/e/" + v.event.Slug + "/desk"
	checks := []pages.Check{
		{Done: true, What: "The event has a name, days and a time zone."},
		{Done: len(sections) > 0, Blocks: true, What: "The event has a section.", To: desk + "/setup/new"},
	}
	for _, line := range sections {
		checks = append(checks, pages.Check{
			Done: line.Teams >= 2, What: fmt.Sprintf("%s has at least two %ss.", line.Section.Name, line.Section.EntryWord()), To: desk + "/" + line.Section.Slug + "/teams",
		})
		if line.Pool > 0 {
			checks = append(checks, pages.Check{
				What: fmt.Sprintf("Every player of %s has a partner.", line.Section.Name), To: desk + "/" + line.Section.Slug + "/teams#pool",
			})
		}
	}
	checks = append(checks, tableChecks(desk, sections)...)
	if second := v.server.Second.Status(); v.can(access.SeeBackup) && s.Backups.Dir != "" && !second.Waived {
		checks = append(checks, pages.Check{Done: second.Where != "" && second.Trouble == "", What: "Save points are copied to a second place, should this machine be lost.", To: desk + "/backup#second"})
	}
	return append(checks,
		pages.Check{Done: roles[access.Chief] > 0, Blocks: true, What: "Somebody is chief floor director, the last instance of appeals.", To: desk + "/people"},
		pages.Check{
			Done: roles[access.Scorekeeper]+roles[access.Director]+roles[access.SectionChief]+roles[access.Chief] > 0,
			What: "Somebody can enter results.", To: desk + "/people",
		},
		pages.Check{Done: v.event.Contact != "", What: "Players can read how to reach the desk.", To: desk + "/setup/event"},
	), nil
}

// tableChecks say where two sections of one hall would use the same tables, each its
// first one at least.
func tableChecks(desk string, sections []pages.SectionLine) []pages.Check {
	last := func(l pages.SectionLine) int { return l.Section.FirstTable + max(1, l.Section.TablesFor(l.Teams)) - 1 }
	var checks []pages.Check
	for i, one := range sections {
		for _, other := range sections[i+1:] {
			apart := one.Section.Hall != other.Section.Hall || last(one) < other.Section.FirstTable || last(other) < one.Section.FirstTable
			if apart {
				continue
			}
			checks = append(checks, pages.Check{
				What: fmt.Sprintf("Tables of %s (%d to %d) and %s (%d to %d) are not the same.", one.Section.Name, one.Section.FirstTable, last(one),
					other.Section.Name, other.Section.FirstTable, last(other)),
				To: pages.StepTables.Path(strings.Split(desk, "/")[2], other.Section.Slug),
			})
		}
	}
	return checks
}

// systemName is a pairing system as people choose it.
func systemName(system tournament.System) string {
	for _, c := range pages.Systems {
		if c.Value == string(system) {
			return c.Label
		}
	}
	return string(system)
}

// wholeEvent reports whether the visitor may do this in every section: a role
// given for one section does not change the event itself.
func (v *visit) wholeEvent(action access.Action) bool {
	whole := v.who.Actor
	whole.Grants = nil
	for _, g := range v.who.Actor.Grants {
		if g.SectionID == 0 {
			whole.Grants = append(whole.Grants, g)
		}
	}
	return access.Can(whole, action, access.Object{EventID: v.event.EventID}, v.now)
}

// needWholeEvent refuses somebody whose role is for one section only.
func (v *visit) needWholeEvent(action access.Action) error {
	if v.wholeEvent(action) {
		return nil
	}
	return fault.New(fault.Forbidden, "Your role is for one section. To %s as a whole you need a role for all sections.", action)
}

func (s *Server) setEventState(v *visit) error {
	if err := v.needWholeEvent(access.EditSetup); err != nil {
		return err
	}
	to, was := tournament.EventState(v.FormValue("state")), v.event.State
	if err := s.Tournament.SetEventState(v.Request().Context(), v.event.EventID, v.command(), to); err != nil {
		return err
	}
	s.saved(v.event.EventID)
	said := map[tournament.EventState]string{
		tournament.EventLive: v.event.Name + " is live: everybody finds it on the front page.", tournament.EventSetup: v.event.Name + " is off the front page.",
		tournament.EventArchived: v.event.Name + " is archived. Its pages stay readable.",
		tournament.EventHidden:   v.event.Name + " is out of sight. You can bring it back here, or from Your events.",
	}
	if was == tournament.EventHidden {
		said[to] = v.event.Name + " is back, as it was."
	}
	return v.say("/e/"+v.event.Slug+"/desk/setup/check", said[to])
}

func (s *Server) newEventForm(v *visit) error {
	form := pages.EventForm{Action: "/new-event", New: true, HideMinors: true, BeChief: true, TimeZone: "UTC", OwnZone: true}
	return v.page(pages.NewEvent(v.frame(layout.Desk, "New event", 0), form))
}

// createEvent makes the event, gives its maker the roles and goes on to the
// sections.
func (s *Server) createEvent(v *visit) error {
	form := v.eventInput("/new-event")
	form.New, form.BeChief = true, v.FormValue("be_chief") == "yes"
	roles := []access.Role{access.Organizer}
	if form.BeChief {
		roles = append(roles, access.Chief)
	}
	in, err := newEvent(form)
	var event tournament.Event
	if err == nil {
		event, err = s.Founding.Found(v.Request().Context(), v.command(), in, v.who.Account, roles...)
	}
	if refusable(err) {
		form.Problem, form.Errors = fault.Message(err), fault.Fields(err)
		return v.again(err, pages.NewEvent(v.frame(layout.Desk, "New event", 0), form))
	}
	if err != nil {
		return err
	}
	return v.say("/e/"+event.Slug+"/desk/setup/new", event.Name+" is created. Add its first section.")
}

func (s *Server) eventForm(v *visit) error {
	if err := v.needWholeEvent(access.EditSetup); err != nil {
		return err
	}
	form := formOfEvent(v.event)
	form.Action = "/e/" + v.event.Slug + "/desk/setup/event"
	return v.page(pages.EditEvent(v.frame(layout.Desk, "Event", 0), form))
}

func (s *Server) saveEvent(v *visit) error {
	if err := v.needWholeEvent(access.EditSetup); err != nil {
		return err
	}
	form := v.eventInput("/e/" + v.event.Slug + "/desk/setup/event")
	in, err := newEvent(form)
	if err == nil {
		edit := tournament.EventEdit{To: in}
		if edit.Was, err = newEvent(v.shownEvent()); err == nil {
			var saved tournament.Event
			if saved, err = s.Tournament.EditEvent(v.Request().Context(), v.event.EventID, v.command(), edit); err == nil {
				s.saved(v.event.EventID)
				return v.say("/e/"+saved.Slug+"/desk/setup", "Saved: "+saved.Name+".")
			}
		}
	}
	if !refusable(err) {
		return err
	}
	form.Problem, form.Errors = fault.Message(err), fault.Fields(err)
	form.Was = wasOf(v.shownEvent())
	if fault.Is(err, fault.Stale) { // the next save is about the values of now
		form.Was = formOfEvent(v.event).Was
	}
	return v.again(err, pages.EditEvent(v.frame(layout.Desk, "Event", 0), form))
}

func formOfEvent(e tournament.Event) pages.EventForm {
	form := pages.EventForm{
		Name: e.Name, Slug: e.Slug, Venue: e.Venue, Address: e.Address, TimeZone: e.TimeZone, StartsOn: e.StartsOn.Format(time.DateOnly),
		EndsOn: e.EndsOn.Format(time.DateOnly), Contact: e.Contact, HideMinors: e.HideMinors,
		Schedule: e.Schedule, MapLink: e.MapLink, TablesPerRow: strconv.Itoa(e.TablesPerRow),
	}
	form.Was = wasOf(form)
	return form
}

func wasOf(form pages.EventForm) map[string]string {
	was := map[string]string{
		"name": form.Name, "slug": form.Slug, "venue": form.Venue, "address": form.Address, "time_zone": form.TimeZone, "starts_on": form.StartsOn,
		"ends_on": form.EndsOn, "contact": form.Contact, "hide_minors": "no",
		"schedule": form.Schedule, "map_link": form.MapLink, "tables_per_row": form.TablesPerRow,
	}
	if form.HideMinors {
		was["hide_minors"] = "yes"
	}
	return was
}

// eventInput reads an event's form.
func (v *visit) eventInput(action string) pages.EventForm {
	form := v.eventFields("")
	form.Action = action
	return form
}

// shownEvent reads what the form showed when it was opened.
func (v *visit) shownEvent() pages.EventForm { return v.eventFields("was.") }

func (v *visit) eventFields(prefix string) pages.EventForm {
	text := func(name string) string { return v.formText(prefix + name) }
	return pages.EventForm{
		Name: text("name"), Slug: text("slug"), Venue: text("venue"), Address: text("address"), TimeZone: text("time_zone"), StartsOn: text("starts_on"),
		EndsOn: text("ends_on"), Contact: text("contact"), HideMinors: text("hide_minors") == "yes",
		Schedule: text("schedule"), MapLink: text("map_link"), TablesPerRow: text("tables_per_row"),
	}
}

func newEvent(form pages.EventForm) (tournament.NewEvent, error) {
	in := tournament.NewEvent{
		Name: form.Name, Slug: form.Slug, Venue: form.Venue, Address: form.Address, TimeZone: form.TimeZone, Contact: form.Contact, HideMinors: form.HideMinors,
		Schedule: form.Schedule, MapLink: form.MapLink,
	}
	var problems fault.Form
	if form.TablesPerRow != "" {
		var err error
		if in.TablesPerRow, err = strconv.Atoi(form.TablesPerRow); err != nil {
			problems.Add("tables_per_row", "Enter a whole number from %d to %d.", 0, 99)
		}
	}
	for field, day := range map[string]*time.Time{"starts_on": &in.StartsOn, "ends_on": &in.EndsOn} {
		text := form.StartsOn
		if field == "ends_on" {
			text = form.EndsOn
		}
		if text == "" {
			continue
		}
		parsed, err := time.Parse(time.DateOnly, text)
		if err != nil {
			problems.Add(field, "Enter a day as year-month-day, such as 2026-05-02.")
			continue
		}
		*day = parsed
	}
	return in, problems.Err()
}
