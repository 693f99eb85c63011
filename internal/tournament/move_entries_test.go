package tournament_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// waits puts somebody into the pool of the section Open.
func (d *desk) waits(name string) tournament.Player {
	d.t.Helper()
	return expect.Must(d.AddPoolPlayer(d.t.Context(), d.event.EventID, d.cmd(), tournament.NewPoolPlayer{SectionID: 1, Player: player(name, 0)}))(d.t)
}

func (d *desk) moveEntries(in tournament.EntriesMove) (tournament.EntriesMoved, error) {
	return d.MoveEntries(d.t.Context(), d.event.EventID, d.cmd(), in)
}

// verified proves that the journal says what is stored.
func (d *desk) verified() {
	d.t.Helper()
	for _, e := range expect.Must(postgres.VerifyJournals(d.t.Context(), d.pool))(d.t) {
		expect.True(d.t, len(e.Differs) == 0 && e.Broken == "", "the journal knows otherwise: %s %v", e.Broken, e.Differs)
	}
}

// Two small sections become one: everybody goes, with links and codes, and who must not meet
// still does not.
func TestASectionMovesIntoAnother(t *testing.T) {
	t.Parallel()
	d := open(t)
	ctx := t.Context()
	var teams []int64
	var codes []string
	for _, name := range []string{"Ahead", "Behind", "Crosswise"} {
		team := d.team(name, player(name+" One", 0), player(name+" Two", 0))
		teams, codes = append(teams, team.TeamID), append(codes, team.Code)
	}
	alone := d.waits("Wanda Waits")
	expect.OK(t, d.ForbidPair(ctx, d.event.EventID, d.cmd(), tournament.ForbiddenPair{TeamID: teams[0], OtherID: teams[1], Hard: true, Reason: "sisters"}))
	expect.OK(t, d.RequestBye(ctx, d.event.EventID, d.cmd(), teams[2], 2, tournament.ByeHalf))
	moved := expect.Must(d.moveEntries(tournament.EntriesMove{FromID: 1, SectionID: 2, Teams: teams, Players: []int64{alone.PlayerID}}))(t)
	want := tournament.EntriesMoved{SectionID: 2, Teams: 3, Players: 1, FirstRound: 1, LeftBehind: []string{"Crosswise"}, LeftEmpty: true}
	expect.NoDiff(t, cmp.Diff(want, moved), "what is said of it")
	left, there := d.book(1), d.book(2)
	expect.True(t, len(left.Teams)+len(left.Players)+len(left.Byes)+len(left.Apart) == 0, "left behind: %+v", left)
	for i, id := range teams {
		team := there.Team(id)
		expect.True(t, team.Code == codes[i] && len(there.Members(id)) == 2 && team.ArrivesRound == 1, "team %d came as %+v", id, team)
	}
	expect.True(t, len(there.Pool()) == 1 && there.Pool()[0].PlayerID == alone.PlayerID, "the pool has %+v", there.Pool())
	expect.True(t, len(there.Apart) == 1 && there.Apart[0].Hard && there.Apart[0].Reason == "sisters" && there.Apart[0].LastRound <= there.Section.Rounds, "kept apart: %+v", there.Apart)
	d.verified()
	_, err := d.HideSection(ctx, d.event.EventID, d.cmd(), 1)
	expect.OK(t, err)
}

// All go or nobody does, and each that cannot is told why beside its name.
func TestEntriesMoveTogetherOrNotAtAll(t *testing.T) {
	t.Parallel()
	d := open(t)
	goes := d.team("Ahead", player("Ana One", 0), player("Bo Two", 0)).TeamID
	same := d.team("Rooks", player("Cy Three", 0), player("Di Four", 0)).TeamID
	gone := d.team("Gone", player("Ed Five", 0), player("Flo Six", 0)).TeamID
	waits, twin := d.waits("Wanda Waits"), d.waits("Tim Twin")
	enter := func(name string, players ...tournament.NewPlayer) {
		expect.Must(d.AddTeam(t.Context(), d.event.EventID, d.cmd(), tournament.NewTeam{SectionID: 2, Name: name, Players: players}))(t)
	}
	enter("rooks", player("Gus Seven", 0), player("Hal Eight", 0))
	enter("Others", player("Tim Twin", 0), player("Ida Nine", 0))
	expect.Must(d.Withdraw(t.Context(), d.event.EventID, d.cmd(), gone, 0))(t)
	before := d.book(1)
	refused := func(in tournament.EntriesMove, want map[string]string) {
		t.Helper()
		_, err := d.moveEntries(in)
		expect.MustTrue(t, err != nil, "%+v is moved", in)
		got := fault.Fields(err)
		for field, part := range want {
			expect.Contains(t, got[field], part, "what is refused")
			delete(got, field)
		}
		expect.NoDiff(t, cmp.Diff(map[string]string{}, got), "more is refused")
		expect.True(t, len(d.book(1).Teams) == len(before.Teams) && len(d.book(1).Players) == len(before.Players), "something moved all the same")
	}
	all := tournament.EntriesMove{FromID: 1, SectionID: 2, Teams: []int64{goes, same, gone, 5}, Players: []int64{waits.PlayerID, twin.PlayerID, 999}}
	refused(all, map[string]string{"team3": "is withdrawn", "team5": "Others is in U1600 by now", "player999": "no such player"})
	all.Teams, all.Players = []int64{goes, same}, []int64{waits.PlayerID, twin.PlayerID}
	refused(all, map[string]string{"team2": "has a team “rooks” already", "player8": "Tim Twin already plays for Others"})
	refused(tournament.EntriesMove{FromID: 1, SectionID: 1, Teams: []int64{goes}}, map[string]string{"section": "another section"})
	refused(tournament.EntriesMove{FromID: 1, SectionID: 2}, map[string]string{"section": "Tick who moves"})
	all.Teams, all.SameName = []int64{goes}, true
	moved := expect.Must(d.moveEntries(all))(t)
	expect.True(t, moved.Teams == 1 && moved.Players == 2 && !moved.LeftEmpty && len(d.book(1).Teams) == 2, "moved: %+v", moved)
	both := d.team("others", player("Gus Seven", 0), player("Jo Ten", 0)).TeamID
	_, err := d.moveEntries(tournament.EntriesMove{FromID: 1, SectionID: 2, Teams: []int64{both}})
	said := fault.Fields(err)[fmt.Sprintf("team%d", both)]
	expect.Contains(t, said, "Gus Seven already plays for rooks", "all that is wrong with a team")
	expect.Contains(t, said, "has a team “Others” already", "all that is wrong with a team")
	d.verified()
}

