package pace_test

import (
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/pace"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

func clock(hour, minute int) time.Time { return time.Date(2026, 5, 2, hour, minute, 0, 0, time.UTC) }

// played is a round of ten tables: nine results come together, the last one late.
func played(no int, published time.Time, walk, play, last, check time.Duration) pace.Round {
	r := pace.Round{No: no, Published: published, Started: published.Add(walk)}
	for range 9 {
		r.Results = append(r.Results, r.Started.Add(play))
	}
	r.Results = append(r.Results, r.Started.Add(play+last))
	r.Verified = r.Started.Add(play + last + check)
	return r
}

const minute = time.Minute

func TestThePartsOfARound(t *testing.T) {
	t.Parallel()
	first := played(1, clock(10, 0), 6*minute, 20*minute, 7*minute, 2*minute)
	second := played(2, clock(10, 39), 5*minute, 21*minute, 3*minute, 0)
	second.Results, second.Open, second.Verified = second.Results[:4], 6, time.Time{}
	in := pace.Input{Plan: pace.Plan{Rounds: 3, RoundLength: 25 * minute}, Rounds: []pace.Round{first, second}, Now: clock(11, 0)}
	got := in.Lengths()
	want := [2]map[pace.Part]pace.Length{
		{
			pace.Walking: {Known: true, Took: 6 * minute}, pace.Playing: {Known: true, Took: 20 * minute}, pace.LastSlips: {Known: true, Took: 7 * minute},
			pace.Checking: {Known: true, Took: 2 * minute}, pace.Pairing: {Known: true, Took: 4 * minute},
		},
		{pace.Walking: {Known: true, Took: 5 * minute}, pace.Playing: {Known: true, Running: true, Took: 16 * minute}},
	}
	for i, round := range want {
		for _, part := range pace.Parts() {
			expect.Equal(t, got[i][part], round[part], "round %d, part %d", i+1, part)
		}
	}
	sum := got[0].Total()
	expect.True(t, sum == 39*minute, "round 1 took %v in all", sum)
}

// What was verified after the next pairings were begun cost nobody time.
func TestCheckingCountsWhereThePairingsWaitForIt(t *testing.T) {
	t.Parallel()
	first := played(1, clock(10, 0), 5*minute, 20*minute, 0, 6*minute)
	second := pace.Round{No: 2, Published: clock(10, 30), Drafted: clock(10, 27), Open: 10}
	in := pace.Input{Plan: pace.Plan{Rounds: 2, RoundLength: 25 * minute}, Rounds: []pace.Round{first, second}, Now: clock(10, 32)}
	got := in.Lengths()[0]
	expect.True(t, got[pace.Checking].Took == 0 && got[pace.Pairing].Took == 5*minute, "checking %v, pairing %v", got[pace.Checking].Took, got[pace.Pairing].Took)
}

// A lunch between two rounds is no slow pairing desk.
func TestWaitingForThePlannedStartTeachesNothing(t *testing.T) {
	t.Parallel()
	rounds := []pace.Round{
		played(1, clock(10, 0), 5*minute, 20*minute, 3*minute, 0),
		played(2, clock(12, 30), 30*minute, 20*minute, 3*minute, 0),
	}
	in := pace.Input{Plan: pace.Plan{Rounds: 4, RoundLength: 25 * minute, Starts: []time.Time{clock(10, 5), clock(13, 0)}}, Rounds: rounds, Now: clock(13, 23)}
	if got := in.Lengths(); got[0][pace.Pairing].Took != 5*minute || got[1][pace.Walking].Took != 5*minute || got[0][pace.Waiting].Took != (2*60+2-5+25)*minute {
		t.Errorf("round 1 %+v\nround 2 %+v", got[0], got[1])
	}
	// Nor does a round that begins late after it.
	in.Rounds[1] = played(2, clock(13, 1), 7*minute, 20*minute, 3*minute, 0)
	in.Now = in.Rounds[1].Last()
	if got := in.Lengths(); got[0][pace.Pairing].Took != 5*minute || got[1][pace.Walking].Took != 5*minute {
		t.Errorf("late after lunch: round 1 %+v\nround 2 %+v", got[0], got[1])
	}
	out := pace.Look(in)
	third, _ := out.Round(3)
	d := third.Start.Likely.Sub(in.Now)
	expect.True(t, d >= 8*minute && d <= 14*minute, "round 3 is expected %v after the last result", d)
}

func TestAheadAndBehind(t *testing.T) {
	t.Parallel()
	plan := pace.Plan{Rounds: 3, RoundLength: 25 * minute, Starts: []time.Time{clock(10, 0), clock(10, 40), clock(11, 20)}}
	first := played(1, clock(9, 55), 5*minute, 22*minute, 12*minute, 0)
	in := pace.Input{Plan: plan, Rounds: []pace.Round{first}, Now: clock(10, 34)}
	out := pace.Look(in)
	next, _ := out.Round(2)
	switch {
	case !out.Known || out.Behind < 2*minute || out.Behind > 8*minute:
		t.Errorf("the last slip came at 10:34 for a start at 10:40: %v behind, known %v", out.Behind, out.Known)
	case !next.Start.Likely.Equal(next.Ready.Likely):
		t.Errorf("round 2 is ready at %v and starts at %v", next.Ready.Likely, next.Start.Likely)
	}
	// Ahead of time nobody starts: players were told when to come.
	plan.Starts[1] = clock(11, 0)
	out = pace.Look(in)
	next, _ = out.Round(2)
	expect.True(t, out.Behind < 0 && next.Start.Likely.Equal(clock(11, 0)) && next.Start.Early.Equal(clock(11, 0)),
		"%v behind, round 2 starts from %v", out.Behind, next.Start)
	// Before the first pairings are out, and without a plan, nobody is behind.
	if out := pace.Look(pace.Input{Plan: plan, Now: clock(9, 0)}); out.Known {
		t.Errorf("before the first round: %v behind", out.Behind)
	}
	in.Plan.Starts = nil
	if out := pace.Look(in); out.Known {
		t.Errorf("without a plan: %v behind", out.Behind)
	}
}

// One round with a long dispute hardly moves what is expected of the others.
func TestOneLongRound(t *testing.T) {
	t.Parallel()
	day := func(long time.Duration) pace.Outlook {
		var rounds []pace.Round
		at := clock(9, 0)
		for no := 1; no <= 5; no++ {
			last := 4 * minute
			if no == 2 {
				last += long
			}
			r := played(no, at, 5*minute, 20*minute, last, 0)
			rounds, at = append(rounds, r), r.Last().Add(4*minute)
		}
		return pace.Look(pace.Input{Plan: pace.Plan{Rounds: 9, RoundLength: 25 * minute}, Rounds: rounds, Now: at})
	}
	usual, long := day(0), day(45*minute)
	expect.True(t, long.Usual[pace.LastSlips] <= usual.Usual[pace.LastSlips]+minute,
		"the last slips take %v, with one long round %v", usual.Usual[pace.LastSlips], long.Usual[pace.LastSlips])
	a, _ := usual.Round(7)
	b, _ := long.Round(7)
	// The second day is 45 minutes later by itself.
	moved := b.Start.Likely.Sub(a.Start.Likely) - 45*minute
	expect.True(t, moved >= 0 && moved <= 4*minute, "the round after the next is expected %v later", moved)
	expect.True(t, a.Start.Late.Sub(a.Start.Likely) < b.Start.Late.Sub(b.Start.Likely), "a long round does not widen the range")
}

// A night between two rounds, and a result that is entered in the next month, teach nothing about
// rounds; and nothing is worked out that would take as long.
func TestANightTeachesNothing(t *testing.T) {
	t.Parallel()
	rounds := []pace.Round{
		played(1, clock(18, 0), 5*minute, 20*minute, 3*minute, 0),
		played(2, clock(33, 0), 5*minute, 20*minute, 3*minute, 0),
		played(3, clock(33, 32), 5*minute, 20*minute, 30*24*60*minute, 0),
	}
	out := pace.Look(pace.Input{Plan: pace.Plan{Rounds: 5, RoundLength: 25 * minute}, Rounds: rounds, Now: rounds[2].Last()})
	next, _ := out.Round(4)
	if d := next.Start.Late.Sub(rounds[2].Last()); out.Usual[pace.Pairing] > 10*minute || out.Usual[pace.LastSlips] > 5*minute || d > 2*time.Hour {
		t.Errorf("pairing takes %v, the last slips %v, round 4 starts within %v", out.Usual[pace.Pairing], out.Usual[pace.LastSlips], d)
	}
}

// What has passed is over: a forecast never lies before the present moment, however long
// something has taken.
func TestNothingIsExpectedInThePast(t *testing.T) {
	t.Parallel()
	for _, r := range []pace.Round{
		{No: 1, Published: clock(10, 0), Open: 10},
		{No: 1, Published: clock(10, 0), Started: clock(10, 5), Open: 10},
		{No: 1, Published: clock(10, 0), Results: []time.Time{clock(10, 20)}, Open: 9},
		{No: 1, Published: clock(10, 0), Started: clock(10, 5), Results: []time.Time{clock(10, 20), clock(10, 20), clock(10, 20), clock(10, 20), clock(10, 20), clock(10, 20), clock(10, 20), clock(10, 20), clock(10, 21)}, Open: 1},
		played(1, clock(10, 0), 5*minute, 20*minute, 3*minute, 0),
	} {
		for _, now := range []time.Time{clock(10, 40), clock(12, 0), clock(20, 0)} {
			out := pace.Look(pace.Input{Plan: pace.Plan{Rounds: 3, RoundLength: 25 * minute}, Rounds: []pace.Round{r}, Now: now})
			for no := 2; no <= 4; no++ {
				next, ok := out.Round(no)
				if !ok || next.Start.Early.Before(now) || next.Start.Likely.Before(next.Start.Early) || next.Start.Late.Before(next.Start.Likely) {
					t.Errorf("at %s after %+v: round %d starts %+v", now.Format("15:04"), r, no, next.Start)
				}
			}
			if r.Open > 0 && out.Rounds[0].Over.Early.Before(now) {
				t.Errorf("at %s round 1 is over at %v", now.Format("15:04"), out.Rounds[0].Over.Early)
			}
		}
	}
}

// A round clock that was paused or got minutes moves what depends on it.
func TestAddedMinutesMoveTheForecast(t *testing.T) {
	t.Parallel()
	r := pace.Round{No: 1, Published: clock(10, 0), Started: clock(10, 5), ClockEnds: clock(10, 30), Open: 10}
	in := pace.Input{Plan: pace.Plan{Rounds: 2, RoundLength: 25 * minute}, Rounds: []pace.Round{r}, Now: clock(10, 6)}
	before, _ := pace.Look(in).Round(2)
	in.Rounds[0].ClockEnds = clock(10, 45)
	after, _ := pace.Look(in).Round(2)
	expect.Equal(t, after.Start.Likely.Sub(before.Start.Likely), 15*minute, "15 minutes more move the next round by")
}

func TestOneMoreRoundOrNot(t *testing.T) {
	t.Parallel()
	in := pace.Input{Plan: pace.Plan{Rounds: 1, RoundLength: 25 * minute}, Rounds: []pace.Round{played(1, clock(10, 0), 5*minute, 20*minute, 5*minute, 0)}, Now: clock(10, 30)}
	more, ok := pace.Look(in).Round(2)
	expect.MustTrue(t, ok, "nothing is said about one more round")
	last := 0.0
	for _, c := range []struct {
		by       time.Time
		min, max float64
	}{{clock(10, 45), 0, 0}, {clock(11, 5), 0.05, 0.8}, {clock(11, 40), 0.9, 1}, {clock(23, 0), 1, 1}} {
		if got := more.OverBy(c.by); got < c.min || got > c.max || got < last {
			t.Errorf("over by %s with a chance of %.2f, want %.2f to %.2f", c.by.Format("15:04"), got, c.min, c.max)
		} else {
			last = got
		}
	}
}

// A forecast made again knows neither what came later nor how the times were moved since.
func TestHindsightKnowsOnlyWhatWasKnown(t *testing.T) {
	t.Parallel()
	r1, r2, r3 := played(1, clock(9, 55), 5*minute, 20*minute, 3*minute, 0), played(2, clock(10, 35), 5*minute, 20*minute, 3*minute, 0), played(3, clock(12, 15), 15*minute, 20*minute, 3*minute, 0)
	starts := []time.Time{clock(10, 0), clock(10, 40), clock(12, 30)}
	in := pace.Input{
		Plan:   pace.Plan{Rounds: 3, RoundLength: 25 * minute, Starts: starts, Moves: []pace.Move{{At: clock(11, 0), First: 3, By: 30 * minute}}},
		Rounds: []pace.Round{r1, r2, r3}, Now: clock(13, 0),
	}
	errors := pace.Hindsight(in, 2)
	expect.True(t, len(errors) == 1 && errors[0].Round == 3 && errors[0].Off == 30*minute,
		"round 3 was planned for 12:00 when round 1 started, and started at 12:30: %+v", errors)
}
