package tournament_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// noSetting are the fields of a section that nobody sets in its form, each with the
// reason.
var noSetting = map[string]string{
	"EventID":        "which event it belongs to",
	"SectionID":      "its number, given once",
	"Slug":           "its address, made of the first name",
	"Position":       "its place among the sections",
	"TeamSize":       "the rulebook says it",
	"Revision":       "counts the edits",
	"FrozenAt":       "the first publication sets it",
	"TablesPerRow":   "SetHallRows sets it, beside the map of the hall",
	"Hidden":         "HideSection and ShowSection set it",
	"AnnouncedRound": "AnnounceStandings sets it",
}

// ownBounds are the whole numbers whose bounds follow from other settings, each with the
// check that knows them.
var ownBounds = map[string]string{
	"groups": "checkSystem", "advance": "checkAdvance", "bye_points": "check: the most that a round brings", "tie_break_edition": "check: one of two years",
}

// sample puts a value into a field that is not its zero value.
func sample(t *testing.T, field reflect.Value) {
	t.Helper()
	switch field.Kind() {
	case reflect.String:
		field.SetString("x")
	case reflect.Int, reflect.Int64:
		field.SetInt(7)
	case reflect.Bool:
		field.SetBool(true)
	case reflect.Slice:
		field.Set(reflect.ValueOf(json.RawMessage(`{"perTeam":true}`)))
	case reflect.Pointer:
		field.Set(reflect.New(field.Type().Elem()))
	default:
		t.Fatalf("a field of type %s: say here what a sample of it is", field.Type())
	}
}

func TestEveryFieldOfASectionIsASettingOrSaysWhyNot(t *testing.T) {
	t.Parallel()
	for i, field := range reflect.VisibleFields(reflect.TypeFor[tournament.Section]()) {
		var was, is tournament.Section
		sample(t, reflect.ValueOf(&was).Elem().Field(i))
		tournament.SettingsOf(was).Apply(&is)
		kept := reflect.DeepEqual(reflect.ValueOf(was).Field(i).Interface(), reflect.ValueOf(is).Field(i).Interface())
		switch reason := noSetting[field.Name]; {
		case !kept && reason == "":
			t.Errorf("Section.%s is lost when the section's form is saved: no setting keeps it. Add an entry for it to settings in section_settings.go, or say in noSetting why it is none.", field.Name)
		case kept && reason != "":
			t.Errorf("Section.%s is a setting now: take it out of noSetting.", field.Name)
		}
	}
}

func TestEveryThingSaidAboutASectionIsASetting(t *testing.T) {
	t.Parallel()
	for i, field := range reflect.VisibleFields(reflect.TypeFor[tournament.NewSection]()) {
		was := tournament.SettingsOf(tournament.Section{})
		sample(t, reflect.ValueOf(&was).Elem().Field(i))
		var row tournament.Section
		was.Apply(&row)
		expect.True(t, reflect.DeepEqual(reflect.ValueOf(was).Field(i).Interface(), reflect.ValueOf(tournament.SettingsOf(row)).Field(i).Interface()),
			"NewSection.%s never reaches the section: no setting keeps it. Add an entry for it to settings in section_settings.go.", field.Name)
	}
}

// An entry that is not complete says what is missing.
func TestEverySettingIsComplete(t *testing.T) {
	t.Parallel()
	var names, columns []string
	for _, s := range tournament.Settings() {
		expect.True(t, s.Name != "" && !slices.Contains(names, s.Name),
			"the setting %q needs a Name of its own: its field in the form and its word in the journal", s.Name)
		names = append(names, s.Name)
		expect.True(t, s.Label != "", "%s has no Label: the journal and a refused form could not say which setting they mean", s.Name)
		expect.True(t, s.Step >= tournament.NamingStep && s.Step <= tournament.TableStep, "%s has Step %d, which is none: nobody could find it while preparing", s.Name, s.Step)
		for _, column := range s.Columns {
			expect.True(t, !slices.Contains(columns, column), "%s: another setting has the column %s already", s.Name, column)
			columns = append(columns, column)
		}
		expect.True(t, s.Control() != tournament.NumberControl || s.Most != 0 || ownBounds[s.Name] != "",
			"%s is a number without bounds: give it Least and Most, or name in ownBounds what checks it", s.Name)
		expect.True(t, len(s.Ask.Choices) == 0 || s.Ask.Refusal != "", "%s has choices and no Refusal: what is none of them would be saved", s.Name)
	}
	stored := len(tournament.SettingColumns(tournament.Section{}))
	expect.True(t, len(columns) == stored, "the settings store %d values and name %d Columns", stored, len(columns))
}

// What a form shows is what it means when it is sent as it is.
func TestASettingIsReadAsItIsShown(t *testing.T) {
	t.Parallel()
	grade := 8
	section := tournament.Section{
		Name: "Open", Letter: "O", Hall: "North", Rulebook: "FIDEX", System: tournament.GroupsKnockout, GroupCount: 4, DoubleCycle: true, Advance: 2, ThirdPlace: true, Consolation: true,
		ColourMode: "A", InitialColour: "B", Accelerated: true, Rounds: 7, MatchesPerPairing: 2, SeatRotation: tournament.RotateColours, Scoring: "match", ByePoints: 3, RequestedByeLimit: 1,
		NoHalfInLast: 1, ByeKinds: tournament.OnlyHalfByes, ByesStay: true, LeaveOutAfter: 2, TieBreaks: "PTS,BH", TieBreakEdition: 2026, FirstTable: 11, ClockMS: 150_000, RoundMinutes: 25, GraceMinutes: 0, AppealMinutes: 15, VerifyTeams: true,
		VerifyRekey: true, Broadcast: true, BroadcastDelayS: 30, HeavyPenalties: tournament.TellChief, OneOfficial: true, PublicProspects: true, AppealDeposit: "20 euro", MaxGrade: &grade,
	}
	shown := tournament.SettingsOf(section)
	var read tournament.NewSection
	for _, s := range tournament.Settings() {
		if problem := s.Take(&read, s.Typed(shown)); problem != "" {
			t.Errorf("%s: its own value %q is refused: %s", s.Name, s.Typed(shown), problem)
		}
	}
	expect.True(t, reflect.DeepEqual(read, shown), "shown %+v, read %+v", shown, read)
	for _, name := range []string{"rounds", "grace_minutes", "max_grade", "clock"} {
		s, _ := tournament.SettingByName(name)
		expect.True(t, s.Take(&read, "many") != "", "%s takes a word for a number", name)
	}
}
