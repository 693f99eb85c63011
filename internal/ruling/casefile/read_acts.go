package casefile

import (
	"maps"
	"slices"
	"strings"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/ruling"
)

// actReaders reads the fields an act has beside act, by and t. An act that is not
// listed is none.
var actReaders = map[ruling.ActKind]func(a *ruling.Act, f *fields, book *rulebook.Rulebook){
	ruling.ActMove: func(a *ruling.Act, f *fields, _ *rulebook.Rulebook) {
		a.Move = readMove(f)
		a.Held, a.Accidental = !f.flag("released", true), !f.flag("deliberate", true)
		a.Handed = readHanded(f, a.Move)
	},
	ruling.ActTouch: func(a *ruling.Act, f *fields, _ *rulebook.Rulebook) {
		a.Man, a.Accidental = readMan(f), !f.flag("deliberate", true)
	},
	ruling.ActTakeBack: nothing, ruling.ActPress: nothing, ruling.ActAnnounceMate: nothing, ruling.ActTakeKing: nothing, ruling.ActFlag: nothing,
	ruling.ActOfferDraw: nothing, ruling.ActAcceptDraw: nothing, ruling.ActRefuseDraw: nothing, ruling.ActResign: nothing, ruling.ActHideStock: nothing,
	ruling.ActShowStock: nothing, ruling.ActTwoHands: nothing, ruling.ActOtherHand: nothing, ruling.ActDisplace: nothing, ruling.ActRestore: nothing,
	ruling.ActKnockClock: nothing, ruling.ActSwapClock: nothing, ruling.ActBang: nothing, ruling.ActAnnoy: nothing, ruling.ActLiftClock: nothing,
	ruling.ActOffBoard: nothing, ruling.ActAbuse: nothing, ruling.ActTelephone: nothing, ruling.ActLate: nothing,
	ruling.ActDeclare:  func(a *ruling.Act, f *fields, _ *rulebook.Rulebook) { a.Piece = readKind(f, "piece", "NBRQ") },
	ruling.ActPass:     func(a *ruling.Act, f *fields, _ *rulebook.Rulebook) { a.Piece = readKind(f, "piece", "PNBRQ") },
	ruling.ActWithhold: func(a *ruling.Act, f *fields, _ *rulebook.Rulebook) { a.Piece = readKind(f, "piece", "PNBRQ") },
	ruling.ActEnd: func(a *ruling.Act, f *fields, book *rulebook.Rulebook) {
		a.Board = readBoardID(f, book)
		a.Linked = f.flag("linked", false)
		a.Result.Winner, a.Result.Reason = readEnd(f)
	},
	ruling.ActNoClock:      func(a *ruling.Act, f *fields, book *rulebook.Rulebook) { a.Board = readBoardID(f, book) },
	ruling.ActOrderUnknown: nothing,
	ruling.ActStopClocks: func(a *ruling.Act, f *fields, book *rulebook.Rulebook) {
		a.Boards, a.With = readBoardList(f, book), readWith(f, book)
	},
	ruling.ActPartnerBoard: detail("how", ruling.HowPoint, ruling.HowTouch, ruling.HowMove, ruling.HowPress),
	ruling.ActHover:        detail("over", ruling.OverBoard, ruling.OverClock),
	ruling.ActTouchClock:   detail("why", ruling.WhyStraighten, ruling.WhyRepunch, ruling.WhyOther),
	ruling.ActSpeak:        detail("about", ruling.AboutIllegalMove, ruling.AboutFlag, ruling.AboutAdvice, ruling.AboutSit, ruling.WhyOther),
}

// ActKinds lists every kind of act a timeline may hold, in the order of their words.
func ActKinds() []ruling.ActKind {
	kinds := append(slices.Collect(maps.Keys(actReaders)), ruling.ActClaim)
	slices.Sort(kinds)
	return kinds
}

func nothing(*ruling.Act, *fields, *rulebook.Rulebook) {}

func detail(key string, allowed ...ruling.Detail) func(*ruling.Act, *fields, *rulebook.Rulebook) {
	return func(a *ruling.Act, f *fields, _ *rulebook.Rulebook) {
		a.Detail = ruling.Detail(readWord(f, key, "", wordsOf(allowed)...))
	}
}

