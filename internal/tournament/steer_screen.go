package tournament

import (
	"context"
	"slices"
	"strings"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/limit"
)

// Programme is what a hall screen shows.
type Programme string

// The programmes of a hall screen.
const (
	ShowNames     Programme = "names"  // pairings from A to Z
	ShowTables    Programme = "tables" // pairings by table
	ShowStandings Programme = "standings"
	ShowBracket   Programme = "bracket" // of the sections that play a knockout
	ShowClock     Programme = "clock"   // the round clocks
	ShowStatus    Programme = "status"  // tables still playing
	ShowMessage   Programme = "message" // a text of the desk
)

// Programmes lists them in the order of the page that steers screens.
var Programmes = []Programme{ShowNames, ShowTables, ShowStandings, ShowBracket, ShowClock, ShowStatus, ShowMessage}

// Screen is a screen in the hall. Without sections it shows all of them.
type Screen struct {
	Slug      string
	Name      string
	Programme Programme
	Sections  []int64
	Message   string
	Theme     string // light, dark, or system: as the machine of the screen is set
}

// screenTx says what the screens of the hall show.
type screenTx interface {
	Sections(ctx context.Context) ([]Section, error)
	Screens(ctx context.Context) ([]Screen, error)
	SaveScreen(ctx context.Context, s Screen) error
	DeleteScreen(ctx context.Context, slug string) error
}

// SteerScreen sets what a screen shows; a screen with a new address is added.
func (s *FloorCommands) SteerScreen(ctx context.Context, eventID int64, cmd journal.Command, in Screen) (journal.Receipt, error) {
	return s.screens(ctx, eventID, cmd.With(in), func(tx screenTx) (journal.Change, error) {
		if in.Slug != Slug(in.Slug) { // no page offers it
			return journal.Change{}, fault.New(fault.Invalid, "No screen can have the address “%s”. Load the page again and steer the screen from there.", in.Slug)
		}
		var form fault.Form
		if in.Slug == "" {
			in.Slug = Slug(in.Name)
		}
		if in.Name == "" || in.Slug == "" {
			form.Add("name", "Give the screen a name, such as Main hall.")
		}
		if !slices.Contains(Programmes, in.Programme) {
			form.Add("programme", "Choose what the screen shows.")
		}
		if in.Theme == "" {
			in.Theme = "system"
		}
		if !slices.Contains([]string{"system", "light", "dark"}, in.Theme) {
			form.Add("theme", "Choose light, dark, or as the machine is set.")
		}
		if in.Programme == ShowMessage && strings.TrimSpace(in.Message) == "" {
			form.Add("message", "Enter the message to show.")
		}
		known, err := tx.Sections(ctx)
		if err != nil {
			return journal.Change{}, err
		}
		for _, id := range in.Sections {
			if !slices.ContainsFunc(known, func(s Section) bool { return s.SectionID == id }) {
				form.Add("section", "This event has no such section.")
			}
		}
		if err := form.Err(); err != nil {
			return journal.Change{}, err
		}
		before, err := tx.Screens(ctx)
		if err != nil {
			return journal.Change{}, err
		}
		change := journal.Change{Action: "steer screen", Subject: journal.Subject("screen", in.Slug), After: in}
		if i := slices.IndexFunc(before, func(s Screen) bool { return s.Slug == in.Slug }); i >= 0 {
			change.Before = before[i]
		}
		return change, tx.SaveScreen(ctx, in)
	})
}

// RemoveScreen takes a screen away; its address then shows all pairings again.
func (s *FloorCommands) RemoveScreen(ctx context.Context, eventID int64, cmd journal.Command, slug string) (journal.Receipt, error) {
	if err := limit.Text("slug", slug); err != nil {
		return journal.Receipt{}, err
	}
	return s.screens(ctx, eventID, cmd, func(tx screenTx) (journal.Change, error) {
		before, err := tx.Screens(ctx)
		if err != nil {
			return journal.Change{}, err
		}
		i := slices.IndexFunc(before, func(s Screen) bool { return s.Slug == slug })
		if i < 0 {
			return journal.Change{}, nil
		}
		return journal.Change{Action: "remove screen", Subject: journal.Subject("screen", slug), Before: before[i]}, tx.DeleteScreen(ctx, slug)
	})
}
