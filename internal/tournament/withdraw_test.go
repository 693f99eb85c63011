package tournament_test

import (
	"slices"
	"testing"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// Who says before round 1 that it plays two rounds only is until then a team like the others:
// checked in, listed, and with a table. Then it is gone.
func TestWhoLeavesLaterPlaysUntilThen(t *testing.T) {
	t.Parallel()
	h := newHall(t, 7)
	h.exec(`update section set rounds = 4, matches_per_pairing = 1`)
	ctx, leaves := t.Context(), int64(2)
	h.withdraw(3, leaves)
	_, err := h.service.Withdraw(ctx, h.event, h.as(h.chief, ""), leaves, 3)
	is(t, err, fault.Conflict, "withdrawn already, from round 3 on")
	expect.Equal(t, expect.Must(h.service.CheckIn(ctx, h.event, h.as(h.chief, ""), leaves, tournament.TeamHere))(t).State, tournament.TeamHere, "checked in")
	listed := func(want bool, why string) {
		t.Helper()
		rows := expect.Must(h.book().Standings(0))(t).Rows
		expect.Equal(t, slices.ContainsFunc(rows, func(r tournament.Standing) bool { return r.TeamID == leaves }), want, "%s", why)
	}
	listed(true, "in the list of entries")
	for n := 1; n <= 2; n++ {
		expect.Equal(t, h.book().Team(leaves).State, tournament.TeamHere, "before round %d", n)
		h.pair(n)
		h.play(n)
		expect.True(t, h.book().Round(n).PairingOf(leaves) != nil, "no pairing in round %d", n)
	}
	book := h.book()
	expect.Equal(t, book.Team(leaves).State, tournament.TeamWithdrawn, "before round 3")
	expect.Equal(t, len(tournament.TakingPart(book)), 7, "take part")
	listed(true, "with its points")
	_, err = h.service.CheckIn(ctx, h.event, h.as(h.chief, ""), leaves, tournament.TeamHere)
	is(t, err, fault.Conflict, "is withdrawn")
	h.pair(3)
	expect.True(t, h.book().Round(3).PairingOf(leaves) == nil, "paired in round 3")
}

// Another round can be said, and a team that has not gone yet plays on from where it was.
func TestAnotherRoundIsSaidForLeaving(t *testing.T) {
	t.Parallel()
	h := newHall(t, 6)
	h.exec(`update section set rounds = 4, matches_per_pairing = 1`)
	h.comes(1, tournament.TeamHere)
	h.withdraw(4, 1)
	h.withdraw(2, 1)
	expect.Equal(t, *h.book().Team(1).LeavesRound, 2, "leaves")
	stays := expect.Must(h.service.Return(t.Context(), h.event, h.as(h.chief, ""), 1))(t)
	expect.True(t, stays.State == tournament.TeamHere && stays.LeavesRound == nil, "plays on: %+v", stays)
	h.withdraw(1, 1)
	expect.Equal(t, h.book().Team(1).State, tournament.TeamWithdrawn, "gone at once")
	_, err := h.service.Withdraw(t.Context(), h.event, h.as(h.chief, ""), 1, 3)
	is(t, err, fault.Conflict, "withdrawn already, from round 1 on")
}

// A team that was entered twice and taken out again counts nowhere, and nobody's number either:
// who is first on the list has number 1.
func TestWhoWasEnteredTwiceCountsNowhere(t *testing.T) {
	t.Parallel()
	h := newHall(t, 5)
	h.exec(`update section set rounds = 3, matches_per_pairing = 1; update team set strength = 9999 where team_id = 5`)
	expect.Equal(t, h.book().Numbers(1)[5], 1, "the strongest")
	h.withdraw(1, 5)
	expect.Equal(t, h.book().Numbers(1)[5], 5, "gone")
	expect.Equal(t, len(tournament.TakingPart(h.book())), 4, "take part")
	for n := 1; n <= 3; n++ {
		h.pair(n)
		h.play(n)
		expect.Equal(t, h.book().Numbers(n + 1)[5], 5, "after round %d", n)
	}
	h.withdraw(4, 1)
	expect.Equal(t, len(tournament.TakingPart(h.book())), 4, "who has played counts")

	alone := newHall(t, 2)
	alone.withdraw(1, 2)
	expect.True(t, alone.book().Readiness(1).TooFew, "a round for one team")
}

// Check-in asks for those who may play the next round: who is out of a knockout is not asked
// for, when check-in closes either, and nobody is when every round is out.
func TestWhoIsOutIsNotAwaited(t *testing.T) {
	t.Parallel()
	h := newHall(t, 8)
	h.exec(`update section set tie_breaks = 'PTS', system = 'knockout', rounds = 3, matches_per_pairing = 1; update team set state = 'entered'`)
	expect.Equal(t, len(tournament.Awaited(h.book(), 1)), 8, "awaited for round 1 where nobody was seen")
	expect.Must(h.service.CheckIn(t.Context(), h.event, h.as(h.chief, ""), 8, tournament.TeamHere))(t)
	for n, want := range []int{7, 4, 2} {
		awaited := tournament.Awaited(h.book(), n+1)
		expect.Equal(t, len(awaited), want, "awaited for round %d", n+1)
		expect.Equal(t, h.book().Readiness(n+1).Unseen, want, "not seen before round %d", n+1)
		keep := map[int64]tournament.CheckInChoice{}
		for _, team := range awaited {
			keep[team.TeamID] = tournament.ChoiceKeep
		}
		expect.OK(t, h.service.CloseCheckIn(t.Context(), h.event, h.as(h.chief, ""), 1, keep))
		h.pair(n + 1)
		h.play(n + 1)
	}
	expect.Equal(t, len(tournament.Awaited(h.book(), 4)), 0, "awaited after the final")

	without := newHall(t, 4)
	without.exec(`update section set rounds = 3, matches_per_pairing = 1; update team set state = 'entered'`)
	without.pair(1)
	without.play(1)
	expect.Equal(t, without.book().Readiness(2).Unseen, 0, "not seen where check-in is not used")
}

// Who would have met a team that has left a round robin reads it, and the desk is told what
// FIDE's tournament rules make of its results: whether it had played half of its matches decides.
func TestWhoLeavesARoundRobinIsToldOf(t *testing.T) {
	t.Parallel()
	for leaves, half := range map[int]bool{2: false, 3: true} {
		h := newHall(t, 4)
		h.exec(`update section set system = 'round-robin', rounds = 3, matches_per_pairing = 1, tie_breaks = 'PTS'`)
		for n := 1; n < leaves; n++ {
			h.pair(n)
			h.play(n)
		}
		h.withdraw(leaves, 2)
		h.draft(leaves)
		draft := expect.Must(h.service.Reader().DraftRound(t.Context(), h.event, 1, leaves))(t).Draft
		leavers := tournament.Leavers(h.book(), draft)
		expect.MustTrue(t, len(leavers) == 1 && leavers[0].Team.TeamID == 2 && leavers[0].Half == half && len(leavers[0].Free) == 1, "left before round %d: %+v", leaves, leavers)
		free := leavers[0].Free[0]
		at := slices.IndexFunc(draft.Byes, func(bye tournament.DraftBye) bool { return bye.TeamID == free })
		expect.Contains(t, draft.Byes[at].Reason, "Would have met "+h.book().Team(2).Name+", who does not play this round", "left before round %d", leaves)
		draft.Byes[at].By = "a director"
		expect.Equal(t, len(tournament.Leavers(h.book(), draft)), 0, "after a director gave the bye")
	}
}
