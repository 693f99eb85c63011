package setup

import (
	"context"
	"strconv"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/address"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/setup"
)

const setupPath = address.Desk + "/setup"

func (h *Handlers) setupRoutes() []visit.Route {
	return []visit.Route{
		visit.Get("/new-event", access.CreateEvent, h.newEventForm),
		visit.Post("/new-event", access.CreateEvent, h.createEvent),
		visit.Get(setupPath, access.SeeSetup, visit.With(h.SetupPage, h.setup)),
		visit.Get(setupPath+"/check", access.SeeSetup, visit.With(h.SetupPage, h.setupCheck)),
		visit.Post(setupPath+"/state", access.EditSetup, h.setEventState),
		visit.Post(setupPath+"/hide", access.EditSetup, h.hideSection),
		visit.Get(setupPath+"/event", access.EditSetup, h.eventForm),
		visit.Post(setupPath+"/event", access.EditSetup, h.saveEvent),
		visit.Get(setupPath+"/new", access.EditSetup, h.newSectionForm),
		visit.Post(setupPath+"/new", access.EditSetup, h.addSection),
		visit.Get(setupPath+"/path", access.EditSetup, h.pathForm),
		visit.Post(setupPath+"/path", access.EditSetup, h.addPath),
		visit.Get(setupPath+"/:section", access.EditSetup, h.sectionForm),
		visit.Get(setupPath+"/:section/paper", access.SeeSetup, h.settingsSheet),
		visit.Post(setupPath+"/:section", access.EditSetup, h.saveSection),
		visit.Get(setupPath+"/:section/:step", access.EditSetup, visit.With(setupStep, h.sectionStep)),
		visit.Post(setupPath+"/:section/:step", access.EditSetup, visit.With(setupStep, h.saveSectionStep)),
	}
}

// setup is the overview; every step is left and taken up again here.
func (h *Handlers) setup(v *visit.Visit, page pages.Setup) error {
	return v.Page(pages.Overview(v.Frame(layout.Desk, v.Words.Say("Set-up"), v.Event.Version), page))
}

// setupCheck is the last step: the check list, and going live.
func (h *Handlers) setupCheck(v *visit.Visit, page pages.Setup) error {
	return v.Page(pages.CheckList(v.Frame(layout.Desk, v.Words.Say("Check list"), v.Event.Version), page))
}

