package tournament

import (
	"context"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
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

	Schedule     string // see Event.Happenings
	MapLink      string
	TablesPerRow int
}

// Limits of free text, in characters.
const (
	maxName = 80
	maxText = 200
)

// event checks the entries and returns the row they make.
func (n NewEvent) event(form *fault.Form) Event {
	e := Event{
		Name: tidy(n.Name), Slug: strings.TrimSpace(n.Slug), Venue: tidy(n.Venue), Address: strings.TrimSpace(n.Address), TimeZone: strings.TrimSpace(n.TimeZone),
		StartsOn: n.StartsOn, EndsOn: n.EndsOn, Contact: strings.TrimSpace(n.Contact), HideMinors: n.HideMinors, State: EventSetup,
		MapLink: strings.TrimSpace(n.MapLink), TablesPerRow: n.TablesPerRow,
	}
	checkName(form, "name", e.Name, "the event")
	if e.Slug == "" {
		e.Slug = Slug(e.Name)
	}
	checkSlug(form, "slug", e.Slug)
	checkLength(form, "venue", e.Venue)
	checkLength(form, "address", e.Address)
	checkLength(form, "contact", e.Contact)
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
	return e
}

// CreateEvent makes an event with its sections. Field messages of section i
// (from 0) are named "sections.i.field". The address must be new: one that
// another event has or had before a rename is refused.
func (s *Service) CreateEvent(ctx context.Context, cmd journal.Command, in NewEvent) (Event, error) {
	var form fault.Form
	e := in.event(&form)
	sections := newSections(&form, in.Sections)
	if err := form.Err(); err != nil {
		return Event{}, err
	}
	return s.store.CreateEvent(ctx, e, cmd, func(tx Tx) (journal.Change, error) {
		if err := checkOldAddress(ctx, tx, e.Slug); err != nil {
			return journal.Change{}, err
		}
		for _, section := range sections {
			if _, err := insertSection(ctx, tx, section); err != nil {
				return journal.Change{}, err
			}
		}
		names := make([]string, len(sections))
		for i, section := range sections {
			names[i] = section.Name
		}
		return journal.Change{
			Action: "create event", Subject: "event",
			After: map[string]any{"name": e.Name, "address": e.Slug, "sections": names},
		}, nil
	})
}

// checkOldAddress refuses an address that another event had before a rename.
func checkOldAddress(ctx context.Context, tx Tx, slug string) error {
	owner, err := tx.OldAddress(ctx, slug)
	if err != nil {
		return err
	}
	if owner != 0 && owner != tx.EventID() {
		var form fault.Form
		form.Add("slug", "Another event had the address %q before, and it still leads there. Choose a different one.", slug)
		return form.Err()
	}
	return nil
}

// reservedSlugs would hide pages of the event or of its desk.
var reservedSlugs = map[string]bool{}

func init() {
	for word := range strings.FieldsSeq(`account api appeals backup check corrections desk display find floor hall health home import incidents journal l live map matches messages new
		pairings penalties people player poster print ratings round rules screen screens search server setup sign-in slip standings static status stream
		team teams wall`) {
		reservedSlugs[word] = true
	}
}

func checkSlug(form *fault.Form, field, slug string) {
	switch {
	case slug == "" || Slug(slug) != slug || len(slug) > 60:
		form.Add(field, "Use a–z, 0–9 and single hyphens for the address, at most 60 characters, such as lakeshore-2026.")
	case reservedSlugs[slug]:
		form.Add(field, "The address %q belongs to a page of Tandem. Choose a different one.", slug)
	}
}

func checkName(form *fault.Form, field, name, what string) {
	switch {
	case name == "":
		form.Add(field, "Enter a name for %s.", what)
	case utf8.RuneCountInString(name) > maxName:
		form.Add(field, "Use at most %d characters.", maxName)
	case !utf8.ValidString(name) || strings.ContainsFunc(name, isControl):
		form.Add(field, "Use letters, digits and signs only.")
	}
}

func checkLength(form *fault.Form, field, text string) {
	switch {
	case utf8.RuneCountInString(text) > maxText:
		form.Add(field, "Use at most %d characters.", maxText)
	case !utf8.ValidString(text) || strings.ContainsRune(text, 0):
		form.Add(field, "Use letters, digits and signs only.")
	}
}

func isControl(r rune) bool { return r < ' ' || r == 0x7f }

// tidy makes single spaces of all white space.
func tidy(s string) string { return strings.Join(strings.Fields(s), " ") }
