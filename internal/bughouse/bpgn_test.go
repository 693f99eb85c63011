package bughouse_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand"
	"os"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	. "github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/testdata"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// readGames reads every record and fails on anything but a bad record.
func readGames(t testing.TB, in io.Reader) (games []*Game, bad []*GameError) {
	t.Helper()
	for r := NewBPGNReader(in); ; {
		g, err := r.Next()
		if errors.Is(err, io.EOF) {
			return games, bad
		}
		var ge *GameError
		if errors.As(err, &ge) {
			bad = append(bad, ge)
		} else if err != nil {
			t.Fatal(err)
		}
		games = append(games, g)
	}
}

func readFile(t testing.TB, name string) []byte {
	t.Helper()
	text := expect.Must(os.ReadFile(testdata.Path(t, "bpgn", name)))(t)
	return text
}

func finalBFEN(g *Game) string {
	a, b := g.Final()
	return FormatBFEN(&a, &b)
}

func TestRealMatchesReplay(t *testing.T) {
	for file, columns := range map[string]func(*Game) string{
		"chesscom-2025": func(g *Game) string {
			ending, board, decided := g.Ending()
			expect.True(t, decided, "game %d: no deciding board", g.Number)
			return fmt.Sprintf("%d\t%d\t%s\t%s\t%v\t%s", g.Number, len(g.Plies), g.Result, ending, board, finalBFEN(g))
		},
		"fics-samples": func(g *Game) string {
			return fmt.Sprintf("%d\t%d\t%d\t%s\t%s", g.Number, len(g.Plies), len(g.Plies), g.Result, finalBFEN(g))
		},
	} {
		games, bad := readGames(t, bytes.NewReader(readFile(t, file+".bpgn")))
		for _, e := range bad {
			t.Errorf("%s: %v", file, e)
		}
		index := rows(t, "bpgn", file+".index.tsv")
		expect.MustEqual(t, len(games), len(index), "%s: games", file)
		for i, g := range games {
			expect.NoDiff(t, cmp.Diff(strings.Join(index[i], "\t"), columns(g)), "%s (-want +got)", file)
		}
	}
}

func TestWriteThenReadGivesTheSameMatch(t *testing.T) {
	for _, file := range []string{"chesscom-2025.bpgn", "fics-samples.bpgn"} {
		games, _ := readGames(t, bytes.NewReader(readFile(t, file)))
		var text bytes.Buffer
		for _, g := range games {
			expect.OK(t, WriteBPGN(&text, g))
		}
		again, bad := readGames(t, &text)
		if len(bad) > 0 {
			t.Fatalf("%s: %v", file, bad[0])
		}
		ignore := cmp.Options{cmpopts.IgnoreUnexported(Game{}), cmpopts.IgnoreFields(Game{}, "Line")}
		expect.NoDiff(t, cmp.Diff(games, again, ignore), "%s (-read +written and read)", file)
		for i := range again {
			expect.Equal(t, finalBFEN(again[i]), finalBFEN(games[i]), "%s: game %d ends differently", file, i+1)
		}
	}
}

// The written moves of every real match, and what the writer of moves makes of them.
func TestSANOfRealMatches(t *testing.T) {
	games, _ := readGames(t, bytes.NewReader(readFile(t, "chesscom-2025.bpgn")))
	for _, g := range games {
		for i, ply := range g.Plies {
			a, b := g.After(i)
			p := &a
			if ply.Seat.Board() == B {
				p = &b
			}
			// A record puts # only where the match ended.
			got, want := strings.TrimRight(p.SAN(ply.Move), "+#"), strings.TrimRight(ply.SAN, "+#")
			expect.Equal(t, got, want, "game %d ply %d", g.Number, i+1)
		}
	}
}

