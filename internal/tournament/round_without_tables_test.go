package tournament_test

import (
	"testing"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// withdraw takes teams out from a round on.
func (h *hall) withdraw(round int, teams ...int64) {
	h.t.Helper()
	for _, id := range teams {
		expect.Must(h.service.Withdraw(h.t.Context(), h.event, h.as(h.chief, "left"), id, round))(h.t)
	}
}

// A finalist that leaves before the final, as the draft advises to say, makes the other one win:
// the round has no table, and is published and over all the same.
func TestAFinalWithoutAnOpponent(t *testing.T) {
	t.Parallel()
	h := newHall(t, 4)
	h.exec(`update section set system = 'knockout', rounds = 2, matches_per_pairing = 1, tie_breaks = 'PTS'`)
	h.pair(1)
	h.play(1)
	final := h.draft(2).Tables[0]
	leaves, wins := final.First.TeamID, final.Second.TeamID
	h.withdraw(2, leaves)
	d := h.draft(2)
	expect.MustTrue(t, len(d.Tables) == 0 && len(d.Byes) == 1 && d.Byes[0].TeamID == wins, "the draft of the final: %+v", d)
	h.publish(2)
	book := h.book()
	r := book.Round(2)
	expect.True(t, r.State == tournament.RoundComplete && r.CompletedAt != nil, "the round without a match is %s", r.State)
	s := expect.Must(book.Standings(0))(t)
	expect.True(t, s.Rows[0].TeamID == wins && s.Rows[0].Place == 1 && s.Rows[0].Shared == 1 && s.Rows[1].TeamID == leaves, "places: %+v", s.Rows[:2])
	_, err := h.service.Unpublish(t.Context(), h.event, h.as(h.chief, "came back"), tournament.UnpublishInput{DraftInput: h.at(2), Typed: 2})
	expect.OK(t, err)
	expect.Must(h.service.Return(t.Context(), h.event, h.as(h.chief, "came back"), leaves))(t)
	h.pair(2)
	expect.Equal(t, h.book().Round(2).State, tournament.RoundPublished, "with its table again the round is")
}

// In a round robin two teams that left can leave a round without a table, and the next ones with.
func TestARoundRobinGoesOnAfterARoundWithoutTables(t *testing.T) {
	t.Parallel()
	h := newHall(t, 4)
	h.exec(`update section set system = 'round-robin', rounds = 3, matches_per_pairing = 1, tie_breaks = 'PTS'`)
	last := h.book().Groups()[0].Teams
	h.pair(1)
	h.play(1)
	first := h.book().Round(1).PairingOf(last[0])
	// The opponents of round 1 have met; of the others one meets the first team in round 2 or 3.
	stays := last[1]
	if first.Slot(stays) != 0 {
		stays = last[2]
	}
	for _, id := range last[1:] {
		if id != stays {
			h.withdraw(2, id)
		}
	}
	played := 0
	for n := 2; n <= 3; n++ {
		d := h.draft(n)
		h.publish(n)
		if played += len(d.Tables); len(d.Tables) > 0 {
			h.play(n)
		}
	}
	expect.Equal(t, played, 1, "tables of the two that stayed")
	expect.Equal(t, h.book().Round(3).State, tournament.RoundComplete, "the last round is")
}

// Elsewhere a round without a table is none.
func TestASwissRoundNeedsATable(t *testing.T) {
	t.Parallel()
	h := newHall(t, 3)
	for _, id := range []int64{2, 3} {
		h.comes(id, tournament.TeamAbsent)
	}
	h.draft(1)
	_, err := h.service.PublishRound(t.Context(), h.event, h.as(h.chief, ""), tournament.PublishRound{DraftInput: h.at(1), Typed: 1})
	expect.Contains(t, fault.Message(err), "has no tables", "published: %v", err)
}
