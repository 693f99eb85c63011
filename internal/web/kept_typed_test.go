package web_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/tandemchess/tandem/internal/livegame"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// keepsTyped fails when a form that was refused comes back without what was typed into it: the
// next press would carry out something else than was meant.
func (a *answer) keepsTyped(path string, typed url.Values) {
	a.t.Helper()
	if a.status != http.StatusUnprocessableEntity && a.status != http.StatusConflict || strings.HasSuffix(path, "/own/line-up") { // whose page shows what stands
		return
	}
	var forms []*html.Node // an empty one may stand ready beside it
	for _, form := range find(a.doc, "form") {
		if action := attr(form, "action"); (action == "" || action == path) && a.sentFrom(form, typed) {
			forms = append(forms, form)
		}
	}
	for name, values := range typed {
		var lost []string
		for _, form := range forms {
			shown, here := fieldShows(form, name, values)
			if !here {
				continue
			}
			if lost = append(lost, shown); shown == "" || sameClock(shown, values[0]) {
				lost = nil
				break
			}
		}
		expect.True(a.t, len(lost) == 0, "%s refuses %q, and %s shows %q instead of %q", a.what, typed.Encode(), name, lost, values)
	}
}

// sentFrom reports whether the form is the one that was sent: it is about the same things.
func (a *answer) sentFrom(form *html.Node, typed url.Values) bool {
	states := []string{"key", "revision", "after", "last", "seen", "was_first", "was_second"} // what it was made from
	for _, hidden := range find(form, "input[type=hidden]") {
		name := attr(hidden, "name")
		if typed.Has(name) && !slices.Contains(states, name) && !slices.Contains(typed[name], attr(hidden, "value")) {
			return false
		}
	}
	return attr(form, "method") == "post"
}

// fieldShows is what a field of a form has that differs from what was typed, empty where it is
// the same; here is false where the form has no such field, or one that is never shown again.
func fieldShows(form *html.Node, name string, values []string) (shown string, here bool) {
	for _, field := range find(form, "[name="+name+"]") {
		value := attr(field, "value")
		switch field.Data {
		case "textarea":
			shown, here = textOf(field), true
		case "select":
			shown, here = selected(field, values[0])
		case "input":
			switch attr(field, "type") {
			case "hidden", "file", "password", "submit":
				continue
			case "checkbox", "radio":
				if !slices.Contains(values, value) {
					continue
				}
				if shown, here = "nothing", true; hasAttr(field, "checked") {
					shown = value
				}
			default:
				shown, here = value, true
			}
		default:
			continue
		}
		if here && slices.Equal(strings.Fields(shown), strings.Fields(values[0])) || slices.Contains(values, shown) {
			return "", true
		}
	}
	return shown, here
}

// selected is the choice of a list; here is false where the list does not have what was chosen.
func selected(list *html.Node, chosen string) (value string, here bool) {
	for i, option := range find(list, "option") {
		if i == 0 || hasAttr(option, "selected") {
			value = attr(option, "value")
		}
		here = here || attr(option, "value") == chosen
	}
	return value, here
}

// sameClock reports whether two texts are one time, such as 241 and 2:41.
func sameClock(a, b string) bool {
	first, err := livegame.ParseClock(a)
	second, other := livegame.ParseClock(b)
	return err == nil && other == nil && first == second
}
