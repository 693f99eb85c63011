package reportfile

import (
	"slices"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/tournament"
)

// mostPlayers is how many players of a team the section can take over: four, or the two who play
// where its rulebook lets nobody be substituted.
func (r *reader) mostPlayers() int {
	s := r.plan.Section
	if s.TeamSize == 1 {
		return 1
	}
	rules, err := s.Rules()
	if err != nil || rules.Cell(rulebook.Substitution).Value.String() == "no" {
		return s.TeamSize
	}
	return 4
}

// addReserves puts the players whom only a line-up (300) names behind those of their team.
func (r *reader) addReserves(squads map[int][]int) {
	for _, u := range r.file.Lineups {
		for _, id := range u.Players {
			if id != 0 && !slices.Contains(squads[u.Team], id) {
				squads[u.Team] = append(slices.Clone(squads[u.Team]), id)
			}
		}
	}
}

// takenOver are the players of a team in the order of the file: all it can have, else those who
// sat most often at the first two boards.
func (r *reader) takenOver(team int, ids []int) []int {
	ids = slices.DeleteFunc(slices.Clone(ids), func(id int) bool { return id == 0 })
	most := r.mostPlayers()
	if len(ids) <= most {
		return ids
	}
	if most == r.plan.Section.TeamSize {
		return ids[:most]
	}
	played := map[int]int{}
	for round := 1; round <= r.table.Paired; round++ {
		seats := r.seats(round, team)
		for _, id := range seats[:min(2, len(seats))] {
			played[id]++
		}
	}
	chosen := slices.Clone(ids)
	slices.SortStableFunc(chosen, func(a, b int) int { return played[b] - played[a] })
	return slices.DeleteFunc(ids, func(id int) bool { return !slices.Contains(chosen[:most], id) })
}

// lineUps are who sat at the two boards, round by round, where that changed. who are the players
// of the plan by their number in the file.
func (r *reader) lineUps(who map[int]int64) {
	if !r.plan.Section.Reserves() {
		return
	}
	lost, book := 0, r.plan.Book()
	for _, p := range r.table.Participants {
		playing := tournament.LineUpOf(book, int64(p.Number), 1, 1)
		for round := 1; round <= r.table.Paired; round++ {
			if !p.Records[round-1].Kind.HasOpponent() {
				continue
			}
			seats := r.seats(round, p.Number)
			if len(seats) < 2 {
				continue // not told, as of a forfeit
			}
			now := [2]int64{who[seats[0]], who[seats[1]]}
			if now[0] == 0 || now[1] == 0 {
				lost++
				continue
			}
			if now != playing {
				r.plan.LineUps = append(r.plan.LineUps, tournament.LineUp{TeamID: int64(p.Number), RoundNo: round, MatchNo: 1, FirstID: now[0], SecondID: now[1]})
				playing = now
			}
		}
	}
	slices.SortStableFunc(r.plan.LineUps, func(a, b tournament.LineUp) int { return a.RoundNo - b.RoundNo })
	if lost > 0 {
		r.note(fault.Part("%d line-ups of single rounds name a player who is not taken over, or leave a board empty; those rounds keep the line-up before.", lost))
	}
}
