package bughouse_test

import (
	"testing"

	. "github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

func uci(t testing.TB, text string) Move {
	t.Helper()
	m := expect.Must(ParseUCI(text))(t)
	expect.MustEqual(t, m.UCI(), text, "reads back as")
	return m
}

// found is a position as an illegal move may have left it.
func found(t testing.TB, fen string, rules Rules) Position {
	t.Helper()
	setup, err := ParseFEN(fen)
	expect.OK(t, err)
	p := expect.Must(setup.AsFound(rules))(t)
	return p
}

func TestReasons(t *testing.T) {
	italian := "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R[Np] w KQkq - 4 4"
	castles := "r3k2r/P5P1/8/8/8/5q2/8/R3K2R[n] w KQkq - 0 15"
	kings := "8/8/8/8/8/8/8/8[KRRBBNNPPPPPPPPkrrbbnnpppppppp] w - - 0 1"
	placed := "8/8/8/8/8/8/8/2K5[RRBBNNPPPPPPPPkrrbbnnpppppppp] b - - 0 1"
	swapped := "r3k2r/8/8/8/8/8/8/R2K3R[] w KQkq - 0 12"
	jared := Rules{KingPlacement: true, NoQueenDrops: true, NoCastling: true, CapturesToOpponent: true, PassFrom: PassFromMove}
	tests := []struct {
		fen   string
		rules Rules
		move  string
		want  Reason
	}{
		{italian, Rules{}, "b1b3", Movement},
		{italian, Rules{}, "a1a3", Movement},
		{italian, Rules{}, "e5e6", NoOwnMan},
		{italian, Rules{}, "d4d5", NoOwnMan},
		{italian, Rules{}, "f3e5", Legal},
		{italian, Rules{}, "e1g1", Legal},
		{italian, Rules{NoCastling: true}, "e1g1", CastlingNotAllowed},
		{italian, Rules{}, "e1c1", CastlingPath},
		{italian, Rules{}, "P@h1", NotInStock},
		{italian, Rules{}, "N@d4", Legal},
		{italian, Rules{}, "N@f6", SquareOccupied},
		{italian, Rules{}, "Q@f6", NotInStock},
		{italian, Rules{NoQueenDrops: true}, "Q@f6", QueenDrop},
		{italian, Rules{}, "K@d4", NotInStock},
		{italian, Rules{}, "c4f7", Legal},
		{italian, Rules{}, "c4f7q", PromotionPiece},
		{italian, Rules{}, "e1e2", Legal},
		{italian, Rules{}, "e1e3", Movement},
		{italian, Rules{}, "e1e1", OwnManThere},
		{castles, Rules{}, "e1g1", CastlingCheck},
		{castles, Rules{}, "e1c1", CastlingCheck},
		{castles, Rules{}, "a7a8q", Movement},
		{castles, Rules{}, "a7b8q", Movement},
		{castles, Rules{}, "g7g8k", PromotionPiece},
		{castles, Rules{}, "g7g8p", PromotionPiece},
		{castles, Rules{}, "g7g8n", Legal},
		{castles, Rules{}, "g7g8", Legal},
		{castles, Rules{DeclarePromotion: true}, "g7g8", PromotionPiece},
		{castles, Rules{}, "g7h8q", Legal},
		{castles, Rules{}, "h1e1", OwnManThere},
		{castles, Rules{}, "e1d2", Legal},
		{castles, Rules{}, "e1f2", KingLeftInCheck},
		{"4k3/8/8/8/8/8/4r3/4K2R[] b - - 0 20", Rules{}, "e2e1", KingCapture},
		{"4k3/8/8/8/8/8/8/4K3[Pp] b - - 0 9", Rules{}, "P@c1", PawnDropRank},
		{"4k3/8/8/8/8/8/8/4K3[Pp] b - - 0 9", Rules{}, "P@c2", Legal},
		{"4k3/8/8/8/8/8/3p4/r3K3[P] w - - 0 9", Rules{}, "P@e4", KingLeftInCheck},
		{"r3k3/8/8/8/8/8/8/4K3[] b - - 0 22", Rules{}, "e8c8", CastlingRight},
		{"r3k3/8/8/8/8/8/8/4K3[] b q - 0 22", Rules{}, "e8c8", Legal},
		{"r3k3/8/8/8/8/3R4/8/4K3[] b q - 0 22", Rules{}, "e8c8", CastlingCheck},
		{"r3k3/1R6/8/8/8/8/8/4K3[] b q - 0 22", Rules{}, "e8c8", Legal},
		{swapped, Rules{SwappedCastling: true}, "d1b1", Legal},
		{swapped, Rules{SwappedCastling: true}, "d1f1", Legal},
		{swapped, Rules{}, "d1b1", CastlingNotAllowed},
		{kings, jared, "K@b3", Legal},
		{kings, jared, "K@c3", KingPlacementCentre},
		{kings, jared, "R@h1", KingNotPlaced},
		{kings, jared, "a1a2", NoOwnMan},
		{placed, jared, "K@d2", KingPlacementAdjacent},
		{placed, jared, "K@c1", KingPlacementAdjacent},
		{placed, jared, "K@e2", Legal},
		{placed, jared, "R@h1", KingNotPlaced},
		{"7k/8/8/8/8/8/8/K7[QRRBBNNPPPPPPPPrrbbnnpppppppp] w - - 0 2", jared, "Q@h1", QueenDrop},
		{"7k/8/8/8/8/8/8/K7[QRRBBNNPPPPPPPPrrbbnnpppppppp] w - - 0 2", jared, "R@h1", Legal},
		{"7k/8/8/8/8/8/8/K7[PP] w - - 0 9", jared, "P@d1", PawnDropRank},
		{"4k3/8/8/8/pP6/8/8/4K3[] b - b3 0 9", Rules{}, "a4b3", Legal},
		{"4k3/8/8/8/pP6/8/8/4K3[] b - - 0 9", Rules{}, "a4b3", Movement},
		{"8/8/8/K2pP2r/8/8/8/4k3[] w - d6 0 1", Rules{}, "e5d6", KingLeftInCheck},
	}
	for _, test := range tests {
		p := found(t, test.fen, test.rules)
		expect.Equal(t, p.Legal(uci(t, test.move)), test.want, "%s: %s is judged", test.fen, test.move)
	}
}

func TestDroppedMen(t *testing.T) {
	setup := expect.Must(ParseFEN("r3k3/p7/8/8/8/8/8/4K3[R] b - - 0 22"))(t)
	setup.Dropped, setup.Unmoved = SetOf(48, 56), [2]bool{true, true}
	for _, test := range []struct {
		rules Rules
		moves []string
		want  Reason
	}{
		{Rules{}, []string{"e8c8"}, CastlingRight},
		{Rules{DroppedRookCastles: true}, []string{"e8c8"}, Legal},
		{Rules{DroppedRookCastles: true}, []string{"e8d8", "e1e2", "d8e8", "e2e1", "e8c8"}, CastlingRight},
		{Rules{DroppedRookCastles: true}, []string{"a8b8", "e1e2", "b8a8", "e2e1", "e8c8"}, CastlingRight},
		{Rules{DroppedRookCastles: true}, []string{"e8d8", "R@h1", "d8e8", "e1g1"}, Legal},
		{Rules{}, []string{"e8d8", "R@h1", "d8e8", "e1g1"}, CastlingRight},
		{Rules{}, []string{"a7a5"}, Legal},
		{Rules{NoDroppedPawnTwoStep: true}, []string{"a7a5"}, Movement},
		{Rules{NoDroppedPawnTwoStep: true}, []string{"a7a6"}, Legal},
	} {
		p := expect.Must(setup.Position(test.rules))(t)
		last := len(test.moves) - 1
		for _, m := range test.moves[:last] {
			if _, ok := p.Make(uci(t, m)); !ok {
				t.Fatalf("%v: %s is refused: %s", test.moves, m, p.Legal(uci(t, m)))
			}
		}
		expect.Equal(t, p.Legal(uci(t, test.moves[last])), test.want, "%+v %v: judged", test.rules, test.moves)
	}
}

func TestIllegalMovesAsPlayed(t *testing.T) {
	tests := []struct{ name, fen, move, want string }{
		{"a pinned knight moves", "4k3/8/8/8/4r3/8/4N3/4K3[] w - - 3 9", "e2c3", "4k3/8/8/8/4r3/2N5/8/4K3[] b - - 4 9"},
		{"a king is taken", "4k3/8/8/8/8/8/4r3/4K3[] b - - 0 9", "e2e1", "4k3/8/8/8/8/8/8/4r3[] w - - 0 10"},
		{"a man lands on its own", "4k3/8/8/8/8/8/8/R3K3[] w Q - 0 9", "a1e1", "4k3/8/8/8/8/8/8/4R3[] b - - 0 9"},
		{"a drop that is not in stock", "4k3/8/8/8/8/8/8/4K3[] w - - 0 9", "Q@e2", "4k3/8/8/8/8/8/4Q3/4K3[] b - - 1 9"},
		{"a pawn dropped on the last rank", "4k3/8/8/8/8/8/8/4K3[P] w - - 0 9", "P@a8", "P3k3/8/8/8/8/8/8/4K3[] b - - 1 9"},
		{"castling through check", "4k3/8/8/8/5r2/8/8/4K2R[] w K - 0 9", "e1g1", "4k3/8/8/8/5r2/8/8/5RK1[] b - - 1 9"},
		{"castling without the right", "4k3/8/8/8/8/8/8/4K2R[] w - - 0 9", "e1g1", "4k3/8/8/8/8/8/8/5RK1[] b - - 1 9"},
		{"en passant that opens a line", "8/8/8/K2pP2r/8/8/8/4k3[] w - d6 0 1", "e5d6", "8/8/3P4/K6r/8/8/8/4k3[] b - - 0 1"},
		{"an empty square", "4k3/8/8/8/8/8/8/4K3[] w - - 0 9", "a1a2", "4k3/8/8/8/8/8/8/4K3[] b - - 1 9"},
		{"a second king", "4k3/8/8/8/8/8/8/4K3[] w - - 0 9", "K@a1", "4k3/8/8/8/8/8/8/4K3[] b - - 1 9"},
		{"a pawn that becomes a king", "4k3/P7/8/8/8/8/8/4K3[] w - - 0 9", "a7a8k", "P3k3/8/8/8/8/8/8/4K3[] b - - 0 9"},
		{"a rook out of turn", "r3k3/8/8/8/8/8/8/4K3[] w q - 0 9", "a8a1", "4k3/8/8/8/8/8/8/r3K3[] w - - 1 10"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := found(t, test.fen, Rules{})
			m := uci(t, test.move)
			by := p.Turn()
			if man := p.At(m.From()); man != NoPiece {
				by = man.Color()
			}
			p.MakeAsPlayed(by, m)
			expect.True(t, p.FEN() == test.want, "got  %s\nwant %s", p.FEN(), test.want)
			again := expect.Must(p.Setup().AsFound(Rules{}))(t)
			expect.Equal(t, again.Key(), p.Key(), "the key differs from the one from scratch")
			p.Status() // must not panic, whatever stands there
			p.Moves(nil)
		})
	}
}

func TestUndeclaredPromotion(t *testing.T) {
	p := position(t, "8/3P2k1/8/8/8/8/8/4K3[] w - - 0 40", Rules{})
	_, ok := p.Make(uci(t, "d7d8"))
	expect.MustTrue(t, ok, "refused")
	expect.Equal(t, p.FEN(), "3P4/6k1/8/8/8/8/8/4K3[] b - - 0 40", "undeclared")
	expect.True(t, !p.Declare(59, King) && !p.Declare(4, Queen), "a king or a pawn elsewhere was declared")
	expect.MustTrue(t, p.Declare(59, Knight), "the knight was not accepted")
	expect.Equal(t, p.FEN(), "3N~4/6k1/8/8/8/8/8/4K3[] b - - 0 40", "declared")
}
