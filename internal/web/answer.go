package web

import (
	"strconv"
	"strings"

	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	pages "github.com/tandemchess/tandem/templates/public"
)

// answer says where a team plays now, and what came of its last round.
func (v *visit) answer(s *shelf, team tournament.Team) (pages.Answer, error) {
	a := pages.Answer{
		TeamName: team.Name, TeamSlug: team.Slug, SectionName: s.Section.Name, SectionSlug: s.Section.Slug, SectionLetter: s.Section.Letter,
		Hall: s.Section.Hall, Way: s.Event.Address != "" || s.Event.MapLink != "",
	}
	r := s.Current()
	if r == nil {
		a.Notice = v.words.Say("Round %d pairings are not out. This page will change by itself.", 1)
		return a, nil
	}
	a.Round, a.Version, a.StartsAt = r.RoundNo, r.Publication, r.StartsAt
	if r.PublishedAt != nil {
		a.PublishedAt = *r.PublishedAt
	}
	if over(r) && r.RoundNo < s.Section.Rounds {
		a.Done = true
		a.Notice = v.words.Say("Round %d pairings are not out. This page will change by itself.", r.RoundNo+1)
	}
	table, err := s.after(0)
	if err != nil {
		return a, err
	}
	row, ranked := table.Of(team.TeamID)
	if shared := row.Last() - row.Place + 1; ranked && (row.Points > 0 || shared < len(table.Rows)) { // no points and a place with all others say nothing
		a.Standing = standingWords(v.words, row)
	}
	a.Last = s.lastResult(v.words, r.RoundNo, team)
	p := r.PairingOf(team.TeamID)
	if fate, playsOn := s.knockoutFate(v.words, table, r, team); fate != "" {
		if playsOn && a.Notice != "" {
			fate += " " + a.Notice
		}
		a.Notice = fate
		if p == nil || p.Bye != nil {
			return a, nil
		}
	}
	switch {
	case p == nil:
		a.Notice = s.absence(v.words, team, r.RoundNo)
		return a, nil
	case p.Bye != nil:
		a.Notice = byeSentence(v.words, *p)
		return a, nil
	}
	change, err := s.moved(v.Request().Context(), r)
	if err != nil {
		return a, err
	}
	a.Before = change.before
	a.Was, a.Moved = change.of(team.TeamID)
	s.describeTable(v.words, &a, team, r, p)
	sections, err := v.sections()
	a.Row = s.Event.RowOf(sections, a.Hall, a.Table)
	return a, err
}

// describeTable fills in table, seats, opponent and result.
func (s *shelf) describeTable(w text.Words, a *pages.Answer, team tournament.Team, r *tournament.Round, p *tournament.Pairing) {
	slot := p.Slot(team.TeamID)
	a.Table, a.Opponent, a.OpponentSlug = p.Table(), s.SideName(*p, 3-slot), s.Team(p.TeamID(3-slot)).Slug
	a.Matches = matchesWords(w, p.Matches, slot)
	s.describeSeats(w, a, r, p, slot)
	cell := s.RoundOf(*p, team.TeamID)
	a.Review = cell.Review
	if !cell.Open {
		a.Result = resultWords(w, cell)
		return
	}
	a.Clock = tableClock(r, *p)
}

// lastResult is how the team fared in the round before.
func (s *shelf) lastResult(w text.Words, round int, team tournament.Team) string {
	before := s.Round(round - 1)
	if before == nil || !before.Public() {
		return ""
	}
	p := before.PairingOf(team.TeamID)
	if p == nil || p.Bye != nil {
		return ""
	}
	cell := s.RoundOf(*p, team.TeamID)
	if cell.Open {
		return ""
	}
	return w.Say("Round %d: %s", before.RoundNo, resultWords(w, cell))
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

// matchesWords tell how the matches of a pairing follow each other for the team in
// a slot: colours, and boards where its players change them.
func matchesWords(w text.Words, matches []tournament.Match, slot int) string {
	n, moves := len(matches), boardChanges(matches, slot)
	switch {
	case n == 1:
		return w.Say("One match")
	case n > 1 && matches[0].Side1Slot == matches[1].Side1Slot:
		return w.Say("%d matches with the same seats", n)
	case len(moves) > 0:
		return w.Say("%d matches, colours swap after each; change boards after match %s", n, strings.Join(moves, ", "))
	case n == 2:
		return w.Say("Two matches; colours swap after the first")
	}
	return w.Say("%d matches, colours swap after each", n)
}

// boardChanges are the matches after which the players of a slot change boards.
func boardChanges(matches []tournament.Match, slot int) []string {
	onA := func(m tournament.Match) int64 {
		id := m.Games[0].BlackID
		if m.Side1Slot == slot {
			id = m.Games[0].WhiteID
		}
		if id == nil {
			return 0
		}
		return *id
	}
	var after []string
	for i := 1; i < len(matches); i++ {
		if onA(matches[i-1]) != onA(matches[i]) {
			after = append(after, strconv.Itoa(matches[i-1].MatchNo))
		}
	}
	return after
}

// absence says why a team has no pairing in a round.
func (s *shelf) absence(w text.Words, team tournament.Team, round int) string {
	switch {
	case team.ArrivesRound > round:
		return w.Say("This team plays from round %d on.", team.ArrivesRound)
	case team.State == tournament.TeamWithdrawn:
		return w.Say("This team is withdrawn.")
	case s.Section.System.Bracket() && round >= s.FirstKnockout():
		return w.Say("No match in this round of the knockout.")
	}
	return w.Say("This team is not paired in round %d. Ask at the desk.", round)
}

// byeSentence is what a bye means: "No game this round, 1 point."
func byeSentence(w text.Words, p tournament.Pairing) string {
	points := 0
	if p.ByePoints != nil {
		points = *p.ByePoints
	}
	if points == 0 {
		return w.Say("No game this round.")
	}
	return w.Say("No game this round, %s.", pointsWords(w, points))
}

// pointsWords writes half points with their noun: "1 point", "2½ points".
func pointsWords(w text.Words, half int) string {
	switch {
	case half == 1:
		return w.Say("½ point")
	case half == 3:
		return w.Say("1½ points") // the singular in some languages
	case half%2 == 0:
		return w.Say("%d points", half/2)
	}
	return w.Say("%s points", w.Half(half))
}

func standingWords(w text.Words, row tournament.Standing) string {
	return w.Say("%s, place %s", pointsWords(w, row.Points), placeWords(row))
}

// resultWords is the result of a finished round from a team's side: "Won 2–0".
func resultWords(w text.Words, cell tournament.StandingRound) string {
	said := text.Message("Drew %s")
	switch {
	case cell.Points > cell.Against && cell.Forfeit:
		said = text.Message("Won %s by forfeit")
	case cell.Points > cell.Against:
		said = text.Message("Won %s")
	case cell.Points < cell.Against && cell.Forfeit:
		said = text.Message("Lost %s by forfeit")
	case cell.Points < cell.Against:
		said = text.Message("Lost %s")
	case cell.Points == 0 && cell.Forfeit:
		said = text.Message("Both lost %s by forfeit")
	case cell.Points == 0:
		said = text.Message("Both lost %s")
	}
	return w.Say(said, w.Score(cell.Points, cell.Against))
}
