package tournament_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// setting changes one setting of a section.
func (d *desk) setting(sectionID int64, f func(*tournament.NewSection)) {
	d.t.Helper()
	section := d.book(sectionID).Section
	to := tournament.SettingsOf(section)
	f(&to)
	expect.Must(d.EditSection(d.t.Context(), d.event.EventID, d.cmd(), tournament.SectionEdit{SectionID: sectionID, Revision: section.Revision, To: to}))(d.t)
}

// shortens says whether the event shortens the names of minors.
func (d *desk) shortens(yes bool) {
	d.t.Helper()
	to := detailsOf(expect.Must(d.store.EventBySlug(d.t.Context(), d.event.Slug))(d.t))
	to.HideMinors = yes
	expect.Must(d.EditEvent(d.t.Context(), d.event.EventID, d.cmd(), tournament.EventEdit{To: to}))(d.t)
}

// called fails unless the entries of a section have these names and addresses.
func (d *desk) called(sectionID int64, want ...string) {
	d.t.Helper()
	var got []string
	for _, t := range d.book(sectionID).Teams {
		got = append(got, t.Name+" = "+t.Slug)
	}
	slices.Sort(got)
	expect.NoDiff(d.t, cmp.Diff(want, got), "names")
}

func highestGrade(n *int) func(*tournament.NewSection) {
	return func(s *tournament.NewSection) { s.MaxGrade = n }
}

// Where public pages shorten last names, a team without a name is not called by them.
func TestTeamsOfMinorsAreNotCalledByTheirLastNames(t *testing.T) {
	t.Parallel()
	d := open(t)
	d.shortens(true)
	d.setting(1, highestGrade(new(5)))
	d.team("", player("Otto Weiß", 0), player("Mei Xu", 0))
	d.team("Last names by will", player("Ada Abara", 0), player("Ben Castillo", 0))
	var pool []int64
	for _, name := range []string{"Cleo Rossi", "Dan Sato"} {
		p := expect.Must(d.AddPoolPlayer(t.Context(), d.event.EventID, d.cmd(), tournament.NewPoolPlayer{SectionID: 1, Player: player(name, 0)}))(t)
		pool = append(pool, p.PlayerID)
	}
	expect.Must(d.PairPool(t.Context(), d.event.EventID, d.cmd(), "", pool[0], pool[1]))(t)
	d.called(1, "Cleo R. / Dan S. = cleo-r-dan-s", "Last names by will = last-names-by-will", "Otto W. / Mei X. = otto-w-mei-x")
}

// A name that nobody typed follows the settings: whoever sets the limit after the entries
// were made hides no less than who did it before. What was typed stays.
func TestNamesThatNobodyTypedFollowTheSettings(t *testing.T) {
	t.Parallel()
	d := open(t)
	d.shortens(true)
	d.team("", player("Otto Weiß", 0), player("Mei Xu", 0))
	typed := d.team("Abara and Castillo", player("Ada Abara", 0), player("Ben Castillo", 0))
	whole := []string{"Abara and Castillo = abara-and-castillo", "Weiß / Xu = weiss-xu"}
	short := []string{"Abara and Castillo = abara-and-castillo", "Otto W. / Mei X. = otto-w-mei-x"}
	d.setting(1, highestGrade(new(5)))
	d.called(1, short...)
	d.shortens(false)
	d.called(1, whole...)
	d.shortens(true)
	d.called(1, short...)
	d.setting(1, highestGrade(new(6)))
	d.called(1, short...)
	expect.Equal(t, d.book(1).Team(typed.TeamID).Revision, typed.Revision, "the revision of a team that keeps its name")

	moved := d.book(1).Teams[slices.IndexFunc(d.book(1).Teams, func(t tournament.Team) bool { return t.TeamID != typed.TeamID })]
	moved = expect.Must(d.MoveTeam(t.Context(), d.event.EventID, d.cmd(), tournament.TeamMove{TeamID: moved.TeamID, Revision: moved.Revision, SectionID: 2}))(t)
	d.called(2, "Weiß / Xu = otto-w-mei-x")
	expect.Must(d.MoveTeam(t.Context(), d.event.EventID, d.cmd(), tournament.TeamMove{TeamID: moved.TeamID, Revision: moved.Revision, SectionID: 1}))(t)
	d.called(1, short...)

	// An address of an event that is live stands on badges.
	expect.Must(d.pool.Exec(t.Context(), `update event set state = 'live'`))(t)
	d.setting(1, highestGrade(nil))
	d.called(1, "Abara and Castillo = abara-and-castillo", "Weiß / Xu = otto-w-mei-x")
}

