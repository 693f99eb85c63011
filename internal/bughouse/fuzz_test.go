package bughouse_test

import (
	"bytes"
	"errors"
	"io"
	"testing"

	. "github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/hammer"
)

// FuzzFEN: any text is refused with its place or read, and what is read is
// written and read again the same. Whatever stands there can be asked about.
func FuzzFEN(f *testing.F) {
	for _, fen := range []string{
		startFEN,
		"r3k2r/8/8/3Q~4/8/8/8/R3K2R[Qppn] w KQkq - 3 17",
		"8/8/8/K2pP2r/8/8/8/4k3/Qn w - d6 0 1",
		"8/8/8/8/8/8/8/8[KRRBBNNPPPPPPPPkrrbbnnpppppppp] w - - 0 1",
		"4k3/8/8/8/8/8/8/4K3 b - -",
		"r3k2r/8/8/8/8/8/8/R3K2R[] w HAha - 0 1",
	} {
		f.Add(fen)
	}
	hammer.Fuzz(f, func(t *testing.T, text string) {
		setup, err := ParseFEN(text)
		var fe *FENError
		if err != nil {
			if !errors.As(err, &fe) || fe.Offset < 0 || fe.Offset > len(text) {
				t.Fatalf("%q: %#v", text, err)
			}
			return
		}
		again, err := ParseFEN(setup.FEN())
		setup.StockRead = true // it is always written
		if err != nil || again != setup {
			t.Fatalf("%q is written %q, which reads differently: %v", text, setup.FEN(), err)
		}
		for _, rules := range []Rules{{}, {KingPlacement: true, NoQueenDrops: true, MateTest: MateHand}, {DroppedRookCastles: true, SwappedCastling: true}} {
			p, err := setup.AsFound(rules)
			if err != nil {
				continue
			}
			if n := len(p.Moves(nil)); n != p.MoveCount() {
				t.Fatalf("%q: %d moves and %d counted", text, n, p.MoveCount())
			}
			p.Status()
			p.PotentialStock(p.Turn())
			p.CheckKind()
			p.MakeAsPlayed(White, NewMove(12, 28, NoKind))
			if _, err := p.Setup().AsFound(rules); err != nil {
				t.Fatalf("%q: after a move as played: %v", text, err)
			}
		}
	})
}

// FuzzSAN: any text is refused with a reason or is a legal move, which is
// written and read again the same.
func FuzzSAN(f *testing.F) {
	positions := []string{
		startFEN,
		"rnb1kbnr/1P1ppppp/8/8/8/8/1PPPPPPP/RNBQKBNR[PQ] w KQkq - 0 5",
		"r3k2r/8/2N5/3pP3/2N3N1/8/8/R3K2R[QRBNP] w KQkq d6 0 1",
		"r1b1k2r/ppp2ppp/8/8/8/8/PPP1q~PPP/R1B1K2R[Nn] w KQkq - 0 1",
	}
	for i, san := range []string{"e4", "bxa8=N", "exd6", "N@f3+", "O-O-O", "Nc4e5", "Kxe2", "e2-e4", "@e4", "c7d8q", "bxa8/Q", "exd6e.p.", "exd6+ep!"} {
		f.Add(uint8(i), san)
	}
	hammer.Fuzz(f, func(t *testing.T, which uint8, token string) {
		p := position(t, positions[int(which)%len(positions)], Rules{})
		m, err := p.ParseSAN(token)
		if err != nil {
			var se *SANError
			if !errors.As(err, &se) || se.Reason == Legal {
				t.Fatalf("%q: %v", token, err)
			}
			return
		}
		if reason := p.Legal(m); reason != Legal {
			t.Fatalf("%q reads as %v, which is illegal: %s", token, m, reason)
		}
		if again, err := p.ParseSAN(p.SAN(m)); err != nil || again != m {
			t.Fatalf("%q reads as %v, written %s, reads as %v: %v", token, m, p.SAN(m), again, err)
		}
	})
}

