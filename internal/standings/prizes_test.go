package standings_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/tandemchess/tandem/internal/standings"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// scored makes standings with the given scores for participants 1, 2, ...
func scored(t *testing.T, list string, half ...int) *standings.Table {
	in := standings.Input{Match: standings.Scores{Win: 4, Draw: 2}}
	for i, h := range half {
		in.Participants = append(in.Participants, standings.Participant{
			Number: i + 1, Rating: 1000, Records: []standings.Record{{Kind: standings.FullBye, Points: h}},
		})
	}
	return compute(t, in, list)
}

func TestPrizes(t *testing.T) {
	open := []standings.Prize{{Name: "1st", Place: 1, Money: 100}, {Name: "2nd", Place: 2, Money: 51}, {Name: "3rd", Place: 3, Money: 30}}
	under := standings.Prize{Name: "best under 1600", Category: "U1600", Place: 1, Money: 60}
	cup := standings.Prize{Name: "cup", Place: 1}
	for name, test := range map[string]struct {
		codes   string
		scores  []int
		prizes  []standings.Prize
		members map[string][]int
		rules   standings.PrizeRules
		want    []standings.Award
		left    []standings.Prize
	}{
		"by place": {"PTS", []int{2, 8, 6}, open, nil, standings.PrizeRules{}, []standings.Award{
			{Number: 2, Prizes: []standings.Prize{open[0]}, Money: 100, With: []int{2}},
			{Number: 3, Prizes: []standings.Prize{open[1]}, Money: 51, With: []int{3}},
			{Number: 1, Prizes: []standings.Prize{open[2]}, Money: 30, With: []int{1}},
		}, nil},
		"shared place, the odd unit to the first": {"PTS", []int{8, 8, 6}, open, nil, standings.PrizeRules{}, []standings.Award{
			{Number: 1, Prizes: []standings.Prize{open[0], open[1]}, Money: 76, With: []int{1, 2}},
			{Number: 2, Prizes: []standings.Prize{open[0], open[1]}, Money: 75, With: []int{1, 2}},
			{Number: 3, Prizes: []standings.Prize{open[2]}, Money: 30, With: []int{3}},
		}, nil},
		"tie-breaks decide": {"PTS,TPN", []int{8, 8, 6}, open[:2], nil, standings.PrizeRules{}, []standings.Award{
			{Number: 1, Prizes: []standings.Prize{open[0]}, Money: 100, With: []int{1}},
			{Number: 2, Prizes: []standings.Prize{open[1]}, Money: 51, With: []int{2}},
		}, nil},
		"tie-breaks do not decide money": {"PTS,TPN", []int{8, 8, 6}, append([]standings.Prize{cup}, open[:2]...), nil, standings.PrizeRules{Split: standings.Evenly}, []standings.Award{
			{Number: 1, Prizes: []standings.Prize{open[0], open[1]}, Money: 76, With: []int{1, 2}},
			{Number: 1, Prizes: []standings.Prize{cup}, With: []int{1}},
			{Number: 2, Prizes: []standings.Prize{open[0], open[1]}, Money: 75, With: []int{1, 2}},
		}, nil},
		"the larger of two, the other passes on": {"PTS", []int{8, 6, 4, 2}, append([]standings.Prize{under}, open...), map[string][]int{"U1600": {3, 4}}, standings.PrizeRules{}, []standings.Award{
			{Number: 1, Prizes: []standings.Prize{open[0]}, Money: 100, With: []int{1}},
			{Number: 2, Prizes: []standings.Prize{open[1]}, Money: 51, With: []int{2}},
			{Number: 3, Category: "U1600", Prizes: []standings.Prize{under}, Money: 60, With: []int{3}},
			{Number: 4, Prizes: []standings.Prize{open[2]}, Money: 30, With: []int{4}},
		}, nil},
		"both of two": {"PTS", []int{8, 6, 4, 2}, append([]standings.Prize{under}, open...), map[string][]int{"U1600": {3, 4}}, standings.PrizeRules{Several: true}, []standings.Award{
			{Number: 1, Prizes: []standings.Prize{open[0]}, Money: 100, With: []int{1}},
			{Number: 2, Prizes: []standings.Prize{open[1]}, Money: 51, With: []int{2}},
			{Number: 3, Category: "U1600", Prizes: []standings.Prize{under}, Money: 60, With: []int{3}},
			{Number: 3, Prizes: []standings.Prize{open[2]}, Money: 30, With: []int{3}},
		}, nil},
		"one of the tied takes the category": {"PTS", []int{8, 8}, []standings.Prize{open[0], under}, map[string][]int{"U1600": {2}}, standings.PrizeRules{}, []standings.Award{
			{Number: 1, Prizes: []standings.Prize{open[0]}, Money: 100, With: []int{1}},
			{Number: 2, Category: "U1600", Prizes: []standings.Prize{under}, Money: 60, With: []int{2}},
		}, nil},
		"half by place, half evenly": {"PTS,TPN", []int{8, 8, 6}, open, nil, standings.PrizeRules{Split: standings.Hort}, []standings.Award{
			{Number: 1, Prizes: open[:2], Money: 88, With: []int{1, 2}, Own: open[:1], Level: 1}, // 151/4 + 100/2, and the odd unit
			{Number: 2, Prizes: open[:2], Money: 63, With: []int{1, 2}, Own: open[1:2], Level: 1},
			{Number: 3, Prizes: open[2:], Money: 30, With: []int{3}},
		}, nil},
		"a shared place inside a Hort division": {"PTS", []int{8, 8, 6}, open[:2], nil, standings.PrizeRules{Split: standings.Hort}, []standings.Award{
			{Number: 1, Prizes: open[:2], Money: 76, With: []int{1, 2}, Own: open[:2], Level: 2},
			{Number: 2, Prizes: open[:2], Money: 75, With: []int{1, 2}, Own: open[:2], Level: 2},
		}, nil},
		"Hort, one of the tied takes the category": {"PTS,TPN", []int{8, 8, 8, 6}, append([]standings.Prize{under}, open[:2]...), map[string][]int{"U1600": {3, 4}}, standings.PrizeRules{Split: standings.Hort}, []standings.Award{
			{Number: 1, Prizes: open[:2], Money: 88, With: []int{1, 2}, Own: open[:1], Level: 1}, // 151/4 + 100/2, and the odd unit
			{Number: 2, Prizes: open[:2], Money: 63, With: []int{1, 2}, Own: open[1:2], Level: 1},
			{Number: 3, Category: "U1600", Prizes: []standings.Prize{under}, Money: 60, With: []int{3}},
		}, nil},
		"Hort, both of two": {"PTS,TPN", []int{8, 8, 8, 6}, append([]standings.Prize{under}, open[:2]...), map[string][]int{"U1600": {3, 4}}, standings.PrizeRules{Split: standings.Hort, Several: true}, []standings.Award{
			{Number: 1, Prizes: open[:2], Money: 76, With: []int{1, 2, 3}, Own: open[:1], Level: 1}, // 151/6 + 100/2, and the odd unit
			{Number: 2, Prizes: open[:2], Money: 50, With: []int{1, 2, 3}, Own: open[1:2], Level: 1},
			{Number: 3, Category: "U1600", Prizes: []standings.Prize{under}, Money: 60, With: []int{3}},
			{Number: 3, Prizes: open[:2], Money: 25, With: []int{1, 2, 3}, Own: []standings.Prize{}, Level: 1},
		}, nil},
		"the choice compares equal parts, also under Hort": {"PTS,TPN", []int{8, 8}, []standings.Prize{open[0], under}, map[string][]int{"U1600": {1}}, standings.PrizeRules{Split: standings.Hort}, []standings.Award{
			{Number: 1, Category: "U1600", Prizes: []standings.Prize{under}, Money: 60, With: []int{1}}, // though 100/4 + 100/2 would be more
			{Number: 2, Prizes: open[:1], Money: 100, With: []int{2}},
		}, nil},
		"nobody can win it": {"PTS", []int{8}, []standings.Prize{under, cup}, map[string][]int{"U1600": nil}, standings.PrizeRules{}, []standings.Award{
			{Number: 1, Prizes: []standings.Prize{cup}, With: []int{1}},
		}, []standings.Prize{under}},
	} {
		t.Run(name, func(t *testing.T) {
			awards, left, err := scored(t, test.codes, test.scores...).Prizes(test.prizes, test.members, test.rules)
			expect.OK(t, err)
			expect.NoDiff(t, cmp.Diff(test.want, awards), "awards (-want +got)")
			expect.NoDiff(t, cmp.Diff(test.left, left), "left (-want +got)")
		})
	}
}

