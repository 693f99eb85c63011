package bughouse_test

import (
	"errors"
	"testing"

	. "github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

func TestActsThatAreNone(t *testing.T) {
	for _, text := range []string{
		"", "WA", "WC e2e4", "WA e2e9", "WA e2e4 e7e5", "WA press N", "WA pass", "WA pass K", "WA pass X", "WA declare", "WA release",
		"WA made", "WA take-back e2e4", "WA shout N", "WA release e2e4 now",
	} {
		a, err := ParseAct(text)
		expect.True(t, err != nil, "%q reads as %v", text, a)
	}
}

func TestReplayStopsBeforeTheActThatCannotBe(t *testing.T) {
	m, err := replay(t, NewMatch(Rules{}), "WA e2e4", "WB d2d4", "WA d2d4", "BA e7e5")
	var ae *ActError
	expect.MustTrue(t, errors.As(err, &ae) && ae.Index == 2 && ae.Act.String() == "WA d2d4", "%v, want the third act", err)
	var illegal *IllegalError
	expect.True(t, errors.As(err, &illegal) && illegal.Reason == NotYourTurn && illegal.Seat == WA, "%v, want %s", err, NotYourTurn)
	expect.True(t, len(m.Plies(A)) == 1 && len(m.Plies(B)) == 1, "%d and %d moves were made", len(m.Plies(A)), len(m.Plies(B)))
	for _, text := range []string{"WA pass N", "WA take-back", "WA declare Q"} {
		_, err := replay(t, NewMatch(Rules{}), text)
		expect.True(t, errors.As(err, &ae), "%s at the start: %v", text, err)
	}
}

func TestWhatWaitsForThePress(t *testing.T) {
	m, err := replay(t, match(t, captureBoards, Rules{}), "WA release d4c5")
	expect.OK(t, err)
	expect.True(t, m.AwaitsPress(WA) && m.InHand(WA) == (Stock{Bishop: 1}), "released: waits %v, in hand %v", m.AwaitsPress(WA), m.InHand(WA))
	if m, err = replay(t, m, "WA pass B"); err != nil {
		t.Fatal(err)
	}
	b := m.Board(B)
	expect.True(t, m.InHand(WA) == (Stock{}) && b.EarlyStock(Black) == (Stock{Bishop: 1}) && b.Stock(Black) == (Stock{}),
		"handed over early: in hand %v, early %v, usable %v", m.InHand(WA), b.EarlyStock(Black), b.Stock(Black))
	if m, err = replay(t, m, "WA press"); err != nil {
		t.Fatal(err)
	}
	b = m.Board(B)
	expect.True(t, !m.AwaitsPress(WA) && b.EarlyStock(Black) == (Stock{}) && b.Stock(Black) == (Stock{Bishop: 1}),
		"pressed: waits %v, early %v, usable %v", m.AwaitsPress(WA), b.EarlyStock(Black), b.Stock(Black))
}

func TestMovesAsMade(t *testing.T) {
	m, err := replay(t, match(t, captureBoards, Rules{}), "WA release d4c5", "WA pass B", "BB made B@d5")
	expect.OK(t, err)
	last, _ := m.LastMove(B)
	expect.Equal(t, last.Illegal, NotYetPassable, "the early drop is noted as")
	if m, err = replay(t, m, "BB take-back"); err != nil {
		t.Fatal(err)
	}
	expect.Equal(t, m.Board(B).EarlyStock(Black), (Stock{Bishop: 1}), "after taking the early drop back, the early stock")
	if m, err = replay(t, m, "BB made Q@d5", "BB take-back"); err != nil {
		t.Fatal(err)
	}
	expect.Equal(t, m.Board(B).Stock(Black), (Stock{}), "a queen nobody had is in stock after taking it back")
}

func TestPromotionDeclaredLater(t *testing.T) {
	const boards = "8/3P2k1/8/8/8/8/8/4K3[] w - - 0 40 | " + startFEN
	m := expect.Must(replay(t, match(t, boards, Rules{}), "WA d7d8", "WA declare N"))(t)
	expect.Equal(t, m.Board(A).At(59), NewPiece(White, Knight).AsPromoted(), "on d8 stands")
}

func TestCapturedPromotedMen(t *testing.T) {
	const boards = "7k/8/8/8/3q~4/2P5/8/K7[] w - - 0 14 | " + startFEN
	for rules, want := range map[Rules]Stock{{}: {Pawn: 1}, {PromotedKeepKind: true}: {Queen: 1}} {
		m := expect.Must(replay(t, match(t, boards, rules), "WA c3d4"))(t)
		expect.Equal(t, m.Board(B).Stock(Black), want, "%+v: the partner gets", rules)
	}
}
