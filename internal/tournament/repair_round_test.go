package tournament_test

import (
	"slices"
	"testing"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// turn lets the other team win a match of a round that was played.
func (h *hall) turn(match int64) {
	h.t.Helper()
	h.exec(`update result_report set outcome = case outcome when 'slot1' then 'slot2' else 'slot1' end, slot1_points = slot2_points, slot2_points = slot1_points
		where event_id = 1 and match_id = $1`, match)
}

func TestBothWaysArePreparedAndNamedTablesPairedAgain(t *testing.T) {
	t.Parallel()
	h := seated(t, 8)
	h.play(1)
	h.exec(`update match set under_review = true where event_id = 1 and match_id in (1, 2)`)
	h.draft(2)
	draft := h.round(2).Draft
	ways := expect.Must(h.book().BothWays(draft, 1))(t)
	expect.MustTrue(t, len(ways.Ways) == 2 && ways.Paired == tournament.FirstWins, "the ways are %+v", ways)
	tables, _ := ways.Tables()
	expect.MustTrue(t, !ways.Same() && len(tables) >= 2, "a turned match changes tables %v of %+v", tables, draft.Tables)
	for _, way := range ways.Ways {
		expect.Equal(t, len(way.Before), len(way.After), "%s: tables become", way.Outcome)
	}
	in := tournament.PublishRound{DraftInput: h.at(2), Typed: 2, BothWays: []int64{1}, Settled: []int64{2}}
	if _, err := h.service.PublishRound(t.Context(), h.event, h.as(h.chief, ""), in); err != nil {
		t.Fatalf("publish: %v", err)
	}
	kept := h.round(2).Draft.BothWays
	expect.MustTrue(t, len(kept) == 1 && kept[0].MatchID == 1, "kept %+v", kept)
	// The appeal turns the match: the prepared tables get what the draft would
	// have held, the others stay.
	h.turn(1)
	h.exec(`update match set under_review = false where event_id = 1`)
	before := h.book().Round(2)
	again, err := h.book().RepairPreview(2, tables, false)
	expect.MustTrue(t, err == nil && !again.Same && !again.Stuck, "%+v, %v", again, err)
	repair := tournament.RepairInput{DraftInput: h.at(2), Tables: tables}
	if _, err := h.service.RepairRound(t.Context(), h.event, h.as(h.chief, ""), repair); fault.Fields(err)["reason"] == "" {
		t.Errorf("without a reason: %v", err)
	}
	if _, err := h.service.RepairRound(t.Context(), h.event, h.as(h.chief, "Appeal 1 was upheld."), repair); err != nil {
		t.Fatalf("pair again: %v", err)
	}
	after := h.book().Round(2)
	expect.MustTrue(t, after.Publication == 2 && len(after.Pairings) == len(before.Pairings), "version %d with %d pairings", after.Publication, len(after.Pairings))
	for _, p := range before.Pairings {
		now := after.AtTable(p.Table())
		same := now != nil && now.TeamID(1) == p.TeamID(1) && now.TeamID(2) == p.TeamID(2)
		expect.True(t, slices.Contains(tables, p.Table()) || same, "table %d changed though it was not named", p.Table())
		if now != nil && len(now.Matches) != 2 {
			t.Errorf("table %d has %d matches", p.Table(), len(now.Matches))
		}
	}
	repair.DraftInput = h.at(2)
	_, err = h.service.RepairRound(t.Context(), h.event, h.as(h.chief, "once more"), repair)
	is(t, err, fault.Conflict, "The same teams would meet")
}

func TestPairingTablesAgainIsRefusedWithAResult(t *testing.T) {
	t.Parallel()
	h := seated(t, 8)
	h.play(1)
	h.pair(2)
	h.turn(1)
	h.turn(2)
	book := h.book()
	all := []int{}
	for _, p := range book.Round(2).Pairings {
		all = append(all, p.Table())
	}
	h.exec(`insert into result_report (event_id, report_id, match_id, source, by_account, by_name, outcome, slot1_points, slot2_points, state, at)
		values (1, 900, $1, 'desk', 1, 'Dana Holt', 'slot1', 2, 0, 'confirmed', now())`, book.Round(2).Pairings[0].Matches[0].MatchID)
	in := tournament.RepairInput{DraftInput: h.at(2), Tables: all}
	_, err := h.service.RepairRound(t.Context(), h.event, h.as(h.chief, "a correction"), in)
	is(t, err, fault.Conflict, "has a result")
	in.Tables = all[:1]
	_, err = h.service.RepairRound(t.Context(), h.event, h.as(h.chief, "a correction"), in)
	is(t, err, fault.Invalid, "at least two tables")
	in.Tables = []int{1, 77}
	_, err = h.service.RepairRound(t.Context(), h.event, h.as(h.chief, "a correction"), in)
	is(t, err, fault.Invalid, "no table 77")
}
