package dispute

import (
	"slices"
	"strings"

	"github.com/tandemchess/tandem/internal/phrase"
	"github.com/tandemchess/tandem/internal/rulebook"
)

// ActKind is one kind of act as forms offer it.
type ActKind struct {
	Kind   string      // word of the rulings format
	Phrase phrase.Word // "presses the clock", with %s where its detail stands
	Detail string      // what belongs to it, as an example; empty for nothing

	// Details are what may belong to it where that is chosen from a list.
	Details []ActDetail
}

// ActDetail is what belongs to an act, as a line has it and as people say it.
type ActDetail struct {
	Word string
	Says phrase.Sayable
}

func pieces(letters string) (list []ActDetail) {
	names := map[rune]phrase.Word{'P': phrase.Word("a pawn"), 'N': phrase.Word("a knight"), 'B': phrase.Word("a bishop"), 'R': phrase.Word("a rook"), 'Q': phrase.Word("a queen")}
	for _, letter := range letters {
		list = append(list, ActDetail{string(letter), names[letter]})
	}
	return list
}

func claimsBefore() (list []ActDetail) {
	for _, c := range rulebook.Claims() {
		if c.Kind != rulebook.ClaimStock && c.Kind != rulebook.ClaimAppeal { // which need more than a word
			list = append(list, ActDetail{string(c.Kind), c.Name()})
		}
	}
	return list
}

// ends are how a board can have ended.
func ends() (list []ActDetail) {
	won := []rulebook.Reason{rulebook.ReasonCheckmate, rulebook.ReasonFlag, rulebook.ReasonResignation, rulebook.ReasonIllegalMove, rulebook.ReasonForfeit, rulebook.ReasonNoClock}
	for _, r := range won {
		list = append(list, ActDetail{"W " + string(r), phrase.Of("White wins by %s", phrase.Word(r.Label()))})
	}
	for _, r := range won {
		list = append(list, ActDetail{"B " + string(r), phrase.Of("Black wins by %s", phrase.Word(r.Label()))})
	}
	for _, r := range []rulebook.Reason{rulebook.ReasonAgreement, rulebook.ReasonRepetition, rulebook.ReasonStalemate, rulebook.ReasonBothFlags, rulebook.ReasonNoClock} {
		list = append(list, ActDetail{"none " + string(r), phrase.Of("nobody wins: %s", phrase.Word(r.Label()))})
	}
	return list
}

