// Package pace says how a section keeps its time: what each part of its rounds took, when the
// rounds to come can start, when the last one will be over, and how far that is from the plan.
//
// It is pure: it never reads a clock and knows neither stores nor pages. Moments come in, the
// present one among them, and lengths, moments and chances go out.
package pace

import (
	"math"
	"slices"
	"time"
)

// Plan is what was said beforehand about the rounds of a section.
type Plan struct {
	Rounds      int           // how many are to be played
	RoundLength time.Duration // of the round clock
	Starts      []time.Time   // planned start of round 1, 2, …; zero where nobody planned one
	Moves       []Move        // by which Starts came to what they are, oldest first
}

// Move is one change of planned times: those of the rounds from First on moved By, at a moment.
type Move struct {
	At    time.Time
	First int
	By    time.Duration
}

// Start is the planned start of a round, zero for none.
func (p Plan) Start(round int) time.Time {
	if round < 1 || round > len(p.Starts) {
		return time.Time{}
	}
	return p.Starts[round-1]
}

// asOf is the plan as it stood at a moment.
func (p Plan) asOf(at time.Time) Plan {
	p.Starts = slices.Clone(p.Starts)
	for _, m := range p.Moves {
		if !m.At.After(at) {
			continue
		}
		for n := max(m.First, 1); n <= len(p.Starts); n++ {
			if s := &p.Starts[n-1]; !s.IsZero() {
				*s = s.Add(-m.By)
			}
		}
	}
	return p
}

// Round is when things happened in a published round. A zero time is what has not happened, or
// what nobody recorded.
type Round struct {
	No        int
	Published time.Time
	Started   time.Time
	ClockEnds time.Time   // of the running round clock, with pauses and minutes that were added
	Results   []time.Time // the moment of each result that is in, in any order
	Open      int         // matches without a result
	Verified  time.Time   // when the last result got its second source; zero while one waits
	Drafted   time.Time   // when the pairings of the round were first made
}

// Input is all that an outlook is made of.
type Input struct {
	Plan   Plan
	Rounds []Round // published, ascending
	Now    time.Time
}

// ordered is the input with the results of each round in their order.
func (in Input) ordered() Input {
	in.Rounds = slices.Clone(in.Rounds)
	for i := range in.Rounds {
		r := &in.Rounds[i]
		if !slices.IsSortedFunc(r.Results, time.Time.Compare) {
			r.Results = slices.SortedFunc(slices.Values(r.Results), time.Time.Compare)
		}
	}
	return in
}

// asOf is what was known of it at an earlier moment.
func (in Input) asOf(at time.Time) Input {
	was := Input{Plan: in.Plan.asOf(at), Now: at}
	known := func(t time.Time) time.Time {
		if t.After(at) {
			return time.Time{}
		}
		return t
	}
	for _, r := range in.Rounds {
		if r.Published.IsZero() || r.Published.After(at) {
			break
		}
		all := len(r.Results)
		r.Started, r.Verified, r.Drafted, r.ClockEnds = known(r.Started), known(r.Verified), known(r.Drafted), time.Time{}
		r.Results = slices.DeleteFunc(slices.Clone(r.Results), func(t time.Time) bool { return t.After(at) })
		r.Open += all - len(r.Results)
		was.Rounds = append(was.Rounds, r)
	}
	return was
}

// Part is a part of a round, from one publication to the next.
type Part int

// The parts of a round in their order.
const (
	Walking   Part = iota // from the pairings to the start
	Playing               // from the start until nine of ten results are in
	LastSlips             // from then until all are
	Checking              // until the last is verified, where the next pairings wait for that
	Pairing               // until the next pairings are out
	Waiting               // for the planned start, while everything was ready
	parts
)

// Parts lists them in their order.
func Parts() []Part { return []Part{Walking, Playing, LastSlips, Checking, Pairing, Waiting} }

// Length is how long a part of a round took. A part that goes on has lasted that long so far.
type Length struct {
	Known, Running bool
	Took           time.Duration
}

// Lengths are those of a round, by part.
type Lengths [parts]Length

// Total is the sum of what is known.
func (l Lengths) Total() (sum time.Duration) {
	for _, part := range l {
		sum += part.Took
	}
	return sum
}

// mostResults is the share of the results that ends the playing: what comes later are single
// tables that everybody waits for.
const mostResults = 0.9

