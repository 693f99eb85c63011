package tournament_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

func TestCreateEventFillsDefaultsByRulebookAndSystem(t *testing.T) {
	t.Parallel()
	tests := []struct {
		in                             tournament.NewSection
		matches, bye, size, roundMin   int
		clock                          int64
		tieBreaks, letter, initialLeft string
	}{
		{tournament.NewSection{Name: "Open", Rulebook: "FIDEX"}, 2, 2, 2, 25, 300_000, "PTS,DE,BH/C1,BH,SB,WIN", "O", "W"},
		{tournament.NewSection{Name: "Blitz", Rulebook: "TR3", MatchesPerPairing: 1}, 1, 1, 2, 11, 180_000, "PTS,DE,BH/C1,BH,SB,WIN", "B", "W"},
		{tournament.NewSection{Name: "Best of three", Rulebook: "USCF-R", MatchesPerPairing: 3, Scoring: "pairing"}, 3, 1, 2, 35, 300_000, "PTS,DE,BH/C1,BH,SB,WIN", "BE", "W"},
		{tournament.NewSection{Name: "Duel", Rulebook: "JARED", System: tournament.Dutch}, 2, 4, 1, 25, 300_000, "PTS,DE,BH/C1,BH,SB,WIN", "D", "W"},
		{tournament.NewSection{Name: "Final", Rulebook: "USCF-C", System: tournament.RoundRobin}, 2, 0, 2, 25, 300_000, "PTS,DE,WIN,SB", "F", "W"},
	}
	var sections []tournament.NewSection
	for _, tc := range tests {
		sections = append(sections, tc.in)
	}
	d := open(t)
	e := expect.Must(d.CreateEvent(t.Context(), d.cmd(), details("Defaults", sections...)))(t)
	expect.True(t, e.Slug == "defaults" && e.State == tournament.EventSetup && e.Version == 1 && e.EndsOn.Equal(day), "event: %+v", e)
	got, err := d.store.Sections(t.Context(), e.EventID)
	expect.MustTrue(t, err == nil && len(got) == len(tests), "%d sections, %v", len(got), err)
	for i, tc := range tests {
		s := got[i]
		if s.MatchesPerPairing != tc.matches || s.ByePoints != tc.bye || s.TeamSize != tc.size || s.RoundMinutes != tc.roundMin || s.ClockMS != tc.clock ||
			s.TieBreaks != tc.tieBreaks || s.Letter != tc.letter || s.InitialColour != tc.initialLeft || s.AppealMinutes != 15 || s.Position != i+1 {
			t.Errorf("%s: %+v", tc.in.Name, s)
		}
		rules, err := s.Rules()
		expect.True(t, err == nil && rules.AppealPath().Window == 15 && string(rules.Name()) == tc.in.Rulebook, "%s: rules %v", tc.in.Name, err)
	}
}

func TestCreateEventRefusesByField(t *testing.T) {
	t.Parallel()
	d := open(t)
	ok := tournament.NewSection{Name: "Open", Rulebook: "FIDEX"}
	change := func(f func(*tournament.NewEvent)) tournament.NewEvent {
		e := details("Other event", ok)
		f(&e)
		return e
	}
	section := func(f func(*tournament.NewSection)) tournament.NewEvent {
		s := ok
		f(&s)
		return details("Other event", s)
	}
	tests := []struct {
		in           tournament.NewEvent
		field, words string
	}{
		{change(func(e *tournament.NewEvent) { e.Name = " " }), "name", "Enter a name"},
		{change(func(e *tournament.NewEvent) { e.Slug = "Not An Address" }), "slug", "a–z"},
		{change(func(e *tournament.NewEvent) { e.Slug = "desk" }), "slug", "belongs to a page"},
		{change(func(e *tournament.NewEvent) { e.Slug = "lakeshore-2026" }), "slug", "Another event has"},
		{change(func(e *tournament.NewEvent) { e.TimeZone = "Mars/Base" }), "time_zone", "IANA"},
		{change(func(e *tournament.NewEvent) { e.TimeZone = "" }), "time_zone", "IANA"},
		{change(func(e *tournament.NewEvent) { e.StartsOn = time.Time{} }), "starts_on", "first day"},
		{change(func(e *tournament.NewEvent) { e.EndsOn = day.AddDate(0, 0, -1) }), "ends_on", "before it starts"},
		{change(func(e *tournament.NewEvent) { e.Sections = append(e.Sections, ok) }), "sections.1.name", "Two sections"},
		{section(func(s *tournament.NewSection) { s.Name = "Desk" }), "sections.0.name", "hide a page"},
		{section(func(s *tournament.NewSection) { s.Name = "№" }), "sections.0.name", "letters a–z"},
		{section(func(s *tournament.NewSection) { s.Rulebook = "FIDE" }), "sections.0.rulebook", "Choose one"},
		{section(func(s *tournament.NewSection) { s.System = "swiss" }), "sections.0.system", "Choose a pairing system"},
		{section(func(s *tournament.NewSection) { s.Rounds = 100 }), "sections.0.rounds", "1 to 99"},
		{section(func(s *tournament.NewSection) { s.MatchesPerPairing = -1 }), "sections.0.matches", "1 to 9"},
		{section(func(s *tournament.NewSection) { s.ByePoints = new(5) }), "sections.0.bye_points", "0 to 4"},
		{section(func(s *tournament.NewSection) { s.ClockMS = 1 }), "sections.0.clock", "half a minute"},
		{section(func(s *tournament.NewSection) { s.TieBreaks = "BH" }), "sections.0.tie_breaks", "PTS first"},
		{section(func(s *tournament.NewSection) {
			s.HouseRules = json.RawMessage(`{"rules":[{"setting":"castles","value":"no"}]}`)
		}), "sections.0.house_rules", "castles"},
		{section(func(s *tournament.NewSection) {
			s.HouseRules = json.RawMessage(`{"rules":[{"setting":"king-placement","value":"yes"}]}`)
		}), "sections.0.house_rules.king-placement", "one-board"},
	}
	for _, tc := range tests {
		_, err := d.CreateEvent(t.Context(), d.cmd(), tc.in)
		refused(t, err, tc.field, tc.words)
	}
	events, err := d.store.Events(t.Context())
	expect.True(t, err == nil && len(events) == 1, "%d events after refusals, %v", len(events), err)
}

