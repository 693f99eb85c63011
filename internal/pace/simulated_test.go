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

// hall is a made-up section: how its people are, the same in all its rounds. Nothing in it is
// taken from the package under test.
type hall struct {
	r        *rand.Rand
	tables   int
	matches  int
	clock    float64 // minutes of each player for a match
	walking  float64 // middle, in minutes
	carrying float64 // of a slip to the desk, middle
	pairing  float64 // middle
	dispute  float64 // chance that a table of a round has a dispute, or plays on with time added
	slack    float64 // planned minutes beyond what a round takes; negative: no plan
}

func someHall(r *rand.Rand) *hall {
	h := &hall{
		r: r, tables: 6 + r.IntN(70), matches: 1 + r.IntN(2), clock: []float64{3, 5, 5, 5}[r.IntN(4)],
		walking: 3 + 6*r.Float64(), carrying: 0.4 + 1.6*r.Float64(), pairing: 1.5 + 6*r.Float64(), dispute: 0.05 + 0.2*r.Float64(), slack: -1,
	}
	if r.IntN(2) == 0 {
		h.slack = 8 * r.Float64()
	}
	return h
}

// about is a length around a middle, longer ones being more likely than shorter ones.
func (h *hall) about(middle, width float64) float64 {
	return middle * math.Exp(width*h.r.NormFloat64())
}

// tail is seldom long, and then without a bound that anybody knows.
func (h *hall) tail(mean float64) float64 { return -mean * math.Log(1-h.r.Float64()) }

func (h *hall) roundLength() float64 { return 2*h.clock*float64(h.matches) + 5 }

// play is when each result comes, in minutes after the start. Some slips lie on their tables; those
// that are not at the desk when the round clock and three minutes of grace have run out are fetched.
func (h *hall) play() []float64 {
	var in []float64
	for range h.tables {
		at := 0.0
		for range h.matches {
			// A match ends at the first mate or flag on either board.
			at += 2*h.clock*min(1, 0.3+0.75*h.r.Float64()) + 0.5 + h.r.Float64()
			brought, fetched := at+h.about(h.carrying, 0.8), max(at, h.roundLength()+3)+1+4*h.r.Float64()
			in = append(in, min(brought, fetched))
		}
	}
	if h.r.Float64() < h.dispute {
		in[h.r.IntN(len(in))] += 3 + h.tail(8)
	}
	return in
}

// day plays rounds and says what was recorded.
func (h *hall) day(rounds int) pace.Input {
	begin := time.Date(2026, 5, 2, 9, 30, 0, 0, time.UTC)
	at := func(minutes float64) time.Time {
		return begin.Add(time.Duration(minutes * float64(time.Minute))).Truncate(time.Second)
	}
	in := pace.Input{Plan: pace.Plan{Rounds: rounds, RoundLength: time.Duration(h.roundLength() * float64(time.Minute))}}
	every := h.roundLength() + h.walking + h.pairing + h.slack
	out := 0.0
	for no := 1; no <= rounds; no++ {
		start, planned := out+h.about(h.walking, 0.25), 10+float64(no-1)*every
		if h.slack >= 0 {
			in.Plan.Starts = append(in.Plan.Starts, at(planned))
			start = max(start, planned+h.r.Float64())
		}
		r, over := pace.Round{No: no, Published: at(out), Started: at(start)}, 0.0
		for _, minutes := range h.play() {
			r.Results = append(r.Results, at(start+minutes))
			over = max(over, start+minutes)
		}
		r.Verified = at(over + h.r.Float64())
		out = over + h.about(h.pairing, 0.35)
		in.Rounds = append(in.Rounds, r)
	}
	in.Now = at(out)
	return in
}

// figures of forecasts: how many minutes half, and nine of ten, are off at most, how many came
// within their range, and by how much they lean to one side.
type figures struct {
	forecasts        int
	half, most, lean float64
	inRange          float64
}

func figuresOf(list []pace.Error) figures {
	var off, signed []float64
	in := 0
	for _, e := range list {
		off, signed = append(off, math.Abs(e.Off.Minutes())), append(signed, e.Off.Minutes())
		if e.InRange {
			in++
		}
	}
	slices.Sort(off)
	slices.Sort(signed)
	return figures{len(off), off[len(off)/2], off[len(off)*9/10], signed[len(signed)/2], float64(in) / float64(len(off))}
}

// knowing is how far somebody is off two rounds ahead who knows how the section is: the bound for
// every forecast.
func (h *hall) knowing() []pace.Error {
	h.slack = -1
	days := h.day(81).Rounds
	var took []time.Duration
	for i := 0; i+2 < len(days); i += 2 {
		took = append(took, days[i+2].Started.Sub(days[i].Started))
	}
	slices.Sort(took)
	var errors []pace.Error
	for _, two := range took {
		errors = append(errors, pace.Error{Off: two - took[len(took)/2]})
	}
	return errors
}

// Half of the forecasts of the round after the next are at most four minutes off, on made-up
// sections in which slips are late and tables dispute, with and without planned times.
func TestForecastError(t *testing.T) {
	t.Parallel()
	var planned, free, first, bound []pace.Error
	for seed := range uint64(400) {
		h := someHall(rand.New(rand.NewPCG(seed, 17)))
		errors := pace.Hindsight(h.day(5+int(seed%7)), 2)
		if h.slack >= 0 {
			planned = append(planned, errors...)
			continue
		}
		free, first = append(free, errors...), append(first, errors[0])
		bound = append(bound, h.knowing()...)
	}
	for _, c := range []struct {
		what string
		list []pace.Error
		most float64 // minutes that half of them may be off; 0: only told
	}{
		{"with planned times", planned, 4},
		{"as soon as possible", free, 5}, // knowing everything about the section it is 3.4
		{"all", slices.Concat(planned, free), 4},
		{"as soon as possible, before a round of the section was seen", first, 0},
		{"as soon as possible, knowing how the section is", bound, 0},
	} {
		f := figuresOf(c.list)
		t.Logf("%s: %d forecasts two rounds ahead, half within %.1f min, nine of ten within %.1f min, middle %+.1f min, %.0f %% within the range given",
			c.what, f.forecasts, f.half, f.most, f.lean, 100*f.inRange)
		if c.most == 0 {
			continue
		}
		expect.True(t, f.half <= c.most, "%s: half of the forecasts are within %.1f minutes, want %.0f", c.what, f.half, c.most)
		expect.True(t, f.inRange >= 0.65 && f.inRange <= 0.95, "%s: %.0f %% came within the range, which is meant to hold eight of ten", c.what, 100*f.inRange)
	}
}
