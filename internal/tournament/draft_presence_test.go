package tournament_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// A team that comes after the draft was made is not published without a game that nobody took
// from it, in any system: it has no opponent, and can be paired by hand or with all others.
func TestADraftFollowsWhoComes(t *testing.T) {
	t.Parallel()
	for _, settings := range []string{"system = 'team-swiss'", "system = 'round-robin', rounds = 7", "system = 'knockout', rounds = 3, matches_per_pairing = 1", "system = 'rotating-partners', rounds = 5"} {
		h := newHall(t, 8)
		h.exec(`update section set tie_breaks = 'PTS', ` + settings)
		rotating := strings.Contains(settings, "rotating")
		if rotating {
			h.exec(`delete from player where seat_order = 2`)
		}
		h.comes(5, tournament.TeamAbsent)
		before := h.draft(1)
		expect.MustTrue(t, before.Byes[len(before.Byes)-1].TeamID == 5, "%s: the absent team is not among the byes %+v", settings, before.Byes)
		h.comes(5, tournament.TeamHere)
		_, err := h.service.PublishRound(t.Context(), h.event, h.as(h.chief, ""), tournament.PublishRound{DraftInput: h.at(1), Typed: 1})
		expect.MustTrue(t, fault.Is(err, fault.Conflict), "%s: published without a game for a team that came: %v", settings, err)
		if !rotating {
			expect.MustTrue(t, h.edit(tournament.DraftEditInput{DraftInput: h.at(1), Kind: tournament.EditPair, TeamID: 5, OtherID: 4}) == nil, "%s: the team that came cannot be paired by hand", settings)
		}
		expect.Must(h.service.MakeDraft(t.Context(), h.event, h.as(h.chief, ""), tournament.MakeDraftInput{DraftInput: h.at(1)}))(t)
		h.publish(1)
		expect.True(t, h.book().Round(1).PairingOf(5).Bye == nil, "%s: the team that came has no game", settings)
	}
}

// comes checks a team in, or marks it absent.
func (h *hall) comes(team int64, state tournament.TeamState) {
	h.t.Helper()
	expect.Must(h.service.CheckIn(h.t.Context(), h.event, h.as(h.chief, ""), team, state))(h.t)
}

// A team that goes after the draft was made, and whose opponent has a bye by hand, is published
// as absent: it stays one of those that groups and brackets are made for.
func TestADraftFollowsWhoGoes(t *testing.T) {
	t.Parallel()
	for _, settings := range []string{"system = 'team-swiss'", "system = 'round-robin', rounds = 7", "system = 'knockout', rounds = 3, matches_per_pairing = 1"} {
		h := newHall(t, 8)
		h.exec(`update section set tie_breaks = 'PTS', ` + settings)
		table := h.draft(1).Tables[2]
		goes, stays := table.First.TeamID, table.Second.TeamID
		h.comes(goes, tournament.TeamAbsent)
		h.ok(h.edit(tournament.DraftEditInput{DraftInput: h.at(1), Kind: tournament.EditBye, TeamID: stays, Bye: tournament.ByeHalf}))
		d := h.round(1).Draft
		expect.True(t, len(d.Loose) == 0 && slices.ContainsFunc(d.Byes, func(bye tournament.DraftBye) bool {
			return bye.TeamID == goes && bye.Kind == tournament.ByeZero && bye.Award == 0
		}),
			"%s: the absent team is not among the byes %+v, loose %+v", settings, d.Byes, d.Loose)
		h.publish(1)
		book := h.book()
		expect.True(t, book.Round(1).PairingOf(goes) != nil, "%s: round 1 does not know the absent team", settings)
		if !book.Section.System.Bracket() {
			continue
		}
		h.play(1)
		bracket := expect.Must(h.book().Bracket(2))(t)
		expect.Equal(t, len(bracket.Seeds), 8, "teams of the bracket")
		h.draft(2)
		h.publish(2)
		expect.True(t, h.book().Round(2).PairingOf(stays) != nil && h.book().Round(2).PairingOf(stays).Bye == nil, "the team with the bye is not in the next round")
	}
}

