package dispute_test

import (
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// A penalty is for who sat there when the incident was called, not for who came in since; one for
// a later incident is for who came in.
func TestAPenaltyIsForWhoSatThere(t *testing.T) {
	t.Parallel()
	f := newFloor(t)
	f.exec(`insert into player (event_id, player_id, section_id, team_id, seat_order, first_name, last_name, name_key, created_at)
		values (1, 5, 1, 1, 3, 'Rosa', 'Lind', 'rosa lind', $1)`, f.now)
	penalized := func(incident int64) string {
		t.Helper()
		_, err := f.sign(incident, dispute.Sign{Choice: dispute.Otherwise, Reason: "seen", Decision: dispute.Decision{
			Penalties: []dispute.PersonPenalty{{Seat: "BB", Kind: rulebook.Warning, Offence: "noise"}},
		}})
		f.must(err)
		register, err := f.service.Reader().Penalties(t.Context(), event)
		f.must(err)
		for _, p := range register {
			if p.PlayerID != nil && p.MatchID != nil && f.file(incident).Standing().RulingID == p.RulingID {
				who, _ := f.file(incident).PlayerAt("BB")
				expect.True(t, who.PlayerID == *p.PlayerID, "the register has player %d, the card player %d", *p.PlayerID, who.PlayerID)
				return who.Name()
			}
		}
		t.Fatalf("no penalty of incident %d in %+v", incident, register)
		return ""
	}
	before := f.open(1)
	f.now = f.now.Add(time.Minute)
	f.exec(`update game set black_id = 5 where match_id = 1 and board = 'B'`)
	f.exec(`insert into substitution (event_id, match_id, number, team_id, seat, out_id, in_id, by_name, reason, at) values (1, 1, 1, 1, 'BB', 2, 5, 'Ana', 'ill', $1)`, f.now)
	f.now = f.now.Add(time.Minute)
	expect.Equal(t, penalized(before), "Theo Lindgren", "called before the substitution: the penalty is for")
	after := f.open(1)
	expect.Equal(t, penalized(after), "Rosa Lind", "called after it: the penalty is for")
	f.exec(`update player set team_id = null, seat_order = null where player_id = 5`)
	if who, ok := f.file(after).PlayerAt("BB"); !ok || who.Name() != "Rosa Lind" {
		t.Errorf("who has left the team is told as %q", who.Name())
	}
}