// FuzzBPGN: any bytes end in records, good or told where they go bad; what was
// accepted is written and read again the same.
func FuzzBPGN(f *testing.F) {
	for _, text := range []string{
		"[Event \"x\"]\n[WhiteA \"w\"][BlackA \"b\"]\n\n1A. e4{118.5} 1a. e5 {-0.5} 1B. d4{C:well}\n{w resigns} 0-1\n",
		"1A. e4 1a.d5 2A. exd5 1B. e4 1b. P@d5 {R: abort}\n{Game aborted on move 1} *",
		"[FEN \"" + captureBoards + "\"]\n18A. dxc5 18b. B@d5 1/2-1/2",
		"\ufeff[A \"\\\"\\\\\"]\r\n% x\r\n; y\r\n1A. Nf3 $1 *\r\n",
		"1A. e4 1a. a6 2A. e5 2a. d5 3A. exd6 e.p. {12} 3a. a5 4A. dxc7e.p. *",
		"[FEN \"r3k2r/1P6/8/8/8/8/8/R3K2R[] w HAha - 0 1 | " + startFEN + "\"]\n1A. bxa8/Q+ *",
		"{open",
		"[open \"",
	} {
		f.Add([]byte(text))
	}
	hammer.Fuzz(f, func(t *testing.T, text []byte) {
		var written bytes.Buffer
		var finals []string
		for r := NewBPGNReader(bytes.NewReader(text)); ; {
			g, err := r.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			var bad *GameError
			if errors.As(err, &bad) {
				if bad.Reason == Legal || bad.Ply != len(g.Plies)+1 || bad.Game != g.Number {
					t.Fatalf("%q: %#v after %d plies", text, bad, len(g.Plies))
				}
			} else if err != nil {
				t.Fatal(err)
			}
			m, err := Replay(MatchFrom(g.Start()), g.Acts())
			if err != nil || m.BFEN() != finalBFEN(g) {
				t.Fatalf("%q: the log leads to %s, the record to %s: %v", text, m.BFEN(), finalBFEN(g), err)
			}
			if bad != nil {
				continue
			}
			g.Ending()
			if err := WriteBPGN(&written, g); err != nil {
				t.Fatal(err)
			}
			finals = append(finals, finalBFEN(g))
		}
		games, bad := readGames(t, &written)
		if len(bad) > 0 || len(games) != len(finals) {
			t.Fatalf("%q: %d good records are written and read as %d, %v", text, len(finals), len(games), bad)
		}
		for i, g := range games {
			if finalBFEN(g) != finals[i] {
				t.Fatalf("%q: record %d ends differently once written", text, i+1)
			}
		}
	})
}

// FuzzPlay: from any set-up, under any rules, a walk of random moves agrees with
// the second opinion at every step, and a match can be taken back to its start.
func FuzzPlay(f *testing.F) {
	f.Add(startFEN, uint16(0), []byte{1, 2, 3, 4, 5, 6, 7, 8})
	f.Add("r3k2r/8/8/8/8/8/8/R3K2R[RNPrnp] w KQkq - 0 1", uint16(5), []byte{9, 80, 7, 60, 5, 40, 3, 20})
	f.Add("8/P6k/8/2pP4/8/8/p6K/8[Qq] w - c6 0 1", uint16(64), []byte{200, 100, 50, 25, 12})
	f.Add("8/8/8/8/8/8/8/8[KQRBNPkqrbnp] w - - 0 1", uint16(32), []byte{200, 100, 50, 25, 12})
	hammer.Fuzz(f, func(t *testing.T, fen string, bits uint16, walk []byte) {
		setup, err := ParseFEN(fen)
		if err != nil {
			return
		}
		p, err := setup.AsFound(rulesOf(bits))
		if err != nil {
			return
		}
		other := Start(Rules{})
		m := MatchFrom(p, other)
		before := m.BFEN()
		steps := 0
		for _, b := range walk[:min(len(walk), 24)] {
			board := m.Board(A)
			moves := agree(t, board)
			if len(moves) == 0 {
				break
			}
			if err := m.PlayThrough(SeatAt(A, board.Turn()), moves[int(b)%len(moves)]); err != nil {
				t.Fatal(err)
			}
			steps++
		}
		for range steps {
			if err := m.TakeBack(SeatAt(A, m.Board(A).Turn().Opponent())); err != nil {
				t.Fatal(err)
			}
		}
		if m.BFEN() != before || m.Board(A).Hash() != p.Hash() {
			t.Fatalf("%s: after taking back %d moves: %s", before, steps, m.BFEN())
		}
	})
}

func rulesOf(bits uint16) Rules {
	on := func(i int) bool { return bits>>i&1 != 0 }
	return Rules{
		NoQueenDrops: on(0), NoCastling: on(1), DroppedRookCastles: on(2), NoDroppedPawnTwoStep: on(3), SwappedCastling: on(4),
		KingPlacement: on(5), DeclarePromotion: on(6), CapturesToOpponent: on(7), PromotedKeepKind: on(8),
		PassFrom: PassFrom(bits >> 9 & 1), MateTest: MateTest(bits >> 10 & 3), StalemateDraws: on(12),
	}
}