func TestCreateEventTwiceByOneFormMakesOne(t *testing.T) {
	t.Parallel()
	d := open(t)
	cmd := d.cmd()
	in := details("Twice", tournament.NewSection{Name: "Open", Rulebook: "TR3"})
	first := expect.Must(d.CreateEvent(t.Context(), cmd, in))(t)
	second, err := d.CreateEvent(t.Context(), cmd, in)
	expect.True(t, err == nil && second.EventID == first.EventID, "the repeat gives event %d, %v; want %d", second.EventID, err, first.EventID)
	_, err = d.CreateEvent(t.Context(), d.cmd(), in)
	refused(t, err, "slug", "Another event has")
}

func TestRenameKeepsTheOldAddress(t *testing.T) {
	t.Parallel()
	d := open(t)
	was := detailsOf(d.event)
	to := was
	to.Name, to.Slug = "Lakeside 2026", "lakeside-2026"
	renamed, err := d.EditEvent(t.Context(), d.event.EventID, d.cmd(), tournament.EventEdit{Was: was, To: to})
	expect.MustTrue(t, err == nil && renamed.Slug == "lakeside-2026", "rename: %+v, %v", renamed, err)
	old, err := d.store.EventBySlug(t.Context(), "lakeshore-2026")
	expect.True(t, err == nil && old.Slug == "lakeside-2026", "the old address finds %q, %v", old.Slug, err)
	_, err = d.CreateEvent(t.Context(), d.cmd(), details("Lakeshore 2026"))
	refused(t, err, "slug", "before")

	if _, err := d.EditEvent(t.Context(), d.event.EventID, d.cmd(), tournament.EventEdit{Was: to, To: was}); err != nil {
		t.Fatalf("rename back: %v", err)
	}
	back, err := d.store.EventBySlug(t.Context(), "lakeside-2026")
	expect.True(t, err == nil && back.Slug == "lakeshore-2026", "after renaming back the other address finds %q, %v", back.Slug, err)
}

func TestEditEventIsRefusedWhenSomebodyChangedTheSameField(t *testing.T) {
	t.Parallel()
	d := open(t)
	was := detailsOf(d.event)
	first, second := was, was
	first.Venue, second.Venue = "North hall", "South hall"
	expect.Must(d.EditEvent(t.Context(), d.event.EventID, d.cmd(), tournament.EventEdit{Was: was, To: first}))(t)
	before := d.version()
	_, err := d.EditEvent(t.Context(), d.event.EventID, d.cmd(), tournament.EventEdit{Was: was, To: second})
	is(t, err, fault.Stale, "North hall", "South hall")
	expect.Equal(t, d.version(), before, "a stale edit was journalled")
}

func TestAddSectionGivesEachALetter(t *testing.T) {
	t.Parallel()
	d := open(t)
	var letters []string
	for _, name := range []string{"K-3", "K-5", "K-12", "Open rated"} {
		s := expect.Must(d.AddSection(t.Context(), d.event.EventID, d.cmd(), tournament.NewSection{Name: name, Rulebook: "FIDEX"}))(t)
		letters = append(letters, s.Letter)
	}
	diff := cmp.Diff([]string{"K", "K5", "K1", "OP"}, letters)
	expect.True(t, diff == "", "%v", diff)
	_, err := d.AddSection(t.Context(), d.event.EventID, d.cmd(), tournament.NewSection{Name: "OPEN", Rulebook: "FIDEX"})
	refused(t, err, "name", "Open")
}

