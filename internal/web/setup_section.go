package web

import (
	"cmp"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/setup"
)

func (s *Server) newSectionForm(v *visit) error {
	if err := v.needWholeEvent(access.EditSetup); err != nil {
		return err
	}
	in := tournament.NewSection{Rulebook: string(rulebook.FIDEX)}.WithDefaults()
	in.InitialColour = ""
	return v.sectionPage(v.newSectionPage(sectionValues(in)), nil)
}

func (v *visit) newSectionPage(values map[string]string) pages.SectionForm {
	return pages.SectionForm{Action: "/e/" + v.event.Slug + "/desk/setup/new", Title: "New section", New: true, Values: values}
}

func (s *Server) addSection(v *visit) error {
	if err := v.needWholeEvent(access.EditSetup); err != nil {
		return err
	}
	in, values, err := v.sectionInput(nil)
	form := v.newSectionPage(values)
	if v.onlyShow(&form, in, nil) {
		return v.sectionPage(form, nil)
	}
	var added tournament.Section
	if err == nil {
		drawn := v.drawColour(&in)
		if added, err = s.Tournament.AddSection(v.Request().Context(), v.event.EventID, v.command(), in); err == nil {
			s.saved(v.event.EventID)
			return v.say("/e/"+v.event.Slug+"/desk/setup", added.Name+" is added."+drawn)
		}
	}
	return v.sectionPage(form, err)
}

func (s *Server) sectionForm(v *visit) error {
	return v.sectionPage(v.editSectionPage(sectionValues(tournament.SettingsOf(v.section))), nil)
}

func (v *visit) editSectionPage(values map[string]string) pages.SectionForm {
	return pages.SectionForm{
		Action: "/e/" + v.event.Slug + "/desk/setup/" + v.section.Slug, Title: v.section.Name, Values: values, Revision: strconv.Itoa(v.section.Revision),
		Frozen: v.section.FrozenAt != nil, OverFreeze: v.section.FrozenAt != nil && v.can(access.EditFrozenSetup),
	}
}

func (s *Server) saveSection(v *visit) error {
	in, values, err := v.sectionInput(v.section.HouseRules)
	form := v.editSectionPage(values)
	if v.onlyShow(&form, in, v.section.HouseRules) {
		return v.sectionPage(form, nil)
	}
	if err == nil {
		drawn := v.drawColour(&in)
		shown, _ := strconv.Atoi(v.FormValue("revision")) // anything else is stale
		edit := tournament.SectionEdit{SectionID: v.section.SectionID, Revision: shown, To: in, OverFreeze: v.can(access.EditFrozenSetup)}
		var saved tournament.Section
		if saved, err = s.Tournament.EditSection(v.Request().Context(), v.event.EventID, v.command(), edit); err == nil {
			s.saved(v.event.EventID)
			return v.say("/e/"+v.event.Slug+"/desk/setup", saved.Name+" is saved."+drawn)
		}
	}
	return v.sectionPage(form, err)
}

// onlyShow reports whether the form is to be shown again for the open points of
// another rulebook: because that was asked for, or because nobody has seen them
// yet. Settings that were still the defaults of the book before become those of
// the new one.
func (v *visit) onlyShow(form *pages.SectionForm, in tournament.NewSection, kept json.RawMessage) bool {
	if v.otherSystem(form, in) {
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
		form.Problem = fmt.Sprintf("The rulebook is now %s. Look at what it leaves open, then save again.", in.Rulebook)
	}
	return true
}

// otherSystem reports whether the form is to be shown again for the options of
// another pairing system, which nobody has seen yet. Tie-breaks that were still
// the usual ones of the system before become those of the new one.
func (v *visit) otherSystem(form *pages.SectionForm, in tournament.NewSection) bool {
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
		form.Problem = fmt.Sprintf("The pairing system is now %s. Look at its options, then save again.", systemName(in.System))
	}
	return true
}

// drawColour draws the first colour by lot when nobody has chosen it.
func (v *visit) drawColour(in *tournament.NewSection) string {
	if in.InitialColour != "" {
		return ""
	}
	var b [1]byte
	rand.Read(b[:])
	in.InitialColour = "W"
	said := " White was drawn by lot as the first colour on board A."
	if b[0]&1 == 1 {
		in.InitialColour = "B"
		said = " Black was drawn by lot as the first colour on board A."
	}
	return said
}

// sectionPage shows the form, with the messages of a refused save.
func (v *visit) sectionPage(form pages.SectionForm, err error) error {
	if err != nil && !refusable(err) {
		return err
	}
	form.Errors = fault.Fields(err)
	if err != nil {
		form.Problem = fault.Message(err)
	}
	for _, b := range rulebook.All() {
		form.Rulebooks = append(form.Rulebooks, layout.Choice{Value: string(b.Name()), Label: string(b.Name()) + " · " + b.Title()})
	}
	form.Bye = []layout.Choice{{Value: "", Label: "Usual for the system"}}
	for half := range 19 {
		form.Bye = append(form.Bye, layout.Choice{Value: strconv.Itoa(half), Label: layout.Half(half)})
	}
	if book, bookErr := rulebook.ByName(form.Values["rulebook"]); bookErr == nil {
		form.Rulebook, form.Character = string(book.Name()), book.Character()
		form.Points = pointFields(book, form.Values, form.Errors)
		form.Closed = closedFields(book, form.Values, form.Errors)
		form.Seats = seatPreview(form.Values["matches"], book.Boards() == 1)
	}
	form.TieBreakSets, form.TieBreakCodes = tieBreakChoices(), tieBreakWords()
	page := pages.SectionPage(v.frame(layout.Desk, form.Title, 0), form)
	if err != nil {
		return v.again(err, page)
	}
	return v.page(page)
}

