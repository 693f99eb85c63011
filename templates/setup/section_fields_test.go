package setup_test

import (
	"strings"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/templates/layout"
	"github.com/tandemchess/tandem/templates/setup"
)

// A setting that no form asks for could never be set. Options of a pairing system are
// asked for with it, so the form of each system is looked at.
func TestEverySettingIsAskedForInItsStep(t *testing.T) {
	t.Parallel()
	frame := layout.Frame{EventSlug: "lake", Asset: func(name string) string { return name }, Zone: time.UTC}
	point := setup.PointField{Setting: "king-placement", Question: "Where"}
	for _, setting := range tournament.Settings() {
		step, single := setup.StepAsking(setting)
		var all, one strings.Builder
		for _, system := range setup.Systems(text.Words{}) {
			form := setup.SectionForm{
				Values: map[string]string{"system": system.Value}, Points: []setup.PointField{point}, Rotations: []setup.Rotation{{Value: "colours"}},
			}
			expect.OK(t, setup.SectionPage(frame, form).Render(t.Context(), &all))
			if !single {
				continue
			}
			expect.OK(t, setup.StepPage(frame, step, "open", form).Render(t.Context(), &one))
		}
		field := `name="` + setting.Name + `"`
		if setting.Name == "house_rules" { // rule by rule
			field = `name="point.king-placement"`
		}
		expect.Contains(t, all.String(), field, "no form asks for %s: give its entry an Ask, or draw it in templates/setup/section_fields.templ", setting.Name)
		if single && !strings.Contains(one.String(), field) {
			t.Errorf("the step %s does not ask for %s, and its entry says it does", step.Label(text.Words{}), setting.Name)
		}
	}
}

// What the first publication fixed stays as it is for whoever may not change it: the
// form draws it, and nobody can type in it.
func TestFrozenSettingsCannotBeTyped(t *testing.T) {
	t.Parallel()
	frame := layout.Frame{EventSlug: "lake", Asset: func(name string) string { return name }, Zone: time.UTC}
	for _, setting := range tournament.Settings() {
		if !setting.Frozen() || setting.Name == "house_rules" {
			continue
		}
		for _, system := range setup.Systems(text.Words{}) {
			var page strings.Builder
			form := setup.SectionForm{Frozen: true, Values: map[string]string{"system": system.Value}, Rotations: []setup.Rotation{{Value: "colours"}}}
			expect.OK(t, setup.SectionPage(frame, form).Render(t.Context(), &page))
			before, _, asked := strings.Cut(page.String(), `name="`+setting.Name+`"`)
			if !asked {
				continue // an option of another system
			}
			start := strings.LastIndex(before, `<fieldset class="fixed" disabled>`)
			expect.True(t, start >= 0 && strings.LastIndex(before, "</fieldset>") <= start,
				"%s is frozen, and its field in the form of %s can be typed in: draw it inside fixed", setting.Name, system.Value)
		}
	}
}
