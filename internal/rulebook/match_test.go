package rulebook_test

import (
	"slices"
	"testing"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// gameEnds are the ways a board may stand that the match rules tell apart.
var gameEnds = []rulebook.GameEnd{
	{},
	{Ended: true, Winner: bughouse.Side1, Reason: rulebook.ReasonCheckmate},
	{Ended: true, Winner: bughouse.Side2, Reason: rulebook.ReasonFlag},
	{Ended: true, Reason: rulebook.ReasonRepetition},
	{Ended: true, Reason: rulebook.ReasonBothFlags},
	{Ended: true, Reason: rulebook.ReasonAgreement},
	{Ended: true, Reason: rulebook.ReasonNoClock},
	{Ended: true, Reason: rulebook.ReasonRuled},
}

// stopKinds are the stops between two ends; the last is that nobody has said.
var stopKinds = []rulebook.Stops{
	0, rulebook.StoppedByEnded, rulebook.StoppedByAnyone, rulebook.StoppedByRunning | rulebook.StoppedByAnyone,
	rulebook.StoppedByDirector | rulebook.StoppedByAnyone, rulebook.StoppedAll,
}

// eachEnds calls do with everything a match result can depend on.
func eachEnds(do func(rulebook.Ends)) {
	orders := []rulebook.Order{rulebook.OrderUnknown, rulebook.AFirst, rulebook.BFirst, rulebook.AtOnce}
	for _, a := range gameEnds {
		for _, b := range gameEnds {
			for _, order := range orders {
				for _, linked := range []bool{false, true} {
					for i := range len(stopKinds) + 1 {
						e := rulebook.Ends{Games: [2]rulebook.GameEnd{a, b}, Order: order, Linked: linked, StopsUnknown: i == len(stopKinds)}
						if !e.StopsUnknown {
							e.Stopped = stopKinds[i]
						}
						do(e)
						if order == rulebook.AtOnce {
							e.Recorded = rulebook.AFirst
							do(e)
						}
					}
				}
			}
		}
	}
	for _, side := range []bughouse.Side{bughouse.Side1, bughouse.Side2} {
		do(rulebook.Ends{LossFor: side, Forfeiter: rulebook.OnMovePartner, Games: [2]rulebook.GameEnd{gameEnds[1], {}}})
	}
}

// readings are the rulebooks of two boards, each also with every other answer its
// text allows and with those an organizer may choose.
func readings(t *testing.T) []*rulebook.Rulebook {
	t.Helper()
	var out []*rulebook.Rulebook
	for _, b := range rulebook.All() {
		if b.Boards() != 2 {
			continue
		}
		out = append(out, b)
		for _, s := range []rulebook.Setting{
			rulebook.BothFlags, rulebook.MatchEndsOn, rulebook.LateEnd, rulebook.NeutralisedBy, rulebook.LinkedEnds, rulebook.EqualTime, rulebook.NoClock, rulebook.DrawAgreement,
		} {
			for _, c := range append(s.Choices(), rulebook.Choice{Value: rulebook.NoRule}) {
				out = append(out, b.With(s, c.Value))
			}
		}
	}
	return out
}

func swapOrder(o rulebook.Order) rulebook.Order {
	switch o {
	case rulebook.AFirst:
		return rulebook.BFirst
	case rulebook.BFirst:
		return rulebook.AFirst
	}
	return o
}

func swapBoards(e rulebook.Ends) rulebook.Ends {
	e.Games[0], e.Games[1] = e.Games[1], e.Games[0]
	e.Order, e.Recorded = swapOrder(e.Order), swapOrder(e.Recorded)
	return e
}

func swapSide(s bughouse.Side) bughouse.Side {
	if s == 0 {
		return 0
	}
	return s.Opponent()
}

func swapTeams(e rulebook.Ends) rulebook.Ends {
	for i := range e.Games {
		e.Games[i].Winner = swapSide(e.Games[i].Winner)
	}
	e.LossFor = swapSide(e.LossFor)
	return e
}

func swapMatch(m rulebook.MatchResult) rulebook.MatchResult {
	switch m {
	case rulebook.WonByT1:
		return rulebook.WonByT2
	case rulebook.WonByT2:
		return rulebook.WonByT1
	}
	return m
}

func sortedRests(o rulebook.Outcome) []rulebook.Setting {
	return slices.Sorted(slices.Values(o.Rests))
}

// No board's letter and no team decides: with boards or teams swapped the result is
// that of the other board or the other team, and rests on the same rules.
func TestBoardsAndTeamsMayBeSwapped(t *testing.T) {
	for _, book := range readings(t) {
		eachEnds(func(e rulebook.Ends) {
			o := rulebook.DecideMatch(book, e)
			b := rulebook.DecideMatch(book, swapBoards(e))
			if b.Match != o.Match || b.Lacks != o.Lacks || b.Discretion != o.Discretion || b.Counted != [2]bool{o.Counted[1], o.Counted[0]} || !slices.Equal(sortedRests(b), sortedRests(o)) {
				t.Errorf("%s: %+v is %+v, with the boards swapped %+v", book.Name(), e, o, b)
			}
			s := rulebook.DecideMatch(book, swapTeams(e))
			if s.Match != swapMatch(o.Match) || s.Lacks != o.Lacks || s.Discretion != o.Discretion || s.Counted != o.Counted || !slices.Equal(s.Rests, o.Rests) {
				t.Errorf("%s: %+v is %+v, with the teams swapped %+v", book.Name(), e, o, s)
			}
		})
		if t.Failed() {
			return
		}
	}
}

// What nobody has said leaves the result open exactly where it matters, and only
// what is lacking has to be asked.
func TestWhatNobodySaidIsOpenWhereItMatters(t *testing.T) {
	for _, book := range readings(t) {
		eachEnds(func(e rulebook.Ends) {
			if !e.Games[0].Ended || !e.Games[1].Ended {
				return
			}
			got := rulebook.DecideMatch(book, e)
			if e.Order != rulebook.OrderUnknown && !e.StopsUnknown {
				return
			}
			seen := map[rulebook.MatchResult]bool{}
			for _, order := range []rulebook.Order{rulebook.AFirst, rulebook.BFirst} {
				for _, stops := range []rulebook.Stops{0, rulebook.StoppedAll} {
					known := e
					if e.Order == rulebook.OrderUnknown {
						known.Order = order
					}
					if e.StopsUnknown {
						known.Stopped, known.StopsUnknown = stops, false
					}
					if e.Order == rulebook.AtOnce && e.Recorded == rulebook.OrderUnknown && book.Value(rulebook.EqualTime) != "both-count" {
						known.Order = order // the earlier end decides, and nothing says which it was
					}
					seen[rulebook.DecideMatch(book, known).Match] = true
				}
			}
			switch {
			case len(seen) == 1 && (got.Lacks != 0 || !seen[got.Match]):
				t.Errorf("%s: %+v is always %v, yet %+v", book.Name(), e, seen, got)
			case len(seen) > 1 && (got.Lacks == 0 || got.Match != rulebook.Continues):
				t.Errorf("%s: %+v may be %v, yet %+v", book.Name(), e, seen, got)
			}
		})
	}
}

// A team that had won the match before an agreement has won it.
func TestAgreementDoesNotUndoAnEarlierWin(t *testing.T) {
	won, agreed := gameEnds[1], gameEnds[5]
	for _, b := range rulebook.All() {
		if b.Boards() != 2 {
			continue
		}
		for _, stops := range stopKinds {
			e := rulebook.Ends{Games: [2]rulebook.GameEnd{won, agreed}, Order: rulebook.AFirst, Stopped: stops}
			if d := b.Decide(e); d.Match != rulebook.WonByT1 || d.Counted[1] {
				t.Errorf("%s, won first, stops %b: %+v", b.Name(), stops, d)
			}
			e.Order = rulebook.BFirst
			if d := b.Decide(e); d.Match != rulebook.Drawn || d.Counted[0] || !slices.Contains(d.Rests, rulebook.DrawAgreement) {
				t.Errorf("%s, agreed first, stops %b: %+v", b.Name(), stops, d)
			}
		}
		e := rulebook.Ends{Games: [2]rulebook.GameEnd{won, agreed}, StopsUnknown: true}
		if d := b.Decide(e); d.Match != rulebook.Continues || d.Lacks != rulebook.LacksOrder || !slices.Equal(d.Open, []int{rulebook.WhichFirst}) || d.Basis != rulebook.Default {
			t.Errorf("%s, no order: %+v", b.Name(), d)
		}
	}
}

// A board that a ruling has drawn leaves the match to the other, whatever the book.
func TestABoardDrawnByARulingDecidesNothing(t *testing.T) {
	for _, b := range rulebook.All() {
		if b.Boards() != 2 {
			continue
		}
		e := rulebook.Ends{Games: [2]rulebook.GameEnd{{Ended: true, Reason: rulebook.ReasonRuled}, {}}}
		if d := b.Decide(e); d.Match != rulebook.Continues || d.Lacks != 0 {
			t.Errorf("%s, the other plays on: %+v", b.Name(), d)
		}
		e.Games[1], e.Order, e.StopsUnknown = gameEnds[2], rulebook.AFirst, true
		if d := b.Decide(e); d.Match != rulebook.WonByT2 {
			t.Errorf("%s, the other is won: %+v", b.Name(), d)
		}
	}
}

// TR3 draws two boards won by different teams only where nobody stopped either.
func TestTwoWinnersWithoutAnOrder(t *testing.T) {
	for name, want := range map[string]map[string]rulebook.MatchResult{ // by what is known of the stops
		"TR3":    {"unknown": rulebook.Continues, "none": rulebook.Drawn, "stopped": rulebook.Continues},
		"FIDEX":  {"unknown": rulebook.Continues, "none": rulebook.Continues, "stopped": rulebook.Continues},
		"USCF-R": {"unknown": rulebook.Continues, "none": rulebook.Continues, "stopped": rulebook.Continues},
		"USCF-C": {"unknown": rulebook.Continues, "none": rulebook.Continues, "stopped": rulebook.Continues},
	} {
		for stops, match := range want {
			e := rulebook.Ends{Games: [2]rulebook.GameEnd{gameEnds[1], gameEnds[2]}, StopsUnknown: stops == "unknown"}
			if stops == "stopped" {
				e.Stopped = rulebook.StoppedAll
			}
			d := book(t, name).Decide(e)
			expect.True(t, d.Match == match && (d.Lacks != 0) == (match == rulebook.Continues), "%s, stops %s: %+v, want %s", name, stops, d, match)
		}
	}
}