// pointFields are the settings a rulebook leaves open, with their other answers.
func pointFields(book *rulebook.Book, values, errors map[string]string) []pages.PointField {
	var fields []pages.PointField
	for _, c := range book.Cells() {
		if len(c.Alternatives) == 0 {
			continue
		}
		name := c.Setting.String()
		field := pages.PointField{
			Setting: name, Question: c.Setting.Question(), Default: upperFirst(c.Setting.Say(c.Value)), Chosen: values["point."+name],
			Note: values["note."+name], Error: errors["house_rules."+name],
		}
		for _, a := range c.Alternatives {
			field.Others = append(field.Others, layout.Choice{Value: a.Value.String(), Label: upperFirst(c.Setting.Say(a.Value))})
			if point, ok := rulebook.PointByNumber(a.Point); ok && field.Open == "" {
				field.Open, field.Because = point.Open, point.Because
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
func closedFields(book *rulebook.Book, values, errors map[string]string) []pages.PointField {
	var fields []pages.PointField
	for _, c := range book.Cells() {
		if len(c.Alternatives) > 0 {
			continue
		}
		name := c.Setting.String()
		field := pages.PointField{
			Setting: name, Question: c.Setting.Question(), Default: upperFirst(c.Setting.Say(c.Value)), Chosen: values["point."+name],
			Note: values["note."+name], Error: errors["house_rules."+name], Articles: strings.Join(c.Articles, ", "), Value: c.Value.String(),
		}
		choices := c.Setting.Choices()
		field.Typed = c.Setting.IsLadder() || len(choices) == 0
		for _, choice := range choices {
			if field.Typed {
				field.Steps = append(field.Steps, choice.Value.String()+" = "+choice.Meaning)
			} else if choice.Value != c.Value {
				field.Others = append(field.Others, layout.Choice{Value: choice.Value.String(), Label: upperFirst(c.Setting.Say(choice.Value))})
			}
		}
		if field.Chosen == c.Value.String() {
			field.Chosen = ""
		}
		fields = append(fields, field)
	}
	return fields
}

// seatPreview says who sits where in each match of a pairing: players keep their
// board, teams change colours from match to match.
func seatPreview(matches string, oneBoard bool) []pages.SeatLine {
	n, err := strconv.Atoi(matches)
	if err != nil || n < 1 || n > 9 {
		return nil
	}
	var lines []pages.SeatLine
	for m := range n {
		line := pages.SeatLine{Match: m + 1, OneBoard: oneBoard, Seats: [4]string{"1a", "2a", "2b", "1b"}}
		if m%2 == 1 {
			line.Seats = [4]string{"2a", "1a", "1b", "2b"}
		}
		lines = append(lines, line)
	}
	return lines
}

func upperFirst(s string) string {
	if s == "" {
		return s
	}
	r := []rune(s)
	return strings.ToUpper(string(r[:1])) + string(r[1:])
}

// sectionInput reads a section's form. The answers to open points become house
// rules; rules of kept about other settings stay.
func (v *visit) sectionInput(kept json.RawMessage) (tournament.NewSection, map[string]string, error) {
	values := map[string]string{}
	for _, name := range []string{
		"name", "letter", "hall", "rulebook", "system", "colour_mode", "initial_colour", "accelerated", "rounds", "matches", "scoring", "bye_points",
		"bye_limit", "tie_breaks", "tie_break_set", "tie_break_edition", "first_table", "clock", "round_minutes", "grace_minutes", "appeal_minutes",
		"verify", "broadcast", "broadcast_delay", "max_grade", "heavy_penalties", "appeal_deposit", "reason",
		"groups", "double_cycle", "advance", "third_place", "consolation",
	} {
		values[name] = v.formText(name)
	}
	var form fault.Form
	number := func(field string) int {
		if values[field] == "" {
			return 0
		}
		n, err := strconv.Atoi(values[field])
		if err != nil {
			form.Add(field, "Enter a whole number.")
		}
		return n
	}
	given := func(field string) *int {
		if values[field] == "" {
			return nil
		}
		n := number(field)
		return &n
	}
	in := tournament.NewSection{
		Name: values["name"], Letter: values["letter"], Hall: values["hall"], Rulebook: values["rulebook"], System: tournament.System(values["system"]),
		Groups: number("groups"), Advance: number("advance"), DoubleCycle: values["double_cycle"] == "yes", ThirdPlace: values["third_place"] == "yes",
		Consolation: values["consolation"] == "yes",
		ColourMode:  values["colour_mode"], InitialColour: values["initial_colour"], Accelerated: values["accelerated"] == "yes", Rounds: number("rounds"),
		MatchesPerPairing: number("matches"), Scoring: values["scoring"], ByePoints: given("bye_points"), RequestedByeLimit: given("bye_limit"),
		TieBreaks: cmp.Or(values["tie_break_set"], values["tie_breaks"]), TieBreakEdition: number("tie_break_edition"), FirstTable: number("first_table"), RoundMinutes: number("round_minutes"), GraceMinutes: given("grace_minutes"),
		AppealMinutes: number("appeal_minutes"), SingleSource: values["verify"] != "yes", Broadcast: values["broadcast"] == "yes",
		BroadcastDelayS: number("broadcast_delay"), MaxGrade: given("max_grade"), HeavyPenalties: values["heavy_penalties"], AppealDeposit: values["appeal_deposit"],
	}
	if in.ClockMS = parseClock(values["clock"]); in.ClockMS < 0 {
		form.Add("clock", "Enter minutes such as 5, or minutes and seconds such as 2:30.")
	}
	rules, err := v.houseRules(in.Rulebook, kept, values)
	if err != nil {
		return in, values, err
	}
	in.HouseRules = rules
	return in, values, form.Err()
}

// houseRules collects the answers to open points.
func (v *visit) houseRules(name string, kept json.RawMessage, values map[string]string) (json.RawMessage, error) {
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
		if typed := v.formText("point." + setting); typed != "" {
			if _, err := rulebook.ParseValue(c.Setting, typed); err != nil {
				form.Add("house_rules."+setting, "%s.", upperFirst(err.Error()))
			}
		}
		point, note := v.FormValue("point."+setting), v.formText("note."+setting)
		values["point."+setting], values["note."+setting] = point, note
		switch {
		case point != "":
			list = append(list, tournament.HouseRule{Setting: setting, Value: point, Note: note})
		case note != "": // the default, with a note of its own
			list = append(list, tournament.HouseRule{Setting: setting, Value: c.Value.String(), Note: note})
		}
	}
	if name == v.section.Rulebook { // rules about settings that are not open stay
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

// parseClock reads minutes ("5", "2.5") or minutes and seconds ("2:30") into
// milliseconds; empty is 0, anything else -1.
func parseClock(text string) int64 {
	if text == "" {
		return 0
	}
	if minutes, seconds, ok := strings.Cut(text, ":"); ok {
		m, err1 := strconv.Atoi(minutes)
		s, err2 := strconv.Atoi(seconds)
		if err1 != nil || err2 != nil || m < 0 || m > 999 || s < 0 || s > 59 {
			return -1
		}
		return int64(m*60+s) * 1000
	}
	m, err := strconv.ParseFloat(strings.ReplaceAll(text, ",", "."), 64)
	if err != nil || !(m > 0 && m < 1000) {
		return -1
	}
	return int64(math.Round(m * 60_000))
}

// sectionValues are settings as the form shows them.
func sectionValues(n tournament.NewSection) map[string]string {
	yes := func(on bool) string {
		if on {
			return "yes"
		}
		return ""
	}
	number := func(n *int) string {
		if n == nil {
			return ""
		}
		return strconv.Itoa(*n)
	}
	values := map[string]string{
		"name": n.Name, "letter": n.Letter, "hall": n.Hall, "rulebook": n.Rulebook, "system": string(n.System),
		"groups": strconv.Itoa(n.Groups), "double_cycle": yes(n.DoubleCycle), "advance": strconv.Itoa(n.Advance), "third_place": yes(n.ThirdPlace),
		"consolation": yes(n.Consolation), "colour_mode": n.ColourMode,
		"initial_colour": n.InitialColour, "accelerated": yes(n.Accelerated), "rounds": strconv.Itoa(n.Rounds), "matches": strconv.Itoa(n.MatchesPerPairing),
		"scoring": n.Scoring, "bye_points": number(n.ByePoints), "bye_limit": number(n.RequestedByeLimit), "tie_breaks": n.TieBreaks, "tie_break_edition": strconv.Itoa(n.TieBreakEdition),
		"first_table": strconv.Itoa(n.FirstTable), "clock": clockText(n.ClockMS), "round_minutes": strconv.Itoa(n.RoundMinutes),
		"grace_minutes": number(n.GraceMinutes), "appeal_minutes": strconv.Itoa(n.AppealMinutes), "verify": yes(!n.SingleSource),
		"broadcast": yes(n.Broadcast), "broadcast_delay": strconv.Itoa(n.BroadcastDelayS), "max_grade": number(n.MaxGrade),
		"heavy_penalties": n.HeavyPenalties, "appeal_deposit": n.AppealDeposit,
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

func clockText(ms int64) string {
	if ms%60_000 == 0 {
		return strconv.FormatInt(ms/60_000, 10)
	}
	return fmt.Sprintf("%d:%02d", ms/60_000, ms/1000%60)
}
