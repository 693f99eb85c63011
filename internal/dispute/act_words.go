package dispute

import (
	"fmt"
	"strings"
)

// ActKind is one kind of act as forms offer it.
type ActKind struct {
	Kind   string // word of the rulings format
	Phrase string // "presses the clock", with %s where its detail stands
	Detail string // what belongs to it, as an example; empty for nothing
}

// ActKinds are the acts a card can hold, the frequent ones first. An act about a
// board has A or B in place of a seat.
var ActKinds = []ActKind{
	{"move", "plays %s", "c6d4 or N@e5"},
	{"press", "presses the clock", ""},
	{"flag", "has a fallen flag", ""},
	{"stop-clocks", "stops the clocks of %s", "A,B WA,BB"},
	{"hide-stock", "hides stock", ""},
	{"show-stock", "shows the stock", ""},
	{"pass", "hands over %s", "N"},
	{"withhold", "keeps back %s", "N"},
	{"touch", "touches %s", "g1 or N"},
	{"take-back", "takes the last move back", ""},
	{"declare", "declares %s", "Q"},
	{"announce-mate", "says mate", ""},
	{"take-king", "takes the king", ""},
	{"partner-board", "acts on the partner’s board: %s", "point, touch, move or press"},
	{"hover", "holds a hand over %s", "board or clock"},
	{"two-hands", "moves with two hands", ""},
	{"other-hand", "presses with the other hand", ""},
	{"displace", "knocks men over", ""},
	{"off-board", "knocks a man off the board", ""},
	{"restore", "puts the men back", ""},
	{"knock-clock", "knocks the clock over", ""},
	{"swap-clock", "changes the clock", ""},
	{"bang", "bangs the clock", ""},
	{"annoy", "disturbs the opponent", ""},
	{"abuse", "insults or threatens somebody", ""},
	{"telephone", "has a telephone that rings or is used", ""},
	{"late", "arrives late", ""},
	{"touch-clock", "touches the clock: %s", "straighten, repunch or other"},
	{"lift-clock", "lifts the clock", ""},
	{"speak", "speaks about %s", "illegal-move, flag, advice, sit or other"},
	{"offer-draw", "offers a draw", ""},
	{"accept-draw", "accepts the draw", ""},
	{"refuse-draw", "refuses the draw", ""},
	{"resign", "resigns", ""},
	{"end", "board ended: %s", "W checkmate"},
	{"no-clock", "board had no clock", ""},
	{orderUnknown, "nobody knows which board ended first", ""},
	{"claim", "claimed %s before", "flag"},
}

// Phrase tells the act without its actor: "plays c6d4, still in the hand".
func (a Act) Phrase() string {
	kind, _ := a["act"].(string)
	for _, k := range ActKinds {
		if k.Kind != kind {
			continue
		}
		if k.Detail == "" {
			return k.Phrase
		}
		line := strings.Fields(FormatActs([]Act{a}))
		at := 2
		if _, timed := a["t"]; timed {
			at++
		}
		detail := strings.Join(line[min(at, len(line)):], " ")
		detail = strings.NewReplacer(" held", ", still in the hand", " accidental", ", by accident", " not-in-time", ", not handed over in time",
			" in-time", ", handed over in time", " linked", ", linked").Replace(detail)
		return fmt.Sprintf(k.Phrase, detail)
	}
	return kind
}

// Actor is who acts: a seat, a board, or somebody besides the four players.
func (a Act) Actor() string {
	for _, field := range []string{"by", "board"} {
		if who, ok := a[field].(string); ok {
			return who
		}
	}
	return ""
}
