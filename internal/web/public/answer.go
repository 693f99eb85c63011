package public

import (
	"strconv"
	"strings"

	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/internal/wording"
	pages "github.com/tandemchess/tandem/templates/public"
)

// answer says where a team plays now, and what came of its last round.
func answer(v *visit.Visit, s *publicpages.SectionView, team tournament.Team) (pages.Answer, error) {
	a := pages.Answer{
		TeamName: team.Name, TeamSlug: team.Slug, SectionName: s.Section.Name, SectionSlug: s.Section.Slug, SectionLetter: s.Section.Letter,
		Hall: s.Section.Hall, Way: s.Event.Address != "" || s.Event.MapLink != "", PlaysOn: playsOn(v, s, team),
	}
	r := s.Current()
	if r == nil {
		a.Notice, a.NextStart = v.Words.Say("Round %d pairings are not out. This page will change by itself.", 1), publicpages.PlannedSentence(v.Words, s, 1)
		return a, nil
	}
	a.Round, a.Version, a.StartsAt = r.RoundNo, r.Publication, r.StartsAt
	if r.PublishedAt != nil {
		a.PublishedAt = *r.PublishedAt
	}
	if publicpages.Over(r) && r.RoundNo < s.LastRound() {
		a.Done = true
		a.Notice = v.Words.Say("Round %d pairings are not out. This page will change by itself.", r.RoundNo+1)
		a.NextStart = publicpages.PlannedSentence(v.Words, s, r.RoundNo+1)
	}
	table, err := s.After(0)
	if err != nil {
		return a, err
	}
	row, ranked := table.Of(team.TeamID)
	if shared := row.Last() - row.Place + 1; ranked && (row.Points > 0 || shared < len(table.Rows)) { // no points and a place with all others say nothing
		a.Standing = publicpages.Stands(v.Words, table, row)
	}
	a.Last = lastResult(s, v.Words, r.RoundNo, team)
	p := r.PairingOf(team.TeamID)
	phase := goesOn(s, v.Words, table, r, team, len(a.PlaysOn) > 0)
	fate, still := s.KnockoutFate(v.Words, table, r, team)
	if fate != "" && still && a.Notice != "" {
		fate += " " + a.Notice
	}
	switch {
	case fate != "" && (p == nil || p.Bye != nil):
		a.Notice = publicpages.AlsoSaying(fate, phase)
		return a, nil
	case p == nil:
		a.Notice = publicpages.AlsoSaying(s.Absence(v.Words, team, r.RoundNo), phase)
		return a, nil
	case p.Bye != nil:
		a.Notice = publicpages.AlsoSaying(wording.ByeSentence(v.Words, *p), phase)
		return a, nil
	case fate != "":
		a.Notice = fate
	}
	a.Notice = publicpages.AlsoSaying(a.Notice, phase)
	change, err := s.Moved(v.Request().Context(), r)
	if err != nil {
		return a, err
	}
	a.Before = change.Before
	a.Was, a.Moved = change.Of(team.TeamID)
	describeTable(s, v.Words, &a, team, r, p)
	a.LineUps = publicpages.LineUpChanges(s, v.Words, r, p)
	sections, err := v.Sections()
	a.Row = s.Event.RowOf(sections, a.Hall, a.Table)
	return a, err
}

// goesOn says that a team goes on to a later phase, once all rounds are played and that is
// certain, or that it is level across the line to one; nothing once the page leads to it there.
func goesOn(s *publicpages.SectionView, w text.Words, table *tournament.Standings, r *tournament.Round, team tournament.Team, leads bool) string {
	if !publicpages.Over(r) || r.RoundNo < s.LastRound() || leads {
		return ""
	}
	goes := publicpages.GoingOn(s, w, table)
	if name := goes.Certain[team.TeamID]; name != "" {
		return w.Say("Goes on: %s.", name)
	}
	return goes.Level[team.TeamID]
}

// describeTable fills in table, seats, opponent and result.
func describeTable(s *publicpages.SectionView, w text.Words, a *pages.Answer, team tournament.Team, r *tournament.Round, p *tournament.Pairing) {
	slot := p.Slot(team.TeamID)
	a.Table, a.Opponent, a.OpponentSlug = p.Table(), s.SlotName(*p, 3-slot), s.Team(p.TeamID(3-slot)).Slug
	a.Matches = matchesWords(w, p.Matches, slot)
	s.DescribeSeats(w, a, r, p, slot)
	cell := s.RoundOf(*p, team.TeamID)
	a.Review = cell.Review
	if !cell.Open {
		a.Result = resultWords(w, cell)
		return
	}
	if p.Decided() {
		a.Result = w.Say(pages.ResultHeld)
		return
	}
	a.Clock = visit.TableClock(r, *p)
}

// lastResult is how the team fared in the round before.
func lastResult(s *publicpages.SectionView, w text.Words, round int, team tournament.Team) string {
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

// boardChanges are the matches after which the players of a slot change boards. Who comes in for
// another is told by the line-up.
func boardChanges(matches []tournament.Match, slot int) []string {
	on := func(m tournament.Match, board int) int64 {
		id := m.Games[board].BlackID
		if (m.Side1Slot == slot) == (board == 0) { // side 1 has White on A and Black on B
			id = m.Games[board].WhiteID
		}
		if id == nil {
			return 0
		}
		return *id
	}
	var after []string
	for i := 1; i < len(matches); i++ {
		before, now := matches[i-1], matches[i]
		if on(before, 0) != 0 && on(before, 0) == on(now, 1) || on(before, 1) != 0 && on(before, 1) == on(now, 0) {
			after = append(after, strconv.Itoa(matches[i-1].MatchNo))
		}
	}
	return after
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
