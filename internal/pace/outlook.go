package pace

import "time"

// usual is what a part takes where nobody has seen a round yet; the middle of customary.
var usual = Lengthy{Walking: 5 * time.Minute, Pairing: 5 * time.Minute}

// Lengthy is a time for each part.
type Lengthy [parts]time.Duration

// customary are lengths of the parts in minutes before a round of the section is seen, each as
// likely as the others. That of playing is in hundredths of the round clock. The last slips have
// a long tail: a slip that lies on a table, a dispute.
var customary = [parts][]float64{
	Walking:   {2, 3, 4, 5, 6, 8, 11},
	Playing:   {55, 62, 68, 74, 80, 88, 98},
	LastSlips: {1, 1.5, 2.5, 4, 5.5, 8, 14},
	Checking:  {0, 0, 0, 0, 0, 1, 3},
	Pairing:   {2, 3, 4, 5, 6, 8, 12},
}

// customWeight is how much the customary lengths count beside one round that was seen: one
// round is believed half, three are believed three quarters, and one that was long among
// many hardly moves the middle.
const customWeight = 1.0

// longest is how long a part can take: what took longer was a night, or a result that somebody
// entered days later, and says nothing of the rounds to come.
const longest = 3 * time.Hour

// overdue are the minutes that something takes still when it has taken longer than anything known.
var overdue = []float64{1, 2, 3, 4, 6, 10, 16}

// A Range is a moment that is expected, and the moments before and after which it is not: each
// with a chance of one in ten.
type Range struct{ Early, Likely, Late time.Time }

// RoundOutlook is when a round can start and will be over.
type RoundOutlook struct {
	No      int
	Planned time.Time // zero for none
	Ready   Range     // when everybody could sit, whatever the plan says
	Start   Range     // not before the planned time
	Over    Range     // its last result
	Started bool      // Start is the moment when it started

	over spread
	now  time.Time
}

// OverBy is the chance that the round is over by a moment, from 0 to 1.
func (r RoundOutlook) OverBy(by time.Time) float64 { return r.over.within(by.Sub(r.now)) }

// Outlook is how a section's day goes on.
type Outlook struct {
	Rounds []RoundOutlook // the current round first, then those to come, and one more than planned
	Usual  Lengthy        // what each part takes in this section
	Behind time.Duration  // of the next start against the plan; negative is ahead
	Known  bool           // there is a plan to be behind of
}

// Round is the outlook of a round, false for one that is over or beyond.
func (o Outlook) Round(no int) (RoundOutlook, bool) {
	for _, r := range o.Rounds {
		if r.No == no {
			return r, true
		}
	}
	return RoundOutlook{}, false
}

// Dearest is the part that takes the longest besides play and waiting.
func (o Outlook) Dearest() (dearest Part, took time.Duration) {
	for _, part := range []Part{Walking, LastSlips, Checking, Pairing} {
		if o.Usual[part] > took {
			dearest, took = part, o.Usual[part]
		}
	}
	return dearest, took
}

// learned are the lengths that the section's own rounds took, beside the customary ones.
func (in Input) learned() [parts]spread {
	var seen [parts][]weighted
	for part, list := range customary {
		for _, n := range list {
			took := time.Duration(n * float64(time.Minute))
			if Part(part) == Playing {
				took = time.Duration(n / 100 * float64(in.Plan.RoundLength))
			}
			seen[part] = append(seen[part], weighted{took, customWeight / float64(len(list))})
		}
	}
	for i, round := range in.lengths() {
		for part, l := range round {
			switch {
			case !l.Known || l.Running || Part(part) == Waiting || l.Took > longest:
			case Part(part) == LastSlips:
				seen[part] = append(seen[part], in.Rounds[i].lastSlips()...)
			default:
				seen[part] = append(seen[part], weighted{l.Took, 1})
			}
		}
	}
	var all [parts]spread
	for part, list := range seen {
		all[part] = exactly(0)
		if len(list) > 0 {
			all[part] = spreadOf(list)
		}
	}
	return all
}

// lastSlips is what a round teaches about its last slips. The very last one says as much about
// luck as about the section; the one before it tells more about the rounds to come than its
// place suggests (TestForecastError: 4.9 minutes without it, 4.5 with it).
func (r Round) lastSlips() []weighted {
	most := r.most()
	n := len(r.Results)
	last := r.Results[n-1].Sub(most)
	if n < 4 {
		return []weighted{{last, 1}}
	}
	return []weighted{{last, 0.6}, {max(r.Results[n-2].Sub(most), 0), 0.4}}
}

// Look says how the day goes on.
func Look(in Input) Outlook { return in.ordered().look() }