// What a draft shows of who plays is up to date wherever it is read, and a bye that somebody set
// stays whoever comes.
func TestADraftIsReadAsOfNow(t *testing.T) {
	t.Parallel()
	h := newHall(t, 8)
	h.comes(5, tournament.TeamAbsent)
	h.draft(1)
	refreshed := func() *tournament.Draft {
		t.Helper()
		d := h.round(1).Draft
		expect.Must(d.Refresh(h.book()))(t)
		return d
	}
	expect.Equal(t, len(refreshed().Loose), 0, "loose teams while nobody came")
	h.comes(5, tournament.TeamHere)
	d := refreshed()
	expect.True(t, len(d.Loose) == 1 && d.Loose[0].TeamID == 5 && d.Blocked(), "the team that came: loose %+v, problems %+v", d.Loose, d.Problems)
	expect.OK(t, h.edit(tournament.DraftEditInput{DraftInput: h.at(1), Kind: tournament.EditBye, TeamID: 5, Bye: tournament.ByeZero}))
	d = refreshed()
	expect.True(t, len(d.Loose) == 0 && !d.Blocked(), "a bye by hand: loose %+v, problems %+v", d.Loose, d.Problems)
	expect.Must(h.service.AddTeam(t.Context(), h.event, h.as(h.chief, ""), tournament.NewTeam{SectionID: hallSection, Name: "Late", Players: []tournament.NewPlayer{{FirstName: "Ana", LastName: "L"}, {FirstName: "Bo", LastName: "L"}}}))(t)
	d = refreshed()
	expect.True(t, len(d.Loose) == 1 && d.Blocked(), "a late entry: loose %+v, problems %+v", d.Loose, d.Problems)
}

// A draft that rests on a result which is open again is still read, checked and discarded.
func TestADraftOfAnOpenTieIsRead(t *testing.T) {
	t.Parallel()
	h := newHall(t, 4)
	h.exec(`update section set system = 'knockout', rounds = 2, matches_per_pairing = 1, tie_breaks = 'PTS'`)
	h.pair(1)
	h.play(1)
	h.draft(2)
	h.ok(h.service.UndoResult(t.Context(), h.event, h.as(h.chief, ""), h.match(1, 1).MatchID))
	d := h.round(2).Draft
	expect.Must(d.Refresh(h.book()))(t)
	expect.True(t, len(d.Problems) == 1 && d.Blocked() && strings.Contains(d.Problems[0].Sentence, "has no result yet"), "problems %+v", d.Problems)
	expect.Must(h.service.CheckDraft(t.Context(), h.event, h.as(h.chief, ""), h.at(2)))(t)
	expect.Must(h.service.DiscardDraft(t.Context(), h.event, h.as(h.chief, ""), h.at(2)))(t)
}

// A draft that was made by other settings is not published.
func TestADraftRestsOnSettings(t *testing.T) {
	t.Parallel()
	for _, changed := range []string{"first_table = 41", "accelerated = true", "bye_points = 1", "initial_colour = 'B'", "system = 'dutch'", "matches_per_pairing = 1", "rounds = 7"} {
		h := newHall(t, 7)
		h.draft(1)
		h.exec(`update section set ` + changed)
		_, err := h.service.PublishRound(t.Context(), h.event, h.as(h.chief, ""), tournament.PublishRound{DraftInput: h.at(1), Typed: 1})
		expect.Contains(t, fault.Message(err), "settings changed", "%s: published as it was: %v", changed, err)
		h.draft(1)
		h.publish(1)
	}
	h := newHall(t, 7)
	h.draft(1)
	h.exec(`update section set hall = 'Gym', round_minutes = 20`)
	h.publish(1)
}

// Many teams without an opponent are one problem to read, and none beside the fact that no
// pairing exists.
func TestManyWithoutOpponentAreToldOnce(t *testing.T) {
	t.Parallel()
	h := newHall(t, 8)
	h.exec(`update section set rounds = 9`)
	h.playRounds(7)
	d := h.draft(8)
	expect.MustTrue(t, d.NoPairing != nil && len(d.Problems) == 8, "everybody has met: %+v", d)
	expect.Equal(t, len(d.Told()), 0, "problems beside that")
	expect.OK(t, h.edit(tournament.DraftEditInput{DraftInput: h.at(8), Kind: tournament.EditPair, TeamID: 1, OtherID: 2}))
	d = h.round(8).Draft
	told := d.Told()
	expect.True(t, len(d.Loose) == 6 && len(told) == 2 && told[0].Sentence == "Without opponent or bye: 6." && d.Blocked(), "after one pair by hand: %+v", told)
	expect.OK(t, h.edit(tournament.DraftEditInput{DraftInput: h.at(8), Kind: tournament.EditPair, TeamID: 3, OtherID: 4}))
	told = h.round(8).Draft.Told()
	expect.True(t, len(told) == 6 && strings.Contains(told[0].Sentence+told[5].Sentence, "Team 000"), "four are named: %+v", told)
}
