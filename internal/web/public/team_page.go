package public

import (
	"slices"

	"github.com/a-h/templ"

	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/standings"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/internal/wording"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/public"
)

// teamPage shows everything public about a team.
func (h *Handlers) teamPage(v *visit.Visit) error {
	b, team, err := teamOf(v)
	if err != nil {
		return err
	}
	return v.Public(v.Request().URL.Path, func() (templ.Component, int64, error) {
		page, err := aboutTeam(v, b, team)
		if err != nil {
			return nil, 0, err
		}
		frame := teamFrame(v, b, team)
		shareTeam(v, &frame, page.Answer)
		return pages.Team(frame, page), frame.Version, nil
	})
}

// presence says whether a team is in the hall. That it was not checked in says nothing once it
// has sat at a table.
func presence(v *visit.Visit, b *publicpages.SectionView, team tournament.Team) string {
	sat := func(r tournament.Round) bool {
		p := r.PairingOf(team.TeamID)
		return r.Public() && p != nil && p.Bye == nil
	}
	if team.State == tournament.TeamEntered && slices.ContainsFunc(b.Rounds, sat) {
		return ""
	}
	return v.Words.Say(wording.TeamStateWords[team.State])
}

// aboutTeam gathers the page of a team.
func aboutTeam(v *visit.Visit, b *publicpages.SectionView, team tournament.Team) (pages.TeamPage, error) {
	page := pages.TeamPage{School: team.School, State: presence(v, b, team)}
	var err error
	if page.Answer, err = answer(v, b, team); err != nil {
		return page, err
	}
	page.Path = cameFrom(v, b, team)
	for _, p := range b.Members(team.TeamID) {
		page.Players = append(page.Players, pages.PlayerLink{ID: p.PlayerID, Name: b.PublicName(p)})
	}
	recorded, err := b.Watched(v.Request().Context())
	if err != nil {
		return page, err
	}
	for i := len(b.Rounds) - 1; i >= 0; i-- {
		if r := &b.Rounds[i]; r.Public() {
			page.Rounds = append(page.Rounds, teamRound(b, v.Words, r, team, recorded))
		}
	}
	if len(page.Rounds) == 0 {
		return page, nil
	}
	table, err := b.After(0)
	if err != nil {
		return page, err
	}
	page.Whys, err = whys(b, v.Words, table, team.TeamID)
	return page, err
}

// cameFrom leads to the same team in the phase that it came from.
func cameFrom(v *visit.Visit, b *publicpages.SectionView, team tournament.Team) []pages.PathLink {
	e, came := tournament.PhaseEntryOf(b.SectionBook, team.TeamID)
	if !came {
		return nil
	}
	of, before, found := elsewhere(v, e.FromSection, e.FromTeam)
	if !found {
		return nil
	}
	return []pages.PathLink{{Says: wording.CameFrom(v.Words, e, of.Section.Name), Slug: before.Slug}}
}

// playsOn leads to the same team in the phases that it went on to, and to its table there:
// who follows it looks at the section it entered first.
func playsOn(v *visit.Visit, b *publicpages.SectionView, team tournament.Team) (links []pages.PathLink) {
	for _, e := range tournament.PhasesEntered(b.SectionBook, team.TeamID) {
		of, there, found := elsewhere(v, e.SectionID, e.TeamID)
		if !found {
			continue
		}
		_, playOff := tournament.AsPlayOff(of.SectionBook)
		over := tournament.AllPlayed(of.SectionBook)
		says := text.Message("Plays on in %s.")
		switch {
		case playOff && over:
			says = text.Message("Played off in %s.")
		case playOff:
			says = text.Message("Plays off in %s.")
		case over:
			says = text.Message("Went on to %s.")
		}
		link := pages.PathLink{Says: v.Words.Say(says, of.Section.Name), Slug: there.Slug}
		if r := of.Current(); r != nil && !publicpages.Over(r) {
			if p := r.PairingOf(there.TeamID); p != nil {
				link.Table = p.Table()
			}
		}
		links = append(links, link)
	}
	return links
}

// elsewhere is a team of another section of the event.
func elsewhere(v *visit.Visit, section, team int64) (*publicpages.SectionView, tournament.Team, bool) {
	part := v.Snap.OfSection(section)
	if part == nil {
		return nil, tournament.Team{}, false
	}
	t := part.View.Team(team)
	return part.View, t, t.TeamID != 0
}

// teamRound tells one round of a team.
func teamRound(s *publicpages.SectionView, w text.Words, r *tournament.Round, team tournament.Team, recorded map[int64]bool) pages.TeamRound {
	row := pages.TeamRound{Round: r.RoundNo}
	p := r.PairingOf(team.TeamID)
	switch {
	case p == nil:
		row.Says = s.Absence(w, team, r.RoundNo)
		return row
	case p.Bye != nil:
		row.Says, row.Points = wording.ByeSentence(w, *p), layout.Half(s.Section.Score(*p).Points[0])
		return row
	}
	slot := p.Slot(team.TeamID)
	row.Opponent, row.Slug, row.Table = s.SlotName(*p, 3-slot), s.Team(p.TeamID(3-slot)).Slug, p.Table()
	cell := s.RoundOf(*p, team.TeamID)
	if !cell.Open || cell.Points+cell.Against > 0 {
		row.Points = layout.Half(cell.Points)
	}
	row.Says = tournament.DecidedLevel(s.SectionBook, *p).In(visit.Saying(w))
	for _, m := range p.Matches {
		match := teamMatch(s, w, m, slot)
		match.Watch = s.WatchAddress(r, p, m, recorded)
		row.Matches = append(row.Matches, match)
	}
	return row
}

