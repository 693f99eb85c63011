package tournament_test

import (
	"testing"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/phase"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// A phase has room for the teams that come in: teams of three and four come in whole, with their
// line-ups free to name, and a phase for smaller ones refuses with a sentence, when it is set and,
// where sections were changed since, when it starts.
func TestAPhaseHasRoomForTheTeamsThatComeIn(t *testing.T) {
	t.Parallel()
	h := squadHall(t, 4, tournament.UntilPublication)
	h.exec(`update section set rounds = 1`)
	final := h.stage("A final", `rounds = 1, squad_size = 3`)
	rule := ruleOf(phase.Nothing, phase.ByPlace, fromPlaces(1, 1, 2))
	refused(t, h.setPhase(final, rule), "feeds.0.from", "Teams of Open have up to 4 players, those of A final up to 3. Let teams of A final have as many first.")
	h.exec(`update section set squad_size = 4 where section_id = $1`, final)
	h.ok(h.setPhase(final, rule))
	h.ok(h.lineUp(1, 1, 1, 101, 201))
	h.playOn(1, 1, 1, true)
	h.exec(`update section set squad_size = 2 where section_id = $1`, final) // somebody changed it since
	p, f := h.field(final)
	for _, id := range p.SourceIDs() {
		h.level(id, f)
	}
	expect.Refused(t, h.letIn(final), fault.Conflict, "players, and in A final a team has two players. Let teams of A final have")
	expect.Equal(t, len(h.bookOf(final).Teams), 0, "teams are in")
	h.exec(`update section set squad_size = 4 where section_id = $1`, final)
	came := h.startPhase(final)
	here := h.bookOf(final)
	for _, e := range came {
		was, is := h.book().Members(e.FromTeam), here.Members(e.TeamID)
		expect.True(t, len(was) >= 3 && len(is) == len(was), "team %d came in with %d of %d players", e.FromTeam, len(is), len(was))
		for i := range is {
			expect.True(t, is[i].Name() == was[i].Name() && *is[i].SeatOrder == i+1, "%s came in as %+v", was[i].Name(), is[i])
		}
		third := is[2].PlayerID
		h.ok(h.lineUp(e.TeamID, 1, 1, third, is[0].PlayerID))
		expect.Equal(t, tournament.LineUpOf(h.bookOf(final), e.TeamID, 1, 1), [2]int64{third, is[0].PlayerID}, "team %d plays with", e.TeamID)
	}
}
