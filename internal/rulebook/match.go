package rulebook

import (
	"slices"

	"github.com/tandemchess/tandem/internal/bughouse"
)

// MatchResult is what a match came to; JARED's single game uses Side1 for White.
type MatchResult string

// The match results.
const (
	WonByT1    MatchResult = "T1"
	WonByT2    MatchResult = "T2"
	Drawn      MatchResult = "draw"
	DoubleLoss MatchResult = "double-loss"
	Continues  MatchResult = "continues"
)

// WonBy is the result of a match won by a side.
func WonBy(s bughouse.Side) MatchResult {
	if s == bughouse.Side1 {
		return WonByT1
	}
	return WonByT2
}

// GameEnd is how one board ended. The zero value is a game still running.
type GameEnd struct {
	Ended  bool
	Winner bughouse.Side // 0: nobody
	Reason Reason
}

// Order is what is known about which of two ended boards ended first.
type Order uint8

// The orders. The zero value is that nobody has said: a board's letter decides nothing.
const (
	OrderUnknown Order = iota
	AFirst
	BFirst
	AtOnce // the two times cannot be told apart
)

// EndedFirst is the order in which a board ended before the other.
func EndedFirst(b bughouse.BoardID) Order { return AFirst + Order(b) }

// first is the board that ended first; ok is false where none is known to have.
func (o Order) first() (b bughouse.BoardID, ok bool) {
	return bughouse.BoardID(o - AFirst), o == AFirst || o == BFirst
}

// Stops says who stopped clocks after the first game had ended and before the
// second did.
type Stops uint8

// The stops that matter to any rulebook.
const (
	StoppedByDirector Stops = 1 << iota // the director stopped the running board
	StoppedByRunning                    // a player of the running board stopped it
	StoppedByEnded                      // a player of the ended board stopped any clock
	StoppedByAnyone                     // the running board was stopped, by whomever

	// StoppedAll is a stop that every rulebook takes for one.
	StoppedAll = StoppedByDirector | StoppedByRunning | StoppedByEnded | StoppedByAnyone
)

// Ends is all a match result depends on. A game that ended by agreement was
// ended together with the other, if that one still ran (TR3 15, FIDEX 22).
type Ends struct {
	Games        [2]GameEnd    // boards A and B
	Order        Order         // where both have ended
	Recorded     Order         // of ends at once: as the record lists them, for rules that go by it
	Linked       bool          // both ends answer one capture (TR3 14, FIDEX 21)
	Stopped      Stops         // between the two ends
	StopsUnknown bool          // nobody has said whether any clock was stopped between the two ends
	LossFor      bughouse.Side // the side that forfeited the match, 0 for none
	OneBoard     bool          // there is no board B
	Forfeiter    Setting       // the ladder LossFor comes from
}

// Lack names facts that a match result depends on and that nobody has said.
type Lack uint8

// The facts that may be lacking where both boards have ended.
const (
	LacksOrder Lack = 1 << iota // which board ended first
	LacksStops                  // whether clocks were stopped between the two ends
)

// Outcome is a match result and the settings it rests on.
type Outcome struct {
	Match      MatchResult
	Counted    [2]bool   // which ended boards took part; the others were stopped
	Rests      []Setting // in the order they decided
	Discretion bool      // no article: the official decides
	Lacks      Lack      // facts without which there is no result: Match is Continues, although both boards have ended
}

// DecideMatch applies the match rules in their order: forfeit, no clock, ends
// that count together, the first end. What nobody has said about two ends is
// tried each way: a result that is always the same stands, and any other is open.
func DecideMatch(r Reader, e Ends) Outcome {
	if !e.uncertain() {
		return decideKnown(r, e)
	}
	var results [2][2]MatchResult // by the order and by whether clocks were stopped
	var all []Outcome
	for i, order := range e.orders() {
		for j, stops := range e.stops() {
			known := e
			known.Order, known.Stopped, known.StopsUnknown = order, stops, false
			out := decideKnown(r, known)
			results[i][j] = out.Match
			all = append(all, out)
		}
	}
	return merge(all, lacking(results))
}

// uncertain reports that something about two ends was not said.
func (e Ends) uncertain() bool {
	return e.Games[0].Ended && e.Games[1].Ended && (e.Order == OrderUnknown || e.StopsUnknown)
}

