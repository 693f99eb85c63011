package rulebook

import "github.com/tandemchess/tandem/internal/bughouse"

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

// Stops says who stopped clocks after the first game had ended and before the
// second did.
type Stops uint8

// The stops that matter to any rulebook.
const (
	StoppedByDirector Stops = 1 << iota // the director stopped the running board
	StoppedByRunning                    // a player of the running board stopped it
	StoppedByEnded                      // a player of the ended board stopped any clock
	StoppedByAnyone                     // the running board was stopped, by whomever
)

// Ends is all a match result depends on.
type Ends struct {
	Games     [2]GameEnd       // boards A and B
	First     bughouse.BoardID // the board that ended first, where both have
	Linked    bool             // both ends answer one capture (TR3 14, FIDEX 21)
	SameTime  bool             // the times cannot be told apart
	Stopped   Stops            // between the two ends
	Agreed    bool             // the teams agreed to a draw
	LossFor   bughouse.Side    // the side that forfeited the match, 0 for none
	OneBoard  bool             // there is no board B
	Forfeiter Setting          // the ladder LossFor comes from
}

// Outcome is a match result and the settings it rests on.
type Outcome struct {
	Match      MatchResult
	Counted    [2]bool   // which ended boards took part; the others were stopped
	Rests      []Setting // in the order they decided
	Discretion bool      // no article: the official decides
}

// DecideMatch applies the match rules in their order: forfeit, agreement, no
// clock, ends that count together, the first end.
func DecideMatch(r Reader, e Ends) Outcome {
	out := Outcome{Match: Continues, Counted: [2]bool{e.Games[0].Ended, e.Games[1].Ended}}
	switch {
	case e.LossFor != 0:
		out.Match, out.Rests = WonBy(e.LossFor.Opponent()), []Setting{e.Forfeiter}
		return out
	case e.Agreed:
		out.Match, out.Rests = Drawn, []Setting{DrawAgreement}
		return out
	case e.Games[0].clockless() || e.Games[1].clockless():
		return decideClockless(r, e, out)
	}
	first := e.First
	if !e.Games[first].Ended {
		first = first.Other()
	}
	second := first.Other()
	switch {
	case !e.Games[first].Ended:
		return out
	case e.Games[second].Ended:
		if by, ok := countTogether(r, e); ok {
			out.Match, out.Rests = combined(r, e.Games), []Setting{by}
			return out
		}
	}
	return firstDecides(r, e, first, out)
}

func (g GameEnd) clockless() bool { return g.Ended && g.Reason == ReasonNoClock }

// drawnOff reports a draw that leaves the match to the other board.
func (g GameEnd) drawnOff(r Reader) bool {
	if g.Winner != 0 {
		return false
	}
	return r.Value(MatchEndsOn) == "win" || g.Reason == ReasonBothFlags && r.Value(BothFlags) == "board-only"
}

func (g GameEnd) result() MatchResult {
	if g.Winner == 0 {
		return Drawn
	}
	return WonBy(g.Winner)
}

// countTogether reports whether both ends count and by which setting.
func countTogether(r Reader, e Ends) (Setting, bool) {
	const both = "both-count"
	switch {
	case e.Linked && r.Value(LinkedEnds) == both:
		return LinkedEnds, true
	case e.SameTime:
		return EqualTime, r.Value(EqualTime) == both
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
		return out
	}
	out.Match = e.Games[first].result()
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
func (b *Book) Decide(e Ends) Decision {
	d := Decision{Outcome: DecideMatch(b, e), Basis: Explicit}
	for _, s := range d.Rests {
		d.Articles = appendNew(d.Articles, b.CellArticles(s)...)
	}
	if d.Discretion {
		d.Basis = OfficialsCall
		if n := b.SilencePoint(); n != 0 {
			d.Open = []int{n}
		}
		return d
	}
	for _, s := range []Setting{BothFlags, MatchEndsOn, LateEnd, NeutralisedBy, LinkedEnds, EqualTime, NoClock} {
		for _, a := range b.cells[s].Alternatives {
			if DecideMatch(b.With(s, a.Value), e).Match != d.Match {
				d.Open, d.Basis = appendNew(d.Open, a.Point), Default
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
