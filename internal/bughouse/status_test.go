package bughouse_test

import (
	"fmt"
	"strings"
	"testing"

	. "github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

func TestStatusTable(t *testing.T) {
	for _, row := range rows(t, "perft", "status.tsv") {
		p := position(t, row[1], Rules{})
		all, board := p.LegalNow()
		potential := "no"
		if p.LegalWithPotentialStock() {
			potential = "yes"
		}
		got := fmt.Sprintf("%d %s %d %d %s %s", p.Checkers().Len(), p.CheckKind(), all, board, potential, p.Status())
		if want := strings.Join(row[2:8], " "); got != want {
			t.Errorf("%s: %s, want %s", row[0], got, want)
		}
	}
}

func TestMateTests(t *testing.T) {
	const (
		backRank = "R5k1/5ppp/8/8/8/8/8/4K3[] b - - 0 1"
		useless  = "4k3/8/8/8/8/8/5PPP/r5K1[P] w - - 0 30" // a pawn cannot block on the first rank
		double   = "kr6/8/8/8/8/R7/8/4K2B[] b - - 0 30"    // two checkers, both far
		near     = "kr6/R7/8/2B5/8/8/8/4K2B[n] b - - 0 30" // two checkers, one of them next to the king
		contact  = "6k1/5pQp/7B/8/8/8/8/4K3[qrbnp] b - - 0 1"
		stuck    = "7k/5Q2/6K1/8/8/8/8/8[] b - - 0 1"
		full     = "7k/5Q2/6K1/8/8/8/8/8[n] b - - 0 1"
	)
	tests := []struct {
		fen  string
		test MateTest
		want Status
	}{
		{backRank, MatePotential, AwaitingBlock},
		{backRank, MateHand, Checkmate},
		{backRank, MateDoubleWaits, AwaitingBlock},
		{backRank, MateAnyMaterial, AwaitingBlock},
		{useless, MatePotential, AwaitingBlock},
		{useless, MateHand, Checkmate},
		{useless, MateAnyMaterial, Checkmate},
		{double, MatePotential, Checkmate},
		{double, MateHand, Checkmate},
		{double, MateDoubleWaits, AwaitingBlock},
		{near, MatePotential, Checkmate},
		{near, MateDoubleWaits, Checkmate},
		{contact, MatePotential, Checkmate},
		{contact, MateDoubleWaits, Checkmate},
		{stuck, MatePotential, AwaitingPiece},
		{stuck, MateAnyMaterial, AwaitingPiece},
		{stuck, MateHand, Stalemate},
		{full, MatePotential, InPlay},
	}
	for _, test := range tests {
		p := position(t, test.fen, Rules{MateTest: test.test})
		expect.Equal(t, p.Status(), test.want, "%s under mate test %d", test.fen, test.test)
	}
}

func TestNothingLeftToCome(t *testing.T) {
	// Every man Black owns but a queen stands on the board, and queens are not
	// dropped: the far check cannot be blocked by anything to come.
	fen := "R5k1/5ppp/pppppppp/pppppnnn/nbbbbrrr/r7/8/3K4[] b - - 0 1"
	if p := position(t, fen, Rules{}); p.PotentialStock(Black) != (Stock{Queen: 2}) || p.Status() != AwaitingBlock {
		t.Errorf("potential stock %v, status %s", p.PotentialStock(Black), p.Status())
	}
	if p := position(t, fen, Rules{NoQueenDrops: true}); p.Status() != Checkmate {
		t.Errorf("without queen drops: %s", p.Status())
	}
}

func TestPotentialStockCountsPromotedMenAsPawns(t *testing.T) {
	p := position(t, "4k3/8/8/8/8/8/8/Q~Q2K3[] w - - 0 1", Rules{})
	got, want := p.PotentialStock(White), (Stock{Pawn: 15, Knight: 4, Bishop: 4, Rook: 4, Queen: 1})
	expect.True(t, got == want, "%v, want %v", got, want)
}

func TestWhatEndsAGame(t *testing.T) {
	for _, test := range []struct {
		status      Status
		draws       bool
		over, drawn bool
	}{
		{Checkmate, false, true, false},
		{Stalemate, false, false, false},
		{Stalemate, true, true, true},
		{AwaitingPiece, true, true, true},
		{AwaitingBlock, true, false, false},
		{InPlay, true, false, false},
	} {
		over, drawn := (Rules{StalemateDraws: test.draws}).Ends(test.status)
		expect.True(t, over == test.over && drawn == test.drawn, "%s, stalemate draws %v: over %v, drawn %v", test.status, test.draws, over, drawn)
	}
}
