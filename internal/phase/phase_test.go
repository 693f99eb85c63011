package phase_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/phase"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// swiss is a finished table with these points; teams are numbered from first in order of
// place, and equal points are separated by BH.
func swiss(first int64, points ...int) phase.Table {
	t := phase.Table{Over: true}
	for i, p := range points {
		row := phase.Row{Team: first + int64(i), Place: i + 1, Best: i + 1, Worst: i + 1, Points: p, Strength: 3000 - i, Code: fmt.Sprintf("O-%02d", i+1)}
		if i > 0 && points[i-1] == p {
			row.Apart = "BH"
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// share makes the rows from..to of a table level.
func share(t phase.Table, from, to int) phase.Table {
	for i := from - 1; i < to; i++ {
		t.Rows[i].Place, t.Rows[i].Best, t.Rows[i].Worst, t.Rows[i].Apart = from, from, to, ""
	}
	return t
}

func one(t ...phase.Table) map[int64]phase.Source { return map[int64]phase.Source{1: {Tables: t}} }

func places(first, last int) phase.Rule {
	return phase.Rule{Feeds: []phase.Feed{{From: 1, Kind: phase.Places, First: first, Last: last}}, Seeding: phase.ByPlace}
}

func teams(f phase.Field) []int64 {
	var list []int64
	for _, e := range f.Entrants {
		list = append(list, e.Team)
	}
	return list
}

func TestTopFourAndTheRest(t *testing.T) {
	t.Parallel()
	table := swiss(1, 14, 12, 12, 10, 10, 8, 6)
	top := phase.Resolve(places(1, 4), one(table), "")
	if diff := cmp.Diff([]int64{1, 2, 3, 4}, teams(top)); diff != "" || !top.Ready || top.Open != nil {
		t.Errorf("the first four: %s %+v", diff, top)
	}
	l := top.Lines
	expect.True(t, len(l) == 1 && l[0].After == 4 && l[0].Broken == "BH" && l[0].Above == 4 && l[0].Below == 5 && l[0].Level == nil, "the line: %+v", l)
	rest := phase.Resolve(places(5, 0), one(table), "")
	if diff := cmp.Diff([]int64{5, 6, 7}, teams(rest)); diff != "" || !rest.Ready || len(rest.Lines) != 1 {
		t.Errorf("the rest: %s %+v", diff, rest)
	}
	both := append(teams(top), teams(rest)...)
	expect.Equal(t, len(both), 7, "A and B-final have %v", both)
}

func TestATieAcrossTheLine(t *testing.T) {
	t.Parallel()
	level := share(swiss(1, 14, 12, 10, 10, 10, 8), 3, 5)
	f := phase.Resolve(places(1, 4), one(level), "")
	expect.True(t, !f.Ready && len(f.Wait) == 1 && f.Wait[0].Why == phase.StillLevel && slices.Equal(f.Lines[0].Level, []int64{3, 4, 5}),
		"three level teams for two places: %+v", f)
	inside := phase.Resolve(places(1, 5), one(level), "")
	expect.True(t, inside.Ready && inside.Entrants[2].Shared, "level teams on one side of the line: %+v", inside)
	// Equal points are no tie for tie-breaks, and one for a play-off.
	rule := places(1, 4)
	rule.Breaking = phase.PlayOff
	apart := swiss(1, 14, 12, 10, 10, 10, 8)
	if f = phase.Resolve(rule, one(apart), ""); f.Ready || !slices.Equal(f.Lines[0].Level, []int64{3, 4, 5}) {
		t.Errorf("a play-off is due: %+v", f)
	}
	for i := 2; i < 5; i++ {
		apart.Rows[i].Decision, apart.Rows[i].How = 7, "play-off"
	}
	if f = phase.Resolve(rule, one(apart), ""); !f.Ready || f.Lines[0].Broken != "play-off" {
		t.Errorf("after the play-off: %+v", f)
	}
	rule.Feeds[0].Last = 5
	if f = phase.Resolve(rule, one(swiss(1, 14, 12, 10, 10, 10, 8)), ""); !f.Ready || f.Entrants[2].Shared {
		t.Errorf("nobody plays off for a seed: %+v", f)
	}
}

func TestWhoIsGoneLeavesThePlace(t *testing.T) {
	t.Parallel()
	table := swiss(1, 14, 12, 12, 10, 9)
	table.Rows[1].Gone = true
	f := phase.Resolve(places(1, 3), one(table), "")
	diff := cmp.Diff([]int64{1, 3, 4}, teams(f))
	expect.True(t, diff == "" && f.Ready && f.Entrants[1].Place == 2, "%s %+v", diff, f)
}

func TestWhileItIsPlayed(t *testing.T) {
	t.Parallel()
	table := swiss(1, 14, 12, 10, 8, 2)
	table.Over = false
	for i, r := range [][2]int{{1, 1}, {2, 3}, {2, 4}, {2, 4}, {5, 5}} {
		table.Rows[i].Best, table.Rows[i].Worst = r[0], r[1]
	}
	f := phase.Resolve(places(1, 3), one(table), "")
	expect.True(t, !f.Ready && slices.Equal(f.Open, []int64{3, 4}) && f.Wait[0].Why == phase.StillPlayed, "%+v", f)
	for i, certain := range []bool{true, true, false} {
		expect.Equal(t, f.Entrants[i].Certain, certain, "%d: %+v", i, f.Entrants[i])
	}
}

// Four groups of which two go on: the winners first, and nobody meets a team of the own
// group before the final.
func TestGroupsMeetLate(t *testing.T) {
	t.Parallel()
	var groups []phase.Table
	for g := range 4 {
		table := swiss(int64(10*g+1), 8, 6, 4, 2)
		table.Name = string(rune('A' + g))
		groups = append(groups, table)
	}
	f := phase.Resolve(places(1, 2), one(groups...), "")
	expect.MustTrue(t, f.Ready && len(f.Entrants) == 8 && len(f.Lines) == 4, "%+v", f)
	half := map[string]int{}
	for _, e := range f.Entrants {
		expect.Equal(t, e.Place == 1, (e.Seed <= 4), "%+v", e)
		top := map[int]int{1: 0, 8: 0, 4: 0, 5: 0, 2: 1, 7: 1, 3: 1, 6: 1}[e.Seed]
		if before, met := half[e.Table]; met && before == top {
			t.Errorf("both of group %s are in one half: %v", e.Table, teams(f))
		}
		half[e.Table] = top
	}
}

func TestTwoSectionsAndLosers(t *testing.T) {
	t.Parallel()
	rule := phase.Rule{Seeding: phase.ByPlace, Feeds: []phase.Feed{{From: 1, Kind: phase.Places, First: 1, Last: 2}, {From: 2, Kind: phase.Places, First: 1, Last: 2}}}
	sources := map[int64]phase.Source{1: {Tables: []phase.Table{swiss(1, 9, 8, 7)}}, 2: {Tables: []phase.Table{swiss(11, 9, 8, 7)}}}
	f := phase.Resolve(rule, sources, "")
	if diff := cmp.Diff([]int64{1, 11, 2, 12}, teams(f)); diff != "" { // 1 plays 12, and 11 plays 2
		t.Error(diff)
	}
	sources[1] = phase.Source{Lost: []phase.Lost{{Round: 1, Rows: swiss(1, 0, 0, 0, 0).Rows}, {Round: 2, Open: 1, Rows: swiss(5, 0).Rows}, {Round: 3, Open: 1}}}
	rule.Feeds = []phase.Feed{{From: 1, Kind: phase.Losers, First: 1, Last: 1}}
	if f = phase.Resolve(rule, sources, ""); !f.Ready || len(f.Entrants) != 4 || f.Entrants[0].Round != 1 {
		t.Errorf("losers of round 1: %+v", f)
	}
	rule.Feeds[0].Last = 2
	if f = phase.Resolve(rule, sources, ""); f.Ready || f.Wait[0].Why != phase.LosersOpen || f.Entrants[0].Team != 5 {
		t.Errorf("round 2 is played, and who lost there came further: %+v", f)
	}
}

func TestSeeding(t *testing.T) {
	t.Parallel()
	table := swiss(1, 14, 12, 10, 8)
	for i := range table.Rows {
		table.Rows[i].Strength = 1000 + 100*i
	}
	rule := places(1, 0)
	rule.Seeding = phase.ByStrength
	got := teams(phase.Resolve(rule, one(table), ""))
	expect.True(t, slices.Equal(got, []int64{4, 3, 2, 1}), "by strength: %v", got)
	rule.Seeding = phase.ByLot
	drawn := phase.Resolve(rule, one(table), "4d1f")
	codes := []string{"O-01", "O-02", "O-03", "O-04"}
	slices.SortFunc(codes, func(x, y string) int {
		if phase.Lot("4d1f", x) < phase.Lot("4d1f", y) {
			return -1
		}
		return 1
	})
	for i, e := range drawn.Entrants {
		expect.True(t, table.Rows[e.Team-1].Code == codes[i] && e.Seed == i+1, "seed %d: %+v, want %s", i+1, e, codes[i])
	}
}

func TestCheck(t *testing.T) {
	t.Parallel()
	rules := map[int64][]phase.Feed{2: {{From: 1, Kind: phase.Places, First: 1, Last: 4}}}
	for _, c := range []struct {
		section int64
		feeds   []phase.Feed
		want    []phase.Problem
	}{
		{3, []phase.Feed{{2, phase.Places, 1, 2}, {1, phase.Places, 5, 0}}, nil},
		{1, []phase.Feed{{2, phase.Places, 1, 2}}, []phase.Problem{{0, phase.Loop}}},
		{2, []phase.Feed{{2, phase.Losers, 1, 1}}, []phase.Problem{{0, phase.Loop}}},
		{3, []phase.Feed{{1, phase.Places, 1, 4}, {1, phase.Places, 4, 0}}, []phase.Problem{{1, phase.Overlap}}},
		{3, []phase.Feed{{1, phase.Places, 5, 4}}, []phase.Problem{{0, phase.BadRange}}},
		{3, []phase.Feed{{1, "best", 1, 4}}, []phase.Problem{{0, phase.Unknown}}},
	} {
		expect.NoDiff(t, cmp.Diff(c.want, phase.Check(c.section, c.feeds, rules)), "%+v", c.feeds)
	}
}

// Whatever the tables: nobody comes in twice or without a right to it, every place has one
// team, seeds are 1 to n, and what was certain before the end holds at the end.
func TestFieldsOfRandomTables(t *testing.T) {
	t.Parallel()
	lots := rand.New(rand.NewPCG(7, 20261123))
	for n := range 3000 {
		var ended, during []phase.Table
		next := int64(1)
		for range 1 + lots.IntN(4) {
			end, play := randomTable(lots, &next)
			ended, during = append(ended, end), append(during, play)
		}
		rule := places(1+lots.IntN(3), 0)
		if lots.IntN(3) > 0 {
			rule.Feeds[0].Last = rule.Feeds[0].First + lots.IntN(5)
		}
		rule.Breaking = phase.Breakings[lots.IntN(2)]
		rule.Seeding = phase.Seedings[lots.IntN(3)]
		last, before := phase.Resolve(rule, one(ended...), "s"), phase.Resolve(rule, one(during...), "s")
		rest := rule
		rest.Feeds = []phase.Feed{{From: 1, Kind: phase.Places, First: rule.Feeds[0].Last + 1}}
		seen := map[int64]bool{}
		for i, e := range last.Entrants {
			expect.MustTrue(t, !seen[e.Team] && e.Seed == i+1, "%d: entrant %+v", n, e)
			seen[e.Team] = true
		}
		if rule.Feeds[0].Last > 0 && rule.Feeds[0].First == 1 {
			all := 0
			for _, table := range ended {
				for _, row := range table.Rows {
					if !row.Gone {
						all++
					}
				}
			}
			others := phase.Resolve(rest, one(ended...), "s")
			for _, e := range others.Entrants {
				expect.MustTrue(t, !seen[e.Team], "%d: %d plays in both", n, e.Team)
			}
			expect.MustEqual(t, len(last.Entrants)+len(others.Entrants), all, "%d: %d and %d of", n, len(last.Entrants), len(others.Entrants))
		}
		for _, line := range last.Lines {
			if (line.Level == nil) != (slices.IndexFunc(last.Wait, func(w phase.Wait) bool { return w.Table == line.Table && w.Why == phase.StillLevel }) < 0) && rule.Feeds[0].First == 1 {
				t.Fatalf("%d: line %+v, wait %+v", n, line, last.Wait)
			}
		}
		if last.Ready {
			for _, e := range before.Entrants {
				gone := !seen[e.Team]
				expect.MustTrue(t, !e.Certain || !gone, "%d: %d was certain and is out: %+v", n, e.Team, last)
			}
			for team := range seen {
				in := slices.ContainsFunc(before.Entrants, func(e phase.Entrant) bool { return e.Team == team })
				expect.MustTrue(t, in || slices.Contains(before.Open, team), "%d: %d could not come in and is in", n, team)
			}
		}
	}
}

// randomTable is a finished table, and the same while it was played.
func randomTable(lots *rand.Rand, next *int64) (ended, during phase.Table) {
	name := fmt.Sprint("G", *next)
	size := 3 + lots.IntN(7)
	points := make([]int, size)
	for i := range points {
		points[i] = lots.IntN(6)
	}
	slices.Sort(points)
	slices.Reverse(points)
	ended = swiss(*next, points...)
	ended.Name = name
	*next += int64(size)
	for start := 0; start+1 < size; start++ {
		if points[start] == points[start+1] && lots.IntN(2) == 0 {
			ended = share(ended, start+1, start+2)
			start++
		}
	}
	during = phase.Table{Name: name, Rows: slices.Clone(ended.Rows)}
	for i := range during.Rows {
		row := &during.Rows[i]
		row.Best, row.Worst = max(1, row.Best-lots.IntN(3)), min(size, row.Worst+lots.IntN(3))
		if lots.IntN(2) == 0 { // everybody who is level on points can come in any order
			row.Best, row.Worst = 1, size
		}
	}
	return ended, during
}
