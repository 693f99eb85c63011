package setup

import (
	"cmp"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/internal/wording"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/setup"
)

func (h *Handlers) newSectionForm(v *visit.Visit) error {
	if err := visit.NeedWholeEvent(v, access.EditSetup); err != nil {
		return err
	}
	in := tournament.NewSection{Rulebook: string(rulebook.FIDEX)}.WithDefaults()
	in.InitialColour = ""
	sections, err := v.Sections()
	if err != nil {
		return err
	}
	entries, err := h.Reader.Entries(v.Request().Context(), v.Event.EventID)
	if err != nil {
		return err
	}
	in.FirstTable = tournament.FirstFreeTable(sections, entries)
	form := newSectionPage(v, sectionValues(in))
	form.First = v.QueryParam("all") != "yes"
	return h.sectionPage(v, form, nil)
}

func newSectionPage(v *visit.Visit, values map[string]string) pages.SectionForm {
	return pages.SectionForm{Action: "/e/" + v.Event.Slug + "/desk/setup/new", Title: v.Words.Say("New section"), New: true, Values: values}
}

func (h *Handlers) addSection(v *visit.Visit) error {
	if err := visit.NeedWholeEvent(v, access.EditSetup); err != nil {
		return err
	}
	in, values, err := sectionInput(v, held{})
	form := newSectionPage(v, values)
	if form.First = v.FormValue("first") == "yes"; form.First {
		in.SingleSource = false // the rest is left to the defaults
	} else if onlyShow(v, &form, in) {
		return h.sectionPage(v, form, nil)
	}
	var added tournament.Section
	if err == nil {
		drawn := drawColour(&in)
		if added, err = h.Setup.AddSection(v.Request().Context(), v.Event.EventID, v.Command(), in); err == nil {
			h.Saved(v.Event.EventID)
			to := "/e/" + v.Event.Slug + "/desk/setup"
			if form.First {
				to = pages.StepSystem.Path(v.Event.Slug, added.Slug)
			}
			return v.Onward(to, v.Words.Say("%s is added.%s", added.Name, colourDrawn(v, drawn, added)))
		}
	}
	return h.sectionPage(v, form, err)
}

func (h *Handlers) sectionForm(v *visit.Visit) error {
	return h.sectionPage(v, editSectionPage(v, sectionValues(tournament.SettingsOf(v.Section))), nil)
}

func editSectionPage(v *visit.Visit, values map[string]string) pages.SectionForm {
	return pages.SectionForm{
		Action: "/e/" + v.Event.Slug + "/desk/setup/" + v.Section.Slug, Slug: v.Section.Slug, Title: v.Section.Name, Values: values, Revision: strconv.Itoa(v.Section.Revision),
		Frozen: v.Section.FrozenAt != nil, OverFreeze: v.Section.FrozenAt != nil && v.Can(access.EditFrozenSetup),
	}
}

func (h *Handlers) saveSection(v *visit.Visit) error {
	in, values, err := sectionInput(v, heldFields(v, nil))
	form := editSectionPage(v, values)
	if onlyShow(v, &form, in) {
		return h.sectionPage(v, form, nil)
	}
	if err == nil {
		drawn := drawColour(&in)
		shown, _ := strconv.Atoi(v.FormValue("revision")) // anything else is stale
		edit := tournament.SectionEdit{SectionID: v.Section.SectionID, Revision: shown, To: in, OverFreeze: v.Can(access.EditFrozenSetup)}
		var saved tournament.Section
		if saved, err = h.Setup.EditSection(v.Request().Context(), v.Event.EventID, v.Command(), edit); err == nil {
			h.Saved(v.Event.EventID)
			return v.Onward("/e/"+v.Event.Slug+"/desk/setup", v.Words.Say("%s is saved.%s", saved.Name, colourDrawn(v, drawn, saved)))
		}
	}
	return h.sectionPage(v, form, err)
}

// onlyShow reports whether the form is to be shown again for the open points of
// another rulebook: because that was asked for, or because nobody has seen them
// yet. Settings that were still the defaults of the book before become those of
// the new one.
func onlyShow(v *visit.Visit, form *pages.SectionForm, in tournament.NewSection) bool {
	if otherSystem(v, form, in) {
		return true
	}
	shown := v.FormValue("shown")
	if v.FormValue("do") != "show" && in.Rulebook == shown {
		return false
	}
	if in.Rulebook == shown {
		return true
	}
	before := sectionValues(tournament.NewSection{Rulebook: shown, System: in.System}.WithDefaults())
	after := sectionValues(tournament.NewSection{Rulebook: in.Rulebook, System: in.System}.WithDefaults())
	for _, field := range []string{"clock", "matches", "round_minutes"} {
		if form.Values[field] == before[field] {
			form.Values[field] = after[field]
		}
	}
	if v.FormValue("do") != "show" {
		form.Problem = v.Words.Say("The rulebook is now %s. Look at what it leaves open, then save again.", in.Rulebook)
	}
	return true
}

