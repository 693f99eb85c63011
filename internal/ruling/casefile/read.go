package casefile

import (
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"strings"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/ruling"
)

// Case is an incident as a case file tells it.
type Case struct {
	ruling.Incident
	Title, Note, Pair string
	Expect            *Expected // test data only
}

// Error is a mistake in one case of a file. Its text is one line.
type Error struct {
	Number int // from 1
	ID     string
	Err    error
}

func (e *Error) Error() string { return fmt.Sprintf("case %d (%q): %v", e.Number, e.ID, e.Err) }

func (e *Error) Unwrap() error { return e.Err }

// Read reads one case or a list of cases. Nothing is guessed: an unknown field or
// word, a missing or wrongly typed value, or a contradiction is refused, and the
// error is a *Error around a *PathError.
func Read(r io.Reader) ([]Case, error) {
	tree, err := readTree(r)
	if err != nil {
		var p *PathError
		if errors.As(err, &p) {
			return nil, &Error{1, "", err}
		}
		return nil, err
	}
	nodes := []node{tree}
	if tree.kind == isArray {
		nodes = tree.items
	}
	cases := make([]Case, 0, len(nodes))
	for i := range nodes {
		reroot(&nodes[i], nodes[i].path)
		c, err := readCase(&nodes[i])
		if err != nil {
			id := ""
			if n := nodes[i].get("id"); n != nil && n.kind == isString {
				id = n.text
			}
			return nil, &Error{i + 1, id, err}
		}
		cases = append(cases, c)
	}
	return cases, nil
}

// reroot makes the paths of a case begin at the case itself.
func reroot(n *node, root string) {
	n.path = "$" + strings.TrimPrefix(n.path, root)
	for i := range n.items {
		reroot(&n.items[i], root)
	}
}

func readCase(n *node) (Case, error) {
	var c Case
	f := openObject(n)
	c.ID, c.Title, c.Note, c.Pair = f.text("id"), f.text("title"), f.text("note"), f.text("pair")
	if b := f.required("rulebook"); b != nil {
		f.keep(c.readBook(b, f.optional("settings")))
	}
	if b := f.required("boards"); b != nil {
		f.keep(c.readBoards(b))
	}
	if f.err == nil {
		f.keep(c.readClocks(n, f.optional("clocks")))
	}
	if o := f.optional("offences"); o != nil {
		f.keep(c.readOffences(o))
	}
	c.CallsAgreed = f.flag("calls_agreed", false)
	if t := f.required("timeline"); t != nil {
		f.keep(c.readTimeline(t))
	}
	if t := f.optional("tries"); t != nil {
		f.keep(c.readTries(t))
	}
	if cl := f.optional("claim"); cl != nil {
		claim, err := readClaim(cl, c.Book, false)
		f.keep(err)
		c.Claim = claim
		if cl.get("aloud") == nil {
			c.Assumed = append(c.Assumed, ruling.Fact{Kind: ruling.FactAloud})
		}
		if cl.get("clock_stopped") == nil {
			c.Assumed = append(c.Assumed, ruling.Fact{Kind: ruling.FactStopped})
		}
		if err == nil {
			f.keep(checkTime(cl, claim.T, lastTime(&c.Incident)))
		}
	}
	if e := f.optional("expect"); e != nil {
		expect, err := readExpected(e)
		f.keep(err)
		c.Expect = expect
	}
	return c, f.done()
}

// lastTime is the last time on record in the timeline.
func lastTime(in *ruling.Incident) ruling.Instant {
	for i := len(in.Timeline) - 1; i >= 0; i-- {
		if t := in.Timeline[i].T; t.Known {
			return t
		}
	}
	return ruling.Instant{}
}

func checkTime(n *node, t, last ruling.Instant) error {
	if t.Known && last.Known && t.MS < last.MS {
		return &PathError{n.path + ".t", fmt.Sprintf("time runs backwards: %d after %d", t.MS, last.MS)}
	}
	return nil
}

func (c *Case) readBook(n, settings *node) error {
	name, err := n.asString()
	if err != nil {
		return err
	}
	if c.Book, err = rulebook.ByName(name); err != nil {
		return n.fail("%v", err)
	}
	if settings == nil {
		return nil
	}
	if settings.kind != isObject {
		return settings.fail("expected an object, not %v", settings.kind)
	}
	for i, key := range settings.keys {
		s, err := rulebook.ParseSetting(key)
		if err != nil {
			return settings.items[i].fail("%v", err)
		}
		v, err := readValue(s, &settings.items[i])
		if err != nil {
			return err
		}
		c.Book = c.Book.With(s, v)
	}
	return nil
}

