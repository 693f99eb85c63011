package visit

import (
	"slices"
	"strings"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/address"
	"github.com/tandemchess/tandem/templates/layout"
)

// tourStep is one place of the tour: the page, and what is marked on it.
type tourStep struct {
	title, does text.Message
	path        string   // behind the section's desk
	marks       []string // selectors; the first that the page has is marked
	needs       access.Action
}

// tourSteps are a round in the order in which a first event needs it.
var tourSteps = [account.TourSteps]tourStep{
	{
		text.Message("Entries"), text.Message("Teams come in here: one by one, or as a list from a file. Players without a partner wait in the pool."),
		"/teams",
		[]string{"[data-new-team]", "main"},
		access.SeeTeams,
	},
	{
		text.Message("Check-in"), text.Message("On the day, scan or type the code of each badge and press Enter. Only who is here is paired."),
		"/teams",
		[]string{"[data-check-in-form]", "main"},
		access.SeeTeams,
	},
	{
		text.Message("Pair"), text.Message("Make the draft of a round. Each table says why its teams meet; nobody outside sees it yet."),
		"/pair",
		[]string{"[data-bench] button[value=make]", "[data-bench]", "main"},
		access.SeeDraft,
	},
	{
		text.Message("Publish"), text.Message("With the number of the round typed, everybody learns the pairings: phones, screens, paper."),
		"/pair",
		[]string{"a[href$='/pair/publish']", "[data-bench]", "main"},
		access.SeeDraft,
	},
	{
		text.Message("Results"), text.Message("Type the number of a table and Enter, then 1, 2 or 3 as on the slip, then Enter. Each is read back with both names."),
		"/wall",
		[]string{"[data-find]", "main"},
		access.SeeDesk,
	},
	{
		text.Message("Standings and incidents"), text.Message("The standings follow every result by themselves. When something happens at a table, open an incident: it leads to a ruling."),
		"",
		[]string{"a[href$='/incidents']", "main"},
		access.SeeDesk,
	},
}

// TourStepAt is where a step stands in this event, "" where it has no section yet.
func TourStepAt(v *Visit, step int) string {
	section := v.Section.Slug
	if section == "" {
		if found := DeskSections(v); len(found) > 0 {
			section = found[0].Slug
			if last := LastSection(v); slices.ContainsFunc(found, func(s layout.Section) bool { return s.Slug == last }) {
				section = last
			}
		}
	}
	if section == "" || step < 1 || step > account.TourSteps {
		return "/e/" + v.Event.Slug + "/desk/setup"
	}
	return "/e/" + v.Event.Slug + "/desk/" + section + tourSteps[step-1].path
}

// TourSteps are all steps as this person sees them.
func TourSteps(v *Visit) []layout.TourStep {
	at := v.Who.Account.Tour()
	var all []layout.TourStep
	for i, s := range tourSteps {
		all = append(all, layout.TourStep{
			Number: i + 1, Title: v.Words.Say(s.title), Does: v.Words.Say(s.does), To: TourStepAt(v, i+1), Marks: s.marks, Here: at.On() && at.Step == i+1,
			Seen: at.Step > i+1, Allowed: v.Can(s.needs),
		})
	}
	return all
}

// tourOf is what the desk shows of the tour above a page: the step that this person is at, or
// the offer to begin, to whoever sets an event up. Nil shows nothing.
func tourOf(v *Visit) *layout.Tour {
	at := v.Who.Account.Tour()
	t := layout.Tour{Act: "/e/" + v.Event.Slug + "/desk/tour", Of: account.TourSteps}
	if !v.Can(access.SeeDesk) || v.Path() == address.Desk+"/tour" {
		return nil
	}
	switch {
	case at.On():
		t.Now = TourSteps(v)[at.Step-1]
		path, own := v.Request().URL.Path, tourSteps[at.Step-1].path
		t.OnPage = path == t.Now.To || own != "" && strings.HasSuffix(path, own) // of a round that the address did not name
		return &t
	case at.New() && v.Event.State == tournament.EventSetup && WholeEvent(v, access.EditSetup):
		t.Offer = true
		return &t
	}
	return nil
}