func wordsOf[T ~string](list []T) []string {
	out := make([]string, len(list))
	for i, w := range list {
		out[i] = string(w)
	}
	return out
}

// readWord reads a required word out of those allowed; what names the words in
// the error ("an act").
func readWord(f *fields, key, what string, allowed ...string) string {
	n := f.required(key)
	if n == nil {
		return ""
	}
	text, err := n.asString()
	if err != nil {
		f.keep(err)
		return ""
	}
	if !slices.Contains(allowed, text) {
		if what == "" {
			what = "one of " + strings.Join(allowed, ", ")
		}
		f.keep(n.fail("not %s: %q", what, text))
		return ""
	}
	return text
}

func (c *Case) readTimeline(n *node) error {
	items, err := n.asList()
	if err != nil {
		return err
	}
	var last ruling.Instant
	var moves [4]int // moves made and not yet taken back, by seat
	for i := range items {
		a, err := readAct(&items[i], c.Book)
		if err != nil {
			return err
		}
		if err := checkTime(&items[i], a.T, last); err != nil {
			return err
		}
		if a.T.Known {
			last = a.T
		}
		if err := countMoves(&items[i], &a, &moves); err != nil {
			return err
		}
		c.Timeline = append(c.Timeline, a)
	}
	return nil
}

// countMoves refuses a take-back or a declaration without a move.
func countMoves(n *node, a *ruling.Act, moves *[4]int) error {
	s, ok := a.By.Seat()
	if !ok {
		return nil
	}
	switch a.Kind {
	case ruling.ActMove:
		moves[s]++
	case ruling.ActTakeBack:
		if moves[s] == 0 {
			return n.fail("%v has no move to take back", s)
		}
		moves[s]--
	case ruling.ActDeclare:
		if moves[s] == 0 {
			return n.fail("%v has made no move to declare a promotion for", s)
		}
	}
	return nil
}

func readAct(n *node, book *rulebook.Rulebook) (ruling.Act, error) {
	f := openObject(n)
	word := f.required("act")
	if word == nil {
		return ruling.Act{}, f.err
	}
	text, err := word.asString()
	if err != nil {
		return ruling.Act{}, err
	}
	a := ruling.Act{Kind: ruling.ActKind(text)}
	if a.Kind == ruling.ActClaim {
		c, err := readClaim(n, book, true)
		if err != nil {
			return a, err
		}
		a.By, a.T, a.Claim = ruling.Seated(c.By), c.T, c
		return a, nil
	}
	read, known := actReaders[a.Kind]
	if !known {
		return a, word.fail("not an act: %q", text)
	}
	a.By = readActor(f, a.Kind, book)
	a.T = readTime(f)
	read(&a, f, book)
	return a, f.done()
}

// readActor reads who acted: a seat, or for some acts an official or a bystander.
func readActor(f *fields, kind ruling.ActKind, book *rulebook.Rulebook) ruling.Actor {
	var others []ruling.Actor
	switch kind {
	case ruling.ActEnd, ruling.ActNoClock, ruling.ActOrderUnknown:
		return 0
	case ruling.ActLiftClock:
		readWord(f, "by", "an official", ruling.ActorDirector.String())
		return ruling.ActorDirector
	case ruling.ActStopClocks:
		others = []ruling.Actor{ruling.ActorDirector}
	case ruling.ActSpeak:
		others = []ruling.Actor{ruling.ActorDirector, ruling.ActorSpectator, ruling.ActorOtherPlayer}
	}
	n := f.required("by")
	if n == nil {
		return 0
	}
	a, err := actorOf(n, book, others...)
	f.keep(err)
	return a
}

func actorOf(n *node, book *rulebook.Rulebook, others ...ruling.Actor) (ruling.Actor, error) {
	for _, o := range others {
		if n.kind == isString && n.text == o.String() {
			return o, nil
		}
	}
	s, err := seatOf(n, book)
	return ruling.Seated(s), err
}

func readTime(f *fields) ruling.Instant {
	n := f.optional("t")
	if n == nil {
		return ruling.Instant{}
	}
	v, err := n.asInt(0)
	f.keep(err)
	return ruling.At(v)
}

