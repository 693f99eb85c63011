package web_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/a-h/templ"

	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/text"
	deskpages "github.com/tandemchess/tandem/templates/desk"
	"github.com/tandemchess/tandem/templates/layout"
	"github.com/tandemchess/tandem/templates/public"
)

// polish is what somebody has of a sixth language after an hour: how it writes days and
// numbers, and a few sentences of the desk and of the public pages.
var polish = fstest.MapFS{
	"language.json": {Data: []byte(`{"name": "Polski", "clock": "15:04", "date": "{weekday} {day} {month} {year}", "day": "{weekday} {day} {month}", "decimal": ",",
		"weekdays": ["nd", "pn", "wt", "śr", "cz", "pt", "sb"],
		"months": ["stycznia", "lutego", "marca", "kwietnia", "maja", "czerwca", "lipca", "sierpnia", "września", "października", "listopada", "grudnia"],
		"pieces": ["K", "H", "W", "G", "S", "P"], "letters": ["Ł"], "plurals": ["few", "many", "one", "other"]}`)},
	"desk.json": {Data: []byte(`{"Missing results, round %d": "Brakujące wyniki, runda %d",
		"%d tables": {"by": "1", "one": "%d stół", "few": "%d stoły", "many": "%d stołów", "other": "%d stołu"}}`)},
	"public.json": {Data: []byte(`{"No contact": "Brak połączenia"}`)},
}

// A sixth language is a folder: pages of the desk and of everybody speak it, with its own
// plural forms, and say in English, sentence by sentence, what it lacks.
func TestASixthLanguageIsAFolder(t *testing.T) {
	t.Parallel()
	w := expect.Must(text.Read("pl", polish))(t)
	f := layout.Frame{Words: w, Asset: func(name string) string { return name }, Title: w.Say("No contact"), EventSlug: "lake", SectionSlug: "open", SectionName: "Open"}
	shown := func(page templ.Component) string {
		var out strings.Builder
		if err := page.Render(t.Context(), &out); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	for name, c := range map[string]struct{ page, says, falls string }{
		"desk":   {shown(deskpages.MissingPage(f, deskpages.Missing{Round: 3, Base: "/e/lake/desk/open/round/3"})), "Brakujące wyniki, runda 3", "Board wall"},
		"public": {shown(public.NoContact(f)), "Brak połączenia", "This page is not kept on this device"},
	} {
		for _, want := range []string{`lang="pl"`, c.says, c.falls} {
			if !strings.Contains(c.page, want) {
				t.Errorf("%s: %q is not on the page", name, want)
			}
		}
	}
	for n, want := range map[int]string{1: "1 stół", 3: "3 stoły", 5: "5 stołów"} {
		if got := w.Say("%d tables", n); got != want {
			t.Errorf("%d tables are %q, want %q", n, got, want)
		}
	}
	if got := w.SAN("N@f3"); got != "S@f3" {
		t.Errorf("a drop reads %q", got)
	}
	broken := fstest.MapFS{"language.json": polish["language.json"], "desk.json": {Data: []byte(`{"%d tables": {"one": "%d stół"}}`)}}
	if _, err := text.Read("pl", broken); err == nil || !strings.Contains(err.Error(), "do not say by which part") {
		t.Errorf("a broken catalogue says %v", err)
	}
}
