package tournament_test

import (
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

func (h *hall) correctSeats(reason string, match int, team, first, second int64) error {
	h.t.Helper()
	m := h.book().Round(1).AtTable(1).Matches[match-1]
	return h.service.CorrectSeats(h.t.Context(), h.event, h.as(h.chief, reason), tournament.CorrectSeats{MatchID: m.MatchID, TeamID: team, First: first, Second: second})
}

// After the result somebody finds out who really sat there: seats, records and penalties of that
// match follow, and nothing else does.
func TestWhoSatIsCorrectedAfterAResult(t *testing.T) {
	t.Parallel()
	h := squadHall(t, 2, tournament.UntilPublication)
	h.draft(1)
	h.publish(1)
	expect.Refused(t, h.correctSeats("seen", 1, 1, 101, 2), fault.Conflict, "has no result yet")
	h.tableOne(tournament.FirstWins, tournament.SecondWins)
	if err := h.correctSeats("", 1, 1, 101, 2); fault.Fields(err)["reason"] == "" {
		t.Errorf("without a reason: %v", err)
	}
	if err := h.correctSeats("seen", 1, 1, 103, 2); fault.Fields(err)["first"] == "" {
		t.Errorf("a player of the other team: %v", err)
	}
	if err := h.correctSeats("seen", 1, 1, 2, 2); fault.Fields(err)["second"] == "" {
		t.Errorf("one player at both boards: %v", err)
	}
	h.penalties(1, 2)
	h.ok(h.correctSeats("the photo shows it", 1, 1, 2, 101)) // not 1 and 2
	h.seated(1, "2 3 4 101", "3 1 2 4")
	for player, want := range map[int64][6]int{1: {1, 0, 0, 1, 0, 1}, 2: {2, 1, 0, 1, 2, 1}, 101: {1, 1, 0, 0, 2, 0}} {
		expect.Equal(t, h.tally(player), want, "player %d", player)
	}
	h.penalized("2 101")
	expect.Equal(t, tournament.Substitutions(h.book(), 1, nil), 0, "substitutions")
	expect.Equal(t, tournament.LineUpOf(h.book(), 1, 2, 1), [2]int64{1, 2}, "round 2 would be played by")
	m := h.match(1, 1)
	err := h.service.CorrectSeats(t.Context(), h.event, h.as(h.chief, "seen"), tournament.CorrectSeats{MatchID: m.MatchID, TeamID: 1, First: 1, Second: 201, Was: [2]int64{1, 2}})
	expect.True(t, fault.Is(err, fault.Stale) && strings.Contains(fault.Message(err), "P1 Behind and Third Of1"), "an old form: %v", err)
}

// penalties gives the players of match 1 one each.
func (h *hall) penalties(players ...int64) {
	h.t.Helper()
	m := h.match(1, 1)
	h.exec(`insert into incident (event_id, incident_id, section_id, match_id, state, opened_at) values (1, 1, 1, $1, 'ruled', $2)`, m.MatchID, h.now)
	h.exec(`insert into ruling (event_id, ruling_id, incident_id, level, made_by, made_by_name, at, verdict, follows, proposal, decision, articles, basis, sentence, reason, state)
		values (1, 1, 1, 'director', 1, 'Kim', $1, 'upheld', false, '{}', '{}', '', '', '', 'noise', 'standing')`, h.now)
	for i, id := range players {
		h.exec(`insert into penalty (event_id, penalty_id, ruling_id, section_id, player_id, team_id, match_id, offence, step, penalty, scope, state, at)
			values (1, $1, 1, 1, $2, 1, $3, 'noise', 1, 'warning', 'match', 'counts', $4)`, i+1, id, m.MatchID, h.now)
	}
}

func (h *hall) penalized(want string) {
	h.t.Helper()
	var got string
	expect.OK(h.t, h.pool.QueryRow(h.t.Context(), `select string_agg(player_id::text, ' ' order by penalty_id) from penalty`).Scan(&got))
	expect.Equal(h.t, got, want, "the penalties are for")
}
