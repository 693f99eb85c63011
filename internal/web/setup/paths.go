package setup

import (
	"cmp"
	"fmt"
	"strconv"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/phase"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/internal/wording"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/setup"
)

// pathForm offers the paths that events often have, or asks about the one that was chosen.
func (h *Handlers) pathForm(v *visit.Visit) error {
	if err := visit.NeedWholeEvent(v, access.EditSetup); err != nil {
		return err
	}
	if chosen := tournament.Preset(v.QueryParam("preset")); chosen.Sections() > 0 {
		ask := chosen.Usual()
		ask.Names = presetNames(v, chosen)
		return h.pathPage(v, ask, nil)
	}
	page := pages.Paths{Action: pathAddress(v)}
	for _, preset := range tournament.Presets {
		ask := preset.Usual()
		ask.Names = presetNames(v, preset)
		path, err := ask.Path()
		if err != nil {
			return err
		}
		page.Presets = append(page.Presets, pages.Preset{Value: string(preset), Title: presetTitle(v, preset), Path: pathColumns(v, path)})
	}
	return v.Page(pages.PathsPage(v.Frame(layout.Desk, v.Words.Say("New path"), 0), page))
}

func pathAddress(v *visit.Visit) string { return "/e/" + v.Event.Slug + "/desk/setup/path" }

func presetTitle(v *visit.Visit, p tournament.Preset) string {
	switch p {
	case tournament.SwissToFinals:
		return v.Words.Say("A Swiss, then A-final and B-final")
	case tournament.GroupsToKnockout:
		return v.Words.Say("Groups, then a knockout")
	case tournament.SectionsToFinal:
		return v.Words.Say("Two sections, one final")
	}
	return v.Words.Say("A knockout with a consolation")
}

// presetNames are what the sections of a preset are called until somebody says otherwise.
func presetNames(v *visit.Visit, p tournament.Preset) []string {
	switch p {
	case tournament.SwissToFinals:
		return []string{v.Words.Say("Main section"), v.Words.Say("A-final"), v.Words.Say("B-final")}
	case tournament.GroupsToKnockout:
		return []string{v.Words.Say("Preliminaries"), v.Words.Say("Final knockout")}
	case tournament.SectionsToFinal:
		return []string{v.Words.Say("Section 1"), v.Words.Say("Section 2"), v.Words.Say("Final")}
	}
	return []string{v.Words.Say("Main knockout"), v.Words.Say("Consolation")}
}

// addPath adds what was chosen, or shows it again with other numbers.
func (h *Handlers) addPath(v *visit.Visit) error {
	if err := visit.NeedWholeEvent(v, access.EditSetup); err != nil {
		return err
	}
	ask, err := pathAsked(v)
	if err != nil || v.FormValue("do") == "show" {
		return h.pathPage(v, ask, err)
	}
	var first tournament.NewSection
	drawn := drawColour(&first)
	ask.Colour = first.InitialColour
	path, err := ask.Path()
	if err == nil {
		var added []tournament.Section
		if added, err = h.Setup.AddPath(v.Request().Context(), v.Event.EventID, v.Command(), path); err == nil {
			h.Saved(v.Event.EventID)
			return v.Onward("/e/"+v.Event.Slug+"/desk/setup", v.Words.Say("%s are added, with who goes where.%s", v.Words.Say("%d sections", len(added)), colourDrawn(v, drawn, added[0])))
		}
	}
	return h.pathPage(v, ask, err)
}

// pathAsked reads the form.
func pathAsked(v *visit.Visit) (tournament.PresetAsk, error) {
	var form fault.Form
	chosen := tournament.Preset(v.FormText("preset"))
	ask := chosen.Usual()
	for i := range chosen.Sections() {
		ask.Names = append(ask.Names, v.FormText(fmt.Sprintf("name-%d", i+1)))
	}
	ask.Rulebook, ask.Breaking = v.FormText("rulebook"), phase.Breaking(v.FormText("breaking"))
	ask.Rounds, ask.Through = v.FormNumber(&form, "rounds", 1, 99), v.FormNumber(&form, "through", 1, 128)
	if chosen == tournament.GroupsToKnockout {
		ask.Groups = v.FormNumber(&form, "groups", 2, 64)
	}
	return ask, form.Err()
}