// most is the moment when nine of ten results of the round were in; zero before that. The
// results are in their order.
func (r Round) most() time.Time {
	all := len(r.Results) + r.Open
	need := int(float64(all)*mostResults + 0.999)
	if all == 0 || len(r.Results) < need {
		return time.Time{}
	}
	return r.Results[need-1]
}

// Last is the moment of the last result; zero while one is missing.
func (r Round) Last() time.Time {
	if r.Open > 0 || len(r.Results) == 0 {
		return time.Time{}
	}
	return slices.MaxFunc(r.Results, time.Time.Compare)
}

// began is when the round started; its results are in their order. Where nobody recorded it, it is the customary time after the
// publication, but not after the first result; zero before that.
func (r Round) began() time.Time {
	if !r.Started.IsZero() || len(r.Results) == 0 {
		return r.Started
	}
	first := r.Results[0]
	if walked := r.Published.Add(usual[Walking]); walked.Before(first) {
		return walked
	}
	return first
}

// span is from one moment to another, unknown when one of them is. While only the second is
// missing in the round that is going on, the part goes on.
func span(from, to, now time.Time, current bool) Length {
	switch {
	case from.IsZero():
		return Length{}
	case !to.IsZero():
		return Length{Known: true, Took: max(to.Sub(from), 0)}
	case current:
		return Length{Known: true, Running: true, Took: max(now.Sub(from), 0)}
	}
	return Length{}
}

// parts are the lengths of each round as they were, before anything is said about waiting.
func (in Input) parts() []Lengths {
	all := make([]Lengths, len(in.Rounds))
	for i, r := range in.Rounds {
		current := i == len(in.Rounds)-1
		var next Round
		if !current {
			next = in.Rounds[i+1]
		}
		over, l := r.Last(), &all[i]
		l[Walking] = span(r.Published, r.Started, in.Now, current && len(r.Results) == 0)
		l[Playing] = span(r.began(), r.most(), in.Now, current)
		l[LastSlips] = span(r.most(), over, in.Now, current)
		checked := over
		if !over.IsZero() {
			l[Checking] = Length{Known: true}
			// Verification cost time only when nobody paired before it was done.
			begun := next.Drafted
			if begun.IsZero() {
				begun = next.Published
			}
			if r.Verified.After(over) && (begun.IsZero() || r.Verified.Before(begun)) {
				l[Checking].Took, checked = r.Verified.Sub(over), r.Verified
			}
		}
		l[Pairing] = span(checked, next.Published, in.Now, current && r.No < in.Plan.Rounds)
	}
	return all
}

// Lengths says for each round of the input how long its parts took. Where the plan left more time
// than pairing and walking need, what they took beyond that is waiting, which nobody can save: a
// lunch is no slow desk.
func (in Input) Lengths() []Lengths { return in.ordered().lengths() }

// lengths is Lengths of an ordered input.
func (in Input) lengths() []Lengths {
	all := in.parts()
	for i := range in.Rounds {
		r, planned := in.Rounds[i], in.Plan.Start(in.Rounds[i].No)
		if planned.IsZero() || r.began().IsZero() {
			continue
		}
		var spare, waited time.Duration
		pairing, walking := &Length{}, &all[i][Walking]
		if i == 0 {
			spare = planned.Sub(r.Published) - usual[Walking]
		} else if last := in.Rounds[i-1].Last(); !last.IsZero() {
			pairing = &all[i-1][Pairing]
			spare = planned.Sub(last) - usual[Pairing] - usual[Walking]
		}
		if spare > usual[Pairing]+usual[Walking] { // a round that is late after a lunch was not held up by the desk
			spare = math.MaxInt64
		}
		waited = pairing.shorten(usual[Pairing], spare)
		waited += walking.shorten(usual[Walking], spare-waited)
		all[max(i-1, 0)][Waiting].add(waited)
	}
	return all
}

// add lengthens a part.
func (l *Length) add(d time.Duration) {
	if d > 0 {
		l.Known, l.Took = true, l.Took+d
	}
}

// shorten takes from a length what it has beyond the usual, at most so much, and returns that.
func (l *Length) shorten(usual, most time.Duration) time.Duration {
	rest := min(l.Took-usual, most)
	if !l.Known || rest <= 0 {
		return 0
	}
	l.Took -= rest
	return rest
}
