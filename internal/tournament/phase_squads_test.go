package tournament_test

import (
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/phase"
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
	if err := h.letIn(final); !fault.Is(err, fault.Conflict) || !strings.Contains(fault.Message(err), "players, and in A final a team has two players. Let teams of A final have") {
		t.Errorf("teams of four came into a phase for two: %v", err)
	}
	if n := len(h.bookOf(final).Teams); n != 0 {
		t.Errorf("%d teams are in", n)
	}
	h.exec(`update section set squad_size = 4 where section_id = $1`, final)
	came := h.startPhase(final)
	here := h.bookOf(final)
	for _, e := range came {
		was, is := h.book().Members(e.FromTeam), here.Members(e.TeamID)
		if len(was) < 3 || len(is) != len(was) {
			t.Errorf("team %d came in with %d of %d players", e.FromTeam, len(is), len(was))
		}
		for i := range is {
			if is[i].Name() != was[i].Name() || *is[i].SeatOrder != i+1 {
				t.Errorf("%s came in as %+v", was[i].Name(), is[i])
			}
		}
		third := is[2].PlayerID
		h.ok(h.lineUp(e.TeamID, 1, 1, third, is[0].PlayerID))
		if got := tournament.LineUpOf(h.bookOf(final), e.TeamID, 1, 1); got != [2]int64{third, is[0].PlayerID} {
			t.Errorf("team %d plays with %v", e.TeamID, got)
		}
	}
}
