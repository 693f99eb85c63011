package dispute_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/livegame"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/ruling"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// boardEnds are the ways a board may end that the match rules tell apart.
var boardEnds = []livegame.BoardEnd{
	{},
	{Winner: 1, Reason: rulebook.ReasonCheckmate},
	{Winner: 2, Reason: rulebook.ReasonFlag},
	{Reason: rulebook.ReasonRepetition},
	{Reason: rulebook.ReasonBothFlags},
	{Reason: rulebook.ReasonAgreement},
	{Reason: rulebook.ReasonNoClock},
}

var allOrders = []livegame.Order{
	livegame.OrderUnknown, livegame.AEarlier, livegame.BEarlier, livegame.AFirst, livegame.BFirst, livegame.AStopped, livegame.BStopped,
	livegame.Unstopped, livegame.Linked, livegame.LinkedAFirst, livegame.LinkedBFirst, livegame.SameTime,
}

// endAct tells the end of a board as a case file would.
func endAct(m tournament.Match, id bughouse.BoardID, end livegame.BoardEnd, linked bool) ruling.Act {
	a := ruling.Act{Kind: ruling.ActEnd, Board: id, Linked: linked, Result: ruling.Result{Reason: end.Reason}}
	for _, c := range []bughouse.Color{bughouse.White, bughouse.Black} {
		if end.Winner != 0 && m.SlotOf(bughouse.SeatAt(id, c).String()) == end.Winner {
			a.Result.Winner = ruling.WonBy(c)
		}
	}
	return a
}

// told is what a card with these ends comes to: acts without an order, and what the
// official learned by asking.
func told(book *rulebook.Rulebook, m tournament.Match, e livegame.Ends) ruling.Incident {
	in := start(book)
	in.Unordered = true
	linked := slices.Contains([]livegame.Order{livegame.Linked, livegame.LinkedAFirst, livegame.LinkedBFirst}, e.Order)
	for id, end := range []livegame.BoardEnd{e.A, e.B} {
		if end.Reason == "" {
			continue
		}
		a := endAct(m, bughouse.BoardID(id), end, linked)
		if e.Order == livegame.SameTime {
			a.T = ruling.At(61_000)
		}
		in.Timeline = append(in.Timeline, a)
	}
	switch e.Order {
	case livegame.AEarlier, livegame.AFirst, livegame.AStopped, livegame.LinkedAFirst:
		in.EndedFirst = rulebook.AFirst
	case livegame.BEarlier, livegame.BFirst, livegame.BStopped, livegame.LinkedBFirst:
		in.EndedFirst = rulebook.BFirst
	}
	switch e.Order {
	case livegame.AFirst, livegame.BFirst, livegame.Unstopped:
		in.Neutralised = ruling.NotStopped
	case livegame.AStopped, livegame.BStopped:
		in.Neutralised = ruling.WereStopped
	}
	return in
}

// listed is the same as a case file whose timeline has its order; ok is false for
// what such a timeline cannot leave open.
func listed(book *rulebook.Rulebook, m tournament.Match, e livegame.Ends) (in ruling.Incident, ok bool) {
	in = start(book)
	a, b := endAct(m, bughouse.A, e.A, false), endAct(m, bughouse.B, e.B, false)
	stop := ruling.Act{Kind: ruling.ActStopClocks, By: ruling.ActorDirector, Boards: []bughouse.BoardID{bughouse.A, bughouse.B}}
	switch e.Order {
	case livegame.OrderUnknown:
		in.Timeline = []ruling.Act{a, {Kind: ruling.ActOrderUnknown}, b}
	case livegame.AFirst:
		in.Timeline = []ruling.Act{a, b}
	case livegame.BFirst:
		in.Timeline = []ruling.Act{b, a}
	case livegame.AStopped:
		in.Timeline = []ruling.Act{a, stop, b}
	case livegame.BStopped:
		in.Timeline = []ruling.Act{b, stop, a}
	default:
		return in, false
	}
	in.Timeline = slices.DeleteFunc(in.Timeline, func(a ruling.Act) bool { return a.Kind == ruling.ActEnd && a.Result.Reason == "" })
	return in, true
}

func start(book *rulebook.Rulebook) ruling.Incident {
	return ruling.Incident{Book: book, Boards: [2]ruling.Board{{Setup: bughouse.StartSetup()}, {Setup: bughouse.StartSetup()}}, Clocks: [4]int64{1, 1, 1, 1}}
}

// comesTo is a derived result and a ruling in the same words.
func comesTo(outcome tournament.Outcome, articles []string, basis rulebook.Basis, open []int) string {
	articles, open = slices.Clone(articles), slices.Clone(open)
	slices.Sort(articles)
	slices.Sort(open)
	return fmt.Sprintf("%q %v %s %v", outcome, articles, basis, open)
}

// The desk, a card and a case file give every pair of ends the same result, with the
// same articles, basis and open points, whoever sits where.
func TestDeskAndRulingsDeriveTheSameResult(t *testing.T) {
	t.Parallel()
	combinations := 0
	for _, book := range rulebook.All() {
		section := tournament.Section{Rulebook: string(book.Name()), TeamSize: book.Boards(), HouseRules: json.RawMessage("{}"), AppealMinutes: 30}
		for _, a := range boardEnds {
			for _, b := range boardEnds {
				for _, order := range allOrders {
					e := livegame.Ends{A: a, B: b, Order: order}
					oneBoard := book.Boards() == 1 && b.Reason != ""
					noOrder := (a.Reason == "" || b.Reason == "") && order != livegame.OrderUnknown
					if !e.Known() || oneBoard || noOrder {
						continue
					}
					for side1 := 1; side1 <= 2; side1++ {
						checkAgreement(t, section, book, tournament.Match{Side1Slot: side1}, e)
						combinations++
					}
				}
			}
		}
	}
	want := 4*2*(36*12+12) + 2*6
	expect.Equal(t, combinations, want, "combinations")
}

func checkAgreement(t *testing.T, section tournament.Section, book *rulebook.Rulebook, m tournament.Match, e livegame.Ends) {
	t.Helper()
	d, err := tournament.Derive(section, m, e)
	desk := comesTo(d.Outcome, d.Articles, d.Basis, d.Open)
	expect.MustTrue(t, err == nil || fault.Is(err, fault.Invalid), "%v", err)
	rule := func(in ruling.Incident) string {
		r, rerr := ruling.Rule(in)
		expect.MustTrue(t, rerr == nil, "%v", rerr)
		outcome := dispute.OutcomeOf(m, r.Match)
		if err != nil {
			// What the desk refuses has no result: a fact is lacking, no article says it, or the other board decides.
			_, asks := fault.Fields(err)["order"]
			if outcome != "" || asks != (r.Lacks != 0) {
				return fmt.Sprintf("%s lacks %b", r.Match, r.Lacks)
			}
			return desk
		}
		return comesTo(outcome, r.Articles, r.Basis, r.Open)
	}
	if card := rule(told(book, m, e)); card != desk {
		t.Errorf("%s side 1 is team %d, %+v:\ndesk %s (%v)\ncard %s", book.Name(), m.Side1Slot, e, desk, err, card)
	}
	if in, ok := listed(book, m, e); ok {
		if file := rule(in); file != desk {
			t.Errorf("%s side 1 is team %d, %+v:\ndesk %s (%v)\nfile %s", book.Name(), m.Side1Slot, e, desk, err, file)
		}
	}
}
