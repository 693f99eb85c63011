package web_test

import (
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// fields reads the values of all inputs of the form that posts to action, as a
// browser would send them.
func fields(t *testing.T, a *answer, action string) url.Values {
	t.Helper()
	values := url.Values{}
	for _, form := range find(a.doc, "form") {
		if attr(form, "action") != action {
			continue
		}
		for _, n := range find(form, "input") {
			kind := attr(n, "type")
			checked := false
			for _, at := range n.Attr {
				checked = checked || at.Key == "checked"
			}
			if attr(n, "name") != "" && (kind != "checkbox" && kind != "radio" || checked) {
				values.Set(attr(n, "name"), attr(n, "value"))
			}
		}
		for _, n := range find(form, "select") {
			for _, option := range find(n, "option") {
				for _, at := range option.Attr {
					if at.Key == "selected" {
						values.Set(attr(n, "name"), attr(option, "value"))
					}
				}
			}
		}
		return values
	}
	t.Fatalf("%s: no form posts to %s", a.what, action)
	return nil
}

func with(values url.Values, pairs ...string) url.Values {
	values = maps.Clone(values)
	set(values, pairs...)
	return values
}

// set types into fields of a form: name, value, name, value.
func set(values url.Values, pairs ...string) {
	for i := 0; i < len(pairs); i += 2 {
		values.Set(pairs[i], pairs[i+1])
	}
}

// lakeshore makes the event of the set-up tests through its pages: Open under
// FIDEX, U1600 under USCF-R.
func lakeshore(t *testing.T, s *site) *browser {
	t.Helper()
	b := s.person("ana", "Ana Ruiz", "organizer")
	form := fields(t, b.get("/new-event").wants(http.StatusOK), "/new-event")
	to := b.post("/new-event", with(form, "name", "Lakeshore 2026", "starts_on", "2026-05-02", "time_zone", "America/Chicago")).wants(http.StatusSeeOther).to()
	expect.MustTrue(t, strings.HasPrefix(to, "/e/lakeshore-2026/desk/setup/new"), "creating leads to %s", to)
	const add = "/e/lakeshore-2026/desk/setup/new"
	b.post(add, with(fields(t, b.get(add+"?all=yes"), add), "name", "Open", "do", "save")).wants(http.StatusSeeOther)
	shown := b.post(add, with(fields(t, b.get(add+"?all=yes"), add), "name", "U1600", "rulebook", "USCF-R", "do", "save")).wants(http.StatusOK).
		has(".note", "Look at what it leaves open")
	b.post(add, with(fields(t, shown, add), "do", "save")).wants(http.StatusSeeOther)
	return b
}

func TestAnEventIsSetUpStepByStep(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	b := lakeshore(t, s)
	b.get("/e/lakeshore-2026/desk/setup").wants(http.StatusOK).
		has("li", "Open FIDEX").has("li", "U1600 USCF-R").has("li", "5 rounds").has("li", "2 matches per pairing, colours change")
	setup := b.get("/e/lakeshore-2026/desk/setup/check").wants(http.StatusOK).has("li", "Open has at least two teams").
		hasNot("li", "are not the same")
	live := fields(t, setup, "/e/lakeshore-2026/desk/setup/state")
	b.post("/e/lakeshore-2026/desk/setup/state", with(live, "state", "live")).wants(http.StatusSeeOther)
	b.get("/e/lakeshore-2026/desk/setup").has(".tag", "live")
	expect.True(t, s.visitor().get("/new-event").to() != "" && s.person("bo", "Bo", "none").get("/new-event").status == http.StatusForbidden,
		"only organizers of the server make events")
}

func TestEventFormKeepsValuesAndNamesFields(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	b := s.person("ana", "Ana Ruiz", "organizer")
	form := fields(t, b.get("/new-event"), "/new-event")
	a := b.post("/new-event", with(form, "name", "Spring Cup", "starts_on", "tomorrow", "time_zone", "Mars")).wants(http.StatusUnprocessableEntity)
	a.has("#e-starts_on", "year-month-day")
	expect.Equal(t, a.value("#f-name", "value"), "Spring Cup", "the name is not kept")
	b.post("/new-event", with(form, "name", "Spring Cup", "starts_on", "2026-05-02", "time_zone", "Mars")).wants(http.StatusUnprocessableEntity).
		has("#e-time_zone", "IANA")
	expect.Equal(t, len(s.events()), 0, "events after refusals")
}

func TestAStaleEventFormShowsBothValues(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	b := lakeshore(t, s)
	const edit = "/e/lakeshore-2026/desk/setup/event"
	first := fields(t, b.get(edit), edit)
	second := fields(t, b.get(edit), edit)
	b.post(edit, with(first, "venue", "North hall")).wants(http.StatusSeeOther)
	refused := b.post(edit, with(second, "venue", "South hall")).wants(http.StatusConflict).has(".note", "North hall").has(".note", "South hall")
	expect.Equal(t, refused.value("#f-venue", "value"), "South hall", "what was typed is not kept")
	b.post(edit, fields(t, refused, edit)).wants(http.StatusSeeOther) // having seen both, the second save counts
	expect.Equal(t, b.get(edit).value("#f-venue", "value"), "South hall", "venue")
	renamed := b.post(edit, with(fields(t, b.get(edit), edit), "slug", "lakeside")).wants(http.StatusSeeOther)
	expect.True(t, strings.HasPrefix(renamed.to(), "/e/lakeside/desk/setup"), "renaming leads to %s", renamed.to())
	old := b.get("/e/lakeshore-2026/desk/setup").wants(http.StatusMovedPermanently)
	expect.Equal(t, old.to(), "/e/lakeside/desk/setup", "the old address leads to")
	to := b.get("/e/lakeshore-2026/open/pairings?by=table").wants(http.StatusMovedPermanently).to()
	expect.Equal(t, to, "/e/lakeside/open/pairings?by=table", "the old address of a list leads to")
}

func TestASectionsOpenPointsAreChosenWithANote(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	b := lakeshore(t, s)
	const edit = "/e/lakeshore-2026/desk/setup/u1600"
	page := b.get(edit).wants(http.StatusOK)
	var point, value string
	for _, n := range find(page.doc, "fieldset.point input[type=radio]") {
		if attr(n, "value") != "" {
			point, value = attr(n, "name"), attr(n, "value")
			break
		}
	}
	expect.MustTrue(t, point != "", "no open point offers another answer")
	note := "note." + strings.TrimPrefix(point, "point.")
	b.post(edit, with(fields(t, page, edit), point, value, note, "as last year", "do", "save")).wants(http.StatusSeeOther)
	again := fields(t, b.get(edit), edit)
	expect.True(t, again.Get(point) == value && again.Get(note) == "as last year", "kept: %q, %q", again.Get(point), again.Get(note))
	b.get("/e/lakeshore-2026/desk/setup").has("li", "1 house rule")
	b.post(edit, with(again, "rounds", "many", "clock", "soon", "do", "save")).wants(http.StatusUnprocessableEntity).
		has("#e-rounds", "whole number").has("#e-clock", "minutes")
	b.post(edit, with(again, "tie_breaks", "BH;SB", "do", "save")).wants(http.StatusUnprocessableEntity).has("#e-tie_breaks", "PTS first")
	stale := b.post(edit, with(again, "revision", "0", "rounds", "7", "do", "save")).wants(http.StatusConflict).has(".note", "5").has(".note", "7")
	b.post(edit, with(fields(t, stale, edit), "do", "save")).wants(http.StatusSeeOther)
	b.get("/e/lakeshore-2026/desk/setup").has("li", "7 rounds")
}

func TestASectionChiefSetsUpOnlyTheOwnSection(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	lakeshore(t, s)
	chief := s.person("cy", "Cy Roy", "none")
	s.give(chief, 1, 2, access.SectionChief)
	chief.get("/e/lakeshore-2026/desk/setup/u1600").wants(http.StatusOK)
	chief.get("/e/lakeshore-2026/desk/setup/open").wants(http.StatusForbidden)
	chief.get("/e/lakeshore-2026/desk/setup/event").wants(http.StatusForbidden)
	chief.get("/e/lakeshore-2026/desk/setup/new").wants(http.StatusForbidden)
}

// Every setting of the rulebook may be changed, typed or chosen; what cannot be
// read or played is refused with its reason and nothing is lost.
func TestEverySettingOfTheRulebookIsOffered(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 2)
	organizer := l.person("ola", "Ola", "none")
	l.give(organizer, l.event, 0, access.Organizer)
	const path = "/e/lake/desk/setup/open"
	page := organizer.get(path).wants(http.StatusOK)
	book := expect.Must(rulebook.ByName("FIDEX"))(t)
	form := url.Values{}
	for _, field := range find(page.doc, "input") {
		if attr(field, "type") != "checkbox" && attr(field, "type") != "radio" {
			form.Set(attr(field, "name"), attr(field, "value"))
		}
	}
	offered := map[string]bool{}
	for _, kind := range []string{"input", "select"} {
		for _, field := range find(page.doc, kind) {
			offered[attr(field, "name")] = true
		}
	}
	for _, c := range book.Cells() {
		expect.True(t, offered["point."+c.Setting.String()], "%s is not offered", c.Setting)
	}
	page.has(".seat-grid", "Match 1 WA 1a").has(".seat-grid", "Match 2 WA 2a").has(".seat-grid", "Match 2 WA 2b – BA 1a WB 1b – BB 2a")
	var ladder rulebook.Setting
	for _, c := range book.Cells() {
		if c.Setting.IsLadder() && len(c.Alternatives) == 0 {
			ladder = c.Setting
		}
	}
	for name, value := range map[string]string{
		"rulebook": "FIDEX", "shown": "FIDEX", "system": "team-swiss", "scoring": "match", "colour_mode": "none", "initial_colour": "W", "tie_break_edition": "2026",
		"do": "save", "key": l.key(),
	} {
		form.Set(name, value)
	}
	form.Set("point."+ladder.String(), "no such step")
	refused := organizer.post(path, form).wants(http.StatusUnprocessableEntity).has(".field-error", "has no step")
	expect.Equal(t, refused.value("#c-"+ladder.String(), "value"), "no such step", "what was typed is now")
	organizer.get(path+"/paper").wants(http.StatusOK).has(".ptable td", "FIDEX").has(".ptable td", "open in the text, our default").has(".paper-foot", "Open")
}