// ActKinds are the acts a card can hold, the frequent ones first. An act about a
// board has A or B in place of a seat.
var ActKinds = []ActKind{
	{"move", phrase.Word("plays %s"), "c6d4 / N@e5", nil},
	{"press", phrase.Word("presses the clock"), "", nil},
	{"flag", phrase.Word("has a fallen flag"), "", nil},
	{"stop-clocks", phrase.Word("stops the clocks of %s"), "A,B WA,BB", []ActDetail{{"A,B", phrase.Word("both boards")}, {"A", phrase.Word("board A")}, {"B", phrase.Word("board B")}, {"A,B WA,BB", phrase.Word("both boards, WA and BB together")}, {"A,B BA,WB", phrase.Word("both boards, BA and WB together")}}},
	{"hide-stock", phrase.Word("hides stock"), "", nil},
	{"show-stock", phrase.Word("shows the stock"), "", nil},
	{"pass", phrase.Word("hands over %s"), "N", pieces("PNBRQ")},
	{"withhold", phrase.Word("keeps back %s"), "N", pieces("PNBRQ")},
	{"touch", phrase.Word("touches %s"), "g1 / N", nil},
	{"take-back", phrase.Word("takes the last move back"), "", nil},
	{"declare", phrase.Word("declares %s"), "Q", pieces("QRBN")},
	{"announce-mate", phrase.Word("says mate"), "", nil},
	{"take-king", phrase.Word("takes the king"), "", nil},
	{"partner-board", phrase.Word("acts on the partner’s board: %s"), "point, touch, move or press", []ActDetail{{"point", phrase.Word("points at it")}, {"touch", phrase.Word("touches a man")}, {"move", phrase.Word("moves a man")}, {"press", phrase.Word("presses the clock")}}},
	{"hover", phrase.Word("holds a hand over %s"), "board or clock", []ActDetail{{"board", phrase.Word("the board")}, {"clock", phrase.Word("the clock")}}},
	{"two-hands", phrase.Word("moves with two hands"), "", nil},
	{"other-hand", phrase.Word("presses with the other hand"), "", nil},
	{"displace", phrase.Word("knocks men over"), "", nil},
	{"off-board", phrase.Word("knocks a man off the board"), "", nil},
	{"restore", phrase.Word("puts the men back"), "", nil},
	{"knock-clock", phrase.Word("knocks the clock over"), "", nil},
	{"swap-clock", phrase.Word("changes the clock"), "", nil},
	{"bang", phrase.Word("bangs the clock"), "", nil},
	{"annoy", phrase.Word("disturbs the opponent"), "", nil},
	{"abuse", phrase.Word("insults or threatens somebody"), "", nil},
	{"telephone", phrase.Word("has a telephone that rings or is used"), "", nil},
	{"late", phrase.Word("arrives late"), "", nil},
	{"touch-clock", phrase.Word("touches the clock: %s"), "straighten, repunch or other", []ActDetail{{"straighten", phrase.Word("straightens it")}, {"repunch", phrase.Word("presses it again")}, {"other", phrase.Word("otherwise")}}},
	{"lift-clock", phrase.Word("lifts the clock"), "", nil},
	{"speak", phrase.Word("speaks about %s"), "illegal-move, flag, advice, sit or other", []ActDetail{{"illegal-move", phrase.Word("an illegal move")}, {"flag", phrase.Word("a flag")}, {"advice", phrase.Word("what to play")}, {"sit", phrase.Word("waiting")}, {"other", phrase.Word("something else")}}},
	{"offer-draw", phrase.Word("offers a draw"), "", nil},
	{"accept-draw", phrase.Word("accepts the draw"), "", nil},
	{"refuse-draw", phrase.Word("refuses the draw"), "", nil},
	{"resign", phrase.Word("resigns"), "", nil},
	{"end", phrase.Word("board ended: %s"), "W checkmate", ends()},
	{"no-clock", phrase.Word("board had no clock"), "", nil},
	{orderUnknown, phrase.Word("nobody knows which board ended first"), "", nil},
	{"claim", phrase.Word("claimed %s before"), "flag", claimsBefore()},
}

// Phrase tells the act without its actor: "plays c6d4, still in the hand".
func (a Act) Phrase() phrase.Sentence {
	kind, _ := a["act"].(string)
	for _, k := range ActKinds {
		if k.Kind != kind {
			continue
		}
		if k.Detail == "" {
			return phrase.Of(string(k.Phrase))
		}
		said := phrase.Of(string(k.Phrase), a.detail(k))
		for _, how := range howWords {
			if a.words(how.field+"?") != "" {
				said = how.say(said)
			}
		}
		return said
	}
	return phrase.Of("%s", kind)
}

// detail is what belongs to an act: as a list of its kind says it, else as its line has it.
func (a Act) detail(k ActKind) any {
	fields := grammar[k.Kind]
	if slices.Contains(boardActs, k.Kind) {
		fields = fields[1:]
	}
	line := ""
	for _, field := range fields {
		if !strings.HasSuffix(field, "?") {
			line += a.words(field)
		}
	}
	line = strings.TrimSpace(line)
	for _, d := range k.Details {
		if d.Word == line {
			return d.Says
		}
	}
	return line
}

// howWords go on telling how an act was done.
var howWords = []struct {
	field string
	say   func(phrase.Sentence) phrase.Sentence
}{
	{"held", func(s phrase.Sentence) phrase.Sentence { return phrase.Of("%s, still in the hand", s) }},
	{"accidental", func(s phrase.Sentence) phrase.Sentence { return phrase.Of("%s, by accident", s) }},
	{"in-time", func(s phrase.Sentence) phrase.Sentence { return phrase.Of("%s, handed over in time", s) }},
	{"not-in-time", func(s phrase.Sentence) phrase.Sentence { return phrase.Of("%s, not handed over in time", s) }},
	{"linked", func(s phrase.Sentence) phrase.Sentence { return phrase.Of("%s, linked", s) }},
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
