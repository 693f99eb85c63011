package setup

import (
	"fmt"
	"strconv"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/setup"
)

// moveTeam takes a team that was not paired yet to another section, and leads there.
func (h *entryHandlers) moveTeam(v *visit.Visit) error {
	in := tournament.TeamMove{SectionID: v.FormID("section"), SameName: v.FormValue("same_name") == "yes"}
	in.Revision, _ = strconv.Atoi(v.FormValue("revision")) // anything else is stale
	if in.SectionID != 0 && !v.CanIn(access.EditTeams, in.SectionID) {
		return h.Refuse(v, access.EditTeams)
	}
	_, team, err := namedTeam(v)
	if err != nil {
		return err
	}
	in.TeamID = team.TeamID
	moved, err := h.Entries.MoveTeam(v.Request().Context(), v.Event.EventID, v.Command(), in)
	if err != nil {
		return h.showTeam(v, pages.TeamPage{}, nil, err)
	}
	h.Saved(v.Event.EventID)
	sections, err := v.Sections()
	if err != nil {
		return err
	}
	for _, section := range sections {
		if section.SectionID == moved.SectionID {
			said := v.Words.Say("%s plays in %s from round %d on.", moved.Name, section.Name, moved.ArrivesRound)
			return v.Onward(fmt.Sprintf("/e/%s/desk/%s/teams/%d", v.Event.Slug, section.Slug, moved.TeamID), said)
		}
	}
	return v.Onward("/e/"+v.Event.Slug+"/desk", v.Words.Say("%s is moved.", moved.Name))
}

// otherSections are those to which the visitor may move a team of this one.
func otherSections(v *visit.Visit) ([]layout.Choice, error) {
	sections, err := v.Sections()
	var choices []layout.Choice
	for _, section := range sections {
		if section.SectionID != v.Section.SectionID && section.EntrySize() == v.Section.EntrySize() && v.CanIn(access.EditTeams, section.SectionID) {
			choices = append(choices, layout.Choice{Value: strconv.FormatInt(section.SectionID, 10), Label: section.Name})
		}
	}
	return choices, err
}
