package tournament_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

func (h *hall) prizes(reason string, plan tournament.PrizePlan) (tournament.PrizePlan, error) {
	h.t.Helper()
	return h.service.SavePrizes(h.t.Context(), h.event, h.as(h.chief, reason), tournament.PrizeSettings{SectionID: hallSection, Plan: plan})
}

func (h *hall) awards() tournament.Awards {
	h.t.Helper()
	s := expect.Must(h.book().Standings(0))(h.t)
	a := expect.Must(s.Awards())(h.t)
	return a
}

var somePrizes = []tournament.Prize{
	{Name: "1st", Place: 1, Money: 30000},
	{Name: "2nd", Place: 2, Money: 20000},
	{Name: "Cup", Place: 1},
	{Name: "Best girls' team", Category: "Girls", Place: 1, Money: 5000},
	{Name: "Best club", Category: "School", Place: 1},
}

func TestPrizesAreSavedAndGiven(t *testing.T) {
	t.Parallel()
	h := newHall(t, 4)
	h.exec(`update section set rounds = 1`)
	h.exec(`update team set categories = 'K-5, girls' where team_id in (2, 4)`)
	h.exec(`update team set school = 'North' where team_id = 3`)
	saved, err := h.prizes("", tournament.PrizePlan{Split: "even", Public: true, Currency: "$", Prizes: somePrizes})
	expect.MustTrue(t, err == nil && saved.Revision == 1, "%+v, %v", saved, err)
	if got := h.book().Prizes; !cmp.Equal(got, saved) {
		t.Fatalf("the book has other prizes: %s", cmp.Diff(saved, got))
	}
	if a := h.awards(); a.Final() || a.Complete() {
		t.Error("the awards are final before round 1")
	}
	h.pair(1)
	h.play(1) // 1 beats 3, 2 beats 4
	a := h.awards()
	expect.True(t, a.Final(), "the awards are not final after the last round")
	money, titles := map[int64]int{}, map[int64]string{}
	for _, g := range a.Given {
		if g.Money == 0 {
			titles[g.TeamID] += g.Prizes[0].Name
			continue
		}
		money[g.TeamID] += g.Money
		expect.True(t, g.Category != "" || cmp.Equal(g.With, []int64{1, 2}), "%+v is divided with %v", g, g.With)
	}
	expect.NoDiff(t, cmp.Diff(map[int64]int{1: 25000, 2: 25000, 4: 5000}, money), "money")
	expect.Contains(t, titles[3], "Best club", "titles: %v", titles)
}

func TestPrizesThatCannotBeSaved(t *testing.T) {
	t.Parallel()
	h := newHall(t, 4)
	_, err := h.prizes("", tournament.PrizePlan{Split: "lots", Currency: "dollars", Prizes: []tournament.Prize{
		{Name: "", Place: 0, Money: -1}, {Name: "1st", Place: 1, Money: 100, Category: "Girls"}, {Name: "one", Place: 1, Money: 5, Category: "GIRLS"}, {Name: "x", Place: 1, Category: "A, B"},
	}})
	for field, words := range map[string]string{
		"split": "divide", "currency": "at most 4 characters", "prizes.0.name": "name", "prizes.0.place": "1 to 999", "prizes.0.money": "0 for a trophy",
		"prizes.2.place": "“1st” gives money", "prizes.3.category": "one category",
	} {
		refused(t, err, field, words)
	}
	plan := tournament.PrizePlan{Split: "place", Prizes: somePrizes[:1]}
	expect.Must(h.prizes("", plan))(t)
	plan.Prizes = somePrizes[1:2]
	_, err = h.prizes("", plan)
	is(t, err, fault.Stale, "1st 300.00", "2nd 200.00")
	h.pair(1)
	plan.Revision = 1
	_, err = h.prizes("", plan)
	refused(t, err, "reason", "announced")
	if saved, err := h.prizes("a sponsor came", plan); err != nil || saved.Revision != 2 {
		t.Errorf("%+v, %v", saved, err)
	}
}