func (h *Handlers) SetupPage(v *visit.Visit) (pages.Setup, error) {
	ctx := v.Request().Context()
	sections, err := v.Sections()
	if err != nil {
		return pages.Setup{}, err
	}
	entries, err := h.Reader.Entries(ctx, v.Event.EventID)
	if err != nil {
		return pages.Setup{}, err
	}
	page := pages.Setup{Event: v.Event, CanEdit: visit.WholeEvent(v, access.EditSetup), Empty: len(entries.Teams)+len(entries.Players) == 0}
	if page.CanEdit {
		if page.Hidden, err = h.Reader.HiddenSections(ctx, v.Event.EventID); err != nil {
			return pages.Setup{}, err
		}
	}
	teams, pool := map[int64]int{}, map[int64]int{}
	for _, t := range entries.Teams {
		if !t.NeverCame() {
			teams[t.SectionID]++
		}
	}
	for _, p := range entries.Players {
		if p.TeamID == nil {
			pool[p.SectionID]++
		}
	}
	for _, section := range sections {
		page.Sections = append(page.Sections, pages.SectionLine{
			Section: section, System: systemName(v.Words, section.System), Teams: teams[section.SectionID], Pool: pool[section.SectionID],
			HouseRules: section.CountHouseRules(), CanEdit: v.CanIn(access.EditSetup, section.SectionID),
		})
	}
	if page.Checks, err = h.checkList(ctx, v, page.Sections); err != nil {
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
func (h *Handlers) checkList(ctx context.Context, v *visit.Visit, sections []pages.SectionLine) ([]pages.Check, error) {
	officials, err := h.Accounts.Officials(ctx, v.Event.EventID)
	if err != nil {
		return nil, err
	}
	roles := map[access.Role]int{}
	for _, o := range officials {
		for _, g := range o.Grants {
			roles[g.Role]++
		}
	}
	desk := "/e/" + v.Event.Slug + "/desk"
	checks := []pages.Check{
		{Done: true, What: v.Words.Say("The event has a name, days and a time zone.")},
		{Done: len(sections) > 0, Blocks: true, What: v.Words.Say("The event has a section."), To: desk + "/setup/new"},
	}
	path, err := h.Reader.Path(ctx, v.Event.EventID)
	if err != nil {
		return nil, err
	}
	for _, line := range sections {
		if p, is := tournament.PhaseOf(path, line.Section.SectionID); is && p.StartedAt == nil {
			continue // its teams come in from other sections in their time
		}
		checks = append(checks, pages.Check{
			Done: line.Teams >= 2, What: v.Words.Say(publicpages.ByEntry(line.Section, text.Message("%s has at least two teams."), text.Message("%s has at least two players.")), line.Section.Name), To: desk + "/" + line.Section.Slug + "/teams",
		})
		if line.Pool > 0 {
			checks = append(checks, pages.Check{
				What: v.Words.Say("Every player of %s has a partner.", line.Section.Name), To: desk + "/" + line.Section.Slug + "/teams#pool",
			})
		}
	}
	tables, err := h.tableChecks(ctx, v, sections, path)
	if err != nil {
		return nil, err
	}
	checks = append(checks, tables...)
	if second := h.Second.Status(); v.Can(access.SeeBackup) && h.Backups.Dir != "" && !second.Waived {
		checks = append(checks, pages.Check{Done: second.Where != "" && second.Trouble == "", What: v.Words.Say("Save points are copied to a second place, should this machine be lost."), To: desk + "/backup#second"})
	}
	return append(checks,
		pages.Check{Done: roles[access.Chief] > 0, Blocks: true, What: v.Words.Say("Somebody is chief floor director, the last instance of appeals."), To: desk + "/people"},
		pages.Check{
			Done: roles[access.Scorekeeper]+roles[access.Director]+roles[access.SectionChief]+roles[access.Chief] > 0,
			What: v.Words.Say("Somebody can enter results."), To: desk + "/people",
		},
		pages.Check{Done: v.Event.Contact != "", What: v.Words.Say("Players can read how to reach the desk."), To: desk + "/setup/event"},
	), nil
}

// tableChecks say where two sections of one hall would use the same tables at the same time. The
// books, which tell whether a section is over, are read of sections that overlap alone.
func (h *Handlers) tableChecks(ctx context.Context, v *visit.Visit, sections []pages.SectionLine, path []tournament.PathStep) ([]pages.Check, error) {
	type pair struct{ one, other pages.SectionLine }
	var overlap []pair
	var ids []int64
	for i, one := range sections {
		for _, other := range sections[i+1:] {
			a, b := one.Section.SectionID, other.Section.SectionID
			if shareTables(one, other) && !tournament.PlayedBefore(path, a, b) && !tournament.PlayedBefore(path, b, a) {
				overlap, ids = append(overlap, pair{one, other}), append(ids, a, b)
			}
		}
	}
	books, err := h.Reader.Books(ctx, v.Event.EventID, ids)
	if err != nil {
		return nil, err
	}
	var checks []pages.Check
	for _, p := range overlap {
		one, other := p.one.Section, p.other.Section
		if tournament.AllPlayed(books[one.SectionID]) || tournament.AllPlayed(books[other.SectionID]) {
			continue
		}
		checks = append(checks, pages.Check{
			What: v.Words.Say("Tables of %s (%d to %d) and %s (%d to %d) are not the same.", one.Name, one.FirstTable, lastTable(p.one), other.Name, other.FirstTable, lastTable(p.other)),
			To:   pages.StepTables.Path(v.Event.Slug, other.Slug),
		})
	}
	return checks, nil
}

func shareTables(one, other pages.SectionLine) bool {
	return one.Section.Hall == other.Section.Hall && lastTable(one) >= other.Section.FirstTable && lastTable(other) >= one.Section.FirstTable
}

// lastTable is the last table that the teams of a section need, its first one at least.
func lastTable(l pages.SectionLine) int {
	return l.Section.FirstTable + max(1, l.Section.TablesFor(l.Teams)) - 1
}

// systemName is a pairing system as people choose it.
func systemName(w text.Words, system tournament.System) string {
	for _, c := range pages.Systems(w) {
		if c.Value == string(system) {
			return c.Label
		}
	}
	return string(system)
}

func (h *Handlers) setEventState(v *visit.Visit) error {
	if err := visit.NeedWholeEvent(v, access.EditSetup); err != nil {
		return err
	}
	to, was := tournament.EventState(v.FormValue("state")), v.Event.State
	if err := h.Setup.SetEventState(v.Request().Context(), v.Event.EventID, v.Command(), to); err != nil {
		return err
	}
	h.Saved(v.Event.EventID)
	said := map[tournament.EventState]string{
		tournament.EventLive: v.Words.Say("%s is live: everybody finds it on the front page.", v.Event.Name), tournament.EventSetup: v.Words.Say("%s is off the front page.", v.Event.Name),
		tournament.EventArchived: v.Words.Say("%s is archived. Its pages stay readable.", v.Event.Name),
		tournament.EventHidden:   v.Words.Say("%s is out of sight. You can bring it back here, or from Your events.", v.Event.Name),
	}
	if was == tournament.EventHidden {
		said[to] = v.Words.Say("%s is back, as it was.", v.Event.Name)
	}
	return v.Onward("/e/"+v.Event.Slug+"/desk/setup/check", said[to])
}

func (h *Handlers) newEventForm(v *visit.Visit) error {
	form := pages.EventForm{Action: "/new-event", New: true, HideMinors: true, BeChief: true, TimeZone: "UTC", OwnZone: true, PaperLanguage: v.Words.Code()}
	return v.Page(pages.NewEvent(v.Frame(layout.Desk, v.Words.Say("New event"), 0), form))
}

// createEvent makes the event, gives its maker the roles and goes on to the
// sections.
func (h *Handlers) createEvent(v *visit.Visit) error {
	form := eventInput(v, "/new-event")
	form.New, form.BeChief = true, v.FormValue("be_chief") == "yes"
	roles := []access.Role{access.Organizer}
	if form.BeChief {
		roles = append(roles, access.Chief)
	}
	in, err := newEvent(form)
	var event tournament.Event
	if err == nil {
		event, err = h.Founding.Found(v.Request().Context(), v.Command(), in, v.Who.Account, roles...)
	}
	return visit.Answer(v, err, func() error {
		form.Problem, form.Errors = visit.SaidIn(v.Words, err), visit.FieldsIn(v.Words, err)
		return v.Again(err, pages.NewEvent(v.Frame(layout.Desk, v.Words.Say("New event"), 0), form))
	}, "/e/"+event.Slug+"/desk/setup/new", v.Words.Say("%s is created. Add its first section.", event.Name))
}

func (h *Handlers) eventForm(v *visit.Visit) error {
	if err := visit.NeedWholeEvent(v, access.EditSetup); err != nil {
		return err
	}
	form := formOfEvent(v.Event)
	form.Action = "/e/" + v.Event.Slug + "/desk/setup/event"
	return v.Page(pages.EditEvent(v.Frame(layout.Desk, v.Words.Say("Event"), 0), form))
}

func (h *Handlers) saveEvent(v *visit.Visit) error {
	if err := visit.NeedWholeEvent(v, access.EditSetup); err != nil {
		return err
	}
	form := eventInput(v, "/e/"+v.Event.Slug+"/desk/setup/event")
	in, err := newEvent(form)
	if err == nil {
		edit := tournament.EventEdit{To: in}
		if edit.Was, err = newEvent(shownEvent(v)); err == nil {
			var saved tournament.Event
			if saved, err = h.Setup.EditEvent(v.Request().Context(), v.Event.EventID, v.Command(), edit); err == nil {
				h.Saved(v.Event.EventID)
				return v.Onward("/e/"+saved.Slug+"/desk/setup", v.Words.Say("Saved: %s.", saved.Name))
			}
		}
	}
	if !visit.Refusable(err) {
		return err
	}
	form.Problem, form.Errors = visit.SaidIn(v.Words, err), visit.FieldsIn(v.Words, err)
	form.Was = wasOf(shownEvent(v))
	if fault.Is(err, fault.Stale) { // the next save is about the values of now
		form.Was = formOfEvent(v.Event).Was
	}
	return v.Again(err, pages.EditEvent(v.Frame(layout.Desk, v.Words.Say("Event"), 0), form))
}

func formOfEvent(e tournament.Event) pages.EventForm {
	form := pages.EventForm{
		Name: e.Name, Slug: e.Slug, Venue: e.Venue, Address: e.Address, TimeZone: e.TimeZone, StartsOn: e.StartsOn.Format(time.DateOnly),
		EndsOn: e.EndsOn.Format(time.DateOnly), Contact: e.Contact, HideMinors: e.HideMinors,
		Schedule: e.Schedule, MapLink: e.MapLink, TablesPerRow: strconv.Itoa(e.TablesPerRow), PaperLanguage: e.PaperLanguage,
	}
	form.Was = wasOf(form)
	return form
}

func wasOf(form pages.EventForm) map[string]string {
	was := map[string]string{
		"name": form.Name, "slug": form.Slug, "venue": form.Venue, "address": form.Address, "time_zone": form.TimeZone, "starts_on": form.StartsOn,
		"ends_on": form.EndsOn, "contact": form.Contact, "hide_minors": "no",
		"schedule": form.Schedule, "map_link": form.MapLink, "tables_per_row": form.TablesPerRow, "paper_language": form.PaperLanguage,
	}
	if form.HideMinors {
		was["hide_minors"] = "yes"
	}
	return was
}

// eventInput reads an event's form.
func eventInput(v *visit.Visit, action string) pages.EventForm {
	form := eventFields(v, "")
	form.Action = action
	return form
}

// shownEvent reads what the form showed when it was opened.
func shownEvent(v *visit.Visit) pages.EventForm { return eventFields(v, "was.") }

func eventFields(v *visit.Visit, prefix string) pages.EventForm {
	text := func(name string) string { return v.FormText(prefix + name) }
	return pages.EventForm{
		Name: text("name"), Slug: text("slug"), Venue: text("venue"), Address: text("address"), TimeZone: text("time_zone"), StartsOn: text("starts_on"),
		EndsOn: text("ends_on"), Contact: text("contact"), HideMinors: text("hide_minors") == "yes",
		Schedule: text("schedule"), MapLink: text("map_link"), TablesPerRow: text("tables_per_row"), PaperLanguage: text("paper_language"),
	}
}

func newEvent(form pages.EventForm) (tournament.NewEvent, error) {
	in := tournament.NewEvent{
		Name: form.Name, Slug: form.Slug, Venue: form.Venue, Address: form.Address, TimeZone: form.TimeZone, Contact: form.Contact, HideMinors: form.HideMinors,
		Schedule: form.Schedule, MapLink: form.MapLink, PaperLanguage: form.PaperLanguage,
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
