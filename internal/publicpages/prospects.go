package publicpages

import (
	"strconv"

	"github.com/tandemchess/tandem/internal/prospect"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/wording"
	pages "github.com/tandemchess/tandem/templates/public"
)

// ProspectsOf are what the teams can still reach, as everybody may read it; told is false where the
// section does not tell it, before the last third of the rounds, and while the final standings
// are not announced.
func ProspectsOf(s *SectionView) (p tournament.Prospects, told bool, err error) {
	current := s.Current()
	if !s.Section.PublicProspects || current == nil || current.RoundNo < tournament.ProspectsFrom(s.SectionBook) || s.FinalHeld() {
		return p, false, nil
	}
	table, err := s.After(0)
	if err != nil {
		return p, false, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.prospects == nil {
		p := table.Prospects()
		s.prospects = &p
	}
	return *s.prospects, true, nil
}

// Reach is what stands beside the place of each team in the standings of now. Nothing
// does where it is not told, and once the places stand.
type Reach struct {
	Exact bool
	of    map[int64]string
	short map[int64]string
}

// Short is the line of a team in a column of paper.
func (r Reach) Short(teamID int64) string { return r.short[teamID] }

// Of is the line of a team; empty for none.
func (r Reach) Of(teamID int64) string { return r.of[teamID] }

// None reports whether nothing stands there.
func (r Reach) None() bool { return len(r.of) == 0 }

// mark puts the lines into rows of the page.
func (r Reach) mark(lines []pages.StandingsRow, rows []tournament.Standing) {
	for i := range lines {
		lines[i].Reach = r.Of(rows[i].TeamID)
	}
}

// Bounds reports whether there are lines and some are wider than what can happen.
func (r Reach) Bounds() bool { return !r.None() && !r.Exact }

// ReachOf is that beside some standings, on paper of the desk as on public pages: they say
// what everybody may know.
func ReachOf(s *SectionView, w text.Words, table *tournament.Standings) Reach {
	lines := Reach{Exact: true, of: map[int64]string{}, short: map[int64]string{}}
	if current := s.Current(); current == nil || current.RoundNo != table.Round {
		return lines
	}
	if !s.held {
		s = ForReaders(s)
	}
	p, told, err := ProspectsOf(s)
	if err != nil || !told || p.Over {
		return lines // whoever shows standings has met the error
	}
	for _, g := range p.Groups {
		for _, team := range g.Teams {
			says, short := wording.ProspectWords(w, team), wording.ProspectShort(w, team)
			if g.Letter != "" {
				says, short = w.Say("group %s: %s", g.Letter, says), g.Letter+": "+short
			}
			lines.of[team.TeamID], lines.short[team.TeamID] = says, short
			lines.Exact = lines.Exact && team.Exact
		}
	}
	return lines
}

// ProspectPage says who can still win, where the section lets everybody read it.
func (s *SectionView) ProspectPage(w text.Words) (pages.Prospects, error) {
	page := pages.Prospects{Shown: s.Section.PublicProspects, From: tournament.ProspectsFrom(s.SectionBook), Exact: true, Held: s.FinalHeld()}
	current := s.Current()
	page.Early = current == nil || current.RoundNo < page.From
	p, told, err := ProspectsOf(s)
	if err != nil || !told {
		return page, err
	}
	page.Over = p.Over
	var goals []string
	for _, goal := range p.Goals {
		goals = append(goals, wording.GoalWords(w, goal))
	}
	page.OneCategory = !s.Prizes.Several && p.SeveralPrizes()
	for _, g := range p.Groups {
		group := pages.ProspectGroup{Goals: goals}
		if g.Letter != "" {
			group.Name = w.Say("Group %s", g.Letter)
		}
		for _, team := range g.Teams {
			t := s.Team(team.TeamID)
			line := pages.ProspectLine{Name: t.Name, To: "/team/" + t.Slug, Points: w.Half(team.Points), Places: wording.PlaceRange(team.Range)}
			for _, chance := range team.Chances {
				line.Chances = append(line.Chances, pages.Chance{Words: wording.ChanceWords(w, chance.State), Certain: chance.State == prospect.Certain, NotFor: chance.State == prospect.NotFor})
			}
			page.Exact = page.Exact && team.Exact
			group.Lines = append(group.Lines, line)
		}
		page.Groups = append(page.Groups, group)
	}
	page.Boards, err = boardProspects(s, w)
	return page, err
}

// boardProspects are the players who can still win a prize of a board.
func boardProspects(s *SectionView, w text.Words) (groups []pages.ProspectGroup, err error) {
	table, err := s.After(0)
	if err != nil {
		return nil, err
	}
	for _, board := range table.BoardProspects() {
		group := pages.ProspectGroup{Name: w.Say(wording.BoardNames[board.Board]), Goals: []string{w.Say("A prize")}, Players: true, Out: board.Out}
		for _, line := range board.Players {
			player, _ := s.Player(line.PlayerID)
			group.Lines = append(group.Lines, pages.ProspectLine{
				Name: s.PublicName(player), To: "/player/" + strconv.FormatInt(line.PlayerID, 10), Beside: s.Team(line.TeamID).Name, Points: w.Half(line.Points), Places: wording.PlaceRange(line.Range),
				Chances: []pages.Chance{{Words: wording.ChanceWords(w, line.State), Certain: line.State == prospect.Certain}},
			})
		}
		groups = append(groups, group)
	}
	return groups, nil
}
