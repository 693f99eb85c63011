package publicpages

import (
	"strings"

	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
)

// SeatWords tell where the players of a team sit in a match: "Maya O. White on A, Theo
// L. Black on B".
func (s *Shelf) SeatWords(w text.Words, m tournament.Match, slot int) string {
	var all []string
	for _, card := range s.SeatCards(m, slot) {
		seat := text.Message("%s Black on %s")
		if card.White {
			seat = text.Message("%s White on %s")
		}
		all = append(all, w.Say(seat, card.Player, card.Board))
	}
	return strings.Join(all, ", ")
}
