package tournament_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

func TestPointsAsTheyAreTyped(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]int{
		"-1": -2, "+1": 2, "1": 2, " −1½ ": -3, "½": 1, "-½": -1, "0.5": 1, "-.5": -1, "2,5": 5, "3.0": 6, "0": 0,
	} {
		got, ok := tournament.ParsePoints(typed)
		expect.True(t, ok && got == want, "%q is %d half points (%v), want %d", typed, got, ok, want)
	}
	for _, typed := range []string{"", "-", "+", "--1", "+-1", "1-", "one", "0.25", "1000", "½½", ".", "1 2"} {
		got, ok := tournament.ParsePoints(typed)
		expect.True(t, !ok, "%q is read as %d half points", typed, got)
	}
}

func (h *hall) give(reason string, in tournament.GivePoints) (tournament.TeamPoints, error) {
	h.t.Helper()
	in.SectionID = hallSection
	return h.service.GivePoints(h.t.Context(), h.event, h.as(h.chief, reason), in)
}

func (h *hall) given() []tournament.GivenPoints {
	h.t.Helper()
	list := expect.Must(h.service.Reader().PointsGiven(h.t.Context(), h.event, hallSection))(h.t)
	return list
}

// Points that were given stand in the standings of their round and in the pairing of the
// next, and make a draft from before stale; taken back they are as if never given, and the
// list keeps both.
func TestPointsAreGivenAndTakenBack(t *testing.T) {
	t.Parallel()
	h := newHall(t, 6)
	h.draft(1)
	h.publish(1)
	h.play(1)
	before, err := h.book().Standings(0)
	expect.OK(t, err)
	leader := before.Rows[0]
	drafted := h.draft(2)
	expect.OK(t, expect.Err(h.give("Late twice", tournament.GivePoints{TeamID: leader.TeamID, Round: 1, MatchPoints: -3})))
	row := func() tournament.Standing {
		t.Helper()
		s := expect.Must(h.book().Standings(0))(t)
		row, _ := s.Of(leader.TeamID)
		return row
	}
	if got := row(); got.Points != leader.Points-3 || got.Adjusted != -3 || got.Rounds[0].Points != leader.Rounds[0].Points {
		t.Errorf("%d half points with %d beside the rounds and %d in round 1; before %d", got.Points, got.Adjusted, got.Rounds[0].Points, leader.Points)
	}
	in := expect.Must(h.book().PairingInput(2))(t)
	expect.True(t, in.Basis != drafted.Basis, "the draft from before does not count as stale")
	said := ""
	for _, table := range h.draft(2).Tables {
		if table.First.TeamID == leader.TeamID || table.Second.TeamID == leader.TeamID {
			said = strings.Join(table.In(fmt.Sprintf), " ")
		}
	}
	expect.Contains(t, said, "count −1½ given outside the rounds.", "the workbench says only")
	list := h.given()
	if len(list) != 1 || list[0].GamePoints != -3 || list[0].GivenName != "Dana Holt" || list[0].Reason != "Late twice" || list[0].TakenBackAt != nil {
		t.Fatalf("the list holds %+v", list)
	}
	back := func() error {
		_, err := h.service.TakeBackPoints(t.Context(), h.event, h.as(h.other, "The clock was wrong"), hallSection, list[0].PointsID)
		return err
	}
	expect.OK(t, back())
	if got := row(); got.Points != leader.Points || got.Adjusted != 0 {
		t.Errorf("taken back: %d half points with %d beside the rounds", got.Points, got.Adjusted)
	}
	if list = h.given(); len(list) != 1 || list[0].TakenBackName != "Ana Ruiz" || list[0].TakenBackReason != "The clock was wrong" {
		t.Errorf("the list forgets: %+v", list)
	}
	if err := back(); fault.Of(err) != fault.Conflict {
		t.Errorf("taken back twice: %v", err)
	}
}

// What cannot be is refused with what can, and nothing is written.
func TestPointsThatAreRefused(t *testing.T) {
	t.Parallel()
	h := newHall(t, 4)
	h.exec(`insert into incident (event_id, incident_id, section_id, state, opened_at) values (1, 1, 1, 'ruled', $1)`, h.now)
	h.exec(`insert into ruling (event_id, ruling_id, incident_id, level, made_by, made_by_name, at, verdict, follows, proposal, decision, articles, basis, sentence, reason, state)
		values (1, 1, 1, 'director', 1, 'Dana Holt', $1, 'upheld', false, '{}', '{}', '{}', '', '', 'x', 'overturned')`, h.now)
	none := 0
	for name, want := range map[string]struct {
		in     tournament.GivePoints
		reason string
		field  string
		words  string
	}{
		"no team":            {tournament.GivePoints{MatchPoints: 2}, "x", "team", "Choose a team of Open."},
		"nothing":            {tournament.GivePoints{TeamID: 1, GamePoints: &none}, "x", "match_points", "nothing would change"},
		"too many":           {tournament.GivePoints{TeamID: 1, MatchPoints: 22}, "x", "match_points", "bring 10 points"},
		"a round to come":    {tournament.GivePoints{TeamID: 1, Round: 1, MatchPoints: 2}, "x", "round", "from 0 (from the start) to 0"},
		"no reason":          {tournament.GivePoints{TeamID: 1, MatchPoints: 2}, " ", "reason", "Say why."},
		"an overturned one":  {tournament.GivePoints{TeamID: 1, MatchPoints: 2, RulingID: 1}, "x", "ruling", "that stands"},
		"an unknown ruling":  {tournament.GivePoints{TeamID: 1, MatchPoints: 2, RulingID: 9}, "x", "ruling", "that stands"},
		"too many of boards": {tournament.GivePoints{TeamID: 1, MatchPoints: 2, GamePoints: new(21)}, "x", "game_points", "bring 10 game points"},
	} {
		_, err := h.give(want.reason, want.in)
		expect.Contains(t, fault.Fields(err)[want.field], want.words, "%s: %v %q", name, err, fault.Fields(err))
	}
	list := h.given()
	expect.Equal(t, len(list), 0, "written all the same: %+v", list)
	expect.OK(t, expect.Err(h.give("Fair play", tournament.GivePoints{TeamID: 1, MatchPoints: 1})))
	_, err := h.give("Late", tournament.GivePoints{TeamID: 1, MatchPoints: -2})
	if fault.Of(err) != fault.Stale || !strings.Contains(fault.Message(err), "was given +½ points meanwhile (Dana Holt: Fair play), and the form says −1") {
		t.Errorf("from an old page: %v", err)
	}
	if _, err := h.give("Late", tournament.GivePoints{TeamID: 2, MatchPoints: -2}); err != nil {
		t.Errorf("another team: %v", err)
	}
	h.exec(`update section set system = 'knockout'`)
	if _, err := h.give("Late", tournament.GivePoints{TeamID: 3, MatchPoints: -2}); fault.Of(err) != fault.Conflict || !strings.Contains(fault.Message(err), "the ties decide") {
		t.Errorf("in a knockout: %v", err)
	}
}
