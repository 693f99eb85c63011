package board

import (
	"fmt"
	"strings"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/livegame"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/wording"
	"github.com/tandemchess/tandem/templates/board"
)

// squaresOf is a position as a table, rank 8 first, from file a to h.
func squaresOf(w text.Words, s bughouse.Setup) []board.Rank {
	var ranks []board.Rank
	for rank := 7; rank >= 0; rank-- {
		row := board.Rank{Name: fmt.Sprint(rank + 1)}
		for file := range 8 {
			row.Men = append(row.Men, wording.Man(w, s.Board[8*rank+file]))
		}
		ranks = append(ranks, row)
	}
	return ranks
}

// toldStep tells a step in whole words, to be heard when it comes: "Board A: white
// knight from g1 to f3."
func toldStep(w text.Words, live *livegame.Record, step *livegame.Step) string {
	if !step.IsMove() || step.Move == 0 {
		return stepWords(w, step) + "."
	}
	before, _ := live.At(step.From)
	id := step.Seat.Board()
	said := moveWords(w, before.Board(id).Setup(), step.Seat.Color(), step.Move)
	switch {
	case strings.HasSuffix(step.SAN, "#"):
		said = w.Say("%s, checkmate", said)
	case strings.HasSuffix(step.SAN, "+"):
		said = w.Say("%s, check", said)
	}
	return w.Say("Board %s: %s.", id, said)
}

// moveWords tells a move from the position before it. What it captures, and what a
// pawn becomes, stand by themselves, so that no language has to bend their names.
func moveWords(w text.Words, s bughouse.Setup, c bughouse.Color, m bughouse.Move) string {
	to := m.To().String()
	if m.IsDrop() {
		return w.Say("Drop: %s on %s", wording.ManOf(w, c, m.Dropped()), to)
	}
	man, taken := s.Board[m.From()], s.Board[m.To()]
	sideways := m.From().String()[0] != to[0]
	if man != bughouse.NoPiece && man.Kind() == bughouse.King && m.From().String()[0] == 'e' && (to[0] == 'g' || to[0] == 'c') {
		if to[0] == 'g' {
			return w.Say("%s castles short", wording.Colour(w, c))
		}
		return w.Say("%s castles long", wording.Colour(w, c))
	}
	captured := wording.Man(w, taken)
	if man != bughouse.NoPiece && man.Kind() == bughouse.Pawn && sideways && taken == bughouse.NoPiece { // in passing
		captured = wording.ManOf(w, c.Opponent(), bughouse.Pawn)
	}
	said := w.Say("%s from %s to %s", wording.Man(w, man), m.From(), to)
	if captured != "" {
		said = w.Say("%s from %s to %s, captures: %s", wording.Man(w, man), m.From(), to, captured)
	}
	if k := m.Promotion(); k != bughouse.NoKind {
		said = w.Say("%s, becomes: %s", said, wording.ManOf(w, c, k))
	}
	return said
}
