package web

import (
	"fmt"

	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/public"
)

// answer says where a team plays now, and what came of its last round.
func (v *visit) answer(s *shelf, team tournament.Team) (pages.Answer, error) {
	a := pages.Answer{
		TeamName: team.Name, TeamSlug: team.Slug, SectionName: s.Section.Name, SectionSlug: s.Section.Slug, SectionLetter: s.Section.Letter,
		Hall: s.Section.Hall,
	}
	r := s.Current()
	if r == nil {
		a.Notice = "Round 1 pairings are not out. This page will change by itself."
		return a, nil
	}
	a.Round, a.Version, a.StartsAt = r.RoundNo, r.Publication, r.StartsAt
	if r.PublishedAt != nil {
		a.PublishedAt = *r.PublishedAt
	}
	if over(r) && r.RoundNo < s.Section.Rounds {
		a.Done = true
		a.Notice = fmt.Sprintf("Round %d pairings are not out. This page will change by itself.", r.RoundNo+1)
	}
	table, err := s.after(0)
	if err != nil {
		return a, err
	}
	if row, ok := table.Of(team.TeamID); ok {
		a.Standing = standingWords(row)
	}
	p := r.PairingOf(team.TeamID)
	switch {
	case p == nil:
		a.Notice = absence(team, r.RoundNo)
		return a, nil
	case p.Bye != nil:
		a.Notice = byeSentence(*p)
		return a, nil
	}
	change, err := s.moved(v.Request().Context(), r)
	if err != nil {
		return a, err
	}
	a.Before = change.before
	a.Was, a.Moved = change.was[team.TeamID], false
	if _, moved := change.was[team.TeamID]; moved {
		a.Moved = true
	}
	s.describeTable(&a, team, r, p)
	return a, nil
}

// describeTable fills in table, seats, opponent and result.
func (s *shelf) describeTable(a *pages.Answer, team tournament.Team, r *tournament.Round, p *tournament.Pairing) {
	slot := p.Slot(team.TeamID)
	opponent := s.Team(p.TeamID(3 - slot))
	a.Table, a.Opponent, a.OpponentSlug = p.Table(), opponent.Name, opponent.Slug
	a.Matches = matchesWords(len(p.Matches))
	if len(p.Matches) > 0 {
		a.Seats = s.seatCards(p.Matches[0], slot)
	}
	cell := s.RoundOf(*p, team.TeamID)
	a.Review = cell.Review
	if !cell.Open {
		a.Result = resultWords(cell)
		return
	}
	a.Clock = tableClock(r, *p)
}

// over reports whether nothing of the round is left to play.
func over(r *tournament.Round) bool {
	return r.State == tournament.RoundComplete || r.State == tournament.RoundLocked
}

// seatCards tell where the players of a team sit in a match: their boards, in
// the order of the boards.
func (s *shelf) seatCards(m tournament.Match, slot int) []pages.SeatCard {
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
				card.Player = s.publicName(player)
			}
		}
		cards = append(cards, card)
	}
	return cards
}

func matchesWords(n int) string {
	switch n {
	case 1:
		return "One match"
	case 2:
		return "Two matches, then colours swap"
	}
	return fmt.Sprintf("%d matches, colours swap after each", n)
}

func absence(team tournament.Team, round int) string {
	switch {
	case team.ArrivesRound > round:
		return fmt.Sprintf("This team plays from round %d on.", team.ArrivesRound)
	case team.State == tournament.TeamWithdrawn:
		return "This team is withdrawn."
	}
	return fmt.Sprintf("This team is not paired in round %d. Ask at the desk.", round)
}

// byeSentence is what a bye means: "No game this round, 1 point."
func byeSentence(p tournament.Pairing) string {
	points := 0
	if p.ByePoints != nil {
		points = *p.ByePoints
	}
	if points == 0 {
		return "No game this round."
	}
	return fmt.Sprintf("No game this round, %s.", pointsWords(points))
}

// pointsWords writes half points with their noun: "1 point", "2½ points".
func pointsWords(half int) string {
	if half == 1 || half == 2 {
		return layout.Half(half) + " point"
	}
	return layout.Half(half) + " points"
}

func standingWords(row tournament.Standing) string {
	return fmt.Sprintf("%s, place %d", pointsWords(row.Points), row.Place)
}

// resultWords is the result of a finished round from a team's side: "Won 2–0".
func resultWords(cell tournament.StandingRound) string {
	word := "Drew"
	switch {
	case cell.Points > cell.Against:
		word = "Won"
	case cell.Points < cell.Against:
		word = "Lost"
	case cell.Points == 0:
		word = "Both lost"
	}
	score := fmt.Sprintf("%s %s–%s", word, layout.Half(cell.Points), layout.Half(cell.Against))
	if cell.Forfeit {
		score += " by forfeit"
	}
	return score
}
