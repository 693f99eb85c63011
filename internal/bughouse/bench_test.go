package bughouse_test

import (
	"testing"

	. "github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

func benchmarkPerft(b *testing.B, profile Profile, fen string, depth int) {
	nodes := uint64(0)
	b.ReportAllocs()
	for b.Loop() {
		n := expect.Must(profile.Count(fen, depth))(b)
		nodes += n
	}
	b.ReportMetric(float64(nodes)/1e6/b.Elapsed().Seconds(), "Mnodes/s")
}

func BenchmarkPerftStart6(b *testing.B) { benchmarkPerft(b, ProfileBoard, startFEN, 6) }

// Full hands, one move deeper than the tables go.
func BenchmarkPerftFullHands4(b *testing.B) {
	benchmarkPerft(b, ProfileBoard, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[QRBNPqrbnp] w KQkq - 0 1", 4)
}

func BenchmarkPerftMiddlegameHands4(b *testing.B) {
	benchmarkPerft(b, ProfileBoard, "1nbRbb1r/2rp1k2/pp6/1ppp1p2/8/2PP2P1/PP1Q1PB1/2KR2N1[RNnp] b - - 1 21", 4)
}

func BenchmarkPerftKiwipeteHands4(b *testing.B) {
	benchmarkPerft(b, ProfileBoard, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R[Rb] b KQkq - 0 1", 4)
}

func BenchmarkPerftMatchStart4(b *testing.B) {
	benchmarkPerft(b, ProfileMatch, startFEN+" | "+startFEN, 4)
}

func BenchmarkPerftMatchHands3(b *testing.B) {
	benchmarkPerft(b, ProfileMatch, "rnbqkb1r/1p1pp1p1/p1p2n1p/5p2/R2P1P2/2P4P/1PP1P1P1/1NBQKBNR[Rp] w Kkq - 1 8 | rn1qk2r/1bppBp2/pp5b/7p/2P1n3/1PN4N/P2PPPPP/R2QKB2[p] b Qkq - 0 10", 3)
}

func BenchmarkMoves(b *testing.B) {
	p := position(b, "r1bqk2r/pppp1ppp/2n1p3/4P3/1b1Pn3/2NB1N2/PPP2PPP/R1BQK2R[QRBNP] b KQkq - 0 1", Rules{})
	var buf []Move
	b.ReportAllocs()
	for b.Loop() {
		buf = p.Moves(buf[:0])
	}
}

func BenchmarkStatus(b *testing.B) {
	p := position(b, "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR[] b KQkq - 0 4", Rules{})
	b.ReportAllocs()
	for b.Loop() {
		if p.Status() != Checkmate {
			b.Fatal("not mate")
		}
	}
}

func BenchmarkSAN(b *testing.B) {
	p := position(b, "r1bqk2r/pppp1ppp/2n1p3/4P3/1b1Pn3/2NB1N2/PPP2PPP/R1BQK2R[] w KQkq - 0 1", Rules{})
	b.ReportAllocs()
	for b.Loop() {
		if _, err := p.ParseSAN("Bxe4"); err != nil {
			b.Fatal(err)
		}
	}
}
