package visit

import (
	"slices"
	"strings"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/demo"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/templates/layout"
)

// deskLink is one entry of the desk's menu. In path, {e} stands for the event
// and {s} for the section; links with {s} show only inside a section.
type deskLink struct {
	label text.Message
	path  string
	needs access.Action
}

// exercisesPath is there in the demonstration alone.
const exercisesPath = "/e/{e}/desk/exercises"

// deskMenu lists the pages of a round in its order; deskMore those of the day, which
// stand behind "More".
var (
	deskMenu = []deskLink{
		{text.Message("Floor"), "/e/{e}/desk/floor", access.SeeFloor},
		{text.Message("Section"), "/e/{e}/desk/{s}", access.SeeDesk},
		{text.Message("Teams"), "/e/{e}/desk/{s}/teams", access.SeeTeams},
		{text.Message("Pair"), "/e/{e}/desk/{s}/pair", access.SeeDraft},
		{text.Message("Wall"), "/e/{e}/desk/{s}/wall", access.SeeDesk},
		{text.Message("Incidents"), "/e/{e}/desk/incidents", access.SeeIncident},
		{text.Message("Appeals"), "/e/{e}/desk/appeals", access.SeeAppeals},
		{text.Message("Penalties"), "/e/{e}/desk/penalties", access.SeePenalties},
		{text.Message("Print"), "/e/{e}/desk/print", access.Print},
	}
	deskMore = []deskLink{
		{text.Message("Conduct"), "/e/{e}/desk/conduct", access.SeeDesk},
		{text.Message("Screens"), "/e/{e}/desk/screens", access.SteerScreens},
		{text.Message("Pace"), "/e/{e}/desk/{s}/pace", access.SeeDesk},
		{text.Message("Announcements"), "/e/{e}/desk/{s}/announcements", access.SeeDesk},
		{text.Message("Points"), "/e/{e}/desk/{s}/points", access.SeeDesk},
		{text.Message("Phases"), "/e/{e}/desk/{s}/phase", access.SeeDesk},
		{text.Message("Prizes"), "/e/{e}/desk/{s}/prizes", access.SeeDesk},
		{text.Message("Who can still win"), "/e/{e}/desk/{s}/prospects", access.SeeDesk},
		{text.Message("Journal"), "/e/{e}/desk/journal", access.SeeOwnActs},
		{text.Message("Backup"), "/e/{e}/desk/backup", access.SeeBackup},
		{text.Message("Set-up"), "/e/{e}/desk/setup", access.SeeSetup},
		{text.Message("People"), "/e/{e}/desk/people", access.EditPeople},
		{text.Message("Programs"), "/e/{e}/desk/programs", access.LetProgramsIn},
		{text.Message("Exercises"), exercisesPath, access.SeeDesk},
		{text.Message("Rulebook texts"), "/e/{e}/desk/rules", access.KeepRulebooks},
	}
)

// deskOften are the pages that the floor needs all day: they stay in the bar of a phone.
var deskOften = []text.Message{text.Message("Wall"), text.Message("Incidents")}

// deskLinks are the menu entries this person may use here.
func deskLinks(v *Visit) []layout.Link {
	return append(menu(v, deskMenu, false), menu(v, deskMore, true)...)
}

func menu(v *Visit, entries []deskLink, more bool) []layout.Link {
	var links []layout.Link
	for _, l := range entries {
		inSection := strings.Contains(l.path, "{s}")
		if l.path == exercisesPath && v.Event.Slug != demo.Slug {
			continue
		}
		if !v.Can(l.needs) || inSection && v.Section.SectionID == 0 {
			continue
		}
		to := strings.NewReplacer("{e}", v.Event.Slug, "{s}", v.Section.Slug).Replace(l.path)
		links = append(links, layout.Link{Label: v.Words.Say(l.label), To: to, Current: v.Request().URL.Path == to, More: more, Often: slices.Contains(deskOften, l.label)})
	}
	return links
}

// Sections are all sections of the event, in order, as a list of the caller's own: what
// the server keeps is shared with everybody, and who leaves sections out of it would
// leave empty ones for all.
func (v *Visit) Sections() ([]tournament.Section, error) {
	if v.Snap != nil {
		return slices.Clone(v.Snap.Sections), nil
	}
	known, err := v.site.Events.Find(v.Request().Context(), v.Event.Slug)
	return slices.Clone(known.order), err
}

// DeskSections are the sections whose desk this person may open.
func DeskSections(v *Visit) []layout.Section {
	all, err := v.Sections()
	if err != nil {
		return nil // the page itself has just read them; a menu is not worth an error
	}
	var shown []layout.Section
	for _, s := range all {
		if v.CanIn(access.SeeDesk, s.SectionID) {
			shown = append(shown, layout.Section{Slug: s.Slug, Name: s.Name, Letter: s.Letter})
		}
	}
	return shown
}