// readHanded reads whether the piece of a drop had been handed over in time.
func readHanded(f *fields, m bughouse.Move) ruling.Handed {
	n := f.optional("handed_over")
	if n == nil {
		return ruling.Unsaid
	}
	if !m.IsDrop() {
		f.keep(n.fail("only a piece that is dropped is handed over before"))
	}
	if f.flag("handed_over", false) {
		return ruling.InTime
	}
	return ruling.NotInTime
}

func readMan(f *fields) ruling.Man {
	n := f.required("man")
	if n == nil {
		return ruling.Man{}
	}
	text, err := n.asString()
	if err != nil {
		f.keep(err)
		return ruling.Man{}
	}
	if len(text) == 1 && strings.Contains("PNBRQ", text) {
		k, _ := bughouse.KindOf(text[0])
		return ruling.Man{Kind: k, Square: bughouse.NoSquare}
	}
	sq, err := bughouse.ParseSquare(text)
	if err != nil {
		f.keep(n.fail("not a man: %q; expected a square or one of P N B R Q", text))
	}
	return ruling.Man{Square: sq}
}

func boardOf(n *node, book *rulebook.Rulebook) (bughouse.BoardID, error) {
	text, err := n.asString()
	if err != nil {
		return 0, err
	}
	for id := range book.Boards() {
		if b := bughouse.BoardID(id); b.String() == text {
			return b, nil
		}
	}
	return 0, n.fail("there is no board %q", text)
}

func readBoardID(f *fields, book *rulebook.Rulebook) bughouse.BoardID {
	n := f.required("board")
	if n == nil {
		return 0
	}
	b, err := boardOf(n, book)
	f.keep(err)
	return b
}

func readEnd(f *fields) (ruling.Winner, rulebook.Reason) {
	var w ruling.Winner
	if n := f.required("winner"); n != nil {
		winner, err := readWinner(n)
		f.keep(err)
		w = winner
	}
	return w, rulebook.Reason(readWord(f, "reason", "a reason for a game to end", wordsOf(rulebook.Reasons())...))
}

func readBoardList(f *fields, book *rulebook.Rulebook) []bughouse.BoardID {
	n := f.required("boards")
	if n == nil {
		return nil
	}
	items, err := n.asList()
	f.keep(err)
	if err == nil && len(items) == 0 {
		f.keep(n.fail("no board is named"))
	}
	var out []bughouse.BoardID
	for i := range items {
		b, err := boardOf(&items[i], book)
		f.keep(err)
		if slices.Contains(out, b) {
			f.keep(items[i].fail("board %v is listed twice", b))
		}
		out = append(out, b)
	}
	return out
}

func readWith(f *fields, book *rulebook.Rulebook) []bughouse.Seat {
	n := f.optional("with")
	if n == nil {
		return nil
	}
	items, err := n.asList()
	f.keep(err)
	var out []bughouse.Seat
	for i := range items {
		s, err := seatOf(&items[i], book)
		f.keep(err)
		if err == nil && slices.Contains(out, s) {
			f.keep(items[i].fail("%v is listed twice", s))
		}
		out = append(out, s)
	}
	return out
}

// readClaim reads a claim, or a claim act, which has the same fields and "act".
func readClaim(n *node, book *rulebook.Rulebook, act bool) (*ruling.Claim, error) {
	f := openObject(n)
	if act {
		f.optional("act")
	}
	c := &ruling.Claim{By: readSeat(f, "by", book)}
	kinds := rulebook.Claims()
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = string(k.Kind)
	}
	c.Kind = rulebook.ClaimKind(readWord(f, "kind", "a claim", names...))
	if a := f.optional("against"); a != nil {
		against, err := actorOf(a, book, ruling.ActorDirector, ruling.ActorSpectator, ruling.ActorOtherPlayer)
		f.keep(err)
		c.Against, c.Named = against, true
	}
	c.Silent, c.Running = !f.flag("aloud", true), !f.flag("clock_stopped", true)
	c.T = readTime(f)
	switch c.Kind {
	case rulebook.ClaimStock:
		c.Piece = readKind(f, "piece", "PNBRQ")
	case rulebook.ClaimAppeal:
		c.To, c.DecidedBy = readOfficial(f, "to"), readOfficial(f, "decided_by")
	}
	return c, f.done()
}

func readOfficial(f *fields, key string) rulebook.Official {
	return rulebook.Official(readWord(f, key, "an official",
		string(rulebook.Director), string(rulebook.SectionChief), string(rulebook.Chief)))
}
