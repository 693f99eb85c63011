package publicpages

import (
	"strings"

	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	pages "github.com/tandemchess/tandem/templates/public"
)

// Over reports whether nothing of the round is left to play.
func Over(r *tournament.Round) bool {
	return r.State == tournament.RoundComplete || r.State == tournament.RoundLocked
}

// SeatCards tell where the players of a team sit in a match: their boards, in
// the order of the boards.
func (s *SectionView) SeatCards(m tournament.Match, slot int) []pages.SeatCard {
	var cards []pages.SeatCard
	for i, g := range m.Games {
		if g.Board == "" {
			continue
		}
		// Side 1 has White on A and Black on B.
		white := (m.Side1Slot == slot) == (i == 0)
		id := g.BlackID
		if white {
			id = g.WhiteID
		}
		card := pages.SeatCard{Board: g.Board, White: white}
		if id != nil {
			if player, ok := s.Player(*id); ok {
				card.Player = s.PublicName(player)
			}
		}
		cards = append(cards, card)
	}
	return cards
}

// Absence says why a team has no pairing in a round.
func (s *SectionView) Absence(w text.Words, team tournament.Team, round int) string {
	switch placeless := team.State != tournament.TeamWithdrawn && tournament.Placeless(s.SectionBook, team.TeamID); {
	case placeless && s.Section.System == tournament.Knockout:
		return w.Say("This team has no place in the knockout.")
	case placeless:
		return w.Say("This team has no place in a group. Ask at the desk.")
	case team.ArrivesRound > round:
		return w.Say("This team plays from round %d on.", team.ArrivesRound)
	case team.State == tournament.TeamWithdrawn:
		return w.Say("This team is withdrawn.")
	case s.Section.System.Bracket() && round >= s.FirstKnockout():
		return w.Say("No match in this round of the knockout.")
	}
	return w.Say("This team is not paired in round %d. Ask at the desk.", round)
}

// SeatWords tell where the players of a team sit in a match: "Maya O. White on A, Theo
// L. Black on B".
func (s *SectionView) SeatWords(w text.Words, m tournament.Match, slot int) string {
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
