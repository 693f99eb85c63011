package tournament_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// seats are WA, BA, WB, BB of every match of table 1, as player ids.
func (h *hall) seats(round int) []string {
	var list []string
	id := func(p *int64) int64 {
		if p == nil {
			return 0
		}
		return *p
	}
	for _, m := range h.book().Round(round).AtTable(1).Matches {
		list = append(list, fmt.Sprint(id(m.Games[0].WhiteID), id(m.Games[0].BlackID), id(m.Games[1].WhiteID), id(m.Games[1].BlackID)))
	}
	return list
}

// Teams 1 and 2 meet: players 1 and 2 against 3 and 4.
func TestSeatsTurnAsTheTemplateSays(t *testing.T) {
	t.Parallel()
	for rotation, want := range map[tournament.SeatRotation][]string{
		tournament.RotateColours:   {"1 3 4 2", "3 1 2 4", "1 3 4 2", "3 1 2 4"},
		tournament.RotateOpponents: {"1 3 4 2", "4 1 2 3", "1 4 3 2", "3 1 2 4"},
		tournament.RotateNothing:   {"1 3 4 2", "1 3 4 2", "1 3 4 2", "1 3 4 2"},
	} {
		t.Run(string(rotation), func(t *testing.T) {
			t.Parallel()
			h := newHall(t, 2)
			h.exec(`update section set matches_per_pairing = 4, seat_rotation = $1, bye_points = 4`, rotation)
			h.pair(1)
			got := h.seats(1)
			expect.Equal(t, cmp.Diff(want, got), "", "seats %v, want %v", got, want)
		})
	}
}

// With four matches everybody meets both opponents with both colours.
func TestRotatingOpponentsIsFair(t *testing.T) {
	t.Parallel()
	met := map[string]int{}
	for match := 1; match <= 4; match++ {
		seating := tournament.RotateOpponents.Seating(match)
		white, black := seating.Side1Slot, 3-seating.Side1Slot
		for board := 1; board <= 2; board++ {
			w, b := white, black
			if board == 2 {
				w, b = black, white
			}
			met[fmt.Sprint(w, ".", seating.Player(w, board), " has White against ", b, ".", seating.Player(b, board))]++
		}
	}
	for pair, times := range met {
		expect.Equal(t, times, 1, "%s times", pair)
	}
	expect.Equal(t, len(met), 8, "meetings, want every player of a team with both colours against both of the other, 8 in all")
}

func TestTheSeatRotationIsFrozenWithTheTemplate(t *testing.T) {
	t.Parallel()
	h := newHall(t, 2)
	save := func(over bool, reason string, rotation tournament.SeatRotation) error {
		section := h.book().Section
		to := tournament.SettingsOf(section)
		to.SeatRotation = rotation
		_, err := h.service.EditSection(t.Context(), h.event, journal.Command{Actor: h.chief, Reason: reason},
			tournament.SectionEdit{SectionID: hallSection, Revision: section.Revision, To: to, OverFreeze: over})
		return err
	}
	h.ok(save(false, "", tournament.RotateOpponents))
	expect.Refused(t, save(false, "", "sideways"), fault.Invalid)
	h.pair(1)
	if err := save(false, "we like it so", tournament.RotateColours); fault.Fields(err)["seat_rotation"] == "" {
		t.Errorf("after round 1 is published: %v", err)
	}
	h.ok(save(true, "the sheet on the wall says so", tournament.RotateColours))
}
