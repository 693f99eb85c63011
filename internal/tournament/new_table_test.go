package tournament_test

import (
	"testing"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// A team that comes after the round was published, and the one that had the bye without it, meet
// at a new table, also when results are in already.
func TestALateTeamMeetsTheBye(t *testing.T) {
	t.Parallel()
	for _, settings := range []string{"system = 'team-swiss'", "system = 'round-robin', rounds = 7"} {
		h := newHall(t, 8)
		h.exec(`update section set tie_breaks = 'PTS', ` + settings)
		h.comes(5, tournament.TeamAbsent)
		h.pair(1)
		var waits int64
		for _, p := range h.book().Round(1).Pairings {
			if p.Bye != nil && *p.Bye == tournament.ByePairing {
				waits = p.TeamID(1)
			}
		}
		expect.Must(h.enter(h.chief, tournament.TypedResult{Table: 1, Match: 1, Outcome: tournament.FirstWins}))(t)
		meet := func(one, other int64) error {
			_, err := h.service.SwapPublished(t.Context(), h.event, h.as(h.chief, "the bus was late"), tournament.SwapPublishedInput{DraftInput: h.at(1), TeamID: one, OtherID: other})
			return err
		}
		expect.Contains(t, fault.Message(meet(5, waits)), "does not play this round", "%s: while it is absent", settings)
		h.comes(5, tournament.TeamHere)
		expect.Equal(t, len(tournament.WithoutTable(h.book(), 1)), 2, "%s: teams without a table", settings)
		expect.OK(t, meet(5, waits))
		r := h.book().Round(1)
		p := r.PairingOf(5)
		expect.MustTrue(t, p.Bye == nil && p.Table() == 4 && p.TeamID(1) == 5 && p.TeamID(2) == waits && len(p.Matches) == 2 && p.Matches[0].Games[0].WhiteID != nil, "%s: the new table %+v", settings, p)
		expect.True(t, len(r.Pairings) == 4 && r.Publication == 2 && len(tournament.WithoutTable(h.book(), 1)) == 0, "%s: %d pairings as version %d", settings, len(r.Pairings), r.Publication)
		h.play(1)
		expect.Must(h.book().Standings(0))(t)
		h.pair(2)
	}
}

// In a knockout nobody meets but who the bracket says.
func TestANewTableIsOneOfTheBracket(t *testing.T) {
	t.Parallel()
	h := newHall(t, 6)
	h.exec(`update section set system = 'knockout', rounds = 3, matches_per_pairing = 1, tie_breaks = 'PTS'`)
	h.pair(1) // seeds 1 and 2 go through
	_, err := h.service.SwapPublished(t.Context(), h.event, h.as(h.chief, "they wait"), tournament.SwapPublishedInput{DraftInput: h.at(1), TeamID: 1, OtherID: 2})
	expect.Contains(t, fault.Message(err), "do not meet in this round of the bracket", "%v", err)
}

// A late entry that comes into the round that is out meets a team without a table there.
func TestALateEntryPlaysTheRoundThatIsOut(t *testing.T) {
	t.Parallel()
	h := newHall(t, 7)
	h.exec(`update section set tie_breaks = 'PTS'`)
	h.pair(1)
	waits := tournament.WithoutTable(h.book(), 1)[0].TeamID
	late := expect.Must(h.service.AddTeam(t.Context(), h.event, h.as(h.chief, ""), tournament.NewTeam{SectionID: hallSection, Name: "Late", ArrivesRound: 1, Players: []tournament.NewPlayer{{FirstName: "Ada", LastName: "Late"}, {FirstName: "Bo", LastName: "Late"}}}))(t)
	_, err := h.service.SwapPublished(t.Context(), h.event, h.as(h.chief, "signed up late"), tournament.SwapPublishedInput{DraftInput: h.at(1), TeamID: late.TeamID, OtherID: waits})
	expect.OK(t, err)
	p := h.book().Round(1).PairingOf(late.TeamID)
	expect.True(t, p != nil && p.Slot(waits) > 0 && p.Table() > 0, "it sits at %+v", p)
	h.play(1)
	h.pair(2)
	expect.True(t, h.book().Round(2).PairingOf(late.TeamID) != nil, "it is not in round 2")
}
