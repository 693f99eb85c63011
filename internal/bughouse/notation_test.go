package bughouse_test

import (
	"errors"
	"math/rand"
	"strings"
	"testing"

	. "github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

func TestFENRoundTrip(t *testing.T) {
	for _, table := range []string{"bughouse-board.tsv", "crazyhouse.tsv"} {
		for _, row := range rows(t, "perft", table) {
			setup, err := ParseFEN(row[2])
			expect.OK(t, err)
			again, err := ParseFEN(setup.FEN())
			if err != nil || again != setup {
				t.Errorf("%s is written %s and reads back differently: %v", row[2], setup.FEN(), err)
			}
			expect.Equal(t, len(setup.FEN()), len(row[2]), "%s is written %s", row[2], setup.FEN())
		}
	}
}

func TestFENForms(t *testing.T) {
	const want = "r3k2r/8/8/3Q~4/8/8/8/R3K2R[Qppn] w KQkq - 3 17"
	normal := strings.Replace(want, "Qppn", "Qnpp", 1)
	for _, form := range []string{
		want,
		"r3k2r/8/8/3Q~4/8/8/8/R3K2R/Qppn w KQkq - 3 17",
		"  r3k2r/8/8/3Q~4/8/8/8/R3K2R[pnpQ]  w  KQkq  -  3  17  ",
		"r3k2r/8/8/3Q~4/8/8/8/R3K2R[pnpQ] w qkQK - 3 17",
		"r3k2r/8/8/3Q~4/8/8/8/R3K2R[Qppn] w HAha - 3 17",
		"r3k2r/8/8/3Q~4/8/8/8/R3K2R[Qppn] w AHkq - 3 17",
	} {
		setup, err := ParseFEN(form)
		if err != nil {
			t.Errorf("%s: %v", form, err)
			continue
		}
		expect.True(t, setup.FEN() == normal && setup.StockRead, "%s reads as %s", form, setup.FEN())
	}
	bare, err := ParseFEN("4k3/8/8/8/8/8/8/4K3 b - -")
	expect.True(t, err == nil && !bare.StockRead && bare.FullMoves == 1 && bare.Turn == Black, "without stock and counters: %+v, %v", bare, err)
}

func TestFENErrorsSayWhere(t *testing.T) {
	tests := []struct {
		fen, field string
		offset     int
	}{
		{"", "placement", 0},
		{"rnbqkbnr/ppppppppp/8/8/8/8/8/8 w - -", "placement", 17},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1", "placement", 34},
		{"9/8/8/8/8/8/8/8 w - -", "placement", 0},
		{"71/54/8/8/8/8/8/8 w - -", "placement", 4},
		{"x7/8/8/8/8/8/8/8 w - -", "placement", 0},
		{"P~7/8/8/8/8/8/8/8 w - -", "placement", 1},
		{"8/8/8/8/8/8/8/8[x] w - -", "stock", 16},
		{"8/8/8/8/8/8/8/8[" + strings.Repeat("P", 256) + "] w - -", "stock", 271},
		{"8/8/8/8/8/8/8/8", "turn", 15},
		{"8/8/8/8/8/8/8/8 x - -", "turn", 16},
		{"8/8/8/8/8/8/8/8[]w - -", "turn", 17},
		{"8/8/8/8/8/8/8/8 w KK -", "castling", 19},
		{"8/8/8/8/8/8/8/8 w HAK -", "castling", 20},
		{"8/8/8/8/8/8/8/8 w BGbg -", "castling", 18},
		{"8/8/8/8/8/8/8/8 w -- 0 1", "en passant", 19},
		{"8/8/8/8/8/8/8/8 w - e4", "en passant", 20},
		{"8/8/8/8/8/8/8/8 w - - x 1", "half moves", 22},
		{"8/8/8/8/8/8/8/8 w - - 0", "move number", 23},
		{"8/8/8/8/8/8/8/8 w - - 0 0", "move number", 24},
		{"8/8/8/8/8/8/8/8 w - - 0 1 z", "move number", 25},
	}
	for _, test := range tests {
		_, err := ParseFEN(test.fen)
		var fe *FENError
		expect.True(t, errors.As(err, &fe) && fe.Field == test.field && fe.Offset == test.offset,
			"%.40q: %v (%+v); want %s at %d", test.fen, err, fe, test.field, test.offset)
	}
}

func TestSetupsThatBreakARule(t *testing.T) {
	tests := []struct {
		fen  string
		rule SetupRule
	}{
		{"8/8/8/8/8/8/8/4K3[] w - - 0 1", RuleKings},
		{"4k3/8/8/8/8/8/8/3KK3[] w - - 0 1", RuleKings},
		{"8/8/8/8/8/8/8/4K3[k] w - - 0 1", RuleKingStock},
		{"P3k3/8/8/8/8/8/8/4K3[] w - - 0 1", RulePawnRank},
		{"4k3/8/8/8/8/8/8/4K2p[] w - - 0 1", RulePawnRank},
		{"4k3/8/8/8/8/8/8/4K3[] w K - 0 1", RuleCastling},
		{"4k3/8/8/8/8/8/8/5K1R[] w K - 0 1", RuleCastling},
		{"4k3/8/8/8/8/8/8/4K3[] w - e6 0 1", RuleEnPassant},
		{"4k3/8/8/4p3/8/8/8/4K3[] b - e6 0 1", RuleEnPassant},
		{"4k3/8/8/8/8/8/8/4R1K1[] w - - 0 1", RuleKingTaken},
		{"8/8/8/8/8/8/4k3/4K3[] w - - 0 1", RuleKingTaken},
	}
	for _, test := range tests {
		setup, err := ParseFEN(test.fen)
		expect.OK(t, err)
		_, err = setup.Position(Rules{})
		var se *SetupError
		expect.True(t, errors.As(err, &se) && se.Rule == test.rule, "%s: %v, want %s", test.fen, err, test.rule)
		if test.rule == RuleKings && strings.Count(test.fen, "K") > 1 {
			continue
		}
		if _, err := setup.AsFound(Rules{}); err != nil {
			t.Errorf("%s as found: %v", test.fen, err)
		}
	}
}

func TestUnusualButRealSetups(t *testing.T) {
	for _, fen := range []string{
		"rnbqkbnr/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/RNBQKBNR[QQqq] w KQkq - 0 1",
		"qqqqkqqq/8/8/8/8/8/8/4K3[PPPPPPPPPPPPPPPPPPPPPPPP] b - - 0 1",
		"r2k3r/8/8/8/8/8/8/R2K3R[] w KQkq - 0 12",
	} {
		position(t, fen, Rules{})
	}
}

func TestUCIRefusals(t *testing.T) {
	for _, text := range []string{"", "e2", "e2e9", "i2e4", "e2e4x", "e7e8Q", "n@e4", "X@e4", "N@e9", "N@", "e2-e4", "e2e4e5"} {
		m, err := ParseUCI(text)
		expect.True(t, err != nil, "%q reads as %v", text, m)
	}
}

func TestSAN(t *testing.T) {
	tests := []struct{ fen, move, san string }{
		{startFEN, "e2e4", "e4"},
		{startFEN, "g1f3", "Nf3"},
		{"4k3/8/8/8/8/8/8/4K3[NP] w - - 0 1", "N@f6", "N@f6+"},
		{"4k3/8/8/8/8/8/8/4K3[NP] w - - 0 1", "P@e4", "P@e4"},
		{"6rk/6pp/8/8/8/8/8/4K3[N] w - - 0 30", "N@f7", "N@f7#"},
		{"4k3/8/8/8/8/2N3N1/8/4K3[] w - - 0 1", "c3e4", "Nce4"},
		{"4k3/8/2N5/8/2N5/8/8/4K3[] w - - 0 1", "c4e5", "N4e5"},
		{"4k3/8/2N5/8/2N3N1/8/8/4K3[] w - - 0 1", "c4e5", "Nc4e5"},
		{"4k3/8/8/8/8/8/3r4/R3K2R[] w KQ - 0 1", "e1d2", "Kxd2"},
		{"4k3/8/8/8/8/8/8/R3K2R[] w KQ - 0 1", "e1g1", "O-O"},
		{"4k3/8/8/8/8/8/8/R3K2R[] w KQ - 0 1", "e1c1", "O-O-O"},
		{"4k3/8/8/3pP3/8/8/8/4K3[] w - d6 0 1", "e5d6", "exd6"},
		{"3rk3/2P5/8/8/8/8/8/4K3[] w - - 0 1", "c7d8q", "cxd8=Q+"},
		{"4k3/8/8/8/4r3/8/4N1N1/4K3[] w - - 0 1", "g2f4", "Nf4"}, // the other knight is pinned
	}
	for _, test := range tests {
		p := position(t, test.fen, Rules{})
		m := uci(t, test.move)
		expect.Equal(t, p.SAN(m), test.san, "%s: %s is written", test.fen, test.move)
		for _, form := range []string{test.san, strings.TrimRight(test.san, "+#"), test.san + "!?", test.move} {
			got, err := p.ParseSAN(form)
			expect.True(t, err == nil && got == m, "%s: %s reads as %v, %v; want %s", test.fen, form, got, err, test.move)
		}
	}
	swapped := position(t, "4k3/8/8/8/8/8/8/R2K3R[] w KQ - 0 1", Rules{SwappedCastling: true})
	expect.Equal(t, swapped.SAN(uci(t, "d1b1")), "O-O", "towards the near rook of a swapped set-up")
	if m, err := swapped.ParseSAN("O-O-O"); err != nil || m.UCI() != "d1f1" {
		t.Errorf("towards the far rook of a swapped set-up: %v, %v", m, err)
	}
}

func TestLooseSAN(t *testing.T) {
	p := position(t, "rnb1kbnr/1P1ppppp/8/8/8/8/1PPPPPPP/RNBQKBNR[PQ] w KQkq - 0 5", Rules{})
	for form, want := range map[string]string{
		"@e4": "P@e4", "q@e4": "Q@e4", "e2-e4": "e2e4", "Ng1-f3": "g1f3", "Ng1f3": "g1f3", "bxa8=N": "b7a8n", "bxa8N": "b7a8n",
		"ba8(Q)": "b7a8q", "bxa8/Q": "b7a8q", "bxa8/n+": "b7a8n", "b7xa8=Q": "b7a8q", "Pe4": "e2e4", "g1f3": "g1f3",
	} {
		m, err := p.ParseSAN(form)
		expect.True(t, err == nil && m.UCI() == want, "%s reads as %v, %v; want %s", form, m, err, want)
	}
	for form, want := range map[string]Reason{
		"": Unreadable, "xx": Unreadable, "O-O-O-O": Unreadable, "Nf": Unreadable, "N@": Unreadable, "Z@e4": Unreadable, "xe4": Unreadable,
		"bxa8": PromotionPiece, "bxa8/": Unreadable, "e.p.": Unreadable, "e4e.p.": Unreadable, "P@e4e.p.": Unreadable, "dxe5e.p.": Movement, "O-O": CastlingPath, "N@e4": NotInStock, "P@e8": SquareOccupied, "Nf5": Movement, "Nd2": OwnManThere,
		"Rxb8": Movement, "dxe5": Movement, "e5e6": NoOwnMan,
	} {
		_, err := p.ParseSAN(form)
		var se *SANError
		expect.True(t, errors.As(err, &se) && se.Reason == want && se.Token == form, "%q: %v, want %s", form, err, want)
	}
}

// A capture in passing may be marked as one; another move must not be.
func TestMarkedEnPassant(t *testing.T) {
	p := position(t, "4k3/8/4n3/3pP3/8/8/8/4K3[] w - d6 0 1", Rules{})
	for _, form := range []string{"exd6e.p.", "exd6e.p", "exd6ep", "exd6e.p.+", "exd6+ep", "e5xd6e.p.!", "ed6ep"} {
		m, err := p.ParseSAN(form)
		expect.True(t, err == nil && m.UCI() == "e5d6", "%s reads as %v, %v", form, m, err)
	}
	capture := position(t, "4k3/8/3n4/3pP3/8/8/8/4K3[] w - - 0 1", Rules{})
	if m, err := capture.ParseSAN("exd6e.p."); err == nil {
		t.Errorf("a capture of the man on d6 marked e.p. reads as %v", m)
	}
}

// What is written for any legal move is read as that move.
func TestSANRoundTrip(t *testing.T) {
	r := rand.New(rand.NewSource(11))
	for range 40 {
		m, acts := randomMatch(r, 80, Rules{DroppedRookCastles: true})
		if len(acts) == 0 {
			continue
		}
		for _, b := range []BoardID{A, B} {
			p := m.Board(b)
			seen := map[string]Move{}
			for _, move := range p.Moves(nil) {
				san := p.SAN(move)
				if other, double := seen[san]; double {
					t.Fatalf("%s: %v and %v are both written %s", p.FEN(), move, other, san)
				}
				seen[san] = move
				if got, err := p.ParseSAN(san); err != nil || got != move {
					t.Fatalf("%s: %v is written %s and reads as %v, %v", p.FEN(), move, san, got, err)
				}
			}
		}
	}
}
