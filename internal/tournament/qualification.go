package tournament

import (
	"slices"

	"github.com/tandemchess/tandem/internal/phase"
	"github.com/tandemchess/tandem/internal/prospect"
)

// qualification adds how each team stands to the later phases that take places of the section.
// What takes all the rest, or those who lose in a bracket, is nothing that anybody plays for.
func (s *Standings) qualification(p *Prospects) {
	if s.Round == 0 {
		return
	}
	id := s.book.Section.SectionID
	var goals []Goal
	var states []map[int64]prospect.State
	for _, to := range LaterPhases(s.book) {
		rule := to.only(id)
		rule.Feeds = slices.DeleteFunc(rule.Feeds, func(f phase.Feed) bool { return f.Kind != phase.Places || f.Last == 0 })
		if len(rule.Feeds) == 0 {
			continue
		}
		goal := Goal{Kind: ForPhase, Phase: to.Name}
		for _, f := range rule.Feeds {
			goal.Places = max(goal.Places, f.Last)
		}
		goals = append(goals, goal)
		if to.StartedAt != nil {
			states = append(states, cameInto(s.book, to.SectionID))
		} else {
			states = append(states, qualifies(phase.Resolve(rule, map[int64]phase.Source{id: phaseSource(s.book, s)}, to.Lot)))
		}
	}
	if len(goals) == 0 {
		return
	}
	at := min(1, len(p.Goals)) // behind the title
	p.Goals = slices.Insert(p.Goals, at, goals...)
	for g := range p.Groups {
		teams := p.Groups[g].Teams
		for i := range teams {
			var chances []Chance
			for _, of := range states {
				state, known := of[teams[i].TeamID]
				if !known {
					state = prospect.Gone
				}
				chances = append(chances, Chance{State: state})
			}
			teams[i].Chances = slices.Insert(teams[i].Chances, at, chances...)
		}
	}
}

// qualifies are the teams that come into a phase for certain, or still can.
func qualifies(field phase.Field) map[int64]prospect.State {
	states := map[int64]prospect.State{}
	for _, id := range field.Open {
		states[id] = prospect.Open
	}
	for _, e := range field.Entrants {
		if e.Certain {
			states[e.Team] = prospect.Certain
		} else {
			states[e.Team] = prospect.Open
		}
	}
	return states
}

// cameInto are the teams of the section that a phase which has started took in.
func cameInto(b *SectionBook, phaseID int64) map[int64]prospect.State {
	states := map[int64]prospect.State{}
	for _, e := range b.Entered {
		if e.SectionID == phaseID && e.FromSection == b.Section.SectionID {
			states[e.FromTeam] = prospect.Certain
		}
	}
	return states
}