// readValue reads a setting's value: a word, a number, true or false for yes and
// no, or a list of steps.
func readValue(s rulebook.Setting, n *node) (rulebook.Value, error) {
	text := n.text
	switch n.kind {
	case isString:
	case isNumber:
		if s != rulebook.Repetition && s != rulebook.SetupClaimMoves && s != rulebook.ExcessTimeOver {
			return "", n.fail("%s takes no number", s)
		}
	case isBool:
		text = "no"
		if n.truth {
			text = "yes"
		}
	case isArray:
		if s != rulebook.Appeal && !s.IsLadder() || len(n.items) == 0 {
			return "", n.fail("%s takes no list like this", s)
		}
		var levels []string
		for i := range n.items {
			level, err := n.items[i].asString()
			if err != nil {
				return "", err
			}
			if strings.Contains(level, "→") {
				return "", n.items[i].fail("a step of a list has no arrow")
			}
			levels = append(levels, level)
		}
		text = rulebook.Join(levels...).String()
	default:
		return "", n.fail("%s cannot be %v", s, n.kind)
	}
	v, err := rulebook.ParseValue(s, text)
	if err != nil {
		return "", n.fail("%v", err)
	}
	return v, nil
}

func (c *Case) readBoards(n *node) error {
	f := openObject(n)
	for id := range c.Book.Boards() {
		board := f.required(bughouse.BoardID(id).String())
		if board == nil {
			return f.err
		}
		if err := c.readBoard(&c.Boards[id], board); err != nil {
			return err
		}
	}
	if b := n.get("B"); b != nil && c.Book.Boards() == 1 {
		return b.fail("%s is played on one board", c.Book.Name())
	}
	return f.done()
}

// fenForm is the FEN of case files: all six fields, stocks in brackets.
var fenForm = regexp.MustCompile(`^[^ \[\]]+\[[PNBRQKpnbrqk]*\] [wb] (-|K?Q?k?q?) (-|[a-h][36]) \d+ [1-9]\d*$`)

func (c *Case) readBoard(b *ruling.Board, n *node) error {
	f := openObject(n)
	if fen := f.required("fen"); fen != nil {
		f.keep(c.readFEN(b, fen))
	}
	if d := f.optional("dropped"); d != nil && f.err == nil {
		f.keep(readDropped(b, d))
	}
	if u := f.optional("unmoved_kings"); u != nil && f.err == nil {
		f.keep(readUnmoved(b, u))
	}
	if r := f.optional("repetition"); r != nil {
		f.keep(readRepetition(b, r))
	}
	if r := f.optional("result"); r != nil {
		result, err := readResult(openObject(r))
		f.keep(err)
		b.Result = &result
	}
	return f.done()
}

func (c *Case) readFEN(b *ruling.Board, n *node) error {
	text, err := n.asString()
	if err != nil {
		return err
	}
	if !fenForm.MatchString(text) {
		return n.fail("not a FEN of six fields with the stocks in brackets behind the placement: %q", text)
	}
	if b.Setup, err = bughouse.ParseFEN(text); err != nil {
		return n.fail("%v", err)
	}
	p, err := b.Setup.AsFound(bughouse.Rules{})
	if err != nil {
		return n.fail("%v", err)
	}
	placing := c.Book.Value(rulebook.KingPlacement) == "yes"
	for _, color := range []bughouse.Color{bughouse.White, bughouse.Black} {
		onBoard, inStock := p.Men(color, bughouse.King).Len(), int(b.Setup.Stock[color][bughouse.King])
		if onBoard+inStock == 0 {
			return n.fail("%v has no king on the board", color)
		}
		if onBoard+inStock != 1 || inStock > 0 && !placing {
			return n.fail("%v has %d kings on the board and %d in stock", color, onBoard, inStock)
		}
	}
	return nil
}

func readDropped(b *ruling.Board, n *node) error {
	items, err := n.asList()
	if err != nil {
		return err
	}
	for i := range items {
		name, err := items[i].asString()
		if err != nil {
			return err
		}
		sq, err := bughouse.ParseSquare(name)
		switch {
		case err != nil:
			return items[i].fail("%v", err)
		case b.Setup.Board[sq] == bughouse.NoPiece:
			return items[i].fail("no man stands on %s", name)
		case b.Setup.Dropped.Has(sq):
			return items[i].fail("%s is listed twice", name)
		}
		b.Setup.Dropped |= bughouse.SetOf(sq)
	}
	return nil
}

func readUnmoved(b *ruling.Board, n *node) error {
	items, err := n.asList()
	if err != nil {
		return err
	}
	b.Setup.Unmoved = [2]bool{}
	for i := range items {
		color, err := items[i].asString()
		if err != nil {
			return err
		}
		at := strings.Index("WB", color)
		if len(color) != 1 || at < 0 {
			return items[i].fail("not a colour: %q; expected W or B", color)
		}
		if b.Setup.Unmoved[at] {
			return items[i].fail("%s is listed twice", color)
		}
		b.Setup.Unmoved[at] = true
	}
	return nil
}

func readRepetition(b *ruling.Board, n *node) error {
	f := openObject(n)
	r := ruling.Repetition{DropBetween: f.flag("drop_between", false)}
	if o := f.required("occurrences"); o != nil {
		v, err := o.asInt(1)
		f.keep(err)
		r.Occurrences = int(min(v, math.MaxInt32))
	}
	b.Repetition = &r
	return f.done()
}

