package bughouse_test

import (
	"testing"

	. "github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

func TestExplain(t *testing.T) {
	jared := Rules{KingPlacement: true, NoQueenDrops: true, NoCastling: true}
	for _, test := range []struct {
		fen   string
		rules Rules
		move  string
		want  string
	}{
		{"rnb1kbnr/pppp1ppp/8/4p3/4P2q/5P2/PPPP2PP/RNBQKBNR[Bp] w KQkq - 1 3", Rules{}, "g2g4", "the king on e1 stays in check from the queen on h4"},
		{"rnb1kbnr/pppp1ppp/8/4p3/4P2q/5P2/PPPP2PP/RNBQKBNR[Bp] w KQkq - 1 3", Rules{}, "B@g3", ""},
		{"rnb1kbnr/pppp1ppp/8/4p3/4P2q/5P2/PPPP2PP/RNBQKBNR[Bp] w KQkq - 1 3", Rules{}, "B@e4", "a pawn stands on e4"},
		{"rnb1kbnr/pppp1ppp/8/4p3/4P2q/5P2/PPPP2PP/RNBQKBNR[Bp] w KQkq - 1 3", Rules{}, "N@e4", "White has no knight in stock"},
		{"rnbqk1nr/pppp1ppp/8/4p3/1b1PP3/2N5/PPP2PPP/R1BQKBNR[] w KQkq - 2 4", Rules{}, "c3d5", "the king on e1 comes into check from the bishop on b4"},
		{"4k3/8/8/8/8/8/3r4/3RK3[] w - - 0 1", Rules{}, "e1f2", "the king on f2 comes into check from the rook on d2"},
		{"4k3/8/8/8/8/8/8/4K2R[] w - - 0 1", Rules{}, "e1g1", "the king or the rook has moved, or the rook is not the original one"},
		{"4kr2/8/8/8/8/8/8/4K2R[] w K - 0 1", Rules{}, "e1g1", "the king may not castle over or onto an attacked square, from e1 to g1"},
		{"4k3/8/8/8/8/8/8/4K2R[] w - - 0 1", Rules{}, "h1g2", "the rook on h1 cannot go to g2"},
		{"4k3/P7/8/8/8/8/8/4K3[] w - - 0 1", Rules{DeclarePromotion: true}, "a7a8", "a pawn is promoted to a queen, rook, bishop or knight, and which one has to be said"},
		{"8/8/8/8/8/8/8/8[KRk] w - - 0 1", jared, "R@a1", "White has to place the king first"},
		{"8/8/8/8/8/8/8/8[KRk] w - - 0 1", jared, "K@d4", "no king may be placed in the centre, c3 to f6; d4 is in it"},
		{"8/8/8/8/8/8/8/K7[k] b - - 0 1", jared, "K@b2", "b2 is on or next to the other king, on a1"},
	} {
		p := found(t, test.fen, test.rules)
		expect.Equal(t, p.Explain(uci(t, test.move)), test.want, "%s: %s", test.fen, test.move)
	}
}

func TestExplainTurn(t *testing.T) {
	m := NewMatch(Rules{})
	got, want := m.Explain(BB, uci(t, "e7e5")), "it is White's turn on board B"
	expect.True(t, got == want, "%q, want %q", got, want)
	expect.Equal(t, m.Explain(WB, uci(t, "e2e4")), "", "a legal move")
}

// Every illegal move has a sentence, and no legal one.
func TestEveryIllegalMoveIsExplained(t *testing.T) {
	all := allMoves()
	for _, fen := range []string{
		"r3k2r/P5P1/8/8/8/5q2/8/R3K2R[n] w KQkq - 0 15",
		"8/8/8/8/8/8/8/2K5[RRBBNNPPkrrbbnnpp] b - - 0 1",
		"4k3/8/8/8/pP6/8/8/4K3[QRBNPqrbnp] b - b3 0 9",
	} {
		for _, rules := range []Rules{{}, {KingPlacement: true, NoQueenDrops: true, NoCastling: true, DeclarePromotion: true}} {
			p := found(t, fen, rules)
			for _, m := range all {
				got, reason := p.Explain(m), p.Legal(m)
				expect.MustTrue(t, (got == "") == (reason == Legal) && (got != string(reason) || got == ""), "%s: %v (%s): %q", fen, m, reason, got)
			}
		}
	}
}

func TestDestinations(t *testing.T) {
	p := position(t, "r3k2r/8/8/8/8/8/P7/R3K2R[NP] w KQkq - 0 1", Rules{})
	want := map[Square]SquareSet{}
	drops := map[Kind]SquareSet{}
	for _, m := range p.Moves(nil) {
		if m.IsDrop() {
			drops[m.Dropped()] |= SetOf(m.To())
		} else {
			want[m.From()] |= SetOf(m.To())
		}
	}
	for s := Square(0); s < NoSquare; s++ {
		expect.Equal(t, p.Destinations(s), want[s], "from %v", s)
	}
	for k := Pawn; k <= King; k++ {
		expect.Equal(t, p.DropSquares(k), drops[k], "drops of a %v", k)
	}
}
