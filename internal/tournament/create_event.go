package tournament

import (
	"cmp"
	"context"
	"regexp"
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/limit"
)

// NewEvent is what an organizer says about an event. An empty Slug is made from
// the name; a zero EndsOn means one day.
type NewEvent struct {
	Name       string
	Slug       string
	Venue      string
	Address    string
	TimeZone   string // IANA name
	StartsOn   time.Time
	EndsOn     time.Time
	Contact    string
	HideMinors bool
	Sections   []NewSection

	Schedule     string // see Event.ScheduleLines
	MapLink      string
	TablesPerRow int

	PaperLanguage string // empty: English
}

// event checks the entries and returns the row they make.
func (n NewEvent) event(form *fault.Form) Event {
	e := Event{
		Name: tidy(n.Name), Slug: strings.TrimSpace(n.Slug), Venue: tidy(n.Venue), Address: strings.TrimSpace(n.Address), TimeZone: strings.TrimSpace(n.TimeZone),
		StartsOn: n.StartsOn, EndsOn: n.EndsOn, Contact: strings.TrimSpace(n.Contact), HideMinors: n.HideMinors, State: EventSetup,
		MapLink: strings.TrimSpace(n.MapLink), TablesPerRow: n.TablesPerRow, PaperLanguage: cmp.Or(n.PaperLanguage, "en"),
	}
	limit.Collect(form, "", n)
	checkName(form, "name", e.Name, fault.Word("the event"))
	if e.Slug == "" {
		e.Slug = Slug(e.Name)
	}
	checkSlug(form, "slug", e.Slug)
	if _, err := time.LoadLocation(e.TimeZone); err != nil || e.TimeZone == "" || e.TimeZone == "Local" {
		form.Add("time_zone", "Enter the time zone of the hall by its IANA name, such as America/Chicago or Europe/Prague.")
	}
	if e.StartsOn.IsZero() {
		form.Add("starts_on", "Enter the first day of the event.")
	}
	if e.EndsOn.IsZero() {
		e.EndsOn = e.StartsOn
	}
	if e.EndsOn.Before(e.StartsOn) {
		form.Add("ends_on", "The event cannot end before it starts.")
	}
	e.Schedule = checkSchedule(form, n.Schedule, e.StartsOn)
	checkMap(form, e.MapLink)
	if e.TablesPerRow < 0 || e.TablesPerRow > 99 {
		form.Add("tables_per_row", "Enter a whole number from %d to %d.", 0, 99)
	}
	if !languageCode.MatchString(e.PaperLanguage) {
		form.Add("paper_language", "Choose one of the languages.")
	}
	return e
}

// languageCode is how a language is named: by a code such as de.
var languageCode = regexp.MustCompile(`^[a-z]{2,3}(-[a-z]+)?$`)

// FoundingTx writes the sections of a new event.
type FoundingTx interface {
	newSectionTx
	OldAddress(ctx context.Context, slug string) (owner int64, err error)
}

// addressTx asks who had an address.
type addressTx interface {
	EventID() int64
	OldAddress(ctx context.Context, slug string) (owner int64, err error)
}

// CreateEvent makes an event with its sections. Field messages of section i
// (from 0) are named "sections.i.field". The address must be new: one that
// another event has or had before a rename is refused.
func (s *SetupCommands) CreateEvent(ctx context.Context, cmd journal.Command, in NewEvent) (Event, error) {
	e, making, err := PlanEvent(in)
	if err != nil {
		return Event{}, err
	}
	return s.create(ctx, e, cmd, func(tx FoundingTx) (journal.Change, error) { return making(ctx, tx) })
}

// PlanEvent checks what is said about an event, and returns its row with what else
// makes it, for a transaction that holds the row already.
func PlanEvent(in NewEvent) (e Event, making func(context.Context, FoundingTx) (journal.Change, error), err error) {
	var form fault.Form
	e = in.event(&form)
	sections := newSections(&form, in.Sections)
	if err := form.Err(); err != nil {
		return Event{}, nil, err
	}
	return e, func(ctx context.Context, tx FoundingTx) (journal.Change, error) {
		if err := checkOldAddress(ctx, tx, e.Slug); err != nil {
			return journal.Change{}, err
		}
		names := make([]string, len(sections))
		for i, section := range sections {
			if _, err := insertSection(ctx, tx, section); err != nil {
				return journal.Change{}, err
			}
			names[i] = section.Name
		}
		return journal.Change{
			Action: "create event", Subject: "event",
			After: map[string]any{"name": e.Name, "address": e.Slug, "sections": names},
		}, nil
	}, nil
}

// checkOldAddress refuses an address that another event had before a rename.
func checkOldAddress(ctx context.Context, tx addressTx, slug string) error {
	owner, err := tx.OldAddress(ctx, slug)
	if err != nil {
		return err
	}
	if owner != 0 && owner != tx.EventID() {
		var form fault.Form
		form.Add("slug", "Another event had the address “%s” before, and it still leads there. Choose a different one.", slug)
		return form.Err()
	}
	return nil
}

// reservedSlugs would hide pages of the event or of its desk.
var reservedSlugs = map[string]bool{}

func init() {
	for word := range strings.FieldsSeq(`account api appeals backup check corrections desk display embed find floor hall health hide home import incidents journal l live map matches messages new
		pairings path penalties people player poster print ratings round rules screen screens search server setup sign-in slip standings static status stream
		team teams wall`) {
		reservedSlugs[word] = true
	}
}

func checkSlug(form *fault.Form, field, slug string) {
	switch {
	case slug == "" || Slug(slug) != slug || len(slug) > 60:
		form.Add(field, "Use a–z, 0–9 and single hyphens for the address, at most 60 characters, such as lakeshore-2026.")
	case reservedSlugs[slug]:
		form.Add(field, "The address “%s” belongs to a page of Tandem. Choose a different one.", slug)
	}
}

// checkName notes what is wrong with a name: most of all that there is none.
func checkName(form *fault.Form, field, name string, what fault.Word) {
	if name == "" {
		form.Add(field, "Enter a name for %s.", what)
	}
	limit.Name.Check(form, field, name)
}

// tidy makes single spaces of all white space.
func tidy(s string) string { return strings.Join(strings.Fields(s), " ") }
