package tournament

import (
	"context"
	"fmt"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/limit"
)

// EventEdit changes what an event says about itself. Was is what the form
// showed: a field that somebody else changed meanwhile makes the edit stale.
type EventEdit struct {
	Was, To NewEvent `limit:"-"` // To checks itself; Was may be older than the limits
}

// eventTx is what a change of the event itself needs.
type eventTx interface {
	EventRows
	EventID() int64
	Sections(ctx context.Context) ([]Section, error)
	Entries(ctx context.Context) (Entries, error)
	Path(ctx context.Context) ([]PathStep, error)
	UpdateTeams(ctx context.Context, teams []Team) error
}

// EditEvent saves an event's details. A new address keeps the old one as a
// redirect that no other event can take.
func (s *SetupCommands) EditEvent(ctx context.Context, eventID int64, cmd journal.Command, in EventEdit) (Event, error) {
	var form fault.Form
	to := in.To.event(&form)
	if err := form.Err(); err != nil {
		return Event{}, err
	}
	return change(ctx, s.event, eventID, cmd, func(tx eventTx) (Event, journal.Change, error) {
		now, err := tx.Event(ctx)
		if err != nil {
			return Event{}, journal.Change{}, err
		}
		if err := staleEvent(in.Was, now, to); err != nil {
			return Event{}, journal.Change{}, err
		}
		saved := now
		saved.Name, saved.Slug, saved.Venue, saved.Address, saved.TimeZone = to.Name, to.Slug, to.Venue, to.Address, to.TimeZone
		saved.StartsOn, saved.EndsOn, saved.Contact, saved.HideMinors = to.StartsOn, to.EndsOn, to.Contact, to.HideMinors
		saved.Schedule, saved.MapLink, saved.TablesPerRow, saved.PaperLanguage = to.Schedule, to.MapLink, to.TablesPerRow, to.PaperLanguage
		if saved == now {
			return now, journal.Change{}, nil
		}
		if err := tx.UpdateEvent(ctx, saved, now.Slug); err != nil {
			return Event{}, journal.Change{}, err
		}
		if saved.Slug != now.Slug {
			if err := checkOldAddress(ctx, tx, saved.Slug); err != nil {
				return Event{}, journal.Change{}, err
			}
		}
		if saved.HideMinors != now.HideMinors {
			if err := remakeNames(ctx, tx); err != nil {
				return Event{}, journal.Change{}, err
			}
		}
		return saved, journal.Change{Action: "edit event", Subject: "event", Before: detailLines(now), After: detailLines(saved), Back: now.details()}, nil
	})
}

// details are what the form of an event shows.
func (e Event) details() NewEvent {
	return NewEvent{
		Name: e.Name, Slug: e.Slug, Venue: e.Venue, Address: e.Address, TimeZone: e.TimeZone, StartsOn: e.StartsOn, EndsOn: e.EndsOn, Contact: e.Contact,
		HideMinors: e.HideMinors, Schedule: e.Schedule, MapLink: e.MapLink, TablesPerRow: e.TablesPerRow, PaperLanguage: e.PaperLanguage,
	}
}

// staleEvent refuses when a field differs both from what the form showed and
// from what it wants to save.
func staleEvent(was NewEvent, now, to Event) error {
	if was.Name == "" {
		return nil // the caller has shown no form
	}
	var form fault.Form
	before := detailLines(was.event(&form))
	wanted := detailLines(to)
	for field, value := range detailLines(now) {
		if before[field] != value && wanted[field] != value {
			return fault.New(fault.Stale, "Somebody changed the %s to “%s” meanwhile; this form wants “%s”. Nothing was saved. Look at both, then save again.",
				eventFields[field], value, wanted[field])
		}
	}
	return nil
}

var eventFields = map[string]fault.Word{
	"name": fault.Word("name"), "slug": fault.Word("address of the pages"), "venue": fault.Word("venue"), "address": fault.Word("street address"), "time_zone": fault.Word("time zone"), "dates": fault.Word("dates"),
	"contact": fault.Word("contact"), "hide_minors": fault.Word("setting for names of minors"),
	"schedule": fault.Word("schedule"), "map_link": fault.Word("map"), "tables_per_row": fault.Word("number of tables in a row"), "paper_language": fault.Word("language of the papers"),
}

func detailLines(e Event) map[string]string {
	return map[string]string{
		"name": e.Name, "slug": e.Slug, "venue": e.Venue, "address": e.Address, "time_zone": e.TimeZone,
		"dates":   e.StartsOn.Format("2006-01-02") + " – " + e.EndsOn.Format("2006-01-02"),
		"contact": e.Contact, "hide_minors": fmt.Sprint(e.HideMinors),
		"schedule": e.Schedule, "map_link": e.MapLink, "tables_per_row": fmt.Sprint(e.TablesPerRow), "paper_language": e.PaperLanguage,
	}
}

// SetEventState makes an event live, archives it or takes it back to set-up.
// Going live needs a section and a chief floor director. An event that is being set up and that nobody
// entered can be hidden, and is being set up again when it is brought back.
func (s *SetupCommands) SetEventState(ctx context.Context, eventID int64, cmd journal.Command, to EventState) error {
	if err := limit.Text("state", string(to)); err != nil {
		return err
	}
	_, err := s.event(ctx, eventID, cmd, func(tx eventTx) (journal.Change, error) {
		e, err := tx.Event(ctx)
		if err != nil {
			return journal.Change{}, err
		}
		if e.State == to {
			return journal.Change{}, nil
		}
		sections, err := tx.Sections(ctx)
		if err != nil {
			return journal.Change{}, err
		}
		entries, err := tx.Entries(ctx)
		if err != nil {
			return journal.Change{}, err
		}
		chiefs, err := tx.ChiefFloorDirectors(ctx)
		if err != nil {
			return journal.Change{}, err
		}
		switch {
		case to != EventSetup && to != EventLive && to != EventArchived && to != EventHidden:
			return journal.Change{}, fault.New(fault.Invalid, "An event is being set up, live, archived or hidden.")
		case to == EventHidden && (e.State != EventSetup || len(entries.Teams)+len(entries.Players) > 0):
			return journal.Change{}, fault.New(fault.Conflict, "%s stays in sight: only an event that is being set up, without an entry, can be hidden.", e.Name)
		case e.State == EventHidden && to != EventSetup:
			return journal.Change{}, fault.New(fault.Conflict, "%s is hidden. Bring it back first.", e.Name)
		case to == EventLive && len(visible(sections)) == 0:
			return journal.Change{}, fault.New(fault.Conflict, "The event has no section yet. Add one before it goes live.")
		case to == EventLive && chiefs == 0:
			return journal.Change{}, fault.New(fault.Conflict, "Nobody is chief floor director of the event, the last instance of appeals. Give somebody the role before it goes live.")
		}
		before := e.State
		e.State = to
		if err := tx.UpdateEvent(ctx, e, e.Slug); err != nil {
			return journal.Change{}, err
		}
		return journal.Change{Action: "set event state", Subject: "event", Before: before, After: to}, nil
	})
	return err
}
