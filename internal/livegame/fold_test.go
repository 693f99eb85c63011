package livegame_test

import (
	"errors"
	"io"
	"os"
	"slices"
	"testing"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/livegame"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/testdata"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// What is written of a game as acts comes back as the same game, and with the same
// clocks; with the last act withdrawn one ply less.
func TestGamesComeBackFromTheirActs(t *testing.T) {
	t.Parallel()
	file, err := os.Open(testdata.Path(t, "bpgn", "chesscom-2025.bpgn"))
	expect.OK(t, err)
	defer file.Close()
	book := expect.Must(rulebook.ByName("USCF-R"))(t)
	rules := livegame.Rules{Book: book, ClockMS: 180_000}
	read := 0
	for games := bughouse.NewBPGNReader(file); read < 20; {
		told, err := games.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			continue // the set has broken games as well
		}
		acts := livegame.ActsOf(told, "x")
		for i := range acts {
			acts[i].Seq = i + 1
		}
		live := livegame.Fold(rules, acts)
		if slices.ContainsFunc(live.Steps, func(s livegame.Step) bool { return s.Broken != nil }) {
			continue // played by rules that allow more
		}
		if len(told.Plies) == 0 {
			continue
		}
		read++
		if got := plies(t, live); !slices.Equal(got, played(told.Plies)) {
			t.Errorf("game %d came back as %v", told.Number, got)
		}
		last := live.LastAct()
		acts = append(acts, livegame.NewAct(livegame.Act{Kind: livegame.ActGoBack, To: last.From}, livegame.UnknownClocks, "x", "desk"))
		acts[len(acts)-1].Seq = len(acts)
		if got := plies(t, livegame.Fold(rules, acts)); !slices.Equal(got, played(told.Plies[:len(told.Plies)-1])) {
			t.Errorf("game %d without its last ply came back as %v", told.Number, got)
		}
	}
	expect.MustTrue(t, read >= 10, "only %d games were played through", read)
}

// A board that has ended by a ruling stays so until a later one, whatever is played.
func TestARulingEndsABoard(t *testing.T) {
	t.Parallel()
	book := expect.Must(rulebook.ByName("TR3"))(t)
	won := livegame.BoardEnd{Winner: 2, Reason: rulebook.ReasonForfeit}
	acts := []livegame.StoredAct{
		livegame.NewAct(livegame.Act{Kind: livegame.ActTurn, Seat: "WA", Move: "e2e4"}, livegame.UnknownClocks, "x", "desk"),
		livegame.NewAct(livegame.Act{Kind: livegame.ActEnd, Board: "A", End: won, Ruling: true}, livegame.UnknownClocks, "x", "ruling"),
	}
	rules := livegame.Rules{Book: book}
	live := livegame.Fold(rules, acts)
	got := live.Ends(2)
	expect.True(t, got.A == won && got.B.Reason == "" && live.RuledOver(bughouse.A) && live.RuledAt() == 2, "after the ruling %+v", got)
	acts = append(acts, livegame.NewAct(livegame.Act{Kind: livegame.ActReopen, Board: "A", Ruling: true}, livegame.UnknownClocks, "x", "ruling"))
	if live := livegame.Fold(rules, acts); live.Ends(2).Known() || live.RuledOver(bughouse.A) {
		t.Errorf("after the later ruling %+v", live.Ends(2))
	}
}

// plies are the moves of a record with their clocks.
func plies(t *testing.T, live *livegame.Record) []ply {
	t.Helper()
	game := expect.Must(live.Game())(t)
	return played(game.Plies)
}

type ply struct {
	seat  bughouse.Seat
	move  bughouse.Move
	clock int64
}

// played are the plies that count; a clock that was not told is left out.
func played(list []bughouse.GamePly) []ply {
	out := make([]ply, len(list))
	for i, p := range list {
		out[i] = ply{seat: p.Seat, move: p.Move}
		if p.HasClock {
			out[i].clock = max(0, p.Clock)
		}
	}
	return out
}