func TestPrizeErrors(t *testing.T) {
	table := scored(t, "PTS", 2, 4)
	for name, prizes := range map[string][]standings.Prize{
		"place 0":          {{Name: "x", Place: 0, Money: 1}},
		"negative":         {{Name: "x", Place: 1, Money: -1}},
		"twice":            {{Name: "x", Place: 1, Money: 1}, {Name: "y", Place: 1, Money: 2}},
		"unknown category": {{Name: "x", Place: 1, Money: 1, Category: "U1600"}},
	} {
		_, _, err := table.Prizes(prizes, nil, standings.PrizeRules{})
		expect.True(t, err != nil, "%s: no error", name)
	}
}

// All money is paid or left; nobody is paid from two categories unless the rules
// allow it; those who share a category's places get the same but for one unit.
func TestPrizeMoney(t *testing.T) {
	table := compute(t, randomSwiss(5, 20, 4), "PTS")
	rapid.Check(t, func(t *rapid.T) {
		rules := standings.PrizeRules{Several: rapid.Bool().Draw(t, "several"), Split: standings.Split(rapid.IntRange(0, 2).Draw(t, "split"))}
		members := map[string][]int{}
		var prizes []standings.Prize
		total := 0
		for _, category := range []string{"", "A", "B"} {
			members[category] = rapid.SliceOfDistinct(rapid.IntRange(1, 20), func(n int) int { return n }).Draw(t, "members")
			money := 1000
			for place := range rapid.IntRange(0, 8).Draw(t, "prizes") {
				money = rapid.IntRange(1, money).Draw(t, "money")
				total += money
				prizes = append(prizes, standings.Prize{Name: "p", Category: category, Place: place + 1, Money: money})
			}
		}
		awards, left, err := table.Prizes(prizes, members, rules)
		if err != nil {
			t.Fatal(err)
		}
		paid := map[int]int{}
		for _, a := range awards {
			total -= a.Money
			if paid[a.Number]++; paid[a.Number] > 1 && !rules.Several {
				t.Fatalf("participant %d is paid twice", a.Number)
			}
		}
		for _, p := range left {
			total -= p.Money
		}
		if total != 0 {
			t.Fatalf("%d units are neither paid nor left", total)
		}
		for _, a := range awards {
			for _, b := range awards {
				rowA, _ := table.Row(a.Number)
				rowB, _ := table.Row(b.Number)
				if a.Category == b.Category && rowA.Place == rowB.Place && (a.Money-b.Money > 1 || b.Money-a.Money > 1) {
					t.Fatalf("%+v and %+v share a place", a, b)
				}
			}
		}
	})
}
