package tournament_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tandemchess/tandem/internal/phase"
	"github.com/tandemchess/tandem/internal/prospect"
	"github.com/tandemchess/tandem/internal/testkit/expect"
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
		"some leave":       {10, `update section set system = 'team-swiss', rounds = 4; update team set state = 'withdrawn', leaves_round = 4 where team_id <= 6`, false, 4},
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
			expect.True(t, last.Over, "after the last round: %+v", last)
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

// A team that is left out, and one that asked for a round off, may not play the meetings of their
// table that are left, or may after all: what is said counts with both.
func TestProspectsCountWithTeamsThatDoNotPlay(t *testing.T) {
	t.Parallel()
	h := newHall(t, 6)
	h.exec(`update section set system = 'round-robin', rounds = 5, leave_out_after = 1, bye_points = 4`)
	h.draft(1)
	h.publish(1)
	h.defaults(1, h.book().Round(1).AtTable(1).TeamID(1))
	expect.OK(t, h.service.RequestBye(t.Context(), h.event, h.as(h.chief, ""), 2, 4, tournament.ByeZero))
	said := []tournament.Prospects{h.prospects()}
	expect.True(t, !allExact(said[0]), "exact, although nobody knows who plays")
	for n := 2; n <= 5; n++ {
		h.draft(n)
		h.publish(n)
		h.play(n)
		said = append(said, h.prospects())
	}
	for _, team := range said[len(said)-1].Groups[0].Teams {
		for i, p := range said {
			for _, before := range p.Groups[0].Teams {
				if before.TeamID == team.TeamID && (team.Best < before.Best || team.Worst > before.Worst) {
					t.Errorf("after round %d %d–%d was said of team %d, which ended at %d–%d", i+1, before.Best, before.Worst, team.TeamID, team.Best, team.Worst)
				}
			}
		}
	}
}

// So does what is said of prizes, each among its own candidates, however money is divided and
// whether a team may win it in several categories: who was certain of a prize wins it, or takes
// money of another category instead, and who could not win it does not.
func TestPrizeProspectsComeTrue(t *testing.T) {
	t.Parallel()
	certain, gone := 0, 0
	for n := range 12 {
		chance := rand.New(rand.NewPCG(5, uint64(n)))
		system := []string{"team-swiss", "round-robin", "knockout"}[n%3]
		h := newHall(t, []int{13, 6, 8}[n%3])
		h.exec(`update section set system = $1, rounds = $2, tie_breaks = $3`, system, []int{6, 5, 3}[n%3], []string{"PTS", "PTS, DE, BH, SB"}[chance.IntN(2)])
		h.exec(`insert into prize_plan (event_id, section_id, split, several, currency, public) values (1, 1, $1, $2, '', true)`, []string{"place", "even", "hort"}[chance.IntN(3)], n%2 == 0)
		for id := range h.book().Teams {
			h.exec(`update team set categories = $2 where team_id = $1`, id+1, []string{"", "Girls", "K-5", "Girls, K-5"}[chance.IntN(4)])
		}
		no := 0
		for _, category := range []string{"", "Girls", "K-5"} {
			for place := 1; place <= 1+chance.IntN(3); place++ {
				no++
				h.exec(`insert into prize (event_id, section_id, prize_no, name, category, place, money) values (1, 1, $1, $2, $3, $4, $5)`,
					no, fmt.Sprint(category, place), category, place, 100*chance.IntN(4))
			}
		}
		var said []tournament.Prospects
		for r := 1; r <= h.book().Section.Rounds; r++ {
			h.pair(r)
			said = append(said, h.prospects())
			h.playRandom(r, true)
			said = append(said, h.prospects())
		}
		wins, paid := map[int64]map[string]bool{}, map[int64]bool{}
		end := h.book()
		awards := expect.Must(expect.Must(end.Standings(0))(t).Awards())(t)
		for _, a := range awards.Given {
			if wins[a.TeamID] == nil {
				wins[a.TeamID] = map[string]bool{}
			}
			wins[a.TeamID][a.Category], paid[a.TeamID] = true, paid[a.TeamID] || a.Money > 0
		}
		for i, p := range said {
			for _, team := range p.Groups[0].Teams {
				for k, goal := range p.Goals {
					won := wins[team.TeamID][goal.Category]
					in := end.InCategory(end.Team(team.TeamID), goal.Category)
					switch c := team.Chances[k]; {
					case in != (c.State != prospect.NotFor):
						t.Errorf("%d, %d: %s is for team %d: %v, and %+v is said", n, i, goal.Category, team.TeamID, in, c)
					case goal.Kind != tournament.ForPrize:
					case c.State == prospect.Certain && !won && (n%2 == 0 || !paid[team.TeamID]):
						t.Errorf("%d, %s, after %d half rounds: the prize %q was certain for team %d (%+v), which did not win it: %+v", n, system, i+1, goal.Category, team.TeamID, c, awards.Given)
					case c.State == prospect.Gone && won:
						t.Errorf("%d, %s, after %d half rounds: the prize %q was out of reach of team %d (%+v), which won it: %+v", n, system, i+1, goal.Category, team.TeamID, c, awards.Given)
					case i < len(said)-1 && c.State == prospect.Certain:
						certain++
					case i < len(said)-1 && c.State == prospect.Gone:
						gone++
					}
				}
			}
		}
	}
	expect.True(t, certain >= 25 && gone >= 100, "only %d prizes were said to be certain and %d out of reach before the end", certain, gone)
}

