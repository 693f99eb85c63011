package api

import (
	"github.com/tandemchess/tandem/internal/prospect"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
)

type apiGoal struct {
	Kind   tournament.GoalKind `json:"kind"`
	Places int                 `json:"places"` // how many first places it means
	// Category is whose prize it is; empty for everybody.
	Category string `json:"category"`
}

type apiTeamProspect struct {
	Team    string   `json:"team"`
	Name    string   `json:"name"`
	Points  int      `json:"points"` // half points
	Best    int      `json:"best"`
	Worst   int      `json:"worst"`
	Exact   bool     `json:"exact"`   // both places are reached by some results; otherwise they are bounds
	Chances []string `json:"chances"` // by goal: certain, open or gone
}

type apiGroupProspects struct {
	Group string            `json:"group"` // empty for the whole section
	Teams []apiTeamProspect `json:"teams"`
}

type apiSectionProspects struct {
	Version int64 `json:"version"`
	Public  bool  `json:"public"` // the section lets everybody read it
	From    int   `json:"from_round"`
	// FinalHeld: the final standings are decided and not announced, so nothing is told.
	FinalHeld bool                `json:"final_held"`
	Over      bool                `json:"over"`
	Goals     []apiGoal           `json:"goals"`
	Groups    []apiGroupProspects `json:"groups"` // empty before that round
}

var chances = map[prospect.State]string{prospect.Open: "open", prospect.Certain: "certain", prospect.Gone: "gone", prospect.NotFor: "not-for"}

// apiProspects says who can still win, where the section lets everybody read it.
func (h *Handlers) apiProspects(v *visit.Visit) error {
	return apiBook(v, "", func(b *publicpages.SectionView) (any, error) {
		answer := apiSectionProspects{
			Version: b.Event.Version, Public: b.Section.PublicProspects, FinalHeld: b.FinalHeld(), From: tournament.ProspectsFrom(b.SectionBook), Goals: []apiGoal{}, Groups: []apiGroupProspects{},
		}
		p, told, err := publicpages.ProspectsOf(b)
		if err != nil || !told {
			return answer, err
		}
		answer.Over = p.Over
		for _, goal := range p.Goals {
			answer.Goals = append(answer.Goals, apiGoal{goal.Kind, goal.Places, goal.Category})
		}
		for _, g := range p.Groups {
			group := apiGroupProspects{g.Letter, []apiTeamProspect{}}
			for _, t := range g.Teams {
				team := b.Team(t.TeamID)
				line := apiTeamProspect{Team: team.Slug, Name: team.Name, Points: t.Points, Best: t.Best, Worst: t.Worst, Exact: t.Exact, Chances: []string{}}
				for _, chance := range t.Chances {
					line.Chances = append(line.Chances, chances[chance.State])
				}
				group.Teams = append(group.Teams, line)
			}
			answer.Groups = append(answer.Groups, group)
		}
		return answer, nil
	})
}
