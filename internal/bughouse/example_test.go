package bughouse_test

import (
	"fmt"
	"strings"

	"github.com/tandemchess/tandem/internal/bughouse"
)

// A page stores acts, one line each, and folds them to the match they lead to.
func ExampleReplay() {
	var acts []bughouse.Act
	for _, line := range []string{"WA e2e4", "BA d7d5", "WB g1f3", "WA release e4d5", "WA press", "WA pass P"} {
		act, err := bughouse.ParseAct(line)
		if err != nil {
			fmt.Println(err)
			return
		}
		acts = append(acts, act)
	}
	match, err := bughouse.Replay(bughouse.NewMatch(bughouse.Rules{}), acts)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(match.Board(bughouse.B).FEN())
	// Output: rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R[p] b KQkq - 1 1
}

// A move that is not legal says why.
func ExamplePosition_Legal() {
	setup, _ := bughouse.ParseFEN("rnb1kbnr/pppp1ppp/8/4p3/4P2q/5P2/PPPP2PP/RNBQKBNR[Bp] w KQkq - 1 3")
	position, err := setup.Position(bughouse.Rules{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, text := range []string{"g2g4", "g2g3", "B@g3", "N@g3"} {
		move, _ := bughouse.ParseUCI(text)
		fmt.Printf("%s %q\n", text, position.Legal(move))
	}
	// Output:
	// g2g4 "king-left-in-check"
	// g2g3 ""
	// B@g3 ""
	// N@g3 "not-in-stock"
}

// Records are read one by one; a bad one says where it goes wrong.
func ExampleBPGNReader() {
	reader := bughouse.NewBPGNReader(strings.NewReader("1A. e4{118.5} 1B. d4 1a. N@f6 *"))
	game, err := reader.Next()
	fmt.Println(len(game.Plies), err)
	// Output: 2 line 1: game 1, ply 3: "N@f6": not-in-stock
}

// A knight is in somebody's pocket.
func ExampleInventory_Discrepancies() {
	boards, _ := bughouse.ParseBFEN("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR[] w KQkq - 0 9 | rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 9")
	for _, d := range (bughouse.Inventory{Boards: boards}).Discrepancies(bughouse.TwoSets) {
		fmt.Println(d)
	}
	// Output: 1 White knight missing: not-passed, hidden
}
