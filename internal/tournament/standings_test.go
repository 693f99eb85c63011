package tournament_test

import (
	"slices"
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

func TestStandingsAfterFiveRounds(t *testing.T) {
	t.Parallel()
	h := newHall(t, 8)
	h.playRounds(5)
	s := expect.Must(h.book().Standings(0))(t)
	expect.MustTrue(t, s.Round == 5 && len(s.Rows) == 8 && s.Open == 0 && s.UnderReview == 0, "standings %+v", s)
	// The smaller id wins both matches of every pairing: team 1 has five times two points.
	expect.True(t, s.Rows[0].TeamID == 1 && s.Rows[0].Points == 20 && s.Rows[0].Values[0].String() == "10.0" && s.Rows[0].Values[5].String() == "5",
		"first is %+v", s.Rows[0])
	total := 0
	for i, row := range s.Rows {
		total += row.Points
		expect.True(t, i <= 0 || row.Points <= s.Rows[i-1].Points, "place %d has more points than the place before", row.Place)
	}
	expect.Equal(t, total, 4*4*5, "half points in all")
}

func TestStandingsSayWhatIsOpenAndUnderReview(t *testing.T) {
	t.Parallel()
	h := seated(t, 4)
	h.play(1)
	h.exec(`update match set under_review = true where match_id = 1`)
	h.exec(`delete from result_report where match_id = 4`)
	h.exec(`update match set state = 'open' where match_id = 4`)
	s := expect.Must(h.book().Standings(0))(t)
	expect.True(t, s.UnderReview == 1 && s.Open == 1, "under review %d, open %d; want 1 and 1", s.UnderReview, s.Open)
	first, _ := s.Of(1)
	expect.True(t, first.Provisional && first.Rounds[0].Review, "the row of the match under review is not provisional: %+v", first)
	second, _ := s.Of(2)
	expect.True(t, second.Points == 2 && second.Rounds[0].Open, "one match of two played: %+v", second)
}

func TestPreviewEqualsTheStandingsWithTheResultEntered(t *testing.T) {
	t.Parallel()
	h := newHall(t, 8)
	h.playRounds(3)
	book := h.book()
	p := book.Round(3).AtTable(1)
	match := p.Matches[0]
	won := tournament.Hypothetical{MatchID: match.MatchID, Slot1Points: match.Result.Slot2Points, Slot2Points: match.Result.Slot1Points}
	teams := []int64{p.TeamID(1), p.TeamID(2), 5, 8}
	before := expect.Must(book.Standings(0))(t)
	preview := expect.Must(before.After(won))(t)
	h.exec(`update result_report set slot1_points = $1, slot2_points = $2 where match_id = $3`, won.Slot1Points, won.Slot2Points, match.MatchID)
	want := expect.Must(h.book().Standings(0))(t)
	for _, id := range teams {
		row, _ := want.Of(id)
		got, err := preview.Of(id)
		expect.True(t, err == nil && got.Place == row.Place && got.Points == row.Points && slices.Equal(got.Values, row.Values),
			"team %d: preview place %d, %d half points, %v (%v); real %d, %d, %v", id, got.Place, got.Points, got.Values, err, row.Place, row.Points, row.Values)
	}
}

func TestForfeitsByesAndScoringPerPairing(t *testing.T) {
	t.Parallel()
	h := newHall(t, 5)
	h.exec(`update section set scoring = 'pairing', bye_points = 1`)
	h.pair(1)
	h.play(1)
	h.exec(`update result_report r set forfeit = true from match m where m.match_id = r.match_id and m.pairing_no = 1`)
	// One match each at table 2: the pairing is drawn.
	h.exec(`update result_report r set slot1_points = 2 - slot1_points, slot2_points = 2 - slot2_points from match m
		where m.match_id = r.match_id and m.pairing_no = 2 and m.match_no = 1`)
	book := h.book()
	s := expect.Must(book.Standings(0))(t)
	for _, want := range []struct {
		team   int64
		points int
	}{{1, 2}, {3, 0}, {2, 1}, {4, 1}, {5, 1}} {
		row, _ := s.Of(want.team)
		expect.True(t, row.Points == want.points, "team %d has %d half points, want %d", want.team, row.Points, want.points)
	}
	// A forfeited pairing is no meeting: 1 and 3 may meet again.
	in := expect.Must(book.PairingInput(2))(t)
	for _, p := range in.Tournament.Participants {
		expect.True(t, p.Number != 1 || p.Records[0].Kind.String() == "forfeit win", "team 1 has %s", p.Records[0].Kind)
		if p.Number == 2 && (p.Records[0].Points != 1 || p.Records[0].Secondary != 2) {
			t.Errorf("team 2 has %+v", p.Records[0])
		}
	}
}
