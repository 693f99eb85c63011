package publicpages

import (
	"strconv"

	"github.com/tandemchess/tandem/internal/prospect"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/wording"
	pages "github.com/tandemchess/tandem/templates/public"
)

// ProspectPage says who can still win, where the section lets everybody read it.
func (s *SectionView) ProspectPage(w text.Words) (pages.Prospects, error) {
	page := pages.Prospects{Shown: s.Section.PublicProspects, From: tournament.ProspectsFrom(s.SectionBook), Exact: true}
	current := s.Current()
	if page.Early = current == nil || current.RoundNo < page.From; page.Early || !page.Shown {
		return page, nil
	}
	p, err := tournament.ProspectsOf(s.SectionBook)
	if err != nil {
		return page, err
	}
	page.Over = p.Over
	for _, goal := range p.Goals {
		page.Goals = append(page.Goals, wording.GoalWords(w, goal.Kind))
	}
	for _, g := range p.Groups {
		group := pages.ProspectGroup{}
		if g.Letter != "" {
			group.Name = w.Say("Group %s", g.Letter)
		}
		for _, team := range g.Teams {
			t := s.Team(team.TeamID)
			line := pages.ProspectLine{Team: t.Name, TeamSlug: t.Slug, Points: w.Half(team.Points), Places: strconv.Itoa(team.Best)}
			if team.Worst > team.Best {
				line.Places += text.To + strconv.Itoa(team.Worst)
			}
			for _, goal := range p.Goals {
				state := team.Of(goal.Places)
				line.Chances = append(line.Chances, pages.Chance{Words: wording.ChanceWords(w, state), Certain: state == prospect.Certain})
			}
			page.Exact = page.Exact && team.Exact
			group.Lines = append(group.Lines, line)
		}
		page.Groups = append(page.Groups, group)
	}
	return page, nil
}
