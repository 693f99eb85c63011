package tournament_test

import (
	"testing"

	"github.com/tandemchess/tandem/internal/prospect"
	"github.com/tandemchess/tandem/internal/testkit"
	"github.com/tandemchess/tandem/internal/tournament"
)

// What is said after each round comes true: a team ends where it was said it could, whatever
// the system, and what was certain or gone stays so. After the last round nothing is open.
func TestProspectsComeTrue(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		teams  int
		setup  string
		exact  bool // before the end
		rounds int
	}{
		"swiss":            {11, `update section set system = 'team-swiss', rounds = 5`, false, 5},
		"swiss by pairing": {10, `update section set system = 'team-swiss', rounds = 5, scoring = 'pairing', matches_per_pairing = 2`, false, 5},
		"round robin":      {6, `update section set system = 'round-robin', rounds = 5`, true, 5},
		"round robin, odd": {5, `update section set system = 'round-robin', rounds = 5`, true, 5},
		"twice around":     {4, `update section set system = 'double-round-robin', rounds = 6`, true, 6},
		"groups":           {8, `update section set system = 'round-robin', group_count = 2, rounds = 3`, true, 3},
		"knockout":         {8, `update section set system = 'knockout', rounds = 3`, true, 3},
		"too few rounds":   {6, `update section set system = 'round-robin', rounds = 3`, false, 3},
		"groups, knockout": {8, `update section set system = 'groups-knockout', group_count = 2, advance = 2, rounds = 5`, true, 5},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHall(t, c.teams)
			h.exec(c.setup)
			var said []tournament.Prospects
			for n := 1; n <= c.rounds; n++ {
				h.pair(n)
				said = append(said, h.prospects()) // with every match of the round open
				h.playRandom(n, true)
				said = append(said, h.prospects())
			}
			last := said[len(said)-1]
			if !last.Over {
				t.Errorf("after the last round: %+v", last)
			}
			ended := map[int64]prospect.Range{}
			for _, g := range last.Groups {
				for _, team := range g.Teams {
					ended[team.TeamID] = team.Range
				}
			}
			for i, p := range said {
				if all := allExact(p); c.exact && !all || !c.exact && all && i < len(said)-3 { // the last round is paired: exact again
					t.Errorf("after %d half rounds: exact is %v", i+1, all)
				}
				if len(p.Goals) > 0 && p.Goals[0].Kind == tournament.ForKnockout {
					continue // places of a group are not those of the section
				}
				for _, g := range p.Groups {
					for _, team := range g.Teams {
						if end := ended[team.TeamID]; end.Best < team.Best || end.Worst > team.Worst {
							t.Errorf("after %d half rounds %+v was said of a team that ended at %d–%d", i+1, team, end.Best, end.Worst)
						}
					}
				}
			}
		})
	}
}

func (h *hall) prospects() tournament.Prospects {
	h.t.Helper()
	p := testkit.Must(tournament.ProspectsOf(h.book()))(h.t)
	return p
}

func allExact(p tournament.Prospects) bool {
	for _, g := range p.Groups {
		for _, team := range g.Teams {
			if !team.Exact {
				return false
			}
		}
	}
	return true
}