// A name that nobody typed follows a correction of a player's name, and a change of partner as
// long as nothing is published under it.
func TestNamesThatNobodyTypedFollowThePlayers(t *testing.T) {
	t.Parallel()
	d := open(t)
	team := d.team("", player("Otto Weis", 0), player("Mei Xu", 0))
	typed := d.team("Abara and Castillo", player("Ada Abara", 0), player("Ben Castillo", 0))
	d.team("Weiß / Yi", player("Cleo Rossi", 0), player("Dan Sato", 0))
	edit := func(team tournament.Team, first, second string) tournament.Team {
		return expect.Must(d.EditTeam(t.Context(), d.event.EventID, d.cmd(), tournament.TeamEdit{
			TeamID: team.TeamID, Revision: team.Revision, Name: team.Name, Players: []tournament.NewPlayer{player(first, 0), player(second, 0)},
		}))(t)
	}
	team = edit(team, "Otto Weiß", "Mei Xu")
	expect.Equal(t, team.Name, "Weiß / Xu", "the name after the correction")
	expect.Equal(t, edit(typed, "Ada Abarra", "Ben Castillo").Name, typed.Name, "the name that was typed")

	join := func(name, want string) {
		p := expect.Must(d.AddPoolPlayer(t.Context(), d.event.EventID, d.cmd(), tournament.NewPoolPlayer{SectionID: 1, Player: player(name, 0)}))(t)
		leaves := d.book(1).Members(team.TeamID)[1]
		team = expect.Must(d.ChangePartner(t.Context(), d.event.EventID, journal.Command{Actor: d.cmd().Actor, Key: "joins " + name, Reason: "ill"}, tournament.PartnerChange{
			TeamID: team.TeamID, Leaves: leaves.PlayerID, Joins: p.PlayerID, Revision: team.Revision,
		}))(t)
		expect.Equal(t, d.book(1).Team(team.TeamID).Name, want, "the name with %s", name)
	}
	join("Eva Quist", "Weiß / Quist")
	join("Fay Yi", "Weiß / Yi (2)") // another team has that name
	join("Gus Zoe", "Weiß / Zoe")
}

// Who enters alone has no other name than the own one, which follows a correction of it.
func TestWhoEntersAloneIsCalledByTheOwnName(t *testing.T) {
	t.Parallel()
	d := open(t)
	d.shortens(true)
	solo := expect.Must(d.AddSection(t.Context(), d.event.EventID, d.cmd(), tournament.NewSection{Name: "Solo", Rulebook: "JARED", System: tournament.Dutch}))(t)
	enters := func(name, player1 string) tournament.Team {
		return expect.Must(d.AddTeam(t.Context(), d.event.EventID, d.cmd(), tournament.NewTeam{
			SectionID: solo.SectionID, Name: name, SameName: true, Players: []tournament.NewPlayer{player(player1, 0)},
		}))(t)
	}
	first := enters("The Champion", "Ada Abarra")
	enters("", "Ada Abara")
	d.called(solo.SectionID, "Ada Abara = ada-abara", "Ada Abarra = ada-abarra")
	edit := tournament.TeamEdit{TeamID: first.TeamID, Name: first.Name, Players: []tournament.NewPlayer{player("Ada Abara", 0)}, SameName: true}
	expect.Must(d.EditTeam(t.Context(), d.event.EventID, d.cmd(), edit))(t)
	d.called(solo.SectionID, "Ada Abara (2) = ada-abarra", "Ada Abara = ada-abara")
	d.setting(solo.SectionID, highestGrade(new(5)))
	d.called(solo.SectionID, "Ada A. (2) = ada-a-2", "Ada A. = ada-a")
}

// A final of sections for minors is one of minors, and so is a play-off.
func TestPhasesOfMinorsHideTheirNames(t *testing.T) {
	t.Parallel()
	d := open(t)
	d.shortens(true)
	ask := tournament.SwissToFinals.Usual()
	ask.Names = []string{"Cup", "A final", "B final"}
	sections := expect.Must(d.AddPath(t.Context(), d.event.EventID, d.cmd(), expect.Must(ask.Path())(t)))(t)
	var hides []bool
	look := func() []bool {
		hides = nil
		for _, s := range sections {
			hides = append(hides, tournament.HidesNames(d.book(s.SectionID)))
		}
		return hides
	}
	expect.True(t, !slices.Contains(look(), true), "hides without a limit: %v", hides)
	d.setting(sections[0].SectionID, highestGrade(new(5)))
	expect.True(t, !slices.Contains(look(), false), "shows names after the limit: %v", hides)
	late := expect.Must(d.AddTeam(t.Context(), d.event.EventID, d.cmd(), tournament.NewTeam{
		SectionID: sections[1].SectionID, Players: []tournament.NewPlayer{player("Otto Weiß", 0), player("Mei Xu", 0)},
	}))(t)
	expect.Equal(t, late.Name, "Otto W. / Mei X.", "who enters the final beside them is called")
	d.shortens(false)
	expect.True(t, !slices.Contains(look(), true), "hides although the organizer says otherwise: %v", hides)
}