func TestRecordOfALog(t *testing.T) {
	start := match(t, "8/3P2k1/8/8/8/8/8/4K3[] w - - 0 40 | "+startFEN, Rules{})
	texts := []string{
		"WB e2e4", "WA release d7d8", "WA press", "BB d7d5", "WA declare N", "BA g7g6", "BA take-back", "BA g7g8",
		"WB release e4d5", "WB press", "WB pass P", "WA e1e2", "BA P@h7",
	}
	var acts []Act
	for _, text := range texts {
		acts = append(acts, act(t, text))
	}
	g, from, err := RecordOf(start, acts)
	expect.OK(t, err)
	var got []string
	for i, ply := range g.Plies {
		got = append(got, fmt.Sprintf("%v %s (%s)", ply.Seat, ply.SAN, texts[from[i]]))
	}
	want := []string{"WB e4 (WB e2e4)", "WA d8=N (WA release d7d8)", "BB d5 (BB d7d5)", "BA Kg8 (BA g7g8)", "WB exd5 (WB release e4d5)", "WA Ke2 (WA e1e2)", "BA P@h7 (BA P@h7)"}
	expect.NoDiff(t, cmp.Diff(want, got), "(-want +got)")
	var text bytes.Buffer
	expect.OK(t, WriteBPGN(&text, g))
	games, bad := readGames(t, &text)
	expect.True(t, len(bad) == 0 && len(games) == 1 && finalBFEN(games[0]) == finalBFEN(g), "read again: %v, %v", games, bad)

	for _, texts := range [][]string{{"WA made d7c8q"}, {"WA d7d8q", "BA d8d7"}} {
		acts = nil
		for _, text := range texts {
			acts = append(acts, act(t, text))
		}
		var ae *ActError
		_, _, err := RecordOf(start, acts)
		expect.True(t, errors.As(err, &ae) && ae.Index == len(acts)-1, "%v: %v", texts, err)
	}
	played := expect.Must(Replay(start, acts[:1]))(t)
	if _, _, err := RecordOf(played, []Act{act(t, "WA take-back")}); err == nil {
		t.Error("a move from before the record was taken back in it")
	}
}

func TestRecordOfRandomLogs(t *testing.T) {
	r := rand.New(rand.NewSource(17))
	for range 30 {
		m, acts := randomMatch(r, 100, Rules{})
		g, from, err := RecordOf(NewMatch(Rules{}), acts)
		expect.MustTrue(t, err == nil && len(from) == len(acts), "%v", err)
		var text bytes.Buffer
		expect.OK(t, WriteBPGN(&text, g))
		games, bad := readGames(t, &text)
		expect.MustTrue(t, len(bad) == 0 && len(games) == 1 && finalBFEN(games[0]) == m.BFEN(), "%v, want %s", bad, m.BFEN())
	}
}

func TestBadRecords(t *testing.T) {
	const head = "[Event \"x\"]\n[WhiteA \"w\"][BlackA \"b\"]\n\n"
	tests := []struct {
		name, text string
		ply        int
		token      string
		reason     Reason
	}{
		{"not in stock", head + "1A. e4{1} 1a. N@f6{2} 1-0\n", 2, "N@f6", NotInStock},
		{"wrong turn", head + "1A. e4 2A. d4 *\n", 2, "d4", NotYourTurn},
		{"cannot go there", head + "1A. e5 *\n", 1, "e5", Movement},
		{"nobody there", head + "1A. dxe5 *\n", 1, "dxe5", Movement},
		{"gibberish", head + "1A. e4 1a. Zz9 *\n", 2, "Zz9", Unreadable},
		{"no move number", head + "e4 *\n", 1, "e4", Unreadable},
		{"number without a move", head + "1A. e4 1a. *\n", 2, "*", Unreadable},
		{"number at the end", head + "1A. e4 1a.\n", 2, "1a.", Unreadable},
		{"open comment", head + "1A. e4 {R: oops\n", 2, "{", Unreadable},
		{"open tag", "[Event \"x\n\n1A. e4 *\n", 1, "[Event", Unreadable},
		{"endless word", head + "1A. " + strings.Repeat("e", 1000) + " *\n", 1, strings.Repeat("e", 64), TooLong},
		{"king in check", head + "1A. e4 1a. f6 2A. Qh5+ 2a. e6 *\n", 4, "e6", KingLeftInCheck},
		{"two knights", head + "1A. Nc3 1a. a6 2A. Nf3 2a. a5 3A. Ne4 3a. a4 4A. Ng5 *\n", 7, "Ng5", Ambiguous},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			games, bad := readGames(t, strings.NewReader(test.text+"\n"+head+"1A. e4 1-0\n"))
			expect.MustTrue(t, len(games) == 2 && len(bad) == 1, "%d records and %d bad ones, want 2 and 1: %v", len(games), len(bad), bad)
			if e := bad[0]; e.Game != 1 || e.Ply != test.ply || e.Token != test.token || e.Reason != test.reason {
				t.Errorf("%v; want ply %d, %q, %s", e, test.ply, test.token, test.reason)
			}
			expect.Equal(t, len(games[0].Plies), test.ply-1, "plies accepted")
			expect.True(t, len(games[1].Plies) == 1 && games[1].Result == "1-0", "the next record: %d plies, result %s", len(games[1].Plies), games[1].Result)
		})
	}
}