// pathPage asks about a path and shows who would go where.
func (h *Handlers) pathPage(v *visit.Visit, ask tournament.PresetAsk, refused error) error {
	if refused != nil && !visit.Refusable(refused) || ask.Preset.Sections() == 0 {
		return refused
	}
	form := pages.PathForm{
		Action: pathAddress(v), Preset: string(ask.Preset), Title: presetTitle(v, ask.Preset), Rounds: cmp.Or(v.FormText("rounds"), strconv.Itoa(ask.Rounds)), Through: cmp.Or(v.FormText("through"), strconv.Itoa(ask.Through)),
		Rulebook: ask.Rulebook, Breaking: string(ask.Breaking), Breakings: wording.Breakings(v.Words), Errors: map[string]string{},
	}
	if ask.Preset == tournament.GroupsToKnockout {
		form.Groups = cmp.Or(v.FormText("groups"), strconv.Itoa(ask.Groups))
	}
	form.RoundsLabel, form.ThroughLabel = pathLabels(v, ask.Preset)
	for _, b := range rulebook.All() {
		form.Rulebooks = append(form.Rulebooks, layout.Choice{Value: string(b.Name()), Label: string(b.Name()) + " · " + v.Words.Rule(b.Title())})
	}
	path, err := ask.Path()
	if err == nil {
		form.Path = pathColumns(v, path)
	}
	if refused == nil && err != nil {
		refused = err
	}
	fields := visit.FieldsIn(v.Words, refused)
	for i, name := range ask.Names {
		at := fmt.Sprintf("sections.%d.", i)
		form.Names = append(form.Names, pages.PathName{Name: fmt.Sprintf("name-%d", i+1), Value: name, Error: fields[at+"name"]})
		for _, field := range []string{"rulebook", "rounds"} {
			if fields[at+field] != "" {
				form.Errors[field] = fields[at+field]
			}
		}
	}
	for _, field := range []string{"rounds", "through", "groups"} {
		if fields[field] != "" {
			form.Errors[field] = fields[field]
		}
	}
	if refused != nil {
		form.Problem = visit.SaidIn(v.Words, refused)
	}
	page := pages.PathFormPage(v.Frame(layout.Desk, form.Title, 0), form)
	if refused != nil {
		return v.Again(refused, page)
	}
	return v.Page(page)
}

// pathLabels are what the two numbers of a preset mean.
func pathLabels(v *visit.Visit, p tournament.Preset) (rounds, through string) {
	switch p {
	case tournament.SwissToFinals:
		return v.Words.Say("Rounds of the Swiss"), v.Words.Say("Teams in the A-final")
	case tournament.GroupsToKnockout:
		return v.Words.Say("Rounds in the groups"), v.Words.Say("Teams of each group that go on")
	case tournament.SectionsToFinal:
		return v.Words.Say("Rounds of each section"), v.Words.Say("Teams of each section that go on")
	}
	return v.Words.Say("Rounds of the knockout"), v.Words.Say("Rounds whose losers play on")
}

// pathColumns draws a path that is not there yet.
func pathColumns(v *visit.Visit, path tournament.NewPath) []layout.PathColumn {
	phases := path.Phases()
	depth := tournament.PathDepth(phases)
	var columns []layout.PathColumn
	for i, s := range path.Sections {
		at := depth[int64(i+1)]
		for len(columns) <= at {
			columns = append(columns, layout.PathColumn{})
		}
		box := layout.PathBox{Name: s.Name, State: wording.SystemName(v.Words, s.System) + ", " + v.Words.Say("%d rounds", s.Rounds)}
		if s.Groups > 1 {
			box.State += ", " + v.Words.Say("%d groups", s.Groups)
		}
		if s.ThirdPlace {
			box.State += ", " + v.Words.Say("with third place")
		}
		for _, p := range phases {
			if p.SectionID == int64(i+1) {
				for k := range p.Rule.Feeds {
					box.Comes = append(box.Comes, p.FeedSaid(k).In(visit.Saying(v.Words)))
				}
			}
		}
		columns[at].Boxes = append(columns[at].Boxes, box)
	}
	return columns
}