// readResult reads winner and reason; the caller may have asked for more fields.
func readResult(f *fields) (ruling.Result, error) {
	var r ruling.Result
	if n := f.required("winner"); n != nil {
		w, err := readWinner(n)
		f.keep(err)
		r.Winner = w
	}
	if n := f.required("reason"); n != nil {
		text, err := n.asString()
		f.keep(err)
		if r.Reason, err = rulebook.ParseReason(text); err != nil {
			f.keep(n.fail("%v", err))
		}
	}
	return r, f.done()
}

func readWinner(n *node) (ruling.Winner, error) {
	text, err := n.asString()
	if err != nil {
		return ruling.Nobody, err
	}
	for w := ruling.Nobody; w <= ruling.BlackWins; w++ {
		if w.String() == text {
			return w, nil
		}
	}
	return ruling.Nobody, n.fail("not a winner: %q; expected W, B or none", text)
}

func (c *Case) readClocks(parent, n *node) error {
	c.Clocks = [4]int64{ruling.NoClock, ruling.NoClock, ruling.NoClock, ruling.NoClock}
	oneBoard := c.Book.Boards() == 1
	if n == nil {
		if oneBoard {
			return nil
		}
		return &PathError{parent.path + ".clocks", "the field is missing"}
	}
	f := openObject(n)
	for s := range c.Seats() {
		var clock *node
		if oneBoard {
			clock = f.optional(s.String())
		} else {
			clock = f.required(s.String())
		}
		if clock != nil {
			v, err := clock.asInt(0)
			f.keep(err)
			c.Clocks[s] = v
		}
	}
	return f.done()
}

// priorLadders are the ladders earlier offences are counted on.
var priorLadders = []string{"hide-stock", "hand", "displace-press", "partner-board"}

func (c *Case) readOffences(n *node) error {
	f := openObject(n)
	for s := range c.Seats() {
		o := f.optional(s.String())
		if o == nil {
			continue
		}
		counts := openObject(o)
		c.Offences[s], c.Elsewhere[s] = make(ruling.Offences), make(ruling.Offences)
		for _, ladder := range priorLadders {
			if v := counts.optional(ladder); v != nil {
				here, elsewhere, err := readCount(v)
				counts.keep(err)
				c.Offences[s][ladder], c.Elsewhere[s][ladder] = here, elsewhere
			}
		}
		f.keep(counts.done())
	}
	return f.done()
}

// readCount reads how often somebody offended before: a number that counts
// whatever the rulebook counts over, or how many in this match and in all of the
// event.
func readCount(n *node) (here, elsewhere int, err error) {
	read := func(n *node) (int, error) {
		v, err := n.asInt(0)
		return int(min(v, math.MaxInt32)), err
	}
	if n.kind != isObject {
		here, err = read(n)
		return here, 0, err
	}
	f := openObject(n)
	event := 0
	for _, part := range []struct {
		key string
		to  *int
	}{{"match", &here}, {"event", &event}} {
		if v := f.required(part.key); v != nil {
			*part.to, err = read(v)
			f.keep(err)
		}
	}
	if event < here {
		f.keep(n.fail("the event has %d, its match alone %d", event, here))
	}
	return here, event - here, f.done()
}

func (c *Case) readTries(n *node) error {
	items, err := n.asList()
	if err != nil {
		return err
	}
	for i := range items {
		f := openObject(&items[i])
		t := ruling.Try{By: readSeat(f, "by", c.Book), Move: readMove(f)}
		if err := f.done(); err != nil {
			return err
		}
		c.Tries = append(c.Tries, t)
	}
	return nil
}

// readMove reads the required field "move".
func readMove(f *fields) bughouse.Move {
	n := f.required("move")
	if n == nil {
		return 0
	}
	text, err := n.asString()
	if err != nil {
		f.keep(err)
		return 0
	}
	m, err := bughouse.ParseUCI(text)
	if err != nil {
		f.keep(n.fail("%v", err))
	}
	return m
}

// readSeat reads a required seat that exists under the rulebook.
func readSeat(f *fields, key string, book *rulebook.Rulebook) bughouse.Seat {
	n := f.required(key)
	if n == nil {
		return 0
	}
	s, err := seatOf(n, book)
	f.keep(err)
	return s
}

func seatOf(n *node, book *rulebook.Rulebook) (bughouse.Seat, error) {
	text, err := n.asString()
	if err != nil {
		return 0, err
	}
	s, err := bughouse.ParseSeat(text)
	if err != nil {
		return 0, n.fail("%v", err)
	}
	if int(s.Board()) >= book.Boards() {
		return 0, n.fail("there is no board B, so there is no seat %s", text)
	}
	return s, nil
}

// readKind reads a required piece letter out of those allowed.
func readKind(f *fields, key, letters string) bughouse.Kind {
	n := f.required(key)
	if n == nil {
		return bughouse.NoKind
	}
	text, err := n.asString()
	f.keep(err)
	if err == nil && (len(text) != 1 || !strings.Contains(letters, text)) {
		f.keep(n.fail("not a piece: %q; expected one of %s", text, letters))
		return bughouse.NoKind
	}
	if err != nil {
		return bughouse.NoKind
	}
	k, _ := bughouse.KindOf(text[0])
	return k
}
