package publicpages

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/wording"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/public"
)

func (s *SectionView) PrizesArePublic(list pages.PrizeList) bool {
	return s.Prizes.Public && list.Complete && len(s.Prizes.Prizes) > 0
}

// PrizeList is who wins what by the standings of now, with how each sum came about.
func (s *SectionView) PrizeList(w text.Words) (pages.PrizeList, error) {
	table, err := s.After(0)
	if err != nil {
		return pages.PrizeList{}, err
	}
	awards, err := table.Awards()
	if err != nil {
		return pages.PrizeList{}, err
	}
	list := pages.PrizeList{Complete: awards.Complete(), Review: awards.UnderReview, Open: awards.Open, Round: awards.Counted, Rounds: awards.Rounds}
	for _, a := range awards.Given {
		team := s.Team(a.TeamID)
		row, _ := table.Of(a.TeamID)
		if a.PlayerID != 0 {
			row = tournament.Standing{Place: a.Place, Shared: a.Shared}
		}
		line := pages.PrizeRow{
			Place: wording.PlaceWords(row), Player: winner(s, a), PlayerID: a.PlayerID, Team: team.Name, TeamSlug: team.Slug, Points: layout.Half(a.Points), Category: a.Category, How: howWon(s, w, a),
			Withdrawn: team.State == tournament.TeamWithdrawn,
		}
		if a.Money > 0 {
			line.Amount = amount(s, w, a.Money)
		} else {
			line.Prize = a.Prizes[0].Name
		}
		list.Rows = append(list.Rows, line)
	}
	for _, p := range awards.Left {
		list.Left = append(list.Left, prizeWords(s, w, p))
	}
	list.Rules = prizeRules(s, w)
	return list, nil
}

// prizeRules say how the section treats ties, in the words of the reader.
func prizeRules(s *SectionView, w text.Words) []string {
	var rules []string
	switch s.Prizes.Split {
	case "even":
		rules = append(rules, w.Say("Teams with equal points divide the money of their places equally."))
	case "hort":
		rules = append(rules, w.Say("Hort: teams with equal points divide one half of the money of their places equally; the other half follows the tie-breaks."))
	default:
		rules = append(rules, w.Say("The tie-breaks decide the places; only teams that share a place divide its money."))
	}
	if !s.Prizes.Several {
		rules = append(rules, w.Say("A team gets money from one category: the one that brings most."))
	}
	if slices.ContainsFunc(s.Prizes.Prizes, func(p tournament.Prize) bool { return p.OfBoard() }) {
		rules = append(rules, w.Say("Board prizes go to players: by the points of the matches they played at the board, then by fewer matches, then by games won there. Who is level divides."))
	}
	return append(rules, w.Say("Trophies and titles go by place. Cents that do not divide go to the better place."))
}

// howWon is the sum behind an award.
func howWon(s *SectionView, w text.Words, a tournament.Award) string {
	if a.Money == 0 {
		if len(a.With) == 1 {
			return ""
		}
		return w.Say("shared by %s", winners(s, w, a))
	}
	sum := 0
	parts := make([]string, len(a.Prizes))
	for i, p := range a.Prizes {
		parts[i] = prizeWords(s, w, p)
		sum += p.Money
	}
	pool := strings.Join(parts, " + ")
	if len(a.With) == 1 {
		return pool
	}
	if len(parts) > 1 {
		pool += " = " + amount(s, w, sum)
	}
	if a.Level == 0 {
		return w.Say("%s, divided by %s: %s", pool, strconv.Itoa(len(a.With)), winners(s, w, a))
	}
	own := make([]string, len(a.Own))
	for i, p := range a.Own {
		own[i] = prizeWords(s, w, p)
	}
	place := strings.Join(own, " + ")
	switch {
	case place == "":
		return w.Say("Half of: %s, divided by %s: %s. No money at the own place.", pool, strconv.Itoa(len(a.With)), winners(s, w, a))
	case a.Level > 1:
		return w.Say("Half of: %s, divided by %s: %s. Half of the own place: %s, divided by %s.", pool, strconv.Itoa(len(a.With)), winners(s, w, a), place, strconv.Itoa(a.Level))
	}
	return w.Say("Half of: %s, divided by %s: %s. Half of the own place: %s.", pool, strconv.Itoa(len(a.With)), winners(s, w, a), place)
}

// prizeWords is a prize with its money: "1st $300.00".
func prizeWords(s *SectionView, w text.Words, p tournament.Prize) string {
	if p.Money == 0 {
		return p.Name
	}
	return w.Apart(p.Name) + " " + amount(s, w, p.Money)
}

// amount writes money: a sign stands before the number, a code after it.
func amount(s *SectionView, w text.Words, hundredths int) string {
	number := w.Money(hundredths)
	switch sign := s.Prizes.Currency; {
	case sign == "":
		return number
	case len([]rune(sign)) == 1 && w.English():
		return sign + number
	default:
		return number + "\u00a0" + sign
	}
}

const teamsNamed = 6

// winner is the player who wins a board prize, as everybody may read the name; empty for a team's.
func winner(s *SectionView, a tournament.Award) string {
	player, ok := s.Player(a.PlayerID)
	if !ok {
		return ""
	}
	return s.PublicName(player)
}

// winners are all who divide an award: teams, or players of a board.
func winners(s *SectionView, w text.Words, a tournament.Award) string {
	var list []string
	for i, id := range a.With {
		if i == teamsNamed {
			list = append(list, w.Say("%s more", strconv.Itoa(len(a.With)-i)))
			break
		}
		name := s.Team(id).Name
		if a.PlayerID != 0 {
			name = winner(s, tournament.Award{PlayerID: id})
		}
		list = append(list, name)
	}
	return strings.Join(list, ", ")
}

// Winnings is all a team wins: "$250.00, Cup".
func Winnings(w text.Words, s *SectionView, money int, titles []string) string {
	var list []string
	if money > 0 {
		list = append(list, amount(s, w, money))
	}
	if list = append(list, titles...); len(list) == 0 {
		return w.Say("nothing")
	}
	return strings.Join(list, ", ")
}