// orders are the orders the ends may have had, twice the one that is known.
func (e Ends) orders() [2]Order {
	if e.Order == OrderUnknown {
		return [2]Order{AFirst, BFirst}
	}
	return [2]Order{e.Order, e.Order}
}

// stops are what may have happened between the ends, twice what is known.
func (e Ends) stops() [2]Stops {
	if e.StopsUnknown {
		return [2]Stops{0, StoppedAll}
	}
	return [2]Stops{e.Stopped, e.Stopped}
}

// lacking compares the results by the order and by the stops.
func lacking(results [2][2]MatchResult) Lack {
	var l Lack
	for i := range 2 {
		if results[0][i] != results[1][i] {
			l |= LacksOrder
		}
		if results[i][0] != results[i][1] {
			l |= LacksStops
		}
	}
	return l
}

// merge is one outcome out of those that are possible. It rests on whatever any
// of them rests on, in table order, so that no board is named before the other.
func merge(all []Outcome, lacks Lack) Outcome {
	out := all[0]
	out.Rests = nil
	for _, o := range all {
		out.Rests = appendNew(out.Rests, o.Rests...)
		out.Counted[0], out.Counted[1] = out.Counted[0] || o.Counted[0], out.Counted[1] || o.Counted[1]
	}
	slices.Sort(out.Rests)
	if lacks != 0 {
		out.Match, out.Lacks = Continues, lacks
	}
	return out
}

// decideKnown is DecideMatch where everything was said.
func decideKnown(r Reader, e Ends) Outcome {
	out := Outcome{Match: Continues, Counted: [2]bool{e.Games[0].Ended, e.Games[1].Ended}}
	a, b := e.Games[0], e.Games[1]
	switch {
	case e.LossFor != 0:
		out.Match, out.Rests = WonBy(e.LossFor.Opponent()), []Setting{e.Forfeiter}
	case a.clockless() || b.clockless():
		return decideClockless(r, e, out)
	case a.agreed(r) && (b.agreed(r) || !b.Ended), b.agreed(r) && !a.Ended:
		out.Match, out.Rests = Drawn, []Setting{DrawAgreement}
	case a.Ended && b.Ended:
		return decideBoth(r, e, out)
	case a.Ended:
		return firstDecides(r, e, bughouse.A, out)
	case b.Ended:
		return firstDecides(r, e, bughouse.B, out)
	}
	return out
}

// decideBoth decides between two boards that have ended.
func decideBoth(r Reader, e Ends, out Outcome) Outcome {
	by, together := countTogether(r, e)
	first, known := e.Order.first()
	switch {
	case together:
		out.Match, out.Rests = combined(r, e.Games), []Setting{by}
		return out
	case known:
		return firstDecides(r, e, first, out)
	}
	// The earlier end decides although the times are the same: that on record, if any is.
	e.Order, e.StopsUnknown = e.Recorded, e.StopsUnknown || e.Recorded == OrderUnknown
	out = DecideMatch(r, e)
	out.Rests = appendNew([]Setting{EqualTime}, out.Rests...)
	return out
}

func (g GameEnd) clockless() bool { return g.Ended && g.Reason == ReasonNoClock }

// agreed reports a game that the teams ended by agreeing to a drawn match, under
// a rulebook that knows such an agreement.
func (g GameEnd) agreed(r Reader) bool {
	return g.Ended && g.Winner == 0 && g.Reason == ReasonAgreement && r.Value(DrawAgreement) != NoRule
}

// drawnOff reports a draw that leaves the match to the other board.
func (g GameEnd) drawnOff(r Reader) bool {
	if g.Winner != 0 || g.agreed(r) {
		return false
	}
	return g.Reason == ReasonRuled || r.Value(MatchEndsOn) == "win" || g.Reason == ReasonBothFlags && r.Value(BothFlags) == "board-only"
}

func (g GameEnd) result() MatchResult {
	if g.Winner == 0 {
		return Drawn
	}
	return WonBy(g.Winner)
}

