package bughouse_test

import (
	"testing"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

func TestLongNotation(t *testing.T) {
	t.Parallel()
	const position = "r3k2r/pP1p3p/2n5/1B2pP2/3P4/8/P6P/R3K2R[Nn] w KQkq e6 0 1"
	setup := expect.Must(bughouse.ParseFEN(position))(t)
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
		move := expect.Must(bughouse.ParseUCI(c.move))(t)
		expect.Equal(t, setup.Long(move), c.want, "%s in full", c.move)
	}
}
