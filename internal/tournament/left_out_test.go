package tournament_test

import (
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/fault"
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
				if b.Kind != tournament.ByeZero || b.Award != 0 {
					t.Errorf("left out with %+v", b)
				}
				return b.Reason
			}
		}
		return ""
	}
	if _, err := h.service.LetIn(t.Context(), h.event, h.as(h.chief, ""), gone+1); fault.Of(err) != fault.Conflict {
		t.Errorf("a team that is not left out is let in: %v", err)
	}
	if err := h.service.RequestBye(t.Context(), h.event, h.as(h.chief, ""), gone, 2, tournament.ByeHalf); err != nil {
		t.Fatal(err)
	}
	d := h.draft(2)
	if said := bye(d); !strings.HasPrefix(said, "Left out: did not come in round 1.") || len(d.Tables) != 3 {
		t.Errorf("the draft says %q with %d tables", said, len(d.Tables))
	}
	if err := h.service.RequestBye(t.Context(), h.event, h.as(h.chief, ""), gone, 2, ""); err != nil {
		t.Fatal(err)
	}
	if _, err := h.service.LetIn(t.Context(), h.event, h.as(h.chief, "Their bus was late"), gone); err != nil {
		t.Fatal(err)
	}
	if said := bye(h.draft(2)); said != "" {
		t.Errorf("let in and still %q", said)
	}
	if _, err := h.service.LeaveOutAgain(t.Context(), h.event, h.as(h.chief, ""), gone); err != nil {
		t.Fatal(err)
	}
	if len(h.leftOut(2)) != 1 {
		t.Error("that it was let in is not taken back")
	}
	if _, err := h.service.LeaveOutAgain(t.Context(), h.event, h.as(h.chief, ""), gone); fault.Of(err) != fault.Conflict {
		t.Errorf("taken back twice: %v", err)
	}
	if _, err := h.service.LetIn(t.Context(), h.event, h.as(h.chief, ""), gone); err != nil {
		t.Fatal(err)
	}
	h.draft(2)
	h.publish(2)
	h.defaults(2, gone)
	if out := h.leftOut(3)[gone]; out.Why() != "Left out: did not come in rounds 1 and 2." {
		t.Errorf("after the second default: %q", out.Why())
	}
	h.exec(`update section set system = 'round-robin'`)
	if len(h.leftOut(3)) != 0 {
		t.Error("left out of a round robin")
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
		if (err == nil) != (want.sentence == "") || !strings.Contains(said, want.sentence) {
			t.Errorf("%s, by the team %v, round %d %q: %v %q", want.set, want.byTeam, want.round, want.kind, err, said)
		}
	}
}
