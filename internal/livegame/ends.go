package livegame

import (
	"maps"
	"slices"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/rulebook"
)

// BoardEnd is how one board ended: Winner is the slot of the team that won it,
// 0 for nobody; Reason is empty while the board did not end.
type BoardEnd struct {
	Winner int             `json:"winner,omitempty"`
	Reason rulebook.Reason `json:"reason,omitempty"`
}

// Ends is how the boards of a match ended. The zero value says nothing.
type Ends struct {
	A     BoardEnd `json:"a,omitzero"`
	B     BoardEnd `json:"b,omitzero"`
	Order Order    `json:"order,omitempty"`
}

// Known reports whether any board is said to have ended.
func (e Ends) Known() bool { return e.A.Reason != "" || e.B.Reason != "" }

// Facts turns the ends into what the rulebook asks for: sides of a match in place of
// slots. side1Slot is the slot, 1 or 2, of the team on side 1 (WA and BB).
func (e Ends) Facts(side1Slot int, oneBoard bool) rulebook.Ends {
	side := func(slot int) bughouse.Side {
		switch slot {
		case 0:
			return 0
		case side1Slot:
			return bughouse.Side1
		}
		return bughouse.Side2
	}
	game := func(b BoardEnd) rulebook.GameEnd {
		return rulebook.GameEnd{Ended: b.Reason != "", Winner: side(b.Winner), Reason: b.Reason}
	}
	facts := rulebook.Ends{Games: [2]rulebook.GameEnd{game(e.A), game(e.B)}, OneBoard: oneBoard}
	t := orderMeans[e.Order]
	facts.Order, facts.Linked, facts.Stopped, facts.StopsUnknown = t.Order, t.Linked, t.Stopped, t.StopsUnknown
	return facts
}

// slotOf is the slot of the team that sits on a seat; side1Slot is that of the team
// on side 1 (WA and BB).
func slotOf(seat bughouse.Seat, side1Slot int) int {
	if seat.Side() == bughouse.Side1 {
		return side1Slot
	}
	return 3 - side1Slot
}

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

// orderMeans is what each word says about two ends.
var orderMeans = map[Order]rulebook.Ends{
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

// Orders lists every answer to which board ended first.
func Orders() []Order { return slices.Sorted(maps.Keys(orderLabels)) }

// Label is the order as an answer to which board ended first; empty where nobody has said.
func (o Order) Label() string { return orderLabels[o] }

// Known reports whether the word is one of the orders.
func (o Order) Known() bool {
	_, ok := orderMeans[o]
	return ok
}
