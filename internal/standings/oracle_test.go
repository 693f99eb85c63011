package standings_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/tandemchess/tandem/internal/standings"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// This file computes some codes a second time, straight from their definitions
// and without looking at the package's code paths: points as maps, every missing
// game of a direct encounter played out in all three ways.

type oracle struct {
	in   standings.Input
	rows map[int][]standings.Record
}

func newOracle(in standings.Input) oracle {
	o := oracle{in: in, rows: map[int][]standings.Record{}}
	for _, p := range in.Participants {
		o.rows[p.Number] = p.Records
	}
	return o
}

func (o oracle) points(n int) int {
	sum := 0
	for _, r := range o.rows[n] {
		if r.Kind != standings.Pending {
			sum += r.Points
		}
	}
	return sum
}

func paired(r standings.Record) bool {
	return r.Kind == standings.Played || r.Kind == standings.ForfeitWin || r.Kind == standings.ForfeitLoss
}

func voluntary(r standings.Record) bool {
	switch r.Kind {
	case standings.HalfBye, standings.ZeroBye, standings.NotArrived, standings.ForfeitLoss:
		return true
	}
	return false
}

// seen is the score opponents count.
func (o oracle) seen(n int) int {
	sum := 0
	for k, r := range o.rows[n] {
		if r.Kind == standings.Pending {
			continue
		}
		bye := voluntary(r) && r.Kind != standings.ForfeitLoss
		if bye && !slices.ContainsFunc(o.rows[n][k:], func(r standings.Record) bool { return !voluntary(r) }) {
			sum += o.in.Match.Draw
			continue
		}
		sum += r.Points
	}
	return sum
}

type part struct {
	score, product int
	voluntary      bool
}

func (o oracle) parts(n int) []part {
	var out []part
	for _, r := range o.rows[n] {
		var p part
		switch {
		case r.Kind == standings.Pending:
			continue
		case r.Kind == standings.Played:
			p.score = o.seen(r.Opponent)
		case paired(r):
			p.score = min(o.points(n), o.seen(r.Opponent))
			p.voluntary = voluntary(r)
		default:
			p.score = min(o.points(n), o.in.Match.Draw*len(o.rows[n]))
			p.voluntary = voluntary(r)
		}
		p.product = p.score * r.Points
		out = append(out, p)
	}
	return out
}

func (o oracle) buchholz(n int) int {
	sum := 0
	for _, p := range o.parts(n) {
		sum += p.score
	}
	return sum
}

// buchholzCut drops the lowest voluntary round if there is one, else the lowest.
func (o oracle) buchholzCut(n int) int {
	lowest, volunteered := 1<<30, 1<<30
	for _, p := range o.parts(n) {
		lowest = min(lowest, p.score)
		if p.voluntary {
			volunteered = min(volunteered, p.score)
		}
	}
	switch {
	case volunteered < 1<<30:
		return o.buchholz(n) - volunteered
	case lowest < 1<<30:
		return o.buchholz(n) - lowest
	}
	return 0
}

func (o oracle) sonnebornBerger(n int) int {
	sum := 0
	for _, p := range o.parts(n) {
		sum += p.product
	}
	return sum
}

// sonnebornBergerCut drops the larger of the normal cut and the lowest voluntary.
func (o oracle) sonnebornBergerCut(n int) int {
	parts := o.parts(n)
	if len(parts) == 0 {
		return 0
	}
	normal := slices.MinFunc(parts, func(a, b part) int {
		if a.score != b.score {
			return a.score - b.score
		}
		return a.product - b.product
	}).product
	for k, p := range parts {
		lowestVoluntary := p.voluntary && !slices.ContainsFunc(parts, func(q part) bool { return q.voluntary && q.product < parts[k].product })
		if lowestVoluntary && p.product > normal {
			return o.sonnebornBerger(n) - p.product
		}
	}
	return o.sonnebornBerger(n) - normal
}