func teamMatch(s *publicpages.SectionView, w text.Words, m tournament.Match, slot int) pages.TeamMatch {
	row := pages.TeamMatch{Number: m.MatchNo, Result: w.Say("no result yet"), Seats: s.SeatWords(w, m, slot)}
	switch {
	case m.Held:
		row.Result = w.Say(pages.ResultHeld)
	case m.UnderReview:
		row.State, row.Result = layout.StateReview, w.Say("under review")
	case m.Result != nil:
		row.Result = matchWords(w, *m.Result, slot)
	}
	return row
}

// matchWords is the result of a match from a team's side.
func matchWords(w text.Words, r tournament.ResultReport, slot int) string {
	switch won := r.Outcome == tournament.FirstWins && slot == 1 || r.Outcome == tournament.SecondWins && slot == 2; {
	case r.Outcome == tournament.DoubleLoss && r.Forfeit:
		return w.Say("lost by both teams by forfeit")
	case r.Outcome == tournament.DoubleLoss:
		return w.Say("lost by both teams")
	case won && r.Forfeit:
		return w.Say("won by forfeit")
	case won:
		return w.Say("won")
	case r.Outcome == tournament.Drawn:
		return w.Say("drawn")
	case r.Forfeit:
		return w.Say("lost by forfeit")
	}
	return w.Say("lost")
}

// whys explain every value of a team's row.
func whys(s *publicpages.SectionView, w text.Words, table *tournament.Standings, teamID int64) ([]pages.Why, error) {
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
		why := pages.Why{Code: c.String(), Value: w.Decimal(publicpages.ValueWords(c, row.Values[i])), Sentence: wording.CodeSentence(w, c)}
		if c.Name == "PTS" {
			why.Value = layout.Half(row.Points)
		}
		for _, part := range x.Contributions {
			number := w.Decimal(standings.Value{N: part.N, Unit: x.Value.Unit}.String())
			if c.Name == "PTS" && x.Value.Unit == standings.Halves {
				number = w.Half(part.N)
			}
			why.Parts = append(why.Parts, partOf(s, w, teamID, part, number))
		}
		whys = append(whys, why)
	}
	return whys, nil
}

// partOf is one line of a sum: "Round 2, Pawn Stars: 3.5".
func partOf(s *publicpages.SectionView, w text.Words, teamID int64, c standings.Contribution, number string) string {
	where := w.Say("Round %d", c.Round)
	if c.Round == 0 {
		where = w.Say("Outside the rounds")
	}
	if c.Opponent != 0 {
		where += ", " + opponentOf(s, w, teamID, c)
	}
	line := where + ": " + number
	if c.Reason != standings.OverTheBoard && c.Reason != standings.Awarded {
		line += " (" + w.Say(reasonWords[c.Reason]) + ")"
	}
	if c.Cut.Left() {
		line += " – " + w.Say("not counted (%s)", w.Say(cutWords[c.Cut]))
	}
	return line
}

// opponentOf names who was met in a part of a sum: both of them where partners rotate.
func opponentOf(s *publicpages.SectionView, w text.Words, teamID int64, c standings.Contribution) string {
	if s.Alone() {
		if r := s.Round(c.Round); r != nil {
			if p := r.PairingOf(teamID); p != nil && p.Bye == nil {
				return w.Apart(s.SlotName(*p, 3-p.Slot(teamID)))
			}
		}
	}
	return w.Apart(s.Team(int64(c.Opponent)).Name)
}

// reasonWords and cutWords say why a part of a sum is what it is (C.07 art. 16).
var reasonWords = map[standings.Reason]text.Message{
	standings.ForfeitAsGame:   text.Message("forfeit counted as a game"),
	standings.OwnUnplayed:     text.Message("unplayed: own score"),
	standings.CappedByOther:   text.Message("unplayed: scheduled opponent's lower score"),
	standings.CappedByDraws:   text.Message("unplayed: a draw in every round"),
	standings.UnplayedNothing: text.Message("unplayed: nothing"),
	standings.UnplayedDeduct:  text.Message("win without play deducted"),
	standings.Adjustment:      text.Message("penalty or bonus"),
}

var cutWords = map[standings.Cut]text.Message{
	standings.CutLowest:     text.Message("cut: lowest"),
	standings.CutVoluntary:  text.Message("cut: lowest voluntary unplayed round"),
	standings.CutHighest:    text.Message("cut: highest"),
	standings.CutFirst:      text.Message("cut: first rounds"),
	standings.CutBelowLimit: text.Message("opponent below the limit"),
}