// countTogether reports whether both ends count and by which setting. An
// agreement draws the match, not a game, so it never adds to an end before it.
func countTogether(r Reader, e Ends) (Setting, bool) {
	const both = "both-count"
	switch {
	case e.Linked && r.Value(LinkedEnds) == both:
		return LinkedEnds, true
	case e.Order == AtOnce:
		return EqualTime, r.Value(EqualTime) == both
	case e.Games[0].agreed(r) || e.Games[1].agreed(r):
		return 0, false
	case r.Value(LateEnd) == "until-neutralised" && !neutralised(r, e.Stopped):
		return LateEnd, true
	}
	return 0, false
}

func neutralised(r Reader, s Stops) bool {
	by := Stops(StoppedByDirector)
	switch r.Value(NeutralisedBy) {
	case "running-game":
		by |= StoppedByRunning
	case "ended-game":
		by |= StoppedByEnded
	case "any":
		by |= StoppedByAnyone
	}
	return s&by != 0
}

// combined is the result of two ends that count together: one team won both,
// or one won and the other game leaves it at that, or nobody did.
func combined(r Reader, g [2]GameEnd) MatchResult {
	a, b := g[0], g[1]
	switch {
	case a.Winner == b.Winner:
		return a.result()
	case a.Winner != 0 && b.drawnOff(r):
		return a.result()
	case b.Winner != 0 && a.drawnOff(r):
		return b.result()
	}
	return Drawn
}

func firstDecides(r Reader, e Ends, first bughouse.BoardID, out Outcome) Outcome {
	second := first.Other()
	out.Rests = []Setting{MatchEndsOn}
	if e.Games[first].drawnOff(r) && !e.OneBoard {
		if e.Games[first].Reason == ReasonBothFlags {
			out.Rests = append(out.Rests, BothFlags)
		}
		if e.Games[second].Ended {
			out.Match = e.Games[second].result()
		}
		if e.Games[second].agreed(r) {
			out.Rests = append(out.Rests, DrawAgreement)
		}
		return out
	}
	out.Match = e.Games[first].result()
	if e.Games[first].agreed(r) {
		out.Rests = append(out.Rests, DrawAgreement)
	}
	if e.Games[second].Ended {
		out.Rests = append(out.Rests, LateEnd)
		out.Counted[second] = false
	}
	return out
}

// decideClockless handles boards that never had a clock: they decide nothing.
func decideClockless(r Reader, e Ends, out Outcome) Outcome {
	out.Rests = []Setting{NoClock}
	rule := r.Value(NoClock)
	if rule == NoRule {
		out.Discretion = true
		return out
	}
	if e.Games[0].clockless() && e.Games[1].clockless() || rule == "double-loss" {
		out.Match = DoubleLoss
		return out
	}
	other := e.Games[0]
	if other.clockless() {
		other = e.Games[1]
	}
	if other.Ended {
		out.Match = other.result()
	}
	if other.agreed(r) {
		out.Rests = append(out.Rests, DrawAgreement)
	}
	return out
}

// Decision is an outcome as a director reads it: with articles, basis and open points.
type Decision struct {
	Outcome
	Articles []string // numbers without the short name
	Basis    Basis
	Open     []int
}

// Decide gives the match result of two board results with the articles it
// rests on. Open points are found by trying the other answers.
func (b *Rulebook) Decide(e Ends) Decision {
	d := Decision{Outcome: DecideMatch(b, e), Basis: Explicit}
	for _, s := range d.Rests {
		d.Articles = appendNew(d.Articles, b.CellArticles(s)...)
		if b.cells[s].reading {
			d.Basis = Derived
		}
	}
	if d.Discretion {
		d.Basis = OfficialsCall
		if n := b.SilencePoint(); n != 0 {
			d.Open = []int{n}
		}
		return d
	}
	if d.Lacks != 0 {
		d.Open, d.Basis = []int{WhichFirst}, Default
	}
	for _, s := range []Setting{BothFlags, MatchEndsOn, LateEnd, NeutralisedBy, LinkedEnds, EqualTime, NoClock} {
		for _, a := range b.cells[s].Alternatives {
			if DecideMatch(b.With(s, a.Value), e).Match != d.Match {
				d.Open, d.Basis = appendNew(d.Open, a.Point), Default
				d.Articles = appendNew(d.Articles, b.CellArticles(s)...)
			}
		}
	}
	return d
}

func appendNew[T comparable](list []T, more ...T) []T {
next:
	for _, m := range more {
		for _, have := range list {
			if have == m {
				continue next
			}
		}
		list = append(list, m)
	}
	return list
}
