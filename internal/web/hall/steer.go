package hall

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
	pages "github.com/tandemchess/tandem/templates/hall"
	"github.com/tandemchess/tandem/templates/layout"
)

// screens lists the hall screens and what they show.
func (h *Handlers) screens(v *visit.Visit) error {
	page, err := h.steerPage(v)
	if err != nil {
		return err
	}
	return v.Page(pages.Steer(v.Frame(layout.Desk, v.Words.Say("Hall screens"), 0), page))
}

func (h *Handlers) steerPage(v *visit.Visit) (pages.SteerPage, error) {
	var page pages.SteerPage
	all, err := h.Reader.Screens(v.Request().Context(), v.Event.EventID)
	if err != nil {
		return page, err
	}
	sections, err := v.Sections()
	if err != nil {
		return page, err
	}
	for _, p := range tournament.Programmes {
		page.Programmes = append(page.Programmes, layout.Choice{Value: string(p), Label: v.Words.Say(text.Message(p.Word()))})
	}
	for _, section := range sections {
		page.Sections = append(page.Sections, layout.Choice{Value: strconv.FormatInt(section.SectionID, 10), Label: section.Name})
	}
	for _, screen := range all {
		shown := steered(screen)
		was := shown
		shown.Was, shown.Address = &was, fmt.Sprintf("/e/%s/hall/%s", v.Event.Slug, screen.Slug)
		page.Screens = append(page.Screens, shown)
	}
	page.Screens = append(page.Screens, pages.Steered{New: true, Programme: string(tournament.ShowNames)})
	return page, nil
}

// steered is a screen as a form shows it.
func steered(s tournament.Screen) pages.Steered {
	shown := pages.Steered{Slug: s.Slug, Name: s.Name, Programme: string(s.Programme), Message: s.Message, Theme: s.Theme, Sections: map[int64]bool{}}
	for _, id := range s.Sections {
		shown.Sections[id] = true
	}
	return shown
}

// steerScreen sets what a screen shows, adds one or removes one.
func (h *Handlers) steerScreen(v *visit.Visit) error {
	ctx, slug := v.Request().Context(), v.FormValue("screen")
	if v.FormValue("remove") == "yes" {
		if _, err := h.Floor.RemoveScreen(ctx, v.Event.EventID, v.Command(), slug); err != nil {
			return err
		}
		return v.Onward("/e/"+v.Event.Slug+"/desk/screens", v.Words.Say("The screen is removed."))
	}
	to, err := typedScreen(v, "")
	if err != nil {
		return err
	}
	steering := tournament.Steering{To: to}
	if v.FormValue("was.programme") != "" {
		was, err := typedScreen(v, "was.")
		if err != nil {
			return err
		}
		steering.Was = &was
	}
	saved, err := h.Floor.SteerScreen(ctx, v.Event.EventID, v.Command(), steering)
	if visit.Refusable(err) {
		return h.steerAgain(v, err, steering)
	}
	if err != nil {
		return err
	}
	return v.Onward("/e/"+v.Event.Slug+"/desk/screens", v.Words.Say("%s shows: %s.", saved.Name, v.Words.Say(text.Message(saved.Programme.Word()))))
}

// typedScreen reads the screen of a form, or what the form showed of it behind a prefix.
func typedScreen(v *visit.Visit, prefix string) (tournament.Screen, error) {
	in := tournament.Screen{
		Slug: v.FormValue("screen"), Name: v.FormText(prefix + "name"), Programme: tournament.Programme(v.FormValue(prefix + "programme")),
		Message: v.FormText(prefix + "message"), Theme: v.FormText(prefix + "theme"),
	}
	form, err := v.FormParams()
	if err != nil {
		return in, fault.Wrap(fault.Invalid, err, "The form cannot be read. Open the page again.")
	}
	for _, typed := range form[prefix+"section"] {
		id, err := strconv.ParseInt(typed, 10, 64)
		if err != nil {
			return in, fault.New(fault.Invalid, "This event has no section “%s”.", typed)
		}
		in.Sections = append(in.Sections, id)
	}
	return in, nil
}

// steerAgain shows the form that was refused with its values, as another screen where its own is
// gone. The next save of a stale one is about what the screen shows now.
func (h *Handlers) steerAgain(v *visit.Visit, refused error, in tournament.Steering) error {
	page, err := h.steerPage(v)
	if err != nil {
		return err
	}
	typed := in.To
	if fault.Is(refused, fault.Stale) {
		if typed, err = h.besideNow(v, in); err != nil {
			return err
		}
	}
	page.Problem = visit.SaidIn(v.Words, refused)
	shown := &page.Screens[len(page.Screens)-1]
	if i := slices.IndexFunc(page.Screens, func(s pages.Steered) bool { return s.Slug == in.To.Slug }); i >= 0 {
		shown = &page.Screens[i]
	}
	form := steered(typed)
	form.Slug, form.Address, form.New, form.Was, form.Errors = shown.Slug, shown.Address, shown.New, shown.Was, visit.FieldsIn(v.Words, refused)
	if in.Was != nil && !shown.New && !fault.Is(refused, fault.Stale) {
		was := steered(*in.Was)
		form.Was = &was
	}
	*shown = form
	return v.Again(refused, pages.Steer(v.Frame(layout.Desk, v.Words.Say("Hall screens"), 0), page))
}

// besideNow is what a stale form wants beside what its screen shows now.
func (h *Handlers) besideNow(v *visit.Visit, in tournament.Steering) (tournament.Screen, error) {
	all, err := h.Reader.Screens(v.Request().Context(), v.Event.EventID)
	if i := slices.IndexFunc(all, func(s tournament.Screen) bool { return s.Slug == in.To.Slug }); i >= 0 {
		return in.Beside(all[i]), err
	}
	return in.To, err
}
