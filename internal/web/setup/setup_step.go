package setup

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
	pages "github.com/tandemchess/tandem/templates/setup"
)

// asksFor reports whether a step asks for this field. A step saves its own and leaves
// all others as they are; each may ask for a reason.
func asksFor(step pages.Step, field string) bool {
	switch field {
	case "reason":
		return true
	case "tie_break_set": // a way to fill in the tie-breaks
		return step == pages.StepTieBreaks
	}
	asking, ok := stepOf(field)
	return ok && asking == step
}

// stepOf is the step that asks for a setting.
func stepOf(field string) (pages.Step, bool) {
	setting, ok := tournament.SettingByName(field)
	if !ok {
		return 0, false
	}
	return pages.StepAsking(setting)
}

// setupStep is the step of the address.
func setupStep(v *visit.Visit) (pages.Step, error) {
	step, ok := pages.StepOf(v.Param("step"))
	if !ok {
		return 0, fault.New(fault.NotFound, "The set-up has no step “%s”.", v.Param("step"))
	}
	return step, nil
}

func (h *Handlers) sectionStep(v *visit.Visit, step pages.Step) error {
	return h.sectionPage(v, stepPage(v, step, sectionValues(tournament.SettingsOf(v.Section))), nil)
}

func stepPage(v *visit.Visit, step pages.Step, values map[string]string) pages.SectionForm {
	form := editSectionPage(v, values)
	form.Action = step.Path(v.Event.Slug, v.Section.Slug)
	form.Title = v.Words.Say("%s of %s", step.Label(v.Words), v.Section.Name)
	return form
}

// saveSectionStep saves one step and goes on to the next.
func (h *Handlers) saveSectionStep(v *visit.Visit, step pages.Step) error {
	in, values, err := sectionInput(v, heldFields(v, &step))
	form := stepPage(v, step, values)
	if do := v.FormValue("do"); do == "show" || do == "show-system" || err == nil && unseen(v, step, in) {
		onlyShow(v, &form, in)
		return h.sectionPage(v, form, nil)
	}
	if err == nil {
		drawn := drawColour(&in)
		shown, _ := strconv.Atoi(v.FormValue("revision")) // anything else is stale
		edit := tournament.SectionEdit{SectionID: v.Section.SectionID, Revision: shown, To: in, OverFreeze: v.Can(access.EditFrozenSetup)}
		var saved tournament.Section
		if saved, err = h.Setup.EditSection(v.Request().Context(), v.Event.EventID, v.Command(), edit); err == nil {
			h.Saved(v.Event.EventID)
			to := (step + 1).Path(v.Event.Slug, v.Section.Slug)
			if v.FormValue("do") == "leave" {
				to = "/e/" + v.Event.Slug + "/desk/setup"
			}
			return v.Onward(to, v.Words.Say("%s of %s: saved.%s", step.Label(v.Words), saved.Name, colourDrawn(v, drawn, saved)))
		}
	}
	return h.sectionPage(v, form, err)
}

// unseen reports whether the step asks about another rulebook or pairing system
// than the one whose questions the form showed.
func unseen(v *visit.Visit, step pages.Step, in tournament.NewSection) bool {
	switch step {
	case pages.StepRulebook:
		return in.Rulebook != v.FormValue("shown")
	case pages.StepSystem:
		return string(in.System) != v.FormValue("shown_system")
	}
	return false
}

// followDefaults lets settings of other steps that still are the usual ones of
// the rulebook, the pairing system or the template become those of what is chosen
// now.
func (h held) followDefaults(values map[string]string) {
	follow := func(read func(map[string]string) tournament.NewSection, fields ...string) {
		before, after := sectionValues(read(h.values).WithDefaults()), sectionValues(read(values).WithDefaults())
		for _, field := range fields {
			if h.holds(field) && values[field] == before[field] {
				values[field] = after[field]
			}
		}
	}
	follow(func(v map[string]string) tournament.NewSection {
		return tournament.NewSection{Name: "-", Rulebook: v["rulebook"], System: tournament.System(v["system"])}
	}, "tie_breaks", "clock", "matches")
	follow(func(v map[string]string) tournament.NewSection {
		matches, _ := strconv.Atoi(v["matches"]) // anything else is refused by the form
		clock := max(0, tournament.ParseClock(v["clock"]))
		return tournament.NewSection{
			Name: "-", Rulebook: v["rulebook"], System: tournament.System(v["system"]), Scoring: v["scoring"], MatchesPerPairing: max(0, matches), ClockMS: clock,
		}
	}, "bye_points", "round_minutes")
}

// elsewhere are the messages about settings that this step does not show.
func elsewhere(v *visit.Visit, step pages.Step, errors map[string]string) string {
	said := ""
	for _, field := range slices.Sorted(maps.Keys(errors)) {
		name, _, _ := strings.Cut(field, ".")
		if asksFor(step, name) {
			continue
		}
		if other, ok := stepOf(name); ok {
			said += " " + other.Label(v.Words) + ": " + errors[field]
		}
	}
	return said
}