func TestWhoIsInACategory(t *testing.T) {
	t.Parallel()
	rating := func(n int) *int { return &n }
	id := int64(1)
	b := &tournament.SectionBook{Players: []tournament.Player{{TeamID: &id, Rating: rating(1100)}, {TeamID: &id, Rating: rating(1299)}}}
	b.Index()
	team := tournament.Team{TeamID: 1, Categories: "Girls,  K-5"}
	for category, want := range map[string]bool{
		"": true, "girls": true, "K-5": true, "Boys": false, "U1200": true, "u1199": false, "School": false, "U": false, "U0": false, "U99999": false,
	} {
		expect.Equal(t, b.InCategory(team, category), want, "in %q", category)
	}
	b.Players[0].Rating = nil
	b.Index()
	expect.True(t, !b.InCategory(team, "U1200"), "a team with an unrated player is under a limit")
}

func TestACorrectionTellsWhichPrizesMove(t *testing.T) {
	t.Parallel()
	h := newHall(t, 4)
	expect.Must(h.prizes("", tournament.PrizePlan{Split: "place", Prizes: somePrizes[:3]}))(t)
	h.pair(1)
	h.play(1)
	book := h.book()
	m := book.Rounds[0].AtTable(1).Matches
	e := expect.Must(book.CorrectionEffect(tournament.Correction{MatchID: m[0].MatchID, Outcome: tournament.SecondWins}))(t)
	found := false
	for _, c := range e.Prizes {
		if c.TeamID == 1 { // shared the first place; half of its points are gone
			found = c.MoneyBefore == 25000 && c.MoneyAfter == 10000 && cmp.Equal(c.TitlesBefore, []string{"Cup"}) && c.TitlesAfter == nil
		}
	}
	expect.True(t, found && len(e.Prizes) == 3, "prizes move: %+v", e.Prizes)
}

// Behind groups the prizes go by the places of the knockout: points of different groups
// mean nothing next to each other, so nothing is divided by them, whatever the plan
// says. Only the place that the bracket leaves shared is divided.
func TestPrizesOfGroupsAndAKnockout(t *testing.T) {
	t.Parallel()
	for _, split := range []string{"place", "even", "hort"} {
		h := newHall(t, 6)
		h.exec(`update section set system = 'groups-knockout', group_count = 2, advance = 2, rounds = 5, tie_breaks = 'PTS', bye_points = 0`)
		h.exec(`update team set categories = 'girls'`)
		if _, err := h.prizes("", tournament.PrizePlan{Split: split, Currency: "$", Prizes: []tournament.Prize{
			{Name: "1st", Place: 1, Money: 50_000},
			{Name: "2nd", Place: 2, Money: 30_000},
			{Name: "3rd", Place: 3, Money: 10_000},
			{Name: "4th", Place: 4, Money: 5_000},
			{Name: "Best girls", Category: "girls", Place: 1, Money: 6_000},
		}}); err != nil {
			t.Fatal(err)
		}
		for n := 1; n <= 5; n++ {
			if n == 4 {
				h.decideLevel()
			}
			h.next(n, true)
		}
		s := expect.Must(h.book().Standings(0))(t)
		place, want, got := map[int64]int{}, map[int64]int{}, map[int64]int{}
		for _, row := range s.Rows {
			place[row.TeamID] = row.Place
			switch {
			case row.Place == 1:
				want[row.TeamID] = 50_000
			case row.Place == 2:
				want[row.TeamID] = 30_000
			case row.Place == 3: // both losers of the semifinals
				want[row.TeamID] = 7_500
			}
		}
		for _, g := range h.awards().Given {
			if g.Category == "" {
				got[g.TeamID] += g.Money
			} else if place[g.TeamID] < 5 {
				t.Errorf("%s: %+v goes to place %d, which has more from the open prizes", split, g, place[g.TeamID])
			}
		}
		expect.NoDiff(t, cmp.Diff(want, got), "%s (-want +got)", split)
	}
}
