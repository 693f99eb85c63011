package web

import (
	"fmt"
	"strconv"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/setup"
)

// moveTeam takes a team that was not paired yet to another section, and leads there.
func (s *Server) moveTeam(v *visit) error {
	in := tournament.TeamMove{SectionID: v.formID("section"), SameName: v.FormValue("same_name") == "yes"}
	in.Revision, _ = strconv.Atoi(v.FormValue("revision")) // anything else is stale
	if in.SectionID != 0 && !v.canIn(access.EditTeams, in.SectionID) {
		return s.refuse(v, access.EditTeams)
	}
	book, err := v.freshBook()
	if err != nil {
		return err
	}
	team, err := v.namedTeam(book)
	if err != nil {
		return err
	}
	in.TeamID = team.TeamID
	moved, err := s.Tournament.MoveTeam(v.Request().Context(), v.event.EventID, v.command(), in)
	if refusable(err) {
		return s.showTeam(v, pages.TeamPage{}, nil, err)
	}
	if err != nil {
		return err
	}
	s.saved(v.event.EventID)
	sections, err := v.sections()
	if err != nil {
		return err
	}
	for _, section := range sections {
		if section.SectionID == moved.SectionID {
			said := fmt.Sprintf("%s plays in %s from round %d on.", moved.Name, section.Name, moved.ArrivesRound)
			return v.say(fmt.Sprintf("/e/%s/desk/%s/teams/%d", v.event.Slug, section.Slug, moved.TeamID), said)
		}
	}
	return v.say("/e/"+v.event.Slug+"/desk", moved.Name+" is moved.")
}

// otherSections are those to which the visitor may move a team of this one.
func (v *visit) otherSections() ([]layout.Choice, error) {
	sections, err := v.sections()
	var choices []layout.Choice
	for _, section := range sections {
		if section.SectionID != v.section.SectionID && section.EntrySize() == v.section.EntrySize() && v.canIn(access.EditTeams, section.SectionID) {
			choices = append(choices, layout.Choice{Value: strconv.FormatInt(section.SectionID, 10), Label: section.Name})
		}
	}
	return choices, err
}
