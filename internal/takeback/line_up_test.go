package takeback_test

import (
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// A line-up goes back to the one before, and stays once its round is published; a third player
// who was entered leaves again.
func TestALineUpGoesBack(t *testing.T) {
	t.Parallel()
	h := newHall(t, 4)
	ctx := t.Context()
	s := h.book().Section
	to := tournament.SettingsOf(s)
	to.SquadSize = 3
	_, err := h.EditSection(ctx, event, as(dana), tournament.SectionEdit{SectionID: section, Revision: s.Revision, To: to})
	h.must(err)
	team := h.book().Team(1)
	third := tournament.TeamEdit{TeamID: 1, Revision: team.Revision, Name: team.Name}
	for _, p := range h.book().Members(1) {
		third.Players = append(third.Players, tournament.NewPlayer{FirstName: p.FirstName, LastName: p.LastName})
	}
	third.Players = append(third.Players, tournament.NewPlayer{FirstName: "Tia", LastName: "Third"})
	_, err = h.EditTeam(ctx, event, as(ana), third)
	h.must(err)
	members := h.book().Members(1)
	name := func() {
		t.Helper()
		_, err := h.SetLineUp(ctx, event, as(ana), tournament.SetLineUp{TeamID: 1, RoundNo: 1, MatchNo: 1, First: members[2].PlayerID, Second: members[0].PlayerID})
		h.must(err)
	}
	name()
	h.undoes(ana, "set line-up", "plays as before.")
	expect.Equal(t, tournament.LineUpOf(h.book(), 1, 1, 1), [2]int64{members[0].PlayerID, members[1].PlayerID}, "the line-up")
	h.undoes(ana, "edit team", "what they were")
	n := len(h.book().Members(1))
	expect.True(t, n == 2, "the team has %d players, want the two of before", n)
	third.Revision, third.Players[2].LastName = h.book().Team(1).Revision, "Thirdly"
	_, err = h.EditTeam(ctx, event, as(dana), third)
	h.must(err)
	members = h.book().Members(1)
	name()
	h.publish(1)
	h.stays(ana, "set line-up", "publish round")
}

// Who sat there goes back to who stood on record, once.
func TestACorrectionOfSeatsGoesBack(t *testing.T) {
	t.Parallel()
	h := newHall(t, 4)
	h.publish(1)
	h.must(h.enter(ana, tournament.FirstWins))
	m := h.match()
	team := *h.book().Round(1).Pairings[0].Team1
	sat := m.Sat(1)
	cmd := as(dana)
	cmd.Reason = "seen"
	h.must(h.CorrectSeats(t.Context(), event, cmd, tournament.CorrectSeats{MatchID: m.MatchID, TeamID: team, First: sat[1], Second: sat[0]}))
	expect.MustEqual(t, h.match().Sat(1), [2]int64{sat[1], sat[0]}, "sat there")
	h.undoes(dana, "correct who sat", "as before.")
	expect.Equal(t, h.match().Sat(1), sat, "sat there")
}
