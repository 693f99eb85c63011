package pace_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/pace"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// known is what somebody can go by when a round starts: the section's clock and size, and what its
// rounds took so far.
func known(in pace.Input, rounds int) []float64 {
	var walking, play, most, pairing []float64
	for i, r := range in.Rounds[:rounds+1] {
		walking = append(walking, r.Started.Sub(r.Published).Minutes())
		if i == rounds {
			break
		}
		results := slices.SortedFunc(slices.Values(r.Results), time.Time.Compare)
		last := results[len(results)-1]
		play, most = append(play, last.Sub(r.Started).Minutes()), append(most, results[len(results)*9/10].Sub(r.Started).Minutes())
		pairing = append(pairing, in.Rounds[i+1].Published.Sub(last).Minutes())
	}
	list := []float64{1, in.Plan.RoundLength.Minutes(), math.Log(float64(len(in.Rounds[0].Results))), mean(walking)}
	if rounds > 0 {
		list = append(list, mean(pairing), median(pairing), mean(play), median(play), mean(most))
	}
	return list
}

func mean(list []float64) (sum float64) {
	for _, x := range list {
		sum += x / float64(len(list))
	}
	return sum
}

func median(list []float64) float64 {
	sorted := slices.Sorted(slices.Values(list))
	return (sorted[len(sorted)/2] + sorted[(len(sorted)-1)/2]) / 2
}

// example is what was known, and the minutes until the round after the next started.
type example struct {
	known []float64
	took  float64
}

// examples are those of a day, by the number of rounds that were seen.
func examples(in pace.Input) (list []example) {
	for i := 0; i+2 < len(in.Rounds); i++ {
		list = append(list, example{known(in, i), in.Rounds[i+2].Started.Sub(in.Rounds[i].Started).Minutes()})
	}
	return list
}

// fit finds the weights of what is known by which half of the examples are off the least: least
// absolute deviations, by least squares whose weights are corrected again and again.
func fit(list []example) []float64 {
	n := len(list[0].known)
	weights := make([]float64, n)
	for step := range 20 {
		rows := make([][]float64, n) // the normal equations, their right side last
		for i := range rows {
			rows[i] = make([]float64, n+1)
			rows[i][i] = 1e-6
		}
		for _, e := range list {
			w := 1.0
			if step > 0 {
				w = 1 / max(0.3, math.Abs(e.took-said(weights, e.known)))
			}
			for i := range n {
				for k := range n {
					rows[i][k] += w * e.known[i] * e.known[k]
				}
				rows[i][n] += w * e.known[i] * e.took
			}
		}
		weights = solved(rows)
	}
	return weights
}

func said(weights, known []float64) (sum float64) {
	for i, w := range weights {
		sum += w * known[i]
	}
	return sum
}

// solved solves equations that are positive definite.
func solved(rows [][]float64) []float64 {
	n := len(rows)
	for i := range n {
		for r := range n {
			if r == i {
				continue
			}
			share := rows[r][i] / rows[i][i]
			for k := i; k <= n; k++ {
				rows[r][k] -= share * rows[i][k]
			}
		}
	}
	x := make([]float64, n)
	for i := range x {
		x[i] = rows[i][n] / rows[i][i]
	}
	return x
}

// Somebody who has seen 1,500 sections of the very kind that is made up here, and goes by what the
// rounds of this one took, is hardly nearer: that is what the rounds seen can tell, and four minutes
// are not in it. Nothing of it stands in the package, which has never seen a made-up section.
func TestForecastsAreNearlyAsGoodAsFittedOnes(t *testing.T) {
	t.Parallel()
	const most = 9 // rounds that can be seen
	var seen [most][]example
	for seed := range uint64(1500) {
		h := someHall(rand.New(rand.NewPCG(seed, 77)))
		h.slack = -1
		for i, e := range examples(h.day(most + 2)) {
			seen[i] = append(seen[i], e)
		}
	}
	var weights [most][]float64
	for i := range seen {
		weights[i] = fit(seen[i])
	}
	var ours, fitted []pace.Error
	for seed := range uint64(1500) {
		h := someHall(rand.New(rand.NewPCG(seed, 78)))
		h.slack = -1
		day := h.day(5 + int(seed%7))
		ours = append(ours, pace.Hindsight(day, 2)...)
		for i, e := range examples(day) {
			fitted = append(fitted, pace.Error{Off: time.Duration((e.took - said(weights[i], e.known)) * float64(time.Minute))})
		}
	}
	we, they := figuresOf(ours), figuresOf(fitted)
	t.Logf("as soon as possible, %d forecasts two rounds ahead: half within %.1f min, nine of ten within %.1f; fitted to such sections %.1f and %.1f", we.forecasts, we.half, we.most, they.half, they.most)
	expect.True(t, we.half <= they.half+0.4, "half are within %.1f minutes, and fitted ones within %.1f", we.half, they.half)
}
