package tournament_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// tally is what a player's record comes to: matches, won, drawn, lost, points in half points, and
// matches at board A.
func (h *hall) tally(player int64) [6]int {
	h.t.Helper()
	r, _ := tournament.RecordOf(h.book(), player)
	return [6]int{r.Matches, r.Won, r.Drawn, r.Lost, r.Points, r.Boards[0].Matches}
}

// tableOne enters the results of table 1 in round 1, match by match.
func (h *hall) tableOne(outcomes ...tournament.Outcome) {
	h.t.Helper()
	for i, o := range outcomes {
		h.must(h.enter(h.chief, tournament.TypedResult{Match: i + 1, Outcome: o}))
	}
}

// Who sat at the board has the match, whatever the team's first two are; who was replaced has it
// not, and who did not play has none.
func TestRecordsFollowThePerson(t *testing.T) {
	t.Parallel()
	h := squadHall(t, 2, tournament.UntilPublication)
	h.exec(`update section set mid_match = true`)
	h.ok(h.lineUp(1, 1, 1, 101, 1))
	h.draft(1)
	h.publish(1)
	h.ok(h.comesIn("ill", 1, 1, 201)) // match 1: 101 and 201
	h.tableOne(tournament.FirstWins, tournament.Drawn)
	for player, want := range map[int64][6]int{
		101: {2, 1, 1, 0, 3, 2}, 201: {1, 1, 0, 0, 2, 0}, 1: {1, 0, 1, 0, 1, 0}, 2: {}, 3: {2, 0, 1, 1, 1, 2}, 4: {2, 0, 1, 1, 1, 0}, 103: {},
	} {
		expect.Equal(t, h.tally(player), want, "player %d", player)
	}
	r, _ := tournament.RecordOf(h.book(), 1)
	expect.True(t, r.Replaced == 1, "player 1 was replaced %d times, want once", r.Replaced)
}

// A forfeit was not played: it is in nobody's record.
func TestForfeitsAreInNobodysRecord(t *testing.T) {
	t.Parallel()
	h := squadHall(t, 2, tournament.UntilPublication)
	h.draft(1)
	h.publish(1)
	h.must(h.enter(h.chief, tournament.TypedResult{Outcome: tournament.FirstWins, Forfeit: true, MayForfeit: true, Reason: "not there"}))
	list := tournament.PlayerRecords(h.book(), 1)
	expect.Equal(t, len(list), 0, "a forfeit is in %+v", list)
}

// Prizes of a board go to the persons who played there, and take nothing from their teams.
func TestBoardPrizesFollowThePerson(t *testing.T) {
	t.Parallel()
	h := squadHall(t, 2, tournament.UntilPublication)
	h.exec(`update section set rounds = 1`)
	_, err := h.prizes("", tournament.PrizePlan{Split: "even", Prizes: []tournament.Prize{
		{Name: "1st", Place: 1, Money: 10000},
		{Name: "Best on A", Category: "board a", Place: 1, Money: 3000},
		{Name: "Best on B", Category: "Board B", Place: 1, Money: 1000},
		{Name: "Second on B", Category: "Board B", Place: 2, Money: 500},
		{Name: "Plaque", Category: "Board A", Place: 1},
	}})
	h.ok(err)
	h.ok(h.lineUp(1, 1, 1, 101, 2))
	h.draft(1)
	h.publish(1)
	h.exec(`update game set white_id = 1 where board = 'B' and white_id = 2`) // match 2: player 1 at board B
	h.tableOne(tournament.FirstWins, tournament.FirstWins)
	type won struct {
		Team, Player   int64
		Place, Shared  int
		Money, Divided int
		Category       string
	}
	var got []won
	for _, a := range h.awards().Given {
		got = append(got, won{a.TeamID, a.PlayerID, a.Place, a.Shared, a.Money, len(a.With), a.Category})
	}
	want := []won{
		{1, 0, 1, 0, 10000, 1, ""}, {1, 101, 1, 1, 3000, 1, "Board A"}, {1, 101, 1, 1, 0, 1, "Board A"}, {1, 1, 1, 2, 750, 2, "Board B"}, {1, 2, 1, 2, 750, 2, "Board B"},
	}
	diff := cmp.Diff(want, got)
	expect.True(t, diff == "", "%v", diff)
	table := tournament.BoardTable(h.book(), 1, 1)
	expect.True(t, len(table) == 3 && table[0].Place == 1 && table[1].Place == 1 && table[2].PlayerID == 4 && table[2].Place == 3, "board B is %+v", table)
}

// A correction says which board prizes it moves, by player.
func TestACorrectionMovesBoardPrizes(t *testing.T) {
	t.Parallel()
	h := squadHall(t, 2, tournament.UntilPublication)
	_, err := h.prizes("", tournament.PrizePlan{Split: "even", Prizes: []tournament.Prize{{Name: "Best on A", Category: "Board A", Place: 1}}})
	h.ok(err)
	h.draft(1)
	h.publish(1)
	h.tableOne(tournament.FirstWins, tournament.Drawn)
	effect, err := h.book().CorrectionEffect(tournament.Correction{MatchID: h.match(1, 1).MatchID, Outcome: tournament.SecondWins})
	h.ok(err)
	players := map[int64]int{}
	for _, c := range effect.Prizes {
		players[c.PlayerID] = len(c.TitlesAfter)
	}
	expect.NoDiff(t, cmp.Diff(map[int64]int{1: 0, 3: 1}, players), "%+v", effect.Prizes)
}
