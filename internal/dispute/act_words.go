package dispute

import (
	"fmt"
	"strings"

	"github.com/tandemchess/tandem/internal/rulebook"
)

// ActKind is one kind of act as forms offer it.
type ActKind struct {
	Kind   string // word of the rulings format
	Phrase string // "presses the clock", with %s where its detail stands
	Detail string // what belongs to it, as an example; empty for nothing

	// Details are what may belong to it where that is chosen from a list.
	Details []ActDetail
}

// ActDetail is what belongs to an act, as a line has it and as people say it.
type ActDetail struct{ Word, Says string }

func pieces(letters string) (list []ActDetail) {
	names := map[rune]string{'P': "a pawn", 'N': "a knight", 'B': "a bishop", 'R': "a rook", 'Q': "a queen"}
	for _, letter := range letters {
		list = append(list, ActDetail{string(letter), names[letter]})
	}
	return list
}

func claimsBefore() (list []ActDetail) {
	for _, c := range rulebook.Claims() {
		if c.Kind != rulebook.ClaimStock && c.Kind != rulebook.ClaimAppeal { // which need more than a word
			list = append(list, ActDetail{string(c.Kind), strings.ToLower(c.Label)})
		}
	}
	return list
}

// ends are how a board can have ended.
func ends() (list []ActDetail) {
	for _, winner := range []struct{ word, says string }{{"W", "White wins by "}, {"B", "Black wins by "}} {
		for _, r := range []rulebook.Reason{rulebook.ReasonCheckmate, rulebook.ReasonFlag, rulebook.ReasonResignation, rulebook.ReasonIllegalMove, rulebook.ReasonForfeit, rulebook.ReasonNoClock} {
			list = append(list, ActDetail{winner.word + " " + string(r), winner.says + r.Label()})
		}
	}
	for _, r := range []rulebook.Reason{rulebook.ReasonAgreement, rulebook.ReasonRepetition, rulebook.ReasonStalemate, rulebook.ReasonBothFlags, rulebook.ReasonNoClock} {
		list = append(list, ActDetail{"none " + string(r), "nobody wins: " + r.Label()})
	}
	return list
}

// ActKinds are the acts a card can hold, the frequent ones first. An act about a
// board has A or B in place of a seat.
var ActKinds = []ActKind{
	{"move", "plays %s", "c6d4 or N@e5", nil},
	{"press", "presses the clock", "", nil},
	{"flag", "has a fallen flag", "", nil},
	{"stop-clocks", "stops the clocks of %s", "A,B WA,BB", []ActDetail{{"A,B", "both boards"}, {"A", "board A"}, {"B", "board B"}, {"A,B WA,BB", "both boards, WA and BB together"}, {"A,B BA,WB", "both boards, BA and WB together"}}},
	{"hide-stock", "hides stock", "", nil},
	{"show-stock", "shows the stock", "", nil},
	{"pass", "hands over %s", "N", pieces("PNBRQ")},
	{"withhold", "keeps back %s", "N", pieces("PNBRQ")},
	{"touch", "touches %s", "g1 or N", nil},
	{"take-back", "takes the last move back", "", nil},
	{"declare", "declares %s", "Q", pieces("QRBN")},
	{"announce-mate", "says mate", "", nil},
	{"take-king", "takes the king", "", nil},
	{"partner-board", "acts on the partner’s board: %s", "point, touch, move or press", []ActDetail{{"point", "points at it"}, {"touch", "touches a man"}, {"move", "moves a man"}, {"press", "presses the clock"}}},
	{"hover", "holds a hand over %s", "board or clock", []ActDetail{{"board", "the board"}, {"clock", "the clock"}}},
	{"two-hands", "moves with two hands", "", nil},
	{"other-hand", "presses with the other hand", "", nil},
	{"displace", "knocks men over", "", nil},
	{"off-board", "knocks a man off the board", "", nil},
	{"restore", "puts the men back", "", nil},
	{"knock-clock", "knocks the clock over", "", nil},
	{"swap-clock", "changes the clock", "", nil},
	{"bang", "bangs the clock", "", nil},
	{"annoy", "disturbs the opponent", "", nil},
	{"abuse", "insults or threatens somebody", "", nil},
	{"telephone", "has a telephone that rings or is used", "", nil},
	{"late", "arrives late", "", nil},
	{"touch-clock", "touches the clock: %s", "straighten, repunch or other", []ActDetail{{"straighten", "straightens it"}, {"repunch", "presses it again"}, {"other", "otherwise"}}},
	{"lift-clock", "lifts the clock", "", nil},
	{"speak", "speaks about %s", "illegal-move, flag, advice, sit or other", []ActDetail{{"illegal-move", "an illegal move"}, {"flag", "a flag"}, {"advice", "what to play"}, {"sit", "waiting"}, {"other", "something else"}}},
	{"offer-draw", "offers a draw", "", nil},
	{"accept-draw", "accepts the draw", "", nil},
	{"refuse-draw", "refuses the draw", "", nil},
	{"resign", "resigns", "", nil},
	{"end", "board ended: %s", "W checkmate", ends()},
	{"no-clock", "board had no clock", "", nil},
	{orderUnknown, "nobody knows which board ended first", "", nil},
	{"claim", "claimed %s before", "flag", claimsBefore()},
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