// Two that come together are held against each other, not only against those who are there.
func TestEntriesThatComeTogetherDifferInName(t *testing.T) {
	t.Parallel()
	d := open(t)
	first := d.team("Ahead", player("Ana One", 0), player("Bo Two", 0))
	alone := d.waits("Ana Other")
	p := d.waits("Cy Third")
	renamed := expect.Must(d.EditTeam(t.Context(), d.event.EventID, d.cmd(), tournament.TeamEdit{
		TeamID: first.TeamID, Revision: first.Revision, Name: "Ahead", Players: []tournament.NewPlayer{player("Ana Other", 0), player("Bo Two", 0)}, SameName: true,
	}))(t)
	_, err := d.moveEntries(tournament.EntriesMove{FromID: 1, SectionID: 2, Teams: []int64{renamed.TeamID}, Players: []int64{alone.PlayerID, p.PlayerID}})
	expect.Contains(t, fault.Fields(err)["player3"], "Ana Other already plays for Ahead", "what is refused")
}

// The pool is for those who look for a partner.
func TestNobodyWaitsForAPartnerWhereEverybodyEntersAlone(t *testing.T) {
	t.Parallel()
	d := open(t)
	section := expect.Must(d.AddSection(t.Context(), d.event.EventID, d.cmd(), tournament.NewSection{Name: "Turning", Rulebook: "FIDEX", System: tournament.Rotating}))(t)
	_, err := d.AddPoolPlayer(t.Context(), d.event.EventID, d.cmd(), tournament.NewPoolPlayer{SectionID: section.SectionID, Player: player("Wanda Waits", 0)})
	expect.Contains(t, fault.Fields(err)["player"], "everybody enters alone", "what is refused")
	alone := d.waits("Wanda Waits")
	_, err = d.moveEntries(tournament.EntriesMove{FromID: 1, SectionID: section.SectionID, Players: []int64{alone.PlayerID}})
	expect.Contains(t, fault.Fields(err)["player1"], "everybody enters alone", "what is refused")
}

// A player in the pool who has played stays where the games name him.
func TestWhoHasPlayedStaysInTheSection(t *testing.T) {
	t.Parallel()
	h := newHall(t, 4)
	other := h.stage("Other", "")
	h.playOn(1, 1, 1, true)
	b := h.bookOf(1)
	team := b.Teams[0]
	waits := expect.Must(h.service.AddPoolPlayer(t.Context(), h.event, h.as(h.chief, ""), tournament.NewPoolPlayer{SectionID: 1, Player: player("Wanda Waits", 0)}))(t)
	leaves := b.Members(team.TeamID)[1].PlayerID
	h.ok(h.substitute("ill", team.TeamID, leaves, waits.PlayerID))
	move := func(in tournament.EntriesMove) map[string]string {
		in.FromID, in.SectionID = 1, other
		_, err := h.service.MoveEntries(t.Context(), h.event, h.as(h.chief, ""), in)
		return fault.Fields(err)
	}
	expect.Contains(t, move(tournament.EntriesMove{Players: []int64{leaves}})[fmt.Sprintf("player%d", leaves)], "has played in", "what is refused")
	expect.Contains(t, move(tournament.EntriesMove{Teams: []int64{team.TeamID}})[fmt.Sprintf("team%d", team.TeamID)], "has been paired in", "what is refused")
	// Nor does he go with a team that was never paired.
	third := expect.Must(h.service.AddPoolPlayer(t.Context(), h.event, h.as(h.chief, ""), tournament.NewPoolPlayer{SectionID: 1, Player: player("Tom Third", 0)}))(t)
	late := expect.Must(h.service.PairPool(t.Context(), h.event, h.as(h.chief, ""), "Late", leaves, third.PlayerID))(t)
	expect.Contains(t, move(tournament.EntriesMove{Teams: []int64{late.TeamID}})[fmt.Sprintf("team%d", late.TeamID)], "has played in", "what is refused")
	_, err := h.service.MoveTeam(t.Context(), h.event, h.as(h.chief, ""), tournament.TeamMove{TeamID: late.TeamID, Revision: late.Revision, SectionID: other})
	expect.Contains(t, fault.Message(err), "has played in", "what is refused")
}