// encounter orders tied participants into groups by their results against each
// other: by the sums if all have met, else one comes first if he stays ahead of
// everybody in every way the missing games can end.
func (o oracle) encounter(group []int) [][]int {
	if len(group) < 2 {
		return [][]int{group}
	}
	points := map[int]float64{}
	type pair struct{ a, b int }
	var missing []pair
	for i, a := range group {
		for _, b := range group[i+1:] {
			var own, theirs, games float64
			for k, r := range o.rows[a] {
				if r.Kind == standings.Played && r.Opponent == b {
					own += float64(r.Points)
					theirs += float64(o.rows[b][k].Points)
					games++
				}
			}
			if games == 0 {
				missing = append(missing, pair{a, b})
				continue
			}
			points[a] += own / games
			points[b] += theirs / games
		}
	}
	var parts [][]int
	if len(missing) == 0 {
		values := []float64{}
		for _, n := range group {
			values = append(values, points[n])
		}
		slices.Sort(values)
		values = slices.Compact(values)
		slices.Reverse(values)
		for _, v := range values {
			var part []int
			for _, n := range group {
				if points[n] == v {
					part = append(part, n)
				}
			}
			parts = append(parts, part)
		}
	} else {
		ahead := slices.Clone(group)
		outcomes := []standings.Scores{{Win: 4, Loss: 0}, {Win: 2, Loss: 2}, {Win: 0, Loss: 4}}
		var play func(k int)
		play = func(k int) {
			if k < len(missing) {
				for _, s := range outcomes {
					points[missing[k].a] += float64(s.Win)
					points[missing[k].b] += float64(s.Loss)
					play(k + 1)
					points[missing[k].a] -= float64(s.Win)
					points[missing[k].b] -= float64(s.Loss)
				}
				return
			}
			ahead = slices.DeleteFunc(ahead, func(n int) bool {
				return slices.ContainsFunc(group, func(m int) bool { return m != n && points[m] >= points[n] })
			})
		}
		play(0)
		if len(ahead) == 1 {
			rest := slices.DeleteFunc(slices.Clone(group), func(n int) bool { return n == ahead[0] })
			parts = [][]int{ahead, rest}
		}
	}
	if len(parts) < 2 {
		return [][]int{group}
	}
	var out [][]int
	for _, part := range parts {
		out = append(out, o.encounter(part)...)
	}
	return out
}

// TestAgainstOracle compares Buchholz, Sonneborn-Berger, their cuts and the order
// by direct encounter with the definitions on small random tournaments.
func TestAgainstOracle(t *testing.T) {
	decided := 0
	for seed := range uint64(2000) {
		teams, rounds := 2+int(seed%4), 1+int(seed/4%6)
		in := randomSwiss(seed, teams, rounds)
		o := newOracle(in)
		table := compute(t, in, "PTS,DE,BH,BH/C1,SB,SB/C1")
		groups := map[int][]int{}
		for n := 1; n <= teams; n++ {
			row := expect.Must(table.Row(n))(t)
			got := []int{row.Values[0].N, row.Values[2].N, row.Values[3].N, row.Values[4].N, row.Values[5].N}
			want := []int{o.points(n), o.buchholz(n), o.buchholzCut(n), o.sonnebornBerger(n), o.sonnebornBergerCut(n)}
			expect.MustTrue(t, slices.Equal(got, want), "seed %d: PTS, BH, BH/C1, SB, SB/C1 of %d are %v, want %v", seed, n, got, want)
			groups[row.Values[0].N] = append(groups[row.Values[0].N], n)
		}
		for _, group := range groups {
			want := map[int]int{}
			parts := o.encounter(group)
			place := 1
			for _, part := range parts {
				for _, n := range part {
					if want[n] = place; len(parts) == 1 {
						want[n] = 0
					}
				}
				place += len(part)
			}
			if len(parts) > 1 {
				decided++
			}
			for _, n := range group {
				row, _ := table.Row(n)
				expect.MustEqual(t, row.Values[1].N, want[n], "seed %d: DE of %d among %v is %v", seed, n, group, row.Values[1])
			}
		}
	}
	expect.True(t, decided >= 200, "direct encounter decided only %d groups; the test says little", decided)
}

// TestWhatIfAgainstFullComputation compares every row of a preview with the
// standings of the changed input.
func TestWhatIfAgainstFullComputation(t *testing.T) {
	const list = "PTS,DE,BH/C1,FB,SB,WIN,AOB,CUMOPP,STD,APRO"
	for seed := range uint64(60) {
		in := randomSwiss(seed, 5+int(seed), 5)
		table := compute(t, in, list)
		number, round := 1+int(seed)%len(in.Participants), 1+int(seed%5)
		changes, err := table.Decide(number, round, []standings.Outcome{standings.Win, standings.Draw, standings.Loss}[seed%3])
		if err != nil {
			continue // a bye
		}
		preview := expect.Must(table.WhatIf(changes...))(t)
		changed := in
		changed.Participants = slices.Clone(in.Participants)
		for _, c := range changes {
			p := &changed.Participants[c.Number-1]
			p.Records = slices.Clone(p.Records)
			p.Records[c.Round-1] = c.Record
		}
		want := compute(t, changed, list)
		for _, row := range want.Rows() {
			got := expect.Must(preview.Row(row.Number))(t)
			expect.MustTrue(t, fmt.Sprint(got) == fmt.Sprint(row), "seed %d: row with the change is\n%v, full computation gives\n%v", seed, got, row)
			before, _ := table.Row(row.Number)
			moved := fmt.Sprint(before.Values[0], before.Values[2:]) != fmt.Sprint(row.Values[0], row.Values[2:])
			expect.MustTrue(t, !moved || slices.Contains(preview.Affected(), row.Number), "seed %d: values of %d change but it is not listed as affected", seed, row.Number)
		}
	}
}