func TestEditSection(t *testing.T) {
	t.Parallel()
	d := open(t)
	section := d.book(1).Section
	edit := func(revision int, f func(*tournament.NewSection)) tournament.SectionEdit {
		to := tournament.SettingsOf(section)
		f(&to)
		return tournament.SectionEdit{SectionID: 1, Revision: revision, To: to}
	}
	rounds := func(n int) func(*tournament.NewSection) { return func(s *tournament.NewSection) { s.Rounds = n } }
	saved, err := d.EditSection(t.Context(), d.event.EventID, d.cmd(), edit(0, rounds(7)))
	expect.MustTrue(t, err == nil && saved.Rounds == 7 && saved.Revision == 1, "edit: %+v, %v", saved, err)
	want := section
	want.Rounds, want.Revision = 7, 1
	expect.NoDiff(t, cmp.Diff(want, d.book(1).Section), "only the rounds should differ")
	_, err = d.EditSection(t.Context(), d.event.EventID, d.cmd(), edit(0, rounds(6)))
	is(t, err, fault.Stale, "7", "6")
	_, err = d.EditSection(t.Context(), d.event.EventID, d.cmd(), edit(1, func(s *tournament.NewSection) { s.Rounds, s.Name = 7, "U1600" }))
	refused(t, err, "name", "U1600")

	d.team("Knight Riders", player("Ada Abara", 1500), player("Ben Castillo", 1620))
	_, err = d.EditSection(t.Context(), d.event.EventID, d.cmd(), edit(1, func(s *tournament.NewSection) { s.Rounds, s.Rulebook = 7, "JARED" }))
	refused(t, err, "rulebook", "entries")
}

func TestEditSectionAfterTheFirstPublication(t *testing.T) {
	t.Parallel()
	d := open(t)
	expect.Must(d.store.Change(t.Context(), d.event.EventID, d.cmd(), freeze(t, 1)))(t)
	to := tournament.SettingsOf(d.book(1).Section)
	to.Scoring, to.ByePoints = "pairing", new(1)
	_, err := d.EditSection(t.Context(), d.event.EventID, d.cmd(), tournament.SectionEdit{SectionID: 1, To: to})
	refused(t, err, "scoring", "chief floor director")
	_, err = d.EditSection(t.Context(), d.event.EventID, d.cmd(), tournament.SectionEdit{SectionID: 1, To: to, OverFreeze: true})
	refused(t, err, "reason", "reason")
	cmd := d.cmd()
	cmd.Reason = "announced before round 1, entered wrong"
	saved, err := d.EditSection(t.Context(), d.event.EventID, cmd, tournament.SectionEdit{SectionID: 1, To: to, OverFreeze: true})
	expect.MustTrue(t, err == nil && saved.Scoring == "pairing" && saved.FrozenAt != nil, "%+v, %v", saved, err)
	to.Hall = "Gym"
	if _, err := d.EditSection(t.Context(), d.event.EventID, d.cmd(), tournament.SectionEdit{SectionID: 1, Revision: 1, To: to}); err != nil {
		t.Errorf("the hall is not frozen: %v", err)
	}
}

func TestEventGoesLive(t *testing.T) {
	t.Parallel()
	d := open(t)
	is(t, d.SetEventState(t.Context(), d.event.EventID, d.cmd(), tournament.EventLive), fault.Conflict, "chief floor director")
	for _, sql := range []string{
		`insert into account (account_id, login, name, password_hash, created_at) values (70, 'kim', 'Kim', '-', now())`,
		`insert into role_grant (event_id, grant_id, account_id, role, granted_by, granted_at, revoked_at)
			select event_id, n, 70, 'chief', 70, now(), case when n = 900 then now() end from event, generate_series(900, 901) n`,
	} {
		expect.Must(d.pool.Exec(t.Context(), sql))(t)
	}
	expect.OK(t, d.SetEventState(t.Context(), d.event.EventID, d.cmd(), tournament.EventLive))
	e, err := d.store.EventBySlug(t.Context(), d.event.Slug)
	expect.True(t, err == nil && e.State == tournament.EventLive, "state %q, %v", e.State, err)
	empty := expect.Must(d.CreateEvent(t.Context(), d.cmd(), details("Empty")))(t)
	is(t, d.SetEventState(t.Context(), empty.EventID, d.cmd(), tournament.EventLive), fault.Conflict, "no section")
}

// detailsOf is what an event's form shows.
func detailsOf(e tournament.Event) tournament.NewEvent {
	return tournament.NewEvent{
		Name: e.Name, Slug: e.Slug, Venue: e.Venue, Address: e.Address, TimeZone: e.TimeZone, StartsOn: e.StartsOn, EndsOn: e.EndsOn,
		Contact: e.Contact, HideMinors: e.HideMinors, Schedule: e.Schedule, MapLink: e.MapLink, TablesPerRow: e.TablesPerRow,
	}
}
