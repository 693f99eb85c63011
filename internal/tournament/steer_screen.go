package tournament

import (
	"context"
	"slices"
	"strings"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/limit"
	"github.com/tandemchess/tandem/internal/phrase"
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

// Steering sets what a screen shows; without an address it adds one. Was is what the form showed,
// nil where none did.
type Steering struct {
	To  Screen
	Was *Screen `limit:"-"`
}

// screenTx says what the screens of the hall show.
type screenTx interface {
	Sections(ctx context.Context) ([]Section, error)
	Screens(ctx context.Context) ([]Screen, error)
	SaveScreen(ctx context.Context, s Screen) error
	DeleteScreen(ctx context.Context, slug string) error
}

// SteerScreen sets what a screen shows, and returns it as it is saved: what the form did not change
// stays as somebody else set it meanwhile. It is refused when a new one has the name of another, and
// when somebody set meanwhile what the form wants otherwise, or removed the screen.
func (s *FloorCommands) SteerScreen(ctx context.Context, eventID int64, cmd journal.Command, steering Steering) (Screen, error) {
	return change(ctx, s.screens, eventID, cmd.With(steering.To), func(tx screenTx) (Screen, journal.Change, error) {
		none := func(err error) (Screen, journal.Change, error) { return Screen{}, journal.Change{}, err }
		if steering.To.Theme == "" {
			steering.To.Theme = "system"
		}
		in := steering.To
		if in.Slug != Slug(in.Slug) { // no page offers it
			return none(fault.New(fault.Invalid, "No screen can have the address “%s”. Load the page again and steer the screen from there.", in.Slug))
		}
		before, err := tx.Screens(ctx)
		if err != nil {
			return none(err)
		}
		known, err := tx.Sections(ctx)
		if err != nil {
			return none(err)
		}
		adds := in.Slug == ""
		if adds {
			in.Slug = Slug(in.Name)
		}
		at := slices.IndexFunc(before, func(s Screen) bool { return s.Slug == in.Slug })
		told := journal.Change{Action: "steer screen", Subject: journal.Subject("screen", in.Slug)}
		switch {
		case adds && at >= 0:
			return none(fault.Field("name", "There is a screen “%s” already. Choose another name, or set what that one shows.", before[at].Name))
		case at >= 0:
			told.Before = before[at]
			if err := steering.stale(before[at], known); err != nil {
				return none(err)
			}
			in = steering.Beside(before[at])
		case steering.Was != nil:
			return none(fault.New(fault.Conflict, "Somebody removed the screen “%s” meanwhile. Nothing was saved. Add it again if it is wanted.", steering.Was.Name))
		}
		if err := in.check(known); err != nil {
			return none(err)
		}
		told.After = in
		return in, told, tx.SaveScreen(ctx, in)
	})
}

// check refuses a screen that shows nothing.
func (s Screen) check(sections []Section) error {
	var form fault.Form
	if s.Name == "" || s.Slug == "" {
		form.Add("name", "Give the screen a name, such as Main hall.")
	}
	if !slices.Contains(Programmes, s.Programme) {
		form.Add("programme", "Choose what the screen shows.")
	}
	if themeWords[s.Theme] == "" {
		form.Add("theme", "Choose light, dark, or as the machine is set.")
	}
	if s.Programme == ShowMessage && strings.TrimSpace(s.Message) == "" {
		form.Add("message", "Enter the message to show.")
	}
	for _, id := range s.Sections {
		if !slices.ContainsFunc(sections, func(s Section) bool { return s.SectionID == id }) {
			form.Add("section", "This event has no such section.")
		}
	}
	return form.Err()
}

// Beside is what a form wants beside what was set meanwhile: what it left as it was shown stays as
// it is now.
func (in Steering) Beside(now Screen) Screen {
	to := in.To
	if in.Was == nil {
		return to
	}
	for _, of := range screenFields {
		if of.same(in.To, *in.Was) {
			of.take(&to, now)
		}
	}
	return to
}

// stale refuses what both changed, and not to the same, with both values.
func (in Steering) stale(now Screen, sections []Section) error {
	if in.Was == nil {
		return nil
	}
	for _, of := range screenFields {
		if !of.same(in.To, *in.Was) && !of.same(now, *in.Was) && !of.same(now, in.To) {
			return fault.New(fault.Stale, "Somebody set “%s” of the screen %s to “%s” meanwhile; this form wants “%s”. Nothing was saved. Look at both, then save again.",
				of.name, now.Name, of.value(now, sections), of.value(in.To, sections))
		}
	}
	return nil
}

// screenFields are what can be set of a screen, as people read it.
var screenFields = []struct {
	name  fault.Word
	value func(s Screen, sections []Section) fault.Clause
	same  func(a, b Screen) bool
	take  func(to *Screen, from Screen)
}{
	{
		fault.Word("Name"), func(s Screen, _ []Section) fault.Clause { return phrase.Plain(s.Name) },
		func(a, b Screen) bool { return a.Name == b.Name }, func(to *Screen, from Screen) { to.Name = from.Name },
	},
	{
		fault.Word("Shows"), func(s Screen, _ []Section) fault.Clause { return fault.Part("%s", s.Programme.Word()) },
		func(a, b Screen) bool { return a.Programme == b.Programme }, func(to *Screen, from Screen) { to.Programme = from.Programme },
	},
	{
		fault.Word("Message"), func(s Screen, _ []Section) fault.Clause { return phrase.Plain(s.Message) },
		func(a, b Screen) bool { return a.Message == b.Message }, func(to *Screen, from Screen) { to.Message = from.Message },
	},
	{
		fault.Word("Light or dark"), func(s Screen, _ []Section) fault.Clause { return fault.Part("%s", themeWords[s.Theme]) },
		func(a, b Screen) bool { return a.Theme == b.Theme }, func(to *Screen, from Screen) { to.Theme = from.Theme },
	},
	{
		fault.Word("Sections"), Screen.sectionWords,
		func(a, b Screen) bool {
			return slices.Equal(slices.Sorted(slices.Values(a.Sections)), slices.Sorted(slices.Values(b.Sections)))
		},
		func(to *Screen, from Screen) { to.Sections = from.Sections },
	},
}

func (s Screen) sectionWords(sections []Section) fault.Clause {
	if len(s.Sections) == 0 {
		return fault.Part("%s", fault.Word("all sections"))
	}
	var names []string
	for _, section := range sections {
		if slices.Contains(s.Sections, section.SectionID) {
			names = append(names, section.Name)
		}
	}
	return phrase.Plain(strings.Join(names, ", "))
}

// Word is the programme as people choose it; empty for an unknown one.
func (p Programme) Word() fault.Word { return programmeWords[p] }

var programmeWords = map[Programme]fault.Word{
	ShowNames: fault.Word("Pairings from A to Z"), ShowTables: fault.Word("Pairings by table"), ShowStandings: fault.Word("Standings, of a knockout the bracket"),
	ShowBracket: fault.Word("Brackets of the knockouts"), ShowClock: fault.Word("Round clock"), ShowStatus: fault.Word("Tables still playing"), ShowMessage: fault.Word("A message"),
}

var themeWords = map[string]fault.Word{"system": fault.Word("As the machine is set"), "light": fault.Word("Light"), "dark": fault.Word("Dark")}

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
