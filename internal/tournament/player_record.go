package tournament

import (
	"cmp"
	"slices"
)

// PlayerRecord is what one person did at the boards of a section. It follows who really sat there:
// a match belongs to those who sat at its boards when it ended, whatever line-up was named, and
// counts for nobody else of their teams. Matches that were not played count for nobody.
type PlayerRecord struct {
	PlayerID int64
	TeamID   int64 // the team of the latest match
	BoardRecord
	Boards   [2]BoardRecord // of them at board A, at board B
	White    int            // matches with White
	Replaced int            // matches that somebody else finished in the player's seat
}

// BoardRecord adds up matches. A match is won, drawn or lost with the partner; Points are its
// half points.
type BoardRecord struct {
	Matches, Won, Drawn, Lost int
	Points                    int
	// GamesWon and GamesLost are games on the player's own board, where the result says how
	// that board ended.
	GamesWon, GamesLost int
	UnderReview         int // matches whose result may still change
}

// PlayerRecords are the records of everybody who played a match with a result that counts after a
// round, or was replaced in one; by player.
func PlayerRecords(b *SectionBook, round int) []PlayerRecord {
	found := map[int64]*PlayerRecord{}
	of := func(id, team int64) *PlayerRecord {
		if found[id] == nil {
			found[id] = &PlayerRecord{PlayerID: id}
		}
		found[id].TeamID = team
		return found[id]
	}
	for _, r := range b.Rounds {
		if !r.Public() || r.RoundNo > round {
			continue
		}
		for _, p := range r.Pairings {
			counted := p.counting(forStandings, round)
			for i := range counted.Matches {
				notePlayers(b, counted, counted.Matches[i], of)
			}
		}
	}
	records := make([]PlayerRecord, 0, len(found))
	for _, r := range found {
		records = append(records, *r)
	}
	slices.SortFunc(records, func(x, y PlayerRecord) int { return cmp.Compare(x.PlayerID, y.PlayerID) })
	return records
}

// notePlayers adds one match to the records of those who played it.
func notePlayers(b *SectionBook, p Pairing, m Match, of func(id, team int64) *PlayerRecord) {
	if m.Result == nil || m.Result.Forfeit {
		return
	}
	finished := map[int64]bool{}
	for i, g := range m.Games {
		if g.Board == "" {
			continue
		}
		for colour, id := range map[string]*int64{"W": g.WhiteID, "B": g.BlackID} {
			if id == nil {
				continue
			}
			finished[*id] = true
			slot := m.SlotOf(colour + g.Board)
			record := of(*id, seatedFor(b, p, slot, *id))
			if colour == "W" {
				record.White++
			}
			record.add(m, slot, i)
			record.Boards[i].add(m, slot, i)
		}
	}
	out := map[int64]bool{}
	for _, s := range SubstitutedIn(b, m.MatchID) {
		if !finished[s.OutID] && !out[s.OutID] {
			out[s.OutID] = true
			of(s.OutID, s.TeamID).Replaced++
		}
	}
}

// seatedFor is the entry for which a player sits in a slot: with rotating partners the one of the two
// that the player is.
func seatedFor(b *SectionBook, p Pairing, slot int, playerID int64) int64 {
	entries := p.InSlot(slot)
	if len(entries) > 1 {
		if player, ok := b.Player(playerID); ok && player.TeamID != nil && slices.Contains(entries, *player.TeamID) {
			return *player.TeamID
		}
	}
	return p.TeamID(slot)
}

// add counts a match with a result for a player of a slot who sat at a board, 0 for A.
func (r *BoardRecord) add(m Match, slot, board int) {
	own, other := m.Result.Slot1Points, m.Result.Slot2Points
	if slot == 2 {
		own, other = other, own
	}
	r.Matches++
	r.Points += own
	switch {
	case own > other:
		r.Won++
	case own < other, own == 0:
		r.Lost++
	default:
		r.Drawn++
	}
	ends := m.Result.EndsOf()
	end := ends.A
	if board == 1 {
		end = ends.B
	}
	switch end.Winner {
	case 0:
	case slot:
		r.GamesWon++
	default:
		r.GamesLost++
	}
	if m.UnderReview {
		r.UnderReview++
	}
}

// RecordOf is the record of one player; false for who has none yet.
func RecordOf(b *SectionBook, playerID int64) (PlayerRecord, bool) {
	records := PlayerRecords(b, b.Section.Rounds)
	i, found := slices.BinarySearchFunc(records, playerID, func(r PlayerRecord, id int64) int { return cmp.Compare(r.PlayerID, id) })
	if !found {
		return PlayerRecord{}, false
	}
	return records[i], true
}

// BoardPlace is the place of a player among those of a board.
type BoardPlace struct {
	PlayerRecord
	Place  int
	Shared int // how many share it, 1 for a place of its own
}

// BoardTable ranks the players of a board, 0 for A: by the points of the matches they played there,
// then by fewer matches, then by games won on the board itself. Who is level shares the place.
func BoardTable(b *SectionBook, board, round int) []BoardPlace {
	var table []BoardPlace
	for _, r := range PlayerRecords(b, round) {
		if r.Boards[board].Matches > 0 {
			table = append(table, BoardPlace{PlayerRecord: r})
		}
	}
	slices.SortStableFunc(table, func(x, y BoardPlace) int { return x.Boards[board].rank(y.Boards[board]) })
	for first := 0; first < len(table); {
		last := first + 1
		for last < len(table) && table[first].Boards[board].rank(table[last].Boards[board]) == 0 {
			last++
		}
		for i := first; i < last; i++ {
			table[i].Place, table[i].Shared = first+1, last-first
		}
		first = last
	}
	return table
}

func (r BoardRecord) rank(o BoardRecord) int {
	return cmp.Or(cmp.Compare(o.Points, r.Points), cmp.Compare(r.Matches, o.Matches), cmp.Compare(o.GamesWon, r.GamesWon))
}
