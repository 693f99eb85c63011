package bughouse_test

import (
	"testing"

	"github.com/tandemchess/tandem/internal/bughouse"
)

func TestLongNotation(t *testing.T) {
	t.Parallel()
	const position = "r3k2r/pP1p3p/2n5/1B2pP2/3P4/8/P6P/R3K2R[Nn] w KQkq e6 0 1"
	setup, err := bughouse.ParseFEN(position)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ move, want string }{
		{"a2a4", "a2-a4"},
		{"d4e5", "d4xe5"},
		{"f5e6", "f5xe6"}, // en passant
		{"b5c6", "Bb5xc6"},
		{"c6d4", "Nc6xd4"}, // not its turn, and pinned by the rules of play
		{"b7b8q", "b7-b8=Q"},
		{"b7a8n", "b7xa8=N"},
		{"e1g1", "O-O"},
		{"e8c8", "O-O-O"},
		{"e1e8", "Ke1xe8"},
		{"h1g1", "Rh1-g1"},
		{"N@e6", "N@e6"},
		{"g4g5", "g4g5"}, // no man there
	} {
		move, err := bughouse.ParseUCI(c.move)
		if err != nil {
			t.Fatal(err)
		}
		if got := setup.Long(move); got != c.want {
			t.Errorf("%s in full is %s, want %s", c.move, got, c.want)
		}
	}
}
