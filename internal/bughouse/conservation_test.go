package bughouse_test

import (
	"math/rand"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	. "github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

func inventory(t testing.TB, bfen string) Inventory {
	t.Helper()
	boards := expect.Must(ParseBFEN(bfen))(t)
	return Inventory{Boards: boards}
}

const startFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1"

func TestNothingIsLostInPlay(t *testing.T) {
	r := rand.New(rand.NewSource(7))
	for range 100 {
		rules := randomRules(r)
		rules.KingPlacement, rules.PromotedKeepKind = false, false
		m, _ := randomMatch(r, 150, rules)
		if found := m.Inventory().Discrepancies(TwoSets); len(found) > 0 {
			t.Fatalf("%s: %v", m.BFEN(), found)
		}
	}
	m := expect.Must(replay(t, match(t, captureBoards, Rules{}), "WA release d4c5"))(t)
	start := match(t, captureBoards, Rules{})
	diff := cmp.Diff(start.Inventory().Discrepancies(TwoSets), m.Inventory().Discrepancies(TwoSets))
	expect.Equal(t, diff, "", "a captured man in its capturer's hand is counted as lost (-before +after)")
}

func TestDiscrepancies(t *testing.T) {
	tests := []struct {
		name, a, b string
		want       []string
	}{
		{"all there", startFEN, startFEN, nil},
		{
			"a knight in somebody's pocket", strings.Replace(startFEN, "RNBQKBNR", "R1BQKBNR", 1), startFEN,
			[]string{"1 White knight missing: not-passed, hidden"},
		},
		{"a knight in the stock", strings.Replace(startFEN, "RNBQKBNR[]", "R1BQKBNR[N]", 1), startFEN, nil},
		{
			"a promoted queen without its mark", "rnbqkbnr/1ppppppp/8/8/8/8/PPPPPPPP/qNBQKBNR[R] w Kkq - 0 9", startFEN,
			[]string{"1 Black queen too many: promotion-unmarked, wrong-set-up", "1 Black pawn missing: promotion-unmarked, not-passed, hidden"},
		},
		{"the same with its mark", "rnbqkbnr/1ppppppp/8/8/8/8/PPPPPPPP/q~NBQKBNR[R] w Kkq - 0 9", startFEN, nil},
		{
			"a mark on an original rook", strings.Replace(startFEN, "RNBQKBNR[] w KQkq", "R~NBQKBNR[] w Kkq", 1), startFEN,
			[]string{"1 White rook missing: promotion-mistaken, not-passed, wrong-kind, hidden", "1 White pawn too many: promotion-mistaken, wrong-set-up"},
		},
		{
			"a mark on an original queen", strings.Replace(startFEN, "RNBQKBNR[", "RNBQ~KBNR[", 1), startFEN,
			[]string{"1 White queen missing: promotion-mistaken, not-passed, wrong-kind, hidden", "1 White pawn too many: promotion-mistaken, wrong-set-up"},
		},
		{
			"a bishop of the wrong colour", strings.Replace(startFEN, "rnbqkbnr", "rnBqkbnr", 1), startFEN,
			[]string{"1 White bishop too many: wrong-colour, wrong-set-up", "1 Black bishop missing: not-passed, wrong-colour, hidden"},
		},
		{
			"a knight for a bishop", strings.Replace(startFEN, "rnbqkbnr", "rnnqkbnr", 1), startFEN,
			[]string{"1 Black bishop missing: not-passed, wrong-kind, hidden", "1 Black knight too many: wrong-set-up"},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			for _, d := range inventory(t, test.a+" | "+test.b).Discrepancies(TwoSets) {
				got = append(got, d.String())
			}
			expect.NoDiff(t, cmp.Diff(test.want, got), "(-want +got)")
		})
	}
}

func TestDiscrepancyTellsWhereToLook(t *testing.T) {
	found := inventory(t, strings.Replace(startFEN, "RNBQKBNR", "R1BQKBNR", 1)+" | "+startFEN).Discrepancies(TwoSets)
	got, want := found[0].Explanations[0].Seats, []Seat{BA, BB}
	expect.True(t, cmp.Equal(got, want), "a white knight not handed over is looked for at %v, want %v", got, want)
	found = inventory(t, "rnbqkbnr/1ppppppp/8/8/8/8/PPPPPPPP/qNBQKBNR[R] w Kkq - 0 9 | "+startFEN).Discrepancies(TwoSets)
	squares := found[0].Explanations[0].Squares
	expect.Equal(t, squares, [2]SquareSet{SetOf(0, 59), SetOf(59)}, "the unmarked queen is looked for on")
}

func TestOneBoardOfPlacedKings(t *testing.T) {
	p := Start(Rules{KingPlacement: true})
	inv := Inventory{Boards: [2]Setup{p.Setup()}}
	found := inv.Discrepancies(KingPlacementSet)
	expect.True(t, len(found) == 0, "the start: %v", found)
}
