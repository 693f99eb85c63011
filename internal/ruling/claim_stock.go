package ruling

import (
	"slices"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/rulebook"
)

// judgeStock gives a captured piece to the player it is due to: one his partner
// (where captures go to the opponent: his opponent) has captured and completed,
// or has kept elsewhere.
func (f *fold) judgeStock(c *Claim) judgement {
	giver := c.By.Partner()
	toOpponent := f.set.is(rulebook.CapturesGoTo, "opponent")
	if toOpponent {
		giver = c.By.Opponent()
	}
	give := Remedy{Kind: rulebook.GivePiece, Seat: c.By, Piece: c.Piece}
	rests := []rulebook.Setting{rulebook.CapturesGoTo}
	wanted, promoted, waiting := f.capturedBy(giver, c.Piece)
	if promoted {
		rests = append(rests, rulebook.CapturedPromoted)
	}
	if slices.Contains(f.seats[giver].withheld, c.Piece) {
		return f.judgeWithheld(rests, give)
	}
	switch {
	case wanted:
		return uphold("the piece was captured and the move completed", append(rests, rulebook.PassFrom)...).with(give)
	case waiting:
		return deny("the capture has not been completed on the clock", append(rests, rulebook.PassFrom)...)
	}
	if promoted {
		return deny("a captured promoted man is a pawn again", rests...)
	}
	return deny("no such piece was captured for the claimant", rests...)
}

// judgeWithheld decides about a piece that was kept elsewhere.
func (f *fold) judgeWithheld(rests []rulebook.Setting, give Remedy) judgement {
	switch f.set.Value(rulebook.WithheldPiece) {
	case rulebook.NoRule:
		return f.leave(rulebook.WithheldPiece)
	case "removed":
		return deny("a piece kept elsewhere is out of play", rulebook.WithheldPiece).
			with(Remedy{Kind: rulebook.RemovePiece, Piece: give.Piece})
	}
	return uphold("every captured piece is to be handed over", append(rests, rulebook.WithheldPiece)...).with(give)
}

// capturedBy tells whether the giver owes a piece: due, or waiting for its move
// to be completed; and whether a promoted man was among the captures asked about.
func (f *fold) capturedBy(giver bughouse.Seat, k bughouse.Kind) (due, promoted, waiting bool) {
	gone := make(map[int]bool)
	for _, h := range f.seats[giver].hand {
		gone[h.move] = h.gone
	}
	for i := range f.moves {
		m := &f.moves[i]
		if m.by != giver || !m.stands() || m.captured == bughouse.NoKind {
			continue
		}
		promoted = promoted || m.promoted
		switch {
		case m.captured != k || gone[i]:
		case f.passable(i):
			due = true
		default:
			waiting = true
		}
	}
	return due, promoted, waiting
}
