package tournament

import (
	"cmp"
	"slices"

	"github.com/tandemchess/tandem/internal/prospect"
)

// BoardProspects are the players who can still win a prize of a board.
type BoardProspects struct {
	Board   int              // 0 for A
	Players []PlayerProspect // by place; who has not played there yet is last
	Out     int              // how many others cannot win one any more
}

// PlayerProspect is what a player can still reach at a board. The places are bounds before all is
// played: anybody of the team may sit there.
type PlayerProspect struct {
	PlayerID, TeamID int64
	Place            int // now, 0 before the first match there
	Points           int // now, in half points
	prospect.Range
	State prospect.State
}

// BoardProspects are those of the boards that have prizes.
func (s *Standings) BoardProspects() []BoardProspects {
	return s.boardProspects(s.Round >= s.book.LastRound() && s.Open == 0 && s.UnderReview == 0)
}

func (s *Standings) boardProspects(over bool) []BoardProspects {
	var list []BoardProspects
	for board, category := range BoardCategories {
		var c contest
		for _, p := range s.book.Prizes.Prizes {
			if of, is := boardOf(p.Category); is && of == board {
				c.won = marked(c.won, p.Place)
			}
		}
		if c.won == nil {
			continue
		}
		c.Category = category
		list = append(list, s.atBoard(board, c, over))
	}
	return list
}

// atBoard ranks the players of a board as far as it is settled; over: their places are known.
func (s *Standings) atBoard(board int, c contest, over bool) BoardProspects {
	seats := s.seatsAt(board)
	out := BoardProspects{Board: board}
	for _, p := range seats.players {
		line := PlayerProspect{PlayerID: p.PlayerID, TeamID: p.TeamID, Place: p.Place, Points: p.Boards[board].Points}
		if over {
			line.Range = prospect.Range{Best: p.Place, Worst: p.Place + p.Shared - 1, Exact: true}
			if line.State = c.of(line.Range); line.State == prospect.Open { // who is level divides the prize
				line.State = prospect.Certain
			}
		} else {
			line.Range = seats.rangeOf(p)
			if line.State = c.of(line.Range); line.State == prospect.Certain && p.Place == 0 { // and may never play there
				line.State = prospect.Open
			}
		}
		if line.State == prospect.Gone {
			out.Out++
		} else {
			out.Players = append(out.Players, line)
		}
	}
	return out
}

// boardSeats are who can have points at a board: those so far that no appeal can take, and those
// that each team still plays for there.
type boardSeats struct {
	players []BoardPlace
	settled map[int64]int   // half points, by player
	left    map[int64]int   // half points, by team
	members map[int64][]int // of players, by team
}

// seatsAt gathers them. Who has no match at the board comes behind, as long as the team plays on.
func (s *Standings) seatsAt(board int) boardSeats {
	b := s.book
	all := boardSeats{players: BoardTable(b, board, s.Round), settled: map[int64]int{}, left: s.leftAtBoard(), members: map[int64][]int{}}
	for i, p := range all.players {
		if player, ok := b.Player(p.PlayerID); ok && player.TeamID != nil {
			all.players[i].TeamID = *player.TeamID
		}
		all.settled[p.PlayerID] = p.Boards[board].Points
	}
	for _, m := range Contested(b) {
		p, _ := b.FindMatch(m.MatchID)
		for slot := 1; slot <= 2; slot++ {
			if id := m.Sat(slot)[board]; id != 0 && !m.Result.Forfeit && p.RoundNo <= s.Round {
				all.settled[id] -= [2]int{m.Result.Slot1Points, m.Result.Slot2Points}[slot-1]
			}
		}
	}
	for _, t := range b.Teams {
		for _, p := range b.Members(t.TeamID) {
			if _, played := all.settled[p.PlayerID]; !played && all.left[t.TeamID] > 0 {
				all.settled[p.PlayerID] = 0
				all.players = append(all.players, BoardPlace{PlayerRecord: PlayerRecord{PlayerID: p.PlayerID, TeamID: t.TeamID}})
			}
		}
	}
	for i, p := range all.players {
		all.members[p.TeamID] = append(all.members[p.TeamID], i)
	}
	return all
}

// leftAtBoard is how many half points each team still plays for at a board: in matches without a
// result or with one that may change, and in rounds to come.
func (s *Standings) leftAtBoard() map[int64]int {
	b, left := s.book, map[int64]int{}
	for i := range b.Rounds {
		if r := &b.Rounds[i]; r.Public() && r.RoundNo <= s.Round {
			for _, p := range r.Pairings {
				if p.Bye != nil {
					continue
				}
				for _, m := range p.Matches {
					if m.Result == nil || m.UnderReview {
						for _, id := range slices.Concat(p.InSlot(1), p.InSlot(2)) {
							left[id] += 2
						}
					}
				}
			}
		}
	}
	var k *Bracket
	if b.Section.System.Bracket() && !b.GroupStage(max(s.Round, 1)) {
		k, _ = b.Bracket(s.Round + 1) // good up to where it is decided
	}
	for _, t := range b.Teams {
		if k != nil {
			if _, _, plays := k.Next(b.Section, t.TeamID); !plays && left[t.TeamID] == 0 {
				continue
			}
		}
		left[t.TeamID] += 2 * b.Section.MatchesPerPairing * roundsLeft(b, t.TeamID, s.Round)
	}
	return left
}

// rangeOf is what a player can still reach: everything won at the board while nobody else gets
// anything, or nothing more while each other team gives what it can get to those whom it brings level.
func (all boardSeats) rangeOf(p BoardPlace) prospect.Range {
	mine := all.settled[p.PlayerID]
	r := prospect.Range{Best: 1, Worst: 1}
	for team, members := range all.members {
		var needs []int
		for _, i := range members {
			other := all.players[i].PlayerID
			if other == p.PlayerID {
				continue
			}
			if all.settled[other] > mine+all.left[p.TeamID] {
				r.Best++
			}
			needs = append(needs, max(mine-all.settled[other], 0))
		}
		slices.SortFunc(needs, cmp.Compare[int])
		for left := all.left[team]; len(needs) > 0 && needs[0] <= left; needs = needs[1:] {
			left -= needs[0]
			r.Worst++
		}
	}
	return r
}