// However the bytes come, the records are the same.
func TestReaderDoesNotCareHowBytesCome(t *testing.T) {
	text := readFile(t, "fics-samples.bpgn")
	want, _ := readGames(t, bytes.NewReader(text))
	for name, in := range map[string]io.Reader{
		"one at a time":     iotest.OneByteReader(bytes.NewReader(text)),
		"end with the data": iotest.DataErrReader(bytes.NewReader(text)),
		"half":              iotest.HalfReader(bytes.NewReader(text)),
	} {
		got, bad := readGames(t, in)
		expect.MustTrue(t, len(bad) == 0 && len(got) == len(want), "%s: %d records, %v", name, len(got), bad)
		for i := range got {
			expect.Equal(t, finalBFEN(got[i]), finalBFEN(want[i]), "%s: record %d ends differently", name, i+1)
		}
	}
}

func TestReaderReportsTrouble(t *testing.T) {
	trouble := errors.New("disk on fire")
	r := NewBPGNReader(io.MultiReader(strings.NewReader("1A. e4 *\n1A. d4 1a."), iotest.ErrReader(trouble)))
	if g, err := r.Next(); err != nil || len(g.Plies) != 1 {
		t.Fatalf("the record before the trouble: %v, %v", g, err)
	}
	for range 2 {
		g, err := r.Next()
		expect.True(t, errors.Is(err, trouble) && g == nil && strings.Contains(err.Error(), "line 2"), "%v, %v; want the trouble at line 2", g, err)
	}
}

func TestReaderStaysBoundedOnEndlessInput(t *testing.T) {
	for _, text := range []string{"{", "[", "1A. ", "[a \"", "e4 ", "{C:x}", "{x}", "1A. e4 {x} ", "\x00", "(", "[a \"b\"]"} {
		in := &repeater{text: text, left: 8 << 20}
		for r := NewBPGNReader(in); ; {
			if _, err := r.Next(); errors.Is(err, io.EOF) {
				break
			}
		}
		limit := uint64(32 << 20)
		expect.True(t, in.peak <= limit, "%q: %d MB in use", text, in.peak>>20)
	}
}

// repeater gives a text over and over and watches the memory in use meanwhile.
type repeater struct {
	text     string
	at, left int
	peak     uint64
}

func (r *repeater) Read(p []byte) (int, error) {
	if r.left <= 0 {
		return 0, io.EOF
	}
	for i := range p {
		p[i] = r.text[(r.at+i)%len(r.text)]
	}
	r.at = (r.at + len(p)) % len(r.text)
	if r.left>>20 != (r.left-len(p))>>20 {
		var mem runtime.MemStats
		runtime.ReadMemStats(&mem)
		r.peak = max(r.peak, mem.HeapAlloc)
	}
	r.left -= len(p)
	return len(p), nil
}

func BenchmarkReadBPGN(b *testing.B) {
	text := bytes.Repeat(readFile(b, "chesscom-2025.bpgn"), 116) // some 10 MB
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if games, bad := countGames(b, bytes.NewReader(text)); bad > 0 || games != 41*116 {
			b.Fatalf("%d games, %d bad", games, bad)
		}
	}
}

// countGames reads without keeping anything.
func countGames(t testing.TB, in io.Reader) (games, bad int) {
	for r := NewBPGNReader(in); ; games++ {
		_, err := r.Next()
		var ge *GameError
		switch {
		case errors.Is(err, io.EOF):
			return games, bad
		case errors.As(err, &ge):
			bad++
		case err != nil:
			t.Fatal(err)
		}
	}
}

