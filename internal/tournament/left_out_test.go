package tournament_test

import (
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// defaults plays a round, to which a team did not come.
func (h *hall) defaults(round int, team int64) {
	h.t.Helper()
	h.play(round)
	p := h.book().Round(round).PairingOf(team)
	for _, m := range p.Matches {
		h.exec(`update result_report set outcome = $2, slot1_points = $3, slot2_points = $4, forfeit = true where match_id = $1`,
			m.MatchID, map[int]string{1: "slot2", 2: "slot1"}[p.Slot(team)], 2*(p.Slot(team)-1), 2*(2-p.Slot(team)))
	}
}

func (h *hall) leftOut(round int) map[int64]tournament.LeftOut {
	h.t.Helper()
	return tournament.LeftOutOf(h.book(), round)
}

// A team that did not come is left out of the next pairings where the section says so, and the
// draft says why; let in again it is paired, until it does not come once more.
func TestATeamThatDidNotComeIsLeftOut(t *testing.T) {
	t.Parallel()
	h := newHall(t, 8)
	h.draft(1)
	h.publish(1)
	gone := h.book().Round(1).AtTable(1).TeamID(1)
	h.defaults(1, gone)
	if out := h.leftOut(2); len(out) != 0 {
		t.Fatalf("left out though the section does not say so: %v", out)
	}
	h.exec(`update section set leave_out_after = 2`)
	if out := h.leftOut(2); len(out) != 0 {
		t.Fatalf("left out after one default of two: %v", out)
	}
	h.exec(`update section set leave_out_after = 1`)
	bye := func(d *tournament.Draft) string {
		t.Helper()
		for _, b := range d.Byes {
			if b.TeamID == gone {
				expect.True(t, b.Kind == tournament.ByeZero && b.Award == 0, "left out with %+v", b)
				return b.Reason
			}
		}
		return ""
	}
	if _, err := h.service.LetIn(t.Context(), h.event, h.as(h.chief, ""), gone+1); fault.Of(err) != fault.Conflict {
		t.Errorf("a team that is not left out is let in: %v", err)
	}
	expect.OK(t, h.service.RequestBye(t.Context(), h.event, h.as(h.chief, ""), gone, 2, tournament.ByeHalf))
	d := h.draft(2)
	said := bye(d)
	expect.True(t, strings.HasPrefix(said, "Left out: did not come in round 1.") && len(d.Tables) == 3, "the draft says %q with %d tables", said, len(d.Tables))
	expect.OK(t, h.service.RequestBye(t.Context(), h.event, h.as(h.chief, ""), gone, 2, ""))
	expect.OK(t, expect.Err(h.service.LetIn(t.Context(), h.event, h.as(h.chief, "Their bus was late"), gone)))
	expect.Equal(t, bye(h.draft(2)), "", "let in and still")
	expect.OK(t, expect.Err(h.service.LeaveOutAgain(t.Context(), h.event, h.as(h.chief, ""), gone)))
	expect.Equal(t, len(h.leftOut(2)), 1, "that it was let in is not taken back")
	if _, err := h.service.LeaveOutAgain(t.Context(), h.event, h.as(h.chief, ""), gone); fault.Of(err) != fault.Conflict {
		t.Errorf("taken back twice: %v", err)
	}
	expect.OK(t, expect.Err(h.service.LetIn(t.Context(), h.event, h.as(h.chief, ""), gone)))
	h.draft(2)
	h.publish(2)
	h.defaults(2, gone)
	if out := h.leftOut(3)[gone]; out.Why().String() != "Left out: did not come in rounds 1 and 2." {
		t.Errorf("after the second default: %q", out.Why())
	}
	h.exec(`update section set system = 'rotating-partners'`)
	expect.Equal(t, len(h.leftOut(3)), 0, "left out with rotating partners")
}

// In a table whoever would have met a team that is left out is free; let in, it plays its table on.
func TestATeamIsLeftOutOfATable(t *testing.T) {
	t.Parallel()
	for _, system := range []string{"round-robin", "dutch"} {
		h := newHall(t, 6)
		h.exec(`update section set system = $1, leave_out_after = 1, bye_points = 2`, system)
		h.draft(1)
		h.publish(1)
		gone := h.book().Round(1).AtTable(1).TeamID(1)
		h.defaults(1, gone)
		d := h.draft(2)
		kinds := map[tournament.ByeKind]int{}
		for _, b := range d.Byes {
			kinds[b.Kind]++
			expect.Equal(t, (b.TeamID == gone), strings.HasPrefix(b.Reason, "Left out: did not come in round 1."), "%s: team %d: %q", system, b.TeamID, b.Reason)
		}
		expect.True(t, len(d.Tables) == 2 && len(d.Loose) == 0 && kinds[tournament.ByeZero] == 1 && kinds[tournament.ByePairing] == 1,
			"%s: round 2 has %d tables, byes %v, loose %v", system, len(d.Tables), kinds, d.Loose)
		h.publish(2)
		h.play(2)
		expect.OK(t, expect.Err(h.service.LetIn(t.Context(), h.event, h.as(h.chief, ""), gone)))
		if d := h.draft(3); len(d.Tables) != 3 {
			t.Errorf("%s: let in, and round 3 has %d tables", system, len(d.Tables))
		}
	}
}

// In a bracket a team that lost its semifinal by not coming does not play for third place: the other
// one goes through, and the bracket goes on from there.
func TestATeamIsLeftOutOfTheMatchForThirdPlace(t *testing.T) {
	t.Parallel()
	h := newHall(t, 4)
	h.exec(`update section set system = 'knockout', rounds = 2, third_place = true, leave_out_after = 1, matches_per_pairing = 1`)
	h.pair(1)
	h.playRandom(1, true)
	p := h.book().Round(1).AtTable(1)
	gone, other := p.TeamID(2), int64(0)
	h.exec(`update result_report set outcome = 'slot1', slot1_points = 2, slot2_points = 0, forfeit = true where match_id = $1`, p.Matches[0].MatchID)
	d := h.draft(2)
	expect.MustTrue(t, len(d.Tables) == 1 && len(d.Byes) == 2 && len(d.Loose) == 0, "round 2: %+v", d)
	for _, b := range d.Byes {
		if b.TeamID != gone {
			other = b.TeamID
		} else if b.Kind != tournament.ByeZero || !strings.HasPrefix(b.Reason, "Left out: did not come in round 1.") {
			t.Errorf("the team that did not come has %+v", b)
		}
	}
	expect.True(t, len(d.Notes) == 1 && strings.Contains(d.Notes[0], "Third place") && strings.Contains(d.Notes[0], "left out"), "the draft says %q", d.Notes)
	h.publish(2)
	h.playRandom(2, true)
	s := expect.Must(h.book().Standings(0))(t)
	third, last := rowOf(t, s, other), rowOf(t, s, gone)
	expect.True(t, third.Place == 3 && last.Place == 4, "the one who was there is on place %d, the one who was not on %d", third.Place, last.Place)
	err := h.book().FitsBracket(2, false)
	expect.True(t, err == nil, "the rounds are no bracket: %v", err)
}

// A knockout has no byes on request: not for a round, not when check-in closes, not as a setting.
func TestAKnockoutHasNoByes(t *testing.T) {
	t.Parallel()
	h := newHall(t, 8)
	ctx := t.Context()
	ask := func(round int) string {
		return fault.Fields(h.service.RequestBye(ctx, h.event, h.as(h.chief, ""), 1, round, tournament.ByeZero))["round"]
	}
	h.exec(`update section set system = 'groups-knockout', group_count = 2, advance = 2, rounds = 5, no_half_in_last = 1`)
	expect.Equal(t, h.book().Section.LastRounds(), "the last round of the groups (round 3)", "no byes in")
	expect.Equal(t, ask(3), "", "refused in a round of the groups")
	expect.Contains(t, ask(4), "Round 4 of Open is a round of the knockout, which has no byes on request", "a semifinal")
	h.exec(`update section set system = 'knockout', group_count = 1, advance = 0, rounds = 3, no_half_in_last = 0`)
	expect.Contains(t, ask(1), "no byes on request", "round 1 of a knockout")
	h.exec(`update team set state = 'entered' where team_id = 2`)
	err := h.service.CloseCheckIn(ctx, h.event, h.as(h.chief, ""), 1, map[int64]tournament.CheckInChoice{2: tournament.ChoiceBye})
	expect.Contains(t, fault.Fields(err)["team2"], "no byes on request", "check-in: %v", err)
	edit := func(set func(*tournament.NewSection)) (tournament.Section, error) {
		to := tournament.SettingsOf(h.book().Section)
		set(&to)
		return h.service.EditSection(ctx, h.event, h.as(h.chief, ""), tournament.SectionEdit{SectionID: 1, Revision: h.book().Section.Revision, To: to})
	}
	if _, err := edit(func(n *tournament.NewSection) { n.NoHalfInLast = 2 }); !strings.Contains(fault.Fields(err)["no_half_in_last"], "A knockout has no byes on request, in no round") {
		t.Errorf("last rounds without byes: %v %v", err, fault.Fields(err))
	}
	if _, err := h.service.AddSection(ctx, h.event, h.as(h.chief, ""), tournament.NewSection{Name: "Cup", Rulebook: "FIDEX", System: tournament.Knockout, NoHalfInLast: 1}); fault.Fields(err)["no_half_in_last"] == "" {
		t.Errorf("a new knockout: %v", err)
	}
	if _, err := h.service.AddSection(ctx, h.event, h.as(h.chief, ""), tournament.NewSection{Name: "Rotates", Rulebook: "FIDEX", System: tournament.Rotating, LeaveOutAfter: 1}); !strings.Contains(fault.Fields(err)["leave_out_after"], "nobody is left out by it") {
		t.Errorf("rotating partners: %v", err)
	}
	h.exec(`update section set no_half_in_last = 2`) // it was a Swiss once
	if s, err := edit(func(n *tournament.NewSection) { n.Hall = "North" }); err != nil || s.NoHalfInLast != 0 {
		t.Errorf("what stood there before is in the way: %v, %d", err, s.NoHalfInLast)
	}
}

// Which byes a team may ask for, and whether one stays, is the section's word.
func TestByesThatASectionGives(t *testing.T) {
	t.Parallel()
	h := newHall(t, 4)
	desk, team := h.as(h.chief, ""), h.as(h.chief, "")
	team.Actor.TeamID, team.Actor.AccountID = 1, 0
	for _, want := range []struct {
		set      string
		byTeam   bool
		round    int
		kind     tournament.ByeKind
		sentence string // of the refusal; empty for none
	}{
		{"bye_kinds = 'any'", true, 3, tournament.ByeFull, "A full-point bye is given at the desk."},
		{"bye_kinds = 'any'", false, 3, tournament.ByeFull, ""},
		{"bye_kinds = 'half'", false, 3, tournament.ByeFull, ""}, // it has it
		{"bye_kinds = 'half'", false, 2, tournament.ByeFull, "gives no full-point byes on request"},
		{"bye_kinds = 'full'", true, 2, tournament.ByeHalf, "gives no half-point byes on request"},
		{"bye_kinds = 'full', requested_bye_limit = 1", true, 2, tournament.ByeFull, "used its limit of 1"},
		{"requested_bye_limit = 2, no_half_in_last = 2", true, 4, tournament.ByeFull, "gives no full-point byes in the last 2 rounds"},
		{"bye_kinds = 'zero'", true, 2, tournament.ByeHalf, "gives no half-point byes on request"},
		{"byes_stay = true", true, 3, "", "is not taken back or changed"},
		{"byes_stay = true", false, 3, tournament.ByeZero, "is not taken back or changed"},
		{"byes_stay = true", true, 2, tournament.ByeZero, ""},
		{"byes_stay = false", true, 3, "", ""},
	} {
		h.exec(`update section set ` + want.set)
		cmd := desk
		if want.byTeam {
			cmd = team
		}
		cmd.Key = h.as(h.chief, "").Key
		err := h.service.RequestBye(t.Context(), h.event, cmd, 1, want.round, want.kind)
		said := fault.Fields(err)["kind"]
		expect.True(t, (err == nil) == (want.sentence == "") && strings.Contains(said, want.sentence),
			"%s, by the team %v, round %d %q: %v %q", want.set, want.byTeam, want.round, want.kind, err, said)
	}
}
