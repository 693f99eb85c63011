package livegame

import (
	"errors"

	"github.com/tandemchess/tandem/internal/bughouse"
)

// ReadMove reads a move in any notation. A move that is known but illegal comes
// with the reason, one that cannot be read is 0.
func ReadMove(now *bughouse.Match, seat bughouse.Seat, text string) (bughouse.Move, error) {
	p := now.Board(seat.Board())
	if text == "" {
		return 0, wrong("Type a move, such as Nf3, N@f7, exd5, O-O or e2e4.")
	}
	if seat.Color() != p.Turn() {
		move, err := bughouse.ParseUCI(text)
		if err != nil {
			return 0, wrong("%s is not on move. Type a move out of turn with both squares, such as e2e4.", seat.String())
		}
		return move, wrong("%s is not on move.", seat.String())
	}
	move, err := p.ParseSAN(text)
	var bad *bughouse.SANError
	if err == nil || !errors.As(err, &bad) {
		return move, err
	}
	if bad.Move == 0 {
		bad.Move, _ = bughouse.ParseUCI(text) // 0 again when it is no such move
	}
	switch {
	case bad.Reason == bughouse.Ambiguous:
		return 0, wrong("Several men could play %s. Add the square or the file it leaves, such as Nbd2.", text)
	case bad.Move != 0 && now.Legal(seat, bad.Move) != bughouse.Legal:
		return bad.Move, wrong("Illegal: %s.", p.Explained(bad.Move))
	case bad.Reason == bughouse.PromotionPiece:
		return 0, wrong("The pawn is promoted there. Add what it becomes, such as %s=Q.", text)
	case bad.Reason == bughouse.Unreadable:
		return 0, wrong("“%s” is not a move. Type it as Nf3, N@f7, exd5, e8=Q, O-O or e2e4.", text)
	}
	return 0, wrong("%s has no man that could play %s.", seat.String(), text)
}