// otherSystem reports whether the form is to be shown again for the options of
// another pairing system, which nobody has seen yet. Tie-breaks that were still
// the usual ones of the system before become those of the new one.
func otherSystem(v *visit.Visit, form *pages.SectionForm, in tournament.NewSection) bool {
	shown := v.FormValue("shown_system")
	if shown == "" || string(in.System) == shown {
		return v.FormValue("do") == "show-system"
	}
	before := tournament.NewSection{Rulebook: in.Rulebook, System: tournament.System(shown)}.WithDefaults()
	after := tournament.NewSection{Rulebook: in.Rulebook, System: in.System}.WithDefaults()
	if form.Values["tie_breaks"] == before.TieBreaks {
		form.Values["tie_breaks"] = after.TieBreaks
	}
	options := sectionValues(after)
	for _, field := range []string{"groups", "advance", "double_cycle", "third_place", "consolation", "accelerated"} {
		form.Values[field] = options[field]
	}
	if v.FormValue("do") != "show-system" {
		form.Problem = v.Words.Say("The pairing system is now %s. Look at its options, then save again.", systemName(v.Words, in.System))
	}
	return true
}

// drawColour draws the first colour by lot when nobody has chosen it. What the section
// has of it is said by colourDrawn: a form that is sent twice draws twice, and the first
// lot counts.
func drawColour(in *tournament.NewSection) (drawn bool) {
	if in.InitialColour != "" {
		return false
	}
	var b [1]byte
	rand.Read(b[:])
	in.InitialColour = "W"
	if b[0]&1 == 1 {
		in.InitialColour = "B"
	}
	return true
}

// colourDrawn says the lot as it is stored.
func colourDrawn(v *visit.Visit, drawn bool, stored tournament.Section) string {
	switch {
	case !drawn:
		return ""
	case stored.InitialColour == "B":
		return v.Words.Say(" Black was drawn by lot as the first colour on board A.")
	}
	return v.Words.Say(" White was drawn by lot as the first colour on board A.")
}

// sectionPage shows the form, with the messages of a refused save.
func (h *Handlers) sectionPage(v *visit.Visit, form pages.SectionForm, err error) error {
	if err != nil && !visit.Refusable(err) {
		return err
	}
	form.Errors = visit.FieldsIn(v.Words, err)
	if now, parseErr := strconv.Atoi(form.Revision); parseErr == nil {
		form.Revision = strconv.Itoa(visit.MadeFrom(v, err, now))
	}
	if err != nil {
		form.Problem = visit.SaidIn(v.Words, err)
	}
	for _, b := range rulebook.All() {
		form.Rulebooks = append(form.Rulebooks, layout.Choice{Value: string(b.Name()), Label: string(b.Name()) + " · " + v.Words.Rule(b.Title())})
	}
	form.Bye = []layout.Choice{{Value: "", Label: v.Words.Say("Usual for the system")}}
	for half := range 19 {
		form.Bye = append(form.Bye, layout.Choice{Value: strconv.Itoa(half), Label: layout.Half(half)})
	}
	if book, bookErr := rulebook.ByName(form.Values["rulebook"]); bookErr == nil {
		texts, textErr := h.TextsOf(v.Request().Context(), v.Event.EventID, book.Name())
		if textErr != nil {
			return textErr
		}
		form.Rulebook, form.Character, form.RulebookText = string(book.Name()), v.Words.Rule(book.Character()), texts[book.Name()].Words(v.Words, book.Name())
		if v.Can(access.KeepRulebooks) {
			form.RulebookTo = "/e/" + v.Event.Slug + "/desk/rules#text-" + string(book.Name())
		}
		form.Points = pointFields(v.Words, book, form.Values, form.Errors)
		form.Closed = closedFields(v.Words, book, form.Values, form.Errors)
		form.Rotations = rotations(v.Words, form.Values["matches"], book.Boards() == 1)
	}
	typed := tournament.Section{System: tournament.System(form.Values["system"])}
	typed.MatchesPerPairing, _ = strconv.Atoi(form.Values["matches"]) // anything else is refused when it is saved
	form.Knockout, form.MayLevel = typed.System.Bracket(), typed.MatchesPerPairing > 0 && typed.MayEndLevel()
	form.TieBreakSets, form.TieBreakCodes = wording.TieBreakChoices(v.Words), wording.TieBreakWords(v.Words)
	draw := pages.SectionPage
	switch step, one := pages.StepOf(v.Param("step")); {
	case form.First:
		draw = pages.FirstForm
	case one:
		form.Problem += elsewhere(v, step, form.Errors)
		draw = func(f layout.Frame, form pages.SectionForm) templ.Component {
			return pages.StepPage(f, step, v.Section.Slug, form)
		}
	}
	page := draw(v.Frame(layout.Desk, form.Title, 0), form)
	if err != nil {
		return v.Again(err, page)
	}
	return v.Page(page)
}

