package wording

import (
	"strings"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/text"
)

// ActWords tells acts in their order, with the names of the players and each move in
// full ("Nc6xd4"): played on from the boards before the first act.
func ActWords(w text.Words, f dispute.WholeIncident, acts []dispute.Act, boards [2]bughouse.Setup) []string {
	told := make([]string, len(acts))
	for i, act := range acts {
		who, said := act.Actor(), act.Phrase().In(w.Told)
		if text, move, ok := moveOf(act); ok {
			if seat, err := bughouse.ParseSeat(who); err == nil {
				board := &boards[seat.Board()]
				said = strings.Replace(said, text, w.SAN(board.Long(move)), 1)
				if act["released"] != false {
					setDown(board, move, seat.Color())
				}
			}
		}
		switch name := NameAt(f, who); {
		case who == "":
			told[i] = UpperFirst(said)
		case who == "A" || who == "B":
			told[i] = w.Say("Board %s: %s", who, said)
		case name != who:
			told[i] = name + " (" + who + ") " + said
		default:
			told[i] = who + " " + said
		}
	}
	return told
}

// moveOf is the move an act plays, as it is written there.
func moveOf(act dispute.Act) (text string, move bughouse.Move, ok bool) {
	text, _ = act["move"].(string)
	move, err := bughouse.ParseUCI(text)
	return text, move, err == nil
}

// setDown puts the man where the hand put it, legal or not. The next acts only need
// to know which man stands where, so a castled rook may stay behind.
func setDown(board *bughouse.Setup, move bughouse.Move, color bughouse.Color) {
	man := bughouse.NewPiece(color, move.Dropped())
	if !move.IsDrop() {
		man = board.Board[move.From()]
		board.Board[move.From()] = bughouse.NoPiece
	}
	if move.Promotion() != bughouse.NoKind {
		man = bughouse.NewPiece(color, move.Promotion())
	}
	board.Board[move.To()] = man
}

// NameAt is the player on a seat, or the seat itself.
func NameAt(f dispute.WholeIncident, seat string) string {
	if p, ok := f.PlayerAt(seat); ok {
		return p.Name()
	}
	return seat
}
