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
	Phase    string `json:"phase"` // the name of the later phase that takes these places; empty for none
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

// apiBoardProspects are the players who can still win a prize of a board.
type apiBoardProspects struct {
	Board   string              `json:"board"` // A or B
	Players []apiPlayerProspect `json:"players"`
	Out     int                 `json:"out"` // how many others cannot win one any more
}

type apiPlayerProspect struct {
	Name   string `json:"name"`
	Team   string `json:"team"`
	Points int    `json:"points"` // half points
	Best   int    `json:"best"`
	Worst  int    `json:"worst"`
	Chance string `json:"chance"` // certain or open
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
	Boards    []apiBoardProspects `json:"boards"` // those with prizes
}

var chances = map[prospect.State]string{prospect.Open: "open", prospect.Certain: "certain", prospect.Gone: "gone", prospect.NotFor: "not-for"}

// apiProspects says who can still win, where the section lets everybody read it.
func (h *Handlers) apiProspects(v *visit.Visit) error {
	return apiBook(v, "", func(b *publicpages.SectionView) (any, error) {
		answer := apiSectionProspects{
			Version: b.Event.Version, Public: b.Section.PublicProspects, FinalHeld: b.FinalHeld(), From: tournament.ProspectsFrom(b.SectionBook), Goals: []apiGoal{}, Groups: []apiGroupProspects{}, Boards: []apiBoardProspects{},
		}
		p, told, err := publicpages.ProspectsOf(b)
		if err != nil || !told {
			return answer, err
		}
		answer.Over = p.Over
		for _, goal := range p.Goals {
			answer.Goals = append(answer.Goals, apiGoal{goal.Kind, goal.Places, goal.Category, goal.Phase})
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
		answer.Boards, err = boardProspects(b)
		return answer, err
	})
}

func boardProspects(b *publicpages.SectionView) ([]apiBoardProspects, error) {
	table, err := b.After(0)
	if err != nil {
		return nil, err
	}
	boards := []apiBoardProspects{}
	for _, board := range table.BoardProspects() {
		out := apiBoardProspects{Board: string("AB"[board.Board]), Players: []apiPlayerProspect{}, Out: board.Out}
		for _, p := range board.Players {
			player, _ := b.Player(p.PlayerID)
			out.Players = append(out.Players, apiPlayerProspect{b.PublicName(player), b.Team(p.TeamID).Slug, p.Points, p.Best, p.Worst, chances[p.State]})
		}
		boards = append(boards, out)
	}
	return boards, nil
}