// pointFields are the settings a rulebook leaves open, with their other answers.
func pointFields(w text.Words, book *rulebook.Rulebook, values, errors map[string]string) []pages.PointField {
	var fields []pages.PointField
	for _, c := range book.Cells() {
		if len(c.Alternatives) == 0 {
			continue
		}
		name := c.Setting.String()
		field := pages.PointField{
			Setting: name, Question: w.Rule(c.Setting.Question()), Default: wording.UpperFirst(w.Answer(c.Setting, c.Value)), Chosen: values["point."+name],
			Note: values["note."+name], Error: errors["house_rules."+name],
		}
		for _, a := range c.Alternatives {
			field.Others = append(field.Others, layout.Choice{Value: a.Value.String(), Label: wording.UpperFirst(w.Answer(c.Setting, a.Value))})
			if point, ok := rulebook.PointByNumber(a.Point); ok && field.Open == "" {
				field.Open, field.Because = w.Rule(point.Open), w.Rule(point.Because)
			}
		}
		if field.Chosen == c.Value.String() {
			field.Chosen = "" // the default, with a note
		}
		fields = append(fields, field)
	}
	return fields
}

// closedFields are the settings that the text decides itself. A house rule may
// still change them: from a list, or typed where steps or a number are asked for.
func closedFields(w text.Words, book *rulebook.Rulebook, values, errors map[string]string) []pages.PointField {
	var fields []pages.PointField
	for _, c := range book.Cells() {
		if len(c.Alternatives) > 0 {
			continue
		}
		name := c.Setting.String()
		field := pages.PointField{
			Setting: name, Question: w.Rule(c.Setting.Question()), Default: wording.UpperFirst(w.Answer(c.Setting, c.Value)), Chosen: values["point."+name],
			Note: values["note."+name], Error: errors["house_rules."+name], Articles: strings.Join(c.Articles, ", "), Value: c.Value.String(),
		}
		if c.Basis() == rulebook.Default {
			field.Articles = "" // an open point without another value: no article holds the answer
		}
		if c.Setting == rulebook.ExcessTimeOver && c.Value != rulebook.NoRule {
			field.Value = c.Setting.Say(c.Value) // in minutes, as it may be typed
		}
		choices := c.Setting.Choices()
		field.Typed = c.Setting.IsLadder() || len(choices) == 0
		for _, choice := range choices {
			if field.Typed {
				field.Steps = append(field.Steps, choice.Value.String()+" = "+w.Rule(choice.Meaning))
			} else if choice.Value != c.Value {
				field.Others = append(field.Others, layout.Choice{Value: choice.Value.String(), Label: wording.UpperFirst(w.Answer(c.Setting, choice.Value))})
			}
		}
		if field.Chosen == c.Value.String() {
			field.Chosen = ""
		}
		fields = append(fields, field)
	}
	return fields
}

// rotations are the ways seats may change, each drawn for the matches of a
// pairing. With one board there is one opponent to meet.
func rotations(w text.Words, matches string, oneBoard bool) []pages.Rotation {
	n, err := strconv.Atoi(matches)
	if err != nil || n < 1 || n > 9 {
		n = 0
	}
	list := []pages.Rotation{
		{Value: string(tournament.RotateColours), Label: w.Say("Colours change."), Why: w.Say("Players keep their board; the teams change colours after every match.")},
		{Value: string(tournament.RotateOpponents), Label: w.Say("Colours and opponents change."), Why: w.Say("The second team's players also change boards: two matches bring everybody both opponents, four both with both colours.")},
		{Value: string(tournament.RotateNothing), Label: w.Say("Nothing changes."), Why: w.Say("The first team has White on board A in every match.")},
	}
	if oneBoard {
		list = slices.Delete(list, 1, 2)
	}
	for i := range list {
		for match := 1; match <= n; match++ {
			seating := tournament.SeatRotation(list[i].Value).Seating(match)
			list[i].Seats = append(list[i].Seats, seatLine(match, seating, oneBoard))
		}
	}
	return list
}

func seatLine(match int, seating tournament.Seating, oneBoard bool) pages.SeatLine {
	side1, side2 := seating.Side1Slot, 3-seating.Side1Slot
	name := func(slot, board int) string {
		return strconv.Itoa(slot) + string(rune('a'+seating.Player(slot, board)-1))
	}
	return pages.SeatLine{Match: match, OneBoard: oneBoard, Seats: [4]string{name(side1, 1), name(side2, 1), name(side2, 2), name(side1, 2)}}
}