// Variations were not played: what they hold counts nowhere.
func TestReaderSkipsVariations(t *testing.T) {
	for text, plies := range map[string]int{
		"1A. e4 (1A. d4 1a. d5) 1a. e5 *":                      2,
		"1A. e4(1A. d4 (1A. c4 {)} 1-0) 1a. d5) 1a. e5{9} *":   2,
		"1A. (never) e4 ( ) 1B. d4 *":                          2,
		"1A. e4 {a remark (not a variation} 1a. e5 *":          2,
		"(1A. d4) 1A. e4 1-0":                                  1,
		"1A. e4 (1A. d4 ; bad :)\n 1a. d5) 1a. e5 *":           2,
		"1A. e4 (1A. d4 ; bad :(\n) 1a. e5 *":                  2,
		"1A. e4 (1A. d4\n[Event \"two\"]\n\n1A. e4 *":          -1,
		"1A. e4 (1A. d4 {) *":                                  -1,
		"1A. e4 ) 1a. e5 *":                                    -1,
		"1A. e4 (((((((((((((((((((((((((((((((((((((((((((((": -1,
	} {
		g, err := NewBPGNReader(strings.NewReader(text)).Next()
		var bad *GameError
		switch {
		case plies < 0 && (!errors.As(err, &bad) || bad.Ply != 2 || bad.Reason != Unreadable):
			t.Errorf("%q: %v; expected the second ply to be unreadable", text, err)
		case plies >= 0 && (err != nil || len(g.Plies) != plies):
			t.Errorf("%q: %v, %v; expected %d plies", text, g, err, plies)
		}
	}
}

// A record's result is the one behind the moves, else the tag's, whatever the
// closing comment and the last position say.
func TestRecordedResult(t *testing.T) {
	const mated = "1A. f3 1a. e5 2A. g4 2a. Qh4# {w checkmated} "
	for _, c := range []struct{ name, tag, moves, want string }{
		{"both agree", "0-1", mated + "0-1", "0-1"},
		{"the tag differs", "1-0", mated + "0-1", "0-1"},
		{"the position differs", "1-0", mated + "1-0", "1-0"},
		{"only the tag", "1-0", mated, "1-0"},
		{"unknown behind the moves", "1-0", mated + "*", "*"},
		{"a tag that is no result", "won", mated, "*"},
		{"none", "", mated, "*"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := "[WhiteA \"w\"]\n"
			if c.tag != "" {
				text += "[Result \"" + c.tag + "\"]\n"
			}
			g := expect.Must(NewBPGNReader(strings.NewReader(text + c.moves)).Next())(t)
			ending, board, decided := g.Ending()
			expect.True(t, g.Result == c.want && ending == EndingCheckmated && board == A && decided,
				"result %s, ending %s on %v (%v); want %s, checkmated on A", g.Result, ending, board, decided, c.want)
		})
	}
}

// What the export format of chess records allows beside the usual layout.
// Captures in passing with their mark, promotions behind a stroke, castling by the
// rooks' files.
func TestReaderTakesOtherNotations(t *testing.T) {
	const passing = "1A. e4 1a. a6 2A. e5 2a. d5 "
	for text, want := range map[string]struct {
		plies, bad int // bad: the ply, 0 for none
		final      string
	}{
		passing + "3A. exd6e.p. {118.5} 3a. a5 *":              {6, 0, "rnbqkbnr/1pp1pppp/3P4/p7/"},
		passing + "3A. exd6 e.p. {118.5} 3a. a5 *":             {6, 0, ""},
		passing + "3A. exd6{118.5} e.p. 3a. a5 *":              {6, 0, ""},
		passing + "3A.exd6 ep 3a.a5 1-0":                       {6, 0, ""},
		passing + "e.p. 3A. exd6 3a. a5 *":                     {4, 5, ""},
		passing + "3A. exd6 e.p. e.p. 3a. a5 *":                {5, 6, ""},
		passing + "3A. exd6 3a. e.p. *":                        {5, 6, ""},
		"1A. e4 e.p. 1a. e5 *":                                 {1, 2, ""},
		boardWithPawn("KQkq") + "1A. bxa8/Q 1a. Kd7 *":         {2, 0, "Q~6r/3k4/"},
		boardWithPawn("HAha") + "1A. O-O-O 1a. O-O 1B. e4 *":   {3, 0, "r4rk1/1P6/"},
		boardWithPawn("HAh") + "1A. O-O-O 1a. O-O-O *":         {1, 2, ""},
		boardWithPawn("GBgb") + "1A. O-O-O 1a. O-O-O 1B. e4 *": {0, 1, ""},
	} {
		games, bad := readGames(t, strings.NewReader(text))
		at := 0
		if len(bad) > 0 {
			at = bad[0].Ply
		}
		expect.True(t, len(games) == 1 && len(games[0].Plies) == want.plies && at == want.bad, "%q: %d plies, bad at %v", text, len(games[0].Plies), bad)
		expect.Contains(t, finalBFEN(games[0]), want.final, "%q ends with", text)
	}
}