func (h *hall) prospects() tournament.Prospects {
	h.t.Helper()
	p := expect.Must(tournament.ProspectsOf(h.book()))(h.t)
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

// A semifinal whose result may still change is not decided: both can win the title, each outcome
// says who cannot, and once the final is drawn what is left are bounds.
func TestAContestedTieIsNotDecided(t *testing.T) {
	t.Parallel()
	h := newHall(t, 4)
	h.exec(`update section set system = 'knockout', rounds = 2, matches_per_pairing = 1, third_place = true`)
	h.pair(1)
	h.play(1)
	table := h.book().Round(1).AtTable(1)
	winner, loser := table.TeamID(1), table.TeamID(2)
	if table.Matches[0].Result.Slot1Points == 0 {
		winner, loser = loser, winner
	}
	title := func(p tournament.Prospects, team int64) prospect.State {
		for _, line := range p.Groups[0].Teams {
			if line.TeamID == team {
				return line.Chances[0].State
			}
		}
		t.Fatalf("nothing is said of team %d", team)
		return 0
	}
	if p := h.prospects(); title(p, loser) != prospect.Gone || !allExact(p) {
		t.Errorf("before the appeal: %+v", p)
	}
	match := table.Matches[0].MatchID
	h.exec(`update match set under_review = true where match_id = $1`, match)
	if p := h.prospects(); title(p, loser) != prospect.Open || title(p, winner) != prospect.Open || !allExact(p) {
		t.Errorf("with an open appeal: %+v", p)
	}
	first, second := tournament.FirstWins, tournament.SecondWins
	if table.TeamID(1) != winner {
		first, second = second, first
	}
	for outcome, want := range map[tournament.Outcome][2]prospect.State{first: {prospect.Open, prospect.Gone}, second: {prospect.Gone, prospect.Open}, tournament.Drawn: {prospect.Open, prospect.Open}} {
		p, _, err := tournament.ProspectsIf(h.book(), match, outcome)
		expect.OK(t, err)
		if got := [2]prospect.State{title(p, winner), title(p, loser)}; got != want {
			t.Errorf("if it ends %s, the title is %v for winner and loser, want %v", outcome, got, want)
		}
	}
	h.exec(`update match set under_review = false where match_id = $1`, match)
	h.pair(2)
	h.exec(`update match set under_review = true where match_id = $1`, match)
	if p := h.prospects(); title(p, loser) != prospect.Open || title(p, winner) != prospect.Open || allExact(p) {
		t.Errorf("with an open appeal and the final drawn: %+v", p)
	}
}

// A place in a later phase is played for like a title: what is said of it after each round comes
// true, whoever has left gives a place to the next, and a phase for all the rest is no goal.
func TestQualificationComesTrue(t *testing.T) {
	t.Parallel()
	for name, setup := range map[string]string{
		"swiss":       `update section set system = 'team-swiss', rounds = 5, matches_per_pairing = 1 where section_id = 1`,
		"round robin": `update section set system = 'round-robin', rounds = 7, matches_per_pairing = 1 where section_id = 1`,
		"groups":      `update section set system = 'round-robin', group_count = 2, rounds = 3, matches_per_pairing = 1 where section_id = 1`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHall(t, 8)
			h.exec(setup)
			final, rest := h.stage("Final", "system = 'knockout'"), h.stage("Rest", "")
			if err := h.setPhase(final, ruleOf(phase.Nothing, phase.ByPlace, fromPlaces(1, 1, 2))); err != nil {
				t.Fatal(err)
			}
			if err := h.setPhase(rest, ruleOf(phase.Nothing, phase.ByPlace, fromPlaces(1, 3, 0))); err != nil {
				t.Fatal(err)
			}
			rounds := h.book().Section.Rounds
			var said []map[int64]prospect.State
			note := func() {
				p, states := h.prospects(), map[int64]prospect.State{}
				if len(p.Goals) != 2 || p.Goals[1] != (tournament.Goal{Places: 2, Kind: tournament.ForPhase, Phase: "Final"}) {
					t.Fatalf("played for: %+v", p.Goals)
				}
				for _, g := range p.Groups {
					for _, team := range g.Teams {
						states[team.TeamID] = team.Chances[1].State
					}
				}
				said = append(said, states)
			}
			for n := 1; n <= rounds; n++ {
				h.pair(n)
				note()
				h.playRandom(n, true)
				note()
			}
			in := map[int64]bool{}
			for _, e := range h.startPhase(final) {
				in[e.FromTeam] = true
			}
			note()
			early := 0
			for i, states := range said {
				for team, state := range states {
					switch {
					case state == prospect.Certain && !in[team], state == prospect.Gone && in[team], i == len(said)-1 && state == prospect.Open:
						t.Errorf("after %d half rounds %v was said of team %d, which is in: %v", i+1, state, team, in[team])
					case state != prospect.Open && i < len(said)-2:
						early++
					}
				}
			}
			if early == 0 {
				t.Error("nothing was certain or gone before the end")
			}
		})
	}
}