// held are the settings that a form did not ask for, or that this person may not
// change: they stay as they are.
type held struct {
	values map[string]string
	rules  json.RawMessage // the section's house rules
	fields func(name string) bool
}

// heldFields holds everything but the fields of a step, nil for all; and what is
// frozen, for somebody who may not change it.
func heldFields(v *visit.Visit, step *pages.Step) held {
	locked := v.Section.FrozenAt != nil && !v.Can(access.EditFrozenSetup)
	return held{
		values: sectionValues(tournament.SettingsOf(v.Section)), rules: v.Section.HouseRules,
		fields: func(name string) bool {
			setting, known := tournament.SettingByName(name)
			return step != nil && !asksFor(*step, name) || locked && known && setting.Frozen()
		},
	}
}

func (h held) holds(name string) bool { return h.fields != nil && h.fields(name) }

// unasked reports whether a form left a setting out that means nothing in its pairing system; what
// stood there stays.
func (h held) unasked(v *visit.Visit, name string) bool {
	system := cmp.Or(v.FormText("system"), h.values["system"])
	setting, known := tournament.SettingByName(name)
	return known && !setting.Concerns(tournament.System(system)) && v.FormText(name) == ""
}

// sectionInput reads a section's form. The answers to open points become house
// rules; those about other settings stay.
func sectionInput(v *visit.Visit, kept held) (tournament.NewSection, map[string]string, error) {
	values := map[string]string{}
	read := func(name string) {
		values[name] = v.FormText(name)
		if kept.holds(name) || kept.unasked(v, name) {
			values[name] = kept.values[name]
		}
	}
	read("tie_break_set")
	read("reason")
	for _, setting := range tournament.Settings() {
		read(setting.Name)
	}
	if kept.fields != nil {
		kept.followDefaults(values)
	}
	var form fault.Form
	var in tournament.NewSection
	for _, setting := range tournament.Settings() {
		if problem := setting.Take(&in, values[setting.Name]); problem != "" {
			form.Add(setting.Name, "%s", problem)
		}
	}
	in.TieBreaks = cmp.Or(values["tie_break_set"], in.TieBreaks)
	if kept.holds("house_rules") {
		in.HouseRules = kept.rules
		return in, values, form.Err()
	}
	rules, err := houseRules(v, in.Rulebook, kept.rules, values)
	if err != nil {
		return in, values, err
	}
	in.HouseRules = rules
	return in, values, form.Err()
}

// houseRules collects the answers to open points.
func houseRules(v *visit.Visit, name string, kept json.RawMessage, values map[string]string) (json.RawMessage, error) {
	book, err := rulebook.ByName(name)
	if err != nil {
		return kept, nil // the form says so itself
	}
	var rules tournament.HouseRules
	if len(kept) > 0 {
		if err := json.Unmarshal(kept, &rules); err != nil {
			return nil, fmt.Errorf("read the section's house rules: %w", err)
		}
	}
	var list []tournament.HouseRule
	asked := map[string]bool{}
	sent, err := v.FormParams()
	if err != nil {
		return nil, fault.Wrap(fault.Invalid, err, "The form cannot be read. Open the page again.")
	}
	var form fault.Form
	for _, c := range book.Cells() {
		setting := c.Setting.String()
		if len(c.Alternatives) == 0 && !sent.Has("point."+setting) {
			continue // the form did not show what the text decides itself
		}
		asked[setting] = true
		if typed := v.FormText("point." + setting); typed != "" {
			if _, err := rulebook.ParseValue(c.Setting, typed); err != nil {
				form.Add("house_rules."+setting, "%s.", err)
			}
		}
		point, note := v.FormValue("point."+setting), v.FormText("note."+setting)
		values["point."+setting], values["note."+setting] = point, note
		switch {
		case point != "":
			list = append(list, tournament.HouseRule{Setting: setting, Value: point, Note: note})
		case note != "": // the default, with a note of its own
			list = append(list, tournament.HouseRule{Setting: setting, Value: c.Value.String(), Note: note})
		}
	}
	if name == v.Section.Rulebook { // rules about settings that are not open stay
		for _, r := range rules.Rules {
			if !asked[r.Setting] {
				list = append(list, r)
			}
		}
	}
	if err := form.Err(); err != nil {
		return nil, err
	}
	rules.Rules = list
	return json.Marshal(rules)
}

// sectionValues are settings as the form shows them.
func sectionValues(n tournament.NewSection) map[string]string {
	values := map[string]string{}
	for _, setting := range tournament.Settings() {
		values[setting.Name] = setting.Typed(n)
	}
	if n.Name == "" { // a new section follows its system
		values["bye_points"] = ""
	}
	var rules tournament.HouseRules
	if json.Unmarshal(n.HouseRules, &rules) == nil {
		for _, r := range rules.Rules {
			values["point."+r.Setting], values["note."+r.Setting] = r.Value, r.Note
		}
	}
	return values
}
