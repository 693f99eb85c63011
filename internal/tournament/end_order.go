package tournament

import (
	"strings"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/rulebook"
)

// Order says how the ends of the two boards lie in time, as far as anybody said.
type Order string

const (
	OrderUnknown Order = ""          // nobody has said: not needed where one board ended, or where it makes no difference
	AEarlier     Order = "A"         // board A ended first; whether board B was stopped before it ended was not said
	BEarlier     Order = "B"         // the same of board B
	AFirst       Order = "A-first"   // board A ended first, then nobody stopped board B
	AStopped     Order = "A-stopped" // board A ended first and board B was neutralised before it ended
	BFirst       Order = "B-first"
	BStopped     Order = "B-stopped"
	Unstopped    Order = "unstopped" // which ended first was not said; nobody stopped the other board
	Linked       Order = "linked"    // one capture let a partner mate and the capturer be mated (TR3 14, FIDEX 21)
	LinkedAFirst Order = "linked-A"  // the same, with board A first on record
	LinkedBFirst Order = "linked-B"
	SameTime     Order = "same-time" // cannot be told apart
)

// told is what each word says about two ends.
var told = map[Order]rulebook.Ends{
	OrderUnknown: {StopsUnknown: true},
	AEarlier:     {Order: rulebook.AFirst, StopsUnknown: true},
	BEarlier:     {Order: rulebook.BFirst, StopsUnknown: true},
	AFirst:       {Order: rulebook.AFirst},
	BFirst:       {Order: rulebook.BFirst},
	AStopped:     {Order: rulebook.AFirst, Stopped: rulebook.StoppedAll},
	BStopped:     {Order: rulebook.BFirst, Stopped: rulebook.StoppedAll},
	Unstopped:    {},
	Linked:       {Linked: true, StopsUnknown: true},
	LinkedAFirst: {Linked: true, Order: rulebook.AFirst, StopsUnknown: true},
	LinkedBFirst: {Linked: true, Order: rulebook.BFirst, StopsUnknown: true},
	SameTime:     {Order: rulebook.AtOnce, StopsUnknown: true},
}

// orderLabels are the orders as the desk reads them.
var orderLabels = map[Order]string{
	AEarlier:     "Board A",
	BEarlier:     "Board B",
	AFirst:       "Board A, and nobody stopped board B before it ended",
	BFirst:       "Board B, and nobody stopped board A before it ended",
	AStopped:     "Board A, and board B was stopped before it ended",
	BStopped:     "Board B, and board A was stopped before it ended",
	Unstopped:    "Nobody stopped the other board, so it does not matter",
	Linked:       "One capture led to both mates",
	LinkedAFirst: "One capture led to both mates, A on record first",
	LinkedBFirst: "One capture led to both mates, B on record first",
	SameTime:     "The same instant, cannot be told apart",
}

// Label is the order as an answer to which board ended first; empty where nobody has said.
func (o Order) Label() string { return orderLabels[o] }

// known reports whether the word is one of the orders.
func (o Order) known() bool {
	_, ok := told[o]
	return ok
}

// tell puts what the word says into the facts of a match result.
func (o Order) tell(facts *rulebook.Ends) {
	t := told[o]
	facts.Order, facts.Linked, facts.Stopped, facts.StopsUnknown = t.Order, t.Linked, t.Stopped, t.StopsUnknown
}

// OrdersToAsk are the answers that decide a match in which both boards ended, under
// the section's rulebook: whether the other board was stopped is asked only where it
// can count all the same, and who was first of two linked ends only where they do
// not count together.
func (s Section) OrdersToAsk() []Order {
	book, err := s.Rules()
	if err != nil {
		return nil // a section's rulebook was checked when it was set up
	}
	orders := []Order{AEarlier, BEarlier}
	if book.Value(rulebook.LateEnd) == "until-neutralised" {
		orders = []Order{AStopped, BStopped, Unstopped}
	}
	if book.Value(rulebook.LinkedEnds) == "both-count" {
		orders = append(orders, Linked)
	} else {
		orders = append(orders, LinkedAFirst, LinkedBFirst)
	}
	return append(orders, SameTime)
}

// OrdersToAdd are the answers that are left to ask for where a record knows which
// board ended first.
func (s Section) OrdersToAdd(known Order) []Order {
	switch known {
	case AEarlier:
		return []Order{AStopped, AFirst}
	case BEarlier:
		return []Order{BStopped, BFirst}
	}
	return s.OrdersToAsk()
}

// EndsToAsk lists the pairs of ends that decide a match only with their order.
// Any way of winning a board stands for all of them.
func (s Section) EndsToAsk() []Ends {
	book, err := s.Rules()
	if err != nil || s.TeamSize == 1 {
		return nil
	}
	boards := []BoardEnd{{Winner: 1, Reason: rulebook.ReasonCheckmate}, {Winner: 2, Reason: rulebook.ReasonCheckmate}}
	for _, r := range rulebook.Reasons() {
		if drawsOnly(r) {
			boards = append(boards, BoardEnd{Reason: r})
		}
	}
	var asked []Ends
	for _, a := range boards {
		for _, b := range boards {
			e := Ends{A: a, B: b}
			if rulebook.DecideMatch(book, e.facts(Match{Side1Slot: 1}, s.TeamSize)).Lacks != 0 {
				asked = append(asked, e)
			}
		}
	}
	return asked
}

// askOrder asks for what a result hangs on.
func (s Section) askOrder(d rulebook.Decision) error {
	by := strings.Join(s.cites(d.Articles), ", ")
	if d.Lacks == rulebook.LacksStops {
		return fault.Field("order", "Both boards have ended. Say whether the other board was stopped before it ended: the match hangs on it (%s).", by)
	}
	return fault.Field("order", "Both boards have ended. Say which ended first: the match hangs on it (%s). If nobody knows, open an incident, so that a director rules on it.", by)
}

// cites puts the rulebook's name before article numbers.
func (s Section) cites(articles []string) []string {
	var out []string
	for _, a := range articles {
		out = append(out, s.Rulebook+" "+a)
	}
	return out
}