// What is said of the prizes of a board comes true, whoever of a team sits there, and nobody is left
// out who wins one.
func TestBoardProspectsComeTrue(t *testing.T) {
	t.Parallel()
	settled, contested := 0, 0
	for n, c := range []struct {
		system        string
		teams, rounds int
	}{{"team-swiss", 9, 6}, {"round-robin", 6, 5}, {"knockout", 8, 3}, {"team-swiss", 4, 3}} {
		chance := rand.New(rand.NewPCG(11, uint64(n)))
		h := newHall(t, c.teams)
		h.exec(`update section set system = $1, rounds = $2, squad_size = 3`, c.system, c.rounds)
		h.exec(`insert into player (event_id, player_id, section_id, team_id, seat_order, first_name, last_name, name_key, created_at)
			select event_id, 100 + team_id, section_id, team_id, 3, 'Rosa', 'Reserve' || team_id, 'rosa reserve' || team_id, created_at from team`)
		h.exec(`insert into prize_plan (event_id, section_id, split, several, currency, public) values (1, 1, 'place', true, '', true)`)
		h.exec(`insert into prize (event_id, section_id, prize_no, name, category, place, money) values (1, 1, 1, '1st', '', 1, 0), (1, 1, 2, 'Best A', 'Board A', 1, 100), (1, 1, 3, 'Second A', 'Board A', 2, 0), (1, 1, 4, 'Best B', 'Board B', 1, 0)`)
		var said [][]tournament.BoardProspects
		note := func() {
			s := expect.Must(h.book().Standings(0))(t)
			if p := s.Prospects(); len(p.Goals) != 1 {
				t.Fatalf("%s: a prize of a board is played for by teams: %+v", c.system, p.Goals)
			}
			said = append(said, s.BoardProspects())
		}
		for r := 1; r <= c.rounds; r++ {
			for _, team := range h.book().Teams { // any two of the three, on any board
				sits := chance.Perm(3)
				ids := []int64{2*team.TeamID - 1, 2 * team.TeamID, 100 + team.TeamID}
				h.ok(h.lineUp(team.TeamID, r, 1, ids[sits[0]], ids[sits[1]]))
			}
			h.pair(r)
			note()
			h.playRandom(r, true)
			h.exec(`update match set under_review = true where match_id = (select min(match_id) from match where round_no = $1)`, r)
			note()
			for _, m := range tournament.Contested(h.book()) { // and what is said of the outcome that it has
				if !m.Result.Forfeit {
					_, boards, err := tournament.ProspectsIf(h.book(), m.MatchID, m.Result.Outcome)
					h.ok(err)
					said, contested = append(said, boards), contested+1
				}
			}
			h.exec(`update match set under_review = false`)
			note()
		}
		book := h.book()
		wins := [2]map[int64]bool{{}, {}}
		for _, a := range expect.Must(expect.Must(book.Standings(0))(t).Awards())(t).Given {
			if a.PlayerID != 0 {
				wins[slices.Index(tournament.BoardCategories[:], a.Category)][a.PlayerID] = true
			}
		}
		for i, boards := range said {
			if len(boards) != 2 {
				t.Fatalf("%s: boards %+v", c.system, boards)
			}
			for board, of := range boards {
				ended, in := map[int64]tournament.BoardPlace{}, map[int64]bool{}
				for _, p := range tournament.BoardTable(book, board, c.rounds) {
					ended[p.PlayerID] = p
				}
				for _, p := range of.Players {
					in[p.PlayerID] = true
					end, played := ended[p.PlayerID]
					if played && (end.Place < p.Best || end.Place+end.Shared-1 > p.Worst) || p.State == prospect.Certain && !wins[board][p.PlayerID] || i == len(said)-1 && !wins[board][p.PlayerID] {
						t.Errorf("%s, board %d, after %d notes: %+v was said of player %d, who ended at %+v (wins: %v)", c.system, board, i, p, p.PlayerID, end, wins[board][p.PlayerID])
					}
					if i < len(said)-1 && p.State == prospect.Certain {
						settled++
					}
				}
				for id := range wins[board] {
					if !in[id] {
						t.Errorf("%s, board %d, after %d notes: player %d wins and was left out", c.system, board, i, id)
					}
				}
				if i < len(said)-1 {
					settled += of.Out
				}
			}
		}
	}
	if contested == 0 {
		t.Error("nothing was said of the outcome of a contested match")
	}
	if settled < 20 {
		t.Errorf("only %d prizes of boards were certain or gone before the end", settled)
	}
}
