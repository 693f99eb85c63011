package tournament_test

import (
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

func (h *hall) takesBack(who journal.Actor, reason string) error {
	h.t.Helper()
	m := h.match(1, 1)
	_, err := h.service.TakeResultBack(h.t.Context(), h.event, h.as(who, ""), tournament.TakeResultBack{MatchID: m.MatchID, Revision: m.Revision, Reason: reason})
	return err
}

// The slip of another table was typed, and a second person typed it too: a third one takes it
// back long after, and the match takes its own result like one that had none.
func TestTheSlipOfAnotherTableIsTakenBack(t *testing.T) {
	t.Parallel()
	h := playing(t)
	h.exec(`insert into account (account_id, login, name, password_hash, created_at) values (3, 'lou', 'Lou Marchetti', '', now())`)
	lou := journal.Actor{AccountID: 3, Name: "Lou Marchetti"}
	wants(t, h.takesBack(lou, "wrong table"), fault.Conflict, "no result that could be taken back")
	h.must(h.said(h.chief, tournament.FirstWins))
	h.must(h.said(h.other, tournament.FirstWins))
	h.now = h.now.Add(time.Hour)
	wants(t, h.takesBack(lou, " "), fault.Invalid, "Say why")
	m := h.match(1, 1)
	stale := tournament.TakeResultBack{MatchID: m.MatchID, Revision: m.Revision - 1, Reason: "wrong table"}
	_, err := h.service.TakeResultBack(t.Context(), h.event, h.as(lou, ""), stale)
	wants(t, err, fault.Stale, "Team 0001 beat Team 0003")
	expect.OK(t, h.takesBack(lou, "wrong table"))
	m = h.match(1, 1)
	expect.True(t, m.State == tournament.MatchOpen && m.Result == nil && m.Games[0].Reason == "", "taken back: %+v", m)
	expect.Equal(t, h.book().Round(1).State, tournament.RoundPublished, "the round without any result is")
	expect.Equal(t, h.must(h.said(h.other, tournament.SecondWins)).Kind, tournament.ReportFirst, "its own result is")
}

// What counted before the wrong entry counts again, and of two values that contradict each other none is left.
func TestWhatCountedBeforeAWrongEntryCountsAgain(t *testing.T) {
	t.Parallel()
	h := playing(t)
	h.must(h.said(h.chief, tournament.FirstWins))
	h.must(h.enter(h.other, tournament.TypedResult{Outcome: tournament.Drawn, Change: true, MayChange: true}))
	expect.OK(t, h.takesBack(h.chief, "wrong table"))
	m := h.match(1, 1)
	expect.True(t, m.State == tournament.MatchReported && m.Result.Outcome == tournament.FirstWins, "counts again: %+v", m)
	h.must(h.said(h.other, tournament.Drawn))
	expect.MustEqual(t, h.match(1, 1).State, tournament.MatchConflict, "two values")
	expect.OK(t, h.takesBack(h.chief, "both slips were of other tables"))
	m = h.match(1, 1)
	expect.True(t, m.State == tournament.MatchOpen && m.Result == nil && len(m.Reports) == 0, "both values are gone: %+v", m)
	expect.Equal(t, h.must(h.said(h.other, tournament.SecondWins)).Kind, tournament.ReportFirst, "its own result is")
}

// What was decided long ago and then contradicted counts again when the contradiction was of
// another table, together with what it contradicted.
func TestOfAConflictNothingIsLeft(t *testing.T) {
	t.Parallel()
	h := playing(t)
	h.must(h.said(h.chief, tournament.FirstWins))
	h.must(h.enter(h.other, tournament.TypedResult{Outcome: tournament.Drawn, Change: true, MayChange: true}))
	h.must(h.said(h.chief, tournament.SecondWins))
	expect.MustEqual(t, h.match(1, 1).State, tournament.MatchConflict, "two values")
	expect.OK(t, h.takesBack(h.other, "wrong table"))
	m := h.match(1, 1)
	expect.True(t, m.State == tournament.MatchReported && m.Result.Outcome == tournament.FirstWins, "what counted before both: %+v", m)
}

// The next round rests on a result: from then on it is corrected.
func TestAResultOfALockedRoundIsNotTakenBack(t *testing.T) {
	t.Parallel()
	h := playing(t)
	h.play(1)
	h.pair(2)
	wants(t, h.takesBack(h.chief, "wrong table"), fault.Conflict, "Use a correction")
}

// A correction that waits or was refused is on record of its match for good: the round after is
// taken back, and so is the result, and the table stays as it is all the same.
func TestATableWithACorrectionStays(t *testing.T) {
	t.Parallel()
	h := playing(t)
	h.play(1)
	h.pair(2)
	m := h.match(1, 1)
	expect.Must(h.service.CorrectResult(t.Context(), h.event, h.as(h.chief, ""), tournament.Correction{MatchID: m.MatchID, Revision: m.Revision, Outcome: tournament.Drawn, Reason: "read wrong"}))(t)
	_, err := h.service.Unpublish(t.Context(), h.event, h.as(h.chief, "a mistake"), tournament.UnpublishInput{DraftInput: h.at(2), Typed: 2})
	expect.OK(t, err)
	expect.Equal(t, h.book().Round(1).State, tournament.RoundComplete, "the round before the one that was taken back is")
	for table := 1; table <= 2; table++ {
		for n := range len(h.book().Round(1).AtTable(table).Matches) {
			m := h.match(table, n+1)
			expect.Must(h.service.TakeResultBack(t.Context(), h.event, h.as(h.chief, ""), tournament.TakeResultBack{MatchID: m.MatchID, Revision: m.Revision, Reason: "all wrong"}))(t)
		}
	}
	_, err = h.service.Unpublish(t.Context(), h.event, h.as(h.chief, "a mistake"), tournament.UnpublishInput{DraftInput: h.at(1), Typed: 1})
	wants(t, err, fault.Conflict, "cannot be taken back: table 1 has a correction")
}

// Two teams sat at each other's table, and both slips were typed: the results are taken back,
// the teams change places, and the results are those of who played. A round all of whose
// results were taken back can be taken back itself.
func TestTeamsThatSatAtTheWrongTableChangePlacesAfterAll(t *testing.T) {
	t.Parallel()
	h := playing(t)
	h.must(h.said(h.chief, tournament.FirstWins))
	one, other := h.book().Round(1).AtTable(1).TeamID(1), h.book().Round(1).AtTable(2).TeamID(1)
	places := func() error {
		_, err := h.service.SwapPublished(t.Context(), h.event, h.as(h.chief, "sat at each other's table"), tournament.SwapPublishedInput{DraftInput: h.at(1), TeamID: one, OtherID: other})
		return err
	}
	wants(t, places(), fault.Conflict, "table 1 has a result")
	expect.OK(t, h.takesBack(h.chief, "sat at each other's table"))
	expect.OK(t, places())
	expect.Equal(t, h.book().Round(1).AtTable(1).TeamID(1), other, "at table 1 sits")
	h.must(h.said(h.chief, tournament.SecondWins))
	expect.OK(t, h.takesBack(h.chief, "the whole round was a mistake"))
	_, err := h.service.Unpublish(t.Context(), h.event, h.as(h.chief, "a mistake"), tournament.UnpublishInput{DraftInput: h.at(1), Typed: 1})
	expect.OK(t, err)
}