// A form that is sent again draws no second lot for the first colour: every answer says the
// colour that is stored, and the journal names it.
func TestTheFirstColourIsDrawnOnce(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	b := lakeshore(t, s)
	const setup = "/e/lakeshore-2026/desk/setup"
	sent := with(fields(t, b.get(setup+"/new"), setup+"/new"), "name", "Juniors", "rulebook", "USCF-R", "system", "round-robin", "do", "save")
	answers := map[string]bool{}
	for range 20 {
		answers[b.post(setup+"/new", sent).wants(http.StatusSeeOther).to()] = true
	}
	expect.Equal(t, len(answers), 1, "answers to one form")
	drawn := "Black"
	for said := range answers {
		if strings.Contains(said, "White") {
			drawn = "White"
		}
	}
	b.get("/e/lakeshore-2026/desk/journal").has("tr", "initial colour: "+drawn)
}

// A section is begun with three answers; every further step saves its own
// settings, leaves the others alone and leads to the next.
func TestASectionIsSetUpStepByStep(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	b := lakeshore(t, s)
	const setup = "/e/lakeshore-2026/desk/setup"
	first := b.post(setup+"/new", with(fields(t, b.get(setup+"/new").has("li.on", "Sections"), setup+"/new"), "name", "Juniors", "rulebook", "USCF-R", "system", "round-robin", "do", "save"))
	at := first.wants(http.StatusSeeOther).to()
	save := func(step, next string, pairs ...string) {
		t.Helper()
		path := setup + "/juniors/" + step
		expect.MustTrue(t, strings.HasPrefix(at, path), "led to %s, want %s", at, path)
		page := b.get(path).wants(http.StatusOK)
		page.has(".setup-steps a", "Event").has("button", "Save and go on: "+next)
		at = b.post(path, with(with(fields(t, page, path), pairs...), "do", "save")).wants(http.StatusSeeOther).to()
	}
	save("system", "Match template", "groups", "2", "rounds", "3")
	save("template", "Rulebook", "matches", "4", "seat_rotation", "opponents", "clock", "3")
	save("rulebook", "Scoring", "appeal_minutes", "20")
	save("scoring", "Tie-breaks", "bye_limit", "2", "no_half_in_last", "1")
	save("tie-breaks", "Tables and halls", "tie_breaks", "PTS,DE")
	save("tables", "People", "first_table", "101", "hall", "North")
	expect.True(t, strings.HasPrefix(at, "/e/lakeshore-2026/desk/people"), "the last step leads to %s", at)
	got := fields(t, b.get(setup+"/juniors"), setup+"/juniors")
	for name, want := range map[string]string{
		"system": "round-robin", "groups": "2", "rounds": "3", "matches": "4", "seat_rotation": "opponents", "clock": "3", "appeal_minutes": "20", "bye_limit": "2", "no_half_in_last": "1",
		"tie_breaks": "PTS,DE", "first_table": "101", "hall": "North", "verify": "yes", "rulebook": "USCF-R",
	} {
		expect.Equal(t, got.Get(name), want, "%s", name)
	}
	b.get(setup).has(".section-steps li", "Match template 4 matches per pairing, colours and opponents change").has(".section-steps li", "from table 101, North")
	b.get(setup+"/juniors/paper").has(".ptable td", "Colours and opponents change").has(".ptable td", "the last round (round 3)")

	const system, template = setup + "/juniors/system", setup + "/juniors/template"
	unseen := b.post(system, with(fields(t, b.get(system), system), "system", "team-swiss", "do", "save")).wants(http.StatusOK).has(".note", "The pairing system is now Swiss for teams")
	b.post(system, with(fields(t, unseen, system), "rounds", "5", "do", "leave")).wants(http.StatusSeeOther)
	expect.Equal(t, fields(t, b.get(setup+"/juniors"), setup+"/juniors").Get("bye_points"), "4", "the bye does not follow the system: half points")
	drawn := b.post(template, with(fields(t, b.get(template), template), "matches", "3", "do", "show")).wants(http.StatusOK).has(".seat-grid", "Match 3")
	expect.True(t, drawn.count(".seat-choice") == 3 && drawn.count(".seat-grid strong") == 9, "not every rotation is drawn with three matches")
	b.post(template, with(fields(t, b.get(template), template), "matches", "many", "do", "save")).wants(http.StatusUnprocessableEntity).has("#e-matches", "whole number")
	b.get(setup + "/juniors/nonsense").wants(http.StatusNotFound)
}

