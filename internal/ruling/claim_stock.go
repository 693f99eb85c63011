package ruling

import (
	"slices"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/phrase"
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
	owed := f.capturedBy(giver, c.Piece)
	if owed.promoted {
		rests = append(rests, rulebook.CapturedPromoted)
	}
	if slices.Contains(f.seats[giver].withheld, c.Piece) {
		return f.judgeWithheld(rests, give)
	}
	switch {
	case owed.due:
		return uphold(phrase.Of("the piece was captured and the move completed"), append(rests, rulebook.PassFrom)...).with(give)
	case owed.waiting:
		return deny(phrase.Of("the capture has not been completed on the clock"), append(rests, rulebook.PassFrom)...)
	case owed.handed:
		return deny(phrase.Of("the piece has been handed over already"), rests...)
	case owed.promoted && c.Piece != bughouse.Pawn && f.set.is(rulebook.CapturedPromoted, "pawn"):
		return deny(phrase.Of("a captured promoted man is a pawn again"), rests...)
	}
	return deny(phrase.Of("no such piece was captured for the claimant"), rests...)
}

// judgeWithheld decides about a piece that was kept elsewhere.
func (f *fold) judgeWithheld(rests []rulebook.Setting, give Remedy) judgement {
	switch f.set.Value(rulebook.WithheldPiece) {
	case rulebook.NoRule:
		return f.leave(rulebook.WithheldPiece)
	case "removed":
		return deny(phrase.Of("a piece kept elsewhere is out of play"), rulebook.WithheldPiece).
			with(Remedy{Kind: rulebook.RemovePiece, Piece: give.Piece})
	}
	return uphold(phrase.Of("every captured piece is to be handed over"), append(rests, rulebook.WithheldPiece)...).with(give)
}

// owed is what is known about a piece somebody asks for.
type owed struct {
	due      bool // captured, completed, and still with the capturer
	waiting  bool // captured, its move not yet completed
	handed   bool // captured and handed over already
	promoted bool // a promoted man that looked like it, or became it, was captured
}

// capturedBy tells whether the giver owes a piece.
func (f *fold) capturedBy(giver bughouse.Seat, k bughouse.Kind) (o owed) {
	gone := make(map[int]bool)
	for _, h := range f.seats[giver].hand {
		gone[h.move] = h.gone
	}
	for i := range f.moves {
		m := &f.moves[i]
		if m.by != giver || !m.stands() || m.captured == bughouse.NoKind {
			continue
		}
		o.promoted = o.promoted || m.promoted && (m.taken == k || m.captured == k)
		switch {
		case m.captured != k:
		case gone[i]:
			o.handed = true
		case f.passable(i):
			o.due = true
		default:
			o.waiting = true
		}
	}
	return o
}
