package web

import (
	"fmt"

	"github.com/a-h/templ"

	"github.com/tandemchess/tandem/internal/standings"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/public"
)

// teamPage shows everything public about a team.
func (s *Server) teamPage(v *visit) error {
	return v.public(v.Request().URL.Path, func() (templ.Component, int64, error) {
		b, team, err := v.teamOf()
		if err != nil {
			return nil, 0, err
		}
		page, err := v.aboutTeam(b, team)
		if err != nil {
			return nil, 0, err
		}
		return pages.Team(v.teamFrame(b, team), page), b.Event.Version, nil
	})
}

var teamStates = map[tournament.TeamState]string{
	tournament.TeamEntered: "Not checked in yet.", tournament.TeamHere: "Checked in.", tournament.TeamAbsent: "Absent this round.",
	tournament.TeamWithdrawn: "Withdrawn.",
}

// aboutTeam gathers the page of a team.
func (v *visit) aboutTeam(b *shelf, team tournament.Team) (pages.TeamPage, error) {
	page := pages.TeamPage{School: team.School, State: teamStates[team.State]}
	var err error
	if page.Answer, err = v.answer(b, team); err != nil {
		return page, err
	}
	for _, p := range b.Members(team.TeamID) {
		page.Players = append(page.Players, b.publicName(p))
	}
	for i := len(b.Rounds) - 1; i >= 0; i-- {
		if r := &b.Rounds[i]; r.Public() {
			page.Rounds = append(page.Rounds, b.teamRound(r, team))
		}
	}
	if len(page.Rounds) == 0 {
		return page, nil
	}
	table, err := b.after(0)
	if err != nil {
		return page, err
	}
	page.Whys, err = b.whys(table, team.TeamID)
	return page, err
}

// teamRound tells one round of a team.
func (s *shelf) teamRound(r *tournament.Round, team tournament.Team) pages.TeamRound {
	row := pages.TeamRound{Round: r.RoundNo}
	p := r.PairingOf(team.TeamID)
	switch {
	case p == nil:
		row.Says = absence(team, r.RoundNo)
		return row
	case p.Bye != nil:
		row.Says, row.Points = byeSentence(*p), layout.Half(s.Section.Score(*p).Points[0])
		return row
	}
	slot := p.Slot(team.TeamID)
	opponent := s.Team(p.TeamID(3 - slot))
	row.Opponent, row.Slug, row.Table = opponent.Name, opponent.Slug, p.Table()
	cell := s.RoundOf(*p, team.TeamID)
	if !cell.Open || cell.Points+cell.Against > 0 {
		row.Points = layout.Half(cell.Points)
	}
	for _, m := range p.Matches {
		row.Matches = append(row.Matches, s.teamMatch(m, slot))
	}
	return row
}

func (s *shelf) teamMatch(m tournament.Match, slot int) pages.TeamMatch {
	row := pages.TeamMatch{Number: m.MatchNo, Result: "no result yet"}
	for i, card := range s.seatCards(m, slot) {
		if i > 0 {
			row.Seats += ", "
		}
		colour := "Black"
		if card.White {
			colour = "White"
		}
		row.Seats += fmt.Sprintf("%s %s on %s", card.Player, colour, card.Board)
	}
	switch {
	case m.UnderReview:
		row.State, row.Result = layout.StateReview, "under review"
	case m.Result != nil:
		row.Result = matchWords(*m.Result, slot)
	}
	return row
}

// matchWords is the result of a match from a team's side.
func matchWords(r tournament.Report, slot int) string {
	word := "drawn"
	switch {
	case r.Outcome == tournament.DoubleLoss:
		word = "lost by both teams"
	case r.Outcome == tournament.FirstWins && slot == 1, r.Outcome == tournament.SecondWins && slot == 2:
		word = "won"
	case r.Outcome != tournament.Drawn:
		word = "lost"
	}
	if r.Forfeit {
		word += " by forfeit"
	}
	return word
}

// whys explain every value of a team's row.
func (s *shelf) whys(table *tournament.Standings, teamID int64) ([]pages.Why, error) {
	row, ok := table.Of(teamID)
	if !ok {
		return nil, nil
	}
	var whys []pages.Why
	for i, c := range table.Codes {
		x, err := table.Explain(teamID, i)
		if err != nil {
			return nil, err
		}
		w := pages.Why{Code: c.String(), Value: valueWords(c, row.Values[i]), Sentence: codeSentence(c)}
		if c.Name == "PTS" {
			w.Value = layout.Half(row.Points)
		}
		for _, part := range x.Contributions {
			w.Parts = append(w.Parts, s.part(part, x.Value.Unit))
		}
		whys = append(whys, w)
	}
	return whys, nil
}

// part is one line of a sum: "Round 2, Pawn Stars: 3.5".
func (s *shelf) part(c standings.Contribution, unit standings.Unit) string {
	where := fmt.Sprintf("Round %d", c.Round)
	if c.Round == 0 {
		where = "Outside the rounds"
	}
	if c.Opponent != 0 {
		where += ", " + s.Team(int64(c.Opponent)).Name
	}
	line := fmt.Sprintf("%s: %s", where, standings.Value{N: c.N, Unit: unit})
	if c.Reason != standings.OverTheBoard && c.Reason != standings.Awarded {
		line += " (" + c.Reason.String() + ")"
	}
	if c.Cut.Left() {
		line += " – not counted (" + c.Cut.String() + ")"
	}
	return line
}