func (in Input) look() Outlook {
	took := in.learned()
	var out Outlook
	for part := range took {
		out.Usual[part] = took[part].at(0.5)
	}
	between := took[Checking].plus(took[Pairing])
	play := took[Playing].plus(took[LastSlips])
	var over spread // of the last result of the round before, from now
	next := 1
	if n := len(in.Rounds); n > 0 {
		current := in.current(in.Rounds[n-1], took)
		over, next = current.over, current.No+1
		out.Rounds = append(out.Rounds, current)
	}
	for no := next; no <= max(in.Plan.Rounds, next-1)+1; no++ {
		r := RoundOutlook{No: no, Planned: in.Plan.Start(no), now: in.Now}
		ready := took[Walking]
		switch {
		case no > next:
			ready = over.plus(between).plus(took[Walking])
		case next > 1:
			ready = in.sincePairing(over, between).plus(took[Walking])
		}
		start := ready
		if !r.Planned.IsZero() {
			start = ready.notBefore(r.Planned.Sub(in.Now))
		}
		over = start.plus(play)
		r.over, r.Ready, r.Start, r.Over = over, in.moments(ready), in.moments(start), in.moments(over)
		out.Rounds = append(out.Rounds, r)
	}
	out.Behind, out.Known = in.behind(out)
	return out
}

// behind compares the next start that can still be planned with the plan. In the last round it is
// that of the round itself.
func (in Input) behind(out Outlook) (time.Duration, bool) {
	if len(in.Rounds) == 0 {
		return 0, false // nothing has begun
	}
	for _, r := range out.Rounds {
		if r.Started || r.No > in.Plan.Rounds {
			continue
		}
		if r.Planned.IsZero() {
			return 0, false
		}
		return r.Ready.Likely.Sub(r.Planned), true
	}
	if out.Rounds[0].Planned.IsZero() {
		return 0, false
	}
	return out.Rounds[0].Start.Likely.Sub(out.Rounds[0].Planned), true
}

// sincePairing is when the next pairings are out. When the results are in already, that much of
// the time has passed.
func (in Input) sincePairing(over, between spread) spread {
	out := over.plus(between)
	if left, ok := out.beyond(0); ok {
		return left
	}
	return minutes(overdue)
}

func minutes(list []float64) spread {
	seen := make([]weighted, len(list))
	for i, n := range list {
		seen[i] = weighted{time.Duration(n * float64(time.Minute)), 1}
	}
	return spreadOf(seen)
}

// current is the outlook of the last published round.
func (in Input) current(r Round, took [parts]spread) RoundOutlook {
	o := RoundOutlook{No: r.No, Planned: in.Plan.Start(r.No), now: in.Now}
	if last := r.Last(); !last.IsZero() {
		o.over = exactly(last.Sub(in.Now))
	} else if most := r.most(); !most.IsZero() {
		o.over = in.stillFrom(most, took[LastSlips])
	} else if began := r.began(); !began.IsZero() {
		play := took[Playing]
		if longer := r.ClockEnds.Sub(began.Add(in.Plan.RoundLength)); !r.ClockEnds.IsZero() && longer > 0 {
			play = play.later(longer)
		}
		o.over = in.stillFrom(began, play).plus(took[LastSlips])
	} else {
		ready := in.stillFrom(r.Published, took[Walking])
		start := ready
		if !o.Planned.IsZero() {
			start = ready.notBefore(o.Planned.Sub(in.Now))
		}
		o.Ready, o.Start = in.moments(ready), in.moments(start)
		o.over = start.plus(took[Playing]).plus(took[LastSlips])
	}
	o.Over = in.moments(o.over)
	if began := r.began(); !began.IsZero() {
		o.Started, o.Ready, o.Start = true, always(began), always(began)
	}
	return o
}

// stillFrom is when something is over that began at a moment, is not over yet and takes so long.
func (in Input) stillFrom(began time.Time, takes spread) spread {
	passed := in.Now.Sub(began)
	if rest, ok := takes.beyond(passed); ok {
		return rest.later(-passed)
	}
	return minutes(overdue)
}

func always(at time.Time) Range { return Range{at, at, at} }

func (in Input) moments(s spread) Range {
	at := func(chance float64) time.Time { return in.Now.Add(s.at(chance)) }
	return Range{at(0.1), at(0.5), at(0.9)}
}

// Error is how far a forecast was off: that of the start of Round, made Ahead rounds before it.
type Error struct {
	Round, Ahead int
	Off          time.Duration // positive when the round started later than was said
	InRange      bool          // it started within the range that was given, to the minute
}

// Hindsight makes the forecasts again that could have been made when each round started, of the
// round that is so many rounds ahead, and compares them with what happened.
func Hindsight(in Input, ahead int) []Error {
	in = in.ordered()
	var errors []Error
	for i := 0; i+ahead < len(in.Rounds); i++ {
		made, of := in.Rounds[i].Started, in.Rounds[i+ahead]
		if made.IsZero() || of.Started.IsZero() {
			continue
		}
		said, ok := in.asOf(made).look().Round(of.No)
		if !ok {
			continue
		}
		errors = append(errors, Error{
			Round: of.No, Ahead: ahead, Off: of.Started.Sub(said.Start.Likely),
			InRange: !of.Started.Before(said.Start.Early.Add(-time.Minute)) && !of.Started.After(said.Start.Late.Add(time.Minute)),
		})
	}
	return errors
}
