package tournament_test

import (
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

func (h *hall) substitute(reason string, team, leaves, joins int64) error {
	_, err := h.service.ChangePartner(h.t.Context(), h.event, h.as(h.chief, reason),
		tournament.PartnerChange{TeamID: team, Leaves: leaves, Joins: joins, Revision: h.book().Team(team).Revision})
	return err
}

// Players 1 and 2 are team 1; player 90 waits in the pool.
func partnerHall(t *testing.T, rulebook string) *hall {
	h := newHall(t, 2)
	h.exec(`insert into player (event_id, player_id, section_id, first_name, last_name, name_key, rating, created_at) values (1, 90, 1, 'Pia', 'Pool', 'pia pool', 1500, $1)`, h.now)
	h.exec(`update section set rulebook = $1`, rulebook)
	return h
}

func TestPartnersChangeFreelyBeforeTheFirstPublication(t *testing.T) {
	t.Parallel()
	h := partnerHall(t, "USCF-R")
	h.ok(h.substitute("", 1, 2, 90))
	book := h.book()
	members := book.Members(1)
	expect.True(t, len(members) == 2 && members[0].PlayerID == 1 && members[1].PlayerID == 90 && book.Team(1).Strength == 1500,
		"the team is %+v with strength %d", members, book.Team(1).Strength)
	pool := book.Pool()
	expect.True(t, len(pool) == 1 && pool[0].PlayerID == 2, "the pool is %+v", pool)
	if err := h.substitute("", 1, 3, 2); fault.Fields(err)["leaves"] == "" {
		t.Errorf("somebody of another team leaves: %v", err)
	}
	if err := h.substitute("", 1, 90, 3); fault.Fields(err)["joins"] == "" {
		t.Errorf("somebody who has a team joins: %v", err)
	}
	_, err := h.service.ChangePartner(t.Context(), h.event, h.as(h.chief, ""), tournament.PartnerChange{TeamID: 1, Leaves: 90, Joins: 2})
	expect.True(t, fault.Is(err, fault.Stale) && strings.Contains(fault.Message(err), "Pia Pool"), "an old form: %v", err)
}

func TestSubstitutionFollowsTheRulebook(t *testing.T) {
	t.Parallel()
	h := partnerHall(t, "USCF-R")
	h.pair(1)
	h.play(1)
	expect.Refused(t, h.substitute("ill", 1, 2, 90), fault.Conflict, "USCF-R 1")
	silent := partnerHall(t, "FIDEX")
	silent.draft(1)
	silent.publish(1)
	expect.Refused(t, silent.substitute("ill", 1, 2, 90), fault.Conflict, "Table 1 of round 1")
	silent.play(1)
	err := silent.substitute("", 1, 2, 90)
	expect.True(t, fault.Fields(err)["reason"] != "", "without a reason: %v", err)
	silent.ok(silent.substitute("ill since lunch", 1, 2, 90))
	seats := silent.seats(1)
	expect.Equal(t, seats[0], "1 3 4 2", "the round that was played is now told as %v", seats)
}