// From the first publication on only the chief floor director changes what is
// fixed, with a reason; everybody else reads it and saves the rest.
func TestFixedSettingsAreReadOnlyInTheSteps(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	lakeshore(t, s)
	chief := s.person("cy", "Cy Roy", "none")
	s.give(chief, 1, 1, access.SectionChief)
	top := s.person("flo", "Flo", "none")
	s.give(top, 1, 0, access.Chief)
	expect.Must(s.pool.Exec(t.Context(), `update section set frozen_at = now() where slug = 'open'`))(t)
	const template, scoring = "/e/lakeshore-2026/desk/setup/open/template", "/e/lakeshore-2026/desk/setup/open/scoring"
	page := chief.get(template).wants(http.StatusOK).has(".note", "Only the chief floor director changes them")
	expect.True(t, page.count("fieldset[disabled]") != 0 && page.count("[name=reason]") == 0, "what is fixed can be typed in")
	chief.post(template, with(fields(t, page, template), "matches", "7", "round_minutes", "33", "do", "save")).wants(http.StatusSeeOther)
	kept := fields(t, chief.get(template), template)
	expect.True(t, kept.Get("matches") == "2" && kept.Get("round_minutes") == "33", "matches %s, round %s minutes", kept.Get("matches"), kept.Get("round_minutes"))
	page = top.get(scoring).wants(http.StatusOK).has("label", "Reason for changing what is fixed")
	top.post(scoring, with(fields(t, page, scoring), "scoring", "pairing", "bye_points", "1", "do", "save")).wants(http.StatusUnprocessableEntity).has("#e-reason", "this was fixed")
	top.post(scoring, with(fields(t, page, scoring), "scoring", "pairing", "bye_points", "1", "reason", "printed so", "do", "save")).wants(http.StatusSeeOther)
}

// A page that nobody has changed is the same each time, so that an open one which is
// fetched again changes nothing either.
func TestTheFormOfAnEventIsTheSameEachTime(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	l.give(l.chief, l.event, 0, access.Organizer)
	hidden := regexp.MustCompile(`name="was\.\w+"`)
	first := hidden.FindAllString(l.chief.get("/e/lake/desk/setup/event").body, -1)
	expect.True(t, len(first) > 5, "the form keeps %q", first)
	for range 5 {
		expect.Equal(t, strings.Join(hidden.FindAllString(l.chief.get("/e/lake/desk/setup/event").body, -1), " "), strings.Join(first, " "), "what the form keeps")
	}
}
