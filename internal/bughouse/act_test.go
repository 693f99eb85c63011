package bughouse_test

import (
	"errors"
	"testing"

	. "github.com/tandemchess/tandem/internal/bughouse"
)

func TestActsThatAreNone(t *testing.T) {
	for _, text := range []string{
		"", "WA", "WC e2e4", "WA e2e9", "WA e2e4 e7e5", "WA press N", "WA pass", "WA pass K", "WA pass X", "WA declare", "WA release",
		"WA made", "WA take-back e2e4", "WA shout N", "WA release e2e4 now",
	} {
		if a, err := ParseAct(text); err == nil {
			t.Errorf("%q reads as %v", text, a)
		}
	}
}

func TestReplayStopsBeforeTheActThatCannotBe(t *testing.T) {
	m, err := replay(t, NewMatch(Rules{}), "WA e2e4", "WB d2d4", "WA d2d4", "BA e7e5")
	var ae *ActError
	if !errors.As(err, &ae) || ae.Index != 2 || ae.Act.String() != "WA d2d4" {
		t.Fatalf("%v, want the third act", err)
	}
	var illegal *IllegalError
	if !errors.As(err, &illegal) || illegal.Reason != NotYourTurn || illegal.Seat != WA {
		t.Errorf("%v, want %s", err, NotYourTurn)
	}
	if len(m.Plies(A)) != 1 || len(m.Plies(B)) != 1 {
		t.Errorf("%d and %d moves were made", len(m.Plies(A)), len(m.Plies(B)))
	}
	for _, text := range []string{"WA pass N", "WA take-back", "WA declare Q"} {
		if _, err := replay(t, NewMatch(Rules{}), text); !errors.As(err, &ae) {
			t.Errorf("%s at the start: %v", text, err)
		}
	}
}

func TestWhatWaitsForThePress(t *testing.T) {
	m, err := replay(t, match(t, captureBoards, Rules{}), "WA release d4c5")
	if err != nil {
		t.Fatal(err)
	}
	if !m.AwaitsPress(WA) || m.InHand(WA) != (Stock{Bishop: 1}) {
		t.Errorf("released: waits %v, in hand %v", m.AwaitsPress(WA), m.InHand(WA))
	}
	if m, err = replay(t, m, "WA pass B"); err != nil {
		t.Fatal(err)
	}
	b := m.Board(B)
	if m.InHand(WA) != (Stock{}) || b.EarlyStock(Black) != (Stock{Bishop: 1}) || b.Stock(Black) != (Stock{}) {
		t.Errorf("handed over early: in hand %v, early %v, usable %v", m.InHand(WA), b.EarlyStock(Black), b.Stock(Black))
	}
	if m, err = replay(t, m, "WA press"); err != nil {
		t.Fatal(err)
	}
	b = m.Board(B)
	if m.AwaitsPress(WA) || b.EarlyStock(Black) != (Stock{}) || b.Stock(Black) != (Stock{Bishop: 1}) {
		t.Errorf("pressed: waits %v, early %v, usable %v", m.AwaitsPress(WA), b.EarlyStock(Black), b.Stock(Black))
	}
}

func TestMovesAsMade(t *testing.T) {
	m, err := replay(t, match(t, captureBoards, Rules{}), "WA release d4c5", "WA pass B", "BB made B@d5")
	if err != nil {
		t.Fatal(err)
	}
	last, _ := m.LastMove(B)
	if last.Illegal != NotYetPassable {
		t.Errorf("the early drop is noted as %q", last.Illegal)
	}
	if m, err = replay(t, m, "BB take-back"); err != nil {
		t.Fatal(err)
	}
	if got := m.Board(B).EarlyStock(Black); got != (Stock{Bishop: 1}) {
		t.Errorf("after taking the early drop back, the early stock is %v", got)
	}
	if m, err = replay(t, m, "BB made Q@d5", "BB take-back"); err != nil {
		t.Fatal(err)
	}
	if got := m.Board(B).Stock(Black); got != (Stock{}) {
		t.Errorf("a queen nobody had is in stock after taking it back: %v", got)
	}
}

func TestPromotionDeclaredLater(t *testing.T) {
	const boards = "8/3P2k1/8/8/8/8/8/4K3[] w - - 0 40 | " + startFEN
	m, err := replay(t, match(t, boards, Rules{}), "WA d7d8", "WA declare N")
	if err != nil {
		t.Fatal(err)
	}
	if got := m.Board(A).At(59); got != NewPiece(White, Knight).AsPromoted() {
		t.Errorf("on d8 stands %v", got)
	}
}

func TestCapturedPromotedMen(t *testing.T) {
	const boards = "7k/8/8/8/3q~4/2P5/8/K7[] w - - 0 14 | " + startFEN
	for rules, want := range map[Rules]Stock{{}: {Pawn: 1}, {PromotedKeepKind: true}: {Queen: 1}} {
		m, err := replay(t, match(t, boards, rules), "WA c3d4")
		if err != nil {
			t.Fatal(err)
		}
		if got := m.Board(B).Stock(Black); got != want {
			t.Errorf("%+v: the partner gets %v, want %v", rules, got, want)
		}
	}
}