func boardWithPawn(castling string) string {
	return "[FEN \"r3k2r/1P6/8/8/8/8/8/R3K2R[] w " + castling + " - 0 1 | " + startFEN + "\"]\n"
}

func TestReaderTakesLegalOddities(t *testing.T) {
	for text, plies := range map[string]int{
		"1A. e4;best by test\n1a. e5 *":                             2,
		"1A. e4$1 1a. e5 $6 $14{118.2} *":                           2,
		"[ WhiteA \"w\" ] [BlackA\t\"b\"\t]\n1A. e4 1a. e5 *":       2,
		"% an escape [Event\n[WhiteA \"w [1] \\\"x\\\"\"]\n1A.e4 *": 1,
	} {
		games, bad := readGames(t, strings.NewReader(text))
		expect.True(t, len(bad) == 0 && len(games) == 1 && len(games[0].Plies) == plies, "%q: %d games, %v; expected one of %d plies", text, len(games), bad, plies)
	}
	const promotes = "[FEN \"4k3/P7/8/8/8/8/8/4K3[] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1\"]\n1A. a8(N)(1A. a8(Q)) 1B. Kd1(1B. Kf1) *"
	if games, bad := readGames(t, strings.NewReader(promotes)); len(bad) > 0 || len(games[0].Plies) != 2 || games[0].Plies[0].Move.Promotion() != Knight {
		t.Errorf("a promotion in brackets: %v", bad)
	}
	games, _ := readGames(t, strings.NewReader("1A. e4 $6 $14{118.2} *"))
	ply := games[0].Plies[0]
	expect.True(t, ply.HasClock && ply.Clock == 118200 && ply.SAN == "e4", "behind marks: %+v; expected e4 with 118.2 seconds", ply)
}

// Of two players whose names begin alike the closing comment means the longer name.
func TestEndingOfPlayersNamedAlike(t *testing.T) {
	for closing, want := range map[string]string{
		"Ann Lee resigns":            "resigned B true",
		"Ann resigns":                "resigned A true",
		"Ann Lee Ray checkmated":     "checkmated A true",
		"Bo forfeits on time":        "timeout A false", // he plays on both boards
		"Game drawn by repetition":   "repetition A false",
		"Annabel resigns":            "resigned A false",
		"Ann Lee left without words": "- B false",
	} {
		text := "[WhiteA \"Ann\"][BlackA \"Ann Lee Ray\"][WhiteB \"Ann Lee\"][BlackB \"\"]\n1A. e4 {" + closing + "} *"
		if strings.HasPrefix(closing, "Bo") {
			text = "[WhiteA \"Bo\"][WhiteB \"Bo\"]\n1A. e4 {" + closing + "} *"
		}
		games, _ := readGames(t, strings.NewReader(text))
		ending, board, decided := games[0].Ending()
		if !decided && ending != EndingUnknown {
			board = A // not told
		}
		expect.Equal(t, fmt.Sprint(ending, " ", board, " ", decided), want, "%q", closing)
	}
}

// Whatever a name holds, the record reads back; only ends of lines become spaces.
func TestTagsReadBack(t *testing.T) {
	start := Start(Rules{})
	for value, want := range map[string]string{
		`Ann "the Fork" Lee`:  `Ann "the Fork" Lee`,
		`back\slash\`:         `back\slash\`,
		"[1] {x} (y); % $1":   "[1] {x} (y); % $1",
		"Hall B\r\n2nd floor": "Hall B 2nd floor",
		"a\nb\rc":             "a b c",
		"":                    "",
	} {
		g := NewGame(start, start)
		g.Tags = []Tag{{"Site", value}, {"Round", "1"}}
		var out bytes.Buffer
		expect.OK(t, WriteBPGN(&out, g))
		games, bad := readGames(t, &out)
		expect.True(t, len(bad) == 0 && len(games) == 1 && games[0].Tag("Site") == want && games[0].Tag("Round") == "1", "%q: %v, %+v; want %q", value, bad, games, want)
	}
}
